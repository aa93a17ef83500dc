// A full disk: a small tmpfs that only a child process sees.

package remote_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/remote"
	"savectx/preserve/safefile/disktest"
)

func TestFullDisk(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "REMOTE_ROLE=disk", "REMOTE_BOX="+t.TempDir())
	disktest.Run(t, cmd)
}

func fullDisk() int {
	dir := os.Getenv("REMOTE_BOX")
	if err := disktest.Mount(dir, "64k"); err != nil {
		fmt.Println(err)
		return 1
	}
	s := mem0test.New(mem0test.Options{})
	defer s.Close()
	to, err := remote.Mem0(mem0.Config{BaseURL: s.URL, UserID: person, Style: mem0.SelfHosted})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	b := outbox.Open(filepath.Join(dir, "outbox"))
	fail := func(doing string, out []remote.Outcome) int {
		fmt.Printf("%s: %+v\n", doing, out)
		return 1
	}
	s.Break(mem0test.Fault{Times: -1, Status: 401})
	out := remote.Save(context.Background(), b, to, facts(redis), nil)
	if out[0].State != remote.Waiting {
		return fail("before it is full", out)
	}
	if err := os.WriteFile(filepath.Join(dir, "ballast"), make([]byte, 64<<10), 0o600); !errors.Is(err, syscall.ENOSPC) {
		fmt.Println("the disk is not full:", err)
		return 1
	}
	out = remote.Save(context.Background(), b, to, facts(mail, limit219), nil)
	if out[0].State != remote.Failed || out[1].State != remote.Failed || !errors.Is(out[1].Err, syscall.ENOSPC) || !mem0.IsAway(out[1].Err) {
		return fail("full, and the server away", out)
	}
	if out := remote.Save(context.Background(), b, to, facts(redis), nil); out[0].State != remote.Waiting {
		return fail("full, and it waits already", out)
	}
	s.Mend()
	out = remote.Save(context.Background(), b, to, facts(mail, limit219), nil)
	if out[0].State != remote.Added || out[1].State != remote.Added {
		return fail("full", out)
	}
	if rep, err := remote.Deliver(context.Background(), b, to); err != nil || len(rep.Delivered) != 1 || len(s.Stored(person)) != 3 {
		fmt.Printf("delivery: %+v %v\n", rep, err)
		return 1
	}
	return 0
}

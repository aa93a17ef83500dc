// A full disk: a small tmpfs that only a child process sees.

package remote_test

import (
	"bytes"
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
)

func TestFullDisk(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "REMOTE_ROLE=disk", "REMOTE_BOX="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	if uid := os.Getuid(); uid != 0 {
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: uid, Size: 1}}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Skipf("no private mount namespace here: %v", err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, &out)
	}
	if bytes.Contains(out.Bytes(), []byte("cannot mount")) {
		t.Skip(out.String())
	}
}

func fullDisk() int {
	dir := os.Getenv("REMOTE_BOX")
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		fmt.Println("cannot mount a tmpfs:", err)
		return 0
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

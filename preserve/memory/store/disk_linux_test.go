// Full and read-only disks: a small tmpfs that only a child process sees.

package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"savectx/preserve/safefile/disktest"
)

const asJob = "SAVECTX_STORE_JOB"

func runJob(job string, args []string) int {
	dir := args[0]
	size := map[string]string{"full": "1m", "too-small": "8k", "read-only": "8m"}[job]
	work := map[string]func(string) error{"full": fullDisk, "too-small": smallDisk, "read-only": readOnlyDisk}[job]
	err := disktest.Mount(dir, size)
	if err == nil {
		err = work(filepath.Join(dir, "memory.db"))
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

func inPrivateMount(t *testing.T, job string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], t.TempDir())
	cmd.Env = append(os.Environ(), asJob+"="+job)
	disktest.Run(t, cmd)
}

func TestFullDisk(t *testing.T)     { inPrivateMount(t, "full") }
func TestSmallDisk(t *testing.T)    { inPrivateMount(t, "too-small") }
func TestReadOnlyDisk(t *testing.T) { inPrivateMount(t, "read-only") }

// fullDisk fills the disk with memories; those acknowledged stay, and there is
// room again for what comes after one is gone from beside it.
func fullDisk(path string) error {
	ctx := context.Background()
	ballast := filepath.Join(filepath.Dir(path), "ballast")
	if err := os.WriteFile(ballast, make([]byte, 400<<10), 0o600); err != nil {
		return err
	}
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	n := 0
	for ; ; n++ {
		_, err = s.Remember(ctx, Memory{ID: fmt.Sprint("m", n), Content: fmt.Sprint(strings.Repeat("full disk ", 100), "word", n)})
		if err != nil {
			break
		}
	}
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		return fmt.Errorf("after %d: %w", n, err)
	}
	if err := os.Remove(ballast); err != nil {
		return err
	}
	if _, err := s.Remember(ctx, Memory{ID: "after", Content: "there is room again"}); err != nil {
		return err
	}
	for i := range n {
		if _, err := s.Get(ctx, fmt.Sprint("m", i)); err != nil {
			return err
		}
	}
	return s.Check(ctx)
}

func smallDisk(path string) error {
	s, err := Open(context.Background(), path)
	if err == nil {
		s.Close()
	}
	if err == nil || !strings.Contains(err.Error(), path) {
		return fmt.Errorf("no room at all: %v", err)
	}
	fmt.Println(err)
	return nil
}

func readOnlyDisk(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	if err := s.PutSession(ctx, Session{ID: "s"}); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	if err := disktest.ReadOnly(filepath.Dir(path)); err != nil {
		return err
	}
	if _, err := Open(ctx, path+"2"); !errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("a new one: %v", err)
	}
	s, err = Open(ctx, path)
	if err == nil {
		defer s.Close()
		err = s.PutSession(ctx, Session{ID: "t"})
	}
	if err == nil || !strings.Contains(err.Error(), "cannot be written") || !strings.Contains(err.Error(), path) {
		return fmt.Errorf("an old one: %v", err)
	}
	return nil
}

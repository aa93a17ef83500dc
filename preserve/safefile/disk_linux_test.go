// Full and read-only disks: a small tmpfs that only a child process sees.

package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"savectx/preserve/safefile/disktest"
)

func init() {
	childJobs["full"] = fullDisk
	childJobs["read-only"] = readOnlyDisk
	childJobs["stranger"] = strangersFolder
}

// inPrivateMount does a child's job on a disk of its own, in the folder it gets.
func inPrivateMount(t *testing.T, job string) {
	t.Helper()
	disktest.Run(t, child(job, t.TempDir()))
}

// onTmpfs makes dir a disk of 64 KiB and does job in it.
func onTmpfs(dir string, job func() error) error {
	if err := disktest.Mount(dir, "64k"); err != nil {
		return err
	}
	return job()
}

func wantErrno(what string, err error, errno syscall.Errno) error {
	if !errors.Is(err, errno) {
		return fmt.Errorf("%s: got %v, want %v", what, err, errno)
	}
	return nil
}

func holds(path, want string) error {
	got, err := os.ReadFile(path)
	if err == nil && string(got) != want {
		err = fmt.Errorf("%s holds %.40q", path, got)
	}
	return err
}

func fullDisk(args []string) error {
	dir := args[0]
	path := filepath.Join(dir, "file")
	return onTmpfs(dir, func() error {
		big := make([]byte, 128<<10)
		grow := func([]byte) ([]byte, error) { return big, nil }
		if err := Replace(path, []byte("old")); err != nil {
			return err
		}
		err := errors.Join(
			wantErrno("replace", Replace(path, big), syscall.ENOSPC), holds(path, "old"),
			wantErrno("update", Update(path, grow), syscall.ENOSPC), holds(path, "old"),
		)
		entries, readErr := os.ReadDir(dir)
		if len(entries) != 2 { // file and file.lock
			err = errors.Join(err, fmt.Errorf("left behind: %v", entries))
		}
		return errors.Join(err, readErr,
			wantErrno("append", Append(filepath.Join(dir, "log"), big), syscall.ENOSPC),
		)
	})
}

func readOnlyDisk(args []string) error {
	dir := args[0]
	path := filepath.Join(dir, "file")
	return onTmpfs(dir, func() error {
		if err := Replace(path, []byte("old")); err != nil {
			return err
		}
		if err := disktest.ReadOnly(dir); err != nil {
			return err
		}
		_, _, lockErr := TryLock(filepath.Join(dir, "lock"))
		return errors.Join(
			wantErrno("replace", Replace(path, nil), syscall.EROFS),
			wantErrno("new folder", Replace(filepath.Join(dir, "sub", "file"), nil), syscall.EROFS),
			wantErrno("update", Update(path, func([]byte) ([]byte, error) { return nil, nil }), syscall.EROFS),
			wantErrno("append", Append(path, []byte("x")), syscall.EROFS),
			wantErrno("lock", lockErr, syscall.EROFS),
			holds(path, "old"),
		)
	})
}

// strangersFolder writes as nobody into a folder that is root's.
func strangersFolder(args []string) error {
	if err := syscall.Setuid(65534); err != nil {
		return err
	}
	path := filepath.Join(args[0], "file")
	return errors.Join(
		wantErrno("replace", Replace(path, nil), syscall.EACCES),
		wantErrno("update", Update(path, func([]byte) ([]byte, error) { return nil, nil }), syscall.EACCES),
		wantErrno("append", Append(path, nil), syscall.EACCES),
	)
}

func TestFullDisk(t *testing.T)     { inPrivateMount(t, "full") }
func TestReadOnlyDisk(t *testing.T) { inPrivateMount(t, "read-only") }

func TestFolderOfSomebodyElse(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, to stop being root")
	}
	dir := t.TempDir()
	must(t, errors.Join(os.Chmod(dir, 0o755), os.Chmod(filepath.Dir(dir), 0o755)))
	if out, err := child("stranger", dir).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

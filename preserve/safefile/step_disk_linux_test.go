// Steps on full and read-only disks. The journal is on another one, beside the mount.

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
	childJobs["step-full"] = stepOnFullDisk
	childJobs["step-read-only"] = stepOnReadOnlyDisk
	childJobs["step-stranger"] = stepInStrangersFolder
}

func TestStepOnFullDisk(t *testing.T)     { inPrivateMount(t, "step-full") }
func TestStepOnReadOnlyDisk(t *testing.T) { inPrivateMount(t, "step-read-only") }

func onlyEntries(dir string, want int) error {
	entries, err := os.ReadDir(dir)
	if len(entries) != want {
		err = errors.Join(err, fmt.Errorf("in %s: %v", dir, entries))
	}
	return err
}

func became(do func() ([]Outcome, error), want string) error {
	outcomes, err := do()
	if got := whats(outcomes); got != want {
		err = errors.Join(err, fmt.Errorf("got %s, want %s: %+v", got, want, outcomes))
	}
	return err
}

func stepOnFullDisk(args []string) error {
	dir := args[0]
	return onTmpfs(dir, func() error {
		path, made := filepath.Join(dir, "file"), filepath.Join(dir, "sub", "deep", "new")
		big := string(make([]byte, 128<<10))
		changes := []Change{edit(path, "old", big), create(made, big), create(filepath.Join(dir, "small"), "fits")}
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			return err
		}
		journalHere := NewJournal(filepath.Join(dir, "journal"))
		_, beginErr := journalHere.Begin("s", nil, changes)
		_, openErr := journalHere.Open("s")
		err := errors.Join(
			wantErrno("begin", beginErr, syscall.ENOSPC), onlyEntries(journalHere.dir, 0),
			os.Remove(journalHere.dir),
		)
		if !errors.Is(openErr, ErrNoStep) {
			err = errors.Join(err, fmt.Errorf("open: %v", openErr))
		}
		step, beginErr := NewJournal(dir+".journal").Begin("s", nil, changes)
		if beginErr != nil {
			return errors.Join(err, beginErr)
		}
		return errors.Join(err,
			wantErrno("write", step.Write(0), syscall.ENOSPC), holds(path, "old"), onlyEntries(dir, 1),
			wantErrno("write", step.Write(1), syscall.ENOSPC), onlyEntries(dir, 1),
			became(step.Finish, "failed failed written"), onlyEntries(dir, 2),
			became(step.Undo, "untouched untouched restored"), holds(path, "old"), onlyEntries(dir, 1),
		)
	})
}

func stepOnReadOnlyDisk(args []string) error {
	dir := args[0]
	return onTmpfs(dir, func() error {
		path, made := filepath.Join(dir, "file"), filepath.Join(dir, "sub", "new")
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			return err
		}
		changes := []Change{edit(path, "old", "new"), create(made, "new")}
		j := NewJournal(dir + ".journal")
		step, err := j.Begin("s", nil, changes)
		if err == nil {
			err = step.Write(0)
		}
		if err != nil {
			return err
		}
		if err := disktest.ReadOnly(dir); err != nil {
			return err
		}
		_, beginErr := j.Begin("t", nil, changes)
		err = errors.Join(
			wantErrno("begin", beginErr, syscall.EROFS),
			wantErrno("write", step.Write(1), syscall.EROFS),
			became(step.Finish, "untouched failed"),
			became(step.Undo, "failed untouched"), holds(path, "new"),
		)
		if step.Undone || !step.Undoing {
			err = errors.Join(err, errors.New("undone with a file that failed"))
		}
		if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT, ""); err != nil {
			return err
		}
		return errors.Join(err, became(step.Undo, "restored untouched"), holds(path, "old"), onlyEntries(dir, 1))
	})
}

// stepInStrangersFolder works as nobody on root's files.
func stepInStrangersFolder(args []string) error {
	if err := syscall.Setuid(65534); err != nil {
		return err
	}
	dir := args[0]
	j := NewJournal(filepath.Join(dir, "open", "journal"))
	_, readErr := os.ReadFile(filepath.Join(dir, "secret"))
	_, _, stateErr := ReadState(filepath.Join(dir, "secret"), 10)
	err := errors.Join(
		wantErrno("read", readErr, syscall.EACCES), wantErrno("read state", stateErr, syscall.EACCES),
	)
	for _, c := range []Change{
		create(filepath.Join(dir, "new"), "x"),
		create(filepath.Join(dir, "sub", "new"), "x"),
		edit(filepath.Join(dir, "file"), "old", "x"),
		edit(filepath.Join(dir, "open", "theirs"), "old", "x"), // writable folder, file of root's
	} {
		_, beginErr := j.Begin("s", nil, []Change{c})
		err = errors.Join(err, wantErrno("begin "+c.Path, beginErr, syscall.EACCES))
	}
	return errors.Join(err, onlyEntries(dir, 3))
}

func TestStepInFolderOfSomebodyElse(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, to stop being root")
	}
	dir := t.TempDir()
	must(t, errors.Join(os.Chmod(dir, 0o755), os.Chmod(filepath.Dir(dir), 0o755)))
	put(t, filepath.Join(dir, "file"), "old", 0o644)
	put(t, filepath.Join(dir, "secret"), "old", 0o600)
	put(t, filepath.Join(dir, "open", "theirs"), "old", 0o644)
	must(t, os.Chmod(filepath.Join(dir, "open"), 0o777))
	if out, err := child("step-stranger", dir).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

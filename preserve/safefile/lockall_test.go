// Many processes at the same files.

package safefile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func init() {
	childJobs["locked-append"] = func(args []string) error {
		lockDir, journal, row, paths := args[0], args[1], args[2], args[3:]
		unlock, err := LockAll(context.Background(), lockDir, paths)
		if err != nil {
			return err
		}
		defer unlock()
		var changes []Change
		for _, path := range paths {
			old, existed, err := ReadState(path, 1<<20)
			if err != nil {
				return err
			}
			changes = append(changes, Change{Path: path, Old: old, Existed: existed, New: append(slices.Clone(old), row+"\n"...)})
		}
		step, err := NewJournal(journal).Begin(row, nil, changes)
		if err != nil {
			return err
		}
		for i := range changes {
			err = errors.Join(err, step.Write(i))
		}
		return errors.Join(err, step.Done())
	}
}

func TestTwentyProcessesAppendToTwoFiles(t *testing.T) {
	dir := t.TempDir()
	one, two, alias := filepath.Join(dir, "p", "one"), filepath.Join(dir, "p", "two"), filepath.Join(dir, "alias")
	must(t, os.Symlink("p", alias))
	var wg sync.WaitGroup
	for i := range 20 {
		paths := []string{one, two}
		if i%2 == 1 { // the other way round, and by another name
			paths = []string{two, filepath.Join(alias, "one")}
		}
		wg.Go(func() {
			args := append([]string{filepath.Join(dir, "locks"), filepath.Join(dir, "journal"), fmt.Sprintf("row-%d", i)}, paths...)
			if out, err := child("locked-append", args...).CombinedOutput(); err != nil {
				t.Errorf("process %d: %v: %s", i, err, out)
			}
		})
		if i == 0 {
			wg.Wait() // the alias dangles until somebody has made the folder
		}
	}
	wg.Wait()
	for _, path := range []string{one, two} {
		got := read(t, path)
		for i := range 20 {
			if !strings.Contains("\n"+got, fmt.Sprintf("\nrow-%d\n", i)) {
				t.Errorf("%s: row %d is missing", path, i)
			}
		}
		if n := strings.Count(got, "\n"); n != 20 {
			t.Errorf("%s: %d rows", path, n)
		}
	}
	if n := names(t, filepath.Join(dir, "p")); len(n) != 2 {
		t.Errorf("in the project: %v", n)
	}
	if n := names(t, filepath.Join(dir, "locks")); len(n) != 2 {
		t.Errorf("locks: %v", n)
	}

	// Taken back from the newest on, all of it is gone.
	steps, err := NewJournal(filepath.Join(dir, "journal")).List()
	must(t, err)
	for _, step := range steps {
		outcomes, err := step.Undo()
		must(t, err)
		for _, o := range outcomes {
			if o.What != Restored {
				t.Errorf("%s: %+v", step.ID, o)
			}
		}
	}
	if n := names(t, dir); slices.Contains(n, "p") {
		t.Error("the folder the first step made is still there")
	}
}

func TestLockAll(t *testing.T) {
	dir := t.TempDir()
	locks := filepath.Join(dir, "locks")
	missing := filepath.Join(dir, "not", "yet", "file")
	must(t, os.Symlink(missing, filepath.Join(dir, "link")))
	link := filepath.Join(dir, "link")
	unlock, err := LockAll(context.Background(), locks, []string{missing, link, missing})
	must(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	other := filepath.Join(dir, "other")
	if _, err := LockAll(ctx, locks, []string{other, link}); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), link) {
		t.Errorf("second: %v", err)
	}
	free, err := LockAll(context.Background(), locks, []string{other}) // given back by the one that failed
	must(t, err)
	free()
	unlock()
	unlock()
	unlock, err = LockAll(context.Background(), locks, []string{other, link})
	must(t, err)
	unlock()
	if m := mode(t, locks); m != 0o700 {
		t.Errorf("mode %o", m)
	}
	must(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	if _, err := LockAll(context.Background(), locks, []string{other, filepath.Join(dir, "loop")}); err == nil {
		t.Error("a loop was locked")
	}
}

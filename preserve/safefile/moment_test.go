// Somebody else at the last moment, and at the same time.

package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestSomebodyWritesAtTheLastMoment(t *testing.T) {
	dir := t.TempDir()
	path, temp := put(t, filepath.Join(dir, "file"), "old", 0o600), filepath.Join(dir, ".temp")
	at, err := locate(path)
	must(t, err)
	err = exchange(at, temp, []byte("new"), attrs{mode: 0o600}, func() error { return ErrChanged })
	if !errors.Is(err, ErrChanged) || read(t, path) != "old" {
		t.Errorf("%v, %q", err, read(t, path))
	}
	// A file that was missing even at the last look is not replaced either.
	missing := filepath.Join(dir, "missing")
	at, err = locate(missing)
	must(t, err)
	err = exchange(at, temp, []byte("new"), attrs{mode: 0o600}, func() error {
		put(t, missing, "mine", 0o600)
		return nil
	})
	if !errors.Is(err, ErrChanged) || read(t, missing) != "mine" {
		t.Errorf("%v, %q", err, read(t, missing))
	}
	if n := names(t, dir); len(n) != 2 {
		t.Errorf("left behind: %v", n)
	}
}

func TestEverythingIsLookedAtTwice(t *testing.T) {
	dir := t.TempDir()
	lastMoment := atLastMoment
	defer func() { atLastMoment = lastMoment }()
	a, b, c := put(t, filepath.Join(dir, "a"), "old", 0o600), put(t, filepath.Join(dir, "b"), "old", 0o600), filepath.Join(dir, "c")
	changes := []Change{edit(a, "old", "new"), {Path: b, Old: []byte("old"), Existed: true, Remove: true}, create(c, "new")}
	atLastMoment = func(real string) { put(t, real, "mine", 0o600) }
	check := func() {
		t.Helper()
		if read(t, a) != "mine" || read(t, b) != "mine" || read(t, c) != "mine" || len(names(t, dir)) != 3 {
			t.Errorf("an edit was lost, or something left behind: %v", names(t, dir))
		}
	}
	step := begun(t, dir, "s", changes...)
	for i, c := range changes {
		wantErr(t, step.Write(i), c.Path, ErrChanged)
	}
	check()

	put(t, a, "old", 0o600)
	put(t, b, "old", 0o600)
	must(t, os.Remove(c))
	wantWhats(t, step.Finish, "changed changed changed")
	check()

	step = begun(t, dir, "t", edit(a, "mine", "new"), Change{Path: b, Old: []byte("mine"), Existed: true, Remove: true})
	atLastMoment = lastMoment
	wantWhats(t, step.Finish, "written written")
	must(t, os.Remove(c))
	made := begun(t, dir, "u", create(c, "new"))
	must(t, made.Write(0))
	atLastMoment = func(real string) { put(t, real, "mine", 0o600) }
	wantWhats(t, made.Undo, "changed")
	wantWhats(t, step.Undo, "changed changed")
	check()
}

func TestWorkingOnAStepLocksIt(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "file"), "old", 0o600)
	step := begun(t, dir, "s", edit(path, "old", "new"))
	lastMoment := atLastMoment
	defer func() { atLastMoment = lastMoment }()
	looks := 0
	atLastMoment = func(string) {
		looks++
		if _, ok, err := TryLock(filepath.Join(dir+".journal", "s", lockFile)); ok || err != nil {
			t.Errorf("lock: %v, %v", ok, err)
		}
	}
	must(t, step.Write(0))
	put(t, path, "old", 0o600)
	wantWhats(t, step.Finish, "written")
	wantWhats(t, step.Undo, "restored")
	if looks != 3 {
		t.Errorf("%d looks", looks)
	}
}

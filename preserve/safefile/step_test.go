// What a step does to files, links, modes and folders, and what it refuses.

package safefile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// begun makes a step in a journal beside dir.
func begun(t *testing.T, dir, id string, changes ...Change) *Step {
	t.Helper()
	step, err := NewJournal(dir+".journal").Begin(id, nil, changes)
	must(t, err)
	return step
}

func whats(outcomes []Outcome) string {
	var all []string
	for _, o := range outcomes {
		all = append(all, string(o.What))
	}
	return strings.Join(all, " ")
}

func wantWhats(t *testing.T, do func() ([]Outcome, error), want string) []Outcome {
	t.Helper()
	outcomes, err := do()
	must(t, err)
	if got := whats(outcomes); got != want {
		t.Errorf("got %s, want %s: %+v", got, want, outcomes)
	}
	return outcomes
}

// wantErr also sees that the error is an *os.PathError about path.
func wantErr(t *testing.T, err error, path string, target error) {
	t.Helper()
	pathErr, ok := err.(*os.PathError)
	if !errors.Is(err, target) || !ok || pathErr.Path != path {
		t.Errorf("got %#v, want %v about %s", err, target, path)
	}
}

func put(t *testing.T, path, content string, mode os.FileMode) string {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(content), mode))
	must(t, os.Chmod(path, mode))
	return path
}

func edit(path, old, content string) Change {
	return Change{Path: path, Old: []byte(old), Existed: true, New: []byte(content)}
}

func create(path, content string) Change { return Change{Path: path, New: []byte(content)} }

func TestStepWritesAndIsUndone(t *testing.T) {
	dir := t.TempDir()
	scene := filepath.Join(dir, "scene")
	must(t, setScene(scene))
	changes := sceneChanges(scene)
	step := begun(t, dir, "s", changes...)
	if _, _, err := checkScene(scene, "old"); err != nil {
		t.Errorf("Begin touched something: %v", err)
	}
	for i := range changes {
		must(t, step.Write(i))
		must(t, step.Write(i)) // again is fine
	}
	must(t, step.Done())
	must(t, step.Done())
	_, _, err := checkScene(scene, "new")
	must(t, err)
	for _, folder := range []string{"sub", "sub/deep"} {
		if m := mode(t, filepath.Join(scene, folder)); m != 0o700 {
			t.Errorf("folder mode %o", m)
		}
	}

	step, err = NewJournal(dir + ".journal").Open("s")
	must(t, err)
	if !step.Finished || step.Undone || len(step.Changes()) != len(changes) {
		t.Errorf("opened: %+v", step)
	}
	wantWhats(t, step.Finish, strings.Repeat(" untouched", 8)[1:])
	wantWhats(t, step.Undo, strings.Repeat(" restored", 8)[1:])
	_, _, err = checkScene(scene, "old")
	must(t, err)
	wantWhats(t, step.Undo, strings.Repeat(" untouched", 8)[1:])
	if !step.Undone || step.Undoing {
		t.Errorf("undone: %+v", step)
	}
	wantErr(t, step.Write(0), changes[0].Path, ErrUndone)
	if _, err := step.Finish(); !errors.Is(err, ErrUndone) {
		t.Errorf("Finish after Undo: %v", err)
	}
	if err := step.Done(); !errors.Is(err, ErrUndone) {
		t.Errorf("Done after Undo: %v", err)
	}
}

func TestChangedFilesAreLeftAlone(t *testing.T) {
	dir := t.TempDir()
	a, b, c := put(t, filepath.Join(dir, "a"), "old a", 0o600), put(t, filepath.Join(dir, "b"), "old b", 0o600), filepath.Join(dir, "c")
	step := begun(t, dir, "s", edit(a, "old a", "new a"), edit(b, "old b", "new b"), create(c, "new c"))
	put(t, b, "mine", 0o600)
	put(t, c, "mine too", 0o600)
	must(t, step.Write(0))
	wantErr(t, step.Write(1), b, ErrChanged)
	wantErr(t, step.Write(2), c, ErrChanged)
	outcomes := wantWhats(t, step.Finish, "untouched changed changed")
	wantErr(t, outcomes[1].Err, b, ErrChanged)
	put(t, a, "old a", 0o600) // put back by hand
	wantErr(t, step.Write(0), a, ErrChanged)
	wantWhats(t, step.Undo, "untouched changed changed")
	if read(t, a) != "old a" || read(t, b) != "mine" || read(t, c) != "mine too" {
		t.Error("an edit was lost")
	}
	if _, err := NewJournal(dir+".journal").Begin("t", nil, []Change{edit(a, "stale", "new")}); !errors.Is(err, ErrChanged) {
		t.Errorf("Begin with a stale plan: %v", err)
	}
}

func TestFoldersOfAStepGoOnlyWhenEmpty(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "x", "y", "one"), filepath.Join(dir, "x", "z", "two")
	step := begun(t, dir, "s", create(one, "1"), Change{Path: two, New: []byte("2"), Mode: 0o644, MkdirMode: 0o755})
	must(t, step.Write(0))
	must(t, step.Write(1))
	if m := mode(t, two); m != 0o644 {
		t.Errorf("mode %o", m)
	}
	if m := mode(t, filepath.Dir(two)); m != 0o755 {
		t.Errorf("folder mode %o", m)
	}
	put(t, filepath.Join(dir, "x", "z", "mine"), "", 0o600)
	wantWhats(t, step.Undo, "restored restored")
	if n := names(t, filepath.Join(dir, "x")); !slices.Equal(n, []string{"z"}) {
		t.Errorf("left: %v", n)
	}
}

func TestStepLinks(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "there"), 0o700))
	link := func(to, name string) string {
		must(t, os.Symlink(to, filepath.Join(dir, name)))
		return filepath.Join(dir, name)
	}
	good, stale := link("there/new", "good"), link("gone/new", "stale")
	folder := link("gone", "folder")
	j := NewJournal(dir + ".journal")
	for _, path := range []string{stale, filepath.Join(folder, "file")} {
		_, existed, err := ReadState(path, 10)
		if existed || err != nil {
			t.Errorf("behind a dangling link: %v, %v", existed, err)
		}
		_, err = j.Begin("bad", nil, []Change{create(path, "x")})
		wantErr(t, err, path, ErrDangling)
	}
	_, err := j.Begin("twice", nil, []Change{create(good, "x"), create(filepath.Join(dir, "there", "new"), "y")})
	wantErr(t, err, filepath.Join(dir, "there", "new"), err.(*os.PathError).Err)

	step := begun(t, dir, "s", create(good, "by link"))
	must(t, step.Write(0))
	if got := read(t, filepath.Join(dir, "there", "new")); got != "by link" {
		t.Errorf("behind the link: %q", got)
	}
	must(t, os.Remove(good)) // the name leads elsewhere now
	put(t, good, "by link", 0o600)
	wantWhats(t, step.Undo, "changed")
	if read(t, good) != "by link" {
		t.Error("a file the step did not write was taken away")
	}
}

func TestStepRefusesWhatAnEditorWould(t *testing.T) {
	dir, err := os.MkdirTemp("", "sf") // short: the socket's path is limited to 104 bytes
	must(t, err)
	defer os.RemoveAll(dir)
	defer os.RemoveAll(dir + ".journal")
	j := NewJournal(dir + ".journal")
	fifo, socket, sub := filepath.Join(dir, "fifo"), filepath.Join(dir, "socket"), filepath.Join(dir, "sub")
	must(t, syscall.Mkfifo(fifo, 0o600))
	must(t, os.Mkdir(sub, 0o700))
	listener, err := net.Listen("unix", socket)
	must(t, err)
	defer listener.Close()
	for _, path := range []string{fifo, socket, sub, os.DevNull} {
		_, _, err := ReadState(path, 10)
		wantErr(t, err, path, ErrNotRegular)
		_, err = j.Begin("s", nil, []Change{create(path, "x")})
		wantErr(t, err, path, ErrNotRegular)
	}

	locked := put(t, filepath.Join(dir, "locked"), "old", 0o444)
	_, err = j.Begin("s", nil, []Change{edit(locked, "old", "new")})
	wantErr(t, err, locked, fs.ErrPermission)
	file := put(t, filepath.Join(dir, "file"), "old", 0o600)
	must(t, os.Link(file, filepath.Join(dir, "second name")))
	_, err = j.Begin("s", nil, []Change{edit(file, "old", "new")})
	wantErr(t, err, file, ErrHardLink)
	below := filepath.Join(file, "below")
	_, err = j.Begin("s", nil, []Change{create(below, "new")})
	wantErr(t, err, below, syscall.ENOTDIR)
	must(t, os.Remove(filepath.Join(dir, "second name")))

	// The same once the step has begun.
	step := begun(t, dir, "t", edit(file, "old", "new"))
	must(t, os.Chmod(file, 0o444))
	wantErr(t, step.Write(0), file, fs.ErrPermission)
	wantWhats(t, step.Finish, "failed")
	if step.Finished {
		t.Error("finished with a file that failed")
	}
	must(t, os.Remove(file))
	must(t, syscall.Mkfifo(file, 0o600))
	wantErr(t, step.Write(0), file, ErrNotRegular)
	wantWhats(t, step.Undo, "changed")
}

func TestReadState(t *testing.T) {
	path := put(t, filepath.Join(t.TempDir(), "file"), "12345", 0o600)
	if data, existed, err := ReadState(path, 5); string(data) != "12345" || !existed || err != nil {
		t.Errorf("%q, %v, %v", data, existed, err)
	}
	_, _, err := ReadState(path, 4)
	wantErr(t, err, path, ErrTooLarge)
	put(t, path, "", 0o600)
	if data, existed, err := ReadState(path, 0); data == nil || !existed || err != nil {
		t.Errorf("empty: %#v, %v, %v", data, existed, err)
	}
	if data, existed, err := ReadState(path+"x", 0); data != nil || existed || err != nil {
		t.Errorf("missing: %#v, %v, %v", data, existed, err)
	}
}

func TestOwnerIsKept(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, to have files of others")
	}
	dir := t.TempDir()
	path, gone := put(t, filepath.Join(dir, "file"), "old", 0o664), put(t, filepath.Join(dir, "gone"), "old", 0o640)
	must(t, os.Chown(path, 1234, 4321))
	must(t, os.Chown(gone, 1234, 4321))
	step := begun(t, dir, "s", edit(path, "old", "new"), Change{Path: gone, Old: []byte("old"), Existed: true, Remove: true})
	check := func(path string, want fs.FileMode) {
		t.Helper()
		info, err := os.Stat(path)
		must(t, err)
		if uid, gid := (target{info: info}).owner(); uid != 1234 || gid != 4321 || info.Mode().Perm() != want {
			t.Errorf("%s: %d:%d, mode %o", path, uid, gid, info.Mode().Perm())
		}
	}
	must(t, step.Write(0))
	must(t, step.Write(1))
	check(path, 0o664)
	wantWhats(t, step.Undo, "restored restored")
	check(path, 0o664)
	check(gone, 0o640)
}

func TestLeftoversAreRemovedAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "file.md"), "old", 0o600)
	step := begun(t, dir, "s", edit(path, "old", "new"))
	old := time.Now().Add(-2 * leftoverAge)
	tag := step.head.Tag
	for name, isOld := range map[string]bool{
		"." + "file.md.savectx-" + tag + "00000000": false, // of this step
		".file.md.savectx-0123456789abcdef":         true,
		// and what stays:
		".file.md.savectx-0123456789abcdee":      false, // young
		".file.md.savectx-0123456789abcdeg":      true,
		".file.md.savectx-0123456789abcdef.md":   true,
		".file.md.savectx-" + tag + "0":          false,
		".other.md.savectx-0123456789abcdef":     true,
		"file.md.savectx-0123456789abcdef":       true,
		".file.md1234567":                        true,
		".file.md.savectx-ffffffffffffffff/file": true,
	} {
		put(t, filepath.Join(dir, name), "", 0o600)
		if isOld {
			must(t, os.Chtimes(filepath.Join(dir, name), old, old))
		}
	}
	must(t, os.Chtimes(filepath.Join(dir, ".file.md.savectx-ffffffffffffffff"), old, old))
	wantWhats(t, step.Finish, "written")
	if n := names(t, dir); len(n) != 9 || slices.ContainsFunc(n, func(s string) bool {
		return s == ".file.md.savectx-0123456789abcdef" || strings.HasSuffix(s, tag+"00000000")
	}) {
		t.Errorf("left: %v", n)
	}

	long := filepath.Join(dir, strings.Repeat("n", 255))
	step = begun(t, dir, "long", create(long, "x"))
	must(t, step.Write(0))
}

func TestLargeContents(t *testing.T) {
	dir := t.TempDir()
	old, content := bytes.Repeat([]byte("old\n"), 1<<20), bytes.Repeat([]byte{0, 255, '\r', '\n'}, 1<<20)
	var changes []Change
	for i := range 3 {
		path := put(t, filepath.Join(dir, fmt.Sprint(i)), string(old), 0o600)
		changes = append(changes, Change{Path: path, Old: old, Existed: true, New: content})
	}
	begun(t, dir, "s", changes...)
	step, err := NewJournal(dir + ".journal").Open("s")
	must(t, err)
	wantWhats(t, step.Finish, "written written written")
	if read(t, changes[2].Path) != string(content) {
		t.Error("not the new content")
	}
	wantWhats(t, step.Undo, "restored restored restored")
	if read(t, changes[2].Path) != string(old) {
		t.Error("not the old content")
	}
}

func BenchmarkStepOfEightSmallFiles(b *testing.B) {
	dir := b.TempDir()
	j := NewJournal(filepath.Join(dir, "journal"))
	for n := 0; b.Loop(); n++ {
		var changes []Change
		for i := range 8 {
			changes = append(changes, create(filepath.Join(dir, fmt.Sprint(n), fmt.Sprint(i)), "a few words\n"))
		}
		step, err := j.Begin(fmt.Sprint(n), nil, changes)
		for i := range changes {
			err = errors.Join(err, step.Write(i))
		}
		if err = errors.Join(err, step.Done()); err != nil {
			b.Fatal(err)
		}
	}
}

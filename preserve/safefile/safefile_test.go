package safefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// childJob names the job a copy of the test binary does instead of the tests.
const childJob = "SAFEFILE_TEST_CHILD"

var childJobs = map[string]func(args []string) error{
	"replace-forever": func(args []string) error {
		for i := 1; ; i++ {
			if err := Replace(args[0], versionOf(i)); err != nil {
				return err
			}
			if i == 1 {
				fmt.Println("under way")
			}
		}
	},
	"update": func(args []string) error {
		return Update(args[0], func(old []byte) ([]byte, error) {
			return append(old, args[1]+"\n"...), nil
		})
	},
	"hold": func(args []string) error {
		_, ok, err := TryLock(args[0])
		fmt.Println("held", ok, err)
		select {}
	},
}

func TestMain(m *testing.M) {
	if job := os.Getenv(childJob); job != "" {
		if err := childJobs[job](os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(job string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), childJob+"="+job)
	return cmd
}

// startChild starts a child and waits until it has said the word.
func startChild(t *testing.T, word, job string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := child(job, args...)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	said := make([]byte, len(word))
	if _, err := io.ReadFull(out, said); err != nil || string(said) != word {
		t.Fatalf("child said %q, %v", said, err)
	}
	return cmd
}

// versionOf is a file of about 256 KiB that shows whether it is whole.
func versionOf(i int) []byte {
	row := "version " + strconv.Itoa(i) + "\n"
	return []byte(strings.Repeat(row, 256<<10/len(row)))
}

func checkWhole(t *testing.T, data []byte) {
	t.Helper()
	first, _, _ := bytes.Cut(data, []byte("\n"))
	n, err := strconv.Atoi(strings.TrimPrefix(string(first), "version "))
	if err != nil || !bytes.Equal(data, versionOf(n)) {
		t.Fatalf("neither an old nor a new file: %d bytes, begins %.40q", len(data), data)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Mode().Perm()
}

func TestReplaceModesAndFolders(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b", "file")
	must(t, Replace(path, []byte("one")))
	must(t, os.Chmod(path, 0o644))
	must(t, Replace(path, []byte("two")))
	if got := read(t, path); got != "two" {
		t.Errorf("content %q", got)
	}
	if m := mode(t, path); m != 0o600 {
		t.Errorf("file mode %o", m)
	}
	for _, d := range []string{"a", "a/b"} {
		if m := mode(t, filepath.Join(dir, d)); m != 0o700 {
			t.Errorf("folder %s mode %o", d, m)
		}
	}
	if n := names(t, filepath.Dir(path)); len(n) != 1 {
		t.Errorf("left behind: %v", n)
	}
	must(t, Replace(path, nil))
	if got := read(t, path); got != "" {
		t.Errorf("content %q after writing nothing", got)
	}
}

func TestLinksAreFollowed(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "real"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "real", "file"), []byte("old"), 0o644))
	must(t, os.Symlink("real", filepath.Join(dir, "folder")))
	must(t, os.Symlink("../real/file", filepath.Join(dir, "real", "link")))
	must(t, os.Symlink("real/new", filepath.Join(dir, "dangling")))

	must(t, Replace(filepath.Join(dir, "folder", "link"), []byte("by link")))
	if got := read(t, filepath.Join(dir, "real", "file")); got != "by link" {
		t.Errorf("file behind the link: %q", got)
	}
	must(t, Append(filepath.Join(dir, "folder", "link"), []byte("+")))
	must(t, Replace(filepath.Join(dir, "dangling"), []byte("made")))
	if got := read(t, filepath.Join(dir, "real", "new")); got != "made" {
		t.Errorf("file behind the dangling link: %q", got)
	}
	for _, l := range []string{"folder", "real/link", "dangling"} {
		if info, err := os.Lstat(filepath.Join(dir, l)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no longer a link", l)
		}
	}

	// Both names have the same lock.
	err := Update(filepath.Join(dir, "real", "file"), func(old []byte) ([]byte, error) {
		_, ok, err := TryLock(filepath.Join(dir, "real", "file.lock"))
		if ok || err != nil {
			t.Errorf("second lock: %v, %v", ok, err)
		}
		return old, nil
	})
	must(t, err)

	must(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	if err := Replace(filepath.Join(dir, "loop"), nil); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("loop: %v", err)
	}
}

func TestOnlyRegularFiles(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	must(t, syscall.Mkfifo(fifo, 0o600))
	for _, path := range []string{dir, fifo} {
		for op, err := range map[string]error{
			"replace": Replace(path, nil), "append to": Append(path, nil),
			"update": Update(path, func(old []byte) ([]byte, error) { return old, nil }),
		} {
			if want := op + " " + path + ": not a regular file"; err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	}
}

func TestErrorsNameThePathAskedFor(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	path := filepath.Join(dir, "file", "below")
	err := Replace(path, nil)
	if !errors.Is(err, syscall.ENOTDIR) || err.Error() != "replace "+path+": not a directory" {
		t.Errorf("got %v", err)
	}
}

func TestUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "file")
	must(t, Update(path, func(old []byte) ([]byte, error) {
		if old != nil {
			t.Errorf("a missing file reads as %q, not nil", old)
		}
		return []byte{}, nil
	}))
	must(t, Update(path, func(old []byte) ([]byte, error) {
		if old == nil || len(old) != 0 {
			t.Errorf("an empty file reads as %#v", old)
		}
		return []byte("x"), nil
	}))
	no := errors.New("no")
	if err := Update(path, func(old []byte) ([]byte, error) { return []byte("y"), no }); err != no {
		t.Errorf("error of fn came back as %v", err)
	}
	if got := read(t, path); got != "x" {
		t.Errorf("content %q after fn failed", got)
	}
	before, _ := os.Stat(path)
	must(t, Update(path, func(old []byte) ([]byte, error) { return old, nil }))
	if after, _ := os.Stat(path); !os.SameFile(before, after) {
		t.Error("unchanged content was written again")
	}
	must(t, Update(path, func(old []byte) ([]byte, error) { old[0] = 'z'; return old, nil }))
	if got := read(t, path); got != "z" {
		t.Errorf("content %q after fn wrote into old", got)
	}
}

func TestUpdateFreesItsLockWhenFnPanics(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	func() {
		defer func() { recover() }()
		Update(path, func([]byte) ([]byte, error) { panic("fn") })
	}()
	unlock, ok, err := TryLock(path + ".lock")
	if !ok || err != nil {
		t.Fatalf("lock: %v, %v", ok, err)
	}
	unlock()
}

func TestFiftyProcessesUpdateOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if out, err := child("update", path, fmt.Sprintf("row %d", i)).CombinedOutput(); err != nil {
				t.Errorf("process %d: %v: %s", i, err, out)
			}
		})
	}
	wg.Wait()
	got := read(t, path)
	for i := range 50 {
		if !strings.Contains("\n"+got, fmt.Sprintf("\nrow %d\n", i)) {
			t.Errorf("row %d is missing", i)
		}
	}
	if n := strings.Count(got, "\n"); n != 50 {
		t.Errorf("%d rows", n)
	}
}

func TestKilledReplaceLeavesOldOrNew(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	must(t, Replace(path, versionOf(0)))
	for range rounds {
		cmd := startChild(t, "under way\n", "replace-forever", path)
		killed(t, cmd, 30*time.Millisecond)
		checkWhole(t, []byte(read(t, path)))
	}
	must(t, Replace(path, versionOf(1))) // leftovers are in nobody's way
	checkWhole(t, []byte(read(t, path)))
}

func TestReadersNeverSeeHalf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must(t, Replace(path, versionOf(0)))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 50 {
			if err := Replace(path, versionOf(i)); err != nil {
				t.Error(err)
			}
		}
	}()
	for {
		select {
		case <-done:
			return
		default:
			checkWhole(t, []byte(read(t, path)))
		}
	}
}

func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "log")
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			row := strings.Repeat(string(rune('a'+i%26)), 5000) + "\n"
			for range 5 {
				if err := Append(path, []byte(row)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	rows := strings.Split(strings.TrimSuffix(read(t, path), "\n"), "\n")
	if len(rows) != 200 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		if row != strings.Repeat(row[:1], 5000) {
			t.Fatalf("mixed row %.20q", row)
		}
	}
	if m := mode(t, path); m != 0o600 {
		t.Errorf("mode %o", m)
	}
}

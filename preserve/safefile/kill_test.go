// kill -9 at any moment of a step, of its undoing and of its recovery.

package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// killsEnv is how many kills to make instead of as many as fit the time.
const killsEnv = "SAFEFILE_KILLS"

func init() {
	childJobs["scenes"] = scenesForever
	childJobs["recover"] = func(args []string) error {
		fmt.Println("under way")
		if _, err := recovery(args[0], args[1], args[2] == "undo"); err != nil {
			return err
		}
		for { // done before it was killed: killed after it, then
			time.Sleep(time.Hour)
		}
	}
}

// A scene is a folder with what a step needs: files to change, to make and to remove.
var scene = []struct {
	path     string
	old, new int // rows; -1 is no file
	mode     os.FileMode
}{
	{"CLAUDE.md", 300, 400, 0o644},
	{"notes.md", 2000, 5, 0o600},
	{"link.md", 10, 20, 0o640}, // leads to real/target.md
	{"new.md", -1, 50, 0o644},
	{"sub/deep/new.md", -1, 3000, 0o600},
	{"gone.md", 700, -1, 0o640},
	{"emptied.md", 30, 0, 0o600},
	{"filled.md", 0, 30, 0o600},
}

func rows(n int, word string) []byte {
	if n < 0 {
		return nil
	}
	return []byte(strings.Repeat(word+" row\n", n))
}

func sceneChanges(dir string) (changes []Change) {
	for _, f := range scene {
		changes = append(changes, Change{
			Path: filepath.Join(dir, f.path), Mode: f.mode,
			Old: rows(f.old, "old"), Existed: f.old >= 0,
			New: rows(f.new, "new"), Remove: f.new < 0,
		})
	}
	return changes
}

// setScene makes the scene at dir all at once.
func setScene(dir string) error {
	build := filepath.Join(filepath.Dir(dir), ".build")
	err := errors.Join(os.RemoveAll(build), os.MkdirAll(filepath.Join(build, "real"), 0o700),
		os.Symlink("real/target.md", filepath.Join(build, "link.md")))
	for _, f := range scene {
		path := filepath.Join(build, f.path)
		if f.path == "link.md" {
			path = filepath.Join(build, "real/target.md")
		}
		if f.old >= 0 {
			err = errors.Join(err, os.WriteFile(path, rows(f.old, "old"), f.mode), os.Chmod(path, f.mode))
		}
	}
	return errors.Join(err, os.Rename(build, dir))
}

// scenesForever does steps, in turn to their end, to their end and back, and
// in part and then finished.
func scenesForever(args []string) error {
	j := NewJournal(filepath.Join(args[0], "journal"))
	fmt.Println("under way")
	for n := 0; ; n++ {
		id := fmt.Sprintf("scene-%d", n)
		if err := setScene(filepath.Join(args[0], id)); err != nil {
			return err
		}
		step, err := j.Begin(id, nil, sceneChanges(filepath.Join(args[0], id)))
		if err != nil {
			return err
		}
		upTo := len(scene)
		if n%3 == 2 {
			upTo /= 2
		}
		for i := range upTo {
			err = errors.Join(err, step.Write(i))
		}
		if n%3 == 2 {
			_, finishErr := step.Finish()
			err = errors.Join(err, finishErr)
		} else {
			err = errors.Join(err, step.Done())
		}
		if n%3 == 1 {
			_, undoErr := step.Undo()
			err = errors.Join(err, undoErr)
		}
		if err != nil {
			return err
		}
	}
}

// recovery brings the step to an end and reports which.
func recovery(journal, id string, undo bool) (undone bool, err error) {
	step, err := NewJournal(journal).Open(id)
	if err != nil {
		return true, err
	}
	undo = undo || step.Undoing || step.Undone
	do := step.Finish
	if undo {
		do = step.Undo
	}
	outcomes, err := do()
	for _, o := range outcomes {
		if o.What == Changed || o.What == Failed {
			err = errors.Join(err, fmt.Errorf("%s: %s: %w", o.Path, o.What, o.Err))
		}
	}
	return undo, err
}

// checkScene sees that each file is whole; with want, that each is that one,
// and that there is nothing else.
func checkScene(dir string, want string) (oldFiles, newFiles int, err error) {
	for _, c := range sceneChanges(dir) {
		data, existed, readErr := ReadState(c.Path, 1<<20)
		isOld := existed == c.Existed && string(data) == string(c.Old)
		isNew := existed != c.Remove && string(data) == string(c.New)
		switch {
		case readErr != nil:
			err = errors.Join(err, readErr)
		case isOld && want != "new":
			oldFiles++
		case isNew && want != "old":
			newFiles++
		default:
			err = errors.Join(err, fmt.Errorf("%s is not %s: %d bytes, begins %.20q", c.Path, want, len(data), data))
		}
		if info, statErr := os.Stat(c.Path); statErr == nil && info.Mode().Perm() != c.Mode {
			err = errors.Join(err, fmt.Errorf("%s has mode %o", c.Path, info.Mode().Perm()))
		}
	}
	if info, lstatErr := os.Lstat(filepath.Join(dir, "link.md")); lstatErr != nil || info.Mode()&fs.ModeSymlink == 0 {
		err = errors.Join(err, errors.New("the link is no longer a link"))
	}
	if want == "" {
		return oldFiles, newFiles, err
	}
	walkErr := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.Contains(path, ".savectx-") || want == "old" && filepath.Base(path) == "sub" {
			return errors.Join(err, fmt.Errorf("left behind: %s", path))
		}
		return err
	})
	return oldFiles, newFiles, errors.Join(err, walkErr)
}

// tally is where the kills hit, for the log.
type tally struct{ kills, noStep, untouched, partly, written, recovering atomic.Int64 }

// killed kills a child at any moment within a time, and waits for its end.
func killed(t *testing.T, cmd *exec.Cmd, within time.Duration) {
	t.Helper()
	timer := time.AfterFunc(time.Duration(rand.Int64N(int64(within))), func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Wait(); err == nil {
		t.Error("the child ended by itself before it was killed")
	}
}

func (tally *tally) round(t *testing.T) {
	dir := t.TempDir()
	journal := filepath.Join(dir, "journal")
	cmd := startChild(t, "under way\n", "scenes", dir)
	killed(t, cmd, 60*time.Millisecond)
	tally.kills.Add(1)

	scenes, err := filepath.Glob(filepath.Join(dir, "scene-*"))
	must(t, err)
	for _, scene := range scenes {
		id := filepath.Base(scene)
		oldFiles, newFiles, err := checkScene(scene, "")
		must(t, err)
		step, err := NewJournal(journal).Open(id)
		if errors.Is(err, ErrNoStep) {
			_, _, err := checkScene(scene, "old")
			must(t, err)
			tally.noStep.Add(1)
			continue
		}
		must(t, err)
		if over := map[bool]string{true: "old", false: "new"}[step.Undone]; step.over() {
			_, _, err := checkScene(scene, over)
			must(t, err)
			continue
		}
		switch {
		case newFiles == 0:
			tally.untouched.Add(1)
		case oldFiles == 0:
			tally.written.Add(1)
		default:
			tally.partly.Add(1)
		}
		tally.recover(t, journal, scene)
	}
}

// recover recovers a scene, often after another recovery was killed as well.
func (tally *tally) recover(t *testing.T, journal, scene string) {
	id := filepath.Base(scene)
	undo := rand.IntN(2) == 0
	if rand.IntN(2) == 0 {
		cmd := startChild(t, "under way\n", "recover", journal, id, map[bool]string{true: "undo", false: "finish"}[undo])
		killed(t, cmd, 15*time.Millisecond)
		_, _, err := checkScene(scene, "")
		must(t, err)
		tally.kills.Add(1)
		tally.recovering.Add(1)
	}
	undone, err := recovery(journal, id, undo)
	must(t, err)
	if !undone {
		_, _, err := checkScene(scene, "new")
		must(t, err)
		_, err = recovery(journal, id, true)
		must(t, err)
	}
	_, _, err = checkScene(scene, "old")
	must(t, err)
}

func TestKilledStepCanBeFinishedAndUndone(t *testing.T) {
	kills, budget := int64(1<<62), 20*time.Second
	if testing.Short() {
		budget = 4 * time.Second
	}
	if n, err := strconv.ParseInt(os.Getenv(killsEnv), 10, 64); err == nil {
		kills, budget = n, 24*time.Hour
	}
	var tally tally
	end := time.Now().Add(budget)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for i := 0; tally.kills.Load() < kills && time.Now().Before(end) && !t.Failed(); i++ {
				t.Run("", func(t *testing.T) { tally.round(t) })
			}
		})
	}
	wg.Wait()
	t.Logf("%d kills, %d of them in a recovery; before the step %d, before its first file %d, between files %d, after the last %d",
		tally.kills.Load(), tally.recovering.Load(), tally.noStep.Load(), tally.untouched.Load(), tally.partly.Load(), tally.written.Load())
}

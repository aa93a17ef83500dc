// What the journal keeps, lists and forgets.

package safefile

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func ids(steps []*Step) (ids []string) {
	for _, s := range steps {
		ids = append(ids, s.ID)
	}
	return ids
}

func TestJournalKeepsWhatItGot(t *testing.T) {
	dir := t.TempDir()
	j := NewJournal(filepath.Join(dir, "state", "journal"))
	if steps, err := j.List(); len(steps) != 0 || err != nil {
		t.Errorf("without a folder: %v, %v", steps, err)
	}
	_, err := j.Open("none")
	if !errors.Is(err, ErrNoStep) {
		t.Errorf("none: %v", err)
	}
	path := filepath.Join(dir, "file\n<&>\u2028")
	content := []byte("\x00\xff\r\n")
	_, err = j.Begin("a", json.RawMessage("{\n\"n\": [1, \"<é>\"]}"), []Change{{Path: path, New: content, Mode: 0o640}})
	must(t, err)
	content[0] = 'x' // the step has its own
	step, err := j.Open("a")
	must(t, err)
	var note struct{ N []any }
	must(t, json.Unmarshal(step.Note, &note))
	if len(note.N) != 2 || note.N[1] != "<é>" {
		t.Errorf("note %s", step.Note)
	}
	c := step.Changes()[0]
	if c.Path != path || c.Existed || c.Old != nil || string(c.New) != "\x00\xff\r\n" || c.Mode != 0o640 || c.MkdirMode != 0o700 {
		t.Errorf("%+v", c)
	}
	must(t, filepath.WalkDir(j.dir, func(path string, d fs.DirEntry, err error) error {
		if want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[d.IsDir()]; mode(t, path) != want {
			t.Errorf("%s has mode %o", path, mode(t, path))
		}
		return err
	}))

	if _, err := j.Begin("a", nil, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the same id: %v", err)
	}
	for _, id := range []string{"", ".", "..", "a/b", "a.b", "é", strings.Repeat("a", 101)} {
		if _, err := j.Begin(id, nil, nil); err == nil {
			t.Errorf("id %q was taken", id)
		}
		if _, err := j.Open(id); !errors.Is(err, ErrNoStep) {
			t.Errorf("id %q: %v", id, err)
		}
	}
	for what, changes := range map[string][]Change{
		"relative": {create("file", "")},
		"twice":    {create(path, ""), create(path, "")},
		"below":    {create(path, ""), create(filepath.Join(path, "b"), "")},
		"not UTF8": {create(filepath.Join(dir, "\xff"), "")},
		"both":     {{Path: path, Remove: true, New: []byte("x")}},
		"neither":  {{Path: path, Old: []byte("x")}},
	} {
		if _, err := j.Begin("b", nil, changes); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := j.Begin("b", json.RawMessage("{"), nil); err == nil {
		t.Error("a broken note: no error")
	}
	if n := names(t, j.dir); !slices.Equal(n, []string{"a"}) {
		t.Errorf("left behind: %v", n)
	}
	empty, err := j.Begin("empty", nil, nil)
	must(t, err)
	must(t, empty.Done())
}

func TestListAndDamage(t *testing.T) {
	dir := t.TempDir()
	j := NewJournal(dir + ".journal")
	for _, id := range []string{"c", "a", "b", "cut", "bent", "head"} {
		begun(t, dir, id, create(filepath.Join(dir, "file"), "some content"))
	}
	must(t, os.MkdirAll(filepath.Join(j.dir, "aborted"), 0o700)) // a Begin that was killed
	damage := func(id string, how func([]byte) []byte) {
		path := filepath.Join(j.dir, id, recordFile)
		must(t, os.WriteFile(path, how([]byte(read(t, path))), 0o600))
	}
	damage("cut", func(b []byte) []byte { return b[:40] })
	damage("head", func(b []byte) []byte { return []byte(strings.Replace(string(b), "file", "life", 1)) })
	damage("bent", func(b []byte) []byte { b[len(b)-1]++; return b })
	steps, err := j.List()
	if got := ids(steps); !slices.Equal(got, []string{"bent", "b", "a", "c"}) {
		t.Errorf("steps %v", got)
	}
	if !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), "cut") || !strings.Contains(err.Error(), "head") {
		t.Errorf("error %v", err)
	}
	if steps[0].Changes() != nil || steps[1].Changes()[0].New == nil || steps[0].Paths()[0] != filepath.Join(dir, "file") {
		t.Error("changes of listed steps")
	}
	if _, err := steps[0].Undo(); !errors.Is(err, ErrBroken) {
		t.Errorf("undoing a damaged step: %v", err)
	}
	begun(t, dir, "aborted", create(filepath.Join(dir, "file"), ""))

	// Every cut of a record is noticed.
	whole := []byte(read(t, filepath.Join(j.dir, "a", recordFile)))
	for n := range whole {
		damage("a", func([]byte) []byte { return whole[:n] })
		if _, err := j.Open("a"); !errors.Is(err, ErrBroken) {
			t.Fatalf("cut to %d of %d bytes: %v", n, len(whole), err)
		}
	}
}

func TestPrune(t *testing.T) {
	dir := t.TempDir()
	j := NewJournal(dir + ".journal")
	var steps []*Step
	for _, id := range []string{"1", "2", "open", "3", "undoing", "4", "undone"} {
		step := begun(t, dir, id, create(filepath.Join(dir, id), ""))
		steps = append(steps, step)
		switch id {
		case "open":
		case "undone":
			wantWhats(t, step.Undo, "untouched")
		case "undoing":
			must(t, step.Done())
			must(t, step.mark(undoingMark))
		default:
			must(t, step.Done())
		}
	}
	left := func() []string {
		list, err := j.List()
		must(t, err)
		return ids(list)
	}
	j.Prune(0, time.Hour)
	if got := left(); len(got) != 7 {
		t.Errorf("young ones went: %v", got)
	}
	unlock, err := lockStep(steps[0].dir)
	must(t, err)
	must(t, os.Mkdir(filepath.Join(j.dir, "aborted"), 0o700))
	old := time.Now().Add(-2 * leftoverAge)
	must(t, os.Chtimes(filepath.Join(j.dir, "aborted"), old, old))
	j.Prune(2, 0)
	if got := left(); !slices.Equal(got, []string{"undone", "4", "undoing", "open", "1"}) {
		t.Errorf("left %v", got)
	}
	unlock()
	j.Prune(0, 0)
	if got := left(); !slices.Equal(got, []string{"undoing", "open"}) {
		t.Errorf("left %v", got)
	}
	if n := names(t, j.dir); len(n) != 2 {
		t.Errorf("folders: %v", n)
	}
	wantErr(t, steps[0].Write(0), filepath.Join(dir, "1"), ErrNoStep)
	if _, err := steps[0].Undo(); !errors.Is(err, ErrNoStep) {
		t.Errorf("undoing a pruned step: %v", err)
	}
}

func TestManyWorkOnOneStep(t *testing.T) {
	dir := t.TempDir()
	scene := filepath.Join(dir, "scene")
	must(t, setScene(scene))
	begun(t, dir, "s", sceneChanges(scene)...)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			step, err := NewJournal(dir + ".journal").Open("s")
			if err != nil {
				t.Error(err)
				return
			}
			switch i % 4 {
			case 0:
				_, err = step.Undo()
			case 1:
				_, err = step.Finish()
			default:
				for n := range scene {
					if err = step.Write(n % 8); err != nil || n == 7 {
						break
					}
				}
			}
			if err != nil && !errors.Is(err, ErrUndone) && !errors.Is(err, ErrChanged) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if _, _, err := checkScene(scene, "old"); err != nil {
		t.Error(err)
	}
}

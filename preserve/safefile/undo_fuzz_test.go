// Two laws of undoing, with files, steps and foreign edits by the dice.

package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// dice takes decisions from fuzzed bytes, 0 when they have run out.
type dice struct{ data []byte }

func (d *dice) roll(sides int) int {
	if len(d.data) == 0 {
		return 0
	}
	n := int(d.data[0]) % sides
	d.data = d.data[1:]
	return n
}

var contents = []string{"", "a\n", "b\r\nb", "a\n\x00\xff"}

// dealFiles makes some files below dir and the changes to them.
func dealFiles(t *testing.T, dir string, d *dice) (changes []Change) {
	for i := range 1 + d.roll(4) {
		path := filepath.Join(dir, []string{"", "sub", "sub/deep"}[d.roll(3)], fmt.Sprint("file ", i))
		c := Change{Path: path, Mode: []os.FileMode{0, 0o644}[d.roll(2)]}
		if d.roll(3) > 0 {
			c.Existed, c.Old = true, []byte(contents[d.roll(len(contents))])
			put(t, path, string(c.Old), []os.FileMode{0o600, 0o644, 0o755}[d.roll(3)])
			if d.roll(4) == 0 {
				must(t, os.Rename(path, path+" behind a link"))
				must(t, os.Symlink(filepath.Base(path)+" behind a link", path))
			}
		}
		if d.roll(4) == 0 {
			c.Remove = true
		} else {
			c.New = []byte(contents[d.roll(len(contents))])
		}
		changes = append(changes, c)
	}
	return changes
}

// snapshot is all names, kinds, modes, link targets and contents below dir.
func snapshot(t *testing.T, dir string) string {
	var all string
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		info, infoErr := d.Info()
		content, _ := os.Readlink(path)
		if d.Type().IsRegular() {
			content = read(t, path)
		}
		all += fmt.Sprintf("%s %v %q\n", path, info.Mode(), content)
		return errors.Join(err, infoErr)
	}))
	return all
}

// Law 1: a step and its undoing, whole or broken off, change nothing, however
// often. Law 2: what somebody else writes in between is never lost.
func FuzzUndoTakesBackAllAndOnlyItself(f *testing.F) {
	f.Add([]byte{}, false)
	f.Add([]byte("\x03\x01\x01\x01\x01\x01\x01\x01\x02\x00\x00\x01\x02\x02\x01\x02\x03\x00"), false)
	for i := range 60 {
		seed := make([]byte, 60)
		for n := range seed {
			seed[n] = byte(i*i + n*(7+i) + n*n/(i+1))
		}
		f.Add(seed, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, data []byte, foreign bool) {
		dir := filepath.Join(t.TempDir(), "files")
		must(t, os.Mkdir(dir, 0o755))
		d := &dice{data}
		changes := dealFiles(t, dir, d)
		before := snapshot(t, dir)

		theirs := map[int]string{} // by change: what somebody else wrote last
		edit := func() {
			if i := d.roll(3 * len(changes)); foreign && i < len(changes) {
				theirs[i] = fmt.Sprintf("theirs %d", len(d.data))
				put(t, changes[i].Path, theirs[i], 0o600)
			}
		}
		step := begun(t, dir, "s", changes...)
		for range d.roll(8) {
			edit()
			if i := d.roll(len(changes) + 1); i < len(changes) {
				if err := step.Write(i); err != nil && !(errors.Is(err, ErrChanged) && theirs[i] != "") {
					t.Error(err)
				}
			} else {
				_, err := step.Finish()
				must(t, err)
			}
		}
		for range 2 {
			edit()
			outcomes, err := step.Undo()
			must(t, err)
			for i, o := range outcomes {
				if (o.What == Changed) != (theirs[i] != "") || o.What == Failed {
					t.Errorf("%+v, theirs %q", o, theirs[i])
				}
			}
		}
		for i, want := range theirs {
			if got := read(t, changes[i].Path); got != want {
				t.Errorf("%s: %q of somebody else became %q", changes[i].Path, want, got)
			}
		}
		if after := snapshot(t, dir); len(theirs) == 0 && after != before {
			t.Errorf("before:\n%safter:\n%s", before, after)
		}
	})
}

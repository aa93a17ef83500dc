// The journal: what steps did to the user's files, one folder for each step.

package safefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// In the folder of a step:
const (
	recordFile  = "step"    // see record.go; without it there is no step
	lockFile    = "lock"    // held by whoever works on the step
	doneMark    = "done"    // empty; nothing is left to write
	undoingMark = "undoing" // empty; an Undo has begun
	undoneMark  = "undone"  // empty; and has come to its end
)

// Journal keeps steps in a folder: one folder for each (mode 0700, files 0600).
// It holds the contents of the user's files.
type Journal struct{ dir string }

// NewJournal is the journal in dir, which the first Begin makes (mode 0700).
func NewJournal(dir string) *Journal { return &Journal{dir} }

// Begin writes a whole step down, old and new contents, and returns once that
// has reached the disk. No file of the user has been touched by then, except
// that old temporary files of killed processes beside them are removed. id is
// 1 to 100 letters, digits and '-'. note is the caller's own JSON; nil is null.
//
// Begin refuses what Write would refuse, as far as it can be seen beforehand.
// Errors name the file: ErrChanged when one holds neither Old nor New,
// ErrNotRegular, ErrHardLink, ErrDangling, fs.ErrPermission for a file or
// folder that is read-only, syscall.EROFS, syscall.ENOTDIR. About the journal
// itself: fs.ErrExist when id is taken, syscall.ENOSPC and the like. There is
// no step then.
func (j *Journal) Begin(id string, note json.RawMessage, changes []Change) (*Step, error) {
	dir := filepath.Join(j.dir, id)
	switch {
	case !validID(id):
		return nil, failed("begin step", id, errors.New("an id is 1 to 100 letters, digits and '-'"))
	case note != nil && !json.Valid(note):
		return nil, failed("begin step", id, errors.New("the note is not JSON"))
	case note == nil:
		note = json.RawMessage("null")
	}
	entries, err := plan(changes)
	if err != nil {
		return nil, err
	}
	h := head{ID: id, Tag: randomHex(tagLen), Created: time.Now().Round(0), Note: note, Changes: entries}
	clearLeftovers(h.reals(), "")
	changes = slices.Clone(changes)
	for i, c := range changes {
		changes[i].Old, changes[i].New = bytes.Clone(c.Old), bytes.Clone(c.New)
		changes[i].Mode, changes[i].MkdirMode = entries[i].Mode, entries[i].MkdirMode
	}
	if err := j.record(dir, h, changes); err != nil {
		return nil, failed("begin step", dir, err)
	}
	return newStep(dir, h, changes), nil
}

func (j *Journal) record(dir string, h head, changes []Change) error {
	parts, err := encode(h, changes)
	if err != nil {
		return err
	}
	made, err := makeFolders(filepath.Join(dir, recordFile), 0o700)
	if err != nil {
		return err
	}
	unlock, err := lockStep(dir)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := os.Lstat(filepath.Join(dir, recordFile)); err == nil {
		return fs.ErrExist
	}
	clearStep(dir) // a Begin or a Prune was killed here
	if err := replace(filepath.Join(dir, recordFile), parts...); err != nil {
		os.RemoveAll(dir)
		return err
	}
	if len(made) == 0 { // by a Begin that was killed, perhaps before it could sync
		syncDir(j.dir)
	}
	return nil
}

// Open returns the step with this id. Errors: ErrNoStep, ErrBroken, and those of reading.
func (j *Journal) Open(id string) (*Step, error) {
	if !validID(id) {
		return nil, failed("open step", id, ErrNoStep)
	}
	return j.open(id, true)
}

func (j *Journal) open(id string, contents bool) (*Step, error) {
	dir := filepath.Join(j.dir, id)
	h, changes, err := decode(filepath.Join(dir, recordFile), contents)
	if err == nil && h.ID != id {
		err = ErrBroken
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNoStep
	}
	if err != nil {
		return nil, failed("open step", dir, err)
	}
	return newStep(dir, h, changes), nil
}

// List returns all steps, the newest first. It reads no contents: see
// [Step.Changes]. Steps that cannot be read are left out; the error joins what
// is wrong with them, and the others are returned all the same.
func (j *Journal) List() ([]*Step, error) {
	ids, err := j.ids()
	if err != nil {
		return nil, failed("list steps", j.dir, err)
	}
	var steps []*Step
	var errs []error
	for _, id := range ids {
		step, err := j.open(id, false)
		switch {
		case err == nil:
			steps = append(steps, step)
		case !errors.Is(err, ErrNoStep): // that is a Begin that was killed, or has not got so far
			errs = append(errs, err)
		}
	}
	slices.SortFunc(steps, func(a, b *Step) int {
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	return steps, errors.Join(errs...)
}

func (j *Journal) ids() (ids []string, err error) {
	entries, err := os.ReadDir(j.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		if entry.IsDir() && validID(entry.Name()) {
			ids = append(ids, entry.Name())
		}
	}
	return ids, nil
}

func validID(id string) bool {
	return len(id) >= 1 && len(id) <= 100 &&
		strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}

func (h head) reals() (reals []string) {
	for _, e := range h.Changes {
		reals = append(reals, e.Real)
	}
	return reals
}

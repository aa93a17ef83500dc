// A step: several files of the user that change together, and its way forward.

package safefile

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// stepWait is how long a step is waited for that somebody else works on. They
// hold it for one file, or for a whole Undo or Finish; its expiry means that
// they are stuck.
const stepWait = 30 * time.Second

// Step is a step of a [Journal]. Its methods may be called by several
// processes at once; the fields are how it was when it was last opened or
// worked on here.
type Step struct {
	ID       string
	Note     json.RawMessage // as Begin got it, but for white space
	Created  time.Time
	Finished bool // Done was called, or Finish had nothing left to do
	Undoing  bool // an Undo has begun, and was killed or could not do all; Undo goes on
	Undone   bool // an Undo came to its end

	dir     string
	head    head
	changes []Change // nil before load
}

func newStep(dir string, h head, changes []Change) *Step {
	s := &Step{ID: h.ID, Note: h.Note, Created: h.Created, dir: dir, head: h, changes: changes}
	s.refresh()
	return s
}

// refresh looks at the marks of the step.
func (s *Step) refresh() {
	s.Finished, s.Undone = s.marked(doneMark), s.marked(undoneMark)
	s.Undoing = !s.Undone && s.marked(undoingMark)
}

func (s *Step) marked(mark string) bool {
	_, err := os.Lstat(filepath.Join(s.dir, mark))
	return err == nil
}

// mark leaves an empty file in the folder of the step, durably. Its name is all there is to it.
func (s *Step) mark(mark string) error {
	file, err := os.OpenFile(filepath.Join(s.dir, mark), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	syncDir(s.dir)
	s.refresh()
	return nil
}

// Paths returns the paths of the changes, as Begin got them.
func (s *Step) Paths() []string {
	var paths []string
	for _, e := range s.head.Changes {
		paths = append(paths, e.Path)
	}
	return paths
}

// Changes returns the changes with their contents, which are not to be written
// into. For a step from List this reads them; it returns nil when they cannot
// be read (Open says why).
func (s *Step) Changes() []Change {
	if s.load() != nil {
		return nil
	}
	return s.changes
}

func (s *Step) load() error {
	if s.changes != nil || len(s.head.Changes) == 0 {
		return nil
	}
	_, changes, err := decode(filepath.Join(s.dir, recordFile), true)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNoStep
	}
	s.changes = changes
	return err
}

// lockStep takes the lock of the step in dir. It makes no folder: a step that
// was pruned stays away.
func lockStep(dir string) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(context.Background(), stepWait)
	defer cancel()
	unlock, err = waitLock(ctx, filepath.Join(dir, lockFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNoStep
	}
	return unlock, err
}

// hold locks the step and sees that it is still there, and how it stands.
func (s *Step) hold() (unlock func(), err error) {
	unlock, err = lockStep(s.dir)
	if err != nil {
		return nil, err
	}
	err = ErrNoStep
	if hasRecord(s.dir) {
		err = s.load()
	}
	if err != nil {
		unlock()
		return nil, err
	}
	s.refresh()
	return unlock, nil
}

// Write brings change i into place, durably. It checks that the file still
// holds Old, writes a temporary file beside it, checks again and renames. A
// file that holds New already is fine. When Write fails, the file is as it was.
//
// Another program that writes in the microseconds between the second check and
// the rename is not noticed, and what it wrote is lost. The journal has Old.
//
// Errors: ErrChanged when the file holds neither, when a link on the way has
// got another target, or when the step is finished but the file no longer
// holds New; ErrUndone; those of Begin; syscall.ENOSPC; ErrNoStep after a
// Prune; context.DeadlineExceeded when somebody else held the step for 30 seconds.
func (s *Step) Write(i int) error {
	path := s.head.Changes[i].Path
	unlock, err := s.hold()
	if err != nil {
		return failed("write", path, err)
	}
	defer unlock()
	if s.Undoing || s.Undone {
		return failed("write", path, ErrUndone)
	}
	if _, err := s.forward(i); err != nil {
		return failed("write", path, err)
	}
	return nil
}

// Done marks the step as finished, durably: nothing is left to write. It does
// not look at the files. Whoever gave one up after an error may call it too.
// Errors: ErrUndone, ErrNoStep, those of writing.
func (s *Step) Done() error {
	unlock, err := s.hold()
	if err != nil {
		return failed("finish step", s.dir, err)
	}
	defer unlock()
	if s.Undoing || s.Undone {
		return failed("finish step", s.dir, ErrUndone)
	}
	if s.Finished {
		return nil
	}
	if err := s.mark(doneMark); err != nil {
		return failed("finish step", s.dir, err)
	}
	return nil
}

// look finds the file of change i and what it holds.
func (s *Step) look(i int) (t target, now holding, err error) {
	if t, err = locate(s.changes[i].Path); err != nil {
		return target{}, holding{}, err
	}
	if t.real != s.head.Changes[i].Real {
		return target{}, holding{}, ErrChanged
	}
	now, err = s.changes[i].compare(t)
	return t, now, err
}

// forward brings change i into place and reports whether there was need to.
func (s *Step) forward(i int) (wrote bool, err error) {
	t, now, err := s.look(i)
	if err != nil || now.new {
		return false, err
	}
	if !now.old || s.Finished {
		return false, ErrChanged
	}
	e := s.head.Changes[i]
	a := attrs{mode: e.Mode}
	return true, s.bring(i, t, s.changes[i].New, !e.Remove, a, func(now holding) bool { return now.old })
}

// back takes change i back and reports whether there was need to.
func (s *Step) back(i int) (wrote bool, err error) {
	t, now, err := s.look(i)
	if err != nil || now.old {
		return false, err
	}
	if !now.new {
		return false, ErrChanged
	}
	e := s.head.Changes[i]
	a := attrs{mode: e.OldMode, uid: e.OldUID, gid: e.OldGID, exact: true}
	return true, s.bring(i, t, s.changes[i].Old, e.Existed, a, func(now holding) bool { return now.new })
}

// atLastMoment is a seam for tests: it runs when all is written but the last look and the rename.
var atLastMoment = func(real string) {}

// bring gives the file at t this content, or removes it, if want is still true
// of it at the last moment. a is for a file that is not there.
func (s *Step) bring(i int, t target, data []byte, exists bool, a attrs, want func(holding) bool) (err error) {
	if err := t.writable(); err != nil {
		return err
	}
	still := func() error {
		atLastMoment(t.real)
		_, now, err := s.look(i)
		if err == nil && !want(now) {
			err = ErrChanged
		}
		return err
	}
	if !exists {
		return takeAway(t, still)
	}
	if t.info != nil {
		a = attrs{mode: t.info.Mode(), exact: true}
		a.uid, a.gid = t.owner()
	}
	made, err := makeFolders(t.real, s.head.Changes[i].MkdirMode)
	if err == nil {
		err = exchange(t, tempName(t.real, s.head.Tag), data, a, still)
	}
	if err != nil {
		removeFolders(made)
	}
	return err
}

// isOther tells the errors of look that mean "something else is there now"
// from those that mean "cannot see".
func isOther(err error) bool {
	return errors.Is(err, ErrChanged) || errors.Is(err, ErrNotRegular) ||
		errors.Is(err, ErrDangling) || errors.Is(err, syscall.ENOTDIR)
}

// Forgetting a step that nobody will work on any more.

package safefile

import (
	"errors"
	"os"
	"path/filepath"
)

// Forget removes the step from its journal, however it stands, and the
// temporary files a killed process has left of it; no file of the user is
// touched. It waits like Undo for somebody who works on it. A step that is gone
// already is no error. Errors: context.DeadlineExceeded, those of removing.
func (s *Step) Forget() error {
	unlock, err := lockStep(s.dir)
	if errors.Is(err, ErrNoStep) {
		return nil
	}
	if err != nil {
		return failed("forget step", s.dir, err)
	}
	defer unlock()
	clearLeftovers(s.head.reals(), s.head.Tag)
	// The record goes first: without its marks the step would look unfinished.
	if err := os.Remove(filepath.Join(s.dir, recordFile)); err != nil && !os.IsNotExist(err) {
		return failed("forget step", s.dir, err)
	}
	syncDir(s.dir)
	if err := os.RemoveAll(s.dir); err != nil {
		return failed("forget step", s.dir, err)
	}
	return nil
}

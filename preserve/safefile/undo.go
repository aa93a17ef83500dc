// A whole step at once: back, or forward to its end after the process was killed.

package safefile

import "slices"

// What became of a file.
type What string

const (
	Restored  What = "restored"  // it holds Old again
	Written   What = "written"   // Finish: it holds New now
	Untouched What = "untouched" // it was already as it should be
	Changed   What = "changed"   // it held neither Old nor New, and was left alone
	Failed    What = "failed"    // it should have been written and could not be; it is as it was
)

// Outcome is what became of one file of a step.
type Outcome struct {
	Path string
	What What
	Err  error // an *os.PathError with Changed and Failed, otherwise nil
}

// Undo puts back, byte for byte, every file that still holds New, the last one
// first. Files the step made are removed again, and after them the folders
// that were missing when it began, if they are empty. Files it removed come
// back with their mode. The outcomes are in the order of the changes.
//
// From its first moment on, the step can no longer be written or finished. An
// Undo that was killed is called again, as is one with a Failed or a Changed
// outcome; else
// the step is Undone, and calling it again finds every file Untouched.
//
// The error is about the step as a whole, and then nothing or not everything
// was tried: ErrNoStep, ErrBroken, context.DeadlineExceeded when somebody else
// held the step for 30 seconds, those of writing its marks.
func (s *Step) Undo() ([]Outcome, error) {
	unlock, err := s.hold()
	if err != nil {
		return nil, failed("undo step", s.dir, err)
	}
	defer unlock()
	clearLeftovers(s.head.reals(), s.head.Tag)
	if !s.Undoing && !s.Undone {
		if err := s.mark(undoingMark); err != nil {
			return nil, failed("undo step", s.dir, err)
		}
	}
	outcomes := make([]Outcome, len(s.changes))
	failures := false
	for i := range slices.Backward(s.changes) {
		wrote, err := s.back(i)
		outcomes[i] = outcome("undo", s.changes[i].Path, wrote, Restored, err)
		failures = failures || outcomes[i].What == Failed || outcomes[i].What == Changed
	}
	for _, e := range slices.Backward(s.head.Changes) {
		removeFolders(e.Folders)
	}
	if failures {
		return outcomes, nil
	}
	if err := s.mark(undoneMark); err != nil {
		return outcomes, failed("undo step", s.dir, err)
	}
	return outcomes, nil
}

// Finish writes what is still missing of a step whose process was killed: a
// file that holds Old gets New. It marks the step as finished unless a file
// Failed; then it can be called again. Of a step that is finished, nothing is
// missing: a file that does not hold New is Changed then.
//
// The error is about the step as a whole: ErrUndone when an Undo has begun,
// and those of Undo.
func (s *Step) Finish() ([]Outcome, error) {
	unlock, err := s.hold()
	if err != nil {
		return nil, failed("finish step", s.dir, err)
	}
	defer unlock()
	if s.Undoing || s.Undone {
		return nil, failed("finish step", s.dir, ErrUndone)
	}
	clearLeftovers(s.head.reals(), s.head.Tag)
	var outcomes []Outcome
	failures := false
	for i, c := range s.changes {
		wrote, err := s.forward(i)
		o := outcome("finish", c.Path, wrote, Written, err)
		failures = failures || o.What == Failed
		outcomes = append(outcomes, o)
	}
	if failures || s.Finished {
		return outcomes, nil
	}
	if err := s.mark(doneMark); err != nil {
		return outcomes, failed("finish step", s.dir, err)
	}
	return outcomes, nil
}

func outcome(op, path string, wrote bool, done What, err error) Outcome {
	switch {
	case err == nil && wrote:
		return Outcome{Path: path, What: done}
	case err == nil:
		return Outcome{Path: path, What: Untouched}
	case isOther(err):
		return Outcome{path, Changed, failed(op, path, err)}
	default:
		return Outcome{path, Failed, failed(op, path, err)}
	}
}

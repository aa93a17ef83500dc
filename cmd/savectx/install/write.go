// Carrying a plan out.

package install

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"syscall"

	"savectx/preserve/safefile"
)

// Write carries the plan out as one step of the journal, all or nothing: what
// was written before a file that fails is taken back. The caller holds the
// locks of Place.Paths. Errors are those of safefile's Begin and Write; one
// about a link that has got another target since is safefile.ErrChanged.
func (p *Plan) Write(j *safefile.Journal, id, topic string) error {
	for path, real := range p.reals {
		if now, err := follow(path); err == nil && now != real {
			return &os.PathError{Op: "write", Path: path, Err: safefile.ErrChanged}
		}
	}
	about, err := json.Marshal(note{topic, p.place})
	if err != nil {
		return err
	}
	step, err := j.Begin(id, about, p.Changes)
	if err != nil {
		return err
	}
	if err := p.write(step); err != nil {
		return errors.Join(err, takeBack(step))
	}
	p.Close(j)
	return nil
}

// takeBack undoes a step, once. Files that somebody has changed since are
// theirs; only what could not be put back is left to the next run.
func takeBack(step *safefile.Step) error {
	outcomes, err := step.Undo()
	if err != nil {
		return err
	}
	var left []error
	for _, o := range outcomes {
		if o.What == safefile.Failed {
			left = append(left, o.Err)
		}
	}
	if len(left) > 0 {
		return errors.Join(left...)
	}
	return step.Forget()
}

func (p *Plan) write(step *safefile.Step) error {
	for i := range p.Changes {
		if p.record && i == len(p.Changes)-1 {
			p.tidy()
		}
		if err := step.Write(i); err != nil {
			return err
		}
	}
	if !p.record {
		p.tidy()
	}
	return step.Done()
}

// tidy removes the folders that are empty now. It comes before the record
// forgets them, so that a killed run leaves none.
func (p *Plan) tidy() {
	slices.SortFunc(p.folders, func(a, b string) int { return len(b) - len(a) }) // the innermost first
	for _, dir := range p.folders {
		_ = syscall.Rmdir(dir) // fails where something is in it, and takes no link away
	}
}

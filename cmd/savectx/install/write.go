// Carrying a plan out.

package install

import (
	"encoding/json"
	"errors"
	"os"
	"slices"

	"savectx/preserve/safefile"
)

// Write carries the plan out as one step of the journal, all or nothing: what
// was written before a file that fails is taken back. The caller holds the
// locks of Place.Paths. Errors are those of safefile's Begin and Write.
func (p *Plan) Write(j *safefile.Journal, id, topic string) error {
	note, err := json.Marshal(map[string]string{"topic": topic})
	if err != nil {
		return err
	}
	step, err := j.Begin(id, note, p.Changes)
	if err != nil {
		return err
	}
	if err := p.write(step); err != nil {
		_, undo := step.Undo()
		return errors.Join(err, undo)
	}
	return nil
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
		_ = os.Remove(dir) // fails where something is in it
	}
}

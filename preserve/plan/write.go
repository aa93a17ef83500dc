// Carrying a plan out, finishing one that was cut short, taking one back.

package plan

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"savectx/preserve/safefile"
)

// Note is what the journal keeps beside the files of a save.
type Note struct {
	Root    string   `json:"root"`
	Session string   `json:"session"`
	Topic   string   `json:"topic"`
	Locks   []string `json:"locks"`
	Keeps   *Keeps   `json:"keeps,omitempty"` // what stores get
}

// Write carries the plan out under its locks, which the caller holds: journal
// first, then file by file. The first edit of a document that fails is the
// last one, and TempContext.md is left alone then; other destinations are
// written all the same. What failed is in the receipt, and wrote tells whether
// there is something to undo. An error means that nothing was written.
//
// A step with a file that failed after it was begun stays unfinished, and
// p.Rest says so. What is refused before is no part of the step. One by which
// stores get something is unfinished until [Plan.Kept].
func (p *Plan) Write(j *safefile.Journal) (receipt Receipt, wrote bool, err error) {
	note, err := json.Marshal(Note{p.Request.Place.Root, p.Request.Place.Session, p.Request.Snapshot.Topic, p.Request.Locks(), p.Keeps()})
	if err != nil {
		return p.Receipt, false, err
	}
	files := slices.Clone(p.draft.order)
	var step *safefile.Step
	for step == nil && (len(files) > 0 || p.Keeping()) {
		changes := make([]safefile.Change, len(files))
		for i, f := range files {
			changes[i] = f.change()
		}
		step, err = j.Begin(p.Request.ID, note, changes)
		if err == nil {
			break
		}
		// One file that cannot be written does not keep the others from it.
		i := slices.IndexFunc(files, func(f *file) bool { return f.path == pathOf(err) })
		if i < 0 {
			return p.Receipt, false, err
		}
		bad := files[i]
		p.failed(bad, err)
		files = slices.Delete(files, i, i+1)
		if bad.stage == edit {
			rest := slices.DeleteFunc(files[i:], func(f *file) bool { return p.heldBack(f, bad) })
			files = files[:i+len(rest)]
		}
	}
	if step == nil {
		return p.Receipt, false, nil
	}
	var bad *file
	for i, f := range files {
		if bad != nil && p.heldBack(f, bad) {
			p.Rest = true
			continue
		}
		if err := step.Write(i); err != nil {
			p.failed(f, err)
			p.Rest = true
			if f.stage == edit {
				bad = f
			}
			continue
		}
		wrote = true
	}
	if p.step = step; !p.Keeping() {
		if err := p.Kept(); err != nil { // every file is written all the same
			p.say(p.words.Receipt.Failed + reason(err))
		}
	}
	return p.Receipt, wrote, nil
}

// Kept ends the step, unless there is a rest: stores have what they were to
// get. After an error there is a rest.
func (p *Plan) Kept() error {
	if p.Rest || p.step == nil {
		return nil
	}
	err := p.step.Done()
	p.Rest = err != nil
	return err
}

// Void forgets the step of a save that wrote nothing, in no file and in no
// store: there is nothing to take back.
func (p *Plan) Void() error {
	if p.step == nil {
		return nil
	}
	return p.step.Forget()
}

func pathOf(err error) string {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Path
	}
	return ""
}

// heldBack leaves a file alone because an edit before it failed.
func (p *Plan) heldBack(f, bad *file) bool {
	if f.stage == free {
		return false
	}
	p.failed(f, errors.New("left alone because "+p.shown(bad.path)+" could not be edited"))
	return true
}

// failed puts a file that was not written into the receipt.
func (p *Plan) failed(f *file, err error) {
	for _, by := range f.by {
		i := slices.IndexFunc(p.Receipt.Destinations, func(d Destination) bool {
			return d.Name == by && (d.Path == f.path || d.Path == p.shown(f.path) || d.Path == filepath.Dir(f.path))
		})
		if i < 0 { // a file beside the point, such as an old handoff
			p.say(p.words.Receipt.Failed + f.path + ": " + reason(err))
			continue
		}
		line := &p.Receipt.Destinations[i]
		line.Error = reason(err)
		lost := 0
		for _, e := range p.Entries {
			if e.Destination != by || p.inRootOrAbs(e.File) != f.path {
				continue
			}
			lost++
			if e.Item >= 0 {
				line.LeaveOut(e.Item, NotWritten)
			}
		}
		line.Written = max(0, line.Written-lost)
	}
}

func (p *Plan) inRootOrAbs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return p.inRoot(name)
}

// Commit writes changes as one journalled step, all of them or up to the first
// that fails.
func Commit(j *safefile.Journal, id string, note Note, changes []safefile.Change) error {
	data, err := json.Marshal(note)
	if err != nil {
		return err
	}
	step, err := j.Begin(id, data, changes)
	if err != nil {
		return err
	}
	for i := range changes {
		if err := step.Write(i); err != nil {
			return err
		}
	}
	return step.Done()
}

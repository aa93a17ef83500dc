// What runs that were killed have written. It counts as ours, as if they had
// come to their end: the next plan for the same place goes on from there, in
// either direction, and shows it before it asks. No other place is touched.

package install

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"

	"savectx/preserve/safefile"
)

// note is what a step of the journal says about itself.
type note struct {
	Topic string `json:"topic"`
	Place string `json:"place"` // the settings file, or a plugin's folder
}

// Journal is the folder of the steps that carry plans out.
func (p Place) Journal() string { return filepath.Join(p.State, "installs") }

// UnderWay tells whether some run, of any place, has begun and not ended: it
// goes on at this moment or was killed.
func (p Place) UnderWay() bool {
	all, _ := safefile.NewJournal(p.Journal()).List()
	return slices.ContainsFunc(all, unended)
}

func unended(s *safefile.Step) bool { return !s.Undone && (!s.Finished || s.Undoing) }

// cutShort are the steps that killed runs of a place have left, the oldest
// first. One that cannot be read says nothing.
func cutShort(j *safefile.Journal, place string) (steps []*safefile.Step) {
	all, _ := j.List()
	for _, s := range slices.Backward(all) {
		var n note
		if unended(s) && json.Unmarshal(s.Note, &n) == nil && n.Place == place {
			steps = append(steps, s)
		}
	}
	return steps
}

// absorb adds to the record what killed runs of the place have written. It
// reports whether one of them has left something undone.
func (r *record) absorb(state, place string) (undone bool) {
	for _, s := range cutShort(safefile.NewJournal(Place{State: state}.Journal()), place) {
		for _, c := range s.Changes() {
			if c.Path != r.path {
				undone = undone || !done(c)
				continue
			}
			var then record
			if json.Unmarshal(c.New, &then) == nil && then.Version == 1 {
				r.merge(&then, place)
			}
		}
	}
	return undone
}

// done tells whether a file is as a change was to make it.
func done(c safefile.Change) bool {
	data, existed, err := safefile.ReadState(c.Path, int64(len(c.New)))
	return err == nil && existed == !c.Remove && bytes.Equal(data, c.New)
}

// merge takes over what then says about the place, as far as the files are so.
func (r *record) merge(then *record, place string) {
	if will, ok := then.Settings[place]; ok {
		is, known := r.Settings[place]
		if !known || will.After == sumOf(place, settingsLimit) {
			is = will
		}
		if is.Copy == "" {
			is.Backup, is.Copy, is.Replaced = will.Backup, will.Copy, will.Replaced
		}
		r.Settings[place] = is
	}
	for path, s := range then.Skills {
		if slices.Contains(s.For, place) && sumOf(path, skillLimit) == s.Sum {
			r.keeps(path, place, s.Sum)
		}
	}
	for name, sum := range then.Plugins[place] {
		r.wrote(place, name, sum)
	}
	for _, dir := range then.Folders {
		if !slices.Contains(r.Folders, dir) {
			r.Folders = append(r.Folders, dir)
		}
	}
}

// sumOf is the sha256 of a file, "" when it cannot be read.
func sumOf(path string, limit int64) string {
	data, existed, err := safefile.ReadState(path, limit)
	if err != nil || !existed {
		return ""
	}
	return sum(data)
}

// Close forgets what killed runs of the plan's place have left: its end has
// been reached. The caller holds the locks of Place.Paths.
func (p *Plan) Close(j *safefile.Journal) {
	for _, s := range cutShort(j, p.place) {
		_ = s.Forget() // the next plan would find nothing to do for it
	}
}

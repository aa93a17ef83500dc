// What a save did, as data.

package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Receipt is what a save did, or would do, destination by destination.
type Receipt struct {
	Version      int           `json:"version"`
	ID           string        `json:"id"`
	Session      string        `json:"session"`
	Destinations []Destination `json:"destinations"`
	Redacted     int           `json:"redacted"`
	Job          any           `json:"job"`
	// Remarks are sentences for the person, in their language.
	Remarks []string `json:"remarks,omitempty"`
}

// Destination is one line of a receipt. Path is a file, a folder if several
// were written there, or a store. Written counts items; a file that is written whole is
// one.
type Destination struct {
	Name    string    `json:"name"`
	Path    string    `json:"path"`
	Written int       `json:"written"`
	Waiting int       `json:"waiting,omitempty"` // items that are kept here until their server is back
	Dropped []Dropped `json:"dropped"`
	Error   string    `json:"error"`
}

// Dropped is an item that is not in a destination. Item is its path in the
// snapshot: "items[0]" is the first.
type Dropped struct {
	Item   string `json:"item"`
	Reason string `json:"reason"`
}

// LeaveOut notes an item that is not in the destination.
func (d *Destination) LeaveOut(item int, reason string) {
	d.Dropped = append(d.Dropped, Dropped{fmt.Sprintf("items[%d]", item), reason})
}

// Failed reports whether a part of the save was not written.
func (r Receipt) Failed() bool {
	for _, d := range r.Destinations {
		if d.Error != "" {
			return true
		}
	}
	return false
}

// Saved reports whether nothing of the snapshot is lost when the session is:
// nothing failed, and something was written, or all of it stood there already.
func (r Receipt) Saved() bool {
	written, duplicates, others := 0, 0, 0
	for _, d := range r.Destinations {
		written += d.Written + d.Waiting
		for _, x := range d.Dropped {
			if x.Reason == Duplicate {
				duplicates++
			} else {
				others++
			}
		}
	}
	return !r.Failed() && (written > 0 || duplicates > 0 && others == 0)
}

// tidy puts the lines into the order of the destinations and leaves out those
// that say nothing, where another line speaks for the same destination.
func (r *Receipt) tidy() {
	lines := r.Destinations
	count := map[string]int{}
	for _, d := range lines {
		count[d.Name]++
	}
	r.Destinations = slices.DeleteFunc(lines, func(d Destination) bool {
		silent := d.Written+d.Waiting == 0 && len(d.Dropped) == 0 && d.Error == ""
		return silent && (count[d.Name] > 1 || d.Path == "")
	})
	order := Destinations()
	slices.SortStableFunc(r.Destinations, func(a, b Destination) int {
		return cmp.Compare(slices.Index(order, a.Name), slices.Index(order, b.Name))
	})
}

// At is the line of a name and path, which is added if it is not there.
func (r *Receipt) At(name, path string) *Destination {
	for i := range r.Destinations {
		if d := &r.Destinations[i]; d.Name == name && d.Path == path {
			return d
		}
	}
	r.Destinations = append(r.Destinations, Destination{Name: name, Path: path, Dropped: []Dropped{}})
	return &r.Destinations[len(r.Destinations)-1]
}

// Remark adds a sentence for the person, once.
func (r *Receipt) Remark(text string) {
	if text = strings.TrimSpace(text); !slices.Contains(r.Remarks, text) {
		r.Remarks = append(r.Remarks, text)
	}
}

// One entry of the list, in the shape of `preserve --json`.

package inforce

import (
	"slices"
	"time"

	"savectx/preserve"
	"savectx/preserve/audit"
	"savectx/preserve/evidence"
)

// Entry is one item and where it comes from.
type Entry struct {
	Kind  preserve.Kind `json:"kind"`
	Text  string        `json:"text"`
	Why   string        `json:"why,omitempty"`
	Quote string        `json:"quote"` // the user's own words; "" where none are known
	Exact []string      `json:"exact"`
	// Approved is that of a snapshot's item: false means asked, not granted.
	Approved *bool `json:"approved,omitempty"`
	Done     bool  `json:"done,omitempty"` // of a snapshot's item: nobody has to do it again
	// By says who said or did it: "user", "model", "tool". What was saved is
	// "model", whoever made the snapshot: only its quotes are a person's words.
	By     evidence.By `json:"by"`
	Source Source      `json:"source"`
	Score  int         `json:"score"` // 0 to 100
}

// Source is the place of an entry.
type Source struct {
	File string    `json:"file"` // the transcript, or the file of the last save
	Row  int       `json:"row"`  // line in the transcript, from 1; 0 for what was saved
	Time time.Time `json:"time"` // zero when the row has none
}

// Saved reports whether the entry comes from a snapshot.
func (e Entry) Saved() bool { return e.Source.Row == 0 }

// Item is the entry without its evidence. A quote that is its text is not said
// twice.
func (e Entry) Item() preserve.Item {
	it := preserve.Item{Kind: e.Kind, Text: e.Text, Why: e.Why, Quote: e.Quote, Exact: e.Exact, Approved: e.Approved, Done: e.Done}
	if it.Quote == it.Text {
		it.Quote = ""
	}
	return it
}

// Items are the entries without their evidence.
func Items(list []Entry) []preserve.Item {
	items := make([]preserve.Item, len(list))
	for i, e := range list {
		items[i] = e.Item()
	}
	return items
}

// savedScore is the score of what was saved: somebody found it worth it.
const savedScore = 100

// FromSnapshot are the entries of a snapshot's items. File and time are those
// of the save.
func FromSnapshot(items []preserve.Item, from Source) []Entry {
	var list []Entry
	for _, it := range items {
		list = append(list, Entry{Kind: it.Kind, Text: it.Text, Why: it.Why, Quote: it.Quote, Exact: exact(it.Exact), Approved: it.Approved, Done: it.Done, By: evidence.Model, Source: from, Score: savedScore})
	}
	return list
}

// FromFound are the entries of what was found in the transcript at path. The
// words of a person are their own quote.
func FromFound(found []evidence.Found, path string) []Entry {
	var list []Entry
	for _, f := range found {
		it := f.Item
		e := Entry{Kind: it.Kind, Text: it.Text, Why: it.Why, Quote: it.Quote, Exact: exact(it.Exact), Approved: it.Approved, By: f.By, Source: Source{path, f.Row, f.Time}, Score: f.Score}
		if f.By == evidence.User && !f.Option && e.Quote == "" {
			e.Quote = e.Text
		}
		list = append(list, e)
	}
	return list
}

func exact(list []string) []string { return append([]string{}, list...) }

// Merge puts two lists into one, most important first. Of the second, what the
// first says already is left out; what the first says otherwise too, unless it
// is newer than all of the first.
func Merge(first, second []Entry) []Entry {
	texts := make([]string, len(first))
	var until time.Time
	for i, e := range first {
		texts[i] = e.Text + " " + e.Why + " " + e.Quote
		for _, x := range e.Exact {
			texts[i] += " " + x
		}
		if e.Source.Time.After(until) {
			until = e.Source.Time
		}
	}
	list := slices.Clone(first)
	for i, v := range audit.Judge(Items(second), texts) {
		newer := v.Outcome == audit.Changed && second[i].Source.Time.After(until)
		if len(first) == 0 || v.Outcome == audit.Lost || newer {
			list = append(list, second[i])
		}
	}
	sorted := make([]Entry, 0, len(list))
	for _, i := range preserve.Ranked(Items(list)) {
		sorted = append(sorted, list[i])
	}
	return sorted
}

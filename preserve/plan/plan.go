// Making a plan.

package plan

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// Plan is what a save will write.
type Plan struct {
	Request Request
	Entries []Entry // as shown to the person, numbered from 1
	Changes []safefile.Change
	Receipt Receipt

	// Seen has the state of every file the plan rests on.
	Seen map[string]string

	// Rest tells, after Write, that a file of the journal's step is still to be
	// written, [safefile.Step.Finish] does it once the cause is gone, or that a
	// store has not got what it was to.
	Rest bool
	step *safefile.Step // of the journal, once it was begun

	words  prompts.Words
	redact func(string) (string, []string)
	draft  *draft
	routed []Entry // before the choice
	routes []Route // the same, as they are kept
}

// Entry is one thing that is written to one place. Item is -1 for a file that
// is written whole.
type Entry struct {
	N           int      `json:"n"`
	Destination string   `json:"destination"`
	Item        int      `json:"-"`
	File        string   `json:"file"` // relative to the project where it lies inside
	Section     string   `json:"section"`
	Lines       []string `json:"lines"`
	replaces    string
	gone        bool // left out after all
}

// Make plans a save. Errors are about the request itself, a choice that names
// no entry (a [*ChoiceError]), or a project that cannot be read; what is wrong
// with one destination is in the receipt.
//
// Every byte that is added to a file passes through redact, which returns the
// text without secrets and what it found.
func Make(ctx context.Context, r Request, redact func(string) (string, []string)) (*Plan, error) {
	words, err := prompts.Load(r.Lang)
	if err != nil {
		return nil, err
	}
	p := &Plan{Request: r, words: words, redact: redact, draft: newDraft(), Seen: map[string]string{}}
	p.Receipt = Receipt{Version: 1, ID: r.ID, Session: r.Place.Session, Redacted: r.Redacted}
	for _, d := range Destinations() {
		if !slices.Contains(r.To, d) {
			continue
		}
		switch d {
		case Context:
			err = p.routeContext(ctx)
		case Docs:
			p.routeDocs()
		case Memory:
			p.routeMemory()
		case Handoff:
			p.routeHandoff()
		case Notes:
			p.routeNotes()
		case Session:
			p.routeSession()
		case Mem0, MCP:
			p.routeFacts(d)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := p.choose(); err != nil {
		return nil, &ChoiceError{err}
	}
	p.renderContext()
	p.renderDocs()
	p.renderMemory()
	p.renderHandoff()
	p.renderNotes()
	p.renderStored()
	p.renderFacts()
	p.Entries = slices.DeleteFunc(p.Entries, func(e Entry) bool { return e.gone })
	for _, f := range p.draft.order {
		p.Receipt.Redacted += f.redact(redact)
	}
	for i, e := range p.Entries {
		p.Entries[i].Lines = p.clean(e.Lines)
	}
	p.remark()
	p.Receipt.tidy()
	for _, f := range p.draft.files {
		p.Seen[f.path] = f.state()
	}
	for _, f := range p.draft.order {
		p.Changes = append(p.Changes, f.change())
	}
	return p, nil
}

// Locks are the paths whose locks cover the plan.
func (r Request) Locks() []string {
	paths := []string{r.Place.Root}
	if slices.Contains(r.To, Memory) || slices.Contains(r.To, Handoff) {
		for _, dir := range []string{r.Place.Memory.Dir, r.handoffs()} {
			if writable(dir) == nil { // else nothing is written there, and the place of a folder may be taken
				paths = append(paths, dir)
			}
		}
	}
	if slices.Contains(r.To, Notes) && r.Place.Notes.Vault != "" {
		paths = append(paths, r.Place.Notes.Vault)
	}
	return slices.DeleteFunc(paths, func(p string) bool { return p == "" })
}

// stale lists the files that are not as they were when seen was taken.
func (p *Plan) stale(seen map[string]string) []string {
	var out []string
	for path, state := range seen {
		if now, ok := p.Seen[path]; ok && now != state {
			out = append(out, path)
		}
	}
	for path, state := range p.Seen {
		if _, ok := seen[path]; !ok && state != "none" {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// add routes an item.
func (p *Plan) add(e Entry) {
	e.N = len(p.routed) + 1
	p.routed = append(p.routed, e)
	p.routes = append(p.routes, Route{e.Destination, e.Item, e.File, e.Section})
}

// ChoiceError says what is wrong with a choice: it names no entry, or a place
// where an entry cannot go.
type ChoiceError struct{ err error }

func (e *ChoiceError) Error() string { return e.err.Error() }
func (e *ChoiceError) Unwrap() error { return e.err }

// choose narrows the entries down. Numbers are those of the whole plan.
func (p *Plan) choose() error {
	c := p.Request.Choice
	numbers := slices.Concat(c.Drop, c.Only)
	for n := range c.Move {
		numbers = append(numbers, n)
	}
	for _, n := range numbers {
		if n < 1 || n > len(p.routed) {
			return fmt.Errorf("the plan has no entry %d, its entries are 1 to %d", n, len(p.routed))
		}
	}
	for _, e := range p.routed {
		if spot, ok := c.Move[e.N]; ok {
			if e.Destination != Context {
				return fmt.Errorf("entry %d goes to %s and cannot be moved: only document edits and TempContext.md entries can", e.N, e.Destination)
			}
			e.File, e.Section = dest.TempContext, ""
			if spot.Section != "" {
				file, _, err := p.section(spot.File, spot.Section)
				if err != nil {
					return fmt.Errorf("entry %d cannot go to %q, section %q: %w", e.N, spot.File, spot.Section, err)
				}
				e.File, e.Section = file, spot.Section
			}
		}
		if c.takes(e.N) {
			p.Entries = append(p.Entries, e)
		}
	}
	return nil
}

// clean takes secrets out of lines that are one text.
func (p *Plan) clean(lines []string) []string {
	text, found := p.redact(strings.Join(lines, "\n"))
	if len(found) == 0 {
		return lines
	}
	p.Receipt.Redacted += len(found)
	return strings.Split(text, "\n")
}

// each calls do for every entry of a destination that is taken.
func (p *Plan) each(destination string, do func(*Entry)) {
	for i := range p.Entries {
		if p.Entries[i].Destination == destination {
			do(&p.Entries[i])
		}
	}
}

func (p *Plan) item(e *Entry) preserve.Item { return p.Request.Snapshot.Items[e.Item] }

// shown is a path as a person knows it: inside the project relative to it.
func (p *Plan) shown(path string) string {
	if rel, err := filepath.Rel(p.Request.Place.Root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}

func (p *Plan) inRoot(name string) string {
	return filepath.Join(p.Request.Place.Root, filepath.FromSlash(name))
}

// reasoned is the snapshot without the items that lack their reason, which
// nobody completes by guessing, and the place each item had.
func reasoned(s preserve.Snapshot) (preserve.Snapshot, []int) {
	var places []int
	var items []preserve.Item
	for i, it := range s.Items {
		if !it.Unreasoned() {
			items, places = append(items, it), append(places, i)
		}
	}
	s.Items = items
	return s, places
}

// Worth is what of a snapshot a summary has to keep, most important first.
func Worth(s preserve.Snapshot) []preserve.Item {
	s, _ = reasoned(s)
	return preserve.Order(s.Items)
}

// remark collects what the person should know beside the numbers.
func (p *Plan) remark() {
	r, w := p.Request, p.words.Receipt
	if n := len(r.Snapshot.Items); n > manyItems {
		p.say(w.Many + fmt.Sprint(n))
	}
	if n := p.Receipt.Redacted; n > 0 {
		p.say(w.Redacted + fmt.Sprint(n))
	}
	if r.Share > 0 {
		p.say(w.Share + fmt.Sprintf("%d %%", r.Share))
	}
	if r.CompactedBefore {
		p.say(w.CompactedBefore)
	}
	if r.Snapshot.Unrelated {
		p.say(w.Unrelated)
	}
}

// manyItems is how many a careful choice leaves.
const manyItems = 8

func (p *Plan) say(text string) {
	text, _ = p.redact(text) // it may quote a document
	p.Receipt.Remark(text)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

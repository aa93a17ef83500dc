// What stores get of a save: the session as a whole, and long-lived facts.

package plan

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/memory/record"
)

// isStore reports whether a destination is a store.
func isStore(destination string) bool {
	return slices.Contains([]string{Session, Mem0, MCP}, destination)
}

// Keeping reports whether a store gets something.
func (p *Plan) Keeping() bool {
	return slices.ContainsFunc(p.Entries, func(e Entry) bool { return isStore(e.Destination) })
}

// Nothing reports whether the plan does nothing at all.
func (p *Plan) Nothing() bool { return len(p.Changes) == 0 && !p.Keeping() }

// Keeps is what stores get of a save, as the journal has it: all that is needed
// to give it to them after the save was cut short.
type Keeps struct {
	Snapshot *preserve.Snapshot    `json:"snapshot,omitempty"` // of the session as a whole; nil: it is not kept
	Lang     string                `json:"lang"`
	At       time.Time             `json:"at"`
	Place    Place                 `json:"place"`
	Facts    map[string][]KeptFact `json:"facts,omitempty"` // by store
}

// KeptFact is one fact for a store.
type KeptFact struct {
	Item     int           `json:"item"` // of the snapshot
	Record   record.Record `json:"record"`
	Replaces string        `json:"replaces,omitempty"` // id or text of the memory that it supersedes
}

// Keeps is what stores get; nil when they get nothing.
func (p *Plan) Keeps() *Keeps {
	if !p.Keeping() {
		return nil
	}
	k := &Keeps{Lang: p.Request.Lang, At: p.Request.At, Place: p.Request.Place, Facts: map[string][]KeptFact{}}
	for _, e := range p.Entries {
		switch {
		case e.Destination == Session:
			k.Snapshot = &p.Request.Snapshot
		case isStore(e.Destination):
			k.Facts[e.Destination] = append(k.Facts[e.Destination], KeptFact{e.Item, record.Record{
				Type: factType(p.item(&e).Kind), Project: p.Request.Place.Project(), Text: strings.Join(e.Lines, "\n"), Created: p.Request.At,
			}, p.item(&e).Replaces})
		}
	}
	return k
}

// store is where a store is, and its line of the receipt; ok is false when it
// cannot be used.
func (p *Plan) store(name string) (place StorePlace, ok bool) {
	place = p.Request.Place.Stores[name]
	if place.Fault != "" {
		p.Receipt.At(name, place.Name).Error = place.Fault
	}
	return place, place.Fault == ""
}

func (p *Plan) routeSession() {
	if place, ok := p.store(Session); ok {
		p.add(Entry{Destination: Session, Item: -1, File: place.Name})
	}
}

// renderStored shows the text of the session. All items are kept: what is not
// in the text becomes a fact of the session.
func (p *Plan) renderStored() {
	p.each(Session, func(e *Entry) {
		line := p.Receipt.At(Session, e.File)
		for i, it := range p.Request.Snapshot.Items {
			if it.Unreasoned() {
				line.LeaveOut(i, NoReason)
			}
		}
		text, _, _ := dest.Compact(p.Request.Snapshot, p.words)
		e.Lines = strings.Split(strings.TrimRight(text, "\n"), "\n")
		line.Written = 1
	})
}

// factType is the type that an item has in a store of long-lived facts; "" for
// what does not outlive its task.
func factType(k preserve.Kind) string {
	switch k {
	case preserve.Correction, preserve.Preference:
		return record.Feedback
	case preserve.DeadEnd, preserve.Investigation:
		return record.Guide
	case preserve.Decision:
		return record.Decision
	case preserve.Architecture, preserve.Reference, preserve.Fact:
		return record.Reference
	}
	return ""
}

func (p *Plan) routeFacts(store string) {
	place, ok := p.store(store)
	if !ok {
		return
	}
	line := p.Receipt.At(store, place.Name)
	taken := 0
	for _, i := range preserve.Ranked(p.Request.Snapshot.Items) {
		it := p.Request.Snapshot.Items[i]
		elsewhere := it.Memory != nil && it.Memory.Store != "" && it.Memory.Store != store
		switch {
		case factType(it.Kind) == "" || it.NotGranted() || elsewhere:
		case it.Unreasoned():
			line.LeaveOut(i, NoReason)
		case taken == maxMemories:
			line.LeaveOut(i, OverCap)
		default:
			taken++
			p.add(Entry{Destination: store, Item: i, File: place.Name})
		}
	}
}

// renderFacts shows each fact as the store gets it: the whole argument in one
// sentence that is understood by itself.
func (p *Plan) renderFacts() {
	for i := range p.Entries {
		e := &p.Entries[i]
		if e.Destination != Mem0 && e.Destination != MCP {
			continue
		}
		line := p.Receipt.At(e.Destination, e.File)
		it := p.item(e)
		e.Lines = p.clean([]string{preserve.Sentence(it, p.words)})
		line.Written++
	}
}

// Project is the name under which stores know the project.
func (p Place) Project() string { return preserve.Clean(filepath.Base(p.Root)) }

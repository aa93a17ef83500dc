// What is noted of a fact while it is written, so that a kill hides nothing.

package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
)

// noting is told what is about to be written, as an outcome: an ID that the
// store has not given yet is "". Its error ends the fact.
type noting func(Outcome) error

func unnoted(Outcome) error { return nil }

// trace is an Outcome in an item of the outbox, which has the fact.
type trace struct {
	State State  `json:"state"`
	ID    string `json:"id,omitempty"`
	Text  string `json:"text,omitempty"`
	Undo  undo   `json:"undo,omitzero"`
}

func (o Outcome) trace() json.RawMessage {
	data, err := json.Marshal(trace{o.State, o.ID, o.Text, o.undo})
	if err != nil {
		return nil
	}
	return data
}

// traced is the outcome that an item's trace tells of the fact of o.
func (o Outcome) traced(data json.RawMessage) (Outcome, error) {
	var t trace
	if err := json.Unmarshal(data, &t); err != nil {
		return o, fmt.Errorf("what was noted of the fact cannot be read: %w: %s", err, oneLine(o.Fact.Text, 80))
	}
	next := Outcome{Fact: o.Fact, State: t.State, ID: t.ID, Text: t.Text, undo: t.Undo}
	next.undo.To, next.undo.At, next.undo.By, next.undo.Item = o.undo.To, o.undo.At, o.undo.By, o.undo.Item
	return next, nil
}

// unseenMost is how long an item waits for a server that says it has the fact
// and does not show it.
const unseenMost = time.Hour

var errUnseen = errors.New("that may be from an earlier try, and cannot be looked up yet")

// past is what is known of earlier tries of a fact.
type past struct {
	earlier *Outcome // what one that may have written it has noted; nil: there was none
	id      string   // of the memory that has the fact, as the store said then
	fresh   bool     // it waits for less than unseenMost
}

// half reports whether a memory of a graph has both its former text and the
// fact's, because changing it stopped half way; former is what it was.
func (p past) half(r record.Record) (former record.Record, half bool) {
	e := p.earlier
	if e == nil || e.undo.Former == nil || e.ID != r.ID || !anymcp.Halfway(r, e.undo.Former.Text, e.Fact.Text) {
		return r, false
	}
	r.Text = e.undo.Former.Text
	return r, true
}

// send hands an item to the store, and leaves in it what is known of that.
func send(ctx context.Context, to Store, it *outbox.Item, approve Approve) Outcome {
	f := Fact{it.Record, it.Replaces}
	var earlier *Outcome
	if it.Trace != nil {
		if o, err := (Outcome{Fact: f}).traced(it.Trace); err == nil {
			earlier = &o
		}
	}
	was := past{earlier: earlier, fresh: time.Since(it.Queued).Abs() < unseenMost}
	if earlier == nil {
		o, ok := lately(ctx, to, it, f)
		if ok {
			it.Trace = o.trace()
			return o
		}
		was.id = o.ID
	} else if earlier.undo.Written && !earlier.undo.Seen {
		was.id = earlier.ID
	}
	looked := false
	note := func(o Outcome) error {
		looked = o.undo.Looked
		err := it.Note(ctx, after(earlier, o).trace())
		if errors.Is(err, outbox.ErrNoItem) {
			return err
		}
		return nil // a full disk stops no delivery
	}
	o := after(earlier, put(ctx, to, f, approve, note, was))
	if verdict(o) == nil {
		it.Trace = o.trace()
		return o
	}
	o.undo.Looked = looked
	if o.undo.Unclear = o.undo.Unclear || earlier != nil; !o.undo.Unclear {
		it.Trace = nil // nothing was written
	}
	return o
}

func put(ctx context.Context, to Store, f Fact, approve Approve, note noting, was past) Outcome {
	if in, ok := to.(inner); ok {
		return in.put(ctx, f, approve, note, was)
	}
	return to.Put(ctx, f, approve)
}

// after is an outcome in the light of an earlier try of the same item, which
// may have written all of it, or a part.
func after(earlier *Outcome, o Outcome) Outcome {
	if earlier == nil || verdict(o) != nil {
		return o
	}
	e := *earlier
	if len(e.undo.Removed) > 0 && slices.ContainsFunc(o.Others, func(r record.Record) bool { return r.ID == e.undo.Removed[0].ID }) {
		if !e.undo.Written {
			return o
		}
		e.State, e.Text, e.undo.Removed = Added, "", nil // it has not given way
	}
	told := e.ID != "" && !e.undo.Seen
	switch {
	case o.State == Unchanged && !e.State.wrote():
	case o.State == Unchanged && told: // Revert looks whether it is still so
		e.Others = o.Others
		return e
	case o.State == Unchanged && e.undo.Written && sameText(o.Text, o.Fact.Text):
		e.ID, e.Others, e.undo.Seen = o.ID, o.Others, true
		return e
	case o.State == Added && len(e.undo.Removed) > 0: // it was removed then
		o.State, o.Text, o.undo.Removed = Replaced, e.Text, e.undo.Removed
	case o.State == Replaced && len(o.undo.Removed) > 0 && !o.undo.Written && e.undo.Written:
		// It was added then, and what it supersedes went now.
		o.undo.Written, o.undo.Looked, o.undo.Seen = true, e.undo.Looked, !told
	}
	return o
}

// latelyAgo is how long the search of a store may not know what was written.
const latelyAgo = 2 * time.Minute

// lately is the outcome of a fact that another process has given to the store a
// moment ago: its search may not know it yet, so it is asked for by its id. Where
// ok is false, only that id counts.
func lately(ctx context.Context, to Store, it *outbox.Item, f Fact) (Outcome, bool) {
	in, ok := to.(inner)
	data := it.Lately(latelyAgo)
	if !ok || data == nil {
		return Outcome{}, false
	}
	o, err := (Outcome{Fact: f}).traced(data)
	if err != nil || o.ID == "" {
		return Outcome{}, false
	}
	o = Outcome{Fact: f, State: Unchanged, ID: o.ID}
	r, here, err := in.get(ctx, o.ID, f.Text)
	if err != nil || !here || !sameText(r.Text, f.Text) {
		return o, false
	}
	o.Text = r.Text
	return o, true
}

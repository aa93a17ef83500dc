// What is written, and what happens to what is there already.

package mem0

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"savectx/preserve/memory/compare"
	"savectx/preserve/memory/record"
)

// State is what became of a fact.
type State string

// The states.
const (
	Created   State = "added"
	Updated   State = "updated"   // a memory said the same in other words; it has the new ones now
	Unchanged State = "unchanged" // a memory says it already
	Replaced  State = "replaced"  // a memory that was named, or approved, gave way
	Conflict  State = "conflict"  // a memory says otherwise; nothing was written
	Failed    State = "failed"
)

// Outcome is the state of one fact.
type Outcome struct {
	Fact  record.Record
	State State
	// ID and Text are those of the memory that decided: the one added (no
	// Text), or the one that was found, with the text it had before, also when
	// changing it failed.
	ID, Text string
	// Others are further memories that contradict the fact and were left alone.
	Others []record.Record
	// Former is the memory ID as it was before it was changed; nil: it was not.
	Former *Former
	// Removed is the memory that gave way, where ID said the fact already.
	Removed *Former
	// Copy is a memory that the server made beside ID, and that is to go.
	Copy string
	// Begun: something had been written when Err came.
	Begun bool
	// Err is the reason of failed.
	Err error
}

// Former is a memory as it was, with the metadata of whoever wrote it.
type Former struct {
	record.Record
	Metadata json.RawMessage `json:"metadata,omitempty"`
}

func former(h hit) *Former {
	f := &Former{Record: h.Record}
	if h.meta != nil {
		f.Metadata, _ = json.Marshal(h.meta) // it was JSON
	}
	return f
}

// Choices are what a caller of Save decides.
type Choices struct {
	// Replaces has for the index of a fact the memory that it supersedes: its
	// id, or its text. One that is not there is no error.
	Replaces map[int]string
	// Approve is asked before a memory that contradicts a fact is replaced;
	// nil: never.
	Approve func(ctx context.Context, fact, stored record.Record) bool
	// Lately is shared by Saves that follow each other; nil: each is by itself.
	Lately *Lately
	// Writes is told what is about to be written, as it will be: an ID that is
	// not known yet is "". An error ends that fact. nil: nobody is told.
	Writes func(o Outcome) error
}

// Save writes facts, one memory each, and returns an outcome for each, in
// their order. Only the types decision, feedback, reference and guide are
// kept. Memories of the fact's project and of none are compared with; a near
// twin that differs in a number, a name or a negation is never taken for the
// same. When the server is away, the facts after the first one do not try it
// again. A memory of no project stays one of no project. The deadline of ctx
// bounds everything but Approve and Writes.
func (c *Client) Save(ctx context.Context, facts []record.Record, ch Choices) []Outcome {
	s := saver{c: c, ch: ch, done: ch.Lately.all()}
	defer func() { ch.Lately.set(s.done) }()
	out := make([]Outcome, len(facts))
	var away error
	for i, fact := range facts {
		replaces := ch.Replaces[i]
		o := Outcome{Fact: fact}
		if err := savable(&fact); err != nil {
			o.State, o.Err = Failed, err
			out[i] = o
			continue
		}
		if away != nil {
			o.Err = away
		} else {
			s.save(ctx, fact, replaces, &o)
		}
		if o.Err != nil {
			o.State = Failed
			if IsAway(o.Err) || ctx.Err() != nil {
				away = o.Err
			}
		}
		out[i] = o
	}
	return out
}

func savable(fact *record.Record) error {
	switch fact.Type {
	case record.Decision, record.Feedback, record.Reference, record.Guide:
	default:
		return &Error{Op: "add", Kind: Rejected, Detail: fmt.Sprintf("a fact of type %q is not kept for long; nothing was sent", clip(fact.Type, 40))}
	}
	return check("add", fact)
}

// saver is one Save: what it has written counts, whether the server's search
// knows it yet or not.
type saver struct {
	c    *Client
	ch   Choices
	done []hit
}

func (s *saver) save(ctx context.Context, fact record.Record, replaces string, o *Outcome) {
	near, err := s.look(ctx, fact, replaces)
	if err != nil {
		o.Err = err
		return
	}
	target := near.named
	switch {
	case target != nil && near.same != nil && target.ID != near.same.ID:
		// Said already; what it supersedes goes.
		gone := former(*target)
		if o.Err = s.writes(Outcome{Fact: fact, State: Replaced, ID: near.same.ID, Text: target.Text, Removed: gone}); o.Err != nil {
			return
		}
		if o.Err = s.c.remove(ctx, target.ID); o.Err == nil || errors.Is(o.Err, ErrNotFound) {
			s.forget(target.ID)
			o.found(Replaced, target.Record)
			o.ID, o.Err, o.Removed = near.same.ID, nil, gone
		}
	case near.same != nil:
		o.found(Unchanged, near.same.Record)
	case target != nil:
		s.put(ctx, *target, fact, Replaced, o)
	case len(near.against) > 0:
		first := near.against[0]
		if s.ch.Approve != nil && s.ch.Approve(ctx, fact, first.Record) {
			s.put(ctx, first, fact, Replaced, o)
		} else {
			o.found(Conflict, first.Record)
		}
		near.against = near.against[1:]
	case near.reworded != nil:
		s.put(ctx, *near.reworded, fact, Updated, o)
	default:
		s.add(ctx, fact, o)
	}
	for _, h := range near.against {
		if h.ID != o.ID {
			o.Others = append(o.Others, h.Record)
		}
	}
}

// nearby is what is stored around a fact.
type nearby struct {
	named    *hit
	same     *hit // or covered
	reworded *hit
	against  []hit // best first
}

func (s *saver) look(ctx context.Context, fact record.Record, replaces string) (nearby, error) {
	found, err := s.c.search(ctx, fact.Text, "", searchMax)
	if err != nil {
		return nearby{}, err
	}
	if twins := marked(found, s.c.mark(fact)); len(twins) > 1 {
		s.c.tidy(ctx, twins)
		found = slices.DeleteFunc(found, func(h hit) bool {
			return slices.ContainsFunc(twins[1:], func(t hit) bool { return t.ID == h.ID })
		})
	}
	for _, h := range s.done {
		found = slices.DeleteFunc(found, func(f hit) bool { return f.ID == h.ID })
		found = append(found, h)
	}
	var near nearby
	if near.named, err = s.named(ctx, fact, replaces, found); err != nil {
		return near, err
	}
	for i := range found {
		h := &found[i]
		if h.Project != "" && h.Project != fact.Project {
			continue
		}
		isNamed := near.named != nil && near.named.ID == h.ID
		switch compare.Relate(fact.Text, h.Text) {
		case compare.Same:
			near.same = h
		case compare.Covered:
			if near.same == nil && !isNamed {
				near.same = h
			}
		case compare.Reworded:
			if near.reworded == nil {
				near.reworded = h
			}
		case compare.Contradicts:
			if !isNamed {
				near.against = append(near.against, *h)
			}
		}
	}
	return near, nil
}

// says reports whether a memory of the project, or of none, has that text.
func says(h hit, project, text string) bool {
	return (h.Project == "" || h.Project == project) && compare.Relate(text, h.Text) == compare.Same
}

// named finds the memory that a fact supersedes: by its id, of whatever
// project, or by its text.
func (s *saver) named(ctx context.Context, fact record.Record, replaces string, found []hit) (*hit, error) {
	if replaces == "" {
		return nil, nil
	}
	for i := range found {
		if found[i].ID == replaces || says(found[i], fact.Project, replaces) {
			return &found[i], nil
		}
	}
	if !plainID(replaces) && strings.TrimSpace(replaces) != "" { // a text, that need not be like the fact's
		more, err := s.c.search(ctx, replaces, "", searchMax)
		for i := range more {
			if says(more[i], fact.Project, replaces) {
				return &more[i], err
			}
		}
		return nil, err
	}
	h, err := s.c.get(ctx, "get", replaces)
	var e *Error
	switch {
	case err == nil:
		return &h, nil
	case errors.Is(err, ErrNotFound), errors.As(err, &e) && e.Kind == Rejected:
		return nil, nil // a name of another store, or gone
	}
	return nil, err
}

// writes tells of what is about to be written.
func (s *saver) writes(o Outcome) error {
	if s.ch.Writes == nil {
		return nil
	}
	return s.ch.Writes(o)
}

// put gives a memory the fact as its text, or adds it when somebody has removed
// the memory in the meantime.
func (s *saver) put(ctx context.Context, old hit, fact record.Record, state State, o *Outcome) {
	if s.write(ctx, old, fact, state, o); errors.Is(o.Err, ErrNotFound) {
		o.found("", record.Record{})
		o.Err, o.Former = nil, nil
		s.forget(old.ID)
		s.add(ctx, fact, o)
	}
}

// write changes a memory. What is everybody's stays so, and what only gets
// other words keeps its type.
func (s *saver) write(ctx context.Context, old hit, fact record.Record, state State, o *Outcome) {
	if old.Project == "" {
		fact.Project = ""
	}
	if state == Updated {
		fact.Type = old.Type
	}
	o.found(state, old.Record)
	o.Former = former(old)
	if o.Err = s.writes(*o); o.Err != nil {
		return
	}
	if o.Err = s.c.put(ctx, old, fact); o.Err == nil {
		s.keep(old.ID, fact)
	}
}

func (s *saver) add(ctx context.Context, fact record.Record, o *Outcome) {
	if o.Err = s.writes(Outcome{Fact: fact, State: Created}); o.Err != nil {
		return
	}
	got, err := s.c.Add(ctx, fact)
	if err != nil {
		o.Err = err
		return
	}
	o.State, o.ID = Created, got.ID
	other := got.Near
	if got.ID == "" {
		other = got.Duplicate
	}
	if other == "" || other == got.ID {
		if got.ID == "" {
			o.Err = &Error{Op: "add", Host: s.c.host, Kind: Rejected, Detail: "the server took the fact for one that it has, and does not say which"}
			return
		}
		s.keep(got.ID, fact)
		return
	}
	o.Copy = got.ID
	s.settle(ctx, fact, got, other, o)
	if o.Begun = o.Err != nil && got.ID != ""; !o.Begun {
		o.Copy = ""
	}
}

// settle decides about a memory that the server found near. A distance cannot
// tell a rewording from another number, so the words are compared.
func (s *saver) settle(ctx context.Context, fact record.Record, got Added, other string, o *Outcome) {
	old, err := s.c.get(ctx, "get", other)
	switch {
	case err != nil && got.ID != "":
		s.keep(got.ID, fact) // stored, and nothing to compare with
		return
	case errors.Is(err, ErrNotFound) && got.Existing != "":
		// Out of our reach, but its words are known.
		state := Conflict
		if how := compare.Relate(fact.Text, got.Existing); how == compare.Same || how == compare.Covered {
			state = Unchanged
		}
		o.found(state, record.Record{ID: other, Text: got.Existing})
		return
	case err != nil:
		o.Err = err
		return
	}
	how := compare.Relate(fact.Text, old.Text)
	if how == compare.Unrelated || old.Project != "" && old.Project != fact.Project {
		if got.ID != "" {
			s.keep(got.ID, fact)
			return
		}
		how = compare.Contradicts // dropped for something else: not lost in silence
	}
	switch {
	case how == compare.Same, how == compare.Covered:
		o.found(Unchanged, old.Record)
	case how == compare.Reworded:
		s.write(ctx, old, fact, Updated, o)
	case s.ch.Approve != nil && s.ch.Approve(ctx, fact, old.Record):
		s.write(ctx, old, fact, Replaced, o)
	default:
		o.found(Conflict, old.Record)
	}
	if o.Err == nil && got.ID != "" { // the copy beside it
		if err := s.c.remove(ctx, got.ID); err != nil && !errors.Is(err, ErrNotFound) {
			o.Err = err
		}
	}
}

func (o *Outcome) found(state State, r record.Record) {
	o.State, o.ID, o.Text = state, r.ID, r.Text
}

func (s *saver) keep(id string, fact record.Record) {
	s.forget(id)
	fact.ID, fact.Store = id, storeName
	s.done = append(s.done, hit{Record: fact, user: s.c.user, mark: s.c.mark(fact), meta: s.c.metadata(fact), written: time.Now()})
}

func (s *saver) forget(id string) {
	s.done = slices.DeleteFunc(s.done, func(h hit) bool { return h.ID == id })
}

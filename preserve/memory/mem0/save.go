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
	// Why is the reason of a conflict that approval does not end, and that the
	// texts do not show; "": they do.
	Why string
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
		o := Outcome{Fact: fact}
		if err := savable(&fact); err != nil {
			o.State, o.Err = Failed, err
			out[i] = o
			continue
		}
		if away != nil {
			o.Err = away
		} else {
			s.replaces = ch.Replaces[i]
			s.save(ctx, fact, &o)
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
	c        *Client
	ch       Choices
	replaces string // of the fact at hand
	done     []hit
}

func (s *saver) save(ctx context.Context, fact record.Record, o *Outcome) {
	found, named, err := s.look(ctx, fact)
	if err != nil {
		o.Err = err
		return
	}
	d := compare.Decide(fact, records(found), named)
	switch d.Action {
	case compare.Keep:
		o.found(Unchanged, found[d.Old].Record)
	case compare.Remove:
		s.drop(ctx, found[named], found[d.Old], fact, o)
	case compare.Replace:
		s.put(ctx, found[d.Old], fact, Replaced, o)
	case compare.Ask:
		if old := found[d.Old]; s.approved(ctx, fact, old) {
			s.put(ctx, old, fact, Replaced, o)
		} else {
			o.found(Conflict, old.Record)
		}
	case compare.Reword:
		s.put(ctx, found[d.Old], fact, Updated, o)
	default:
		s.add(ctx, fact, o)
	}
	for _, i := range d.Others {
		if found[i].ID != o.ID {
			o.Others = append(o.Others, found[i].Record)
		}
	}
}

func (s *saver) approved(ctx context.Context, fact record.Record, old hit) bool {
	return s.ch.Approve != nil && s.ch.Approve(ctx, fact, old.Record)
}

// look finds what is stored around a fact. named is the index of the memory
// that the fact supersedes; -1 for none.
func (s *saver) look(ctx context.Context, fact record.Record) (found []hit, named int, err error) {
	if found, err = s.c.search(ctx, fact.Text, "", searchMax); err != nil {
		return nil, -1, err
	}
	if twins := marked(found, s.c.mark(fact)); len(twins) > 1 {
		s.c.tidy(ctx, twins)
		found = slices.DeleteFunc(found, func(h hit) bool {
			return slices.ContainsFunc(twins[1:], func(t hit) bool { return t.ID == h.ID })
		})
	}
	found = s.fresh(found)
	is := func(h hit) bool { return compare.Names(s.replaces, h.Record, fact.Project) }
	if named = slices.IndexFunc(found, is); named >= 0 || s.replaces == "" {
		return found, named, nil
	}
	h, err := s.elsewhere(ctx, is)
	if h == nil || err != nil {
		return found, -1, err
	}
	return append(found, *h), len(found), nil
}

// fresh has what was written lately for what a search still shows.
func (s *saver) fresh(found []hit) []hit {
	for _, h := range s.done {
		found = slices.DeleteFunc(found, func(f hit) bool { return f.ID == h.ID })
		found = append(found, h)
	}
	return found
}

// elsewhere finds the memory that a fact supersedes where it is not like the
// fact; nil: it is not there.
func (s *saver) elsewhere(ctx context.Context, is func(hit) bool) (*hit, error) {
	if !plainID(s.replaces) && strings.TrimSpace(s.replaces) != "" { // a text
		more, err := s.c.search(ctx, s.replaces, "", searchMax)
		more = s.fresh(more)
		if i := slices.IndexFunc(more, is); i >= 0 {
			return &more[i], err
		}
		return nil, err
	}
	h, err := s.c.get(ctx, "get", s.replaces)
	var e *Error
	switch {
	case err == nil:
		return &h, nil
	case errors.Is(err, ErrNotFound), errors.As(err, &e) && e.Kind == Rejected:
		return nil, nil // a name of another store, or gone
	}
	return nil, err
}

// drop removes what the fact supersedes, where another memory says it already.
func (s *saver) drop(ctx context.Context, old, same hit, fact record.Record, o *Outcome) {
	next := Outcome{Fact: fact, State: Replaced, ID: same.ID, Text: old.Text, Removed: former(old)}
	if o.Err = s.writes(next); o.Err != nil {
		return
	}
	if o.Err = s.c.remove(ctx, old.ID); o.Err == nil || errors.Is(o.Err, ErrNotFound) {
		s.forget(old.ID)
		o.State, o.ID, o.Text, o.Removed, o.Err = next.State, next.ID, next.Text, next.Removed, nil
	}
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
	s.foundNear(ctx, fact, got, other, o)
	if o.Begun = o.Err != nil && got.ID != ""; !o.Begun {
		o.Copy = ""
	}
}

// foundNear decides about a memory that the server found near, and removes what
// it stored beside that one. What is another project's stays as it is.
func (s *saver) foundNear(ctx context.Context, fact record.Record, got Added, other string, o *Outcome) {
	old, err := s.c.get(ctx, "get", other)
	hidden := errors.Is(err, ErrNotFound) && got.Existing != "" // out of our reach, but its words are known
	switch {
	case err != nil && got.ID != "":
		s.keep(got.ID, fact) // stored, and nothing to compare with
		return
	case hidden:
		old.Record = record.Record{ID: other, Text: got.Existing}
	case err != nil:
		o.Err = err
		return
	}
	do := compare.Taken(fact, old.Record, s.replaces, got.ID != "")
	switch {
	case do == compare.Add:
		s.keep(got.ID, fact)
		return
	case hidden: // nobody of this user finds it, whatever it says
		o.conflict(old.Record, "cannot be read: whose it is, and of which project, is not known")
	case do == compare.Keep:
		o.found(Unchanged, old.Record)
	case do == compare.Reword:
		s.write(ctx, old, fact, Updated, o)
	case do == compare.Replace:
		s.write(ctx, old, fact, Replaced, o)
	case !compare.Near(old.Record, fact.Project):
		o.conflict(old.Record, fmt.Sprintf("is of project %q", clip(old.Project, 80)))
	case s.approved(ctx, fact, old):
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

// conflict is one with a memory that the server took the fact for.
func (o *Outcome) conflict(r record.Record, why string) {
	o.found(Conflict, r)
	o.Why = fmt.Sprintf("the server took the fact for memory %s, which %s", clip(r.ID, 80), why)
}

func (s *saver) keep(id string, fact record.Record) {
	s.forget(id)
	fact.ID, fact.Store = id, storeName
	s.done = append(s.done, hit{Record: fact, user: s.c.user, mark: s.c.mark(fact), meta: s.c.metadata(fact), written: time.Now()})
}

func (s *saver) forget(id string) {
	s.done = slices.DeleteFunc(s.done, func(h hit) bool { return h.ID == id })
}

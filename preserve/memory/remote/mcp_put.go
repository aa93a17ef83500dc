// What is written to a memory server, after looking what it has.

package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/compare"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
)

// Put compares with what a search for the text finds; where there is none, or it
// finds nothing, with what the server lists. A server without a search that
// lists only a part may so get twice what is in the other part.
func (s *mcpStore) Put(ctx context.Context, f Fact, approve Approve) Outcome {
	return s.put(ctx, f, approve, unnoted, past{})
}

func (s *mcpStore) put(ctx context.Context, f Fact, approve Approve, note noting, was past) (o Outcome) {
	var p putting
	err := s.use(ctx, func(st *anymcp.Store) error {
		p = putting{st: st, name: s.Name(), fact: f, approve: approve, note: note, was: was, out: Outcome{Fact: f}}
		return p.put(ctx)
	})
	o = p.out
	o.Fact = f
	if err == nil {
		return o
	}
	o.State, o.Err = Failed, err
	unclear := errors.Is(err, anymcp.ErrUnclear)
	o.undo.Unclear = unclear || p.wrote || errors.Is(err, anymcp.ErrHalf)
	switch {
	case errors.Is(err, outbox.ErrNoItem):
	case unclear && p.blind:
		// Trying again could double it, and nobody could see that.
		o.Err = fmt.Errorf("%w; the server can be neither searched nor listed, so it is not tried again by itself", err)
	case later(ctx, err):
		o.State = Waiting
	}
	return o
}

// putting is one Put on one connection.
type putting struct {
	st      *anymcp.Store
	name    string
	fact    Fact
	approve Approve
	note    noting
	was     past
	blind   bool // there is no way to look
	cut     bool // there may be more than was looked at
	wrote   bool // something is written already
	thirds  bool // the server took the fact for another memory than the one that was to go
	found   []record.Record
	out     Outcome
}

func (p *putting) canUpdate() bool { return p.st.Mapping().Update.Tool != "" }
func (p *putting) canRemove() bool { return p.st.Mapping().Remove.Tool != "" }

func (p *putting) put(ctx context.Context) error {
	if err := p.look(ctx); err != nil {
		return err
	}
	named, err := p.named(ctx)
	if err != nil {
		return err
	}
	for _, r := range p.found {
		if former, half := p.was.half(r); half { // what was decided then is finished
			return p.supersede(ctx, former, p.was.earlier.State)
		}
	}
	d := compare.Decide(p.fact.Record, p.found, named)
	switch d.Action {
	case compare.Add:
		err = p.add(ctx)
	case compare.Remove:
		err = p.drop(ctx, p.found[named], p.found[d.Old])
	default:
		err = p.carryOut(ctx, d.Action, p.found[d.Old], false)
	}
	for _, i := range d.Others {
		if r := p.found[i]; r.ID != p.out.ID || r.ID == "" {
			p.out.Others = append(p.out.Others, r)
		}
	}
	return err
}

// carryOut does what was decided about one memory. Where it cannot be changed, a
// fact that says more is added, unless it was dropped already. What is another
// project's is no person's to give either, but by its id.
func (p *putting) carryOut(ctx context.Context, do compare.Action, old record.Record, dropped bool) error {
	switch do {
	case compare.Keep:
		p.decided(Unchanged, old)
		return nil
	case compare.Replace:
		return p.supersede(ctx, old, Replaced)
	case compare.Reword:
		switch changes := p.canUpdate() && old.ID != "" && p.st.IsFact(old); {
		case !changes && saysAll(old.Text, p.fact.Text):
			p.decided(Unchanged, old)
			return nil
		case changes, dropped:
			return p.supersede(ctx, old, Updated)
		}
		return p.add(ctx)
	}
	if !compare.Near(old, p.fact.Project) {
		p.conflict(old, fmt.Errorf("memory server %s: it took the fact for memory %s, which is of project %q: %s",
			p.name, oneLine(old.ID, 80), oneLine(old.Project, 80), oneLine(old.Text, 200)))
		return nil
	}
	theirs := !p.st.IsFact(old)
	switch {
	case theirs && dropped:
		return p.supersede(ctx, old, Replaced) // which says why not
	case p.approve == nil || !p.approve(ctx, p.fact.Record, old):
		p.conflict(old, nil)
		return nil
	case theirs:
		err := p.add(ctx)
		if err == nil && p.out.State == Added {
			p.out.Others = append(p.out.Others, old)
		}
		return err
	}
	return p.supersede(ctx, old, Replaced)
}

// look searches for the text. Some servers find only what has the query in it
// as one piece, and some have no search: the list is looked at then.
func (p *putting) look(ctx context.Context) error {
	found, err := p.st.Search(ctx, p.fact.Text, searchMost)
	if err == nil && (len(found) > 0 || p.st.Mapping().Graph) {
		p.found = found
		return nil
	}
	if err != nil && !errors.Is(err, anymcp.ErrNoTool) && later(ctx, err) {
		return err
	}
	listed, whole, listErr := p.st.List(ctx, listMost)
	switch {
	case listErr == nil:
		p.found, p.cut = listed, !whole && err != nil
	case errors.Is(listErr, anymcp.ErrNoTool) && errors.Is(err, anymcp.ErrNoTool):
		p.blind = true
	case errors.Is(listErr, anymcp.ErrNoTool):
		return err // of the search; nil: it found nothing
	default:
		return listErr
	}
	return nil
}

// named finds the memory that the fact supersedes, and gives its index in what
// was found. -1: it is not there, which is no error.
func (p *putting) named(ctx context.Context) (int, error) {
	is := func(r record.Record) bool { return compare.Names(p.fact.Replaces, r, p.fact.Project) }
	if i := slices.IndexFunc(p.found, is); i >= 0 || p.fact.Replaces == "" {
		return i, nil
	}
	r, here, err := lookUp(ctx, p.st, p.fact.Replaces, is)
	switch {
	case here:
		p.found = append(p.found, r)
		return len(p.found) - 1, nil
	case err != nil && !errors.Is(err, anymcp.ErrNoTool) && later(ctx, err):
		return -1, err
	}
	return -1, nil
}

// saysAll reports whether a stored text that the fact rewords leaves nothing of
// it out.
func saysAll(stored, fact string) bool {
	switch compare.Relate(stored, fact) {
	case compare.Same, compare.Reworded:
		return compare.SameNumbers(stored, fact)
	}
	return false
}

func (p *putting) decided(s State, r record.Record) {
	p.out.State, p.out.ID, p.out.Text = s, r.ID, r.Text
}

// conflict leaves the decision to a person. why is nil where the texts say it,
// and approval is all it needs.
func (p *putting) conflict(r record.Record, why error) {
	p.decided(Conflict, r)
	p.out.Err, p.out.Firm = why, why != nil
	if why == nil {
		p.out.Err = fmt.Errorf("memory server %s: memory %s says otherwise: %s", p.name, oneLine(r.ID, 80), oneLine(r.Text, 200))
	}
}

// notes tells what is about to be written.
func (p *putting) notes(o Outcome) error {
	o.Fact, o.undo.Looked = p.fact, !p.blind && !p.cut
	return p.note(o)
}

// is takes over what was noted.
func (p *putting) is(o Outcome) {
	p.out.State, p.out.ID, p.out.Text, p.out.undo = o.State, o.ID, o.Text, o.undo
}

func (p *putting) add(ctx context.Context) error {
	next := Outcome{State: Added, undo: undo{Written: true, Looked: !p.blind && !p.cut}}
	if err := p.notes(next); err != nil {
		return err
	}
	got, err := p.st.Add(ctx, p.fact.Record)
	if err != nil {
		return err
	}
	if got.Dropped {
		return p.dropped(ctx, got)
	}
	p.wrote = true
	if !got.Pending {
		next.ID = got.ID
	}
	p.is(next)
	if got.NearDuplicateOf == "" && got.Existing == "" {
		return nil
	}
	other, known, _ := p.answered(ctx, got.NearDuplicateOf, got.Existing)
	switch do := compare.Taken(p.fact.Record, other, p.fact.Replaces, true); {
	case do == compare.Keep: // the copy beside it goes
		if known && got.ID != "" && got.ID != other.ID && p.canRemove() && p.st.Remove(ctx, got.ID) == nil {
			p.decided(Unchanged, other)
			p.out.undo = undo{}
		}
	case do == compare.Replace && known && got.ID != other.ID && p.removable(other):
		return p.giveWay(ctx, next, other)
	case do != compare.Add, other.Text == "":
		p.out.Others = append(p.out.Others, other)
	}
	return nil
}

// answered finds a memory that the server told of in its answer, by its id or,
// without one, its text. What the answer tells is not all: until known is true,
// it may be of any project.
func (p *putting) answered(ctx context.Context, id, told string) (r record.Record, known bool, err error) {
	is := func(r record.Record) bool { return id != "" && r.ID == id || id == "" && told != "" && r.Text == told }
	if i := slices.IndexFunc(p.found, is); i >= 0 {
		return p.found[i], true, nil
	}
	if id != "" || told != "" {
		r, known, err = lookUp(ctx, p.st, cmp.Or(told, p.fact.Text), is)
	}
	if !known {
		r = record.Record{Store: p.name, ID: id, Text: told}
	}
	return r, known, err
}

// dropped decides about a memory that the server took the fact for. A graph
// drops by name alone, whatever the entity says by now.
func (p *putting) dropped(ctx context.Context, got anymcp.Added) error {
	old, known, err := p.answered(ctx, got.DuplicateOf, got.Existing)
	switch {
	case known:
		return p.carryOut(ctx, compare.Taken(p.fact.Record, old, p.fact.Replaces, false), old, true)
	case p.was.id != "" && p.was.id == got.DuplicateOf:
		p.decided(Unchanged, record.Record{ID: p.was.id, Text: p.fact.Text})
		return nil
	case errors.Is(err, anymcp.ErrNoTool):
		err = nil
	case err != nil && later(ctx, err):
		return err
	case p.was.earlier != nil && p.was.fresh:
		return fmt.Errorf("memory server %s: it took the fact for memory %q: %w", p.name, oneLine(old.ID, 80), errUnseen)
	}
	if old.Text == "" {
		err = fmt.Errorf("memory server %s: it took the fact for memory %q, which cannot be looked up: what it says, and of which project it is, is not known", p.name, oneLine(old.ID, 80))
	} else {
		err = fmt.Errorf("memory server %s: it took the fact for memory %q, which cannot be looked up: of which project it is, is not known: %s", p.name, oneLine(old.ID, 80), oneLine(old.Text, 200))
	}
	p.conflict(old, err)
	return nil
}

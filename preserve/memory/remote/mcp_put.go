// What is written to a memory server, after looking what it has.

package remote

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/compare"
	"savectx/preserve/memory/record"
)

func (s *mcpStore) Put(ctx context.Context, f Fact, approve Approve) (o Outcome) {
	blind := false
	err := s.use(ctx, func(st *anymcp.Store) error {
		p := putting{st: st, name: s.Name(), fact: f, approve: approve, out: Outcome{Fact: f}}
		err := p.put(ctx)
		o, blind = p.out, p.blind
		return err
	})
	o.Fact = f
	if err == nil {
		return o
	}
	o.State, o.Err = Failed, err
	o.undo.Unclear = errors.Is(err, anymcp.ErrUnclear)
	switch {
	case o.undo.Unclear && blind:
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
	blind   bool // there is no way to look
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
	near := p.sort(named)
	switch {
	case named != nil && near.same != nil && named.ID != near.same.ID:
		err = p.drop(ctx, *named, *near.same)
	case near.same != nil:
		p.decided(Unchanged, *near.same)
	case named != nil:
		err = p.supersede(ctx, *named, Replaced)
	case len(near.against) > 0:
		first := near.against[0]
		near.against = near.against[1:]
		if p.approve != nil && p.approve(ctx, p.fact.Record, first) {
			err = p.supersede(ctx, first, Replaced)
		} else {
			p.conflict(first, nil)
		}
	case near.reworded != nil && p.canUpdate() && near.reworded.ID != "":
		err = p.supersede(ctx, *near.reworded, Updated)
	case near.reworded != nil && saysAll(near.reworded.Text, p.fact.Text):
		p.decided(Unchanged, *near.reworded)
	default:
		err = p.add(ctx)
	}
	for _, r := range near.against {
		if r.ID != p.out.ID || r.ID == "" {
			p.out.Others = append(p.out.Others, r)
		}
	}
	return err
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
	listed, listErr := p.st.List(ctx, listMost)
	switch {
	case listErr == nil:
		p.found = listed
	case errors.Is(listErr, anymcp.ErrNoTool) && errors.Is(err, anymcp.ErrNoTool):
		p.blind = true
	case errors.Is(listErr, anymcp.ErrNoTool):
		return err // of the search; nil: it found nothing
	default:
		return listErr
	}
	return nil
}

// near reports whether a memory is of the fact's project, or of none.
func (p *putting) near(r record.Record) bool { return r.Project == "" || r.Project == p.fact.Project }

// named finds the memory that the fact supersedes, by its id, of whatever
// project, or by its text. One that is not there is no error.
func (p *putting) named(ctx context.Context) (*record.Record, error) {
	if p.fact.Replaces == "" {
		return nil, nil
	}
	is := func(r record.Record) bool {
		return r.ID == p.fact.Replaces || p.near(r) && compare.Relate(p.fact.Replaces, r.Text) == compare.Same
	}
	for i := range p.found {
		if is(p.found[i]) {
			return &p.found[i], nil
		}
	}
	r, here, err := lookUp(ctx, p.st, p.fact.Replaces, is)
	switch {
	case here:
		return &r, nil
	case err != nil && !errors.Is(err, anymcp.ErrNoTool) && later(ctx, err):
		return nil, err
	}
	return nil, nil
}

// around is what is stored around a fact.
type around struct {
	same     *record.Record // or covered
	reworded *record.Record
	against  []record.Record // best first
}

func (p *putting) sort(named *record.Record) (near around) {
	exact := false
	for i := range p.found {
		r := &p.found[i]
		if !p.near(*r) {
			continue
		}
		isNamed := named != nil && named.ID == r.ID && named.Text == r.Text
		switch compare.Relate(p.fact.Text, r.Text) {
		case compare.Same:
			if !exact {
				near.same, exact = r, true
			}
		case compare.Covered:
			if near.same == nil && !isNamed {
				near.same = r
			}
		case compare.Reworded:
			if near.reworded == nil {
				near.reworded = r
			}
		case compare.Contradicts:
			if !isNamed {
				near.against = append(near.against, *r)
			}
		}
	}
	return near
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

// conflict leaves the decision to a person. why is nil where the texts say it.
func (p *putting) conflict(r record.Record, why error) {
	p.decided(Conflict, r)
	p.out.Err = why
	if why == nil {
		p.out.Err = fmt.Errorf("memory server %s: memory %s says otherwise: %s", p.name, oneLine(r.ID, 80), oneLine(r.Text, 200))
	}
}

// drop removes what the fact supersedes, where another memory says it already.
func (p *putting) drop(ctx context.Context, old, same record.Record) error {
	if !p.canRemove() || old.ID == "" {
		p.decided(Unchanged, same)
		p.out.Others = append(p.out.Others, old)
		return nil
	}
	if err := p.st.Remove(ctx, old.ID); err != nil {
		return err
	}
	p.decided(Replaced, old)
	p.out.ID, p.out.undo.Removed = same.ID, []record.Record{old}
	return nil
}

// supersede gives a memory the fact as its text, or the fact its place.
func (p *putting) supersede(ctx context.Context, old record.Record, s State) error {
	switch {
	case old.ID == "":
	case p.canUpdate():
		p.out.ID, p.out.Text = old.ID, old.Text
		err := p.st.Update(ctx, old.ID, p.fact.Text)
		if err == nil {
			p.out.State = s
			return nil
		}
		if later(ctx, err) {
			return err
		}
		p.out.ID, p.out.Text = "", ""
		if _, here, look := get(ctx, p.st, old.ID, old.Text); here || look != nil {
			return err
		}
		return p.add(ctx) // somebody has removed it in the meantime
	case p.canRemove():
		return p.exchange(ctx, old)
	}
	p.conflict(old, fmt.Errorf("memory server %s: it can neither change nor remove what says otherwise: %s", p.name, oneLine(old.Text, 200)))
	return nil
}

// exchange adds the fact before it removes the old one: what is killed in
// between has both, and the next try removes the old one. A server that takes
// the fact for the old one wants it the other way round.
func (p *putting) exchange(ctx context.Context, old record.Record) error {
	got, err := p.st.Add(ctx, p.fact.Record)
	if err != nil {
		return err
	}
	if !got.Dropped {
		if err := p.st.Remove(ctx, old.ID); err != nil {
			return err
		}
	} else {
		if err := p.st.Remove(ctx, old.ID); err != nil {
			return err
		}
		if got, err = p.st.Add(ctx, p.fact.Record); err == nil && got.Dropped {
			err = fmt.Errorf("memory server %s: it takes the fact for one that it has: %s", p.name, oneLine(got.DuplicateOf, 80))
		}
		if err != nil {
			if _, back := p.st.Add(ctx, old); back != nil {
				err = fmt.Errorf("%w; and the memory that it was to replace is gone: %s", err, oneLine(old.Text, 200))
			}
			return err
		}
	}
	p.decided(Replaced, old)
	p.out.ID = got.ID
	p.out.undo.Written, p.out.undo.Removed = true, []record.Record{old}
	return nil
}

func (p *putting) add(ctx context.Context) error {
	got, err := p.st.Add(ctx, p.fact.Record)
	if err != nil {
		return err
	}
	if got.Dropped {
		return p.dropped(ctx, got)
	}
	p.out.State, p.out.ID, p.out.undo.Written = Added, got.ID, true
	if got.Pending {
		p.out.ID = ""
	}
	if got.NearDuplicateOf == "" && got.Existing == "" {
		return nil
	}
	other := p.text(ctx, got.NearDuplicateOf, got.Existing)
	switch compare.Relate(p.fact.Text, other.Text) {
	case compare.Same, compare.Covered: // the copy beside it goes
		if got.ID != "" && got.ID != other.ID && p.canRemove() && p.st.Remove(ctx, got.ID) == nil {
			p.decided(Unchanged, other)
			p.out.undo.Written = false
		}
	default:
		p.out.Others = append(p.out.Others, other)
	}
	return nil
}

// dropped decides about a memory that the server took the fact for. A distance
// cannot tell a rewording from another number, so the words are compared; but
// where they have little in common, and the same numbers, the server is right.
// A graph drops by name alone, whatever the entity says by now.
func (p *putting) dropped(ctx context.Context, got anymcp.Added) error {
	old := p.text(ctx, got.DuplicateOf, got.Existing)
	if old.Text == "" {
		if compare.SameNumbers(p.fact.Text, "") {
			p.decided(Unchanged, old)
			return nil
		}
		p.conflict(old, fmt.Errorf("memory server %s: it took the fact for memory %q, whose text cannot be looked up: a number may differ", p.name, oneLine(old.ID, 80)))
		return nil
	}
	named := p.fact.Replaces != "" && (p.fact.Replaces == old.ID || compare.Relate(p.fact.Replaces, old.Text) == compare.Same)
	switch how := compare.Relate(p.fact.Text, old.Text); {
	case how == compare.Same, how == compare.Covered,
		how == compare.Unrelated && !named && !p.st.Mapping().Graph && compare.SameNumbers(p.fact.Text, old.Text):
		p.decided(Unchanged, old)
	case how == compare.Reworded:
		if !p.canUpdate() && saysAll(old.Text, p.fact.Text) {
			p.decided(Unchanged, old)
			return nil
		}
		return p.supersede(ctx, old, Updated)
	case named, p.approve != nil && p.approve(ctx, p.fact.Record, old):
		return p.supersede(ctx, old, Replaced)
	default:
		p.conflict(old, nil)
	}
	return nil
}

// text finds the text of a memory that the server named in its answer.
func (p *putting) text(ctx context.Context, id, told string) record.Record {
	for _, r := range p.found {
		if id != "" && r.ID == id {
			return r
		}
	}
	if told == "" && id != "" {
		if r, here, err := get(ctx, p.st, id, p.fact.Text); err == nil && here {
			return r
		}
	}
	return record.Record{Store: p.name, ID: id, Text: told}
}

// oneLine is a foreign text in a message, at most so many runes.
func oneLine(s string, most int) string {
	line := []rune(strings.Join(strings.Fields(visible(s)), " "))
	if len(line) > most {
		return string(line[:most]) + "…"
	}
	return string(line)
}

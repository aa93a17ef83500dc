// What gives way to a fact on a memory server.

package remote

import (
	"context"
	"fmt"
	"slices"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/compare"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/record"
)

// supersede gives a memory the fact as its text, or the fact its place. Changed
// in place, what is another project's would stay that one's.
func (p *putting) supersede(ctx context.Context, old record.Record, s State) error {
	switch {
	case old.ID == "", !p.st.IsFact(old):
	case p.canUpdate() && compare.Near(old, p.fact.Project):
		next := Outcome{State: s, ID: old.ID, Text: old.Text, undo: undo{Former: &mem0.Former{Record: old}}}
		if err := p.notes(next); err != nil {
			return err
		}
		p.is(next)
		err := p.st.Update(ctx, old.ID, p.fact.Text)
		if err == nil {
			return nil
		}
		if later(ctx, err) {
			return err
		}
		p.is(Outcome{})
		if _, here, look := get(ctx, p.st, old.ID, old.Text); here || look != nil {
			return err
		}
		return p.add(ctx) // somebody has removed it in the meantime
	case p.canRemove():
		return p.exchange(ctx, old)
	}
	why := "it can neither change nor remove"
	switch {
	case !p.st.IsFact(old):
		why = "it is not one fact that savectx wrote, and stays:"
	case !compare.Near(old, p.fact.Project):
		why = fmt.Sprintf("it cannot remove what is of project %q:", oneLine(old.Project, 80))
	}
	p.conflict(old, fmt.Errorf("memory server %s: %s memory %s, which says: %s", p.name, why, oneLine(old.ID, 80), oneLine(old.Text, 200)))
	return nil
}

// exchange adds the fact before it removes the old one: what is killed in
// between has both, and the next try removes the old one. A server that takes
// the fact for the old one wants it the other way round.
func (p *putting) exchange(ctx context.Context, old record.Record) error {
	next := Outcome{State: Replaced, Text: old.Text, undo: undo{Written: true, Looked: !p.blind && !p.cut, Removed: []mem0.Former{{Record: old}}}}
	if err := p.notes(next); err != nil {
		return err
	}
	got, err := p.st.Add(ctx, p.fact.Record)
	if err != nil {
		return err
	}
	if got.Dropped {
		if !p.tookFor(got, old) {
			return p.third(ctx, got, old)
		}
		if r, ok := p.nextTo(old); ok {
			p.conflict(r, fmt.Errorf("memory server %s: without memory %s it would take the fact for memory %s, which says: %s", p.name, oneLine(old.ID, 80), oneLine(r.ID, 80), oneLine(r.Text, 200)))
			return nil
		}
	}
	p.wrote = !got.Dropped
	switch err := p.st.Remove(ctx, old.ID); {
	case err == nil:
	case later(ctx, err):
		return err
	case got.Dropped:
		p.conflict(old, fmt.Errorf("%w: it keeps memory %s, and takes the fact for it: %s", err, oneLine(old.ID, 80), oneLine(old.Text, 200)))
		return nil
	default:
		next.State, next.Text, next.undo.Removed = Added, "", nil
		p.out.Others = append(p.out.Others, old)
	}
	if p.wrote = true; got.Dropped {
		if got, err = p.st.Add(ctx, p.fact.Record); err == nil && got.Dropped {
			err = fmt.Errorf("memory server %s: it takes the fact for one that it has: %s", p.name, oneLine(got.DuplicateOf, 80))
		}
		if err != nil {
			back, backErr := p.st.Add(ctx, old)
			if backErr != nil || back.Dropped {
				err = fmt.Errorf("%w; and the memory that it was to replace is gone: %s", err, oneLine(old.Text, 200))
			}
			return err
		}
	}
	if !got.Pending {
		next.ID = got.ID
	}
	p.is(next)
	return nil
}

// tookFor reports whether it was the old memory that the server took the fact
// for. Where it tells nothing, the words have to be near.
func (p *putting) tookFor(got anymcp.Added, old record.Record) bool {
	switch {
	case got.DuplicateOf != "":
		return got.DuplicateOf == old.ID
	case got.Existing != "":
		return sameText(got.Existing, old.Text)
	}
	return compare.Relate(p.fact.Text, old.Text) != compare.Unrelated
}

// nextTo finds a memory that a server may take the fact for once the old one is
// gone; that could then not come back either. A graph drops by name alone.
func (p *putting) nextTo(old record.Record) (r record.Record, ok bool) {
	i := slices.IndexFunc(p.found, func(r record.Record) bool {
		return r.ID != old.ID && compare.Relate(p.fact.Text, r.Text) != compare.Unrelated
	})
	if i < 0 || p.st.Mapping().Graph {
		return r, false
	}
	return p.found[i], true
}

// third decides where the server took the fact for another memory than the old
// one, which stays: removing it would not help.
func (p *putting) third(ctx context.Context, got anymcp.Added, old record.Record) error {
	if p.thirds || got.DuplicateOf == "" && got.Existing == "" {
		p.conflict(old, fmt.Errorf("memory server %s: it takes the fact for one that it has, and not for memory %s, which says: %s", p.name, oneLine(old.ID, 80), oneLine(old.Text, 200)))
		return nil
	}
	p.thirds = true
	err := p.dropped(ctx, got)
	if err == nil && p.out.State != Conflict {
		p.out.Others = append(p.out.Others, old)
	}
	return err
}

// drop removes what the fact supersedes, where another memory says it already.
func (p *putting) drop(ctx context.Context, old, same record.Record) error {
	if !p.removable(old) {
		p.decided(Unchanged, same)
		p.out.Others = append(p.out.Others, old)
		return nil
	}
	next := Outcome{State: Replaced, ID: same.ID, Text: old.Text, undo: undo{Removed: []mem0.Former{{Record: old}}}}
	if err := p.notes(next); err != nil {
		return err
	}
	switch err := p.st.Remove(ctx, old.ID); {
	case err == nil:
		p.is(next)
	case later(ctx, err):
		return err
	default:
		p.decided(Unchanged, same)
		p.out.Others = append(p.out.Others, old)
	}
	return nil
}

// removable reports whether a memory may give way. What a graph has of others is
// more than a fact, and could not be made again.
func (p *putting) removable(old record.Record) bool {
	return p.canRemove() && old.ID != "" && p.st.IsFact(old)
}

// giveWay removes the memory that the fact supersedes and was stored beside.
func (p *putting) giveWay(ctx context.Context, next Outcome, old record.Record) error {
	added := next
	next.State, next.Text, next.undo.Removed = Replaced, old.Text, []mem0.Former{{Record: old}}
	if err := p.notes(next); err != nil {
		return err
	}
	switch err := p.st.Remove(ctx, old.ID); {
	case err == nil:
		p.is(next)
	case later(ctx, err):
		p.is(Outcome{}) // what waits has no memory yet: the note tells of it
		return err
	default:
		p.is(added)
		p.out.Others = append(p.out.Others, old)
	}
	return nil
}

// Taking back what a save gave to stores.

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/remote"
	"savectx/preserve/memory/store"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

// errSince is why a store keeps what it has.
var errSince = errors.New("it was changed since")

// unkeep takes back what a save gave to stores. A row for each thing; what
// could not be taken back is tried again by the next undo of that save. What was
// changed since is left alone, and keeps nobody from the saves before it.
func (v *voice) unkeep(ctx context.Context, where scene, id string) ([]fileRow, error) {
	g, err := where.gave().get(id)
	if err != nil || g.Undone || g.Session == nil && g.Facts == nil {
		return nil, err
	}
	rows, left := []fileRow{}, false
	g.Away = false
	add := func(path string, what safefile.What, err error) {
		r := fileRow{Path: path, What: string(what), Store: true}
		switch {
		case err == nil:
		case errors.Is(err, errSince), errors.Is(err, remote.ErrLeft):
			r.What, r.Why, left = string(safefile.Changed), v.withoutSecrets(err.Error()), true
		default:
			r.What, r.Why, left = string(safefile.Failed), v.withoutSecrets(err.Error()), true
			g.Away = true
		}
		rows = append(rows, r)
	}
	if g.Session != nil {
		what := safefile.Restored
		if g.Before == nil {
			what = removed
		}
		err := v.unkeepSession(ctx, g)
		add("session "+g.Session.ID, what, err)
		if err == nil {
			g.Session, g.Before = nil, nil
		}
	}
	for _, name := range []string{plan.Mem0, plan.MCP} {
		if len(g.Facts[name]) > 0 {
			g.Facts[name] = v.unkeepFacts(ctx, where, name, g.Facts[name], add)
		}
	}
	g.Undone = !left
	return rows, where.gave().put(id, g)
}

// removed is what becomes of a thing that a save has made in a store.
const removed safefile.What = "removed"

// unkeepFacts takes facts back, all within one time, and returns those that are
// left.
func (v *voice) unkeepFacts(ctx context.Context, where scene, name string, facts []remote.Outcome, add func(string, safefile.What, error)) (left []remote.Outcome) {
	ctx, cancel := context.WithTimeout(ctx, v.patience(undoWaits))
	defer cancel()
	box := v.outbox(string(where.state))
	to, err := v.remoteHere(name)
	if err == nil {
		defer to.Close()
	}
	for _, o := range facts {
		var whole bool
		away := err
		if away == nil {
			away = remote.Revert(ctx, box, to, o)
		} else if whole, away = remote.Unqueue(ctx, box, o); away == nil && !whole { // no server is needed for what waits
			away = err
		}
		if away != nil {
			left = append(left, o)
		}
		what := removed
		switch o.State {
		case remote.Unchanged:
			if away == nil {
				continue
			}
		case remote.Updated, remote.Replaced:
			what = safefile.Restored
		}
		add(name+": "+excerpt(o.Fact.Text, factShown), what, away)
	}
	return left
}

// remoteHere is a store as the settings of this project have it.
func (v *voice) remoteHere(name string) (remote.Store, error) {
	root, err := here()
	if err != nil {
		return nil, err
	}
	set, err := v.settings(root)
	if err != nil {
		return nil, err
	}
	return v.remote(set, name)
}

// factShown bounds what is shown of a fact, in characters.
const factShown = 60

// unkeepSession makes the session what it was before, unless it was saved again.
func (v *voice) unkeepSession(ctx context.Context, g gave) error {
	return v.remembered(ctx, func(s *store.Store) error {
		now, err := s.Session(ctx, g.Session.ID, "")
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nil // it is gone already
		case err != nil:
			return err
		case g.Before != nil && now.Updated.Equal(g.Before.Updated):
			return nil // it was written down and not put
		case !now.Updated.Equal(g.Session.Updated.Truncate(time.Millisecond)):
			return fmt.Errorf("session %s: %w", g.Session.ID, errSince)
		case g.Before == nil:
			return s.RemoveSession(ctx, g.Session.ID)
		}
		return s.RestoreSession(ctx, *g.Before)
	})
}

// stores are those that a save gave something to, for its list.
func (g gave) stores() (names []string) {
	if g.Session != nil {
		names = append(names, config.StoreSession)
	}
	for _, name := range []string{plan.Mem0, plan.MCP} {
		if len(g.Facts[name]) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// Taking back what a save has done.

package remote

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
)

// undo is what taking back needs to know besides what an Outcome shows.
type undo struct {
	To      string          `json:"to,omitempty"`      // the address of the store
	At      time.Time       `json:"at,omitzero"`       // when the save began
	Unclear bool            `json:"unclear,omitempty"` // the store may have it, though it waits
	Written bool            `json:"written,omitempty"` // the memory ID was made for the fact
	Removed []record.Record `json:"removed,omitempty"` // memories that gave way
}

// inner is what the stores of this package can do besides.
type inner interface {
	// get finds a memory by its id; hint is a text that it may have.
	get(ctx context.Context, id, hint string) (r record.Record, here bool, err error)
	// add writes a memory without looking.
	add(ctx context.Context, r record.Record) error
}

// lookPatience bounds looking for a fact that most likely never arrived.
const lookPatience = 5 * time.Second

// Revert takes back what an outcome tells: a fact that was added is removed,
// one that was changed gets its former text, a memory that gave way comes back
// (under a new id), one that waits leaves the outbox, or the store, when it was
// delivered meanwhile. What is gone already is no error. A memory that was
// changed since is left alone, and is an error; so is a store that cannot be
// reached, when it may have the fact.
//
// A fact that waited, and was delivered meanwhile into a memory that was there
// before, leaves that memory as it is: its former text is not known.
func Revert(ctx context.Context, box *outbox.Box, to Store, o Outcome) error {
	if o.undo.To != "" && o.undo.To != to.Address() {
		return fmt.Errorf("the fact was saved to %s, not to %s: %s", o.undo.To, to.Address(), oneLine(o.Fact.Text, 80))
	}
	r := reverting{to: to, o: o}
	switch o.State {
	case Waiting, Conflict, Failed:
		return r.unqueue(ctx, box)
	case Added:
		return r.takeAway(ctx)
	case Updated, Replaced:
		switch {
		case o.undo.Written:
			if err := r.takeAway(ctx); err != nil {
				return err
			}
		case len(o.undo.Removed) == 0:
			return r.restore(ctx)
		}
		for _, gone := range o.undo.Removed {
			if err := r.giveBack(ctx, gone); err != nil {
				return err
			}
		}
	}
	return nil
}

type reverting struct {
	to Store
	o  Outcome
}

func (r reverting) unqueue(ctx context.Context, box *outbox.Box) error {
	maybe := r.o.undo.Unclear
	if r.o.Item != "" {
		for _, list := range []func() ([]outbox.Item, error){box.List, box.Aside} {
			items, err := list()
			if err != nil {
				return err
			}
			for _, it := range items {
				maybe = maybe || it.ID == r.o.Item && it.Unclear
			}
		}
		err := box.Drop(ctx, r.o.Item)
		switch {
		case errors.Is(err, outbox.ErrNoItem):
			maybe = maybe || r.o.State == Waiting
		case err != nil:
			return err
		}
	}
	if r.o.State != Waiting && !maybe {
		return nil
	}
	if !maybe {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lookPatience)
		defer cancel()
	}
	var err error
	if r.o.ID != "" { // it was to be the text of that memory
		err = r.restore(ctx)
	} else {
		err = r.takeAwayExact(ctx)
	}
	if !maybe && errors.Is(err, errAway) {
		return nil // it never arrived
	}
	return err
}

// errAway is in the error of a store that could not be asked.
var errAway = errors.New("the store could not be asked")

var errChanged = errors.New("it was changed since, and is left alone")

func (r reverting) failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s %q: %w", r.to.Name(), doing, oneLine(r.o.Fact.Text, 80), err)
}

// takeAway removes the memory that was made for the fact, if it still has its
// text.
func (r reverting) takeAway(ctx context.Context) error {
	if r.o.ID == "" {
		return r.takeAwayExact(ctx)
	}
	found, here, err := r.get(ctx, r.o.Fact.Text)
	switch {
	case err != nil:
	case !here:
		return nil
	case !sameText(found.Text, r.o.Fact.Text):
		err = errChanged
	default:
		err = gone(r.to.Remove(ctx, r.o.ID))
	}
	return r.failed("removing", err)
}

// takeAwayExact removes the memories with the text of the fact that were not
// there before it was saved.
func (r reverting) takeAwayExact(ctx context.Context) error {
	found, err := exact(ctx, r.to, r.o.Fact.Record)
	for i := 0; err == nil && i < len(found); i++ {
		if !before(found[i].Created, r.o.undo.At) {
			err = gone(r.to.Remove(ctx, found[i].ID))
		}
	}
	return r.failed("removing", err)
}

// restore gives a memory its former text, if it has the fact's now.
func (r reverting) restore(ctx context.Context) error {
	found, here, err := r.get(ctx, r.o.Fact.Text)
	switch {
	case err != nil:
	case !here, sameText(found.Text, r.o.Text):
		return nil
	case !sameText(found.Text, r.o.Fact.Text):
		err = errChanged
	default:
		err = gone(r.to.Update(ctx, r.o.ID, r.o.Text))
	}
	return r.failed("changing back", err)
}

// giveBack adds a memory that gave way, unless it is there.
func (r reverting) giveBack(ctx context.Context, old record.Record) error {
	found, err := exact(ctx, r.to, old)
	if err == nil && len(found) == 0 {
		if in, ok := r.to.(inner); ok {
			err = in.add(ctx, old)
		} else if o := r.to.Put(ctx, Fact{Record: old}, nil); verdict(o) != nil {
			err = verdict(o)
		}
	}
	return r.failed("putting back what gave way to", err)
}

func (r reverting) get(ctx context.Context, hint string) (record.Record, bool, error) {
	if in, ok := r.to.(inner); ok {
		found, here, err := in.get(ctx, r.o.ID, hint)
		if err != nil {
			err = fmt.Errorf("%w: %w", errAway, err)
		}
		return found, here, err
	}
	found, err := all(ctx, r.to, hint, func(f record.Record) bool { return f.ID == r.o.ID })
	if err != nil || len(found) == 0 {
		return record.Record{}, false, err
	}
	return found[0], true, nil
}

// exact finds the memories that have the text of a fact and may be of its
// project.
func exact(ctx context.Context, to Store, f record.Record) ([]record.Record, error) {
	return all(ctx, to, f.Text, func(r record.Record) bool {
		return sameText(r.Text, f.Text) && r.ID != "" && (r.Project == "" || r.Project == f.Project)
	})
}

// all searches, and looks through the list when the search has nothing.
func all(ctx context.Context, to Store, query string, is func(record.Record) bool) (out []record.Record, err error) {
	found, searchErr := to.Search(ctx, query, "", searchMost)
	if searchErr != nil && !errors.Is(searchErr, anymcp.ErrNoTool) {
		return nil, fmt.Errorf("%w: %w", errAway, searchErr)
	}
	for list := false; ; list = true {
		for _, r := range found {
			if is(r) {
				out = append(out, r)
			}
		}
		if len(out) > 0 || list {
			return out, nil
		}
		found, err = to.List(ctx, "", listMost)
		if errors.Is(err, anymcp.ErrNoTool) && searchErr == nil {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errAway, err)
		}
	}
}

// gone takes a memory that is not there for removed.
func gone(err error) error {
	if errors.Is(err, mem0.ErrNotFound) {
		return nil
	}
	return err
}

func sameText(a, b string) bool {
	return strings.Join(strings.Fields(strings.ToValidUTF8(a, "\uFFFD")), " ") == strings.Join(strings.Fields(strings.ToValidUTF8(b, "\uFFFD")), " ")
}

// clockSlack is how far the clocks of two machines may be apart.
const clockSlack = 2 * time.Minute

// before reports whether a memory was made before the save. Some stores tell
// only the day, and some nothing.
func before(made, save time.Time) bool {
	if made.IsZero() || save.IsZero() {
		return false
	}
	made, save = made.UTC(), save.UTC()
	if made.Equal(made.Truncate(24 * time.Hour)) {
		save = save.Truncate(24 * time.Hour)
	}
	return made.Before(save.Add(-clockSlack))
}

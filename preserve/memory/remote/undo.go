// Taking back what a save has done.

package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
)

// undo is what taking back needs to know besides what an Outcome shows.
type undo struct {
	To      string        `json:"to,omitempty"`      // the address of the store
	At      time.Time     `json:"at,omitzero"`       // when the save began
	By      time.Time     `json:"by,omitzero"`       // whose the item is, where it is not the date of the fact
	Item    string        `json:"item,omitempty"`    // in the outbox, also once it is delivered
	Twin    bool          `json:"twin,omitempty"`    // the save had the fact twice; another outcome stands for both
	Unclear bool          `json:"unclear,omitempty"` // the store may have it, though it waits
	Written bool          `json:"written,omitempty"` // a memory was made for the fact: ID, if known
	Looked  bool          `json:"looked,omitempty"`  // before that, no memory had its text
	Seen    bool          `json:"seen,omitempty"`    // the ID was found by its text, and not told by the store
	Copies  []string      `json:"copies,omitempty"`  // memories that the store made beside ID
	Former  *mem0.Former  `json:"former,omitempty"`  // the memory ID before it was changed
	Removed []mem0.Former `json:"removed,omitempty"` // memories that gave way
}

// inner is what the stores of this package can do besides.
type inner interface {
	// put is Put that tells what it is about to write.
	put(ctx context.Context, f Fact, approve Approve, note noting, was past) Outcome
	// get finds a memory by its id; hint is a text that it may have.
	get(ctx context.Context, id, hint string) (r record.Record, here bool, err error)
	// add writes a memory again, without looking.
	add(ctx context.Context, f mem0.Former) error
	// restore makes a memory what it was.
	restore(ctx context.Context, f mem0.Former) error
	// all is List; whole is false when the store may have more.
	all(ctx context.Context, project string, limit int) (found []record.Record, whole bool, err error)
}

// Revert takes back what an outcome tells: a fact that was added is removed,
// one that was changed is made what it was, a memory that gave way comes back
// (under a new id), one that waits leaves the outbox, or the store, when it was
// delivered meanwhile. What is gone already is no error, and what another save
// wants as well stays. A memory that was changed since is left alone, and is an
// error; so is one of which nothing proves that this save has written it, and a
// store that cannot be reached when it may have the fact.
func Revert(ctx context.Context, box *outbox.Box, to Store, o Outcome) error {
	o, whole, err := unqueue(ctx, box, o)
	if whole || err != nil {
		return err
	}
	if o.undo.To != "" && o.undo.To != to.Address() {
		return fmt.Errorf("the fact was saved to %s, not to %s: %s", o.undo.To, to.Address(), oneLine(o.Fact.Text, 80))
	}
	r := reverting{to: to, o: o}
	if err := r.revert(ctx); err != nil {
		return err
	}
	if o.undo.Item == "" {
		return nil
	}
	return box.Forget(ctx, o.undo.Item, o.by())
}

// Unqueue takes a fact out of the outbox; no store is needed for that. What
// another save queued stays. whole says that nothing more is to be done: the
// store never got the fact from this save, or another one wants it there, too.
// Otherwise Revert has to finish it with the store that it was saved to.
func Unqueue(ctx context.Context, box *outbox.Box, o Outcome) (whole bool, err error) {
	_, whole, err = unqueue(ctx, box, o)
	return whole, err
}

// by is how the outbox knows the save.
func (o Outcome) by() time.Time {
	if !o.undo.By.IsZero() {
		return o.undo.By
	}
	return o.Fact.Created
}

// unqueue is Unqueue; next is what is to be reverted instead, when sending it
// has left word of what it did.
func unqueue(ctx context.Context, box *outbox.Box, o Outcome) (next Outcome, whole bool, err error) {
	if o.State == Unchanged || o.undo.Twin {
		return o, true, nil
	}
	o.undo.Item = cmp.Or(o.undo.Item, o.Item)
	if o.undo.Item == "" {
		return o, o.State != Waiting && !o.undo.Unclear && !o.State.wrote(), nil
	}
	left, err := box.Leave(ctx, o.undo.Item, o.by(), busyPatience)
	switch {
	case err != nil:
		return o, false, err
	case left.Shared:
		return o, true, nil
	case o.State.wrote():
		return o, false, nil
	case left.Trace != nil:
		next, err := o.traced(left.Trace)
		return next, err == nil && next.State == Unchanged, err
	}
	return o, (left.Known || o.State != Waiting) && !o.undo.Unclear, nil
}

// wrote reports whether the store has something new.
func (s State) wrote() bool { return s == Added || s == Updated || s == Replaced }

type reverting struct {
	to Store
	o  Outcome
}

func (r reverting) revert(ctx context.Context) error {
	switch u := r.o.undo; r.o.State {
	case Waiting, Conflict, Failed:
		if r.o.ID != "" && r.o.State == Waiting { // it was to be the text of that memory
			return r.restore(ctx)
		}
		return r.takeAwayExact(ctx)
	case Added:
		return r.takeAway(ctx)
	case Updated, Replaced:
		switch {
		case u.Written:
			if err := r.takeAway(ctx); err != nil {
				return err
			}
		case len(u.Removed) == 0:
			if err := r.restore(ctx); err != nil {
				return err
			}
		}
		for _, id := range u.Copies {
			copied := r
			copied.o.ID = id
			if err := copied.takeAwayID(ctx); err != nil {
				return err
			}
		}
		for _, gone := range u.Removed {
			if err := r.giveBack(ctx, gone); err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	// errAway is in the error of a store that could not be asked.
	errAway = errors.New("the store could not be asked")
	// ErrLeft is in the error of a memory that another try would leave alone, too.
	ErrLeft    = errors.New("it is left alone")
	errChanged = fmt.Errorf("it was changed since: %w", ErrLeft)
	errDoubt   = fmt.Errorf("the store has it, and nothing proves that it is from this save: %w", ErrLeft)
	errCut     = errors.New("the store does not list all that it has, so it cannot be told whether it is still there")
)

func (r reverting) failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s %q: %w", r.to.Name(), doing, oneLine(r.o.Fact.Text, 80), err)
}

// takeAway removes the memory that was made for the fact, if it still has its
// text.
func (r reverting) takeAway(ctx context.Context) error {
	if r.o.ID == "" || r.o.undo.Seen {
		return r.takeAwayExact(ctx)
	}
	return r.takeAwayID(ctx)
}

func (r reverting) takeAwayID(ctx context.Context) error {
	found, here, err := r.get(ctx, r.o.Fact.Text)
	switch {
	case err != nil:
	case !here:
		return nil
	case !sameText(found.Text, r.o.Fact.Text):
		err = errChanged
	default:
		err = gone(r.to.Remove(ctx, found.ID))
	}
	return r.failed("removing", err)
}

// takeAwayExact removes the memory with the text of the fact, when the store
// had none before it was written, and has this one only. Times prove nothing
// but that a memory is older: clocks differ, and some stores tell only the day.
func (r reverting) takeAwayExact(ctx context.Context) error {
	found, err := exact(ctx, r.to, r.o.Fact.Record)
	found = slices.DeleteFunc(found, func(f record.Record) bool { return before(f.Created, r.o.undo.At) })
	switch {
	case err != nil, len(found) == 0:
	case !r.o.undo.Looked, len(found) > 1, r.o.undo.Seen && found[0].ID != r.o.ID:
		err = errDoubt
	default:
		err = gone(r.to.Remove(ctx, found[0].ID))
	}
	return r.failed("removing", err)
}

// restore makes a memory what it was, if it has the fact's text now.
func (r reverting) restore(ctx context.Context) error {
	found, here, err := r.get(ctx, r.o.Fact.Text)
	former := r.o.undo.Former
	// It had the text already, and was another project's.
	moved := former != nil && former.Project != found.Project && found.Project == r.o.Fact.Project && sameText(r.o.Text, r.o.Fact.Text)
	third := former != nil && former.Project != found.Project && found.Project != r.o.Fact.Project
	_, half := past{earlier: &r.o}.half(found)
	switch {
	case err != nil:
	case !here, sameText(found.Text, r.o.Text) && !moved:
		return nil
	case third, !half && !sameText(found.Text, r.o.Fact.Text):
		err = errChanged
	default:
		in, ok := r.to.(inner)
		if ok && former != nil {
			err = gone(in.restore(ctx, *former))
		} else {
			err = gone(r.to.Update(ctx, r.o.ID, r.o.Text))
		}
	}
	return r.failed("changing back", err)
}

// giveBack adds a memory that gave way, unless it is there.
func (r reverting) giveBack(ctx context.Context, old mem0.Former) error {
	found, err := exact(ctx, r.to, old.Record)
	if errors.Is(err, errCut) { // twice is better than lost
		err = nil
	}
	if err == nil && len(found) == 0 {
		if in, ok := r.to.(inner); ok {
			err = in.add(ctx, old)
		} else if o := r.to.Put(ctx, Fact{Record: old.Record}, nil); verdict(o) != nil {
			err = verdict(o)
		}
	}
	return r.failed("putting back what gave way to", err)
}

// tookForAnother is the error of a store that dropped what it was given back.
func tookForAnother(s Store, id string) error {
	return fmt.Errorf("%s: it took the text for that of memory %q, and did not store it", s.Name(), oneLine(id, 80))
}

func (r reverting) get(ctx context.Context, hint string) (record.Record, bool, error) {
	if in, ok := r.to.(inner); ok {
		found, here, err := in.get(ctx, r.o.ID, hint)
		if err != nil && !errors.Is(err, errCut) {
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
		return sameText(r.Text, f.Text) && (r.Project == "" || r.Project == f.Project)
	})
}

// all searches, and looks through the list when the search has nothing. A list
// that is cut counts for nothing where there is no search, and is an error.
func all(ctx context.Context, to Store, query string, is func(record.Record) bool) (out []record.Record, err error) {
	found, searchErr := to.Search(ctx, query, "", searchMost)
	if searchErr != nil && !errors.Is(searchErr, anymcp.ErrNoTool) {
		return nil, fmt.Errorf("%w: %w", errAway, searchErr)
	}
	for list, whole := false, searchErr == nil; ; list = true {
		for _, r := range found {
			if is(r) {
				out = append(out, r)
			}
		}
		switch {
		case len(out) > 0, list && whole:
			return out, nil
		case list:
			return nil, errCut
		}
		var complete bool
		found, complete, err = Listed(ctx, to, "", listMost)
		if errors.Is(err, anymcp.ErrNoTool) && searchErr == nil {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errAway, err)
		}
		whole = whole || complete
	}
}

// Listed is List of a store; whole is false when it may have more than it
// lists, so that what is not there may not be gone.
func Listed(ctx context.Context, s Store, project string, limit int) (found []record.Record, whole bool, err error) {
	if in, ok := s.(inner); ok {
		return in.all(ctx, project, limit)
	}
	found, err = s.List(ctx, project, limit)
	return found, err == nil && len(found) < limit, err
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

// Saving by way of the outbox, and delivering later.

package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
)

// How long Save waits for somebody else who delivers, and for the folder of
// the outbox when the caller's time is over already.
const (
	busyPatience = 5 * time.Second
	diskPatience = 3 * time.Second
)

// Save puts facts into the outbox and hands them to the store, those of this
// save only: what waited before is Deliver's. An outcome for each fact, in
// their order. What is not done when ctx ends waits; approve and the outbox
// itself may take longer.
func Save(ctx context.Context, box *outbox.Box, to Store, facts []Fact, approve Approve) []Outcome {
	s := saving{box: box, to: to, approve: approve, at: time.Now(), facts: map[string]Fact{}, done: map[string]Outcome{}}
	out := make([]Outcome, len(facts))
	items := make([]string, len(facts)) // ids; "": not in the outbox
	var ids []string
	for i, f := range facts {
		if f.Created.IsZero() { // its date is today's, whenever it is delivered
			f.Created = s.at
		}
		out[i] = Outcome{Fact: f}
		var err error
		if items[i], err = s.queue(ctx, f); err != nil {
			out[i].Err = err
			continue
		}
		ids = append(ids, items[i])
		s.facts[items[i]] = f
	}
	away, err := s.deliver(ctx, unique(ids))
	seen := map[string]bool{}
	for i, f := range out {
		id := items[i]
		switch o, done := s.done[id]; {
		case id == "":
			out[i] = s.straight(ctx, f.Fact, f.Err, &away)
		case done && seen[id]:
			out[i] = again(o)
		case done:
			out[i] = o
		default:
			out[i] = Outcome{State: Waiting, Item: id, Err: cmp.Or(away, err, errUntried)}
		}
		out[i].Fact = f.Fact
		out[i].undo.To, out[i].undo.At, out[i].undo.Item, out[i].undo.Twin = to.Address(), s.at, id, seen[id] && id != ""
		seen[id] = true
	}
	return out
}

// again is the outcome of a fact that was given twice.
func again(o Outcome) Outcome {
	switch o.State {
	case Added, Updated, Replaced:
		return Outcome{Fact: o.Fact, State: Unchanged, ID: o.ID, Text: o.Fact.Text}
	}
	return o
}

var errUntried = errors.New("it was not tried")

type saving struct {
	box     *outbox.Box
	to      Store
	approve Approve
	at      time.Time
	facts   map[string]Fact    // by the id of the item
	done    map[string]Outcome // the same
}

func (s *saving) queue(ctx context.Context, f Fact) (id string, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), diskPatience)
	defer cancel()
	id, _, err = s.box.Put(ctx, outbox.Item{To: s.to.Address(), Record: f.Record, Replaces: f.Replaces})
	return id, err
}

// deliver hands the items over. Why some still wait is away, of the store, or
// an error of the outbox.
func (s *saving) deliver(ctx context.Context, ids []string) (away, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rep, err := s.box.DeliverThese(ctx, s.to.Address(), ids, busyPatience, s.send)
	if err != nil {
		return rep.Stopped, err
	}
	for _, id := range rep.Gone {
		if err := s.meanwhile(ctx, id); err != nil {
			return rep.Stopped, err
		}
	}
	return rep.Stopped, nil
}

func (s *saving) send(ctx context.Context, it *outbox.Item) error {
	o := send(ctx, s.to, it, s.approve)
	if verdict(o) != nil && !errors.Is(o.Err, outbox.ErrNoItem) {
		o.Item = it.ID
	}
	s.done[it.ID] = o
	return verdict(o)
}

// meanwhile finds out what became of an item that another deliverer took. One
// that has left the outbox counts as delivered and is not written again; Added,
// when nothing is known of it: it was none of this save's to find it there.
func (s *saving) meanwhile(ctx context.Context, id string) error {
	if _, dropped := s.done[id]; dropped {
		return nil
	}
	err := s.box.DeliverAside(ctx, id, busyPatience, s.send)
	switch {
	case errors.Is(err, outbox.ErrNoItem):
		o := Outcome{Fact: s.facts[id], State: Added}
		if trace, ok := s.box.Delivered(id, s.facts[id].Created); ok && trace != nil {
			if known, err := o.traced(trace); err == nil {
				o = known
			}
		}
		s.done[id] = o
		return nil
	case s.done[id].State == "":
		return err
	}
	return nil
}

// straight gives a fact to the store that the outbox could not take.
func (s *saving) straight(ctx context.Context, f Fact, full error, away *error) Outcome {
	o := Outcome{Fact: f, State: Waiting, Err: *away}
	if *away == nil {
		looked := false
		o = put(ctx, s.to, f, s.approve, func(o Outcome) error { looked = o.undo.Looked; return nil }, past{})
		if verdict(o) != nil {
			o.undo.Looked = looked
		}
	}
	if o.State == Waiting {
		*away = o.Err
		o.State = Failed
	}
	if o.State == Failed {
		o.Err = errors.Join(o.Err, full)
	}
	return o
}

// Deliver hands what waits for the store to it. What a person has to decide is
// set aside.
func Deliver(ctx context.Context, box *outbox.Box, to Store) (outbox.Report, error) {
	return box.Deliver(ctx, to.Address(), func(ctx context.Context, it *outbox.Item) error {
		return verdict(send(ctx, to, it, nil))
	})
}

// Settle puts a fact that was set aside again, and what contradicts it gives
// way. On success it leaves the outbox, else it stays where it is. It belongs to
// the last save that wanted it, then.
func Settle(ctx context.Context, box *outbox.Box, to Store, id string) Outcome {
	o := Outcome{State: Failed, Item: id}
	apart, err := box.Aside()
	if err == nil {
		err = fmt.Errorf("%s: %w", id, outbox.ErrNoItem)
	}
	for _, it := range apart {
		if it.ID != id {
			continue
		}
		o.Fact, err = Fact{it.Record, it.Replaces}, nil
		if it.To != to.Address() {
			err = fmt.Errorf("it is for another store: %s", it.To)
		}
	}
	if err != nil {
		o.Err = err
		return o
	}
	yes := func(context.Context, record.Record, record.Record) bool { return true }
	at, by, tried := time.Now(), time.Time{}, false
	err = box.DeliverAside(ctx, id, busyPatience, func(ctx context.Context, it *outbox.Item) error {
		o, tried = send(ctx, to, it, yes), true
		if n := len(it.Wanted); n > 0 && verdict(o) == nil {
			it.Wanted = it.Wanted[n-1:]
			by = it.Wanted[0]
		}
		return verdict(o)
	})
	switch {
	case !tried:
		o.Err = err
		if errors.Is(err, outbox.ErrBusy) {
			o.State = Waiting
		}
	case verdict(o) != nil:
		o.Item = id
	case err != nil:
		o.Err = err // done, and still listed
	}
	o.undo.To, o.undo.At, o.undo.By, o.undo.Item = to.Address(), at, by, id
	return o
}

// verdict is what the outbox is told of an outcome; nil: it is done.
func verdict(o Outcome) error {
	switch o.State {
	case Waiting, Conflict, Failed:
		return &undelivered{o}
	}
	return nil
}

type undelivered struct{ o Outcome }

func (u *undelivered) Error() string {
	if u.o.Err != nil {
		return u.o.Err.Error()
	}
	return string(u.o.State)
}
func (u *undelivered) Unwrap() error { return u.o.Err }
func (u *undelivered) Final() bool   { return u.o.State != Waiting }
func (u *undelivered) Unclear() bool { return u.o.undo.Unclear }

func unique(ids []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

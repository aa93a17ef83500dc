// A mem0 server as a Store.

package remote

import (
	"context"
	"errors"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
)

// Mem0 is a mem0 server. Nothing is sent yet; the errors say what to set.
func Mem0(c mem0.Config) (Store, error) {
	client, err := mem0.New(c)
	if err != nil {
		return nil, err
	}
	return mem0Store{client, &mem0.Lately{}}, nil
}

type mem0Store struct {
	*mem0.Client
	lately *mem0.Lately // the hosted service finds what it was given only later
}

func (mem0Store) Name() string { return "mem0" }

func (mem0Store) Close() {}

func (s mem0Store) Put(ctx context.Context, f Fact, approve Approve) Outcome {
	return s.put(ctx, f, approve, unnoted, past{})
}

func (s mem0Store) put(ctx context.Context, f Fact, approve Approve, note noting, _ past) Outcome {
	ch := mem0.Choices{Approve: approve, Lately: s.lately, Writes: func(got mem0.Outcome) error {
		o := fromMem0(f, got)
		o.undo.Looked = true
		return note(o)
	}}
	if f.Replaces != "" {
		ch.Replaces = map[int]string{0: f.Replaces}
	}
	got := s.Client.Save(ctx, []record.Record{f.Record}, ch)[0]
	o := fromMem0(f, got)
	switch got.State {
	case mem0.Conflict:
		o.Err, o.Firm = &mem0.ConflictError{ID: got.ID, Text: got.Text, Why: got.Why}, got.Why != ""
	case mem0.Failed:
		o.undo.Unclear = mem0.IsUnclear(got.Err) || got.Begun
		if mem0.IsAway(got.Err) || ctx.Err() != nil && !errors.Is(got.Err, outbox.ErrNoItem) {
			o.State = Waiting
		}
	}
	return o
}

func fromMem0(f Fact, got mem0.Outcome) Outcome {
	o := Outcome{Fact: f, State: State(got.State), ID: got.ID, Text: got.Text, Others: got.Others, Err: got.Err}
	o.undo.Written = got.State == mem0.Created
	o.undo.Former = got.Former
	if got.Copy != "" {
		o.undo.Copies = []string{got.Copy}
	}
	if got.Removed != nil {
		o.undo.Removed = []mem0.Former{*got.Removed}
	}
	return o
}

// Update keeps what the memory is besides its text.
func (s mem0Store) Update(ctx context.Context, id, text string) error {
	s.lately.Forget(id)
	return s.Client.Update(ctx, id, record.Record{Text: text})
}

func (s mem0Store) Remove(ctx context.Context, id string) error {
	s.lately.Forget(id)
	return s.Client.Delete(ctx, id)
}

func (s mem0Store) get(ctx context.Context, id, _ string) (r record.Record, here bool, err error) {
	r, err = s.Client.Get(ctx, id)
	if errors.Is(err, mem0.ErrNotFound) {
		return r, false, nil
	}
	return r, err == nil, err
}

func (s mem0Store) add(ctx context.Context, f mem0.Former) error {
	got, err := s.Client.AddBack(ctx, f)
	if err == nil && got.ID == "" {
		err = tookForAnother(s, got.Duplicate)
	}
	return err
}

func (s mem0Store) restore(ctx context.Context, f mem0.Former) error {
	s.lately.Forget(f.ID)
	return s.Client.Restore(ctx, f)
}

func (s mem0Store) all(ctx context.Context, project string, limit int) (found []record.Record, whole bool, err error) {
	found, err = s.Client.List(ctx, "", listMost)
	part := of(found, project, limit)
	return part, err == nil && len(found) < listMost && len(part) == len(of(found, project, 0)), err
}

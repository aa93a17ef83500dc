package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"savectx/preserve/memory/outbox"
)

type unclearError struct{}

func (unclearError) Error() string { return "half an answer" }
func (unclearError) Unclear() bool { return true }

func ids(t *testing.T, b *outbox.Box) (out []string) {
	t.Helper()
	items, err := b.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range items {
		out = append(out, it.ID)
	}
	return out
}

// Only what is named is delivered, in the order in which it is named.
func TestDeliverThese(t *testing.T) {
	b := outbox.Open(t.TempDir())
	if rep, err := outbox.Open(t.TempDir()+"/none").DeliverThese(t.Context(), store, []string{"x"}, 0, nil); err != nil || len(rep.Gone) != 1 {
		t.Errorf("no folder: %+v %v", rep, err)
	}
	put(t, b, "1", "2", "3", "4")
	all := ids(t, b)
	none := fmt.Sprintf("%024x", 0)
	var sent []string
	send := func(_ context.Context, it outbox.Item) error {
		sent = append(sent, it.Record.Text)
		if it.Record.Text == "2" {
			return fmt.Errorf("wrapped: %w", unclearError{})
		}
		return nil
	}
	rep, err := b.DeliverThese(t.Context(), store, []string{all[3], none, all[1], all[0]}, 0, send)
	if err != nil || !slices.Equal(sent, []string{"4", "2"}) || len(rep.Delivered) != 1 || rep.Waiting != 2 || !slices.Equal(rep.Gone, []string{none}) || rep.Stopped == nil {
		t.Errorf("sent %q: %+v %v", sent, rep, err)
	}
	if got := waiting(t, b); !slices.Equal(got, []string{"1", "2", "3"}) {
		t.Errorf("waiting %q", got)
	}
	items, _ := b.List()
	if !items[1].Unclear || items[0].Unclear {
		t.Errorf("%+v", items)
	}
	// What may have arrived stays so, whatever comes after.
	if _, err := b.DeliverThese(t.Context(), store, all[1:2], 0, func(context.Context, outbox.Item) error { return errors.New("away") }); err != nil {
		t.Error(err)
	}
	if items, _ := b.List(); !items[1].Unclear || items[1].Tries != 2 {
		t.Errorf("%+v", items[1])
	}
}

func TestDeliverTheseWaits(t *testing.T) {
	dir := t.TempDir()
	b := outbox.Open(dir)
	put(t, b, "1", "2")
	all := ids(t, b)
	inside, release, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		_, _ = outbox.Open(dir).DeliverThese(context.Background(), store, all[:1], 0, func(context.Context, outbox.Item) error {
			close(inside)
			<-release
			return nil
		})
		close(done)
	}()
	<-inside
	fine := func(context.Context, outbox.Item) error { return nil }
	if _, err := b.DeliverThese(t.Context(), store, all, 20*time.Millisecond, fine); !errors.Is(err, outbox.ErrBusy) {
		t.Errorf("%v, want ErrBusy", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.DeliverThese(ended, store, all, time.Hour, fine); !errors.Is(err, outbox.ErrBusy) {
		t.Errorf("%v, want ErrBusy", err)
	}
	go func() { close(release) }()
	rep, err := b.DeliverThese(t.Context(), store, all, time.Hour, fine)
	<-done
	if err != nil || len(rep.Delivered) != 1 || !slices.Equal(rep.Gone, all[:1]) {
		t.Errorf("%+v %v", rep, err)
	}
}

func TestDeliverAside(t *testing.T) {
	b := outbox.Open(t.TempDir())
	put(t, b, "1")
	id := ids(t, b)[0]
	no := func(context.Context, outbox.Item) error { return finalError{} }
	if err := b.DeliverAside(t.Context(), id, 0, no); !errors.Is(err, outbox.ErrNoItem) {
		t.Errorf("one that waits: %v", err)
	}
	if _, err := b.Deliver(t.Context(), store, no); err != nil {
		t.Fatal(err)
	}
	if err := b.DeliverAside(t.Context(), id, 0, func(context.Context, outbox.Item) error { return unclearError{} }); !errors.Is(err, unclearError{}) {
		t.Errorf("%v", err)
	}
	aside, err := b.Aside()
	if err != nil || len(aside) != 1 || aside[0].Tries != 2 || aside[0].Error != "half an answer" || !aside[0].Unclear {
		t.Errorf("%+v %v", aside, err)
	}
	if err := b.DeliverAside(t.Context(), id, 0, func(_ context.Context, it outbox.Item) error {
		if it.Record.Text != "1" {
			t.Errorf("%+v", it)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if aside, _ := b.Aside(); len(aside) != 0 || len(ids(t, b)) != 0 {
		t.Errorf("%+v", aside)
	}
	if err := outbox.Open(t.TempDir()+"/none").DeliverAside(t.Context(), id, 0, no); !errors.Is(err, outbox.ErrNoItem) {
		t.Error(err)
	}
}

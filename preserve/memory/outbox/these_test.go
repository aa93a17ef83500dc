package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
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
	send := func(_ context.Context, it *outbox.Item) error {
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
	if _, err := b.DeliverThese(t.Context(), store, all[1:2], 0, func(context.Context, *outbox.Item) error { return errors.New("away") }); err != nil {
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
		_, _ = outbox.Open(dir).DeliverThese(context.Background(), store, all[:1], 0, func(context.Context, *outbox.Item) error {
			close(inside)
			<-release
			return nil
		})
		close(done)
	}()
	<-inside
	fine := func(context.Context, *outbox.Item) error { return nil }
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
	no := func(context.Context, *outbox.Item) error { return finalError{} }
	if err := b.DeliverAside(t.Context(), id, 0, no); !errors.Is(err, outbox.ErrNoItem) {
		t.Errorf("one that waits: %v", err)
	}
	if _, err := b.Deliver(t.Context(), store, no); err != nil {
		t.Fatal(err)
	}
	if err := b.DeliverAside(t.Context(), id, 0, func(context.Context, *outbox.Item) error { return unclearError{} }); !errors.Is(err, unclearError{}) {
		t.Errorf("%v", err)
	}
	aside, err := b.Aside()
	if err != nil || len(aside) != 1 || aside[0].Tries != 2 || aside[0].Error != "half an answer" || !aside[0].Unclear {
		t.Errorf("%+v %v", aside, err)
	}
	if err := b.DeliverAside(t.Context(), id, 0, func(_ context.Context, it *outbox.Item) error {
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

// Each save takes back its own wish; what was noted while sending outlives the
// item, a drop, and another try.
func TestLeave(t *testing.T) {
	b := outbox.Open(t.TempDir() + "/box")
	one, two := time.Now(), time.Now().Add(time.Second)
	of := func(text string, who time.Time) outbox.Item {
		it := item(text)
		it.Record.Created = who
		return it
	}
	leave := func(id string, who time.Time, known, shared bool, trace string) {
		t.Helper()
		left, err := b.Leave(t.Context(), id, who, 0)
		if err != nil || left.Known != known || left.Shared != shared || string(left.Trace) != trace {
			t.Errorf("%+v %s %v", left, left.Trace, err)
		}
	}
	queue := func(text string, who time.Time, want bool) string {
		t.Helper()
		id, fresh, err := b.Put(t.Context(), of(text, who))
		if err != nil || fresh != want {
			t.Fatalf("fresh %v, %v", fresh, err)
		}
		return id
	}
	leave(of("1", one).Hash(), one, false, false, "") // no folder yet
	id := queue("1", one, true)
	queue("1", two, false)
	queue("1", one, false)
	leave(id, one, true, true, "")
	leave(id, one, true, false, "") // twice is once
	if got := waiting(t, b); len(got) != 1 {
		t.Errorf("waiting %q", got)
	}
	leave(id, time.Now().Add(time.Hour), false, false, "")
	leave(id, two, true, false, "")
	if got := waiting(t, b); len(got) != 0 {
		t.Errorf("waiting %q", got)
	}

	// Set aside with a note, and wanted by one more.
	id = queue("2", one, true)
	note := func(text string, end error) func(context.Context, *outbox.Item) error {
		return func(ctx context.Context, it *outbox.Item) error {
			if err := it.Note(ctx, []byte(text)); err != nil {
				return err
			}
			return end
		}
	}
	if rep, err := b.Deliver(t.Context(), store, note(`"a"`, finalError{})); err != nil || len(rep.Aside) != 1 {
		t.Fatalf("%+v %v", rep, err)
	}
	queue("2", two, true)
	leave(id, two, true, true, "")
	if err := b.Drop(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	leave(id, one, true, false, `"a"`)
	if err := b.Forget(t.Context(), id, one); err != nil {
		t.Fatal(err)
	}
	leave(id, one, true, false, "")

	// Delivered for two, and once more for one of them.
	id = queue("3", one, true)
	queue("3", two, false)
	if _, err := b.Deliver(t.Context(), store, note(`"b"`, nil)); err != nil {
		t.Fatal(err)
	}
	if trace, ok := b.Delivered(id, two); !ok || string(trace) != `"b"` {
		t.Errorf("%s %v", trace, ok)
	}
	leave(id, two, true, true, "")
	queue("3", one, true)
	items, _ := b.List()
	if len(items) != 1 || string(items[0].Trace) != `"b"` {
		t.Errorf("%+v", items)
	}
	leave(id, one, true, false, `"b"`)
	leave(id, one, true, false, `"b"`) // until it is forgotten

	// Dropped while it is looked for: it is not written.
	id = queue("4", one, true)
	rep, err := b.Deliver(t.Context(), store, func(ctx context.Context, it *outbox.Item) error {
		leave(id, one, true, false, "")
		return note(`"c"`, nil)(ctx, it)
	})
	if err != nil || len(rep.Delivered) != 0 || !slices.Equal(rep.Gone, []string{id}) {
		t.Errorf("%+v %v", rep, err)
	}

	// While it is written, taking it back has to wait.
	id = queue("5", one, true)
	_, err = b.Deliver(t.Context(), store, func(ctx context.Context, it *outbox.Item) error {
		if err := it.Note(ctx, []byte(`"d"`)); err != nil {
			return err
		}
		if _, err := b.Leave(ctx, id, one, 0); !errors.Is(err, outbox.ErrBusy) {
			t.Errorf("%v", err)
		}
		it.Trace = []byte(`"e"`)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	leave(id, one, true, false, `"e"`)
}

// What a server says is cleaned before it is cut and written down.
func TestCleanedReason(t *testing.T) {
	dir := t.TempDir()
	b := outbox.Open(dir).Cleaning(func(s string) string { return strings.ReplaceAll(s, "PLANTED", "(hidden)") })
	if _, _, err := b.Put(t.Context(), outbox.Item{To: "here", Record: record.Record{Text: "Redis"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Deliver(t.Context(), "here", func(context.Context, *outbox.Item) error {
		return errors.New(strings.Repeat("x", 996) + "PLANTED")
	}); err != nil {
		t.Fatal(err)
	}
	list, err := b.List()
	if err != nil || len(list) != 1 || list[0].Error == "" || strings.Contains(list[0].Error, "PLAN") {
		t.Errorf("%+v, %v", list, err)
	}
}

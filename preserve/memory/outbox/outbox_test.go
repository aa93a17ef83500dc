package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
)

const store = "https://memory.example person-7"

func item(text string) outbox.Item {
	return outbox.Item{To: store, Record: record.Record{Type: record.Decision, Project: "shop", Text: text}}
}

func put(t *testing.T, b *outbox.Box, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, _, err := b.Put(t.Context(), item(text)); err != nil {
			t.Fatal(err)
		}
	}
}

func waiting(t *testing.T, b *outbox.Box) []string {
	t.Helper()
	items, err := b.List()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, it := range items {
		out = append(out, it.Record.Text)
	}
	return out
}

type finalError struct{}

func (finalError) Error() string { return "400: no" }
func (finalError) Final() bool   { return true }

func TestPutOnceInOrder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "outbox")
	b := outbox.Open(dir)
	if got := waiting(t, b); got != nil {
		t.Errorf("an outbox that is not there: %v", got)
	}
	put(t, b, "c", "a", "b", "a", "broken \xff half")
	if got := waiting(t, b); !slices.Equal(got, []string{"c", "a", "b", "broken \uFFFD half"}) {
		t.Errorf("waiting %q", got)
	}
	other := item("a")
	other.To = "elsewhere"
	named := item("a")
	named.Replaces = "id-1"
	for _, it := range []outbox.Item{other, named} {
		if _, fresh, err := b.Put(t.Context(), it); err != nil || !fresh {
			t.Errorf("%v %v", fresh, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", e.Name(), info.Mode(), err)
		}
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder %v %v", info.Mode(), err)
	}
	if _, _, err := b.Put(t.Context(), item(strings.Repeat("x", outbox.ItemMax))); err == nil {
		t.Error("an item without end was taken")
	}
}

func TestDeliver(t *testing.T) {
	b := outbox.Open(t.TempDir())
	put(t, b, "1", "2 poisoned", "3", "4 not yet", "5")
	elsewhere := item("6 for another store")
	elsewhere.To = "elsewhere"
	if _, _, err := b.Put(t.Context(), elsewhere); err != nil {
		t.Fatal(err)
	}
	away := errors.New("the server is away")
	var seen []string
	send := func(_ context.Context, it *outbox.Item) error {
		seen = append(seen, it.Record.Text)
		switch {
		case strings.Contains(it.Record.Text, "poisoned"):
			return fmt.Errorf("wrapped: %w", finalError{})
		case strings.Contains(it.Record.Text, "not yet"):
			return away
		}
		return nil
	}
	for round := 1; round <= 2; round++ {
		rep, err := b.Deliver(t.Context(), store, send)
		if err != nil || !errors.Is(rep.Stopped, away) || rep.Waiting != 2 {
			t.Fatalf("%+v %v", rep, err)
		}
		items, err := b.List()
		if err != nil || len(items) != 3 || items[0].Tries != round || items[0].Error != away.Error() || items[0].Tried.IsZero() || items[1].Tries != 0 {
			t.Errorf("round %d: %+v %v", round, items, err)
		}
	}
	if !slices.Equal(seen, []string{"1", "2 poisoned", "3", "4 not yet", "4 not yet"}) {
		t.Errorf("sent %q", seen)
	}
	aside, err := b.Aside()
	if err != nil || len(aside) != 1 || aside[0].Record.Text != "2 poisoned" || aside[0].Tries != 1 || !strings.Contains(aside[0].Error, "400") {
		t.Errorf("aside %+v %v", aside, err)
	}
	if err := b.Retry(t.Context(), aside[0].ID); err != nil {
		t.Fatal(err)
	}
	if got := waiting(t, b); !slices.Equal(got, []string{"4 not yet", "5", "6 for another store", "2 poisoned"}) {
		t.Errorf("waiting %q", got)
	}
	rep, err := b.Deliver(t.Context(), store, func(context.Context, *outbox.Item) error { return nil })
	if err != nil || rep.Stopped != nil || len(rep.Delivered) != 3 || rep.Waiting != 0 {
		t.Errorf("%+v %v", rep, err)
	}
	if aside, _ := b.Aside(); len(aside) != 0 {
		t.Errorf("aside %+v", aside)
	}
	left, _ := b.List()
	if err := b.Drop(t.Context(), left[0].ID); err != nil {
		t.Error(err)
	}
	if err := b.Drop(t.Context(), left[0].ID); !errors.Is(err, outbox.ErrNoItem) {
		t.Error(err)
	}
}

// Deliverers at once: each item is sent once, and whoever puts does not wait.
func TestOneDelivererAtATime(t *testing.T) {
	dir := t.TempDir()
	put(t, outbox.Open(dir), "1", "2")
	inside, release := make(chan bool, 4), make(chan bool)
	done := make(chan error)
	go func() {
		_, err := outbox.Open(dir).Deliver(context.Background(), store, func(context.Context, *outbox.Item) error {
			inside <- true
			<-release
			return nil
		})
		done <- err
	}()
	<-inside
	if _, err := outbox.Open(dir).Deliver(t.Context(), store, func(context.Context, *outbox.Item) error {
		t.Error("sent twice")
		return nil
	}); !errors.Is(err, outbox.ErrBusy) {
		t.Errorf("%v, want ErrBusy", err)
	}
	put(t, outbox.Open(dir), "3")
	close(release)
	<-inside
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got := waiting(t, outbox.Open(dir)); !slices.Equal(got, []string{"3"}) {
		t.Errorf("waiting %q", got)
	}
}

func TestManyPutsAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 15 {
				text := fmt.Sprintf("own %d %d", w, i)
				if i%3 == 0 {
					text = fmt.Sprintf("of all %d", i)
				}
				if _, _, err := outbox.Open(dir).Put(context.Background(), item(text)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := waiting(t, outbox.Open(dir)); len(got) != 4*10+5 {
		t.Errorf("%d wait, want 45", len(got))
	}
}

// What is in the folder and is no item blocks nothing.
func TestHostileFolder(t *testing.T) {
	dir := t.TempDir()
	b := outbox.Open(dir)
	put(t, b, "1")
	items, _ := b.List()
	name := func(n int, c string) string {
		return filepath.Join(dir, fmt.Sprintf("%010d-%s.json", n, strings.Repeat(c, 24)))
	}
	good, err := os.ReadFile(filepath.Join(dir, "0000000001-"+items[0].ID+".json"))
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string]string{
		name(0, "a"): "{", name(2, "b"): string(good), name(3, "c"): strings.Repeat(" ", outbox.ItemMax+2),
		filepath.Join(dir, "notes.txt"): "mine",
	} {
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(name(4, "d"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", name(5, "e")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name(6, "f"), 0o700); err != nil {
		t.Fatal(err)
	}
	rep, err := b.Deliver(t.Context(), store, func(context.Context, *outbox.Item) error { return nil })
	if err != nil || len(rep.Delivered) != 1 || len(rep.Aside) != 3 {
		t.Errorf("%+v %v", rep, err)
	}
	aside, err := b.Aside()
	if err != nil || len(aside) != 3 || aside[0].Error == "" {
		t.Errorf("aside %+v %v", aside, err)
	}
	for _, it := range aside {
		if err := b.Drop(t.Context(), it.ID); err != nil {
			t.Error(err)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "notes.txt")); err != nil || string(data) != "mine" {
		t.Errorf("%q %v", data, err)
	}
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b := outbox.Open(filepath.Join(file, "outbox"))
	if _, _, err := b.Put(t.Context(), item("1")); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("%v", err)
	}
}

// An end of the caller in the middle of a delivery loses nothing.
func TestCallerGivesUp(t *testing.T) {
	b := outbox.Open(t.TempDir())
	put(t, b, "1", "2", "3")
	ctx, cancel := context.WithCancel(t.Context())
	rep, err := b.Deliver(ctx, store, func(_ context.Context, it *outbox.Item) error {
		if it.Record.Text == "2" {
			cancel() // and it is delivered all the same
		}
		return nil
	})
	if err != nil || len(rep.Delivered) != 2 || !errors.Is(rep.Stopped, context.Canceled) || rep.Waiting != 1 {
		t.Errorf("%+v %v", rep, err)
	}
	if got := waiting(t, b); !slices.Equal(got, []string{"3"}) {
		t.Errorf("waiting %q", got)
	}
}

package store

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

func TestSessionsComeBackAndGo(t *testing.T) {
	ctx := t.Context()
	s, err := Open(ctx, filepath.Join(t.TempDir(), "memory.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	must(s.PutSession(ctx, Session{ID: "one", Project: "shop", Title: "mail sandbox", Created: at, Updated: at, Facts: []Fact{{5, "never mail real customers"}}}))
	before, err := s.Session(ctx, "one", "")
	must(err)
	must(s.PutSession(ctx, Session{ID: "one", Summary: "polling instead of the webhook", Branch: "main", Facts: []Fact{{4, "klaviyo"}}}))
	must(s.PutTranscript(ctx, "one", []Turn{{"user", "zebra"}}))

	must(s.RestoreSession(ctx, before))
	after, err := s.Session(ctx, "one", "")
	must(err)
	if !reflect.DeepEqual(after, before) {
		t.Errorf("it came back as %+v, it was %+v", after, before)
	}
	for query, want := range map[string]int{"webhook": 0, "klaviyo": 0, "customers": 1, "zebra": 1} {
		hits, err := s.Search(ctx, query, Filter{})
		must(err)
		if len(hits) != want {
			t.Errorf("%q is found %d times, not %d: %+v", query, len(hits), want, hits)
		}
	}

	must(s.RemoveSession(ctx, "one"))
	if _, err := s.Session(ctx, "one", ""); !errors.Is(err, ErrNotFound) {
		t.Errorf("it is still there: %v", err)
	}
	for _, query := range []string{"customers", "zebra", "sandbox"} {
		if hits, err := s.Search(ctx, query, Filter{}); err != nil || len(hits) != 0 {
			t.Errorf("%q is still found: %+v, %v", query, hits, err)
		}
	}
	must(s.Check(ctx))
	if err := s.RemoveSession(ctx, "one"); !errors.Is(err, ErrNotFound) {
		t.Errorf("removing it twice: %v", err)
	}
	must(s.RestoreSession(ctx, before)) // also where it is gone
	if _, err := s.Session(ctx, "one", ""); err != nil {
		t.Error(err)
	}
}

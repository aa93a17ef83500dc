// The whole memory out and in again, and from an older format.

package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func export(t testing.TB, s *Store) string {
	t.Helper()
	var b bytes.Buffer
	must(t, s.Export(context.Background(), &b))
	return b.String()
}

func TestExport(t *testing.T) {
	s, ctx := open(t), t.Context()
	put(t, s, table(t, "items.tsv"))
	must(t, s.PutSession(ctx, Session{ID: "a", Project: "p", Tags: []string{"x", "ÿ"}, Continues: "e09", Compact: "<a> & \u2028\x1b",
		Facts: []Fact{{3, "one"}, {-1, ""}}}))
	must(t, s.PutTranscript(ctx, "a", []Turn{{"user", strings.Repeat("long 界 ", 3000)}, {"", ""}, {"assistant", "end"}}))
	first := export(t, s)

	other := open(t)
	must(t, other.Import(ctx, strings.NewReader(first)))
	if got := export(t, other); got != first {
		t.Errorf("export, import, export: %d bytes became %d", len(first), len(got))
	}
	whole(t, other)
	must(t, other.Import(ctx, strings.NewReader(strings.TrimSuffix(first, "\n"))))
	if got := export(t, other); got != first {
		t.Error("imported twice is not imported once")
	}
	must(t, s.Import(ctx, strings.NewReader(first)))
	if got := export(t, s); got != first {
		t.Error("imported into itself it changed")
	}
	whole(t, other)
	finds(t, other, "Klaviyo", "e01")

	// What is newer here stays, what is newer there comes.
	must(t, other.PutSession(ctx, Session{ID: "a", Summary: "newer here"}))
	must(t, other.PutSession(ctx, Session{ID: "b", Summary: "walrus here", Updated: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}))
	must(t, other.Import(ctx, strings.NewReader(first)))
	must(t, other.Import(ctx, strings.NewReader(headLine+`{"session":{"id":"b","summary":"newer there","created":"2026-01-01T00:00:00Z","updated":"2026-02-01T00:00:00Z"}}`)))
	finds(t, other, "newer here", "a")
	finds(t, other, "newer there", "b")
	none(t, other, "walrus")
	whole(t, other)
}

const headLine = `{"format":"savectx-memory","version":1}` + "\n"

func TestImportBadLine(t *testing.T) {
	s, ctx := open(t), t.Context()
	must(t, s.PutSession(ctx, Session{ID: "here"}))
	before := export(t, s)
	good := headLine + `{"session":{"id":"s","summary":"walrus"}}` + "\n" + `{"turn":{"session":"s","n":0,"role":"user","text":"x"}}` + "\n"
	for text, want := range map[string]string{
		"":                                       "empty",
		"\n":                                     "line 1",
		"hello\n":                                "line 1",
		`{"session":{"id":"s"}}`:                 "line 1: not an export",
		strings.Replace(headLine, "1}", "2}", 1): "line 1: export format 2",
		good + "{\n":                             "line 4",
		good + "{}\n":                            "line 4: neither",
		good + "\n":                              "line 4",
		good + `{"session":{"id":""}}`:           "line 4: a session needs an id",
		good + `{"session":{"id":"t","color":1}}`:                         "line 4",
		good + `{"memory":{"content":"x"}}`:                               "line 4: a memory without an id",
		good + `{"memory":{"id":"m","content":""}}`:                       "line 4",
		good + `{"turn":{"session":"s","n":2,"role":"user","text":"x"}}`:  "line 4: row 2",
		good + `{"turn":{"session":"tt","n":0,"role":"user","text":"x"}}`: "line 4: a row of session",
		good + `{"entry":{}} {"entry":{}}`:                                "line 4: more than one",
	} {
		err := s.Import(ctx, strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if got := export(t, s); got != before {
			t.Fatalf("%q: something of it stayed", text)
		}
	}
	none(t, s, "walrus")
	must(t, s.Import(ctx, strings.NewReader(good)))
	finds(t, s, "walrus", "s")
}

var makeFixture = flag.Bool("fixture", false, "make testdata/v1.db from v1.sql")

func TestMigration(t *testing.T) {
	if *makeFixture {
		_ = os.Remove("testdata/v1.db")
		layout, err := os.ReadFile("testdata/v1.sql")
		must(t, err)
		db, err := sql.Open("sqlite", "testdata/v1.db")
		must(t, err)
		db.SetMaxOpenConns(1)
		_, err = db.Exec("PRAGMA page_size=512; PRAGMA auto_vacuum=incremental; PRAGMA journal_mode=wal")
		must(t, err)
		_, err = db.Exec(string(layout))
		must(t, err)
		must(t, db.Close())
	}
	old, err := os.ReadFile("testdata/v1.db")
	must(t, err)
	path := filepath.Join(t.TempDir(), "memory.db")
	must(t, os.WriteFile(path, old, 0o600))
	done := make(chan error, 4)
	for range cap(done) { // several at once: one migrates
		go func() {
			s, err := Open(t.Context(), path)
			if err == nil {
				err = errors.Join(s.Check(t.Context()), s.Close())
			}
			done <- err
		}()
	}
	for range cap(done) {
		must(t, <-done)
	}
	s, err := Open(t.Context(), path)
	must(t, err)
	defer s.Close()
	whole(t, s)
	got, err := s.Session(t.Context(), "11111111", "")
	must(t, err)
	if got.Goal != "mails for abandoned carts" || got.Status != "in-progress" || got.Next != "deploy to staging" || got.Blockers != "none" ||
		got.Title != "Cart mails" || got.CommitEnd != "def" || !got.Created.Equal(time.UnixMilli(1767261600000)) ||
		!reflect.DeepEqual(got.Facts, []Fact{{2, "The webhook fires dozens of times."}}) {
		t.Errorf("%+v", got)
	}
	for q, id := range map[string]string{"staging deployments": "11111111-aaaa", "页面": "22222222-bbbb", "webhooks": "11111111-aaaa",
		"pangolins": "11111111-aaaa", "integer price": "m1", "phones": "ts-1"} {
		finds(t, s, q, id)
	}
	m, err := s.Remember(t.Context(), Memory{Project: "shop", Type: "guide", Content: "Prices are stored as integers."})
	must(t, err)
	if m.ID != "m1" {
		t.Errorf("the same memory again is %s", m.ID)
	}
	chain, err := s.Chain(t.Context(), "2", "")
	must(t, err)
	if len(chain) != 2 {
		t.Errorf("chain %v", chain)
	}
}

// Whether a question finds what was meant: 300 items, 100 questions.

package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func open(t testing.TB) *Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "memory", "memory.db"))
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func table(t testing.TB, name string) (rows [][]string) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	must(t, err)
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		rows = append(rows, strings.Split(s.Text(), "\t"))
	}
	return rows
}

// put saves the items, each as the kind it is; the hit's key is what finds it again.
func put(t testing.TB, s *Store, rows [][]string) {
	t.Helper()
	ctx := context.Background()
	day := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	entries := map[string][]Entry{}
	for i, r := range rows {
		id, sort, project, text := r[0], r[1], r[2], r[3]
		at := day.Add(time.Duration(i) * time.Hour)
		switch sort {
		case KindMemory:
			_, err := s.Remember(ctx, Memory{ID: id, Project: project, Content: text, Created: at})
			must(t, err)
		case KindEntry:
			entries[project] = append(entries[project], Entry{ID: id, Project: project, Text: text, Created: at})
		case KindSession:
			must(t, s.PutSession(ctx, Session{ID: id, Project: project, Summary: text, Created: at, Updated: at}))
		case KindFact:
			must(t, s.PutSession(ctx, Session{ID: id, Project: project, Facts: []Fact{{1, text}}, Created: at, Updated: at}))
		default:
			t.Fatalf("item %s: kind %q", id, sort)
		}
	}
	for source, list := range entries {
		must(t, s.PutEntries(ctx, source, list))
	}
}

func TestSearchQuality(t *testing.T) {
	items, questions := table(t, "items.tsv"), table(t, "questions.tsv")
	if len(items) != 300 || len(questions) != 100 {
		t.Fatalf("%d items, %d questions", len(items), len(questions))
	}
	s := open(t)
	put(t, s, items)
	first, good := 0, 0
	for _, q := range questions {
		hits, err := s.Search(t.Context(), q[1], Filter{Limit: 3})
		must(t, err)
		var got []string
		at := -1
		for i, h := range hits {
			got = append(got, fmt.Sprintf("%s %.1f", h.ID, h.Score))
			if h.ID == q[0] && at < 0 {
				at = i
			}
		}
		switch {
		case at < 0:
			t.Logf("not found: %s %q, got %s", q[0], q[1], strings.Join(got, ", "))
		case at == 0:
			first++
			good++
		default:
			t.Logf("place %d: %s %q, got %s", at+1, q[0], q[1], strings.Join(got, ", "))
			good++
		}
	}
	t.Logf("%d of %d in the first 3, %d at the first place", good, len(questions), first)
	if good < 95 {
		t.Errorf("%d of %d questions found their item among the first 3, want 95", good, len(questions))
	}
}

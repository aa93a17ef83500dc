package store

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// Many parts of the index become few, and what was found is found.
func TestTidy(t *testing.T) {
	s, ctx := open(t), t.Context()
	parts := func() (n int) {
		must(t, s.read(ctx, func(t *tx) error { return t.row("SELECT count(DISTINCT segid) FROM fts_idx").Scan(&n) }))
		return n
	}
	const n = 200
	id := func(i int) string { return fmt.Sprintf("m%d", i) }
	for i := range n {
		_, err := s.Remember(ctx, Memory{ID: id(i), Content: fmt.Sprintf("word%d often", i)})
		must(t, err)
		if i%10 == 0 {
			must(t, s.Remove(ctx, id(i)))
		}
	}
	must(t, s.write(ctx, func(t *tx) error { return t.exec("INSERT INTO fts(fts, rank) VALUES('automerge', 0)") }))
	for i := range 2 * maxParts {
		must(t, s.PutEntries(ctx, "e", []Entry{{ID: id(n + i), Text: fmt.Sprintf("word%d", n+i)}}))
	}
	if parts() <= maxParts {
		t.Fatalf("%d parts: nothing to bring together", parts())
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Tidy(over); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	must(t, errors.Join(s.Tidy(ctx), s.Check(ctx)))
	if parts() != 1 {
		t.Errorf("%d parts", parts())
	}
	for i := range n {
		if i%10 != 0 {
			finds(t, s, fmt.Sprintf("word%d", i), id(i))
		}
	}
	hits, err := s.Search(ctx, "often", Filter{Limit: maxLimit})
	must(t, err)
	if len(hits) != n-n/10 {
		t.Errorf("%d found", len(hits))
	}
	must(t, s.Tidy(ctx))
}

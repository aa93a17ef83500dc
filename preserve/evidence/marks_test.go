// The marked sessions: how much of what a person would keep is found.

package evidence_test

import (
	"testing"

	"savectx/preserve/evidence/evidencetest"
)

// The least the open sessions have to reach. What is reached stands in
// scripts/bench preserve; the sessions that are held back are measured there
// only.
const (
	leastCorrections = 0.99
	leastDeadEnds    = 0.98
	leastExact       = 0.965
	leastPrecision   = 0.88
	leastNotMistaken = 0.985
	leastSameKind    = 0.73
)

func TestMarkedSessions(t *testing.T) {
	sessions, err := evidencetest.Load("../testdata/sessions/open")
	if err != nil {
		t.Fatal(err)
	}
	var f evidencetest.Figures
	for _, s := range sessions {
		list, err := s.Find()
		if err != nil {
			t.Fatal(err)
		}
		rep := f.Measure(s, list)
		t.Logf("%s: %d items", s.Name, len(list))
		for _, m := range rep.Missed {
			t.Logf("  missed: %s, row %d: %s", m.Kind, m.Row, m.Text)
		}
		for _, one := range rep.Junk {
			t.Logf("  mistake: %s by %s, row %d: %s", one.Item.Kind, one.By, one.Row, one.Item.Text)
		}
		for _, one := range rep.Extra {
			t.Logf("  no mark: %s by %s, row %d, score %d: %s", one.Item.Kind, one.By, one.Row, one.Score, one.Item.Text)
		}
	}
	t.Logf("all that may not be lost: %s", f.Must)
	for _, one := range []struct {
		what  string
		share evidencetest.Share
		least float64
	}{
		{"corrections", f.Corrections, leastCorrections},
		{"dead ends", f.DeadEnds, leastDeadEnds},
		{"exact strings", f.Exact, leastExact},
		{"items that match a mark", f.Matched, leastPrecision},
		{"items that are no marked mistake", f.NotJunk, leastNotMistaken},
		{"of the same kind", f.Kinds, leastSameKind},
	} {
		t.Logf("%s: %s", one.what, one.share)
		if one.share.Of() < one.least {
			t.Errorf("%s: %s, expected %.0f %% or more", one.what, one.share, 100*one.least)
		}
	}
}

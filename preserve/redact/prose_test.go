// Ordinary technical text must come back as it was.

package redact

import (
	"os"
	"strings"
	"testing"
)

func TestProseIsLeftAlone(t *testing.T) {
	r := newRedactor(t)
	b, err := os.ReadFile("testdata/prose.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if len(lines) < 1000 {
		t.Fatalf("%d lines of prose, 1000 are the least", len(lines))
	}
	changed := 0
	for i, l := range lines {
		if got, found := r.Text(l); got != l || len(found) > 0 {
			changed++
			t.Logf("line %d: %q\n  became %q", i+1, l, got)
		}
	}
	if changed > 2 {
		t.Errorf("%d of %d lines were changed, 2 are the most", changed, len(lines))
	}
	// All in one text, where lines have neighbours.
	got, found := r.Text(string(b))
	if len(found) > changed+2 {
		for i, l := range strings.Split(got, "\n") {
			if strings.Contains(l, markerStart) {
				t.Logf("line %d as one text: %q", i+1, l)
			}
		}
		t.Errorf("as one text, %d secrets were found: %q", len(found), found)
	}
}

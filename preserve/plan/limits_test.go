// Limits, repeats, and one plan for one request.

package plan

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/safefile"
)

// A full index stays as it is: what is past its 200 lines is never loaded.
func TestFullIndex(t *testing.T) {
	root := t.TempDir()
	index := strings.Repeat("- a line of mine\n", 200)
	put(t, filepath.Join(root, "claude/projects/-project/memory/MEMORY.md"), index)
	put(t, filepath.Join(root, "project/readme.md"), "# R\n")
	s := preserve.Snapshot{Topic: "T", Items: []preserve.Item{{Kind: preserve.Fact, Text: "something to remember"}}}
	p, err := Make(t.Context(), request(root, s, options{To: []string{Memory, Handoff}}), identity)
	must(t, err)
	_, _, err = p.Write(safefile.NewJournal(filepath.Join(t.TempDir(), "journal")))
	must(t, err)
	got := tree(t, root)
	if got["claude/projects/-project/memory/MEMORY.md"] != index {
		t.Errorf("the index has %d lines", strings.Count(got["claude/projects/-project/memory/MEMORY.md"], "\n"))
	}
	if remarks := strings.Join(p.Receipt.Remarks, "\n"); strings.Count(remarks, "the index is full") == 0 {
		t.Errorf("nobody says so: %q", remarks)
	}
}

// What stands twice in a snapshot takes one place under a cap.
func TestRepeatsUnderACap(t *testing.T) {
	root := t.TempDir()
	put(t, filepath.Join(root, "project/docs/DECISIONS.md"), "# D\n")
	one := preserve.Item{Kind: preserve.Decision, Text: "Klaviyo is the mail service", Why: "it has the event"}
	two := preserve.Item{Kind: preserve.Decision, Text: "Postgres is the database", Why: "it is there"}
	s := preserve.Snapshot{Topic: "T", Items: []preserve.Item{one, one, two}}
	p, err := Make(t.Context(), request(root, s, options{To: []string{Docs}}), identity)
	must(t, err)
	want := []Destination{{Name: Docs, Path: "docs/DECISIONS.md", Written: 2, Dropped: []Dropped{{"items[1]", Duplicate}}}}
	if !reflect.DeepEqual(p.Receipt.Destinations, want) {
		t.Errorf("got %+v", p.Receipt.Destinations)
	}
}

// The same request over the same files makes the same plan, and it is not
// stale; a file that is not as it was, or is gone, makes it so.
func TestSamePlanAgain(t *testing.T) {
	root := t.TempDir()
	put(t, filepath.Join(root, "project/docs/api.md"), "# API\n\n## Mail\n")
	put(t, filepath.Join(root, "project/docs/DECISIONS.md"), "# D\n")
	s := preserve.Snapshot{Topic: "T", Next: []string{"go on"}, Items: []preserve.Item{
		{Kind: preserve.Decision, Text: "Klaviyo is the mail service", Why: "it has the event", Target: &preserve.Target{File: "docs/api.md", Section: "Mail"}},
		{Kind: preserve.Fact, Text: "the port is 5433"}}}
	first, err := Make(t.Context(), request(root, s, options{}), identity)
	must(t, err)
	stored := first.Stored()
	second, err := stored.Again(t.Context(), identity)
	must(t, err)
	if !reflect.DeepEqual(first.Changes, second.Changes) || !reflect.DeepEqual(first.Entries, second.Entries) || !reflect.DeepEqual(first.Receipt, second.Receipt) {
		t.Errorf("not the same:\n%+v\n%+v", first.Receipt, second.Receipt)
	}
	for name, text := range map[string]string{"docs/api.md": "# API\n\n## Mail\n\nmore\n", "docs/DECISIONS.md": "# D\n\n## x\n", "TempContext.md": "mine\n", "new.md": "# N\n\nthe port is 5433\n"} {
		path := filepath.Join(root, "project", name)
		before, existed, err := safefile.ReadState(path, maxFile)
		must(t, err)
		put(t, path, text)
		if _, err := stored.Again(t.Context(), identity); err == nil || !strings.Contains(err.Error(), "changed since") {
			t.Errorf("%s: %v", name, err)
		}
		restore(t, path, before, existed)
	}
	must(t, os.Remove(filepath.Join(root, "project/docs/api.md")))
	if _, err := stored.Again(t.Context(), identity); err == nil || !strings.Contains(err.Error(), "docs/api.md") {
		t.Errorf("a target that is gone: %v", err)
	}
}

func restore(t *testing.T, path string, data []byte, existed bool) {
	t.Helper()
	if existed {
		put(t, path, string(data))
	} else {
		must(t, os.Remove(path))
	}
}

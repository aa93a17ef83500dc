package plan

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/redact"
	"savectx/preserve/safefile"
)

// The first edit that fails is the last one: what was before it stays written,
// TempContext.md is left alone, other destinations are written all the same.
func TestFailedEdit(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		put(t, filepath.Join(root, "project", name), "# A\n")
	}
	must(t, os.Chmod(filepath.Join(root, "project/b.md"), 0o444))
	s := preserve.Snapshot{Topic: "T", Items: []preserve.Item{{Kind: preserve.Fact, Text: "the item without a target"}}}
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		s.Items = append(s.Items, preserve.Item{Kind: preserve.Fact, Text: "the item for " + name, Target: &preserve.Target{File: name, Section: "A"}})
	}
	p, err := Make(t.Context(), request(root, s, options{To: []string{Context, Handoff}}), identity)
	must(t, err)
	receipt, wrote, err := p.Write(safefile.NewJournal(filepath.Join(t.TempDir(), "journal")))
	must(t, err)
	if !wrote || !receipt.Failed() {
		t.Errorf("%v: %+v", wrote, receipt)
	}
	lost := map[string]string{}
	for _, d := range receipt.Destinations {
		for _, left := range d.Dropped {
			lost[left.Item] = d.Path + ": " + left.Reason
		}
	}
	if want := map[string]string{"items[0]": "TempContext.md: failed", "items[2]": "b.md: failed", "items[3]": "c.md: failed"}; !reflect.DeepEqual(lost, want) {
		t.Errorf("left out: %v\nwant %v", lost, want)
	}
	got := tree(t, root)
	for name, want := range map[string]bool{"project/a.md": true, "project/b.md": false, "project/c.md": false, "project/TempContext.md": false, "claude/handoffs/0b9a6a7e.md": true} {
		if strings.Contains(got[name], "the item for") != want {
			t.Errorf("%s: %q", name, got[name])
		}
	}
}

// Whatever an item says, no secret of it reaches a file.
func TestSecondPass(t *testing.T) {
	const secret = "ghp_Zx81kLmPq27RtYvWn3BcD4eFgH5jKs6TuVx9"
	r, err := redact.New()
	must(t, err)
	root := t.TempDir()
	put(t, filepath.Join(root, "project/docs/DECISIONS.md"), "# D\n\nAn old "+secret+"\n")
	s := preserve.Snapshot{Topic: "T " + secret, Next: []string{"use " + secret}, Items: []preserve.Item{
		{Kind: preserve.Decision, Text: "the token " + secret, Why: secret, Exact: []string{"a\n" + secret}},
	}}
	p, err := Make(t.Context(), request(root, s, options{To: Destinations()}), r.Text)
	must(t, err)
	if p.Receipt.Redacted == 0 {
		t.Error("nothing was found")
	}
	for _, c := range p.Changes {
		if n := strings.Count(string(c.New), secret); n != strings.Count(string(c.Old), secret) {
			t.Errorf("%s:\n%s", c.Path, c.New)
		}
	}
}

// A choice narrows the plan down, and only to what is there.
func TestChoice(t *testing.T) {
	root := t.TempDir()
	put(t, filepath.Join(root, "project/a.md"), "# A\n## B\n## B\n")
	s := preserve.Snapshot{Topic: "T", Items: []preserve.Item{{Kind: preserve.Fact, Text: "one"}, {Kind: preserve.Fact, Text: "two", Target: &preserve.Target{File: "./a.md", Section: "A"}}}}
	for name, c := range map[string]struct {
		choice Choice
		want   string // file and section of each entry, or the error
	}{
		"all":           {Choice{}, "TempContext.md/Architecture / Understanding a.md/A"},
		"only":          {Choice{Only: []int{2}}, "a.md/A"},
		"drop":          {Choice{Drop: []int{2}}, "TempContext.md/Architecture / Understanding"},
		"moved":         {Choice{Only: []int{1}, Move: map[int]Spot{1: {"a.md", "A"}}}, "a.md/A"},
		"moved back":    {Choice{Only: []int{2}, Move: map[int]Spot{2: {File: "TempContext.md"}}}, "TempContext.md/Architecture / Understanding"},
		"not there":     {Choice{Drop: []int{3}}, "the plan has no entry 3, its entries are 1 to 2"},
		"two of them":   {Choice{Move: map[int]Spot{1: {"a.md", "B"}}}, "more than one section fits"},
		"outside":       {Choice{Move: map[int]Spot{1: {"../a.md", "A"}}}, "not a document of the project"},
		"no such file":  {Choice{Move: map[int]Spot{1: {"b.md", "A"}}}, "no such document"},
		"no such title": {Choice{Move: map[int]Spot{1: {"a.md", "C"}}}, "no such section"},
	} {
		p, err := Make(t.Context(), request(root, s, options{To: []string{Context}, Choice: c.choice}), identity)
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
			continue
		}
		var got []string
		for _, e := range p.Entries {
			got = append(got, e.File+"/"+e.Section)
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s: %s, want %s", name, g, c.want)
		}
	}
}

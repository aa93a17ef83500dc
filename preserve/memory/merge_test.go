// Found again, updated, replaced: tables.

package memory

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
)

const (
	session = "0b9a6a7e-2a30-4f0e-9d0f-5a3f6d6c1b11"
	later   = "7d6c3c1e-8a51-4b8f-a0d2-1c2e3d4f5a6b"
)

var day2 = time.Date(2026, 11, 30, 8, 0, 0, 0, time.FixedZone("", 3600))

// apply is what a caller does with a plan.
func apply(have Existing, files map[string][]byte) Existing {
	next := Existing{Files: maps.Clone(have.Files), Unread: have.Unread}
	if next.Files == nil {
		next.Files = map[string][]byte{}
	}
	for file, data := range files {
		if data == nil {
			delete(next.Files, file)
		} else {
			next.Files[file] = data
		}
	}
	return next
}

func folder(pairs ...string) Existing {
	have := Existing{Files: map[string][]byte{}}
	for i := 0; i < len(pairs); i += 2 {
		have.Files[pairs[i]] = []byte(pairs[i+1])
	}
	return have
}

// merged merges, checks that merging again changes nothing, and returns the
// folder.
func merged(t *testing.T, have Existing, facts ...Fact) (Existing, []Outcome) {
	t.Helper()
	files, outcomes := Merge(have, facts, session, day2)
	next := apply(have, files)
	again, second := Merge(next, facts, later, day2.Add(48*time.Hour))
	if len(again) != 0 {
		t.Errorf("merging again changes %s", show(Existing{Files: again}))
	}
	for i, o := range second {
		if o.What != Duplicate && outcomes[i].What != "" {
			t.Errorf("merging again: %+v", o)
		}
	}
	return next, outcomes
}

func show(e Existing) string {
	var b strings.Builder
	for _, file := range slices.Sorted(maps.Keys(e.Files)) {
		fmt.Fprintf(&b, "--- %s\n%s\n", file, e.Files[file])
	}
	return b.String()
}

const v3 = "---\nname: server-port\ndescription: The server listens on port 8080\nmetadata: \n  node_type: memory\n  type: project\n  originSessionId: " + session + "\n---\n\nThe server listens on port 8080.\n"

func TestOutcome(t *testing.T) {
	index := "# Memory\n\n- [Server port](server-port.md) — The server listens on port 8080\n"
	have := folder("server-port.md", v3, "MEMORY.md", index)
	for name, c := range map[string]struct {
		fact  Fact
		what  string
		file  string
		files int
	}{
		"the same text":          {Fact{Body: "the server listens on  port 8080"}, Duplicate, "server-port.md", 2},
		"the same name":          {Fact{Name: "server-port", Body: "The server listens on port 8080."}, Duplicate, "server-port.md", 2},
		"the same name, else":    {Fact{Name: "server_port", Body: "It needs root."}, Updated, "server-port.md", 2},
		"the same title":         {Fact{Title: "server port", Body: "It needs root."}, Updated, "server-port.md", 2},
		"the same hook":          {Fact{Title: "X", Hook: "The server listens on port 8080", Body: "It needs root."}, Updated, "server-port.md", 2},
		"more":                   {Fact{Body: "The server listens on port 8080. It needs root."}, Updated, "server-port.md", 2},
		"an exact string more":   {Fact{Body: "The server listens on port 8080", Exact: []string{"EADDRINUSE: :8080"}}, Updated, "server-port.md", 2},
		"a reason more":          {Fact{Body: "The server listens on port 8080", Why: "80 is taken"}, Updated, "server-port.md", 2},
		"another number":         {Fact{Body: "The server listens on port 8081."}, Added, "the-server-listens-on-port-8081.md", 3},
		"another path":           {Fact{Body: "The server listens on port /8080."}, Added, "the-server-listens-on-port-8080.md", 3},
		"denied":                 {Fact{Body: "**Never:** The server listens on port 8080, no."}, Added, "never-the-server-listens-on-port-8080.md", 3},
		"replaced":               {Fact{Body: "The server listens on port 9000.", Replaces: "server-port"}, Replaced, "server-port.md", 2},
		"replaced by its title":  {Fact{Body: "The server listens on port 9000.", Replaces: "Server port"}, Replaced, "server-port.md", 2},
		"replaced by its file":   {Fact{Body: "The server listens on port 9000.", Replaces: "server-port.md"}, Replaced, "server-port.md", 2},
		"replaced, another name": {Fact{Name: "port", Body: "The server listens on port 9000.", Replaces: "server-port"}, Replaced, "port.md", 2},
		"nothing to replace":     {Fact{Body: "The server listens on port 9000.", Replaces: "nope"}, Added, "the-server-listens-on-port-9000.md", 3},
		"never the index":        {Fact{Body: "The server listens on port 9000.", Replaces: "MEMORY"}, Added, "the-server-listens-on-port-9000.md", 3},
		"empty":                  {Fact{Body: " \n\t"}, "", "", 2},
	} {
		t.Run(name, func(t *testing.T) {
			next, out := merged(t, have, c.fact)
			if out[0].What != c.what || out[0].File != c.file || len(next.Files) != c.files {
				t.Errorf("got %+v, want %s %s, %d files\n%s", out[0], c.what, c.file, c.files, show(next))
			}
			if c.fact.Replaces != "" && c.what == Added && !strings.Contains(out[0].Reason, "no memory") {
				t.Errorf("no reason: %+v", out[0])
			}
			if got := next.Files["MEMORY.md"]; c.what != Replaced && c.what != Updated && !bytes.HasPrefix(got, []byte(index)) {
				t.Errorf("the index changed: %s", got)
			}
			if c.what == Updated && !bytes.Contains(next.Files[c.file], []byte("The server listens on port 8080.\n")) {
				t.Errorf("the old text is gone:\n%s", next.Files[c.file])
			}
			if c.what == Replaced && bytes.Contains([]byte(show(next)), []byte("8080")) {
				t.Errorf("the old text is there:\n%s", show(next))
			}
		})
	}
}

func TestOlderForms(t *testing.T) {
	fact := Fact{Name: "mail", Hook: "Tests: mail nobody #1", Body: "Tests never mail real customers.", Type: "feedback"}
	for name, c := range map[string]struct{ old, want string }{
		"v1": {"---\nname: Mail in tests\ndescription: old\ntype: feedback\nmine: [1, 2]\n---\nold\n",
			"---\nname: Mail in tests\ndescription: \"Tests: mail nobody #1\"\ntype: feedback\nmine: [1, 2]\n---\nold\n\n**2026-11-30:** Tests never mail real customers.\n"},
		"v2, crlf": {"---\r\nname: 'Mail'\r\ntype: feedback\r\ndescription: \"old\"\r\noriginSessionId: x\r\n---\r\n\r\nold\r\n",
			"---\r\nname: 'Mail'\r\ntype: feedback\r\ndescription: \"Tests: mail nobody #1\"\r\noriginSessionId: x\r\n---\r\n\r\nold\r\n\r\n**2026-11-30:** Tests never mail real customers.\r\n"},
		"v3": {"---\nname: mail\ndescription: old\nmetadata: \n  node_type: memory\n  type: feedback\n  modified: 2026-01-01T00:00:00.000Z\nx: y\n---\nold\n",
			"---\nname: mail\ndescription: \"Tests: mail nobody #1\"\nmetadata: \n  node_type: memory\n  type: feedback\n  modified: 2026-11-30T07:00:00.000Z\nx: y\n---\nold\n\n**2026-11-30:** Tests never mail real customers.\n"},
		"v3, not stamped": {"---\nname: mail\ndescription: old\nmetadata:\n    node_type: memory\n    type: feedback\n---\nold\n",
			"---\nname: mail\ndescription: \"Tests: mail nobody #1\"\nmetadata:\n    node_type: memory\n    type: feedback\n    modified: 2026-11-30T07:00:00.000Z\n---\nold\n\n**2026-11-30:** Tests never mail real customers.\n"},
		"none": {"old\n", "old\n\n**2026-11-30:** Tests: mail nobody #1\n\nTests never mail real customers.\n"},
		"old hook kept": {"---\ndescription: mail goes nowhere\n---\nold",
			"---\ndescription: \"Tests: mail nobody #1\"\n---\nold\n\n**→ 2026-11-30:** mail goes nowhere\n\n**2026-11-30:** Tests never mail real customers."},
		"not understood": {"---\ndescription: >-\n  folded\n  text\nlist:\n- a\n\tb\n---\nold\n",
			"---\ndescription: >-\n  folded\n  text\nlist:\n- a\n\tb\n---\nold\n\n**2026-11-30:** Tests: mail nobody #1\n\nTests never mail real customers.\n"},
	} {
		next, _ := merged(t, folder("mail.md", c.old), fact)
		if got := string(next.Files["mail.md"]); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

func TestHostileNames(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range []string{
		"../../etc/passwd", "/abs", `..\..\x`, "a\x00b", strings.Repeat("x", 5000), strings.Repeat("字", 500), "🎉🎉", "..", ".", "MEMORY", "memory.md",
		"HANDOFF", "Handoff.md", "con", "com1", "\u202egnp", "a/b/c.md", "ÄÖÜ", "決定：港", "שלום עולם", "e\u0301", "-x-", "   ", "\xff\xfe", "a:b*c?", "❤\ufe0f",
	} {
		for _, f := range []Fact{{Name: name, Body: "Something about " + name}, {Title: name, Body: "Else about " + name}, {Body: name}} {
			have := folder("MEMORY.md", "- [HANDOFF](HANDOFF.md) — x\n", "HANDOFF.md", "# HANDOFF\n")
			next, out := merged(t, have, f)
			file := out[0].File
			if out[0].What == "" {
				continue
			}
			seen[file] = true
			if strings.ContainsAny(file, "/\\\x00 :*?") || strings.HasPrefix(file, ".") || strings.HasPrefix(file, "-") || len(file) > 130 || !strings.HasSuffix(file, ".md") ||
				strings.EqualFold(file, "MEMORY.md") || strings.EqualFold(file, "HANDOFF.md") {
				t.Errorf("%q became %q", name, file)
			}
			if string(next.Files["HANDOFF.md"]) != "# HANDOFF\n" || !bytes.HasPrefix(next.Files["MEMORY.md"], have.Files["MEMORY.md"]) || len(next.Files) != 3 {
				t.Errorf("%q: %s", name, show(next))
			}
			checkMatter(t, next.Files[file])
		}
	}
	for _, want := range []string{"etc-passwd.md", "abs.md", "memory-note.md", "handoff-note.md", "con-note.md", "決定-港.md", "שלום-עולם.md", "é.md", "äöü.md"} {
		if !seen[want] {
			t.Errorf("no %s among %v", want, slices.Sorted(maps.Keys(seen)))
		}
	}
}

// checkMatter reads a new memory's front matter with a real parser.
func checkMatter(t *testing.T, data []byte) (description string) {
	t.Helper()
	parts := strings.SplitN(string(data), "---\n", 3)
	var doc struct {
		Name, Description string
		Metadata          struct {
			NodeType string `yaml:"node_type"`
			Type     string
			Origin   string    `yaml:"originSessionId"`
			Modified time.Time `yaml:"modified"`
		}
	}
	if len(parts) != 3 || parts[0] != "" {
		t.Fatalf("no front matter: %q", data)
	}
	if err := yaml.Unmarshal([]byte(parts[1]), &doc); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if doc.Name == "" || doc.Metadata.NodeType != "memory" || doc.Metadata.Type == "" || doc.Metadata.Origin != session || !doc.Metadata.Modified.Equal(day2) {
		t.Errorf("front matter %+v\n%s", doc, data)
	}
	return doc.Description
}

func TestDescriptionIsYAML(t *testing.T) {
	for _, hook := range []string{"plain", "a: b", "a #b", "# a", "- a", "'a'", `"a"`, `a\b`, "true", "123", "2026-01-01", "null", "~", "[a]", "{a}", "a:", "*a", "&a", "!a", "|", ">", "%a", "@a", "`a`", "? a",
		", a", "=", "<<", "é: ü", "字：字", "a\u0085b", "a\u00a0b", "😀", "ends with #", ".5", "0x1f", "1e3", "yes", "y", "--- a", "...", "\u200bx", "a\ufeffb"} {
		f, _, ok := clean(Fact{Hook: hook})
		if !ok {
			continue
		}
		data := newFile("n", f, session, day2)
		if got := checkMatter(t, data); got != f.Hook {
			t.Errorf("%q came back as %q\n%s", f.Hook, got, data)
		}
		if got := readMemo("n.md", data).hook; got != f.Hook {
			t.Errorf("%q was read as %q", f.Hook, got)
		}
	}
}

func TestFullIndex(t *testing.T) {
	full := strings.Repeat("- [X](x.md)\n", maxIndexLines)
	next, out := merged(t, folder("MEMORY.md", full), Fact{Title: "New", Body: "Something that is new here."})
	if out[0].What != Added || !strings.Contains(out[0].Reason, "full") || next.Files["new.md"] == nil || string(next.Files["MEMORY.md"]) != full {
		t.Errorf("%+v", out)
	}
	_, out = merged(t, Existing{Unread: []string{"MEMORY.md", "new.md"}}, Fact{Name: "new", Body: "Something that is new here."})
	if out[0].File == "new.md" || !strings.Contains(out[0].Reason, "could not be read") {
		t.Errorf("%+v", out)
	}
}

func TestManyAtOnce(t *testing.T) {
	have := folder("a.md", "Use tabs in Go files.\n", "b.md", "Mail goes through Mailchimp.\n", "MEMORY.md", "- [A](a.md) — Use tabs in Go files\n- [B](b.md) — mail\n")
	next, out := merged(t, have,
		Fact{Body: "Use spaces in YAML files.", Replaces: "a"},
		Fact{Name: "a", Body: "Tabs are eight wide in here."}, // holds on to a
		Fact{Body: "Mail goes through Klaviyo.", Replaces: "b"},
		Fact{Body: "Mail never goes out in tests.", Replaces: "b"}, // b has given way
		Fact{Body: "Mail never goes out in tests."},
		Fact{Body: "Line one.\n\nLine two:\n\n- `x`"},
	)
	for i, want := range []string{Added, Updated, Replaced, Duplicate, Added, Added} {
		if out[i].What != want || out[i].Fact != i {
			t.Errorf("%d: %+v, want %s\n%s", i, out[i], want, show(next))
		}
	}
}

func FuzzMerge(f *testing.F) {
	f.Add([]byte(v3), "server-port", "Title", "hook", "body one. Body two", "x`y", "", []byte("- [A](a.md)\n"))
	f.Add([]byte("---\na: b\n"), "", "", "", "a\n\n---\nb", "", "a", []byte(""))
	f.Fuzz(func(t *testing.T, file []byte, name, title, hook, text, exact, replaces string, index []byte) {
		have := Existing{Files: map[string][]byte{"a.md": file, "MEMORY.md": index}}
		merged(t, have, Fact{Name: name, Title: title, Hook: hook, Body: text, Why: exact, Exact: []string{exact}, Quote: title, Replaces: replaces})
	})
}

func BenchmarkMerge(b *testing.B) {
	have := Existing{Files: map[string][]byte{}}
	for i := range 300 {
		file := fmt.Sprintf("m%d.md", i)
		have.Files[file] = []byte(strings.ReplaceAll(v3, "8080", fmt.Sprint(i)) + strings.Repeat("Some more text that stands here.\n", 60))
		have.Files[Index] = SetIndexLine(have.Files[Index], file, file, "hook")
	}
	var facts []Fact
	for i := range 20 {
		facts = append(facts, Fact{Body: fmt.Sprintf("A thing that is new, number %d.", i)})
	}
	for b.Loop() {
		Merge(have, facts, session, day2)
	}
}

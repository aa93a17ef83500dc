// Laws of a save, for any snapshot and any documents.

package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/markdown"
	"savectx/preserve/safefile"
)

// dice takes decisions from fuzzed bytes, 0 when they have run out.
type dice struct{ data []byte }

func (d *dice) roll(sides int) int {
	if len(d.data) == 0 {
		return 0
	}
	n := int(d.data[0]) % sides
	d.data = d.data[1:]
	return n
}

func pick[T any](d *dice, list ...T) T { return list[d.roll(len(list))] }

var texts = []string{
	"Tests never mail real customers", "Klaviyo, not Mailchimp", "Deploy to staging", "# heading\n## two", "```\nfence", "<!-- compact: x -->", "-->", "- [ ] task",
	"1. one", "---", "[x]: y", "\u202eשלום לכולם", "用 Klaviyo，不用 Mailchimp", "limit 75", "limit 750", "docs/api.md says so", "../up.md", "\x1b[31mred\x07", "\xff", "a\r\n\r\n\tb\n", strings.Repeat("long ", 90), strings.Repeat("x", 700), "a@", "`", "\\", "", " ",
}

// text is one of the texts, or the next bytes.
func (d *dice) text() string {
	n := d.roll(len(texts) + 6)
	if n < len(texts) {
		return texts[n]
	}
	n = min((n-len(texts))*5, len(d.data))
	s := string(d.data[:n])
	d.data = d.data[n:]
	return s
}

func (d *dice) list(most int) []string {
	var out []string
	for range d.roll(most + 1) {
		out = append(out, d.text())
	}
	return out
}

func (d *dice) snapshot() preserve.Snapshot {
	s := preserve.Snapshot{
		Version: pick(d, 1, 1, 1, 1, 1, 1, 1, 2), Language: pick(d, "en", "zh-CN", "he", ""), Topic: "T" + d.text(), Goal: d.text(), Status: pick(d, "", "blocked", "completed"), Blockers: d.text(),
		Next: d.list(5), ReadFirst: d.list(5), Compressible: d.list(4),
	}
	for range d.roll(14) {
		it := preserve.Item{Kind: pick(d, preserve.Kinds()...), Text: d.text(), Why: d.text()}
		if d.roll(12) > 0 {
			it.Text += "."
		}
		if d.roll(3) == 0 {
			it.Quote, it.Exact, it.Done = d.text(), d.list(3), d.roll(2) == 1
		}
		if d.roll(4) == 0 {
			it.Target = &preserve.Target{File: pick(d, "docs/api.md", "./CLAUDE.md", "TempContext.md", "../x.md", "/etc/x.md", "link.md", "src/main.go", "docs", d.text()), Section: pick(d, "Mail", "Limits", "A > Limits", d.text())}
		}
		if d.roll(4) == 0 {
			it.Memory = &preserve.Memory{Type: pick(d, "", "user", "feedback", "bad"), Name: d.text(), Hook: d.text(), Store: pick(d, "", "local", "mem0")}
			it.Replaces = pick(d, "", "mail", "2026-11-01", d.text())
		}
		if d.roll(5) == 0 {
			it.Approved = new(bool)
		}
		s.Items = append(s.Items, it)
	}
	if d.roll(3) == 0 {
		s.Narrative = &preserve.Narrative{Current: d.text()}
	}
	return s
}

// project lays documents out below root, from a few forms of each.
func (d *dice) project(t *testing.T, root string) {
	for _, file := range []struct {
		name  string
		forms []string
	}{
		{"project/TempContext.md", []string{"", "# TempContext\n\n## 2026-11-29 10:00  ·  session: ts-1\n\n**Topic**: x\n\n### Decisions\n- Klaviyo, not Mailchimp.", "\ufeffx\r\n\r\n", "```\nopen"}},
		{"project/docs/api.md", []string{"# A\n## Mail\ntext\n## Limits\n* one\n# B\n## Limits\n", "# Mail\r\n\r\n- a\r\n", "Mail\n===\n", "# Mail\n```\nopen", "\xff# Mail\n"}},
		{"project/docs/DECISIONS.md", []string{"# D\n\n## 2026-11-01: All mail goes through Mailchimp\n", "", "x"}},
		{"project/docs/TASKS.md", []string{"- [ ] Deploy to staging.\r\n- [x] limit 75.\r\n", "", "# T\n* [ ] limit 75\n## Done\n* [x] x"}},
		{"project/CLAUDE.md", []string{"# Rules\n- Tests never mail real customers\n", "", "\n## Session notes\n\n## More\n"}},
		{"claude/projects/-project/memory/MEMORY.md", []string{"- [HANDOFF](HANDOFF.md) — 上次会话交接：进度 / 未了 / 下一步\n- [Mail](mail.md) — x\n", "", "# M\r\n"}},
		{"claude/projects/-project/memory/mail.md", []string{"---\nname: mail\ndescription: x\n---\n\nAll mail goes through Mailchimp\n", "no front matter"}},
		{"claude/handoffs/0b9a6a7e.md", []string{"# Handoff . x . y\n", "mine"}},
		{"claude/handoffs/aaaaaaaa.md", []string{"# Handoff . " + root + "/project . 2026-11-01 10:00\n\nx\n", "# Handoff . \x00 . <!--\n"}},
		{"notes/Daily/2026-11-30.md", []string{"# Daily Log . 2026-11-30\n", ""}},
	} {
		if n := d.roll(len(file.forms) + 1); n < len(file.forms) {
			put(t, filepath.Join(root, file.name), file.forms[n])
		}
	}
	must(t, os.MkdirAll(filepath.Join(root, "project"), 0o755))
	put(t, filepath.Join(root, "outside.md"), "# Mail\n")
	must(t, os.Symlink("../outside.md", filepath.Join(root, "project/link.md")))
	if d.roll(3) == 0 {
		must(t, os.MkdirAll(filepath.Join(root, "notes"), 0o755))
	}
	if d.roll(4) == 0 {
		must(t, os.RemoveAll(filepath.Join(root, "claude/projects")))
		put(t, filepath.Join(root, "claude/projects"), "not a folder")
	}
	old := now.Add(-HandoffAge - 1)
	_ = os.Chtimes(filepath.Join(root, "claude/handoffs/aaaaaaaa.md"), old, pick(d, old, now))
}

// whole is all names, modes and contents below root.
func whole(t *testing.T, root string) string {
	var all strings.Builder
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		info, infoErr := d.Info()
		var data []byte
		if err == nil && d.Type().IsRegular() {
			data, err = os.ReadFile(path)
		}
		fmt.Fprintf(&all, "%s %v %q\n", path, info.Mode(), data)
		return errors.Join(err, infoErr)
	}))
	return all.String()
}

// Every snapshot is refused with its mistakes, or saved: each item is where it
// belongs or left out with a reason, the blocks keep their limits, and undoing
// is the identity.
func FuzzSaveOrExplain(f *testing.F) {
	for i := range 150 {
		seed := make([]byte, 400)
		for n := range seed {
			seed[n] = byte(i*i*3 + n*(11+i) + n*n/(i+2))
		}
		f.Add(seed)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		d := &dice{data}
		given, err := json.Marshal(d.snapshot())
		must(t, err)
		if d.roll(20) == 1 {
			given = bytes.Replace(given, []byte(`"kind"`), []byte(d.text()), 1)
		}
		s, err := preserve.ParseSnapshot(given, nil)
		if err != nil {
			if err.Error() == "" {
				t.Error("refused without a word")
			}
			return
		}
		root := t.TempDir()
		d.project(t, root)
		before, was := whole(t, root), tree(t, root)
		o := options{NoSession: d.roll(5) == 0, To: slices.DeleteFunc(Destinations(), func(string) bool { return d.roll(4) == 1 })}
		p, err := Make(t.Context(), request(root, s, o), identity)
		must(t, err)
		if err := limits(p); err != nil {
			t.Error(err)
		}
		journal := safefile.NewJournal(filepath.Join(t.TempDir(), "journal"))
		receipt, wrote, err := p.Write(journal)
		must(t, err)
		p.Receipt = receipt
		got := tree(t, root)
		checkFormats(t, p, got)
		for i, it := range s.Items {
			if err := accounted(p, was, got, i, it); err != nil {
				t.Errorf("items[%d]: %v\n%+v\n%s", i, err, it, asJSON(t, receipt))
			}
		}
		if !wrote {
			if len(p.Changes) > 0 {
				t.Errorf("nothing was written: %+v", receipt)
			}
			return
		}
		if step, err := journal.Open(p.Request.ID); err != nil {
			t.Error(err)
		} else if _, err := step.Undo(); err != nil {
			t.Error(err)
		}
		if after := whole(t, root); after != before {
			t.Errorf("undone:\n%s\nbefore:\n%s", after, before)
		}
	})
}

// accounted reports where an item is neither written nor left out with a
// reason, though it belongs there.
func accounted(p *Plan, was, got map[string]string, i int, it preserve.Item) error {
	r := p.Request
	want := dest.Fold(it.Text)
	in := func(path string) bool {
		name, err := filepath.Rel(filepath.Dir(r.Place.Root), path)
		text, ok := got[filepath.ToSlash(name)]
		return err == nil && ok && strings.Contains(dest.Fold(text), want)
	}
	excused := func(destination string) bool {
		for _, line := range p.Receipt.Destinations {
			left := slices.ContainsFunc(line.Dropped, func(d Dropped) bool { return d.Item == fmt.Sprintf("items[%d]", i) && d.Reason != UnsafeTarget })
			if line.Name == destination && (left || line.Error != "") {
				return true
			}
		}
		return false
	}
	anyOf := func(destination string) bool {
		for _, e := range p.Entries {
			if e.Destination == destination && e.Item == i && in(p.inRootOrAbs(e.File)) {
				return true
			}
		}
		return excused(destination)
	}
	_, recorded := was["project/"+recordOf(it)]
	for _, d := range r.To {
		switch d {
		case Context:
			if !anyOf(d) {
				return errors.New("not in the project's documents")
			}
		case Docs:
			if recorded && !it.NotGranted() && !anyOf(d) {
				return errors.New("not in " + recordOf(it))
			}
		case Memory:
			if memoryType(it) != "" && !it.NotGranted() && (it.Memory == nil || it.Memory.Store == "" || it.Memory.Store == "local") && !anyOf(d) {
				return errors.New("not in the memory folder")
			}
		case Handoff:
			if !in(r.HandoffPath()) && !excused(d) {
				return errors.New("not in the handoff file")
			}
			now := filepath.Join(r.Place.Memory.Dir, nowFile)
			routed := slices.ContainsFunc(p.Entries, func(e Entry) bool { return e.File == now })
			if routed != (writable(r.Place.Memory.Dir) == nil) {
				return errors.New("HANDOFF.md is not where the memory folder is")
			}
			if routed && !in(now) && !excused(d) {
				return errors.New("not in HANDOFF.md")
			}
		case Notes:
			if !in(filepath.Join(r.Place.Notes.Vault, "Daily", dest.LogName(r.At))) && !excused(d) && !it.Unreasoned() {
				return errors.New("not in the log")
			}
			if it.Kind == preserve.Decision && !it.NotGranted() && !anyOf(d) {
				return errors.New("no note of its own")
			}
		}
	}
	return nil
}

// recordOf is the project's record for an item, "" for none.
func recordOf(it preserve.Item) string {
	switch it.Kind {
	case preserve.Decision, preserve.DeadEnd:
		return dest.DecisionsFile
	case preserve.Open:
		return dest.TasksFile
	case preserve.Correction:
		return dest.RulesFile
	}
	return ""
}

// An edit and an entry leave every byte outside of them as it was.
func FuzzEditLeavesTheRest(f *testing.F) {
	for i, src := range []string{"# A\n\n- x\n\n## B\ntext", "A\r\n===\r\n\r\n* x\r\n", "\ufeff# A\r", "---\na: b\n---\n# A\n```\n# B\n```\n", "# A\n> x\n\n<!-- # B -->\n## B\n| a |\n|---|\n", "", "x\xff\n# A\n", "# A\n- [ ] Deploy to staging\n"} {
		for n, text := range texts {
			f.Add([]byte(src), text, uint8(i+n))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, text string, n uint8) {
		if text = preserve.Clean(text); text == "" {
			return
		}
		root := t.TempDir()
		files := []string{"docs/api.md", dest.TempContext, dest.DecisionsFile, dest.TasksFile, dest.RulesFile}
		for _, name := range files {
			put(t, filepath.Join(root, "project", name), string(src))
		}
		section := "A"
		if heads := markdown.Headings(src); len(heads) > 0 {
			section = heads[int(n)%len(heads)].Title
		}
		s := preserve.Snapshot{Topic: text, Items: []preserve.Item{
			{Kind: preserve.Fact, Text: text, Exact: []string{text, "a\nb"}, Target: &preserve.Target{File: "docs/api.md", Section: section}},
			{Kind: preserve.Decision, Text: text + " decided", Why: text},
			{Kind: preserve.Open, Text: text + " open"},
			{Kind: preserve.Correction, Text: text + " said", Quote: text, Memory: &preserve.Memory{Hook: text}},
		}}
		p, err := Make(t.Context(), request(root, s, options{To: []string{Context, Docs}}), identity)
		must(t, err)
		for _, c := range p.Changes {
			head := 0
			for head < len(c.Old) && head < len(c.New) && c.Old[head] == c.New[head] {
				head++
			}
			if len(c.New) <= len(c.Old) || !bytes.HasSuffix(c.New, c.Old[head:]) {
				t.Errorf("%s: more than an insertion:\n%q\n%q", c.Path, c.Old, c.New)
			}
		}
	})
}

// Golden folders: a project, Claude's folder and a snapshot, and what they are
// after the save.

package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/memory"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

var update = flag.Bool("update", false, "write what a save does now as what it should do")

const (
	golden  = "testdata/golden"
	session = "0b9a6a7e-2a30-4f0e-9d0f-5a3f6d6c1b11"
	tag     = "ts-20261130-143015-a3f7"
)

var now = time.Date(2026, 11, 30, 14, 30, 15, 0, time.UTC)

// options are in a case's in/request.json, if it has one.
type options struct {
	To        []string       `json:"to"`
	NoSession bool           `json:"no_session"`
	Restored  bool           `json:"restored"`
	Compacted bool           `json:"compacted_before"`
	Untouched map[string]int `json:"untouched"` // days, by the file's path below in/
	Choice    Choice         `json:"choice"`
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// identity finds no secrets.
func identity(s string) (string, []string) { return s, nil }

// request is a save of a snapshot below root.
func request(root string, s preserve.Snapshot, o options) Request {
	lang, ok := prompts.Match(s.Language)
	if !ok {
		lang = "en"
	}
	r := Request{ID: "20261130-143015-a3f7", Snapshot: s, To: o.To, Lang: lang, At: now, Tag: tag, Restored: o.Restored, CompactedBefore: o.Compacted, Choice: o.Choice}
	r.Place = Place{
		Root: filepath.Join(root, "project"), Config: filepath.Join(root, "claude"), Session: session,
		Memory: memory.Place{Dir: filepath.Join(root, "claude/projects/-project/memory")},
		Notes:  NotesPlace{Vault: filepath.Join(root, "notes"), DailyLogs: "Daily", Decisions: "Decisions"},
	}
	if o.NoSession {
		r.Place.Session = ""
	}
	if o.To == nil {
		r.To = []string{Context, Docs, Memory, Handoff}
	}
	return r
}

// tree is every regular file below root by its path.
func tree(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	}))
	return files
}

func put(t testing.TB, path, data string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(data), 0o644))
}

// Names in the repository are ASCII, on every file system the same: other
// letters are written as percent signs and digits, as in a URL.
func asciiName(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c >= 0x80 || c == '%' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// recorded is the tree of a folder of the repository, by its files' own names.
func recorded(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name, data := range tree(t, root) {
		own, err := url.PathUnescape(name)
		must(t, err)
		files[own] = data
	}
	return files
}

// copyIn lays a case's files out in a temporary folder.
func copyIn(t *testing.T, dir string, o options) string {
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	must(t, os.Mkdir(filepath.Join(root, "project"), 0o755))
	for name, data := range recorded(t, filepath.Join(dir, "in")) {
		path := filepath.Join(root, name)
		if !strings.Contains(name, "/") { // the snapshot and the options
			continue
		}
		put(t, path, strings.ReplaceAll(data, "{{ROOT}}", root))
		touched := now.Add(-time.Hour - time.Duration(o.Untouched[name])*24*time.Hour)
		must(t, os.Chtimes(path, touched, touched))
	}
	return root
}

func TestGolden(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join(golden, "*"))
	must(t, err)
	if len(cases) == 0 {
		t.Fatal("no case in " + golden)
	}
	for _, dir := range cases {
		t.Run(filepath.Base(dir), func(t *testing.T) { testGolden(t, dir) })
	}
}

func testGolden(t *testing.T, dir string) {
	var o options
	if data, err := os.ReadFile(filepath.Join(dir, "in/request.json")); err == nil {
		must(t, json.Unmarshal(data, &o))
	}
	data, err := os.ReadFile(filepath.Join(dir, "in/snapshot.json"))
	must(t, err)
	s, err := preserve.ParseSnapshot(data, nil)
	must(t, err)
	root := copyIn(t, dir, o)
	before := tree(t, root)
	p, err := Make(t.Context(), request(root, s, o), identity)
	must(t, err)
	journal := safefile.NewJournal(filepath.Join(t.TempDir(), "journal"))
	receipt, wrote, err := p.Write(journal)
	must(t, err)

	got := tree(t, root)
	checkFormats(t, p, got)
	receipt.Remarks = append([]string{}, receipt.Remarks...)
	got["receipt.json"] = asJSON(t, receipt)
	got["entries.json"] = asJSON(t, p.Entries)
	b := p.Blocks(true)
	got["blocks.txt"] = b.Line.Text + "\n---\n" + b.Resume.Text + "\n---\n" + b.Sentence + "\n"
	for name, text := range got {
		got[name] = strings.ReplaceAll(text, root, "{{ROOT}}")
	}
	want := filepath.Join(dir, "want")
	if *update {
		must(t, os.RemoveAll(want))
		for name, text := range got {
			put(t, filepath.Join(want, asciiName(name)), text)
		}
	}
	sameTree(t, recorded(t, want), got) // which is never empty: a receipt is in it

	if !wrote {
		return
	}
	step, err := journal.Open(p.Request.ID)
	must(t, err)
	_, err = step.Undo()
	must(t, err)
	sameTree(t, before, tree(t, root))
}

func sameTree(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name, text := range got {
		if old, ok := want[name]; !ok {
			t.Errorf("%s is one too many:\n%s", name, text)
		} else if old != text {
			t.Errorf("%s:\n%q\nwant:\n%q", name, text, old)
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	must(t, enc.Encode(v))
	return b.String()
}

// checkFormats holds what was written against the limits of each format.
func checkFormats(t testing.TB, p *Plan, got map[string]string) {
	t.Helper()
	if err := limits(p); err != nil {
		t.Error(err)
	}
	for name, text := range got {
		switch {
		case !slices.Contains(p.Request.To, Handoff):
		case p.Receipt.Failed() && text == "mine": // somebody's own file of that name is refused
		case filepath.Join(filepath.Dir(p.Request.Place.Root), name) == p.Request.HandoffPath():
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			last := lines[len(lines)-1]
			inner, ok := strings.CutPrefix(last, "<!-- compact: ")
			inner, closed := strings.CutSuffix(inner, " -->")
			if !strings.HasPrefix(text, "# Handoff . ") || len(lines) < 5 || lines[1] != "" || !ok || !closed || strings.Contains(inner, "-->") || strings.HasPrefix(inner, "/compact") || strings.Count(text, "<!-- compact:") != 1 {
				t.Errorf("%s is no handoff file:\n%s", name, text)
			}
		case strings.HasSuffix(name, "/memory/HANDOFF.md"):
			if n := strings.Count(text, "\n"); n > dest.NowLines {
				t.Errorf("%s has %d lines", name, n)
			}
		case strings.HasSuffix(name, "/memory/MEMORY.md"):
			if n := strings.Count(text, "(HANDOFF.md)"); n > 1 {
				t.Errorf("%s has %d lines for HANDOFF.md:\n%s", name, n, text)
			}
		}
	}
}

// limits checks the printed blocks and the caps of the records.
func limits(p *Plan) error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	for _, handoff := range []bool{true, false} {
		b := p.Blocks(handoff)
		if n := preserve.Words(b.Line.Text); n > dest.LineWords || !strings.HasPrefix(b.Line.Text, "/compact ") || strings.ContainsAny(b.Line.Text, "\r\n") {
			fail("block 1 has %d words: %q", n, b.Line.Text)
		}
		if n := preserve.Words(b.Resume.Text); n > dest.ResumeWords {
			fail("block 2 has %d words: %q", n, b.Resume.Text)
		}
		lines := strings.Split(b.Resume.Text, "\n")
		if lines[0] != p.words.Blocks.Continue || lines[1] != "" || len(lines) > 9 {
			fail("block 2 is of another form: %q", b.Resume.Text)
		}
		for _, line := range lines {
			next, ok := strings.CutPrefix(line, p.words.Blocks.Next)
			if ok && strings.Contains(next, "  4) ") {
				fail("more than %d steps: %q", dest.ResumeSteps, line)
			}
		}
	}
	count := map[string]int{}
	for _, e := range p.Entries {
		if e.Destination == Docs {
			count[e.File]++
		}
	}
	if count[dest.DecisionsFile] > 2 || count[dest.TasksFile] > 5 || count[dest.RulesFile] > 1 {
		fail("over a cap: %v", count)
	}
	return errors.Join(errs...)
}

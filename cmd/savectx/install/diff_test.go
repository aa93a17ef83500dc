// Differences: patch takes them whole, and a person sees what has changed.

package install

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"savectx/preserve/safefile"
)

// between is the plan that makes one content of another.
func between(before, after string) (*Plan, File) {
	p := &Plan{}
	p.do(Edit, false, safefile.Change{Path: "/home/settings.json", Old: []byte(before), Existed: before != "", New: []byte(after), Remove: after == ""})
	return p, p.Files[0]
}

// TestDiffIsAPatch: every hunk stands where its head says, and patch makes of
// one file the other.
func TestDiffIsAPatch(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Log("patch is not installed: only the heads are looked at")
	}
	check := func(before, after string) {
		t.Helper()
		p, f := between(before, after)
		diff := p.Diff(f)
		headsFit(t, diff, before, after)
		if patch == "" || before == after {
			return
		}
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, "old"), []byte(before), 0o600))
		cmd := exec.Command(patch, "--binary", "-F0", "-s", "-o", "new", "old")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(diff)
		out, err := cmd.CombinedOutput()
		got, _ := os.ReadFile(filepath.Join(dir, "new"))
		if err != nil || len(out) > 0 || string(got) != after {
			t.Errorf("patch: %v: %s\n%s\ngives %q", err, out, diff, got)
		}
	}
	wild(t, "kept", func(t *testing.T, _ string, data []byte) {
		added, err := Add(data, wildWish)
		must(t, err)
		check(string(data), string(added))
		check(string(added), string(data))
	})
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("line %d\n", i))
	}
	changed := slices.Clone(lines)
	changed[3] += "new a\n"
	changed[7] = "new b\nnew c\n" // in the same hunk, behind lines that stay
	changed[30] = ""
	changed[33] += "new d\n"
	changed[58] = "new e\n"
	check(strings.Join(lines, ""), strings.Join(changed, ""))
	check(strings.Join(changed, ""), strings.Join(lines, ""))
	check("", "{}\n")
	check("{}\n", "")
	check("a", "a\n")
}

// headsFit compares the lines of each hunk with the files at the lines its head
// names.
func headsFit(t *testing.T, diff, before, after string) {
	t.Helper()
	old, fresh := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	var h hunkHead
	from, to := 0, 0
	for line := range strings.Lines(diff) {
		switch {
		case h.read(line):
			from, to = max(0, h.from-1), max(0, h.to-1)
		case h == hunkHead{}, line[0] == '\\':
		default:
			text := strings.TrimRight(line[1:], "\n")
			if line[0] != '+' {
				if from >= len(old) || strings.TrimRight(old[from], "\n") != text {
					t.Fatalf("line %d before is not %q in\n%s", from+1, text, diff)
				}
				from++
			}
			if line[0] != '-' {
				if to >= len(fresh) || strings.TrimRight(fresh[to], "\n") != text {
					t.Fatalf("line %d after is not %q in\n%s", to+1, text, diff)
				}
				to++
			}
		}
	}
}

// minified are settings of one line with so much in front and behind.
func minified(hooks string) string {
	allow := strings.Repeat(`"Bash(tool:*)",`, 100)
	return `{"permissions":{"allow":[` + allow + `"é"]},` + hooks + `"env":{"A":"` + strings.Repeat("x", 900) + `"}}`
}

// TestCutShowsTheChange: whatever is long, the lines differ where the files do.
func TestCutShowsTheChange(t *testing.T) {
	stop := `{"matcher":"x","hooks":[{"type":"command","command":"theirs"}]}`
	many := `"hooks":{"Stop":[` + stop + `],"PostToolUse":[` + strings.Repeat(stop+",", 20) + stop + `],"PreCompact":[]},`
	for name, before := range map[string]string{
		"minified":     minified(""),
		"with hooks":   minified(many),
		"a long line":  "{\n  \"model\": \"opus\",\n  " + strings.TrimSuffix(many, ",") + "\n}\n",
		"short hooks":  `{"hooks":{},"model":"opus"}`,
		"with a break": minified("") + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			data, err := Add([]byte(before), wildWish)
			must(t, err)
			p, f := between(before, string(data))
			shown := Cut(p.Diff(f))
			var minus, plus string
			for _, line := range shown[2:] {
				switch line[0] {
				case '-':
					minus += line
				case '+':
					plus += line
				}
				if n := utf8.RuneCountInString(line); n > 3000 {
					t.Errorf("a line of %d runes: %s", n, line)
				}
			}
			for _, want := range []string{"/opt/bin/savectx-hook", "PreCompact'", "SessionEnd", "/opt/bin/savectx statusline"} {
				if want = strings.TrimSuffix(want, "'"); !strings.Contains(plus, want) || want != "PreCompact" && strings.Contains(minus, want) {
					t.Errorf("%s is not in what is shown as new:\n%s", want, strings.Join(shown, "\n"))
				}
			}
			if strings.Contains(before, "xxx") && (strings.Count(minus, "Bash") > 10 || strings.Contains(plus, strings.Repeat("x", 500))) {
				t.Errorf("too much is shown:\n%s", strings.Join(shown, "\n"))
			}
		})
	}
}

// TestCutFindsOneCharacter in a text without any bracket.
func TestCutFindsOneCharacter(t *testing.T) {
	before := `{"a":"` + strings.Repeat("é", 5000) + "1" + strings.Repeat("é", 5000) + `"}`
	p, f := between(before, strings.Replace(before, "1", "2", 1))
	shown := Cut(p.Diff(f))
	text := strings.Join(shown, "\n")
	if !strings.Contains(text, "é1é") || !strings.Contains(text, "é2é") || len([]rune(text)) > 1000 || !utf8.ValidString(text) {
		t.Errorf("%s", text)
	}
}

// FuzzCut: no line is lost, none is too long, and lines that are not long stay.
func FuzzCut(f *testing.F) {
	f.Add(minified(""), minified(`"hooks":{},`))
	f.Add("a\nb\n", "a\n")
	f.Add("", "\\ no\n--- a\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		if before == after || strings.ContainsAny(before+after, "\r") || !utf8.ValidString(before+after) {
			return
		}
		p, file := between(before, after)
		diff := p.Diff(file)
		headsFit(t, diff, before, after)
		whole := strings.SplitAfter(diff, "\n")
		shown := Cut(diff)
		if len(shown) != len(whole)-1 {
			t.Fatalf("%d lines of %d", len(shown), len(whole)-1)
		}
		for i, line := range shown {
			if was := strings.TrimSuffix(whole[i], "\n"); !strings.Contains(line, "…") && line != was {
				t.Fatalf("%q is shown as %q", was, line)
			}
		}
	})
}

// TestEntries: what is added, removed and changed, as data and in words.
func TestEntries(t *testing.T) {
	before := `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/old/savectx-hook","args":["Stop"],"timeout":5}]}],
"PreCompact":[{"hooks":[{"type":"command","command":"'/opt/my bin/savectx' hook PreCompact"},{"type":"command","command":"theirs"}]}]}}`
	data, err := Add([]byte(before), wildWish)
	must(t, err)
	p, _ := between(before, string(data))
	added, removed, changed := p.Entries()
	for _, c := range []struct {
		what    string
		entries []Entry
		want    string
	}{
		{"added", added, "Stop, SessionEnd → /opt/bin/savectx-hook; statusLine → /opt/bin/savectx statusline"},
		{"removed", removed, "Stop → /old/savectx-hook"},
		{"changed", changed, "PreCompact → '/opt/my bin/savectx' hook"},
	} {
		if got := Words(c.entries); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	if added[0].Runs != "/opt/bin/savectx-hook Stop" {
		t.Errorf("%+v", added[0])
	}
	p, _ = between(string(data), "")
	if added, removed, _ := p.Entries(); len(added) != 0 || len(removed) != 5 {
		t.Errorf("a file that goes: %+v, %+v", added, removed)
	}
	if got := entriesOf(bytes.Repeat([]byte("["), 10)); got != nil {
		t.Errorf("%+v", got)
	}
}

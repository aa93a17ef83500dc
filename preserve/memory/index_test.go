// The index changes one line at a time.

package memory

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSetIndexLine(t *testing.T) {
	const chinese = "- [HANDOFF](HANDOFF.md) — 上次会话交接：进度 / 未了 / 下一步"
	for name, c := range map[string]struct{ index, file, title, hook, want string }{
		"empty":               {"", "a.md", "A", "one", "- [A](a.md) — one\n"},
		"no hook":             {"", "a.md", "A", "", "- [A](a.md)\n"},
		"no title":            {"", "a.md", "", "one", "- [a](a.md) — one\n"},
		"append":              {"# Index\n", "a.md", "A", "one", "# Index\n- [A](a.md) — one\n"},
		"after the last":      {"# I\n\n- [B](b.md) — b\n\n## Notes\ntext\n", "a.md", "A", "one", "# I\n\n- [B](b.md) — b\n- [A](a.md) — one\n\n## Notes\ntext\n"},
		"no final newline":    {"- [B](b.md) — b", "a.md", "A", "one", "- [B](b.md) — b\n- [A](a.md) — one"},
		"crlf":                {"- [B](b.md) — b\r\n", "a.md", "A", "one", "- [B](b.md) — b\r\n- [A](a.md) — one\r\n"},
		"crlf, changed":       {"- [A](a.md) — b\r\nx\r\n", "a.md", "A", "one", "- [A](a.md) — one\r\nx\r\n"},
		"changed":             {"- [B](b.md) — b\n- [Old](a.md) — old\ntail", "a.md", "A", "one", "- [B](b.md) — b\n- [A](a.md) — one\ntail"},
		"its own bullet":      {"  * [Old](./a.md): old\n", "a.md", "A", "one", "  * [A](a.md) — one\n"},
		"bold":                {"- **[Old](a.md)** - old\n", "a.md", "A", "one", "- [A](a.md) — one\n"},
		"numbered":            {"12. [Old](a.md) old\n", "a.md", "A", "one", "12. [A](a.md) — one\n"},
		"table":               {"| [Old](a.md) | old |\n", "a.md", "A", "one", "| [Old](a.md) | old |\n"},
		"a mention":           {"- [B](b.md) — see [A](a.md)\n", "a.md", "A", "one", "- [B](b.md) — see [A](a.md)\n- [A](a.md) — one\n"},
		"in a comment":        {"<!--\n- [A](a.md) — x\n-->\n", "a.md", "A", "one", "<!--\n- [A](a.md) — x\n-->\n- [A](a.md) — one\n"},
		"in a fence":          {"```\n- [A](a.md) — x\n```\n", "a.md", "A", "one", "```\n- [A](a.md) — x\n```\n- [A](a.md) — one\n"},
		"open comment":        {"x\n<!-- todo\n", "a.md", "A", "one", "x\n- [A](a.md) — one\n<!-- todo\n"},
		"front matter":        {"---\na: b\n---\n", "a.md", "A", "one", "---\na: b\n---\n- [A](a.md) — one\n"},
		"brackets":            {"", "a.md", "x](evil.md) [y] \\ <b", "one", "- [x\\](evil.md) \\[y\\] \\\\ \\<b](a.md) — one\n"},
		"odd backtick":        {"", "a.md", "a ` b", "c ` d", "- [a \\` b](a.md) — c ` d\n"},
		"even backticks":      {"", "a.md", "`npm test`", "slow", "- [`npm test`](a.md) — slow\n"},
		"comment in hook":     {"", "a.md", "A", "x <!-- y\nz", "- [A](a.md) — x \\<!-- y z\n"},
		"space in file":       {"- [A](<my file.md>) — x\n", "my file.md", "A", "one", "- [A](<my file.md>) — one\n"},
		"percent in link":     {"- [A](my%20file.md) — x\n", "my file.md", "A", "one", "- [A](<my file.md>) — one\n"},
		"parentheses":         {"", "a(b.md", "A", "one", "- [A](<a(b.md>) — one\n"},
		"handoff":             {"", "HANDOFF.md", "HANDOFF", "progress", "- [HANDOFF](HANDOFF.md) — progress\n"},
		"chinese handoff":     {chinese + "\n", "HANDOFF.md", "HANDOFF", "progress", chinese + "\n"},
		"doubled handoff":     {chinese + "\n- [B](b.md)\n- [HANDOFF](HANDOFF.md) — x\n", "HANDOFF.md", "HANDOFF", "progress", chinese + "\n- [B](b.md)\n"},
		"byte order mark":     {"\ufeff- [B](b.md) — b\n", "a.md", "A", "one", "\ufeff- [B](b.md) — b\n- [A](a.md) — one\n"},
		"a title in brackets": {"- [\\[x\\]](a.md) — b\n", "a.md", "[x]", "b", "- [\\[x\\]](a.md) — b\n"},
	} {
		got := string(SetIndexLine([]byte(c.index), c.file, c.title, c.hook))
		if got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
		if again := string(SetIndexLine([]byte(got), c.file, c.title, c.hook)); again != got {
			t.Errorf("%s: twice is not once:\n%q\n%q", name, again, got)
		}
	}
}

func TestIndexLineLength(t *testing.T) {
	for _, hook := range []string{strings.Repeat("word ", 80), strings.Repeat("字", 300), strings.Repeat("<b", 200), strings.Repeat("👨‍👩‍👧", 90)} {
		for _, title := range []string{"A", strings.Repeat("[]", 80), strings.Repeat("long title ", 30)} {
			got := strings.TrimSuffix(string(SetIndexLine(nil, "a.md", title, hook)), "\n")
			if n := utf8.RuneCountInString(got); n >= 150 && title == "A" || n > 220 || strings.Contains(got, "\n") {
				t.Errorf("%d characters: %q", n, got)
			}
			if title == "A" && !strings.HasSuffix(got, "…") {
				t.Errorf("no sign of the cut: %q", got)
			}
		}
	}
}

func TestRemoveIndexLine(t *testing.T) {
	for in, want := range map[string]string{
		"- [A](a.md) — x\n- [B](b.md) — [A](a.md)\n": "- [B](b.md) — [A](a.md)\n",
		"x\r\n- [A](a.md)\r\ny":                      "x\r\ny",
		"- [A](a.md)":                                "",
		"| [A](a.md) |\n":                            "| [A](a.md) |\n",
		"<!--\n- [A](a.md)\n-->\n":                   "<!--\n- [A](a.md)\n-->\n",
	} {
		if got := string(RemoveIndexLine([]byte(in), "a.md")); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestSetWithin(t *testing.T) {
	row := "- [B](b.md) — " + strings.Repeat("b", 200) + "\n"
	almost := []byte(strings.Repeat(row, (maxIndexBytes-60)/len(row)))
	almost = append(almost, strings.Repeat("c", maxIndexBytes-60-len(almost)-1)+"\n"...)
	got, ok := SetWithin(almost, "a.md", "Short", strings.Repeat("hook ", 20))
	if n := measure(got); !ok || n.bytes > maxIndexBytes || !bytes.Contains(got, []byte("](a.md) — hook")) {
		t.Errorf("ok %v, %+v", ok, n)
	}
	full := []byte(strings.Repeat("l\n", maxIndexLines))
	if got, ok := SetWithin(full, "a.md", "A", "x"); ok || !bytes.Equal(got, full) {
		t.Error("a line past the limit")
	}
	commented := append([]byte("<!--\n"+strings.Repeat("c\n", 300)+"-->\n"), strings.Repeat("l\n", maxIndexLines-1)...)
	if _, ok := SetWithin(commented, "a.md", "A", "x"); !ok {
		t.Error("comments were counted")
	}
	over := []byte(strings.Repeat("l\n", 300) + "- [A](a.md) — a longer hook\n")
	if got, ok := SetWithin(over, "a.md", "A", "short"); !ok || !bytes.HasSuffix(got, []byte("— short\n")) {
		t.Error("a line of an index that is over already is not changed")
	}
}

func FuzzIndexLine(f *testing.F) {
	f.Add([]byte("# I\n- [A](a.md) — x\r\n<!-- c\n-->\n- [B](b.md): y"), "a.md", "Title", "hook")
	f.Add([]byte("---\nx: y\n---\n```\n- [A](a.md)\n"), "a.md", "[x](y)", "`")
	f.Fuzz(func(t *testing.T, index []byte, file, title, hook string) {
		if file = slugify(file); file == "" || !utf8.ValidString(title) {
			t.Skip()
		}
		file += ".md"
		out := SetIndexLine(index, file, title, hook)
		if again := SetIndexLine(out, file, title, hook); !bytes.Equal(again, out) {
			t.Fatalf("twice is not once:\n%q\n%q", again, out)
		}
		before, after := others(index, file), others(out, file)
		if !bytes.Equal(before, after) && sameFile(file, handoffFile) == false {
			t.Fatalf("other lines changed:\n%q\n%q", before, after)
		}
		rest := others(RemoveIndexLine(out, file), file)
		if !bytes.Equal(bytes.TrimRight(rest, "\r\n"), bytes.TrimRight(before, "\r\n")) {
			t.Fatalf("removing leaves\n%q, not\n%q", rest, before)
		}
	})
}

// others is an index without the lines of file, with a final line break.
func others(index []byte, file string) []byte {
	lines, _ := scan(index)
	var out []byte
	for _, l := range lines {
		if e, ok := parseEntry(l.text); ok && l.part == content && sameFile(e.file, file) {
			continue
		}
		out = append(out, bytes.TrimRight(index[l.start:l.next], "\n")...)
		out = bytes.TrimSuffix(out, []byte("\r"))
		out = append(out, '\n')
	}
	return out
}

// Laws of TempContext.md, list items and blocks for any text.

package dest

import (
	"bytes"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/markdown"
)

// hostile are texts that mean something to somebody.
var hostile = []string{
	"a plain text", "# heading", "## 2026-11-30 14:30  ·  session: ts-1", "```\nfence", "~~~", "<!-- comment", "-->", "--!> x", "- list\n- of two", "1. number",
	"---", "===", "| a | b |\n|---|---|", "[x]: y", "[ ] task", "\u202e\u200fשלום", "购物车", "\x1b]0;title\x07", "`tick", "<details>", "a\tb\\", "\u2028line", "**Topic**: other", "&nbsp;",
}

// mixed is items of all kinds made of a text and of hostile ones.
func mixed(text string, seed uint8) []preserve.Item {
	var items []preserve.Item
	for i, kind := range preserve.Kinds() {
		h := hostile[(int(seed)+i*7)%len(hostile)]
		it := preserve.Item{Kind: kind, Text: h + text, Why: text, Done: i%3 == int(seed)%3}
		if i%2 == int(seed)%2 {
			it.Text, it.Quote, it.Exact = text+h, h, []string{text, h + "\n" + text, text + "\n\n  " + h}
		}
		if preserve.Clean(it.Text) != "" {
			items = append(items, it)
		}
	}
	return items
}

func FuzzEntryIsFoundAgain(f *testing.F) {
	for i, old := range []string{"", tempHeader, "x", "# T\r\n\r\n- a", "\ufeff- a\r", "```\n", "<!--", "<div>\n", "- a\n  - b", "a\n===", "---\na: b\n---", "[a]: b", "\xff\x00", "\t\n  \n", "| a |\n|---|", "    code"} {
		f.Add([]byte(old), "text", hostile[i], uint8(i))
	}
	for i, h := range hostile {
		f.Add([]byte("# TempContext\n\n"+h), h, h, uint8(i*3))
	}
	w := words(f, "en")
	f.Fuzz(func(t *testing.T, old []byte, text, topic string, seed uint8) {
		if preserve.Clean(topic) == "" {
			topic = "topic"
		}
		items := mixed(text, seed)
		entry := Entry(items, topic, "ts-20261130-143015-a3f7", text, at, w)
		out := AppendEntry(old, entry)
		if !bytes.HasPrefix(out, old) {
			t.Fatalf("%q is not kept in front of %q", old, out)
		}
		probe := markdown.Headings(markdown.AppendEnd(old, []string{"## probe"}))
		if len(probe) == 0 || probe[len(probe)-1].Title != "probe" {
			return // it ends inside a fence, a comment or the like, which swallows all that follows
		}
		before, after := Blocks(old), Blocks(out)
		if len(after) != len(before)+1 {
			t.Fatalf("%d entries became %d:\n%q", len(before), len(after), out)
		}
		for i, b := range before {
			if a := after[i]; a.Tag != b.Tag || a.Topic != b.Topic || strings.Join(a.Bullets, "\n") != strings.Join(b.Bullets, "\n") {
				t.Errorf("%+v became %+v", b, a)
			}
		}
		last := after[len(before)]
		n := 0
		for _, line := range last.Bullets {
			if strings.HasPrefix(line, "- ") {
				n++
			}
		}
		if last.Topic != plain(topic) || last.Tag != "ts-20261130-143015-a3f7" || n != len(items) {
			t.Errorf("%d items, %q: %+v\n%q", len(items), topic, last, out)
		}
		var all []string // what is found is what was written, and can be moved elsewhere
		for _, s := range sections() {
			for _, it := range items {
				if SectionOf(it) == s {
					all = append(all, Bullet(it, w)...)
				}
			}
		}
		if strings.Join(last.Bullets, "\n") != strings.Join(all, "\n") {
			t.Errorf("found %q\nwrote %q", last.Bullets, all)
		}
		if len(all) > 0 {
			holdsAsItem(t, text, all)
		}
	})
}

func FuzzHandoffIsReadBack(f *testing.F) {
	for _, h := range hostile {
		f.Add(h, h, h)
	}
	f.Fuzz(func(t *testing.T, text, line, root string) {
		resume := "Continue.\n\n" + preserve.Clean(text)
		file := Handoff(resume, line, root, at)
		_, when, got, ok := ReadHandoff(file)
		want := strings.TrimSpace(strings.ReplaceAll(resume, "<!-- compact:", `<\!-- compact:`))
		if !ok || when != "2026-11-30 14:30" || got != want {
			t.Errorf("%q, %q, want %q", when, got, want)
		}
		lines := strings.Split(strings.TrimSuffix(string(file), "\n"), "\n")
		last := lines[len(lines)-1]
		if !strings.HasPrefix(last, "<!-- compact: ") || strings.Index(last, "-->") != len(last)-len("-->") {
			t.Errorf("the last line is %q", last)
		}
		if name := HandoffName(text, "/"+root); strings.ContainsAny(name, "/\x00\n") || len(name) > 200 || !strings.HasSuffix(name, ".md") {
			t.Errorf("file name %q", name)
		}
	})
}

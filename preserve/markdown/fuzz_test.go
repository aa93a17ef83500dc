// The laws: one outline from two parsers, and no byte lost by an edit.

package markdown

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds are documents with every construct that the scanner of lines decides,
// or leaves to goldmark.
var seeds = []string{
	"",
	"# A\n\ntext\n\n## B\n\n- one\n- two\n\n## C\n",
	"# A #\n## B ##  \n### C\\#\n# # #\n#\n## \n#no\n####### no\n # one\n   # three\n    # code\n\t# tab\n#\ttab\n",
	"```\n# no\n```\n# yes\n~~~ md\n# no\n```\n# no\n~~~\n# yes\n",
	"````go title=`x`\n# yes\n````md\n```\n# no\n````\n# yes\n   ```\n# no\n   ```   \n# yes\n```\n    ```\n# no\n",
	"~~~`\n# no\n~~~~~\n# yes\n``` \t\n# no",
	"Title\n===\n\nTwo\nlines\n---\n\nx\n--\n\ny\n-\n\nz\n= \n\nw\n=-=\n\n===\n---\n- - -\n***\n_ _ _\n",
	"[a]: /u\n===\n\n[b]: /u\nText\n---\n\n[c]: /u 'x\ny'\n===\n[d]\n---\n[d]: /x\n",
	"---\ntitle: T # c\n---\n# A\n",
	"---\ntitle: 'it''s'\nx: |\n  # no\n...\nA\n---\n",
	"+++\ntitle = \"T\"\n[a]\n+++\n# A\n",
	"---\n\ntext\n\n---\n\n# A\n",
	"---\n# A\n---\n# B\n",
	"---\ntitle: never closed\n# A\n",
	"\xef\xbb\xbf# A\n\xef\xbb\xbf# B\n",
	"\xef\xbb\xbf---\r\ntitle: T\r\n---\r\n# A\r\n\r\nB\r\n===\r\n",
	"# A\rtext\r## B\r\r- x\r",
	"# A\r\n```\r\n# no\r\n```\r\n- x\r\n\r\n## B\r\n",
	"# A\n\r# B\r\n\r# C",
	"<script>\n# no\n\n# no\n</script> # no\n# yes\n<pre>x</pre>\n# yes\n<style\n# no\n</STYLE>\n# yes\n<textarea>\n",
	"<!-- a\n\n# no\n\n--> b\n# yes\n<!-->\n# yes\n<!--->\n# x\n-->\n# yes\n",
	"<?php\n# no\n?>\n# yes\n<!DOCTYPE html>\n# yes\n<!X\n# no\n>\n# yes\n<![CDATA[\n# no\n]]>\n# yes\n<!x\n# yes\n",
	"<div>\n# no\n\n# yes\n</div>\n# no\n\n<p align=\"x\">\n# no\n\n<br/>\n# no\n\n<custom-a x='y'>\n# no\n\ntext\n<b>\n# yes\n<b> x\n# yes\n<https://x.y>\n# yes\n</ div>\n# q\n",
	"- <b>\n<i>\n# A\n> x\n<i>\n# B\n",
	"- a\n  # no\n\n  # no\n# yes\n1. a\n\n   # no\n  # yes\n10. a\n   # yes\n- ```\n  # no\n# yes\n",
	"- a\nlazy\n---\n\n- a\nlazy\n===\n\n- a\nlazy\n  # x\n\n- a\n---\n- b\n===\n* c\n+ d\n1) e\n2. f\n",
	"-\n\n  # a\n\n-\n  # b\n-\n# c\n- \n- x\n\n  -\n\n  # d\n# e\n* -\n\n  f\n  ===\n",
	"text\n2. no\n---\n\ntext\n1. yes\n---\n\ntext\n-\n\ntext\n*\n\ntext\n- \n+ x\n",
	"> # no\n> x\nlazy\n===\n\n> x\n---\n> ```\n# yes\n>     # no\n    # no\nx\n---\n",
	"    # no\n\n    # no\nx\n---\n\tx\n---\ntext\n    more\n---\n",
	"-\t# no\n\t# no\n # yes\n- \tx\n   # y\n1.\tx\n   # no\n  # yes\n-     code\n  # no\n",
	"| a | b |\n|---|---|\n| 1 | 2 |\n---\n\na\n-:\n-\n\nx\na | b\n- | -\n---\n\n| a |\n---\n\na\n:-\n===\n",
	"# `code *x*` *em* **b** __b__ [l](/u) ![alt *x*](/i) <br> <a@b.c> <http://x> \\* &amp; &#65; &nope; ~~s~~ snake_case_x\n",
	"# [ref] and [x][ref]\n\n# [none]\n\n[ref]: /u\n",
	"# 你好，世界\n\n文字\n\n## 郵件 > 收件匣\n\n- 項目\n",
	"# שלום עולם\n\n## דואר\n\n* פריט\n\n\u200fמשהו\n===\n",
	"# 👩‍👩‍👧 emoji 🇩🇪\n\ne\u0301t\u00e9\n---\n\n## \u00a0x\u3000y\n",
	"* * *\n- - x\n- - -\n1. - -\n   - x\n\n   # no\n# A\n",
	"# A\n\f\n\v# B\n# C\f\nx\n---\f\n\fy\n===\n",
	"123456789. x\n1234567890. y\n# A\n0) x\n\n   # no\n-x\n1.x\n",
	"a\\\nb  \nc\n---\n\n\\# x\n---\n#\\ x\n`a\nb`\n===\n",
	"# A\n\n```\nopen\n\n## B\n",
	"# A\n\n<!-- open\n\n## B\n",
	"# A\n\n* x\n\n  y\n\n\n\n## B\nC\n-\n",
	"# A\n\n1. x\n2. y\n\n   # z\n[^1]: note\n[r]: /u\n  # B\n",
	"x\n# A",
	"   ",
	"\n\n# A\n\n\n",
}

// Law: the scanner of lines answers as goldmark does, or not at all.
func FuzzFast(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if !utf8.Valid(src) || bytes.IndexByte(src, 0) >= 0 {
			t.Skip()
		}
		var m memory
		m.sections(front{}, []byte("# [Used](/u)\n\n### before\n\n## twice\n")) // nothing of it may be left
		got, ok := m.sections(splitFront(src), src)
		if !ok {
			return
		}
		if len(got) == 0 {
			got = nil
		}
		if want := sections(src); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q\n fast     %+v\n goldmark %+v", src, got, want)
		}
	})
}

// Law: text that is taken as it is would be so by goldmark.
func FuzzPlain(f *testing.F) {
	for _, s := range []string{"a_b c", "_a_", "x ! & y", "&amp; x", "![a](b)", "a&lt;", "!", "&", "é_é", "a__b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if !utf8.Valid(content) || bytes.ContainsAny(content, "\x00\r\n") {
			t.Skip()
		}
		if got, want := plain(content, nil), rendered(content, nil); got != want {
			t.Fatalf("%q: %q, want %q", content, got, want)
		}
	})
}

// Laws: every byte of the document is where it was, the lines are where Append
// says, and they are in the section and nowhere else.
func FuzzAppend(f *testing.F) {
	for _, s := range seeds {
		for _, l := range []string{"- new", "new", "* a\n  b\n- c", "1. x", "# no", "---", "\u202eעברית"} {
			f.Add([]byte(s), 0, l)
			f.Add([]byte(s), 1, l)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, n int, text string) {
		list := Headings(src)
		if len(list) == 0 {
			if _, _, err := Append(src, "x", []string{"- x"}); err == nil {
				t.Fatal("appended to a document without headings")
			}
			return
		}
		h := list[uint(n)%uint(len(list))]
		name := strings.Repeat("#", h.Level) + " " + h.Title
		lines := strings.Split(text, "\n")
		was := bytes.Clone(src)
		out, at, err := Append(src, name, lines)
		if !bytes.Equal(src, was) {
			t.Fatal("the source was written to")
		}
		if err != nil {
			return
		}
		checkInsertion(t, src, out, at, lines)
		if got := Headings(out); len(got) != len(list) {
			t.Fatalf("headings %v became %v", list, got)
		}
		in, err := Find(src, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range Headings(out) {
			if g.Line > in.Line && g.Line <= at {
				t.Fatalf("%q: line %d is under %q", out, at, g.Title)
			}
		}
	})
}

// checkInsertion reports whether out is src with lines at line at, and blank
// lines around them.
func checkInsertion(t *testing.T, src, out []byte, at int, lines []string) {
	t.Helper()
	starts := lineStarts(out)
	for i, want := range lines {
		if at+i >= len(starts) {
			t.Fatalf("%q: no line %d", out, at+i)
		}
		got := string(out[starts[at+i-1]:starts[at+i]])
		got = strings.TrimSuffix(got, lineEnd([]byte(got)))
		got, want = strings.TrimLeft(got, " \t"), strings.TrimLeft(want, " \t")
		if got != want && (!isBullet(want) || len(got) == 0 || got[1:] != want[1:]) {
			t.Fatalf("line %d of %q is %q, want %q", at+i, out, got, want)
		}
	}
	extra := len(out) - len(src)
	// The insertion is around the lines, so that src is out without extra bytes
	// somewhere at or before the first of them.
	for cut := starts[at-1]; cut >= 0 && starts[at-1]-cut <= 4; cut-- {
		if cut+extra <= len(out) && bytes.Equal(append(bytes.Clone(out[:cut]), out[cut+extra:]...), src) {
			inserted := strings.FieldsFunc(string(out[cut:cut+extra]), func(r rune) bool { return r == '\r' || r == '\n' })
			var full []string
			for _, l := range lines {
				if l != "" {
					full = append(full, l)
				}
			}
			if len(inserted) != len(full) {
				t.Fatalf("inserted %q for %q", inserted, lines)
			}
			return
		}
	}
	t.Fatalf("%q has not all bytes of %q around line %d", out, src, at)
}

// Law: what AppendEnd adds, Cut takes away.
func FuzzEnd(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s), "- new\n\nmore")
	}
	f.Fuzz(func(t *testing.T, src []byte, text string) {
		if strings.Contains(text, "\r") {
			t.Skip()
		}
		lines := strings.Split(text, "\n")
		out := AppendEnd(src, lines)
		if !bytes.HasPrefix(out, src) {
			t.Fatalf("%q is not the beginning of %q", src, out)
		}
		from, to := len(lineStarts(src)), len(lineStarts(out))
		if got := Cut(out, from, to); !bytes.Equal(got, src) {
			t.Fatalf("%q, cut from %d to %d of %q, want %q", got, from, to, out, src)
		}
	})
}

// Tables of ugly documents and their right answers.

package markdown

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestHeadings(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"# A\n## B\n#### C\n## D\n# E\n", "1 A|2 A>B|3 A>B>C|4 A>D|5 E"},
		{"x\n\nTwo\nlines\n---\n", "3 Two lines"},
		{"---\ntitle: T\n# c\n---\n# A\n", "5 A"},
		{"+++\ntitle = 'T'\n+++\r\n# A\n", "4 A"},
		{"---\n\n# A\n\n---\n# B\n", "3 A|6 B"},
		{"\xef\xbb\xbf# A\r\n\r\nB\r\n=\r\n", "1 A|3 B"},
		{"# A\r## B\rtext\r### C", "1 A|2 A>B|4 A>B>C"},
		{"```\n# no\n```\n~~~~ md\n# no\n~~~\n~~~~\n    # no\n<!--\n\n# no\n-->\n<div>\n# no\n\n# A\n", "16 A"},
		{"- x\n\n  # no\n\n> # no\n\n# A\n", "7 A"},
		{"| a |\n| - |\n| 1 |\n---\n# A\n", "5 A"},
		{"[r]: /u\n===\n\n## [x][r] `y *z*` **b** ![alt](i) <i>t</i> \\# &amp; ~~s~~ ##\n", "4 x y *z* b alt t # & s"},
		{"# 你好\n## 郵件\n# שלום\n## דואר נכנס\n", "1 你好|2 你好>郵件|3 שלום|4 שלום>דואר נכנס"},
		{"#\n## B\n", "1 |2 >B"},
	} {
		var got []string
		for _, h := range Headings([]byte(c.src)) {
			got = append(got, fmt.Sprint(h.Line, " ", strings.Join(h.Path, ">")))
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q: %q, want %q", c.src, s, c.want)
		}
	}
}

func TestTitle(t *testing.T) {
	for src, want := range map[string]string{
		"":                                     "",
		"text":                                 "",
		"## B\n# A\n":                          "A",
		"## B\n### C\n":                        "B",
		"---\ntitle: \"T: x\" # c\n---\n# A\n": "T: x",
		"---\na: b\ntitle: T # c\n---\n# A\n":  "T",
		"---\ntitle: 'it''s'\n---\n":           "it's",
		"---\ntitle: >\n  two\n  lines\nx: y\n---\n": "two lines",
		"---\ntitle:\n---\n# A\n":                    "A",
		"+++\n\"title\" = \"标题\"\n+++\n# A\n":        "标题",
		"+++\na = 1\n[x]\ntitle = \"no\"\n+++\n# A":  "A",
	} {
		if got := Title([]byte(src)); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	const doc = "# API\n## Mail\n### Mail\n## Old\n### Mail\n# Straße\n# Cafe\u0301\n# a > b\n# Twin\n# Twin\n## `mail`\n"
	for _, c := range []struct {
		name string
		line int
		err  error
	}{
		{"API", 1, nil}, {"# API #", 1, nil}, {"api", 1, nil}, {"  API ", 1, nil},
		{"Mail", 0, ErrAmbiguous}, {"## Mail", 2, nil}, {"### Mail", 0, ErrAmbiguous},
		{"API > Mail", 2, nil}, {"Old > Mail", 5, nil}, {"api > old > MAIL", 5, nil}, {"# API > ## Old > ### Mail", 5, nil},
		{"Mail > Mail", 3, nil}, {"API > Old", 4, nil}, {"#### Old", 4, nil},
		{"mail", 11, nil}, {"Twin > mail", 11, nil}, {"STRASSE", 6, nil}, {"caf\u00e9", 7, nil},
		{"a > b", 8, nil}, {"# a > b", 8, nil}, {"Twin", 0, ErrAmbiguous},
		{"", 0, ErrNoSection}, {"Mai", 0, ErrNoSection}, {"Old > API", 0, ErrNoSection}, {"#", 0, ErrNoSection},
	} {
		h, err := Find([]byte(doc), c.name)
		if h.Line != c.line || !errors.Is(err, c.err) {
			t.Errorf("%q: line %d, %v; want %d, %v", c.name, h.Line, err, c.line, c.err)
		}
	}
	_, err := Find([]byte(doc), "### Mail")
	for _, want := range []string{`"# API > ## Mail > ### Mail" (line 3)`, `"# API > ## Old > ### Mail" (line 5)`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		what, src, lines, want string
		at                     int
	}{
		{"empty section", "# A\n", "- x", "# A\n\n- x\n", 3},
		{"no final line end", "# A", "- x|- y", "# A\n\n- x\n- y", 3},
		{"blank lines stay behind", "# A\n\n\n\n# B\n", "- x", "# A\n\n- x\n\n\n\n# B\n", 3},
		{"no blank line before a heading", "# A\nt\n# B\n", "- x", "# A\nt\n\n- x\n\n# B\n", 4},
		{"own body, no subsection", "# A\n\n- a\n\n## B\n\n- b\n", "- x", "# A\n\n- a\n- x\n\n## B\n\n- b\n", 4},
		{"marker of the list", "# A\n* a\n  * b\n\n  c\n", "- x|  y|- z", "# A\n* a\n  * b\n\n  c\n* x\n  y\n* z\n", 6},
		{"indented list", "# A\n\n  + a\n# B\n", "- x", "# A\n\n  + a\n  + x\n\n# B\n", 4},
		{"numbered list", "# A\n1. a\n", "- x", "# A\n1. a\n\n- x\n", 4},
		{"paragraph behind a list", "# A\n- a\n", "x", "# A\n- a\n\nx\n", 4},
		{"fence", "# A\n```\n- a\n```\n", "- x", "# A\n```\n- a\n```\n\n- x\n", 6},
		{"table", "# A\n|a|\n|-|\n", "- x", "# A\n|a|\n|-|\n\n- x\n", 5},
		{"HTML", "# A\n<div>\n</div>\n", "- x", "# A\n<div>\n</div>\n\n- x\n", 5},
		{"reference", "# A\n- a\n\n[r]: /u\n", "- x", "# A\n- a\n\n[r]: /u\n\n- x\n", 6},
		{"CRLF", "# A\r\n\r\n- a\r\n\r\n# B\r\n", "- x", "# A\r\n\r\n- a\r\n- x\r\n\r\n# B\r\n", 4},
		{"CR", "# A\r- a\r# B\r", "- x", "# A\r- a\r- x\r\r# B\r", 3},
		{"mixed", "# A\r\nt\n# B\r\n", "- x", "# A\r\nt\n\n- x\n\n# B\r\n", 4},
		{"byte order mark", "\xef\xbb\xbf# A\r\n", "- x", "\xef\xbb\xbf# A\r\n\r\n- x\r\n", 3},
		{"front matter", "---\nA: b\n---\n# A\n", "- x", "---\nA: b\n---\n# A\n\n- x\n", 6},
		{"setext", "A\n=\nB\n-\n", "- x", "A\n=\n\n- x\n\nB\n-\n", 4},
		{"Chinese", "# A\n\n* 項目\n", "- 新的", "# A\n\n* 項目\n* 新的\n", 4},
		{"Hebrew", "# A\n\nטקסט\n", "- חדש", "# A\n\nטקסט\n\n- חדש\n", 5},
	} {
		out, at, err := Append([]byte(c.src), "A", strings.Split(c.lines, "|"))
		if string(out) != c.want || at != c.at || err != nil {
			t.Errorf("%s: %q at %d, %v\nwant %q at %d", c.what, out, at, err, c.want, c.at)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	for _, c := range []struct {
		src, line string
		want      error
	}{
		{"", "- x", ErrNoSection},
		{"# B\n", "- x", ErrNoSection},
		{"# A\n# A\n", "- x", ErrAmbiguous},
		{"# A\xff\n", "- x", ErrNotText},
		{"# A\n\x00", "- x", ErrNotText},
		{"# A\n```\nopen\n", "- x", ErrUnsafe},
		{"# A\n<!-- open\n\n", "- x", ErrUnsafe},
		{"# A\n<pre>\n", "- x", ErrUnsafe},
		{"# A\n", "# x", ErrUnsafe},
		{"# A\n", "x\ny", ErrUnsafe},
		{"# A\n", "", ErrUnsafe},
		{"# A\n", "\xff", ErrUnsafe},
		{"# A\n", "```", ErrUnsafe},
		{"# A\n", "    code", ErrUnsafe},
		{"# A\n", "- - -", ErrUnsafe},
		{"# A\n\n## [r]\n", "[r]: /u", ErrUnsafe},
		{"# A\n1. a\n  # B\n", "- x", ErrUnsafe}, // B would be in the item
	} {
		out, _, err := Append([]byte(c.src), "A", []string{c.line})
		if out != nil || !errors.Is(err, c.want) {
			t.Errorf("%q with %q: %q, %v; want %v", c.src, c.line, out, err, c.want)
		}
	}
}

func TestEnd(t *testing.T) {
	for _, c := range []struct {
		src, want string
		from, to  int
	}{
		{"", "- x\n- y\n", 1, 3},
		{"\xef\xbb\xbf", "\xef\xbb\xbf- x\n- y\n", 1, 3},
		{"a\n", "a\n\n- x\n- y\n", 2, 5},
		{"a\r\n\r\n", "a\r\n\r\n- x\r\n- y\r\n", 3, 5},
		{"a", "a\n\n- x\n- y", 2, 5},
		{"a\rb", "a\rb\r\r- x\r- y", 3, 6},
	} {
		out := AppendEnd([]byte(c.src), []string{"- x", "- y", ""})
		if string(out) != c.want {
			t.Errorf("%q: %q, want %q", c.src, out, c.want)
		}
		if got := string(Cut(out, c.from, c.to)); got != c.src {
			t.Errorf("%q cut from %q, want %q", got, out, c.src)
		}
	}
	for _, c := range []struct {
		from, to int
		want     string
	}{{2, 3, "a\nc"}, {1, 3, "c"}, {3, 4, "a\nb\r\n"[:3]}, {1, 9, ""}, {0, 1, "a\nb\r\nc"}, {3, 2, "a\nb\r\nc"}, {9, 9, "a\nb\r\nc"}} {
		if got := string(Cut([]byte("a\nb\r\nc"), c.from, c.to)); got != c.want {
			t.Errorf("Cut %d to %d: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

// Hostile texts as list items.

package dest

import (
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/markdown"
	"savectx/prompts"
)

func words(t testing.TB, lang string) prompts.Words {
	t.Helper()
	w, err := prompts.Load(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestBullet(t *testing.T) {
	no := false
	for name, c := range map[string]struct {
		item preserve.Item
		want string
	}{
		"plain":            {preserve.Item{Text: "one"}, "- one"},
		"all of it":        {preserve.Item{Text: "one", Why: "two", Quote: "three", Exact: []string{"four", "five"}}, "- one (why: two) (user's words: “three”) (exactly: `four`, `five`)"},
		"dead end":         {preserve.Item{Kind: preserve.DeadEnd, Text: "one"}, "- Tried and dropped: one"},
		"not granted":      {preserve.Item{Kind: preserve.Decision, Text: "one", Approved: &no, Done: true}, "- asked, NOT approved: one"},
		"done":             {preserve.Item{Kind: preserve.Open, Text: "one", Done: true}, "- Done: one"},
		"heading":          {preserve.Item{Text: "# one"}, `- \# one`},
		"issue":            {preserve.Item{Text: "#12 is fixed"}, "- #12 is fixed"},
		"lines":            {preserve.Item{Text: "one\r\n## two\n\nthree"}, "- one ## two three"},
		"list":             {preserve.Item{Text: "- one"}, `- \- one`},
		"flag":             {preserve.Item{Text: "--json prints"}, "- --json prints"},
		"bold":             {preserve.Item{Text: "**one** two"}, "- **one** two"},
		"break":            {preserve.Item{Text: "* * *"}, `- \* * *`},
		"rule":             {preserve.Item{Text: "___"}, `- \___`},
		"numbered":         {preserve.Item{Text: "12) one"}, `- 12\) one`},
		"number":           {preserve.Item{Text: "1.5 seconds"}, "- 1.5 seconds"},
		"year":             {preserve.Item{Text: "2026. a year"}, `- 2026\. a year`},
		"quotation":        {preserve.Item{Text: "> one"}, `- \> one`},
		"fence":            {preserve.Item{Text: "```go"}, "- \\```go"},
		"code":             {preserve.Item{Text: "`go vet`"}, "- `go vet`"},
		"tilde":            {preserve.Item{Text: "~~~"}, `- \~~~`},
		"task":             {preserve.Item{Text: "[x] one"}, `- \[x] one`},
		"link definition":  {preserve.Item{Text: "[one]: two"}, `- \[one]: two`},
		"link":             {preserve.Item{Text: "[one](two)"}, "- [one](two)"},
		"HTML":             {preserve.Item{Text: "<details>"}, `- \<details>`},
		"less than":        {preserve.Item{Text: "<5 ms"}, "- <5 ms"},
		"comment":          {preserve.Item{Text: "a <!-- b", Why: "c --> d"}, `- a <\!-- b (why: c --\> d)`},
		"backticks":        {preserve.Item{Text: "a", Exact: []string{"`b", "``c``d", "```"}}, "- a (exactly: `` `b ``, ``` ``c``d ```, ```` ``` ````)"},
		"comment in exact": {preserve.Item{Text: "a", Exact: []string{"<!-- b -->"}}, "- a (exactly: `<!-- b -->`)"},
		"control":          {preserve.Item{Text: "a\x1b[31mb\x07c\u202ed\u200fe\xff"}, "- ab cde\uFFFD"},
		"Hebrew mark":      {preserve.Item{Text: "\u200fשלום"}, "- שלום"},
		"nothing exact":    {preserve.Item{Text: "a", Exact: []string{"", " \n "}}, "- a"},
		"template":         {preserve.Item{Text: "a %s", Why: "%s %d"}, "- a %s (why: %s %d)"},
		"several lines":    {preserve.Item{Text: "a", Exact: []string{"\n  b\r\n\r\n\tc\x00\rd  \n"}}, "- a\n  ```\n    b\n\n  \tc\n  d\n  ```"},
		"fence in lines":   {preserve.Item{Text: "a", Exact: []string{"````\nb\n# c"}}, "- a\n  `````\n  ````\n  b\n  # c\n  `````"},
	} {
		lines := Bullet(c.item, words(t, "en"))
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
		holdsAsItem(t, name, lines)
	}
	long := strings.Repeat("long ", 50_000)
	if got := Bullet(preserve.Item{Text: long}, words(t, "en")); len(got) != 1 || got[0] != "- "+strings.TrimSpace(long) {
		t.Error("a long text is not one line")
	}
}

// holdsAsItem checks that a document keeps its form around the lines.
func holdsAsItem(t testing.TB, name string, lines []string) {
	t.Helper()
	const before, after = "# A\n\n- x\n", "\n# B\n"
	out, _, err := markdown.Append([]byte(before+after), "A", lines)
	if err != nil {
		t.Errorf("%s: %v\n%q", name, err, lines)
		return
	}
	if want := before + strings.Join(lines, "\n") + "\n" + after; string(out) != want {
		t.Errorf("%s:\n got %q\nwant %q", name, out, want)
	}
	if heads := markdown.Headings(out); len(heads) != 2 {
		t.Errorf("%s makes headings: %v", name, heads)
	}
}

// A memory that exists, read for comparing.

package memory

import (
	"regexp"
	"strings"
)

// memo is one file of the folder.
type memo struct {
	file  string
	data  []byte
	name  string          // from its front matter
	hook  string          // its description
	front bool            // it has front matter
	texts []string        // its sentences, normalised
	first []string        // those before the first dated line: what it was made of
	said  map[string]bool // the same, and its description's
}

// A dated line, which only an update writes.
var dated = regexp.MustCompile(`(?m)^\*\*(→ )?\d{4}-\d\d-\d\d:\*\*`)

func readMemo(file string, data []byte) memo {
	m := readMatter(data)
	out := memo{file: file, data: data, name: m.text("name"), hook: m.text("description"), front: frontEnd(data) > 0}
	text := strings.ReplaceAll(string(data[frontEnd(data):]), "\r\n", "\n")
	out.texts, out.first = sentences(text), sentences(text)
	if at := dated.FindStringIndex(text); at != nil {
		out.first = sentences(text[:at[0]])
	}
	out.said = set(append(sentences(out.hook), out.texts...))
	out.said[normalize(out.hook)] = true
	return out
}

func (m memo) stem() string { return strings.TrimSuffix(m.file, m.file[len(m.file)-len(".md"):]) }

// called reports whether a memory goes by this name, in its own words or as
// a slug of it.
func (m memo) called(name string) bool {
	name = strings.TrimSuffix(name, ".md")
	if name == "" {
		return false
	}
	if name == m.name || name == m.stem() {
		return true
	}
	slug := unreserved(slugify(name))
	return slug != "" && (slug == slugify(m.name) || slug == slugify(m.stem()))
}

// holds reports whether the file has a string, letter for letter but for its
// kind of line breaks.
func (m memo) holds(s string) bool {
	return strings.Contains(strings.ReplaceAll(string(m.data), "\r\n", "\n"), s)
}

// fresh is what of f the memory does not hold. extends says that f repeats
// the memory whole and goes on.
func (m memo) fresh(f Fact, extends bool) Fact {
	out := Fact{}
	if !within(sentences(f.Body), m.said) {
		out.Body = f.Body
		if extends && !strings.Contains(f.Body, "\n") {
			out.Body = unsaid(f.Body, m.said)
		}
	}
	if !within(sentences(f.Why), m.said) {
		out.Why = f.Why
	}
	if !within(sentences(f.How), m.said) {
		out.How = f.How
	}
	if !within(sentences(f.Quote), m.said) && !m.holds(f.Quote) && !m.holds(quoted(f.Quote)) {
		out.Quote = f.Quote
	}
	for _, e := range f.Exact {
		if !m.holds(e) {
			out.Exact = append(out.Exact, e)
		}
	}
	return out
}

func (f Fact) nothing() bool {
	return f.Body == "" && f.Why == "" && f.How == "" && f.Quote == "" && len(f.Exact) == 0
}

// unsaid is a line without the sentences that are said already.
func unsaid(text string, said map[string]bool) string {
	var out []string
	for text != "" {
		s, rest := text, ""
		if m := ending.FindStringIndex(text); m != nil {
			s, rest = text[:m[1]], text[m[1]:]
		}
		if !within(sentences(s), said) {
			out = append(out, s)
		}
		text = rest
	}
	return strings.TrimSpace(strings.Join(out, ""))
}

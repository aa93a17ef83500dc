// What is to be remembered, as it comes in and cleaned.

package memory

import (
	"regexp"
	"strings"

	"savectx/preserve"
)

// Fact is one thing to remember. Only Body or Hook must be there.
type Fact struct {
	Name  string // slug; made from Title when empty
	Title string // the index line's title; from the text when empty
	Type  string // user, feedback, project, reference; anything else is project
	Hook  string // the one conclusion that changes behaviour: index line and description
	Body  string // rule or fact first
	Why   string // the **Why:** paragraph, optional
	How   string // the **How to apply:** paragraph, optional
	Quote string // the user's own words, optional
	Exact []string
	// Replaces names the memory this one supersedes: its name, file or title.
	Replaces string
}

// Outcome is what became of one fact.
type Outcome struct {
	Fact   int    // its place in the list
	File   string // the file that holds it; empty when it is held nowhere
	What   string // one of the constants below; empty when there was nothing to remember
	Reason string // what else there is to say, or empty
}

// What an [Outcome] can say.
const (
	Added     = "added"     // a new file
	Updated   = "updated"   // a known memory got what was new
	Duplicate = "duplicate" // known already, nothing new
	Replaced  = "replaced"  // the memory named in Replaces gave way to it
)

const (
	titleLimit = 40  // runes of a title made from text, and of the name made from it
	hookLimit  = 300 // runes of a description; the index line cuts further
)

var bold = regexp.MustCompile(`\*\*([^*]+)\*\*`)

// clean makes the fact's lines safe to write and fills in title, hook and
// type. given tells which of them the caller gave: only those can identify a
// memory. ok is false when there is nothing to remember.
func clean(f Fact) (out Fact, given Fact, ok bool) {
	out = Fact{
		Name: preserve.Clean(f.Name), Title: preserve.Clean(f.Title), Type: strings.ToLower(preserve.Clean(f.Type)),
		Hook: preserve.Clean(f.Hook), Body: lines(f.Body), Why: lines(f.Why), How: lines(f.How), Quote: lines(f.Quote),
		Replaces: preserve.Clean(f.Replaces),
	}
	for _, e := range f.Exact {
		if e = strings.Map(printable, strings.ToValidUTF8(e, "\uFFFD")); strings.TrimSpace(e) != "" {
			out.Exact = append(out.Exact, e)
		}
	}
	given = out
	switch out.Type {
	case "user", "feedback", "project", "reference":
	default:
		out.Type = "project"
	}
	if out.Body == "" {
		out.Body = out.Hook
	}
	if out.Body == "" {
		out.Body = out.Title
	}
	if out.Body == "" {
		return out, given, false
	}
	first, _, _ := strings.Cut(out.Body, "\n")
	first = bold.ReplaceAllString(strings.TrimSpace(first[len(lead.FindString(first)):]), "$1")
	if out.Hook == "" {
		out.Hook = first
	}
	if out.Hook = cut(out.Hook, hookLimit); out.Hook == "" {
		out.Hook = cut(preserve.Clean(out.Body), hookLimit)
	}
	if out.Title == "" {
		out.Title = strings.TrimRight(cut(out.Hook, titleLimit), ".。")
	}
	if out.Title == "" {
		out.Title = out.Hook
	}
	return out, given, true
}

// lines cleans a text of several lines: each as [preserve.Clean] does, without
// blank lines at the ends. Indentation stays.
func lines(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(s)
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		indent := l[:len(l)-len(strings.TrimLeft(l, " \t"))]
		if l = preserve.Clean(l); l != "" {
			l = indent + l
		}
		out = append(out, l)
	}
	return strings.Trim(strings.Join(out, "\n"), "\n")
}

// printable keeps what an exact string may hold: line breaks and tabs, no
// other control characters.
func printable(r rune) rune {
	if r == '\n' || r == '\t' || r >= ' ' && r != 0x7F && !(r >= 0x80 && r < 0xA0) {
		return r
	}
	return -1
}

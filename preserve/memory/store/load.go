// What a new session reads of an old one, within a budget.

package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// Budget is the usual length of what Load gives, in characters.
	Budget = 5000
	// Of the usual budget, facts and the end of the transcript get this much,
	// where there is so much of them; of a smaller one, the same part.
	factsShare = 500
	tailShare  = 1000
	maxFacts   = 50
)

// Loaded is a session in parts; String puts them together.
type Loaded struct {
	Session Session `json:"session"`
	Head    string  `json:"head"`    // title, project, dates, branch, commits, tags
	Compact string  `json:"compact"` // the compact text, else the summary
	Facts   []Fact  `json:"facts"`   // the most important first
	Tail    []Turn  `json:"tail"`    // the end of the transcript
}

// Load gives a session within a budget in characters: the head, the compact
// text, at most 50 facts, and the end of the transcript, which gets what is
// left. Of the usual budget, facts have at least 500 characters and the
// transcript 1,000 where they need them, of a smaller one the same part; the
// compact text is cut at a line to make room. "…" marks a cut.
func (s *Store) Load(ctx context.Context, ref, project string, budget int) (l Loaded, err error) {
	err = s.read(ctx, func(t *tx) error {
		id, err := t.resolve(ref, project)
		if err != nil {
			return err
		}
		if l.Session, err = t.session(id); err != nil {
			return err
		}
		tail, err := t.tail(id, budget)
		if err != nil {
			return err
		}
		l.split(tail, budget)
		return nil
	})
	return l, err
}

func (l *Loaded) split(tail []Turn, budget int) {
	s := l.Session
	facts := slices.Clone(s.Facts)
	slices.SortStableFunc(facts, func(a, b Fact) int { return b.Importance - a.Importance })
	facts = facts[:min(len(facts), maxFacts)]
	l.Head = firstRunes(s.head(), budget)
	left := budget - runes(l.Head)

	needFacts := runes(factText(facts))
	needTail := runes(tailText(tail))
	keepFacts, keepTail := min(needFacts, factsShare*min(budget, Budget)/Budget), min(needTail, tailShare*min(budget, Budget)/Budget)

	l.Compact = s.Compact
	if l.Compact == "" {
		l.Compact = s.Summary
	}
	l.Compact = cutLines(l.Compact, left-keepFacts-keepTail-runes(compactText(" "))+1)
	left -= runes(compactText(l.Compact))

	for len(facts) > 0 && runes(factText(facts)) > max(left-keepTail, 0) {
		facts = facts[:len(facts)-1]
	}
	l.Facts = facts
	left -= runes(factText(facts))
	for over := runes(tailText(tail)) - left; over > 0 && len(tail) > 0; over = runes(tailText(tail)) - left {
		if n := runes(tail[0].Text); n > over {
			tail[0].Text = "…" + lastRunes(tail[0].Text, n-over-1)
		} else {
			tail = tail[1:]
		}
	}
	l.Tail = tail
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// cutLines is as many whole lines of s as fit, a part of the first if not even
// that does, and a mark where something is missing.
func cutLines(s string, n int) string {
	const mark = "\n…"
	if runes(s) <= n {
		return s
	}
	if n < 2*runes(mark) {
		return ""
	}
	s = firstRunes(s, n-runes(mark))
	if i := strings.LastIndexByte(s, '\n'); i > 0 {
		s = s[:i]
	}
	return s + mark
}

func (s Session) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\nsession %s", strings.Join(strings.Fields(s.Title), " "), s.ID)
	for _, f := range [][2]string{
		{"project", s.Project}, {"branch", s.Branch}, {"from", s.CommitStart}, {"to", s.CommitEnd},
		{"tags", strings.Join(s.Tags, " ")}, {"continues", s.Continues},
	} {
		if f[1] != "" {
			fmt.Fprintf(&b, " · %s %s", f[0], f[1])
		}
	}
	if !s.Updated.IsZero() {
		fmt.Fprintf(&b, " · %s", s.Updated.Format("2006-01-02 15:04 MST"))
	}
	b.WriteString("\n")
	return b.String()
}

func compactText(s string) string {
	if s == "" {
		return ""
	}
	return "\n" + s + "\n"
}

func factText(facts []Fact) string {
	if len(facts) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Facts\n")
	for _, f := range facts {
		fmt.Fprintf(&b, "- [%d] %s\n", f.Importance, f.Text)
	}
	return b.String()
}

func tailText(tail []Turn) string {
	if len(tail) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Transcript\n")
	for _, t := range tail {
		fmt.Fprintf(&b, "%s: %s\n", t.Role, t.Text)
	}
	return b.String()
}

// String is the whole, at most as long as the budget.
func (l Loaded) String() string {
	return l.Head + compactText(l.Compact) + factText(l.Facts) + tailText(l.Tail)
}

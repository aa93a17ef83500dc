// The compact text of a session, as a store keeps it and another session loads it.

package dest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/prompts"
)

// CompactRunes is what a compact text stays below, in characters: the stores of
// sessions take no more (memory_session of dankinsoid/ai-memory, and ours).
const CompactRunes = 2000

// Limits of the fields above the first line, in characters.
const (
	compactGoal     = 300
	compactNext     = 200
	compactBlockers = 200
)

// Fact is one thing a session found out, in one line that stands by itself.
// Importance is from 1 to 5, the highest for what may never be lost.
type Fact struct {
	Importance int
	Text       string
}

// Head is what stands above the first line of a compact text.
type Head struct{ Goal, Status, Next, Blockers string }

// HeadOf is the head of a snapshot's compact text. The topic stands in for a
// goal, an open item for a next step; Next and Blockers are "none" where there
// are none.
func HeadOf(s preserve.Snapshot) Head {
	h := Head{Goal: shorten(plain(goal(s)), compactGoal), Status: s.Status, Blockers: shorten(plain(s.Blockers), compactBlockers)}
	if h.Status != "completed" && h.Status != "blocked" {
		h.Status = "in-progress"
	}
	steps := cleanAll(s.Next)
	if open := nextSteps(s); len(steps) == 0 && len(open) > 0 {
		steps = []string{open[0].text}
	}
	for i, step := range steps[:min(len(steps), ResumeSteps)] {
		step = plain(step)
		switch with := h.Next + "; " + step; {
		case i == 0:
			h.Next = shorten(step, compactNext)
		case utf8.RuneCountInString(with) <= compactNext:
			h.Next = with
		}
	}
	const none = "none"
	if h.Next == "" {
		h.Next = none
	}
	if h.Blockers == "" {
		h.Blockers = none
	}
	return h
}

func (h Head) String() string {
	return "Goal: " + h.Goal + "\nStatus: " + h.Status + "\nNext: " + h.Next + "\nBlockers: " + h.Blockers + "\n"
}

// Compact is the compact text of a session, of less than [CompactRunes]
// characters: the head, the narrative from the overview to the current state,
// dead ends, and what the user wants in their own words. in are the indexes of
// the items it holds; the others are the session's facts. Labels and headings
// are part of the format and in no language.
//
// What does not fit is left out whole, and counted by cut: the first sentences
// of the early part, of the middle and of the overview; then items, the least
// important first; then the first sentences of the recent part and of the
// current state. What is less important is there in its stead only where that
// is shorter and fits. A sentence is cut only when it is too long for the text
// to hold at all. An item without the reason it needs is in no text.
func Compact(s preserve.Snapshot, w prompts.Words) (text string, in []int, cut int) {
	t := compactText{s: s, words: w, head: HeadOf(s).String()}
	var n preserve.Narrative
	if s.Narrative != nil {
		n = *s.Narrative
	}
	for i, part := range [compactParts]string{n.Overview, n.Early, n.Middle, n.Recent, n.Current} {
		t.told[i] = t.sentences(part)
	}
	t.tell(compactCurrent)
	t.tell(compactRecent)
	for _, i := range ranked(s.Items) {
		if _, ok := compactSection(s.Items[i]); ok && !t.hold(i) {
			t.cut++
		}
	}
	t.tell(compactOverview)
	t.tell(compactMiddle)
	t.tell(compactEarly)
	slices.Sort(t.in)
	return t.String(), t.in, t.cut
}

// The parts of the narrative, in their order.
const (
	compactOverview = iota
	compactEarly
	compactMiddle
	compactRecent
	compactCurrent
	compactParts
)

// compactText is what a compact text is made of so far.
type compactText struct {
	s     preserve.Snapshot
	words prompts.Words
	head  string
	told  [compactParts][]string // the sentences of each part
	last  [compactParts]int      // how many of them, from the end, are in
	in    []int                  // items
	cut   int
}

// sentences are those of a part; one that the text could never hold is cut.
func (t *compactText) sentences(part string) []string {
	const cutTo = 600 // characters: the rest of the text is worth something, too
	room := CompactRunes - 1 - utf8.RuneCountInString(t.head) - len("\n---\n\n\n")
	list := sentences(part)
	for i, one := range list {
		if len(one) > room/2 && utf8.RuneCountInString(escapeLabel(strings.TrimSpace(one))) > room {
			list[i] = shorten(one, cutTo) + " "
			t.cut++
		}
	}
	return list
}

// tell takes as many sentences of a part as fit, the last ones, and counts the
// others.
func (t *compactText) tell(part int) {
	all := len(t.told[part])
	for t.last[part] < all {
		t.last[part]++
		if !t.fits() {
			t.last[part]--
			break
		}
	}
	t.cut += all - t.last[part]
}

// hold takes an item if it fits.
func (t *compactText) hold(i int) bool {
	t.in = append(t.in, i)
	if t.fits() {
		return true
	}
	t.in = t.in[:len(t.in)-1]
	return false
}

func (t *compactText) fits() bool { return utf8.RuneCountInString(t.String()) < CompactRunes }

func (t *compactText) String() string {
	blocks := []string{t.head, "---\n"}
	for part, told := range t.told {
		if told = told[len(told)-t.last[part]:]; len(told) > 0 {
			blocks = append(blocks, escapeLabel(strings.TrimSpace(strings.Join(told, "")))+"\n")
		}
	}
	items := slices.Sorted(slices.Values(t.in))
	for section, heading := range [...]string{"## Dead ends\n", "## User requirements\n"} {
		block := heading
		for _, i := range items {
			if at, _ := compactSection(t.s.Items[i]); at == section {
				block += compactItem(t.s.Items[i], t.words)
			}
		}
		if block != heading {
			blocks = append(blocks, block)
		}
	}
	return strings.Join(blocks, "\n")
}

// compactSection is the section of an item: 0 dead ends, 1 what the user wants.
func compactSection(it preserve.Item) (section int, ok bool) {
	switch it.Kind {
	case preserve.DeadEnd:
		return 0, !it.Unreasoned()
	case preserve.Correction, preserve.Preference:
		return 1, true
	}
	return 0, false
}

// compactItem is an item as the lines of one list item.
func compactItem(it preserve.Item, w prompts.Words) string {
	dead := it.Kind == preserve.DeadEnd
	kind := it
	if dead {
		kind.Kind = "" // the heading says it
	}
	text := plain(it.Text)
	rest := it
	rest.Quote = ""
	if dead {
		text += " → " + plain(it.Why)
		rest.Why = ""
	}
	if quote := plain(it.Quote); quote != "" {
		said := `User: "` + quote + `"`
		if Fold(quote) == Fold(it.Text) {
			text = said
		} else {
			text += " (" + said + ")"
		}
	}
	lines := "- " + escapeStart(mark(kind, w)+text+about(rest, w)) + "\n"
	for _, e := range it.Exact {
		if manyLines(e) {
			lines += strings.Join(fenced(e, "  "), "\n") + "\n"
		}
	}
	return lines
}

// escapeLabel keeps a paragraph from being read as a block of another kind, or
// as a field of the head.
func escapeLabel(s string) string {
	for _, label := range []string{"Goal", "Status", "Next", "Blockers"} {
		if n := len(label); len(s) > n && s[n] == ':' && strings.EqualFold(s[:n], label) {
			return s[:n] + `\` + s[n:]
		}
	}
	if strings.HasPrefix(s, "---") {
		return `\` + s
	}
	return escapeStart(s)
}

// factRunes bounds a fact, in characters.
const factRunes = 1000

// SessionFacts are the items that a compact text does not hold, by the indexes
// that [Compact] returned: one line each, the most important first. Those
// without the reason they need are none.
func SessionFacts(s preserve.Snapshot, in []int, w prompts.Words) []Fact {
	var facts []Fact
	for _, i := range ranked(s.Items) {
		it := s.Items[i]
		if slices.Contains(in, i) || it.Unreasoned() || preserve.Clean(it.Text) == "" {
			continue
		}
		facts = append(facts, Fact{importance(it), factLine(it, w)})
	}
	return facts
}

// importance goes from 5 for a correction down to 1, by [preserve.Rank] and by
// what else makes an item rank higher.
func importance(it preserve.Item) int {
	switch rank := preserve.Rank(it.Kind); {
	case rank <= preserve.Rank(preserve.Correction):
		return 5
	case rank <= preserve.Rank(preserve.Decision):
		return 4
	case rank <= preserve.Rank(preserve.Open), it.NotGranted():
		return 3
	case rank <= preserve.Rank(preserve.State), len(it.Exact) > 0:
		return 2
	}
	return 1
}

// factLine says what an item is, in front of it, and then as much of it as fits:
// a reason, a quotation or an exact string is there whole or not at all.
func factLine(it preserve.Item, w prompts.Words) string {
	line := mark(it, w)
	switch label := w.Line.Labels[string(it.Kind)]; {
	case line == "":
		line = label
	case it.Done && !it.NotGranted() && it.Kind == preserve.DeadEnd:
		line += label // done, and not to be done again
	}
	line = shorten(line+preserve.Clean(it.Text), factRunes*6/10)
	add := func(template, text string) {
		if text == "" {
			return
		}
		if more := line + fill(template, text); utf8.RuneCountInString(more) <= factRunes {
			line = more
		}
	}
	add(w.Line.Why, preserve.Clean(it.Why))
	add(w.Line.Quote, preserve.Clean(it.Quote))
	for _, e := range it.Exact {
		if e = preserve.Clean(e); e != "" && !strings.Contains(line, e) {
			add(w.Line.Exact, code(e))
		}
	}
	return line
}

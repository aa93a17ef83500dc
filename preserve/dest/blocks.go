// The blocks that are pasted: the /compact line, the resume prompt, and the
// sentence for a new session.

package dest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/prompts"
)

// Limits of the blocks, in words as [preserve.Words] counts.
const (
	LineWords   = 60
	ResumeWords = 200
	ResumeFiles = 3 // files to read first
	ResumeSteps = 3 // next steps

	resumeChars = 6000 // code points: more is cut when a hook puts the text back
	goalWords   = 40   // of a goal that is a story
)

// Text is a block, and the items that are not in it, as indexes: LeftOut did
// not fit, Over are next steps beyond [ResumeSteps].
type Text struct {
	Text    string
	LeftOut []int
	Over    []int
}

// CompactLine is block 1: what the summary keeps, what it may shorten, and the
// handoff file if there is one. At most four items and two areas. It never
// holds state; an area in which a dead end lies is not offered for shortening.
func CompactLine(s preserve.Snapshot, handoff string, w prompts.Words) Text {
	const items, areas = 4, 2
	var t Text
	var kept, short []string
	assemble := func(kept, short []string) string {
		line := "/compact " + w.Blocks.Keep + strings.Join(kept, w.Blocks.ListSep) + w.Line.Stop
		if len(kept) == 0 {
			line = "/compact " + w.Line.Short
		}
		if len(short) > 0 {
			line += w.Line.Sep + w.Blocks.Compress + strings.Join(short, w.Blocks.ListSep) + w.Line.Stop
		}
		if handoff != "" {
			line += " " + w.Blocks.HandoffFile + handoff
		}
		return line
	}
	fits := func(kept, short []string) bool {
		line, err := preserve.Given(assemble(kept, short)) // which may add a word
		return err == nil && preserve.Words(line) <= LineWords
	}
	for _, i := range ranked(s.Items) {
		it := s.Items[i]
		switch it.Kind {
		case preserve.Correction, preserve.DeadEnd, preserve.Decision, preserve.Preference, preserve.Investigation:
		default:
			continue
		}
		if it.NotGranted() {
			continue
		}
		with := append(slices.Clone(kept), oneLine(it, w))
		if len(with) > items || !fits(with, nil) {
			t.LeftOut = append(t.LeftOut, i)
			continue
		}
		kept = with
	}
	dead := deadWords(s.Items)
	for _, area := range s.Compressible {
		if len(short) == areas {
			break
		}
		if area = preserve.Clean(area); area == "" || shareWord(area, dead) {
			continue
		}
		if with := append(slices.Clone(short), area); fits(kept, with) {
			short = with
		}
	}
	slices.Sort(t.LeftOut)
	t.Text, _ = preserve.Given(assemble(kept, short)) // fits, or is no longer than the words of savectx and the path
	return t
}

// oneLine is an item for a line: no Markdown, exact strings in quotation marks.
func oneLine(it preserve.Item, w prompts.Words) string {
	s := mark(it, w) + preserve.Clean(it.Text)
	if why := preserve.Clean(it.Why); why != "" {
		s += fill(w.Line.Why, why)
	}
	if quote := preserve.Clean(it.Quote); quote != "" {
		s += fill(w.Line.Quote, quote)
	}
	var exact []string
	for _, e := range it.Exact {
		if e = preserve.Clean(e); e != "" {
			exact = append(exact, code(e))
		}
	}
	if exact != nil {
		s += fill(w.Line.Exact, strings.Join(exact, w.Line.ExactSep))
	}
	return s
}

// HoldsDeadEnd reports whether shortening area could lose why something
// failed: it shares a telling word with a dead end.
func HoldsDeadEnd(area string, items []preserve.Item) bool {
	return shareWord(area, deadWords(items))
}

// deadWords are the telling words of all dead ends.
func deadWords(items []preserve.Item) map[string]bool {
	var all strings.Builder
	for _, it := range items {
		if it.Kind == preserve.DeadEnd {
			all.WriteString(it.Text + " " + it.Why + " ")
		}
	}
	return tellingWords(all.String())
}

func shareWord(text string, words map[string]bool) bool {
	for w := range tellingWords(text) {
		if words[w] {
			return true
		}
	}
	return false
}

// Resume is block 2: it stands on its own, in the first person, with pointers
// instead of copies. At most [ResumeWords] words: items are left out whole,
// the least important first, and a goal that is a story is cut.
func Resume(s preserve.Snapshot, w prompts.Words) Text {
	var t Text
	b := brief{goal: clip(goal(s), goalWords)}
	try := func(with brief) bool {
		text := with.text(s, w)
		fits := preserve.Words(text) <= ResumeWords && utf8.RuneCountInString(text) <= resumeChars
		if fits {
			b = with
		}
		return fits
	}
	take := func(urgent bool) {
		for _, i := range ranked(s.Items) {
			if place(s.Items[i]) == "" || isUrgent(s.Items[i]) != urgent {
				continue
			}
			with := b
			with.kept = append(slices.Clone(b.kept), i)
			slices.Sort(with.kept)
			if !try(with) {
				t.LeftOut = append(t.LeftOut, i)
			}
		}
	}
	take(true)
	for _, st := range nextSteps(s) {
		with := b
		with.steps = append(slices.Clone(b.steps), st.text)
		switch {
		case len(b.steps) < ResumeSteps && try(with), st.item < 0:
		case len(b.steps) < ResumeSteps:
			t.LeftOut = append(t.LeftOut, st.item)
		default:
			t.Over = append(t.Over, st.item)
		}
	}
	if blocked := preserve.Clean(s.Blockers); blocked != "" && s.Status == "blocked" {
		with := b
		with.blocked = blocked
		try(with)
	}
	for _, f := range cleanAll(s.ReadFirst) {
		if len(b.files) == ResumeFiles || slices.Contains(b.files, f) {
			continue
		}
		with := b
		with.files = append(slices.Clone(b.files), f)
		try(with)
	}
	take(false)
	if s.Narrative != nil {
		with := b
		with.now = clip(preserve.Clean(s.Narrative.Current), ResumeWords/3)
		try(with)
	}
	slices.Sort(t.LeftOut)
	slices.Sort(t.Over)
	t.Text = b.text(s, w)
	return t
}

func goal(s preserve.Snapshot) string {
	if g := preserve.Clean(s.Goal); g != "" {
		return g
	}
	return preserve.Clean(s.Topic)
}

// isUrgent tells the items that outrank the next steps.
func isUrgent(it preserve.Item) bool {
	return it.NotGranted() || preserve.Rank(it.Kind) < preserve.Rank(preserve.Open)
}

// The labels of the resume prompt an item can stand behind.
const (
	inState     = "state"
	inDecisions = "decisions"
	inFailed    = "failed"
	inRules     = "rules"
	inRead      = "read"
)

// place is the label an item stands behind; "" for open items, which are the
// next steps.
func place(it preserve.Item) string {
	if it.NotGranted() {
		return inState
	}
	switch it.Kind {
	case preserve.Correction, preserve.Preference:
		return inRules
	case preserve.DeadEnd:
		return inFailed
	case preserve.Decision:
		return inDecisions
	case preserve.Open:
		if it.Done {
			return inState
		}
		return ""
	case preserve.Architecture, preserve.Reference:
		if fileIn(it) != "" {
			return inRead
		}
	}
	return inState
}

// fileIn is the file an item names, if it names one.
func fileIn(it preserve.Item) string {
	if it.Target != nil && filepath.IsLocal(it.Target.File) {
		return preserve.Clean(it.Target.File)
	}
	for _, f := range strings.Fields(preserve.Clean(it.Text)) {
		f = strings.Trim(f, "`'\"(),;:.“”‘’")
		if i := strings.LastIndexByte(f, '.'); i > 0 && i < len(f)-1 && len(f)-i <= 6 && !strings.Contains(f, "://") && !strings.ContainsAny(f[i:], "/0123456789") {
			return f
		}
	}
	return ""
}

// step is a next step, and the open item that says it, -1 if none does.
type step struct {
	text string
	item int
}

// nextSteps are the steps in order: what the snapshot says, then open items.
func nextSteps(s preserve.Snapshot) []step {
	var steps []step
	at := map[string]int{}
	add := func(text string, item int) {
		if i, have := at[text]; have {
			steps[i].item = max(steps[i].item, item)
			return
		}
		at[text] = len(steps)
		steps = append(steps, step{text, item})
	}
	for _, n := range cleanAll(s.Next) {
		add(n, -1)
	}
	for _, i := range ranked(s.Items) {
		if it := s.Items[i]; it.Kind == preserve.Open && !it.Done && !it.NotGranted() {
			add(preserve.Clean(it.Text), i)
		}
	}
	return steps
}

// brief is what a resume prompt is made of.
type brief struct {
	goal    string
	kept    []int // items, in the snapshot's order
	steps   []string
	files   []string
	blocked string
	now     string // for want of anything else about the state
}

func (b brief) text(s preserve.Snapshot, w prompts.Words) string {
	by := map[string][]string{}
	files := slices.Clone(b.files)
	for _, i := range b.kept {
		it := s.Items[i]
		p := place(it)
		if p == inRead {
			if f := fileIn(it); !slices.Contains(files, f) {
				files = append(files, f)
			}
			p = inState // the file is a pointer; what it is about stays readable
		}
		line := oneLine(it, w)
		if p == inFailed {
			line = strings.TrimPrefix(line, mark(it, w)) // the label says it
		}
		by[p] = append(by[p], line)
	}
	if len(by[inState]) == 0 && b.now != "" {
		by[inState] = append(by[inState], b.now)
	}
	if b.blocked != "" {
		by[inState] = append(by[inState], w.Handoff.Blockers+b.blocked)
	}
	lines := []string{w.Blocks.Continue, ""}
	add := func(label string, texts []string) {
		if len(texts) > 0 {
			lines = append(lines, label+strings.Join(texts, w.Blocks.ListSep))
		}
	}
	add(w.Blocks.Building, []string{b.goal})
	add(w.Blocks.State, by[inState])
	add(w.Blocks.Decisions, by[inDecisions])
	add(w.Blocks.Failed, by[inFailed])
	add(w.Blocks.Rules, by[inRules])
	if len(files) > 0 {
		add(w.Blocks.Read, []string{strings.Join(files[:min(len(files), ResumeFiles)], ", ")})
	}
	var numbered []string
	for i, step := range b.steps {
		numbered = append(numbered, fmt.Sprintf("%d) %s", i+1, step))
	}
	if numbered != nil {
		add(w.Blocks.Next, []string{strings.Join(numbered, "  ")})
	}
	return strings.Join(lines, "\n")
}

// Sentence is block 3, for a session that has seen nothing.
func Sentence(handoff string, w prompts.Words) string { return fill(w.Blocks.Resume, handoff) }

// ranked are the indexes of the items, most important first.
func ranked(items []preserve.Item) []int { return preserve.Ranked(items) }

// The one line that is typed into the agent's composer.

package preserve

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"savectx/prompts"
)

const (
	// DefaultChars is the budget of a generated line unless the caller knows
	// better, in code points: what Claude Code 2.1.332 still takes as one paste.
	DefaultChars = 800
	// MaxLine bounds every line, generated or given, in code points: the most
	// that was seen to arrive whole in the composer of Claude Code 2.1.332.
	MaxLine = 12_000

	command = "/compact "
)

// Budget bounds a generated line, "/compact " included. 0 is no bound of its
// own; [MaxLine] holds all the same.
type Budget struct {
	MaxChars int // Unicode code points
	MaxWords int // as Words counts
}

func (b Budget) allows(line string) bool {
	chars := utf8.RuneCountInString(line)
	return chars <= MaxLine && (b.MaxChars == 0 || chars <= b.MaxChars) && (b.MaxWords == 0 || Words(line) <= b.MaxWords)
}

// BudgetError says that not even the shortest line fits a budget.
type BudgetError struct {
	Budget Budget // what was asked for
	Least  Budget // the smallest budget that works
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("no line fits into %s: the shortest has %d characters and %d words", e.Budget, e.Least.MaxChars, e.Least.MaxWords)
}

// String says the bounds there are, for messages.
func (b Budget) String() string {
	var bounds []string
	if b.MaxChars != 0 {
		bounds = append(bounds, fmt.Sprintf("%d characters", b.MaxChars))
	}
	if b.MaxWords != 0 {
		bounds = append(bounds, fmt.Sprintf("%d words", b.MaxWords))
	}
	if bounds == nil {
		return fmt.Sprintf("%d characters", MaxLine)
	}
	return strings.Join(bounds, " and ")
}

// Line is a line ready to be typed, and what became of the items.
type Line struct {
	Text    string `json:"line"`
	Chars   int    `json:"chars"`   // Unicode code points of Text
	Words   int    `json:"words"`   // as Words counts
	Dropped int    `json:"dropped"` // items that are not in Text
	Lang    string `json:"lang"`
}

// Compose writes the line for items, most important first, within a budget.
// An item that does not fit is dropped whole, and the next one is tried. When
// none is left, or none was given, the line is the complete generic text, or
// the short one if that does not fit; else the error is a [*BudgetError].
//
// handoff is the path of a file with notes, named in the line, or "". A path
// that cannot stand in one line as it is, is an error, and so is a negative
// bound.
//
// The line is one line without control characters that begins with "/compact "
// and ends with a whole sentence of savectx's own: whatever the items hold, its
// last word opens no picker and continues no line.
func Compose(items []Item, w prompts.Words, b Budget, handoff string) (Line, error) {
	if b.MaxChars < 0 || b.MaxWords < 0 {
		return Line{}, fmt.Errorf("a budget is 0 or more, not %d characters and %d words", b.MaxChars, b.MaxWords)
	}
	var note []string
	if handoff != "" {
		if Clean(handoff) != handoff {
			return Line{}, fmt.Errorf("the path %q cannot stand in the line as it is", handoff)
		}
		note = []string{fill(w.Line.HandoffNote, quoted(handoff))}
	}

	var kept []string
	var text string
	for _, it := range items {
		sentence := Sentence(it, w)
		if sentence == "" {
			continue
		}
		with := append(kept, sentence)
		line := assemble(w.Line, slices.Concat([]string{w.Line.Intro}, with, note, []string{w.Line.Outro})...)
		if b.allows(line) {
			kept, text = with, line
		}
	}
	if len(kept) == 0 {
		text = assemble(w.Line, append([]string{w.Line.Whole}, note...)...)
		if !b.allows(text) {
			text = assemble(w.Line, append([]string{w.Line.Short}, note...)...)
		}
	}
	line := Line{Text: text, Chars: utf8.RuneCountInString(text), Words: Words(text), Dropped: len(items) - len(kept), Lang: w.Lang}
	if !b.allows(text) {
		return Line{}, &BudgetError{Budget: b, Least: Budget{MaxChars: line.Chars, MaxWords: line.Words}}
	}
	return line, nil
}

// assemble joins sentences behind "/compact ". Where the language puts no space
// between sentences there is one all the same before the last, so that nothing
// from an item or a path is in the line's last word, and behind an ASCII full
// stop, where "v1.2." and the next sentence would run together.
func assemble(l prompts.Line, sentences ...string) string {
	var b strings.Builder
	b.WriteString(command)
	for i, s := range sentences {
		switch {
		case i == 0:
		case i == len(sentences)-1, sentences[i-1][len(sentences[i-1])-1] < utf8.RuneSelf:
			b.WriteByte(' ')
		default:
			b.WriteString(l.Sep)
		}
		b.WriteString(s)
	}
	return b.String()
}

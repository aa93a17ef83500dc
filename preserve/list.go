// The list that a hook adds to what the summariser is told.

package preserve

import (
	"strings"
	"unicode/utf8"

	"savectx/prompts"
)

// List writes items, most important first, as plain text of at most max code
// points for the one who summarises: an introduction and a line an item. An
// item that does not fit is dropped whole, and the next one is tried; dropped
// counts them. Items that are said already in said are not repeated and not
// counted. "" when there is nothing left to say.
func List(items []Item, w prompts.Words, max int, said string) (text string, dropped int) {
	lines, dropped := unsaid(items, w, max-utf8.RuneCountInString(w.Line.Intro), said, "\n- ")
	if lines == nil {
		return "", dropped
	}
	return w.Line.Intro + "\n- " + strings.Join(lines, "\n- "), dropped
}

// Paragraph is List in one line that begins with intro, for a place where
// every line is shown to a person.
func Paragraph(items []Item, w prompts.Words, intro string, max int, said string) (text string, dropped int) {
	sentences, dropped := unsaid(items, w, max-utf8.RuneCountInString(intro), said, w.Line.Sep)
	if sentences == nil {
		return "", dropped
	}
	return intro + strings.Join(sentences, w.Line.Sep), dropped
}

// unsaid are the sentences of the items that said does not hold, as many as
// fit, each with what stands before it.
func unsaid(items []Item, w prompts.Words, max int, said, before string) (sentences []string, dropped int) {
	said = Clean(said)
	for _, it := range items {
		sentence := render(it, w)
		if sentence == "" || it.saidIn(said) {
			continue
		}
		n := utf8.RuneCountInString(sentence) + utf8.RuneCountInString(before)
		if n > max {
			dropped++
			continue
		}
		max -= n
		sentences = append(sentences, sentence)
	}
	return sentences, dropped
}

// saidIn reports whether a clean text holds the item letter for letter: its
// text, its reason, the user's words and every exact string.
func (it Item) saidIn(said string) bool {
	for _, part := range append([]string{it.Text, it.Why, it.Quote}, it.Exact...) {
		if !strings.Contains(said, Clean(part)) {
			return false
		}
	}
	return true
}

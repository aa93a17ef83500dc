// The list that a hook adds to what the summariser is told.

package preserve

import (
	"strings"
	"unicode"
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
// fit with before in front of each.
func unsaid(items []Item, w prompts.Words, max int, said, before string) (sentences []string, dropped int) {
	said = Clean(said)
	for _, it := range items {
		sentence := Sentence(it, w)
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

// SaidIn reports whether a text holds the item letter for letter: its text, its
// reason, the user's words and every exact string.
func (it Item) SaidIn(text string) bool { return it.saidIn(Clean(text)) }

// saidIn reports whether a clean text holds the item letter for letter: its
// text, its reason, the user's words and every exact string, each as a clause of
// its own, so that "send it" is not said by "never send it", nor port 80 by
// port 8080.
func (it Item) saidIn(said string) bool {
	for _, part := range append([]string{it.Text, it.Why, it.Quote}, it.Exact...) {
		if !hasClause(said, Clean(part)) {
			return false
		}
	}
	return true
}

func hasClause(said, part string) bool {
	for from := 0; ; {
		i := strings.Index(said[from:], part)
		if i < 0 {
			return false
		}
		begin, end := from+i, from+i+len(part)
		if part == "" || opens(said[:begin]) && closes(said[end:]) {
			return true
		}
		_, n := utf8.DecodeRuneInString(part)
		from = begin + n
	}
}

// opens tells whether a clause can begin behind before, closes whether it can
// end in front of after.
func opens(before string) bool {
	before = strings.TrimRight(before, " ")
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

func closes(after string) bool {
	after = strings.TrimLeft(after, " ")
	r, _ := utf8.DecodeRuneInString(after)
	return after == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

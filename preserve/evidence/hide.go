// Secrets, out of the items.

package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden stands for what cannot be told from a secret once it is cut.
const hidden = "[REDACTED]"

// hide takes secrets out of every string of the item. What an item holds is cut
// out of longer texts, and a secret is often told by the words around it: so
// the words that clean takes out of these texts are no words of the item
// either, whole or cut.
func (f *Found) hide(clean func(string) string) {
	secret := secrets(f.source, clean)
	one := func(s string) string { return secret.outOf(clean(s)) }
	it := &f.Item
	it.Text, it.Why, it.Quote = one(it.Text), one(it.Why), one(it.Quote)
	var exact []string
	for _, e := range it.Exact {
		if c := one(e); c == e { // what is not there letter for letter is no exact string
			exact = append(exact, e)
		}
	}
	it.Exact = exact
	f.source = ""
}

// gone are the words that a text holds more often than its clean form, without
// the punctuation around them.
type gone []string

func secrets(text string, clean func(string) string) gone {
	after := clean(text)
	if after == text {
		return nil
	}
	left := map[string]int{}
	for w := range strings.FieldsSeq(after) {
		left[core(w)]++
	}
	var list gone
	for w := range strings.FieldsSeq(text) {
		w = core(w)
		if left[w]--; left[w] < 0 && w != "" && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

func core(w string) string {
	return strings.TrimFunc(w, func(r rune) bool { return unicode.IsPunct(r) || r == '`' })
}

// leastCut is how much of a secret tells that it is one, in code points.
const leastCut = 5

// outOf replaces the words of a text that are secrets, hold one, or are a part
// of one.
func (g gone) outOf(text string) string {
	if g == nil {
		return text
	}
	var b strings.Builder
	for text != "" {
		end := strings.IndexFunc(text, unicode.IsSpace)
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		if g.tells(core(word)) {
			word = hidden
		}
		b.WriteString(word)
		rest := strings.TrimLeftFunc(text[end:], unicode.IsSpace)
		b.WriteString(text[end : len(text)-len(rest)])
		text = rest
	}
	return b.String()
}

func (g gone) tells(word string) bool {
	if word == "" || strings.Contains(word, "REDACTED") {
		return false
	}
	for _, s := range g {
		long := utf8.RuneCountInString(s) >= leastCut
		if s == word || long && strings.Contains(word, s) || utf8.RuneCountInString(word) >= leastCut && strings.Contains(s, word) {
			return true
		}
	}
	return false
}

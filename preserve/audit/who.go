// Who said it, for what reason, and in which words.

package audit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"savectx/preserve"
)

// checkWho: what the user said is not the assistant's, and the other way round.
func (s subject) checkWho(_ []page, v view) string {
	mine, theirs := flatten(s.text), flatten(v.text)
	byUser, byModel := has(mine, person), has(mine, model)
	users := s.it.Kind == preserve.Correction || s.it.Kind == preserve.Preference || s.quote != "" || byUser
	switch {
	case users && !byModel && has(theirs, model) && !has(theirs, person):
		return "the user's, now the assistant's"
	case byModel && !byUser && has(theirs, person) && !has(theirs, model):
		return "the assistant's, now the user's"
	}
	return ""
}

// checkNames: a name is not exchanged for another one. German writes every
// noun as a name; there it cannot be told.
func (s subject) checkNames(_ []page, v view) string {
	if german(flatten(s.text)) || german(flatten(v.text)) {
		return ""
	}
	mine, theirs := names(s.text), names(v.text)
	own := telling(s.text + " " + s.quote + " " + s.why)
	var foreign []word
	for _, n := range theirs {
		if n.at > 0 && inWordsOf(n, own) == 0 {
			foreign = append(foreign, n)
		}
	}
	for _, n := range mine {
		if inWordsOf(n, telling(v.whole())) > 0 {
			continue
		}
		for _, other := range foreign {
			if n.at > 0 || capitals(n.raw) || !capitals(other.raw) { // "Please" is no name
				return quoteIt(other.raw) + " instead of " + quoteIt(n.raw)
			}
		}
	}
	return ""
}

// capitals reports whether a word has a capital letter where no sentence begins.
func capitals(raw string) bool {
	_, n := utf8.DecodeRuneInString(raw)
	return strings.ContainsFunc(raw[n:], unicode.IsUpper)
}

// checkLetters: revision B is not revision A.
func (s subject) checkLetters(_ []page, v view) string {
	mine, theirs := letters(s.text), letters(v.text)
	for _, a := range mine {
		if slices.Contains(theirs, a) {
			continue
		}
		for _, b := range theirs {
			if !slices.Contains(letters(s.text+" "+s.why+" "+s.quote), b) {
				return quoteIt(b) + " instead of " + quoteIt(a)
			}
		}
	}
	return ""
}

// letters are the capitals that stand alone behind a word, as names do.
func letters(s string) []string {
	var out []string
	ps := pieces(s)
	for i, p := range ps {
		if letter(p) && p != "I" && i > 0 && !isHard(ps[i-1]) {
			out = append(out, p)
		}
	}
	return out
}

// names are the words of a text that begin with a capital letter.
func names(s string) []word {
	var out []word
	for _, w := range telling(s) {
		if r, _ := utf8.DecodeRuneInString(w.raw); unicode.IsUpper(r) && !w.hard && len(w.runes) > 1 {
			out = append(out, w)
		}
	}
	return out
}

func german(flat string) bool {
	return containsAny(flat, " der ", " das ", " und ", " nicht ", " wird ", " werden ", " ist ", " mit ", " auf ", " für ", " ein ", " nur ", " nach ", " sind ", "ä", "ö", "ü", "ß")
}

// checkReason: the reason of a decision or a dead end is part of it.
func (s subject) checkReason(pages []page, v view) string {
	if s.why == "" || pages[v.page].clause(s.why, 0) >= 0 {
		return ""
	}
	words := telling(s.why)
	if len(words) > 0 && share(words, v.around) < shareReason {
		return "the reason is gone"
	}
	if len(words) == 0 {
		return ""
	}
	var texts []string
	for _, u := range v.around {
		texts = append(texts, u.text)
	}
	around := strings.Join(texts, " ")
	own := figures(s.text + " " + s.why + " " + s.quote + " " + strings.Join(s.exact, " "))
	if d := compareFigures(figures(s.why), slices.Concat(own, figures(around)), figures(around), pages); d != "" {
		return d
	}
	if has(flatten(s.why), negative) && !has(flatten(around), negative) && !has(flatten(around), dropped) && !has(flatten(around), only) {
		return "a no is gone from the reason"
	}
	return ""
}

// checkQuote: the user's own words stand somewhere, or what tells in them does.
func (s subject) checkQuote(pages []page, v view) string {
	if s.quote == "" || slices.ContainsFunc(pages, func(p page) bool { return p.clause(s.quote, 0) >= 0 }) {
		return ""
	}
	words := telling(s.quote)
	if len(words) > 0 && share(words, v.around) < shareReason {
		return "the user's words are gone"
	}
	flat := v.flat()
	for _, u := range v.around {
		flat += u.flat
	}
	for _, f := range figures(s.quote) {
		if !f.soft && !f.anywhere(pages) {
			return quoteIt(f.raw) + " is gone from the user's words"
		}
	}
	if d := missingClass(flatten(s.quote), flat); d != "" {
		return d + " from the user's words"
	}
	return ""
}

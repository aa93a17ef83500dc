// Quotes of the user in a summary, held against what was said.

package audit

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// quoted looks at the quotes of a sentence that stand where the user's own words
// are to stand; ok is false if it has none. refused: one of them was not said.
func (v voice) quoted(u unit) (f found, ok bool) {
	f = found{Invention: Invention{Text: u.text}}
	if u.isHead || u.part != messages && u.part != requests {
		return f, false
	}
	quotes := u.quotes
	if len(quotes) == 0 && u.part == messages && u.listed && saysYes(u.text) {
		quotes = []string{u.text} // without the marks
	}
	for _, q := range quotes {
		if u.part == requests && !own(u, q) {
			continue
		}
		ok = true
		if near, said := v.uttered(q); !said {
			f.Evidence, f.refused = near, true
			return f, true
		}
	}
	return f, ok
}

// own reports whether a quote in a list of requests is the user's: it is nearly
// all of the sentence, or the user is named. Others quote labels and error texts.
func own(u unit, q string) bool {
	const phrase = 3 // words
	if len(pieces(q)) < phrase {
		return false
	}
	return 4*len(q) > 3*len(u.text) || has(u.flat, person) || has(u.flat, credited)
}

// The shares of a quote's telling words that one place must have.
const (
	utteredShort = 0.7 // all of three
	utteredLong  = 0.6
	utteredMany  = 4 // telling words of a long quote
)

// uttered reports whether the user said a quote, nearly: its strings and numbers,
// most of its words in one place, and no no more or less. near is the sentence
// nearest to it.
func (v voice) uttered(q string) (near string, ok bool) {
	words := distinct(telling(q))
	if saysYes(q) && !v.yes {
		return "", false
	}
	if !slices.ContainsFunc(flatClauses(q), func(c string) bool { return !v.clauses[c] }) {
		return "", true // to the letter
	}
	if len(words) == 0 || v.foreign(q, 1) {
		return "", true
	}
	heard := newField(subject{words: words}, v.page)
	share, single, at := 0.0, 0.0, -1
	for i := range v.page.units {
		share = max(share, heard.plain(i, min(i+2, v.ends[i])))
		if s := heard.plain(i, i+1); s > single {
			single, at = s, i
		}
	}
	if at < 0 {
		return "", false
	}
	if share >= saidNear {
		near = v.page.units[at].text
	}
	need := utteredLong
	if len(words) < utteredMany {
		need = utteredShort
	}
	if share < need {
		return near, false
	}
	latin := scriptOf(q) == "la"
	for _, w := range words {
		name := w.hard || !latin && w.s[0] < utf8.RuneSelf // in Latin letters among others
		if name && inWordsOf(w, v.page.vocabulary) == 0 {
			return near, false
		}
	}
	return near, v.sameNoes(q)
}

// saysYes reports whether a text begins with a yes that stands alone.
func saysYes(text string) bool {
	first := flatClauses(text)
	return len(first) > 0 && has(first[0], yes) && !has(first[0], negative) && len(telling(first[0])) <= 1
}

// sameNoes reports whether each clause of a quote has a no where the clause most
// like it has one.
func (v voice) sameNoes(q string) bool {
	for _, c := range clauses(q) {
		words := telling(c)
		if len(words) == 0 {
			continue
		}
		best, agrees := 0.0, true
		for _, u := range v.page.units {
			if !slices.ContainsFunc(words, func(w word) bool { return inWordsOf(w, u.words) > 0 }) {
				continue
			}
			for _, other := range clauses(u.text) {
				s := share(words, []unit{{words: telling(other)}})
				same := denies(c) == denies(other)
				switch {
				case s > best:
					best, agrees = s, same
				case s == best && s > 0:
					agrees = agrees || same
				}
			}
		}
		if !agrees {
			return false
		}
	}
	return true
}

// denies reports whether a clause has a no in any form.
func denies(clause string) bool {
	flat := flatten(strings.TrimSpace(clause))
	return has(flat, negative) || has(flat, untouched)
}

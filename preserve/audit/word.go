// Telling words, and when two of them are the same.

package audit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// word is one word that tells what a text is about, or two neighbouring
// characters of Chinese or Japanese.
type word struct {
	s      string  // folded
	raw    string  // as it was written
	weight float64 // its part in the share
	hard   bool    // a number, path, version or identifier: never paraphrased
	han    bool
	runes  []rune
	at     int // its number among all pieces of the text, stop words counted
}

const (
	hardWeight  = 2
	latinInWide = 1.5 // a foreign word between Chinese or Japanese ones is a name
	hanWeight   = 0.5
)

// telling are the telling words of a text, in order.
func telling(s string) []word {
	var out []word
	inWide := strings.ContainsFunc(s, wide)
	ps := pieces(s)
	for at, piece := range ps {
		r, _ := utf8.DecodeRuneInString(piece)
		switch {
		case wide(r):
			out = append(out, wideWords(piece, at)...)
		default:
			w, ok := plainWord(piece, inWide)
			if ok && letter(piece) && at > 0 && isHard(ps[at-1]) {
				ok = false // the unit of a number
			}
			if ok {
				w.at = at
				out = append(out, w)
			}
		}
	}
	return out
}

// pieces cuts a text at white space, where scripts meet, and cuts what is
// around a piece off.
func pieces(s string) []string {
	var out []string
	for field := range strings.FieldsSeq(norm.NFKC.String(s)) {
		start, was := 0, -1
		for i, r := range field {
			now := 0
			switch {
			case wide(r):
				now = 1
			case hangul(r):
				now = 2
			case !unicode.IsLetter(r) && !unicode.IsDigit(r):
				now = was // marks go with what is before them
				if strings.ContainsRune("()[]{}\"“”„«»「」『』,;、，；：。！？|`*", r) {
					now = 3
				}
			}
			if was >= 0 && now != was {
				out = append(out, field[start:i])
				start = i
			}
			was = now
		}
		out = append(out, field[start:])
	}
	kept := out[:0]
	for _, p := range out {
		if p = trimPiece(p); p != "" {
			kept = append(kept, p)
		}
	}
	return kept
}

// trimPiece cuts punctuation off that belongs to the sentence.
func trimPiece(p string) string {
	p = strings.TrimFunc(p, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("/\\~.-+%$€£¥#@_", r)
	})
	p = strings.TrimRight(p, ".-/\\")
	if strings.IndexFunc(p, alnum) < 0 {
		return ""
	}
	return p
}

func plainWord(piece string, inWide bool) (word, bool) {
	raw := piece
	if isHard(piece) {
		return word{s: foldHard(piece), raw: raw, weight: hardWeight, hard: true}, true
	}
	low := strings.ToLower(strings.Trim(piece, "/\\~.-+%$€£¥#@_'’"))
	for _, mark := range []string{"'", "’"} { // l'utilisateur, user's
		if before, after, ok := strings.Cut(low, mark); ok {
			if low = after; utf8.RuneCountInString(before) > utf8.RuneCountInString(after) {
				low = before
			}
		}
	}
	runes := []rune(low)
	if len(runes) == 0 || stopWords()[low] {
		return word{}, false
	}
	if hangul(runes[0]) && koreanStop(runes) {
		return word{}, false
	}
	w := word{s: low, raw: raw, weight: 1, runes: runes}
	if inWide && runes[0] < 0x250 {
		w.weight = latinInWide
	}
	if len(runes) == 1 && !hangul(runes[0]) && !letter(raw) {
		return word{}, false
	}
	return w, true
}

// letter reports whether a piece is one Latin capital, as in "plan B".
func letter(piece string) bool { return len(piece) == 1 && piece[0] >= 'A' && piece[0] <= 'Z' }

// wideWords are the neighbouring pairs of Chinese characters, and the words of
// Katakana. Hiragana mostly builds sentences and is left aside.
func wideWords(piece string, at int) []word {
	var out []word
	runes := []rune(piece)
	for i := 0; i < len(runes); {
		j := i
		switch {
		case unicode.Is(unicode.Han, runes[i]):
			for j < len(runes) && unicode.Is(unicode.Han, runes[j]) {
				j++
			}
			for k := i; k < j; k++ {
				pair := runes[k:min(k+2, j)]
				if len(pair) == 1 && j-i > 1 || slices.ContainsFunc(pair, func(r rune) bool { return strings.ContainsRune(hanStops, r) }) {
					continue
				}
				out = append(out, word{s: string(pair), raw: string(pair), weight: hanWeight, han: true, runes: pair, at: at})
			}
		case katakana(runes[i]):
			for j < len(runes) && katakana(runes[j]) {
				j++
			}
			out = append(out, word{s: string(runes[i:j]), raw: string(runes[i:j]), weight: 1, runes: runes[i:j], at: at})
		default:
			j++
		}
		i = j
	}
	return out
}

func katakana(r rune) bool { return r == 0x30FC || unicode.Is(unicode.Katakana, r) }

// alike tells how far b says what a says: 1 the same word, 0.5 its characters
// in another order or company, 0 another word.
func alike(a, b word) float64 {
	switch {
	case a.hard || b.hard:
		if a.hard == b.hard && sameHard(a.s, b.s) || !strings.ContainsAny(a.s+b.s, "0123456789") && strings.EqualFold(a.s, b.s) {
			return 1
		}
		return 0
	case a.s == b.s:
		return 1
	case a.han || b.han, len(a.runes) == 0, len(b.runes) == 0:
		return 0
	}
	if !related(a.runes, b.runes) {
		return 0
	}
	if p := prefix(a.runes, b.runes); p < 3 && a.runes[0] < 0x500 {
		return compounded // "measure" in "remeasure"
	}
	return 1
}

// compounded is what a word counts that is only the end of another one.
const compounded = 0.7

// related compares two inflected words of the same script.
func related(a, b []rune) bool {
	if len(a) > wordMax || len(b) > wordMax {
		return false
	}
	p := prefix(a, b)
	long, short := max(len(a), len(b)), min(len(a), len(b))
	switch {
	case hangul(a[0]):
		return p >= 2 || p == 1 && short == 1 && long <= 2
	case unicode.Is(unicode.Hebrew, a[0]) && unicode.Is(unicode.Hebrew, b[0]):
		return relatedHebrew(a, b)
	case katakana(a[0]):
		return p >= 3 && p*5 >= long*3
	}
	if p >= 4 && (p*20 >= long*11 || p*2 >= long && (p > 4 || short-p <= 2)) || p >= 3 && p >= short-1 && long <= 6 && long-p <= 2 {
		return true
	}
	if short < 5 {
		return false
	}
	if !shareRun(a, b, 5) {
		return false
	}
	c := common(a, b)
	return c >= 5 && (c == short || c*5 >= long*3)
}

// wordMax bounds the words whose parts are compared, in runes.
const wordMax = 40

func prefix(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// shareRun reports whether two words have n letters in a row in common.
func shareRun(a, b []rune, n int) bool {
	for i := 0; i+n <= len(a); i++ {
		for j := 0; j+n <= len(b); j++ {
			if a[i] == b[j] && slices.Equal(a[i:i+n], b[j:j+n]) {
				return true
			}
		}
	}
	return false
}

// common is the length of the longest run that two words share.
func common(a, b []rune) int {
	best := 0
	for i := range a {
		for j := range b {
			if n := prefix(a[i:], b[j:]); n > best {
				best = n
			}
		}
	}
	return best
}

// relatedHebrew compares with and without the letters that Hebrew writes in
// front of a word: and, the, in, to, from, that, as.
func relatedHebrew(a, b []rune) bool {
	for _, x := range bare(a) {
		for _, y := range bare(b) {
			if p := prefix(x, y); p >= 3 && p*2 >= max(len(x), len(y)) {
				return true
			}
			if len(x) == len(y) && string(x) == string(y) {
				return true
			}
		}
	}
	// The root of a verb: the same consonants without the letters that bend it.
	x, y := root(a), root(b)
	return len(x) >= 3 && string(x) == string(y)
}

func bare(w []rune) [][]rune {
	out := [][]rune{w}
	for range 2 {
		last := out[len(out)-1]
		if len(last) > 3 && strings.ContainsRune("והבלמשכ", last[0]) {
			out = append(out, last[1:])
		}
	}
	return out
}

func root(w []rune) []rune {
	var out []rune
	for i, r := range w {
		if strings.ContainsRune("ויהא", r) || i == 0 && strings.ContainsRune("לתנמ", r) && len(w) > 3 {
			continue
		}
		out = append(out, r)
	}
	return out
}

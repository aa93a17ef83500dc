// From text to tokens, for what is stored and for what is asked.

package store

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

const (
	maxWord = 64 // runes of a word that count; the rest is cut on both sides
	prefix  = 5  // letters of the token for what begins the same
)

// word is one searchable unit of a text, folded.
type word struct {
	text  string
	plain bool // letters of an alphabet: has a stem, and first letters
	dense bool // a pair of characters of a script without spaces
	lone  bool // a single character of such a script, in a longer run
}

// variant is a token that finds a word, and how much finding it by that counts.
type variant struct {
	token  string
	weight float64
}

// variants are the tokens of a word: itself, "=" with its stem, "^" with its
// first five letters. The index holds all of them.
func (w word) variants() []variant {
	list := []variant{}
	for token := range w.tokens() {
		weight := 1.0
		if w.plain && token[0] == '=' {
			weight = 0.85
		} else if w.plain && token[0] == '^' {
			weight = 0.4
		}
		list = append(list, variant{token, weight})
	}
	return list
}

func (w word) tokens() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(w.text) || !w.plain {
			return
		}
		n := utf8.RuneCountInString(w.text)
		if n >= 3 && !yield("="+stem(w.text, n)) {
			return
		}
		if n >= prefix {
			yield("^" + firstRunes(w.text, prefix))
		}
	}
}

// head is what all tokens of a word begin with, after their = or ^.
func head(text string) string {
	return text[:min(len(text), 3)]
}

// wantedWords are tokens to look for in texts.
type wantedWords struct {
	place map[string]int // of each token, from 0
	heads map[string]bool
}

func wanted(q []asked) wantedWords {
	w := wantedWords{map[string]int{}, map[string]bool{}}
	for _, a := range q {
		w.heads[head(a.text)] = true
		for _, v := range a.tokens {
			if _, ok := w.place[v.token]; !ok {
				w.place[v.token] = len(w.place)
			}
		}
	}
	return w
}

// count adds to counts how often the tokens are in a text.
func (w wantedWords) count(text string, counts []float64) {
	for word := range wordsOf(text) {
		if !w.heads[head(word.text)] {
			continue
		}
		for token := range word.tokens() {
			if n, ok := w.place[token]; ok {
				counts[n]++
			}
		}
	}
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// wordsOf are the words of a text, in order, with doubles. It takes NFKC
// without accents, so that "résumé" and "RESUME" are the same word, and the
// same for half-width and full-width letters.
func wordsOf(text string) iter.Seq[word] {
	return func(yield func(word) bool) {
		text = normal(text)
		for len(text) > 0 {
			r, size := utf8.DecodeRuneInString(text)
			class := classOf(r)
			if class == gap || class == joiner {
				text = text[size:]
				continue
			}
			if class == symbol {
				if !yield(word{text: text[:size]}) {
					return
				}
				text = text[size:]
				continue
			}
			end := run(text, class)
			more := false
			if class == dense {
				more = denseWords(text[:end], yield)
			} else {
				more = chunkWords(text[:end], yield)
			}
			if !more {
				return
			}
			text = text[end:]
		}
	}
}

type class int

const (
	gap class = iota
	letter
	dense // Chinese, Japanese, Korean, Thai and the like: no spaces, or endings that stick
	joiner
	symbol
)

func classOf(r rune) class {
	if r < utf8.RuneSelf {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return letter
		}
		switch r {
		case '-', '_', '.', '/', '\\', ':', '@', '\'', '+', '#', '&':
			return joiner
		}
		return gap
	}
	switch {
	case r == '’' || r == '‐' || r == '‑':
		return joiner
	case r == 'ー' || r == '々' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Bopomofo):
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) {
			return dense
		}
		return gap
	case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
		return letter
	case unicode.Is(unicode.So, r):
		return symbol
	}
	return gap
}

// run is the end of what belongs together: characters of one class, for
// letters also the joiners between them, and the "++" or "#" of a language.
func run(text string, c class) int {
	end := 0
	for i, r := range text {
		k := classOf(r)
		if k == c {
			end = i + utf8.RuneLen(r)
		} else if c != letter || k != joiner {
			break
		}
	}
	if c == letter {
		end += len(sign(text[end:]))
	}
	return end
}

// sign is what makes C++, C# and F# of the letter before it.
func sign(rest string) string {
	for _, s := range []string{"++", "#"} {
		if strings.HasPrefix(rest, s) {
			return s
		}
	}
	return ""
}

// normal is text in NFKC, without accents and without what nobody sees.
func normal(text string) string {
	ascii := true
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return text
	}
	text = norm.NFKD.String(strings.ToValidUTF8(text, " "))
	text = strings.Map(func(r rune) rune {
		switch {
		case r < 0xAD, r >= 0x3000 && r < 0xFE00: // most of them
			return r
		case r >= 0x300 && r <= 0x36F, unicode.In(r, unicode.Cf, unicode.Variation_Selector):
			return -1
		}
		return r
	}, text)
	return norm.NFC.String(text)
}

// fold is s without case.
func fold(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return norm.NFC.String(cases.Fold().String(s))
		}
	}
	return strings.ToLower(s)
}

// denseWords are the pairs of a run, and its single characters.
func denseWords(text string, yield func(word) bool) bool {
	one := utf8.RuneCountInString(text) == 1
	last := -1 // where the character before begins
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if last >= 0 && !yield(word{text: text[last:end], dense: true}) {
			return false
		}
		if !yield(word{text: text[i:end], dense: one, lone: !one}) {
			return false
		}
		last = i
	}
	return true
}

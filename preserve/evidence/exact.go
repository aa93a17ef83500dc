// Strings of a text that must not change by a letter.

package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	mostExact   = 8  // strings of one item
	mostQuoted  = 60 // code points of a string in quotation marks
	longestWord = 200
)

// exacts finds what must not change by a letter: strings in quotation marks;
// then, in the order of the text, paths, addresses, options, identifiers,
// names, and numbers with what belongs to them.
func exacts(text string) []string {
	var found []string
	add := func(s string) {
		s = strings.TrimSpace(s)
		if s != "" && !bareNumber(s) && len(found) < mostExact && !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, s) }) {
			found = append(found, s)
		}
	}
	for _, q := range quotations(text) {
		if n := utf8.RuneCountInString(q.inner); n > 0 && n <= mostQuoted && !q.apostrophe {
			add(q.inner)
		}
	}
	for _, s := range intervals(text) {
		add(s)
	}
	list := wordsOf(text)
	numbers := spans(text, list)
	named := names(text, list)
	for i, w := range list {
		for len(numbers) > 0 && numbers[0].begin < w.end {
			s := numbers[0]
			numbers = numbers[1:]
			if name := i > 0 && s.behind(list[i-1], w) && namesNumber(list[i-1].text, named[i-1]); name {
				add(text[list[i-1].begin+lastName(list[i-1].text) : s.end])
			} else if s.digit || s.end-s.begin >= len("monday") {
				add(text[s.begin:s.end])
			}
		}
		next := i+1 < len(list) && len(numbers) > 0 && numbers[0].behind(w, list[i+1])
		switch {
		case w.text == "" || len(w.text) > longestWord:
		case next && namesNumber(w.text, named[i]) && !isPath(w.text) && !isOption(w.text): // goes with its number
		case strings.Contains(w.text, "://"), isPath(w.text), isOption(w.text):
			add(w.text)
		case strings.ContainsFunc(w.text, isDense):
			for _, name := range latinIn(w.text) {
				add(name)
			}
		case isIdentifier(w.text) && !digits(w.text), named[i]:
			add(w.text)
		}
		if len(found) == mostExact {
			break
		}
	}
	return found
}

// bareNumber tells numbers of one or two digits with nothing beside them: they
// stand everywhere, and say nothing alone.
func bareNumber(s string) bool { return len(s) <= 2 && allDigits(s) }

// intervals are pairs of numbers in brackets: "[-5.10, -1.74]".
func intervals(text string) []string {
	var list []string
	for rest := text; len(list) < mostExact; {
		_, after, ok := strings.Cut(rest, "[")
		inner, behind, closed := strings.Cut(after, "]")
		if !ok || !closed {
			break
		}
		if len(inner) <= mostQuoted && strings.Contains(inner, ",") && digits(inner) && !strings.ContainsFunc(inner, unicode.IsLetter) {
			list = append(list, "["+inner+"]")
		}
		rest = behind
	}
	return list
}

// tellsExactly tells whether a text holds a number, a quotation, a path, an
// option or an identifier: sure signs that it speaks of the work.
func tellsExactly(text string) bool {
	if digits(text) || slices.ContainsFunc(quotations(text), func(q quotation) bool { return !q.apostrophe }) {
		return true
	}
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		w = bare(w)
		return w != "" && len(w) <= longestWord && (strings.Contains(w, "://") || isPath(w) || isOption(w) || isIdentifier(w))
	})
}

// namesNumber tells words that a number behind them goes with: "step 18211",
// "Safari 17".
func namesNumber(w string, named bool) bool {
	if w = w[lastName(w):]; w == "" {
		return false
	}
	return named || isIdentifier(w) || namesOfQuantities().label[strings.ToLower(w)]
}

// lastName is where the name at the end of a word begins: 0 unless a run of
// Chinese, Japanese or Korean stands before it.
func lastName(w string) int {
	i := strings.LastIndexFunc(w, isDense)
	if i < 0 || namesOfQuantities().label[w] {
		return 0
	}
	_, n := utf8.DecodeRuneInString(w[i:])
	return i + n
}

// germanWords tell the language that begins every noun with a capital.
const germanWords = " der das und ist sind nicht ein eine einen dem wir ich für auf mit von vom zum zur bei beim bitte kein keine auch noch wird "

// names tells which words of a text are names: those that begin with a capital
// inside of a sentence, where the language does not write all nouns so, and
// words in Latin letters in a text of another script.
func names(text string, list []word) []bool {
	found := make([]bool, len(list))
	capital, plain, other := 0, 0, false
	for i, w := range list {
		r, _ := utf8.DecodeRuneInString(w.text)
		switch {
		case w.text == "":
		case unicode.IsUpper(r) && !opensSentence(text, list, i):
			capital++
			found[i] = len(w.text) > 2 && strings.ContainsFunc(w.text, unicode.IsLower)
		case unicode.IsLower(r):
			plain++
		}
		other = other || unicode.IsLetter(r) && (r >= 0x2e80 || unicode.In(r, unicode.Cyrillic, unicode.Hebrew))
	}
	if 2*capital > plain || slices.ContainsFunc(list, func(w word) bool { return strings.Contains(germanWords, " "+w.text+" ") }) {
		clear(found) // German, a title, a form
	}
	if other {
		for i, w := range list {
			found[i] = len(w.text) > 2 && ascii(w.text) && strings.ContainsFunc(w.text, unicode.IsLetter) && !digits(w.text)
		}
	}
	return found
}

func opensSentence(text string, list []word, i int) bool {
	if i == 0 {
		return true
	}
	return strings.ContainsAny(text[list[i-1].end:list[i].begin], ".!?:;…\"«“„")
}

// latinIn are the names in Latin letters inside of a run of Chinese, Japanese
// or Korean.
func latinIn(w string) []string {
	var list []string
	for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return r >= utf8.RuneSelf }) {
		part = bare(part)
		if len(part) > 2 && letter(part[0]) && (!digits(part) || isPath(part)) {
			list = append(list, part)
		}
	}
	return list
}

// bare is a word without the punctuation around it.
func bare(w string) string {
	w = strings.TrimLeftFunc(w, func(r rune) bool { return unicode.IsPunct(r) && !strings.ContainsRune("-/~.@_:%‰", r) })
	w = strings.TrimRightFunc(w, func(r rune) bool {
		return (unicode.IsPunct(r) || r == '`') && !strings.ContainsRune("%‰/_", r)
	})
	return strings.Trim(w, "`")
}

func isPath(w string) bool {
	if strings.ContainsFunc(w, isDense) {
		return false
	}
	if i := strings.IndexByte(w, '/'); i >= 0 && len(w) > 2 {
		return strings.ContainsFunc(w, unicode.IsLetter) && (i == 0 || strings.HasPrefix(w, "~/") || strings.HasPrefix(w, "./") || strings.HasPrefix(w, "../") || strings.Count(w, "/") > 1 || strings.Contains(w, ".") || strings.HasSuffix(w, "/"))
	}
	dot := strings.LastIndexByte(w, '.')
	if dot <= 0 || dot == len(w)-1 {
		return false
	}
	ext := w[dot+1:]
	return len(ext) <= 6 && ascii(w) && unicode.IsLetter(rune(ext[0])) && !strings.Contains(w, "..")
}

func isOption(w string) bool {
	rest := strings.TrimLeft(w, "-")
	return rest != w && len(w)-len(rest) <= 2 && rest != "" && ascii(w) && unicode.IsLetter(rune(rest[0]))
}

// isIdentifier tells names of programs from words: fooBar, foo_bar, FOO2,
// a::b, f(), x=1.
func isIdentifier(w string) bool {
	if !ascii(w) || len(w) < 2 {
		return false
	}
	upper, lower, inner := 0, 0, false
	for i := range len(w) {
		c := w[i]
		switch {
		case c == '_' && i == 0:
			return len(w) > 2 && letter(w[1])
		case c == '_' || c == '=' || c == '(':
			return i > 0 && i < len(w)-1
		case c == ':' && i+1 < len(w) && w[i+1] == ':':
			return true
		case c >= 'A' && c <= 'Z':
			upper++
			inner = inner || i > 0 && lower > 0
		case c >= 'a' && c <= 'z':
			lower++
		}
	}
	return inner || lower == 0 && upper > 2
}

func ascii(w string) bool {
	for i := range len(w) {
		if w[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func digits(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }

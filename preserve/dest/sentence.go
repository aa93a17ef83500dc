// The sentences of a text.

package dest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences cuts a text behind its sentences, each with the space that follows
// it: put together they are the text, cleaned, in one line. A line break ends a
// sentence. What stands in a code span is not cut.
func sentences(text string) []string {
	var list []string
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = plain(line); line == "" {
			continue
		}
		if n := len(list); n > 0 && !strings.HasSuffix(list[n-1], " ") {
			list[n-1] += " "
		}
		for line != "" {
			n := sentenceEnd(line)
			list = append(list, line[:n])
			line = line[n:]
		}
	}
	return list
}

// sentenceEnd is where the first sentence of a line and the space behind it end.
func sentenceEnd(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '`' {
			i += codeSpan(s[i:])
			continue
		}
		after := i + n
		if ends(r) { // what closes goes with what it closes
			rest := strings.TrimLeft(s[after:], "\"'”’」』）)]»*_.!?。！？…")
			after = len(s) - len(rest)
		}
		space := len(s[after:]) - len(strings.TrimLeftFunc(s[after:], unicode.IsSpace))
		next, _ := utf8.DecodeRuneInString(s[after+space:])
		switch {
		case strings.ContainsRune(denseEnds, r),
			strings.ContainsRune(".!?…؟۔։", r) && space > 0 && !(r == '.' && abbreviated(s[:i])),
			space > 0 && isThai(r) && isThai(next):
			return after + space
		}
		i = after
	}
	return len(s)
}

// denseEnds end a sentence also where no space follows: Chinese and Japanese,
// and the scripts of India, Myanmar, Cambodia and Ethiopia.
const denseEnds = "。｡．！？।॥။។።"

func ends(r rune) bool { return strings.ContainsRune(denseEnds+".!?…؟۔։", r) }

// isThai: between sentences Thai has a space, and between words it has none.
func isThai(r rune) bool { return r >= 0x0E00 && r <= 0x0E7F }

// codeSpan is the length of the code span that s begins with, or of its
// backticks where nothing closes it.
func codeSpan(s string) int {
	s = s[:min(len(s), CompactRunes*utf8.UTFMax)] // a longer one is never kept
	n := len(s) - len(strings.TrimLeft(s, "`"))
	for i := n; i < len(s); {
		at := strings.IndexByte(s[i:], '`')
		if at < 0 {
			break
		}
		i += at
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		if i += run; run == n {
			return i
		}
	}
	return n
}

// abbreviated tells a full stop that ends no sentence by the word before it: a
// letter, a number in front of what it counts, or a usual abbreviation.
func abbreviated(before string) bool {
	word := strings.TrimLeft(before[strings.LastIndexByte(before, ' ')+1:], "(\"'“„«[")
	if strings.TrimLeft(word, "0123456789") == "" {
		return len(word) == len(strings.TrimSpace(before)) // "1. first"
	}
	const alphabets = 0x0600 // what lies above has words of one letter
	r, n := utf8.DecodeRuneInString(word)
	return n == len(word) && r < alphabets && unicode.IsLetter(r) ||
		slices.Contains([]string{"e.g", "i.e", "z.b", "d.h", "u.a", "vs", "approx", "ca", "cf", "nr", "dr", "mr", "p.ej", "т.е", "т.д", "т.п", "см"}, strings.ToLower(word))
}

// FirstSentences are the first sentences of a text, at most n, in one line.
func FirstSentences(text string, n int) string {
	list := sentences(text)
	return strings.TrimSpace(strings.Join(list[:min(n, len(list))], ""))
}

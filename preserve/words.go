// Counting words for budgets.

package preserve

import (
	"strings"
	"unicode"
)

// Words counts the words of s as budgets do. What white space separates is a
// word; a Chinese, Japanese or Korean character is half a word, and other
// letters or digits in the same piece are one word a run. The sum is rounded
// up.
func Words(s string) int {
	halves := 0
	for _, field := range strings.Fields(s) {
		halves += halfWords(field)
	}
	return (halves + 1) / 2
}

func halfWords(field string) int {
	cjk, runs := 0, 0
	inRun := false
	for _, r := range field {
		switch {
		case isCJK(r):
			cjk++
			inRun = false
		case !inRun && (unicode.IsLetter(r) || unicode.IsNumber(r)):
			runs++
			inRun = true
		}
	}
	if cjk == 0 {
		return 2 // one word, "it's" and "v1.2" and "—" included
	}
	return cjk + 2*runs
}

func isCJK(r rune) bool {
	// U+30FC and U+FF70, the long vowel of Katakana, belong to no script.
	return r == 0x30FC || r == 0xFF70 || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

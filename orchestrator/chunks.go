package orchestrator

import (
	"unicode"
	"unicode/utf8"
)

// Bounds of one paste. Above 800 characters the client folds a paste into a
// placeholder (2.1.224 and later); above 1,022 bytes macOS can lose its head.
const (
	pasteRunes = 700
	pasteBytes = 900
	backUp     = 120 // bytes a cut may move back to find a word's end
)

// chunks cuts text into pastes, between runes and, where one is near, behind a
// word: a composer that shows the text so far then ends in a visible letter.
func chunks(text string) []string {
	var out []string
	for len(text) > 0 {
		n := fitting(text)
		if n < len(text) {
			n = wordEnd(text, n)
		}
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}

// fitting is the length in bytes of the longest head within the bounds.
func fitting(text string) int {
	runes := 0
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			size = 1
			if _, n := utf8.DecodeRuneInString(text[i:]); n > 1 {
				size = n
			}
		}
		if runes == pasteRunes || i+size > pasteBytes {
			return i
		}
		runes++
	}
	return len(text)
}

// wordEnd moves a cut back to where a space follows a letter; without one it
// keeps marks and joined emoji with what they belong to.
func wordEnd(text string, n int) int {
	for i := n; i > 1 && n-i < backUp; i-- {
		if text[i] == ' ' && text[i-1] != ' ' {
			return i
		}
	}
	cut := n
	for cut > 1 && n-cut < backUp {
		next, _ := utf8.DecodeRuneInString(text[cut:])
		last, size := utf8.DecodeLastRuneInString(text[:cut])
		if !clings(next) && last != zeroWidthJoiner && next != zeroWidthJoiner && !unicode.IsSpace(last) {
			return cut
		}
		cut -= size
	}
	return n
}

const zeroWidthJoiner = '\u200d'

// clings tells whether r belongs to the rune before it.
func clings(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0x1F1E6 && r <= 0x1F1FF
}

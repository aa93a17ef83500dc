// Shortening at a word.

package memory

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// cut shortens s to at most limit runes, the "…" at its end included, at a
// word unless that takes most of it, else between characters.
func cut(s string, limit int) string {
	if runes := []rune(s); len(runes) <= limit {
		return s
	}
	if limit < 2 {
		return ""
	}
	var kept strings.Builder
	count, word := 0, -1
	graphemes := uniseg.NewGraphemes(s)
	for graphemes.Next() {
		g := graphemes.Runes()
		if unicode.IsSpace(g[0]) {
			word = kept.Len()
		}
		if count+len(g) > limit-1 {
			break
		}
		count += len(g)
		kept.WriteString(graphemes.Str())
	}
	out := kept.String()
	if word > len(out)/3 {
		out = out[:word]
	}
	return strings.TrimRightFunc(out, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:，；：、-–—", r) }) + "…"
}

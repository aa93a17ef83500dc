// Characters that are not seen: escape sequences, zero widths, controls.

package redact

import (
	"strings"
	"unicode/utf8"
)

// strip returns v without invisible characters, and with one byte for each
// island; or v itself if it has neither.
func strip(v *view, islands []span) *view {
	t := v.text
	if len(islands) == 0 && !strings.ContainsFunc(t, unseen) {
		return v
	}
	b := &builder{base: v}
	kept := 0
	for i := 0; i < len(t); {
		if len(islands) > 0 && islands[0].from == i {
			b.keep(kept, i)
			b.put(island, i, islands[0].to)
			i = islands[0].to
			kept = i
			islands = islands[1:]
			continue
		}
		n := unseenLen(t[i:])
		if n == 0 {
			_, size := utf8.DecodeRuneInString(t[i:])
			i += size
			continue
		}
		b.keep(kept, i)
		i += n
		kept = i
	}
	b.keep(kept, len(t))
	return b.view()
}

func unseen(r rune) bool {
	switch {
	case r < ' ':
		return r != '\n' && r != '\r' && r != '\t' && r != island
	case r < 0x7F:
		return false
	case r <= 0x9F, r == 0xAD, r == 0x034F, r == 0x061C, r == 0xFEFF, r == 0x180E:
		return true
	}
	if r >= 0xE0000 && r <= 0xE007F || r >= 0xE0100 && r <= 0xE01EF || r >= 0xFFF9 && r <= 0xFFFB || r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE {
		return true // tags, variation selectors, annotations, noncharacters
	}
	return r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x206F || r >= 0xFE00 && r <= 0xFE0F
}

// maxEscape bounds the bytes of an escape sequence that carries a string.
const maxEscape = 512

// unseenLen returns the length of the invisible character or escape sequence
// that s begins with, or 0.
func unseenLen(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	if !unseen(r) || r == utf8.RuneError {
		return 0
	}
	kind := byte(0)
	switch {
	case r == 0x1B && len(s) > 1:
		kind, n = s[1], 2
	case r == 0x9B:
		kind = '['
	}
	switch kind {
	case 0:
		return n
	case '[':
		for i := n; i < len(s) && i < n+32; i++ {
			if s[i] >= 0x40 && s[i] <= 0x7E {
				return i + 1
			}
			if s[i] < 0x20 || s[i] > 0x7E {
				break
			}
		}
	case ']', 'P', '^', '_', 'X':
		for i := n; i < len(s) && i < maxEscape; i++ {
			switch {
			case s[i] == 0x07:
				return i + 1
			case s[i] == 0x1B && i+1 < len(s) && s[i+1] == '\\':
				return i + 2
			}
		}
	case '(', ')', '*', '+':
		return min(3, len(s))
	}
	if kind >= 0x40 && kind <= 0x5F || kind == '7' || kind == '8' || kind == '=' || kind == '>' || kind == 'c' {
		return n
	}
	return 1
}

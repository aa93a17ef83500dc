// Identifiers, paths and plain words: whole and in their parts.

package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// chunkWords are the words of letters, digits and joiners without a gap, such
// as preserve/memory/store.go:12, parseHTTPHeader, rate_limit or l'erreur.
// What / \ : @ & split stands alone; what . _ - ' split is found whole, too,
// and without what splits it, so that rate_limit finds rateLimit.
func chunkWords(text string, yield func(word) bool) bool {
	if lower(text) { // most are
		return yield(word{text: cut(text), plain: true})
	}
	for seg := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '/' || r == '\\' || r == ':' || r == '@' || r == '&' }) {
		if !segmentWords(seg, yield) {
			return false
		}
	}
	return true
}

// lower says whether a text is of a to z only.
func lower(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < 'a' || text[i] > 'z' {
			return false
		}
	}
	return true
}

func segmentWords(seg string, yield func(word) bool) bool {
	parts := strings.FieldsFunc(seg, func(r rune) bool { return classOf(r) == joiner })
	if len(parts) > 1 && !yield(word{text: cut(fold(strings.Join(parts, "")))}) {
		return false
	}
	for _, p := range parts {
		if !partWords(p, yield) {
			return false
		}
	}
	if s := sign(seg[len(strings.TrimRight(seg, "+#")):]); s != "" && len(parts) > 0 {
		return yield(word{text: cut(fold(parts[len(parts)-1])) + s})
	}
	return true
}

func partWords(p string, yield func(word) bool) bool {
	pieces := pieces(p)
	if len(pieces) == 1 {
		return yield(word{text: cut(fold(p)), plain: alphabetic(p)})
	}
	if !yield(word{text: cut(fold(p))}) {
		return false
	}
	for _, s := range pieces {
		if !yield(word{text: cut(fold(s)), plain: alphabetic(s)}) {
			return false
		}
	}
	return true
}

func cut(s string) string {
	if len(s) <= maxWord {
		return s
	}
	return firstRunes(s, maxWord)
}

func alphabetic(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return false
		}
	}
	return true
}

// pieces splits where the case or the sort of character changes: parseHTTPHeader
// into parse, HTTP, Header; utf8 into utf, 8. More than eight pieces are a hash
// or the like, which nobody asks for in parts.
func pieces(p string) []string {
	var list []string
	start, before := 0, rune(0)
	for i, r := range p {
		next, _ := utf8.DecodeRuneInString(p[i+utf8.RuneLen(r):])
		switch {
		case i == 0:
		case unicode.IsNumber(before) != unicode.IsNumber(r),
			unicode.IsUpper(r) && unicode.IsLower(before),
			unicode.IsUpper(r) && unicode.IsUpper(before) && unicode.IsLower(next):
			if list = append(list, p[start:i]); len(list) == 8 {
				return []string{p}
			}
			start = i
		}
		before = r
	}
	return append(list, p[start:])
}

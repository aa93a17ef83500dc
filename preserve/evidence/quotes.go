// Stretches of text in quotation marks.

package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quotation is a stretch of text in quotation marks.
type quotation struct {
	begin, end int // with the marks, in bytes
	inner      string
	apostrophe bool // the marks can be apostrophes
}

// closing are the marks that can end what r begins, or "".
func closing(r rune) string {
	switch r {
	case '“':
		return "”"
	case '„':
		return "“”"
	case '«':
		return "»"
	case '»':
		return "«"
	case '「':
		return "」"
	case '『':
		return "』"
	case '《':
		return "》"
	case '〈':
		return "〉"
	case '‹':
		return "›"
	case '‚':
		return "‘’"
	case '״':
		return "״"
	case '‘':
		return "’"
	case '"', '`', '\'':
		return string(r)
	}
	return ""
}

// quotations are the outermost stretches of text in quotation marks.
func quotations(text string) []quotation {
	var found []quotation
	for i := 0; i < len(text); {
		if b := text[i]; b > '\'' && b < '`' { // most of what is written opens nothing
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		ends := closing(r)
		if ends == "" || (r == '\'' || r == '‘' || r == '‚' || r == '"' || r == '״') && !wordEdge(text[:i]) {
			i += n
			continue
		}
		const widest, most = 2000, 200 // bytes of a quotation; quotations
		if len(found) >= most {
			break
		}
		k := strings.IndexAny(text[i+n:min(len(text), i+n+widest)], ends)
		if k < 0 {
			i += n
			continue
		}
		_, m := utf8.DecodeRuneInString(text[i+n+k:])
		found = append(found, quotation{i, i + n + k + m, text[i+n : i+n+k], r == '\''})
		i += n + k + m
	}
	return found
}

// wordEdge tells where marks can open that also stand inside of words and
// behind numbers: 3", don't, צה"ל.
func wordEdge(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r) || isDense(r)
}

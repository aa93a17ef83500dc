// Foreign text, made fit for one line of an error.

package anymcp

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of foreign text in reasons and errors, in runes.
const (
	maxName  = 128
	maxQuote = 400
)

// clean makes one line of s: control and format characters and white space
// become single spaces, and what is over limit runes is cut.
func clean(s string, limit int) string {
	var out strings.Builder
	n, gap := 0, false
	for _, r := range s {
		if unicode.IsSpace(r) || r == utf8.RuneError || !unicode.IsPrint(r) {
			gap = out.Len() > 0
			continue
		}
		if n >= limit {
			return out.String() + "..."
		}
		if gap {
			out.WriteByte(' ')
			n, gap = n+1, false
		}
		out.WriteRune(r)
		n++
	}
	return out.String()
}

// hide takes the secrets of a configuration out of a text.
func hide(s string, secrets []string) string {
	for _, secret := range secrets {
		s = strings.ReplaceAll(s, secret, "[hidden]")
	}
	return s
}

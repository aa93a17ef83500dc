// What stands in the place of a secret, and how it is recognised.

package redact

import "strings"

const (
	markerStart = "[REDACTED: "
	markerEnd   = "]"
	maxName     = 60 // bytes of the name in a marker
)

// markers returns the spans of the markers in s.
func markers(s string) []span {
	var out []span
	for at := 0; ; {
		i := strings.Index(s[at:], markerStart)
		if i < 0 {
			return out
		}
		from := at + i
		at = from + len(markerStart)
		n := strings.IndexAny(s[at:min(len(s), at+maxName+1)], "[]\n\r")
		if n > 0 && s[at+n] == ']' {
			at += n + 1
			out = append(out, span{from: from, to: at})
		}
	}
}

// The beginning and the end of a long string.

package transcript

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// cutMark stands where the middle of a long text was left out.
const cutMark = "\n[...]\n"

// ends decodes a string of which at most limit bytes are kept: three quarters
// from its beginning, the rest from its end. What is left out costs no memory.
//
// A cut may go through a secret, or part it from the word that tells what it
// is, and then nobody finds it any more. So the word that the cut touches goes,
// and behind it the rest of the line and the next one.
func ends(raw []byte, limit int) (s string, cut bool) {
	if len(raw) < 2 || raw[0] != '"' || len(raw) <= limit+2 {
		return str(raw), false
	}
	inner := raw[1 : len(raw)-1]
	head := limit / 4 * 3
	var begin, end strings.Builder
	decode(&begin, inner[:before(inner, head)])
	decode(&end, inner[behind(inner, len(inner)-limit+head):])
	return valid(wholeWords(begin.String()) + cutMark + laterLines(end.String())), true
}

// wholeWords is a text without its last word, which may go on.
func wholeWords(s string) string { return s[:strings.LastIndexAny(s, " \t\r\n")+1] }

// laterLines is a text from its third line on: the first one began earlier, and
// may announce what stands in the second. A line that does not end soon counts
// as ended there, at the next word.
func laterLines(s string) string {
	const soon = 256 // bytes
	for range 2 {
		if i := strings.IndexByte(s[:min(len(s), soon)], '\n'); i >= 0 {
			s = s[i+1:]
			continue
		}
		s = s[min(len(s), soon):]
		s = s[max(0, strings.IndexAny(s+" ", " \t\r\n")):]
	}
	return s
}

func quoted(inner []byte) []byte {
	return append(append(append(make([]byte, 0, len(inner)+2), '"'), inner...), '"')
}

// before is the last place in a raw string, limit at most, that parts no
// escape, no surrogate pair and no character.
func before(inner []byte, limit int) int {
	at := 0
	for at < len(inner) {
		n := 1
		switch c := inner[at]; {
		case c == '\\':
			n = escape(inner[at:])
		case c >= utf8.RuneSelf:
			_, n = utf8.DecodeRune(inner[at:])
		}
		if at+n > limit {
			break
		}
		at += n
	}
	return at
}

// escape is the length of the escape that raw begins with.
func escape(raw []byte) int {
	if len(raw) < 6 || raw[1] != 'u' {
		return 2
	}
	if high := raw[2]|0x20 == 'd' && raw[3]|0x20 >= '8' && raw[3]|0x20 <= 'b'; high && len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
		return 12
	}
	return 6
}

// behind is the first such place from at on that can be told without reading
// from the beginning: a backslash behind another character, or a character
// with no backslash in the twelve bytes before it.
func behind(inner []byte, at int) int {
	for at = max(at, 1); at < len(inner); at++ {
		if inner[at] == '\\' {
			low := at+2 < len(inner) && inner[at+1] == 'u' && inner[at+2]|0x20 == 'd' // may be half of a pair
			if inner[at-1] != '\\' && !low {
				return at
			}
			continue
		}
		if utf8.RuneStart(inner[at]) && bytes.IndexByte(inner[max(0, at-12):at], '\\') < 0 {
			return at
		}
	}
	return at
}

// How long a terminal escape sequence is (ECMA-48, and xterm's ctlseqs for
// the end of OSC by BEL).

package preserve

import (
	"strings"
	"unicode/utf8"
)

// escapeLen returns how many bytes at the start of s are one escape sequence,
// or 0 if there is none. Of a sequence with a string that never ends, and of
// one that breaks off, only the part that is certain counts.
func escapeLen(s string) int {
	intro, n := introducer(s)
	rest := s[n:]
	switch intro {
	case 0:
		return 0
	case '[': // CSI: parameters, intermediates, one final byte
		p := span(rest, 0x30, 0x3F)
		p += span(rest[p:], 0x20, 0x2F)
		return n + p + span(firstByte(rest[p:]), 0x40, 0x7E)
	case ']', 'P', 'X', '^', '_': // OSC, DCS, SOS, PM, APC: a string up to its end
		return n + stringLen(rest)
	case ' ': // intermediates and one final byte
		p := span(rest, 0x20, 0x2F)
		return n + p + span(firstByte(rest[p:]), 0x30, 0x7E)
	}
	return n
}

// introducer reads ESC and the byte behind it, or the 8-bit form of both, and
// returns that byte and the length of what it read. A space stands for any
// intermediate byte, which is left unread. 0: s begins with nothing of the
// sort.
func introducer(s string) (intro byte, n int) {
	switch {
	case len(s) >= 2 && s[0] == 0x1B && s[1] >= 0x30 && s[1] <= 0x7E:
		return s[1], 2
	case len(s) >= 2 && s[0] == 0x1B && s[1] >= 0x20 && s[1] <= 0x2F:
		return ' ', 1
	case len(s) >= 2 && s[0] == 0xC2 && isC1Introducer(s[1]):
		return s[1] - 0x40, 2
	case len(s) >= 1 && isC1Introducer(s[0]):
		return s[0] - 0x40, 1
	}
	return 0, 0
}

// isC1Introducer reports whether b is DCS, SOS, CSI, OSC, PM or APC. Clean looks
// at b only where a character would begin, so it is never the middle of one.
func isC1Introducer(b byte) bool {
	switch b {
	case 0x90, 0x98, 0x9B, 0x9D, 0x9E, 0x9F:
		return true
	}
	return false
}

// stringLen returns the length of a control string with its end: BEL, ESC \,
// or ST in 8 bits. It is 0 if a line break or another sequence comes first,
// either of which breaks a string off, or if there is no end.
func stringLen(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			r = rune(s[i]) // a bare byte
		}
		switch {
		case r == 0x07, r == 0x9C:
			return i + n
		case r == 0x1B && strings.HasPrefix(s[i:], "\x1b\\"):
			return i + 2
		case r == '\n', r == '\r', r == 0x1B, r <= 0x9F && isC1Introducer(byte(r)):
			return 0
		}
		i += n
	}
	return 0
}

// span returns how many bytes at the start of s lie between low and high.
func span(s string, low, high byte) int {
	n := 0
	for n < len(s) && s[n] >= low && s[n] <= high {
		n++
	}
	return n
}

func firstByte(s string) string { return s[:min(1, len(s))] }

// One line without control characters, otherwise letter for letter.

package preserve

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes s one line that a terminal shows and does not obey.
//
//   - A run of control characters and line breaks (C0, DEL, C1, U+2028,
//     U+2029), with the plain spaces around it, becomes one space.
//   - Escape sequences are removed whole, in their 7-bit and 8-bit forms, the
//     latter as a code point or as a bare byte. A sequence that carries a string
//     and never ends (OSC, DCS and the like) loses its introducer only, so
//     that no text is swallowed.
//   - Bidirectional controls are removed: embeddings, overrides, isolates
//     (U+202A–202E, U+2066–206F), because they make a line read otherwise than
//     it is; the marks U+200E, U+200F and U+061C too, because they are not
//     letters, terminals drop them, and what the composer shows is compared
//     with what was typed.
//   - U+FEFF, noncharacters, annotation marks (U+FFF9–FFFB) and tag
//     characters are removed; tag characters stay behind U+1F3F4, where they
//     spell the flags of England, Scotland and Wales. Elsewhere they are
//     invisible text.
//   - A run of bytes that are not UTF-8 becomes one U+FFFD, so that the loss
//     shows.
//   - White space at both ends is cut off.
//
// Everything else stays: no Unicode normalisation, joiners and variation
// selectors of emoji, no-break and wide spaces, two spaces in a row. Cleaning
// twice is cleaning once.
func Clean(s string) string {
	c := cleaner{}
	c.out.Grow(len(s))
	for i := 0; i < len(s); {
		if n := escapeLen(s[i:]); n > 0 {
			i += n
			c.inBad = false
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		c.add(r, r == utf8.RuneError && n == 1)
		i += n
	}
	return strings.TrimSpace(c.out.String())
}

// cleaner holds what Clean has to know about the text before a character.
type cleaner struct {
	out    strings.Builder
	last   rune // the last character written
	spaces int  // plain spaces read and not yet written
	gap    bool // control characters read since the last character: they count as one space
	inBad  bool // in a run of bytes that are not UTF-8
}

func (c *cleaner) add(r rune, bad bool) {
	switch {
	case bad:
		if !c.inBad {
			c.write(utf8.RuneError)
		}
	case unicode.IsControl(r), r == '\u2028', r == '\u2029':
		c.gap = true
	case r == ' ':
		c.spaces++
	case isTag(r):
		if c.spaces == 0 && !c.gap && (c.last == blackFlag || isTag(c.last)) {
			c.write(r)
		}
	case !invisible(r):
		c.write(r)
	}
	c.inBad = bad
}

func (c *cleaner) write(r rune) {
	if c.gap {
		c.spaces = 1
	}
	for range c.spaces {
		c.out.WriteByte(' ')
	}
	c.out.WriteRune(r)
	c.last, c.spaces, c.gap = r, 0, false
}

// blackFlag begins the emoji flags that are spelled in tag characters.
const blackFlag = '\U0001F3F4'

func isTag(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

// invisible reports whether r has no place in a line: see [Clean].
func invisible(r rune) bool {
	switch {
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x206F, r == 0x200E, r == 0x200F, r == 0x061C:
		return true // bidirectional controls, and the deprecated ones beside them
	case r == 0xFEFF, r >= 0xFFF9 && r <= 0xFFFB, r == 0xE0001:
		return true // byte order mark, annotations, language tag
	}
	return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE // noncharacters
}

// What one line can be, by the rules of goldmark's block parsers.

package markdown

import (
	"bytes"
	"strconv"

	"github.com/yuin/goldmark/util"
)

// special reports whether a line that begins with c can be anything but text.
func special(c byte) bool {
	switch c {
	case '#', '=', '-', '*', '_', '+', '>', '`', '~', '<':
		return true
	}
	return c >= '0' && c <= '9'
}

// opens reports whether a line, at most three columns in, may begin a block
// that can interrupt a paragraph, or be the underline of one.
func opens(line []byte, pos int) bool {
	rest := line[pos:]
	switch c := rest[0]; {
	case c == '#':
		_, level := atx(rest)
		return level > 0
	case c == '`' || c == '~':
		return fence(rest) > 0
	case c == '>' || c == '<':
		return true
	case special(c):
		_, ok := listItem(line, pos)
		return ok || rule(rest) || underline(rest) > 0
	}
	return false
}

// atx is the content and the level of an ATX heading, level 0 if line is none.
// line begins at its first hash.
func atx(line []byte) (content []byte, level int) {
	for level < len(line) && line[level] == '#' {
		level++
	}
	rest := line[level:]
	if level > 6 || len(rest) > 0 && !space(rest[0]) {
		return nil, 0
	}
	content = trim(rest)
	closed := bytes.TrimRight(content, "#")
	if len(closed) == 0 {
		return nil, level
	}
	if len(closed) < len(content) && space(closed[len(closed)-1]) {
		content = trim(closed)
	}
	return content, level
}

func trim(b []byte) []byte {
	for len(b) > 0 && space(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && space(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// underline is the level that a line gives to the paragraph above, 0 for none.
func underline(line []byte) int {
	level := 2
	if line[0] == '=' {
		level = 1
	} else if line[0] != '-' {
		return 0
	}
	for i, c := range line {
		if c != line[0] {
			if blank(line[i:]) {
				return level
			}
			return 0
		}
	}
	return level
}

// rule reports whether a line is a thematic break.
func rule(line []byte) bool {
	mark := line[0]
	if mark != '-' && mark != '*' && mark != '_' {
		return false
	}
	n := 0
	for _, c := range line {
		switch {
		case c == mark:
			n++
		case !space(c):
			return false
		}
	}
	return n > 2
}

// fence is the length of a line's opening fence, 0 if it has none.
func fence(line []byte) int {
	rest := bytes.TrimLeft(line, string(line[0]))
	n := len(line) - len(rest)
	if n < 3 || line[0] == '`' && bytes.IndexByte(rest, '`') >= 0 {
		return 0
	}
	return n
}

// item is what begins a list item.
type item struct {
	marker  byte // - + * . )
	ordered bool
	start   int
	offset  int // column where its content begins
	empty   bool
	text    bool // its content begins with a paragraph
}

// itemLike reports whether a line that begins with c can be a list item.
func itemLike(c byte) bool {
	return c == '-' || c == '+' || c == '*' || c >= '0' && c <= '9'
}

// listItem reads the marker at line[pos], at most three columns in.
func listItem(line []byte, pos int) (item, bool) {
	it := item{marker: line[pos]}
	i := pos
	switch {
	case it.marker == '-' || it.marker == '+' || it.marker == '*':
		i++
		if i+1 < len(line) && line[i] == ' ' && line[i+1] > ' ' { // the usual one
			it.offset, it.text = i+1, !special(line[i+1])
			return it, true
		}
	default:
		for i < len(line) && line[i] >= '0' && line[i] <= '9' {
			i++
		}
		if n := i - pos; n == 0 || n > 9 || i == len(line) || line[i] != '.' && line[i] != ')' {
			return it, false
		}
		it.start, _ = strconv.Atoi(string(line[pos:i]))
		it.marker, it.ordered = line[i], true
		i++
	}
	rest := line[i:]
	it.empty = blank(rest)
	it.offset = i + 1
	width, _ := util.IndentWidth(rest, 0)
	if len(rest) > 0 && rest[0] != '\n' && width == 0 {
		return it, false
	}
	if !it.empty {
		width, first := util.IndentWidth(rest, i)
		if width <= 4 {
			it.offset = i + width
			it.text = !special(rest[first])
		}
	}
	return it, true
}

// hollow reports whether a line consists of the markers of lists and quotes: an
// empty item could be among them.
func hollow(line []byte) bool {
	for _, c := range line {
		switch c {
		case ' ', '\t', '\r', '\n', '-', '+', '*', '>', '.', ')':
		default:
			if c < '0' || c > '9' {
				return false
			}
		}
	}
	return true
}

// delimiterLike reports whether a line has only what a delimiter row can have.
func delimiterLike(line []byte) bool {
	for _, c := range line {
		if c != '-' && c != '|' && c != ':' && !space(c) {
			return false
		}
	}
	return true
}

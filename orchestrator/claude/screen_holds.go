package claude

import (
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

// margin is what the client leaves free of the screen's width when it wraps:
// the indentation on the left and as much on the right (2.1.100, 2.1.332).
const margin = 2 * indent

// Holds tells whether the composer holds exactly this one-line text and the
// cursor is at its end: the rows are those the client wraps it into. Should
// the client wrap otherwise, its wrapping is undone: within a row every space
// counts, where a row ends any number of spaces matches, because tmux drops
// trailing blanks and the client leading ones. Of a scrolled composer (2.1.332)
// the visible rows must be the tail of our text, and the hidden ones exactly
// as many as come before it; what they say cannot be seen. 2.1.100 does not
// scroll: a composer higher than the screen has no upper border there and is
// not taken for one.
func (s Screen) Holds(text string) bool {
	if !s.Box || !s.end || s.Placeholder || text == "" || strings.ContainsAny(text, "\n\r\t\x1b") {
		return false
	}
	switch s.Kind {
	case KindShellMode, KindUnknown, KindSuggestion, KindHelp:
		return false
	}
	trimmed := strings.TrimRight(text, " ")
	if s.tail != len(text)-len(trimmed) {
		return false
	}
	rows := wrap(text, s.width-margin)
	if len(rows) == s.Hidden+len(s.Rows) && sameRows(rows[s.Hidden:], s.Rows) {
		return true
	}
	return s.Hidden == 0 && rowsHold(s.Rows, fold(trimmed), s.width-margin)
}

func sameRows(a, b []string) bool {
	for i := range a {
		if strings.TrimRight(fold(a[i]), " ") != strings.TrimRight(fold(b[i]), " ") {
			return false
		}
	}
	return true
}

// rowsHold compares rows with a text, any number of spaces at a row's end. A
// row that ends before it had to is a line break that somebody typed.
func rowsHold(rows []string, text string, columns int) bool {
	for i, row := range rows {
		row = strings.TrimRight(row, " ")
		rest, ok := strings.CutPrefix(text, fold(row))
		if !ok || row == "" {
			return false
		}
		text = strings.TrimLeft(rest, " ")
		if i < len(rows)-1 && early(row, len(rest)-len(text), text, columns) {
			return false
		}
	}
	return text == ""
}

// early tells whether more of the text would have fitted behind the row. One
// column is granted: behind a row that is exactly full, the client counts the
// space that it does not draw (2.1.332).
func early(row string, spaces int, next string, columns int) bool {
	if spaces > 0 {
		next, _, _ = strings.Cut(next, " ")
	} else {
		next, _, _, _ = uniseg.FirstGraphemeClusterInString(next, -1)
	}
	return textWidth(row)+spaces+textWidth(next) < columns
}

// wrap wraps a line as the client does: at single spaces, a word longer than
// a row broken between graphemes, and started on the row before only when
// that saves one; leading spaces of a continued row are not drawn. (The rules
// of npm's wrap-ansi with hard wrapping and without trimming.)
func wrap(text string, columns int) []string {
	if columns < 1 {
		return []string{text}
	}
	rows := []string{""}
	used := 0
	last := func() *string { return &rows[len(rows)-1] }
	for i, word := range strings.Split(text, " ") {
		size := textWidth(word)
		if i > 0 {
			if used >= columns {
				rows, used = append(rows, ""), 0
			}
			*last() += " "
			used++
		}
		if size > columns {
			left := columns - used
			if here, next := 1+floorDiv(size-left-1, columns), (size-1)/columns; next < here {
				rows, used = append(rows, ""), 0
			}
			used = breakWord(&rows, word, used, columns)
			continue
		}
		if used+size > columns && used > 0 && size > 0 {
			rows, used = append(rows, ""), 0
		}
		*last() += word
		used += size
	}
	for i := 1; i < len(rows); i++ {
		rows[i] = strings.TrimLeft(rows[i], " ")
	}
	return rows
}

func floorDiv(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// breakWord writes a word longer than a row over as many as it needs.
func breakWord(rows *[]string, word string, used, columns int) int {
	state := -1
	for word != "" {
		var cluster string
		cluster, word, _, state = uniseg.FirstGraphemeClusterInString(word, state)
		width := textWidth(cluster)
		if used+width > columns {
			*rows, used = append(*rows, ""), 0
		}
		(*rows)[len(*rows)-1] += cluster
		used += width
	}
	return used
}

// textWidth is the columns of a text as the client counts them: keycaps and
// other characters with a variation selector take two.
func textWidth(s string) int {
	width, state := 0, -1
	for s != "" {
		var cluster string
		var w int
		cluster, s, w, state = uniseg.FirstGraphemeClusterInString(s, state)
		if strings.ContainsRune(cluster, selector) {
			w = 2
		}
		width += w
	}
	return width
}

// fold makes equal what cannot be told apart on the screen, the same way on
// both sides (2.1.332 in tmux 3.3a):
//
//   - the client composes letters and marks (NFC);
//   - a skin tone is drawn over by what follows the emoji;
//   - a character made wide by a variation selector is followed by a blank
//     that is not in the text, so no space behind one counts.
func fold(s string) string {
	s = norm.NFC.String(s)
	if !strings.ContainsFunc(s, func(r rune) bool { return r == selector || isTone(r) }) {
		return s
	}
	var b strings.Builder
	widened := false
	for _, r := range s {
		switch {
		case isTone(r) || r == ' ' && widened:
			continue
		case r == selector:
			widened = true
			continue
		case r != keycap:
			widened = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

const (
	selector = '\ufe0f'
	keycap   = '\u20e3'
)

func isTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

package claude

import (
	"strconv"
	"strings"
)

// nbsp stands between the prompt glyph and the text, in every version seen
// (2.1.100 to 2.1.332). Choices of a dialog (`❯ 1. Yes`) have a plain space.
const nbsp = "\u00a0"

// indent is the width of the prompt glyph with its no-break space, and of
// the spaces before every further row.
const indent = 2

// minBorder is the narrowest border that is taken for one, in columns.
const minBorder = 12

// box is a composer: the rows between two borders as wide as the screen.
type box struct {
	top, bottom int // rows of the borders
	width       int // columns of the screen
	glyph       string
	tint        string // the glyph's colour
	hidden      int    // rows scrolled out above; the border says `↑ 5 more`
	below       int    // and below
	rows        []line
}

var (
	borderLine = lazy(`^─+(?: ([^─]+) )?─+$`)
	moreLabel  = lazy(`^([↑↓]) ([0-9]+) more$`)
)

// border reads a row as a border: its width, and its label.
func border(l line) (width int, label string, ok bool) {
	if l.columns < minBorder {
		return 0, "", false
	}
	m := borderLine().FindStringSubmatch(l.text)
	if m == nil {
		return 0, "", false
	}
	return l.columns, strings.TrimSpace(m[1]), true
}

// findBox finds the composer that the cursor is in. The client draws it
// from column 0, and everything it shows of others (prompts, answers, drafts)
// further right or without the glyph's no-break space.
func findBox(g []line, x, y int) (box, bool) {
	if y <= 0 || y >= len(g)-1 || x < indent {
		return box{}, false
	}
	b := box{top: y - 1, bottom: y + 1}
	for b.top >= 0 && !isBorder(g[b.top]) {
		b.top--
	}
	for b.bottom < len(g) && !isBorder(g[b.bottom]) {
		b.bottom++
	}
	if b.top < 0 || b.bottom >= len(g) || isBorder(g[y]) {
		return box{}, false
	}
	b.rows = g[b.top+1 : b.bottom]
	return b, b.measure(g) && b.head() && x < b.width
}

func isBorder(l line) bool { _, _, ok := border(l); return ok }

// measure reads both borders: of one width, and nothing wider on the screen.
func (b *box) measure(g []line) bool {
	top, above, _ := border(g[b.top])
	bottom, under, _ := border(g[b.bottom])
	if top != bottom {
		return false
	}
	b.width = top
	for _, l := range g {
		if l.columns > b.width {
			return false
		}
	}
	if m := moreLabel().FindStringSubmatch(above); m != nil && m[1] == "↑" {
		b.hidden, _ = strconv.Atoi(m[2])
	}
	m := moreLabel().FindStringSubmatch(under)
	if m != nil && m[1] == "↓" {
		b.below, _ = strconv.Atoi(m[2])
	}
	return under == "" || m != nil
}

// head checks the rows' beginnings and takes the glyph.
func (b *box) head() bool {
	for i, l := range b.rows {
		if i == 0 && b.hidden == 0 {
			continue
		}
		if !l.indented(indent) {
			return false
		}
	}
	if b.hidden > 0 {
		b.glyph = "❯" // scrolled out with the first row
		return true
	}
	for _, glyph := range []string{"❯", ">", "!"} {
		if strings.HasPrefix(b.rows[0].text, glyph+nbsp) {
			b.glyph, b.tint = glyph, b.rows[0].cells[0].color
			return true
		}
	}
	return false
}

// texts are the rows without glyph and indentation.
func (b box) texts() []string {
	out := make([]string, len(b.rows))
	for i, l := range b.rows {
		out[i] = l.from(indent)
	}
	return out
}

// blank tells whether nothing is written in the box.
func (b box) blank() bool {
	for _, t := range b.texts() {
		if strings.TrimSpace(t) != "" {
			return false
		}
	}
	return true
}

// suggested tells whether the box holds only a grey suggestion: the cursor's
// block on its first letter, at the very beginning, and everything behind it
// dim (SGR 2; 2.1.100 and 2.1.332). One letter alone is taken for a draft.
func (b box) suggested(x, y int) bool {
	if x != indent || y != b.top+1 || b.hidden > 0 || b.glyph == "!" {
		return false
	}
	first, ok := b.rows[0].at(x)
	if !ok || !first.reverse && !first.dim {
		return false
	}
	dim := 0
	for i, l := range b.rows {
		for _, c := range l.cells {
			switch {
			case c.col < indent || c.text == " " || i == 0 && c.col == x:
			case !c.dim:
				return false
			default:
				dim++
			}
		}
	}
	return dim > 0
}

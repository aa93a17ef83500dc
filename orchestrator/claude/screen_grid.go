package claude

import (
	"strings"

	"github.com/rivo/uniseg"
)

// cell is one grapheme as the terminal drew it.
type cell struct {
	text    string
	col     int // column of its left edge
	width   int // columns: 0, 1 or 2
	dim     bool
	reverse bool
	color   string // the foreground as written in SGR; "" is the terminal's own
}

// line is one row of the screen, its trailing blanks dropped as tmux does.
type line struct {
	cells   []cell
	open    int    // column of a cursor block at the end whose blank tmux dropped, or -1
	text    string // the cells' text
	columns int
}

// pen is the drawing state. tmux writes only its changes, across line ends
// (3.3a), so a row's colours may be set rows above it.
type pen struct {
	dim, reverse bool
	color        string
}

// parseGrid reads a capture as tmux capture-pane -p -e prints it.
func parseGrid(capture string) []line {
	var out []line
	var p pen
	for _, raw := range strings.Split(strings.TrimSuffix(capture, "\n"), "\n") {
		out = append(out, parseLine(strings.TrimSuffix(raw, "\r"), &p))
	}
	return out
}

func parseLine(raw string, p *pen) line {
	l := line{open: -1}
	var text strings.Builder
	blank := !p.reverse // whether the pen turned to reverse in this row
	for raw != "" {
		if n := escape(raw, p); n > 0 {
			raw = raw[n:]
			blank = blank || !p.reverse
			continue
		}
		end := strings.IndexAny(raw, "\x1b\x0e\x0f")
		if end < 0 {
			end = len(raw)
		}
		l.draw(raw[:end], *p, &text)
		raw = raw[end:]
	}
	if p.reverse && blank && (len(l.cells) == 0 || !l.cells[len(l.cells)-1].reverse) {
		l.open = l.columns
	}
	for n := len(l.cells); n > 0 && l.cells[n-1].text == " " && !l.cells[n-1].reverse; n-- {
		l.columns = l.cells[n-1].col
		l.cells = l.cells[:n-1]
	}
	l.text = strings.TrimRight(text.String(), " ")
	return l
}

func (l *line) draw(s string, p pen, text *strings.Builder) {
	state := -1
	for s != "" {
		var cluster string
		var width int
		cluster, s, width, state = uniseg.FirstGraphemeClusterInString(s, state)
		if strings.ContainsRune(cluster, selector) {
			width = 1 // tmux 3.3a does not widen it
		}
		l.cells = append(l.cells, cell{cluster, l.columns, width, p.dim, p.reverse, p.color})
		l.columns += width
		text.WriteString(cluster)
	}
}

// escape consumes one control sequence at the head of s and returns its
// length; 0 when s starts with text. Hyperlinks (OSC 8, tmux 3.4 and later)
// and the line-drawing shifts carry no text.
func escape(s string, p *pen) int {
	switch {
	case s[0] == 0x0e || s[0] == 0x0f:
		return 1
	case s[0] != 0x1b:
		return 0
	case len(s) == 1:
		return 1
	case s[1] == '[':
		for i := 2; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				if s[i] == 'm' {
					p.sgr(s[2:i])
				}
				return i + 1
			}
		}
		return len(s)
	case s[1] == ']':
		for i := 2; i < len(s); i++ {
			if s[i] == 7 {
				return i + 1
			}
			if s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			}
		}
		return len(s)
	case s[1] == '(' || s[1] == ')':
		return min(3, len(s))
	}
	return 2
}

// sgr applies the parameters of one SGR sequence.
func (p *pen) sgr(params string) {
	f := strings.Split(params, ";")
	for i := 0; i < len(f); i++ {
		switch n := f[i]; n {
		case "", "0":
			*p = pen{}
		case "2":
			p.dim = true
		case "22":
			p.dim = false
		case "7":
			p.reverse = true
		case "27":
			p.reverse = false
		case "39":
			p.color = ""
		case "38", "48", "58":
			size := 0
			if i+1 < len(f) {
				size = map[string]int{"5": 2, "2": 4}[f[i+1]]
			}
			if end := min(i+1+size, len(f)); n == "38" {
				p.color = strings.Join(f[i:end], ";")
			}
			i += size
		default:
			if strings.HasPrefix(n, "38:") || len(n) == 2 && (n[0] == '3' || n[0] == '9') && n != "38" {
				p.color = n
			}
		}
	}
}

// indented tells whether the row is empty or starts with n blanks.
func (l line) indented(n int) bool {
	for i, c := range l.cells {
		if i == n {
			break
		}
		if c.text != " " {
			return false
		}
	}
	return true
}

// from is the row's text from a column on.
func (l line) from(col int) string {
	var b strings.Builder
	for _, c := range l.cells {
		if c.col >= col {
			b.WriteString(c.text)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// at is the cell that covers a column.
func (l line) at(col int) (cell, bool) {
	for _, c := range l.cells {
		if c.col <= col && col < c.col+c.width {
			return c, true
		}
	}
	return cell{}, false
}

// Adding lines at the end of a section's own body.

package markdown

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// Append adds lines at the end of the named section's own body: behind its last
// line that is not blank and before the next heading of any level, so that a
// line never lands under a subsection. [Find] says what a name is.
//
// lines are Markdown, one line each: bullets ("- text", further lines of an
// item indented), or a paragraph. at is the 1-based line of the first one in
// the result.
//
// Bullets join a bullet list at the end of the body: directly below it, with
// its marker and indentation. Everything else stands behind one blank line.
// Blank lines at the end of the section stay behind what is added; before a
// heading there is at least one.
//
// Every byte of src stays, in its order. Line ends are those of the line
// before; the byte order mark and the presence or absence of a final line end
// are kept.
//
// Errors: [ErrNotText]; [ErrNoSection] and [ErrAmbiguous] of Find; [ErrUnsafe]
// when the result, parsed again, would have other headings or other blocks
// around the lines, or would have them in code, HTML or another block than a
// list, a paragraph, a quote or a table of their own.
func Append(src []byte, section string, lines []string) (out []byte, at int, err error) {
	if !utf8.Valid(src) || bytes.IndexByte(src, 0) >= 0 {
		return nil, 0, ErrNotText
	}
	if err := oneLineEach(lines); err != nil {
		return nil, 0, err
	}
	t := parse(src)
	list := t.sections()
	i, err := find(list, section)
	if err != nil {
		return nil, 0, err
	}
	starts := lineStarts(src)
	last := lastLine(src, starts, list, i)
	end := ends(src, starts, last)

	blankBefore := true
	if b, ok := t.listAt(list[i].body, last); ok && bullets(lines) {
		lines = b.dress(lines)
		blankBefore = false
	}
	text := strings.Join(lines, end)
	at = last + 1
	if blankBefore {
		text = end + text
		at++
	}
	where := starts[last]
	if lineEnd(src[starts[last-1]:where]) == "" {
		text = end + text
	} else {
		text += end
		if last < len(starts)-1 && where < len(src) && !blank(src[where:starts[last+1]]) {
			text += end
		}
	}
	out = append(append(bytes.Clone(src[:where]), text...), src[where:]...)
	if err := verify(t, parse(out), change{last, at, lines, bytes.Count(unixCR([]byte(text)), []byte{'\n'})}); err != nil {
		return nil, 0, err
	}
	return out, at, nil
}

func oneLineEach(lines []string) error {
	if len(lines) == 0 {
		return fmt.Errorf("%w: there are none", ErrUnsafe)
	}
	for i, l := range lines {
		switch {
		case strings.ContainsAny(l, "\r\n"):
			return fmt.Errorf("%w: line %d holds a line end", ErrUnsafe, i+1)
		case !utf8.ValidString(l) || strings.Contains(l, "\x00"):
			return fmt.Errorf("%w: line %d is not UTF-8 text", ErrUnsafe, i+1)
		case blank([]byte(l)) && (i == 0 || i == len(lines)-1):
			return fmt.Errorf("%w: line %d is blank", ErrUnsafe, i+1)
		}
	}
	return nil
}

// lastLine is the last line of section i that is not blank, at least the last
// of its heading. A setext heading begins at the first line of its text.
func lastLine(src []byte, starts []int, list []section, i int) int {
	last := len(starts) - 1
	if i+1 < len(list) {
		last = list[i+1].Line - 1
	}
	for last >= list[i].body && blank(src[starts[last-1]:starts[last]]) {
		last--
	}
	return last
}

// bulletList is a list that lines can join.
type bulletList struct {
	marker byte
	indent string
}

// listAt is the bullet list that is the last block in the lines from first to
// last.
func (t tree) listAt(first, last int) (bulletList, bool) {
	var found ast.Node
	for n := t.root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Pos() < 0 { // a link reference definition
			found = n
			continue
		}
		switch line := t.lineOf(n.Pos()); {
		case line > last:
			n = t.root.LastChild()
		case line >= first:
			found = n
		}
	}
	l, ok := found.(*ast.List)
	if !ok || l.IsOrdered() || l.LastChild() == nil {
		return bulletList{}, false
	}
	pos := l.LastChild().Pos()
	start := bytes.LastIndexByte(t.text[:pos], '\n') + 1
	return bulletList{l.Marker, string(t.text[start:pos])}, true
}

// dress gives lines the indentation and the marker of a list.
func (b bulletList) dress(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		switch {
		case isBullet(l):
			out[i] = b.indent + string(b.marker) + l[1:]
		case l != "":
			out[i] = b.indent + l
		}
	}
	return out
}

// bullets reports whether lines are items of a bullet list: the first is a
// bullet, and the others are too or are indented below one.
func bullets(lines []string) bool {
	for i, l := range lines {
		if !isBullet(l) && (i == 0 || l != "" && !strings.HasPrefix(l, "  ") && !strings.HasPrefix(l, "\t")) {
			return false
		}
	}
	return true
}

func isBullet(l string) bool {
	return len(l) > 1 && (l[0] == '-' || l[0] == '*' || l[0] == '+') && (l[1] == ' ' || l[1] == '\t')
}

// The headings of a document by its lines alone, for the scan.

package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// memory is what one document after the other is scanned with.
type memory struct {
	found  []found
	titles []byte
	out    outline

	headings []Heading
}

// sections is what goldmark answers, without it; ok is false where a document
// holds something this scanner does not decide. What it accepts it answers as
// goldmark does: it follows goldmark's own order of block parsers, and keeps
// account of no more than where the last block stands. The list is valid until
// the next call.
//
// What is inside a list item or a block quote is never looked at. A line that
// is indented less than the content of the last item has left the list, unless
// it continues a paragraph in it, and that only plain text can. So all that is
// not known inside is whether a paragraph is open there.
func (m *memory) sections(f front, src []byte) (list []section, ok bool) {
	text := unixCR(src[f.text:])
	s := scanner{src: text, line: f.lines, found: m.found[:0]}
	ok = s.run()
	m.found = s.found
	if !ok {
		return nil, false
	}
	var refs parser.Context
	if s.refers && bytes.Contains(text, []byte("]:")) {
		if refs, ok = references(text); !ok {
			return nil, false
		}
	}
	m.outline(refs)
	return m.out.list, true
}

// last is what the block before a line is.
type last int

const (
	other   last = iota // none that a line of text could continue
	open                // a paragraph of the document itself
	inside              // a block in a list or quote: perhaps a paragraph
	unclear             // open, or a paragraph continued lazily from inside
)

// inList is whether a list of the document itself is open.
type inList int

const (
	noList inList = iota
	list
	perhaps
)

type scanner struct {
	src  []byte
	at   int    // offset of the line
	end  int    // offset behind it
	cur  []byte // the line, with its line end
	line int    // its number

	found  []found
	refers bool // a heading could hold a link reference
	defs   *definitions

	last  last
	start int  // of the open paragraph: offset
	first int  // and line
	row   bool // it holds a line that could be the delimiter row of a table

	list    inList
	offset  int  // column where the content of the last item begins
	marker  byte // of the list: - + * . )
	empty   bool // the last item has no content yet
	hollow  bool // something in the list could be an empty item
	skipped bool // a blank line came since the list began
	sure    bool // a paragraph is open in the last item, for certain
}

// found is a heading whose text is not parsed yet.
type found struct {
	level      int
	content    []byte
	line, body int

	title    string
	from, to int // or where it is in the titles that are made at once
}

func (s *scanner) run() bool {
	for s.next() {
		if s.cur[0] == '\n' {
			s.blank()
			continue
		}
		if !s.step() {
			return false
		}
		if s.defs != nil && (s.last == inside || s.last == unclear) {
			s.defs.inside(s.cur)
		}
	}
	s.closed()
	return true
}

func (s *scanner) next() bool {
	s.at = s.end
	if s.at >= len(s.src) {
		return false
	}
	rest := s.src[s.at:]
	if rest[0] == '\n' {
		s.cur = rest[:1]
	} else if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		s.cur = rest[:i+1]
	} else {
		s.cur = rest
	}
	s.end = s.at + len(s.cur)
	s.line++
	return true
}

// step takes one line. It is false when the scanner gives up.
func (s *scanner) step() bool {
	width, pos := 0, 0
	if s.cur[0] <= ' ' {
		width, pos = util.IndentWidth(s.cur, 0)
	}
	if pos == len(s.cur) || space(s.cur[pos]) && blank(s.cur[pos:]) {
		s.blank()
		return true
	}
	if s.list != noList && width >= s.offset {
		return s.inner(width, pos)
	}
	if s.list == list && width < 4 && itemLike(s.cur[pos]) {
		if it, ok := listItem(s.cur, pos); ok && it.marker == s.marker && !rule(s.cur[pos:]) {
			s.openItem(it)
			return true
		}
	}
	if width >= 4 {
		s.indented()
		return true
	}
	return s.outer(pos)
}

func (s *scanner) blank() {
	s.closed()
	s.last, s.skipped, s.sure = other, true, false
}

// inner takes a line that belongs to the last item, if its list is open.
func (s *scanner) inner(width, pos int) bool {
	if s.list == list {
		if s.empty || s.hollow && s.skipped {
			return false // goldmark closes lists with empty items in ways of its own
		}
		s.hollow = s.hollow || hollow(s.cur)
		s.sure = s.sure && !special(s.cur[pos])
		s.last = inside
		return true
	}
	if width < 4 && opens(s.cur, pos) {
		return false
	}
	s.last = unclear
	return true
}

// indented takes a line of four columns or more: code, or text of a paragraph.
func (s *scanner) indented() {
	switch s.last {
	case open:
		s.row = s.row || delimiterLike(s.cur)
	case inside:
		s.text()
	case other:
		s.list = noList
	}
}

// outer takes a line with its first character at pos, outside of a list.
func (s *scanner) outer(pos int) bool {
	rest := s.cur[pos:]
	switch rest[0] {
	case '#':
		if content, level := atx(rest); level > 0 {
			s.heading(level, content, s.line, 1)
			return true
		}
	case '=', '-', '*', '_', '+':
		if level := underline(rest); level > 0 {
			if s.last == unclear {
				return false
			}
			if s.last == open {
				return s.setext(level)
			}
		}
		if rule(rest) {
			s.leave(other)
			return true
		}
		if rest[0] == '=' || rest[0] == '_' {
			break
		}
		return s.item(pos)
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.item(pos)
	case '>':
		s.leave(inside)
		return true
	case '`', '~':
		if n := fence(rest); n > 0 {
			s.leave(other)
			s.skipFence(rest[0], n)
			return true
		}
	case '<':
		return s.html()
	}
	s.text()
	return true
}

// leave begins a block of the document that is no paragraph.
func (s *scanner) leave(l last) {
	s.closed()
	s.last, s.list, s.sure = l, noList, false
}

// closed notes a paragraph that ends before the line.
func (s *scanner) closed() {
	if s.last == open && s.defs != nil {
		s.defs.paragraph(s.src[s.start:s.at])
	}
}

// text takes a line that begins no other block.
func (s *scanner) text() {
	switch s.last {
	case other:
		s.last, s.list = open, noList
		s.start, s.first, s.row = s.at, s.line, false
	case open:
		s.row = s.row || delimiterLike(s.cur)
	case inside:
		if s.sure {
			return
		}
		s.last = unclear
		if s.list == list {
			s.list = perhaps
		}
	}
}

// item takes a line that begins a list item, or is text.
func (s *scanner) item(pos int) bool {
	it, ok := listItem(s.cur, pos)
	if !ok {
		s.text()
		return true
	}
	if it.empty || it.ordered && it.start != 1 { // cannot interrupt a paragraph
		switch s.last {
		case open:
			s.text()
			return true
		case unclear:
			return false
		}
	}
	if s.list != perhaps {
		s.hollow, s.skipped = false, false
	}
	s.openItem(it)
	return true
}

func (s *scanner) openItem(it item) {
	s.closed()
	s.list, s.last, s.sure = list, inside, it.text
	s.offset, s.marker, s.empty = it.offset, it.marker, it.empty
	s.hollow = s.hollow || hollow(s.cur)
}

func (s *scanner) setext(level int) bool {
	content := s.src[s.start:s.at]
	if s.row || bytes.TrimLeft(content, " \t")[0] == '[' {
		return false // a table, or link reference definitions
	}
	s.heading(level, content, s.first, s.line-s.first+1)
	return true
}

func (s *scanner) heading(level int, content []byte, line, height int) {
	s.leave(other)
	s.refers = s.refers || bytes.IndexByte(content, '[') >= 0
	s.found = append(s.found, found{level: level, content: content, line: line, body: line + height})
}

// skipFence takes the lines of a fenced code block, and the fence that ends it.
// Most lines of code have no such mark: they are counted, not looked at.
func (s *scanner) skipFence(mark byte, n int) {
	for {
		rest := s.src[s.end:]
		i := bytes.IndexByte(rest, mark)
		if i < 0 {
			s.end = len(s.src)
			return
		}
		code := rest[:bytes.LastIndexByte(rest[:i], '\n')+1]
		s.line += bytes.Count(code, []byte{'\n'})
		s.end += len(code)
		s.next()
		width, pos := util.IndentWidth(s.cur, 0)
		if s.cur[pos] != mark || width >= 4 {
			continue
		}
		end := bytes.TrimLeft(s.cur[pos:], string(mark))
		if len(s.cur)-pos-len(end) >= n && blank(end) {
			return
		}
	}
}

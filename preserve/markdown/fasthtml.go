// HTML blocks, for the scanner of lines.

package markdown

import (
	"bytes"
	"regexp"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// htmlParser is goldmark's own, so that a line begins a block here if and only
// if it does there.
var htmlParser = sync.OnceValue(parser.NewHTMLBlockParser)

// rawEnd ends a block of type 1, as in goldmark.
var rawEnd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)</(?:script|pre|style|textarea)>`)
})

// htmlType is the type of the HTML block that a line begins, 0 if it begins
// none. Type 7 cannot interrupt a paragraph.
func htmlType(line []byte, inParagraph bool) ast.HTMLBlockType {
	i := bytes.IndexByte(line, '<') + 1
	if i == len(line) {
		return 0
	}
	if usual(line[i:]) {
		return ast.HTMLBlockType6
	}
	if c := line[i] | 0x20; (c < 'a' || c > 'z') && line[i] != '/' && line[i] != '!' && line[i] != '?' {
		return 0
	}
	pc := parser.NewContext()
	if inParagraph {
		pc.SetOpenedBlocks([]parser.Block{{Node: ast.NewParagraph(), Parser: nil}})
	}
	node, _ := htmlParser().Open(nil, text.NewReader(line), pc)
	if node == nil {
		return 0
	}
	return node.(*ast.HTMLBlock).HTMLBlockType
}

// usual reports whether what is behind a < is the most usual of type 6, which
// needs no regular expression.
func usual(rest []byte) bool {
	rest = bytes.TrimPrefix(rest, []byte{'/'})
	n := bytes.IndexAny(rest, " >\n")
	if n < 0 {
		return false
	}
	switch string(rest[:n]) {
	case "p", "div", "details", "summary", "table", "thead", "tbody", "tr", "td", "th", "ul", "ol", "li", "h1", "h2", "h3", "center":
		return true
	}
	return false
}

// html takes a line that begins with <.
func (s *scanner) html() bool {
	kind := htmlType(s.cur, s.last != other)
	if (s.last == inside || s.last == unclear) && kind != htmlType(s.cur, false) {
		return false
	}
	var ends func([]byte) bool
	switch kind {
	case ast.HTMLBlockType1:
		ends = func(line []byte) bool { return bytes.Contains(line, []byte("</")) && rawEnd().Match(line) }
	case ast.HTMLBlockType2:
		ends = has("-->")
	case ast.HTMLBlockType3:
		ends = has("?>")
	case ast.HTMLBlockType4:
		ends = has(">")
	case ast.HTMLBlockType5:
		ends = has("]]>")
	case ast.HTMLBlockType6, ast.HTMLBlockType7:
		ends = blank
	default:
		s.text()
		return true
	}
	s.leave(other)
	for !ends(s.cur) && s.next() {
	}
	return true
}

func has(end string) func([]byte) bool {
	return func(line []byte) bool { return bytes.Contains(line, []byte(end)) }
}

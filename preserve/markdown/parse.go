// The block structure of a document, by goldmark.

package markdown

import (
	"sort"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// blocks parses blocks only: CommonMark, and tables, because a table that is
// followed by --- is no setext heading. Inline text is parsed for headings
// alone, see plain.
var blocks = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(
			util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
			util.Prioritized(tables{}, 200)),
	)
})

// tree is a parsed document. Offsets in text count from its own beginning.
type tree struct {
	text []byte // the Markdown, lone CR turned into LF
	line int    // lines before it: front matter
	root ast.Node
	refs parser.Context

	starts []int // of the lines of text, for lineOf
}

func parse(src []byte) tree {
	f := splitFront(src)
	t := tree{text: unixCR(src[f.text:]), line: f.lines, refs: parser.NewContext()}
	t.starts = lineStartsFrom(t.text, 0)
	t.root = blocks().Parse(text.NewReader(t.text), parser.WithContext(t.refs))
	return t
}

func sections(src []byte) []section { return parse(src).sections() }

// sections are the headings that are children of the document itself.
func (t tree) sections() []section {
	var out outline
	for n := t.root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			line := t.lineOf(h.Pos())
			out.add(h.Level, plain(h.Lines().Value(t.text), t.refs), line, line+height(h))
		}
	}
	return out.list
}

// height is how many lines a heading has. The content of an ATX heading begins
// behind its hashes, that of a setext heading is its beginning and has the
// underline below it.
func height(h *ast.Heading) int {
	if n := h.Lines().Len(); n > 0 && h.Lines().At(0).Start == h.Pos() {
		return n + 1
	}
	return 1
}

// lineOf is the 1-based line of an offset in t.text.
func (t tree) lineOf(offset int) int {
	return t.line + sort.SearchInts(t.starts, offset+1)
}

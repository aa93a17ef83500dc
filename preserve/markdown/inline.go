// The plain text of a heading, by goldmark's inline parsers.

package markdown

import (
	"bytes"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// inlines takes any text for one paragraph, whatever it begins with.
var inlines = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1)),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithInlineParsers(util.Prioritized(strike{}, 500)),
	)
})

// marks are the bytes that can mean something other than themselves.
const marks = "\\`*_[!<&~"

// plain is the text of a heading as a reader sees it, on one line: code spans
// keep their text, links their label, images their alternative text; tags and
// comments are left out. refs holds the link references of the document, nil
// if it has none.
func plain(content []byte, refs parser.Context) string {
	if literal(content) {
		return strings.Join(strings.Fields(string(content)), " ")
	}
	return rendered(content, refs)
}

func rendered(content []byte, refs parser.Context) string {
	var src []byte
	for line := range bytes.Lines(content) {
		src = append(src, bytes.TrimLeft(line, " \t\n\r")...)
	}
	var pc parser.Context = parser.NewContext()
	if refs != nil {
		pc = withRefs{pc, refs}
	}
	root := inlines().Parse(text.NewReader(src), parser.WithContext(pc))
	var out strings.Builder
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if n.Parent().Kind() == ast.KindCodeSpan {
				out.Write(n.Segment.Value(src))
			} else {
				resolve(&out, n.Segment.Value(src))
			}
			if n.SoftLineBreak() || n.HardLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.AutoLink:
			out.Write(n.Label(src))
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(out.String()), " ")
}

// literal reports whether no byte of content means something other than itself.
func literal(content []byte) bool {
	for i := 0; i < len(content); {
		j := bytes.IndexAny(content[i:], marks)
		if j < 0 {
			return true
		}
		i += j
		// The most usual cases, that need no parser: an underscore in a word, an
		// exclamation mark before no bracket, an ampersand before a space.
		more := i+1 < len(content)
		switch content[i] {
		case '_':
			if i == 0 || !more || !wordByte(content[i-1]) || !wordByte(content[i+1]) {
				return false
			}
		case '!':
			if more && content[i+1] == '[' {
				return false
			}
		case '&':
			if more && content[i+1] != ' ' {
				return false
			}
		default:
			return false
		}
		i++
	}
	return true
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// withRefs is a context of its own with the link references of another. The
// other one itself would carry over what goldmark notes about unclosed comments.
type withRefs struct {
	parser.Context
	from parser.Context
}

func (r withRefs) Reference(label string) (parser.Reference, bool) {
	return r.from.Reference(label)
}

// entityMax is the longest entity that is looked for, in bytes. The longest
// name of HTML has 31 letters.
const entityMax = 34

// resolve writes text with its backslash escapes and entities resolved.
func resolve(out *strings.Builder, text []byte) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && util.IsPunct(text[i+1]):
			i++
			out.WriteByte(text[i])
		case c == '&':
			end := bytes.IndexByte(text[i:min(len(text), i+entityMax)], ';')
			if end < 0 {
				out.WriteByte(c)
				continue
			}
			entity := text[i : i+end+1]
			got := util.ResolveEntityNames(util.ResolveNumericReferences(entity))
			if bytes.Equal(got, entity) {
				out.WriteByte(c)
				continue
			}
			out.Write(got)
			i += end
		default:
			out.WriteByte(c)
		}
	}
}

// strike parses ~~text~~ and ~text~ of GFM as emphasis: only the marks count.
type strike struct{}

func (strike) Trigger() []byte { return []byte{'~'} }

func (s strike) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	node := parser.ScanDelimiter(line, before, 1, s)
	if node == nil || node.OriginalLength > 2 || before == '~' {
		return nil
	}
	node.Segment = segment.WithStop(segment.Start + node.OriginalLength)
	block.Advance(node.OriginalLength)
	pc.PushDelimiter(node)
	return node
}

func (strike) IsDelimiter(b byte) bool { return b == '~' }

func (strike) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char && opener.OriginalLength == closer.OriginalLength
}

func (strike) OnMatch(consumes int) ast.Node { return ast.NewEmphasis(consumes) }

// Tables, as far as the structure of a document needs them.

package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// tables turns a paragraph that holds a GFM table into a table block: a row of
// dashes, with colons and at least one of | and :, below a row with as many
// cells. Lines before it stay a paragraph, lines after it are its rows.
//
// goldmark's own extension knows more, and costs 0.6 ms at the start of a
// program.
type tables struct{}

var kindTable = ast.NewNodeKind("Table")

type table struct{ ast.BaseBlock }

func (*table) Kind() ast.NodeKind            { return kindTable }
func (n *table) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

func (tables) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := p.Lines()
	for i := 1; i < lines.Len(); i++ {
		row := lines.At(i)
		n := delimiters(row.Value(reader.Source()))
		if n == 0 {
			continue
		}
		head := lines.At(i - 1)
		if cells(head.Value(reader.Source())) != n {
			continue
		}
		t := &table{}
		t.SetPos(head.Start)
		t.SetLines(text.NewSegments())
		t.Lines().AppendAll(lines.Sliced(i-1, lines.Len()))
		parent := p.Parent()
		parent.InsertAfter(parent, p, t)
		if i > 1 {
			before := ast.NewParagraph()
			before.SetPos(p.Pos())
			before.Lines().AppendAll(lines.Sliced(0, i-1))
			parent.InsertBefore(parent, p, before)
		}
		// The paragraph goes, so that goldmark sees it was transformed, and
		// takes no underline for it.
		parent.RemoveChild(parent, p)
		return
	}
}

// delimiters is the number of cells of a delimiter row, 0 if it is none.
func delimiters(line []byte) int {
	line = trim(line)
	if !bytes.ContainsAny(line, "|:") {
		return 0
	}
	n := 0
	for cell := range bytes.SplitSeq(trimPipes(line), []byte{'|'}) {
		cell = trim(cell)
		cell = bytes.TrimPrefix(cell, []byte{':'})
		cell = bytes.TrimSuffix(cell, []byte{':'})
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return 0
		}
		n++
	}
	return n
}

func trimPipes(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimPrefix(line, []byte{'|'}), []byte{'|'})
}

// cells is the number of cells of a row.
func cells(line []byte) int {
	line = trim(line)
	if bytes.HasSuffix(line, []byte(`\|`)) {
		line = append(bytes.Clone(line), '|')
	}
	line = trimPipes(line)
	n := 1
	for i, c := range line {
		if c == '|' && (i == 0 || line[i-1] != '\\') {
			n++
		}
	}
	return n
}

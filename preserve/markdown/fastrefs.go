// Link reference definitions, for the headings that hold a reference.

package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// definitions gathers the paragraphs that can define link references.
type definitions struct {
	paragraphs [][]byte
	hidden     bool // one could be in a list or quote
}

// references are the link references that a document defines. ok is false when
// there may be some where the scanner does not look. A definition begins a
// paragraph, so goldmark parses only the paragraphs that begin with a bracket.
func references(src []byte) (refs parser.Context, ok bool) {
	s := scanner{src: src, defs: &definitions{}}
	if !s.run() || s.defs.hidden {
		return nil, false
	}
	refs = parser.NewContext()
	for _, p := range s.defs.paragraphs {
		blocks().Parse(text.NewReader(p), parser.WithContext(refs))
	}
	return refs, true
}

// paragraph takes a paragraph of the document itself.
func (d *definitions) paragraph(p []byte) {
	if bytes.TrimLeft(p, " \t")[0] == '[' && bytes.Contains(p, []byte("]:")) {
		d.paragraphs = append(d.paragraphs, p)
	}
}

// inside takes a line that may be in a list or quote, and looks for a label
// that may end in "]:", on this line or a later one.
func (d *definitions) inside(line []byte) {
	rest := bytes.TrimLeft(line, " \t>-+*.)0123456789")
	if len(rest) == 0 || rest[0] != '[' {
		return
	}
	label := bytes.IndexByte(rest, ']')
	if label < 0 || bytes.ContainsAny(rest[:label], "\\`") || bytes.Contains(rest, []byte("]:")) {
		d.hidden = true
	}
}

// Checking an insertion by what a parser makes of it.

package markdown

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
)

// change is what was inserted.
type change struct {
	last  int // the line of the old document behind which it is
	at    int // the line of the new document where the lines begin
	lines []string
	total int // how many lines longer the document is
}

// block is a child of the document: what it is, and the line where it begins.
type block struct {
	kind ast.NodeKind
	line int
}

// verify reports whether the new document is the old one with the lines as
// blocks of their own, or as items of the list before them.
func verify(old, now tree, c change) error {
	if err := sameHeadings(old.sections(), now.sections(), c); err != nil {
		return err
	}
	before, after := old.blocks(), now.blocks()
	items := now.items()
	n := 0 // blocks before the insertion
	for n < len(before) && before[n].line <= c.last {
		if n >= len(after) || after[n] != before[n] {
			return fmt.Errorf("%w: the text before line %d would change", ErrUnsafe, c.at)
		}
		n++
	}
	rest := after[n:]
	end := c.at + len(c.lines)
	for len(rest) > 0 && rest[0].line < end {
		switch rest[0].kind {
		case ast.KindList, ast.KindParagraph, ast.KindBlockquote, kindTable:
		default:
			return fmt.Errorf("%w: line %d would be a %s", ErrUnsafe, rest[0].line, rest[0].kind)
		}
		items[rest[0].line] = true
		rest = rest[1:]
	}
	if !items[c.at] {
		return fmt.Errorf("%w: line %d would belong to the block before it", ErrUnsafe, c.at)
	}
	for i, l := range c.lines {
		if isBullet(l) && !items[c.at+i] {
			return fmt.Errorf("%w: line %d would be no item of a list", ErrUnsafe, c.at+i)
		}
	}
	if len(rest) != len(before)-n {
		return fmt.Errorf("%w: the text behind them would change", ErrUnsafe)
	}
	for i, b := range rest {
		if b.kind != before[n+i].kind || b.line != before[n+i].line+c.total {
			return fmt.Errorf("%w: line %d would change", ErrUnsafe, b.line)
		}
	}
	return nil
}

func sameHeadings(old, now []section, c change) error {
	if len(old) != len(now) {
		return fmt.Errorf("%w: the document would have other headings", ErrUnsafe)
	}
	for i, o := range old {
		n := now[i]
		if o.Line > c.last {
			o.Line += c.total
		}
		if o.Level != n.Level || o.Title != n.Title || o.Line != n.Line {
			return fmt.Errorf("%w: the heading %q would change", ErrUnsafe, o.Title)
		}
	}
	return nil
}

// blocks are the children of the document. Link reference definitions have no
// place in goldmark's tree and are left out: headings with their text are
// compared by sameHeadings.
func (t tree) blocks() []block {
	var list []block
	for n := t.root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Pos() >= 0 && n.Kind() != ast.KindLinkReferenceDefinition {
			list = append(list, block{n.Kind(), t.lineOf(n.Pos())})
		}
	}
	return list
}

// items are the lines at which items of a list at the top level begin.
func (t tree) items() map[int]bool {
	lines := map[int]bool{}
	for n := t.root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindList {
			continue
		}
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			lines[t.lineOf(item.Pos())] = true
		}
	}
	return lines
}

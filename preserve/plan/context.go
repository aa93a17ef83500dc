// TempContext.md, and edits at the end of a section of the project's documents.

package plan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/markdown"
)

// routeContext decides for each item: a section of a document, TempContext.md,
// or left out because it stands in a document already.
func (p *Plan) routeContext(ctx context.Context) error {
	said, err := p.documented(ctx)
	if err != nil {
		return err
	}
	p.Receipt.At(Context, dest.TempContext) // also of a snapshot without items: it explains itself
	for i, it := range p.Request.Snapshot.Items {
		line := p.Receipt.At(Context, dest.TempContext)
		switch {
		case it.Unreasoned():
			line.LeaveOut(i, NoReason)
		case said[i], p.repeats(i):
			line.LeaveOut(i, Duplicate)
		default:
			p.routeDocument(i, it, line)
		}
	}
	return nil
}

// repeats reports whether an item before says the same.
func (p *Plan) repeats(i int) bool {
	items := p.Request.Snapshot.Items
	return slices.ContainsFunc(items[:i], func(it preserve.Item) bool {
		return it.Kind == items[i].Kind && it.Done == items[i].Done && !it.Unreasoned() && dest.Fold(it.Text) == dest.Fold(items[i].Text)
	})
}

func (p *Plan) routeDocument(i int, it preserve.Item, line *Destination) {
	e := Entry{Destination: Context, Item: i, File: dest.TempContext, Section: string(dest.SectionOf(it))}
	if it.Target == nil || it.Target.File == "" {
		p.add(e)
		return
	}
	file, src, err := p.section(it.Target.File, it.Target.Section)
	switch {
	case errors.Is(err, errTempContext): // where it goes anyway
	case errors.Is(err, errUnsafe): // the item is not lost, only its place
		line.LeaveOut(i, UnsafeTarget)
		p.say(p.words.Receipt.Moved + place(it.Target) + ": " + p.words.Receipt.Reasons[UnsafeTarget])
	case err != nil: // no such file or section, or more than one: when in doubt, TempContext
		p.say(p.words.Receipt.Moved + place(it.Target) + ": " + reason(err))
	case dest.Covered(src, it):
		line.LeaveOut(i, Duplicate)
		return
	default:
		e.File, e.Section = file, it.Target.Section
	}
	p.add(e)
}

// place is a target as a person reads it.
func place(t *preserve.Target) string {
	text := preserve.Clean(t.File)
	if section := preserve.Clean(t.Section); section != "" {
		text += " → “" + section + "”"
	}
	return text
}

// section looks for the one section that a document's name and a heading mean,
// and answers with the name in its plain form and the document.
func (p *Plan) section(name, section string) (string, []byte, error) {
	plain := filepath.ToSlash(filepath.Clean(name))
	if strings.EqualFold(plain, dest.TempContext) {
		return "", nil, errTempContext
	}
	path, err := target(p.Request.Place.Root, name, p.Request.Place.Exclude)
	if err != nil {
		return "", nil, err
	}
	if real, err := filepath.EvalSymlinks(path); err != nil || strings.EqualFold(filepath.Base(real), dest.TempContext) {
		return "", nil, errTempContext // also under another name, entries are appended and never edited
	}
	f, err := p.draft.open(path)
	if err != nil {
		return "", nil, err
	}
	if _, err := markdown.Find(f.new, section); err != nil {
		return "", nil, err
	}
	// An insertion can be refused for what the document is like: ask before.
	if _, _, err := markdown.Append(f.new, section, []string{"- x"}); err != nil {
		return "", nil, err
	}
	return plain, f.new, nil
}

func (p *Plan) renderContext() {
	var kept []preserve.Item
	p.each(Context, func(e *Entry) {
		it := p.item(e)
		e.Lines = p.clean(dest.Bullet(it, p.words))
		if e.File == dest.TempContext {
			e.Section = string(dest.SectionOf(it))
			kept = append(kept, it)
			return
		}
		f, err := p.draft.open(p.inRoot(e.File))
		if err == nil && dest.Says(f.new, it.Text) { // by another item
			p.Receipt.At(Context, e.File).LeaveOut(e.Item, Duplicate)
			e.gone = true
			return
		}
		var out []byte
		if err == nil {
			out, _, err = markdown.Append(f.new, e.Section, e.Lines)
		}
		if err != nil { // not as a list item there, after all
			e.File, e.Section = dest.TempContext, string(dest.SectionOf(it))
			kept = append(kept, it)
			return
		}
		p.draft.set(f, out, Context, edit)
		p.Receipt.At(Context, e.File).Written++
	})
	if kept == nil {
		return
	}
	r := p.Request
	path := p.inRoot(dest.TempContext)
	line := p.Receipt.At(Context, dest.TempContext)
	if err := mayMake(r.Place.Root, path); err != nil {
		line.Error = reason(err)
		return
	}
	f, err := p.draft.open(path)
	if err != nil {
		line.Error = reason(err)
		return
	}
	f.own()
	lines := dest.Entry(kept, r.Snapshot.Topic, dest.FreeTag(f.new, r.Tag), r.Place.Session, r.At, p.words)
	if err := addable(f.new); err != nil {
		line.Error = err.Error()
		return
	}
	out := dest.AppendEntry(f.new, lines)
	p.draft.set(f, out, Context, entry)
	line.Written = len(kept)
	if n := len(dest.Blocks(out)); len(out) >= dest.LargeBytes || n >= dest.LargeEntries {
		p.say(p.words.Receipt.Large + fmt.Sprintf("%d KiB, %d", len(out)>>10, n))
	}
}

// errUnclosed refuses a document at whose end nothing can be added that would
// be read as what it is.
var errUnclosed = errors.New("ends inside an open code fence or comment: close it, and save again")

// addable says why nothing can be added at the end of a document.
func addable(src []byte) error {
	switch {
	case !utf8.Valid(src) || bytes.IndexByte(src, 0) >= 0:
		return markdown.ErrNotText
	case !markdown.Closed(src):
		return errUnclosed
	}
	return nil
}

// appendEnd adds lines at the end of a document.
func appendEnd(src []byte, lines []string) ([]byte, error) {
	if err := addable(src); err != nil {
		return nil, err
	}
	return markdown.AppendEnd(src, lines), nil
}

// scanPatience bounds the search for items that are documented already: past
// it the project is a whole home folder, and what was found so far counts.
const scanPatience = 3 * time.Second

// documented tells which items stand in one of the project's documents
// already, letter for letter.
func (p *Plan) documented(ctx context.Context) ([]bool, error) {
	items := p.Request.Snapshot.Items
	texts := make([][]byte, len(items))
	for i, it := range items {
		if text := preserve.Clean(it.Text); len(text) >= leastCopied {
			texts[i] = []byte(text)
		}
	}
	found := make([]atomic.Bool, len(items))
	scan := markdown.Scan{Exclude: p.Request.Place.Exclude}
	bounded, cancel := context.WithTimeout(ctx, scanPatience)
	defer cancel()
	err := scan.Each(bounded, p.Request.Place.Root, func(_ string, src []byte) {
		for i, text := range texts {
			if text != nil && !found[i].Load() && bytes.Contains(src, text) && dest.Holds(string(src), string(text)) {
				found[i].Store(true)
			}
		}
	})
	if err != nil && (ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded)) {
		return nil, err
	}
	said := make([]bool, len(items))
	for i := range found {
		said[i] = found[i].Load()
	}
	if f, err := p.draft.open(p.inRoot(dest.TempContext)); err == nil {
		lines := strings.Split(strings.ReplaceAll(string(f.new), "\r\n", "\n"), "\n")
		for i, it := range items {
			said[i] = said[i] || dest.Says(f.new, it.Text) || slices.Contains(lines, dest.Bullet(it, p.words)[0])
		}
	}
	return said, nil
}

// leastCopied is the length in bytes below which a text may stand in a
// document by chance.
const leastCopied = 16

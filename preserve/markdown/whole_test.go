// What tests want whole: a document's title, a scan with headings of its own.

package markdown

import "context"

func Title(src []byte) string {
	return title(splitFront(src), public(nil, sections(src)))
}

func fastSections(f front, src []byte) (list []section, ok bool) {
	var m memory
	return m.sections(f, src)
}

// Docs is everything a scan finds.
func (s Scan) Docs(ctx context.Context, root string) ([]Doc, error) {
	return Map(ctx, s, root, func(d Doc) Doc {
		d.Headings = ownHeadings(d.Headings)
		return d
	})
}

// ownHeadings is a copy with paths of its own, nil of none.
func ownHeadings(hs []Heading) []Heading {
	if len(hs) == 0 {
		return nil
	}
	total := 0
	for i := range hs {
		total += len(hs[i].Path)
	}
	own, names := make([]Heading, len(hs)), make([]string, 0, total)
	for i, h := range hs {
		from := len(names)
		names = append(names, h.Path...)
		h.Path = names[from:len(names):len(names)]
		own[i] = h
	}
	return own
}

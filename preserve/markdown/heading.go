// The headings of a document: what they are, their paths, its title.

package markdown

import "slices"

// Heading is one heading of a document, and so the section it begins.
type Heading struct {
	Level int      // 1 to 6
	Title string   // plain text of the heading, inline marks removed, white space collapsed
	Path  []string // titles of its ancestors, outermost first, and its own last
	Line  int      // 1-based line of the heading; of its first line, when it has more
}

// Headings lists the headings of src in order: ATX (# Title) and setext
// (underlined). What looks like one in a code block, a fence, an HTML block, a
// comment or front matter is none, and headings inside block quotes, list
// items and tables begin no section and are left out.
//
// A section with an empty title is listed with the title "". A level that was
// left out (# then ###) makes no ancestor of its own.
func Headings(src []byte) []Heading {
	return public(sections(src))
}

// Title is the document's title: `title:` (YAML) or `title =` (TOML) of its
// front matter, else the first heading of level 1, else the first heading,
// else "".
func Title(src []byte) string {
	f := splitFront(src)
	return title(f, public(sections(src)))
}

func title(f front, hs []Heading) string {
	if t := f.title(); t != "" {
		return t
	}
	for _, h := range hs {
		if h.Level == 1 && h.Title != "" {
			return h.Title
		}
	}
	for _, h := range hs {
		if h.Title != "" {
			return h.Title
		}
	}
	return ""
}

// section is a heading with what only this package needs.
type section struct {
	Heading
	parent int // index of the section around it, -1 for none
	body   int // 1-based line after the heading: the underline of a setext heading is before it
}

// outline gathers the sections of a document in order.
type outline struct{ list []section }

func (o *outline) add(level int, title string, line, body int) {
	parent := len(o.list) - 1
	for parent >= 0 && o.list[parent].Level >= level {
		parent = o.list[parent].parent
	}
	var path []string
	if parent >= 0 {
		path = slices.Clip(o.list[parent].Path)
	}
	h := Heading{Level: level, Title: title, Path: append(path, title), Line: line}
	o.list = append(o.list, section{h, parent, body})
}

func public(list []section) []Heading {
	if len(list) == 0 {
		return nil
	}
	hs := make([]Heading, len(list))
	for i, s := range list {
		hs[i] = s.Heading
	}
	return hs
}

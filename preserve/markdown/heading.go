// The headings of a document: what they are, their paths, its title.

package markdown

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
	return public(nil, sections(src))
}

// title is the document's title: `title:` (YAML) or `title =` (TOML) of its
// front matter, else the first heading of level 1, else the first heading,
// else "".
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
type outline struct {
	list  []section
	names []string // the paths of all, one behind the other: few large pieces of memory, not one for each
}

// reset makes an outline empty, and keeps its memory for the next document.
func (o *outline) reset() { o.list, o.names = o.list[:0], o.names[:0] }

func (o *outline) add(level int, title string, line, body int) {
	parent := len(o.list) - 1
	for parent >= 0 && o.list[parent].Level >= level {
		parent = o.list[parent].parent
	}
	from := len(o.names)
	if parent >= 0 {
		o.names = append(o.names, o.list[parent].Path...)
	}
	o.names = append(o.names, title)
	path := o.names[from:len(o.names):len(o.names)]
	o.list = append(o.list, section{Heading{level, title, path, line}, parent, body})
}

// public appends the headings of list, whose paths stay those of the list.
func public(hs []Heading, list []section) []Heading {
	for i := range list {
		hs = append(hs, list[i].Heading)
	}
	return hs
}

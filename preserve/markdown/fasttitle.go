// The titles of the headings that the scanner of lines found.

package markdown

import "github.com/yuin/goldmark/parser"

// ordinary are the bytes of a title that is taken as it stands: ASCII that
// means nothing but itself. A space is among them, two together are none.
var ordinary = func() (set [256]bool) {
	for c := ' '; c <= '~'; c++ {
		set[c] = true
	}
	for _, c := range marks {
		set[c] = false
	}
	return set
}()

// asItStands reports whether plain(content) is content.
func asItStands(content []byte) bool {
	before := byte(' ')
	for _, c := range content {
		if !ordinary[c] || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return len(content) == 0 || before != ' '
}

// outline makes the sections of what was found. The titles that stand as they
// are become one string, of which each is a part: one piece of memory for a
// document, where it would be one for a heading.
func (m *memory) outline(refs parser.Context) {
	m.titles = m.titles[:0]
	for i := range m.found {
		h := &m.found[i]
		if asItStands(h.content) {
			h.from = len(m.titles)
			m.titles = append(m.titles, h.content...)
			h.to = len(m.titles)
		} else {
			h.title = plain(h.content, refs)
		}
	}
	all := string(m.titles)
	m.out.reset()
	for i := range m.found {
		h := &m.found[i]
		if h.title == "" {
			h.title = all[h.from:h.to]
		}
		m.out.add(h.level, h.title, h.line, h.body)
	}
}

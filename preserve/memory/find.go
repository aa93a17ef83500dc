// Finding the memory that already holds a fact.

package memory

import "slices"

// find returns the file of the memory that f belongs to, and whether f
// repeats that memory whole and goes on. given is f as it came: a title or
// hook that was made from the text identifies nothing. but is left out.
//
// In this order: all that f says; the same name; the same title or hook; the
// same sentences, all of one among the other's, of a short one those the
// memory was made of. A fact that differs in a number or a path shares no
// sentence.
func (p *plan) find(f, given Fact, but string) (file string, extends bool) {
	all := p.memos(but)
	texts, holds := sentences(f.Body), ""
	heavy := weight(sentences(body(f))) >= enough
	for _, m := range all {
		if (heavy || beginsWith(m, f)) && m.fresh(f, false).nothing() && (holds == "" || m.called(given.Name)) {
			holds = m.file
		}
	}
	if holds != "" {
		return holds, false
	}
	if given.Name != "" {
		for _, exact := range []bool{true, false} {
			for _, m := range all {
				if exact && (m.name == given.Name || m.stem() == given.Name) || !exact && m.called(given.Name) {
					return m.file, false
				}
			}
		}
	}
	title, hook := normalize(given.Title), normalize(given.Hook)
	for _, m := range all {
		e, listed := p.entry(m.file)
		switch {
		case title != "" && (title == normalize(m.name) || listed && title == normalize(e.title)),
			title != "" && !listed && m.called(given.Title),
			hook != "" && weight([]string{hook}) >= enough && (hook == normalize(m.hook) || listed && hook == normalize(e.hook)):
			return m.file, false
		}
	}
	said := set(texts)
	for _, m := range all {
		if within(texts, m.said) && (weight(texts) >= enough || within(m.first, said)) {
			return m.file, false
		}
	}
	for _, m := range all {
		if weight(m.texts) >= enough && within(m.texts, said) {
			return m.file, true
		}
	}
	return "", false
}

// named returns the memory that a Replaces means: its name or file, else its
// title in the index.
func (p *plan) named(name string) string {
	all := p.memos("")
	for _, exact := range []bool{true, false} {
		for _, m := range all {
			if exact && (m.name == name || m.stem() == name || m.file == name) || !exact && m.called(name) {
				return m.file
			}
		}
	}
	for _, m := range all {
		if e, ok := p.entry(m.file); ok && normalize(e.title) == normalize(name) {
			return m.file
		}
	}
	return ""
}

// memos are the memories as planned so far, by name.
func (p *plan) memos(but string) []memo {
	out := make([]memo, 0, len(p.known))
	for file, m := range p.known {
		if file != but {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b memo) int {
		if a.file < b.file {
			return -1
		}
		return 1
	})
	return out
}

// entry is a file's line in the index as planned so far.
func (p *plan) entry(file string) (entry, bool) {
	for _, e := range p.entries {
		if sameFile(e.file, file) {
			return e, true
		}
	}
	return entry{}, false
}

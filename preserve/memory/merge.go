// Planning what a list of facts changes.

package memory

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"savectx/preserve"
)

// plan is the folder as it will be.
type plan struct {
	known   map[string]memo
	index   []byte
	entries []entry // of index
	closed  bool    // the index is there and was not read
	taken   map[string]bool
	touched map[string]bool // files that a fact of this list is put into
	held    map[int]string  // where facts of this list were before, whole
	session string
	now     time.Time
}

// Merge plans: the new contents of files by name, nil for one to remove,
// MEMORY.md included. Files that do not change are not in it. outcomes are in
// the order of facts. session is the id the new memories come from.
//
// Facts that replace a memory come last, so that none of them takes away what
// another fact of the list has just been found in.
func Merge(have Existing, facts []Fact, session string, now time.Time) (files map[string][]byte, outcomes []Outcome) {
	p := newPlan(have, session, now)
	outcomes = make([]Outcome, len(facts))
	for i, raw := range facts {
		if f, given, ok := clean(raw); ok {
			if file, _ := p.find(f, given, ""); file != "" && p.known[file].fresh(f, false).nothing() {
				p.held[i] = file
			}
		}
	}
	for _, replacing := range []bool{false, true} {
		for i, raw := range facts {
			if f, given, ok := clean(raw); (given.Replaces != "") == replacing {
				outcomes[i] = Outcome{Reason: "nothing to remember"}
				if ok {
					outcomes[i] = p.merge(i, f, given)
				}
				outcomes[i].Fact = i
			}
		}
	}
	return p.changes(have), outcomes
}

func newPlan(have Existing, session string, now time.Time) *plan {
	p := &plan{known: map[string]memo{}, taken: map[string]bool{}, touched: map[string]bool{}, held: map[int]string{}, session: preserve.Clean(session), now: now}
	for file, data := range have.Files {
		p.taken[fold(file)] = true
		if isMemory(file) {
			p.known[file] = readMemo(file, data)
		}
	}
	for _, file := range have.Unread {
		p.taken[fold(file)] = true
		p.closed = p.closed || file == Index
	}
	p.setIndex(have.Files[Index])
	return p
}

// isMemory leaves out the index, the handoff, and what is no file name.
func isMemory(file string) bool {
	stem, ok := strings.CutSuffix(fold(file), ".md")
	return ok && stem != "memory" && stem != "handoff" && !strings.ContainsAny(file, "/\\\x00")
}

// fold is a file name as file systems compare it that tell neither case nor
// composition apart.
func fold(file string) string { return strings.ToLower(norm.NFC.String(file)) }

func (p *plan) setIndex(index []byte) {
	p.index, p.entries = index, nil
	lines, _ := scan(index)
	for _, l := range lines {
		if e, ok := parseEntry(l.text); ok && l.part == content {
			p.entries = append(p.entries, e)
		}
	}
}

// merge plans one fact.
func (p *plan) merge(i int, f, given Fact) Outcome {
	if given.Replaces == "" {
		return p.put(f, given, "")
	}
	old := p.named(given.Replaces)
	switch {
	case old == "":
		return p.put(f, given, "no memory is called "+strconv.Quote(given.Replaces))
	case !p.known[old].called(given.Replaces) && p.known[old].fresh(f, false).nothing():
		// It took over the title as well. Short texts are not found by what
		// they say, so this memory is not looked for once more.
		what, reason := p.update(old, f, given, false)
		return Outcome{File: old, What: what, Reason: reason}
	case p.touched[old] || p.holdsOther(old, i):
		return p.put(f, given, strconv.Quote(given.Replaces)+" also holds another item of this list and stays")
	}
	return p.replace(old, f, given)
}

// holdsOther reports whether file held another fact of the list from the start.
func (p *plan) holdsOther(file string, i int) bool {
	for j, held := range p.held {
		if j != i && held == file {
			return true
		}
	}
	return false
}

// put updates the memory that f belongs to, or adds one.
func (p *plan) put(f, given Fact, reason string) Outcome {
	file, extends := p.find(f, given, "")
	if file == "" {
		file = p.free(f)
		p.write(file, newFile(strings.TrimSuffix(file, ".md"), f, p.session, p.now))
		return Outcome{File: file, What: Added, Reason: join(reason, p.list(file, f.Title, f.Hook))}
	}
	what, full := p.update(file, f, given, extends)
	return Outcome{File: file, What: what, Reason: join(reason, full)}
}

// update appends to a memory what it does not hold. A new hook takes the
// place of the old one in description and index line; the old one is kept in
// a line of its own when the text does not say it.
func (p *plan) update(file string, f, given Fact, extends bool) (what, reason string) {
	m := p.known[file]
	p.touched[file] = true
	add := m.fresh(f, extends)
	if add.nothing() && !m.called(given.Name) {
		given.Hook = "" // another memory happens to say all of it
	}
	was, data := "", m.data
	hooked := given.Hook != "" && normalize(f.Hook) != normalize(m.hook) && !within(sentences(f.Hook), m.said)
	if hooked {
		data = setField(data, f.Hook, "description")
		hooked = !bytes.Equal(data, m.data)
		switch {
		case hooked && !within(sentences(m.hook), set(m.texts)):
			was = m.hook
		case !hooked && !within(sentences(f.Hook), set(sentences(f.Body))):
			add.Body = strings.TrimSpace(f.Hook + "\n\n" + add.Body) // no description that could say it
		}
	}
	if text := addition(add, was, p.now); text != "" {
		data = appendText(data, text)
	}
	e, listed := p.entry(file)
	index := p.index
	switch {
	case !listed && !hooked && m.hook != "":
		reason = p.list(file, f.Title, m.hook)
	case !listed:
		reason = p.list(file, f.Title, f.Hook)
	case hooked:
		reason = p.list(file, e.title, f.Hook)
	}
	switch {
	case !bytes.Equal(data, m.data):
		p.write(file, stamp(data, p.now.UTC().Format(stampForm)))
		return Updated, reason
	case bytes.Equal(index, p.index):
		return Duplicate, reason
	case !listed:
		return Duplicate, "its line in the index was missing"
	}
	return Updated, "its line in the index"
}

// replace lets f take the place of the memory old: in the memory that holds f
// already, in a new one when f has a name of its own, else in old's own file,
// of which front matter stays in the form it has.
func (p *plan) replace(old string, f, given Fact) Outcome {
	m := p.known[old]
	if beginsWith(m, f) { // in its place already
		if bytes.Equal(setField(m.data, f.Hook, "description"), m.data) {
			given.Hook = ""
		}
		what, reason := p.update(old, f, given, false)
		return Outcome{File: old, What: what, Reason: reason}
	}
	if m.called(given.Name) {
		return p.rewrite(m, f, given)
	}
	other, extends := p.find(f, given, old)
	if other == "" && given.Name == "" {
		return p.rewrite(m, f, given)
	}
	p.remove(old)
	if other == "" {
		other = p.free(f)
		p.write(other, newFile(strings.TrimSuffix(other, ".md"), f, p.session, p.now))
		return Outcome{File: other, What: Replaced, Reason: p.list(other, f.Title, f.Hook)}
	}
	_, reason := p.update(other, f, given, extends)
	return Outcome{File: other, What: Replaced, Reason: reason}
}

var laterLine = regexp.MustCompile(`^\n\n\*\*(→ )?\d{4}-\d\d-\d\d:\*\*`)

// beginsWith reports whether the memory is what f would be, at most with
// dated lines after it.
func beginsWith(m memo, f Fact) bool {
	text := strings.ReplaceAll(string(m.data[frontEnd(m.data):]), "\r\n", "\n")
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, "\n"), body(f))
	return ok && (strings.TrimSpace(rest) == "" || laterLine.MatchString(rest))
}

// rewritten is m with f in the place of its text.
func rewritten(m memo, f, given Fact) []byte {
	data := setField(replaceText(m.data, body(f)), f.Hook, "description")
	if given.Type != "" {
		data = setField(data, f.Type, "metadata.type", "type")
	}
	return data
}

func (p *plan) rewrite(m memo, f, given Fact) Outcome {
	p.touched[m.file] = true
	data := rewritten(m, f, given)
	title := f.Title
	if e, ok := p.entry(m.file); ok && given.Title == "" && given.Hook == "" && bytes.Equal(data, m.data) {
		title = e.title
	}
	if bytes.Equal(data, m.data) {
		return Outcome{File: m.file, What: Duplicate, Reason: p.list(m.file, title, f.Hook)}
	}
	p.write(m.file, stamp(data, p.now.UTC().Format(stampForm)))
	return Outcome{File: m.file, What: Replaced, Reason: p.list(m.file, title, f.Hook)}
}

// free is the file name of a new memory that no file has.
func (p *plan) free(f Fact) string {
	name := nameFor(f)
	if file := name + ".md"; !p.taken[fold(file)] {
		return file
	}
	name += "-" + short(f, 6)
	file := name + ".md"
	for n := 2; p.taken[fold(file)]; n++ {
		file = name + "-" + strconv.Itoa(n) + ".md"
	}
	return file
}

func (p *plan) write(file string, data []byte) {
	p.known[file] = readMemo(file, data)
	p.taken[fold(file)], p.touched[file] = true, true
}

func (p *plan) remove(file string) {
	delete(p.known, file)
	delete(p.taken, fold(file))
	if !p.closed {
		p.setIndex(RemoveIndexLine(p.index, file))
	}
}

// list gives file its line in the index, as far as there is room.
func (p *plan) list(file, title, hook string) (reason string) {
	if p.closed {
		return "the index could not be read: its line is not in it"
	}
	next, ok := SetWithin(p.index, file, title, hook)
	p.setIndex(next)
	if !ok {
		return "the index is full: its line is not in it"
	}
	return ""
}

// changes compares the plan with the folder.
func (p *plan) changes(have Existing) map[string][]byte {
	files := map[string][]byte{}
	for file, m := range p.known {
		if old, was := have.Files[file]; !was || !bytes.Equal(old, m.data) {
			files[file] = m.data
		}
	}
	for file := range have.Files {
		if _, still := p.known[file]; !still && isMemory(file) {
			files[file] = nil
		}
	}
	if !bytes.Equal(p.index, have.Files[Index]) {
		files[Index] = p.index
	}
	return files
}

func join(reasons ...string) string {
	var out []string
	for _, r := range reasons {
		if r != "" {
			out = append(out, r)
		}
	}
	return strings.Join(out, "; ")
}

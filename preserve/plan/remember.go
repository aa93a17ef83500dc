// Claude Code's memory folder: one fact a file, one index line.

package plan

import (
	"errors"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/markdown"
	"savectx/preserve/memory"
)

// memoryType is the kind of memory an item becomes; "" is none.
func memoryType(it preserve.Item) string {
	if it.Memory != nil && it.Memory.Type != "" {
		return it.Memory.Type
	}
	switch it.Kind {
	case preserve.Correction, preserve.DeadEnd:
		return "feedback"
	case preserve.Decision, preserve.Investigation, preserve.Architecture, preserve.Fact:
		return "project"
	case preserve.Reference:
		return "reference"
	case preserve.Preference:
		return "user"
	}
	return ""
}

// maxMemories bounds the facts of one save: each costs a line of the index in
// every session to come.
const maxMemories = 20

func (p *Plan) routeMemory() {
	line := p.Receipt.At(Memory, p.Request.Place.Memory.Dir)
	if off := p.Request.memoryOff(); p.Request.Place.Memory.Disabled {
		p.say(p.words.Receipt.Failed + Memory + ": " + off) // wanted so, and no failure
		return
	} else if off != "" {
		line.Error = off
		return
	}
	taken := 0
	for _, i := range preserve.Ranked(p.Request.Snapshot.Items) {
		it := p.Request.Snapshot.Items[i]
		elsewhere := it.Memory != nil && it.Memory.Store != "" && it.Memory.Store != "local"
		switch {
		case memoryType(it) == "" || it.NotGranted() || elsewhere:
		case it.Unreasoned():
			line.LeaveOut(i, NoReason)
		case taken == maxMemories:
			line.LeaveOut(i, OverCap)
		default:
			taken++
			p.add(Entry{Destination: Memory, Item: i})
		}
	}
}

func (p *Plan) renderMemory() {
	var facts []memory.Fact
	var entries []*Entry
	p.each(Memory, func(e *Entry) {
		facts, entries = append(facts, p.fact(p.item(e))), append(entries, e)
	})
	if facts == nil {
		return
	}
	dir := p.Request.Place.Memory.Dir
	line := p.Receipt.At(Memory, dir)
	if err := writable(dir); err != nil {
		p.degrade(entries)
		return
	}
	have, err := memory.Read(dir)
	if err != nil {
		line.Error = reason(err)
		return
	}
	files, outcomes := memory.Merge(have, facts, p.Request.Place.Session, p.Request.At)
	for _, name := range sortedKeys(files) {
		f, err := p.draft.openIn(dir, filepath.Join(dir, name))
		if err != nil {
			line.Error = reason(err)
			return
		}
		if files[name] == nil {
			p.draft.drop(f, Memory)
		} else {
			p.draft.set(f, files[name], Memory, free)
		}
	}
	for _, o := range outcomes {
		e := entries[o.Fact]
		e.File = filepath.Join(dir, o.File)
		e.Lines = shownFact(facts[o.Fact])
		if o.What == memory.Duplicate {
			line.LeaveOut(e.Item, Duplicate)
			e.gone = true
			continue
		}
		line.Written++
		if o.Reason != "" {
			p.say(o.File + ": " + o.Reason)
		}
	}
}

// fact is an item as a memory: what changes behaviour first.
func (p *Plan) fact(it preserve.Item) memory.Fact {
	text := preserve.Clean(it.Text)
	if it.Kind == preserve.DeadEnd { // an index line that is read alone must not recommend it
		text = p.words.Line.Labels[string(preserve.DeadEnd)] + text
	}
	f := memory.Fact{
		Type: memoryType(it), Body: text, Why: preserve.Clean(it.Why), Quote: preserve.Clean(it.Quote),
		Replaces: it.Replaces, Hook: text,
	}
	for _, e := range it.Exact {
		f.Exact = append(f.Exact, strings.Join(dest.Lines(e), "\n"))
	}
	if m := it.Memory; m != nil {
		f.Name = m.Name
		f.Title = strings.ReplaceAll(preserve.Clean(m.Name), "-", " ")
		if hook := preserve.Clean(m.Hook); hook != "" {
			f.Hook = hook
		}
	}
	f.Exact = p.clean(f.Exact) // strings that are a secret only together
	return f
}

// shownFact is a memory as the review shows it.
func shownFact(f memory.Fact) []string {
	lines := []string{f.Hook}
	for _, l := range append([]string{f.Body, f.Why, f.Quote}, f.Exact...) {
		if l != "" && l != f.Hook {
			lines = append(lines, strings.Split(l, "\n")...)
		}
	}
	return lines
}

// memoryOff says why nothing may be written to the memory folder, "" when
// there is no reason. Where a file that came with the project sends it out of
// the project, the client follows; savectx does not, and not into Claude's own
// folder either, where commands and rules lie.
func (r Request) memoryOff() string {
	switch m := r.Place.Memory; {
	case m.Disabled:
		return "Claude Code's auto memory is switched off"
	case m.ByProject() && !lies(r.Place.Root, m.Dir):
		return "the project's own settings put the memory outside the project: nothing is written there"
	}
	return ""
}

// lies reports whether path is below dir, with every link followed.
func lies(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel) && mayMake(dir, filepath.Join(path, indexFile)) == nil
}

// writable reports whether files can be made in dir, or dir itself.
func writable(dir string) error {
	if dir == "" {
		return errors.New("no memory folder")
	}
	for {
		err := unix.Access(dir, unix.W_OK|unix.X_OK)
		if err == nil {
			var st unix.Stat_t
			if err = unix.Stat(dir, &st); err == nil && st.Mode&unix.S_IFMT != unix.S_IFDIR {
				err = unix.ENOTDIR
			}
			return err
		}
		if !errors.Is(err, unix.ENOENT) || dir == filepath.Dir(dir) {
			return err
		}
		dir = filepath.Dir(dir)
	}
}

// sessionNotes is the section of CLAUDE.md that stands in for a memory folder
// that cannot be written.
const sessionNotes = "Session notes"

func (p *Plan) degrade(entries []*Entry) {
	line := p.Receipt.At(Memory, dest.RulesFile)
	p.say(p.words.Receipt.Degraded)
	path := p.inRoot(dest.RulesFile)
	err := mayMake(p.Request.Place.Root, path)
	var f *file
	if err == nil {
		f, err = p.draft.open(path)
	}
	if err != nil {
		line.Error = reason(err)
		return
	}
	f.own()
	var lines []string
	for _, e := range entries {
		it := p.item(e)
		e.File, e.Section, e.Lines = dest.RulesFile, sessionNotes, p.clean(dest.Bullet(it, p.words))
		if dest.Covered(f.new, it) {
			line.LeaveOut(e.Item, Duplicate)
			e.gone = true
			continue
		}
		lines = append(lines, e.Lines...)
		line.Written++
	}
	if lines == nil {
		return
	}
	out, _, err := markdown.Append(f.new, sessionNotes, lines)
	if errors.Is(err, markdown.ErrNoSection) {
		out, err = appendEnd(f.new, append([]string{"## " + sessionNotes, ""}, lines...))
	}
	if err != nil {
		line.Error, line.Written = reason(err), 0
		return
	}
	p.draft.set(f, out, Memory, free)
}

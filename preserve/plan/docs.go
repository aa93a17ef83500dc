// The project's own records. Only files that exist, and few items a save.

package plan

import (
	"errors"
	"strings"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/markdown"
)

func (p *Plan) routeDocs() {
	s := p.Request.Snapshot
	records := map[string]*file{}
	for _, name := range []string{dest.DecisionsFile, dest.TasksFile, dest.RulesFile} {
		if path, err := target(p.Request.Place.Root, name, nil); err == nil {
			f, err := p.draft.open(path)
			if err != nil {
				p.Receipt.At(Docs, name).Error = reason(err)
				continue
			}
			records[name] = f
		} else if !errors.Is(err, errNoTarget) {
			p.Receipt.At(Docs, name).Error = err.Error()
		}
	}
	if len(records) == 0 {
		p.Receipt.At(Docs, "")
		p.say(p.words.Receipt.NoTarget)
		return
	}
	count := map[string]int{}
	take := func(i int, name string, most int, e Entry) {
		line := p.Receipt.At(Docs, name)
		if count[name] == most {
			line.LeaveOut(i, OverCap)
			return
		}
		count[name]++
		e.Destination, e.Item, e.File = Docs, i, name
		p.add(e)
	}
	for _, i := range preserve.Ranked(s.Items) {
		it := s.Items[i]
		switch {
		case it.NotGranted():
		case it.Kind == preserve.Decision, it.Kind == preserve.DeadEnd:
			p.routeDecision(i, it, records[dest.DecisionsFile], take)
		case it.Kind == preserve.Open:
			p.routeTask(i, it, records[dest.TasksFile], take)
		case it.Kind == preserve.Correction:
			p.routeRule(i, it, records[dest.RulesFile], take)
		}
	}
}

type taker func(item int, name string, most int, e Entry)

func (p *Plan) routeDecision(i int, it preserve.Item, f *file, take taker) {
	if f == nil {
		return
	}
	line := p.Receipt.At(Docs, dest.DecisionsFile)
	switch {
	case it.Unreasoned():
		line.LeaveOut(i, NoReason)
	case p.repeats(i), dest.Says(f.new, it.Text):
		line.LeaveOut(i, Duplicate)
	default:
		replaces := ""
		if it.Replaces != "" {
			replaces = dest.Replaced(f.new, it.Replaces)
		}
		take(i, dest.DecisionsFile, dest.MaxDecisions, Entry{replaces: replaces})
	}
}

func (p *Plan) routeTask(i int, it preserve.Item, f *file, take taker) {
	if f == nil {
		return
	}
	line := p.Receipt.At(Docs, dest.TasksFile)
	if p.repeats(i) {
		line.LeaveOut(i, Duplicate)
		return
	}
	if it.Done {
		if _, ok, had := dest.Tick(f.new, it.Text); ok || !had {
			take(i, dest.TasksFile, dest.MaxTasks, Entry{})
		} else {
			line.LeaveOut(i, Duplicate)
		}
		return
	}
	if _, ok, had := dest.Tick(f.new, it.Text); ok || had {
		line.LeaveOut(i, Duplicate)
		return
	}
	take(i, dest.TasksFile, dest.MaxTasks, Entry{})
}

func (p *Plan) routeRule(i int, it preserve.Item, f *file, take taker) {
	if f == nil {
		return
	}
	line, w := p.Receipt.At(Docs, dest.RulesFile), p.words.Receipt
	if p.repeats(i) {
		line.LeaveOut(i, Duplicate)
		return
	}
	switch dest.RuleFault(it, f.new) {
	case dest.AlreadySaid:
		line.LeaveOut(i, Duplicate)
		p.say(w.Candidate + w.Covered)
	case dest.NotQuoted:
		line.LeaveOut(i, NoReason)
		p.say(w.Candidate + w.NotQuoted)
	case dest.NoEffect:
		line.LeaveOut(i, NoReason)
		p.say(w.Candidate + w.NoEffect)
	default:
		section := ""
		if it.Target != nil && it.Target.File == dest.RulesFile {
			if _, _, err := p.section(dest.RulesFile, it.Target.Section); err == nil {
				section = it.Target.Section
			}
		}
		take(i, dest.RulesFile, dest.MaxRules, Entry{Section: section})
	}
}

func (p *Plan) renderDocs() {
	r := p.Request
	var tasks []string // new ones, added together
	p.each(Docs, func(e *Entry) {
		it, line := p.item(e), p.Receipt.At(Docs, e.File)
		f, err := p.draft.open(p.inRoot(e.File))
		if err != nil {
			line.Error = reason(err)
			return
		}
		if there(f.new, e.File, it) { // from a destination before, or from another item
			line.LeaveOut(e.Item, Duplicate)
			e.gone = true
			return
		}
		out := f.new
		switch e.File {
		case dest.DecisionsFile:
			if e.replaces == "" {
				if old := dest.Contradicts(f.old, it); old != "" {
					p.say(p.words.Receipt.Contradiction + old)
				}
			}
			e.Lines = p.clean(dest.Decision(it, r.Snapshot.Topic, e.replaces, r.At, p.words))
			out, err = appendEnd(f.new, e.Lines)
		case dest.TasksFile:
			e.Lines = p.clean(dest.Task(it, p.words))
			if ticked, ok, _ := dest.Tick(f.new, it.Text); ok {
				out = ticked
			} else {
				tasks = append(tasks, e.Lines...)
			}
		case dest.RulesFile:
			e.Lines = p.clean(dest.Rule(it, p.words))
			out, err = appendItem(f.new, e.Section, e.Lines)
		}
		if err != nil {
			line.Error = err.Error()
			return
		}
		p.draft.set(f, out, Docs, free)
		line.Written++
	})
	if tasks == nil {
		return
	}
	f, err := p.draft.open(p.inRoot(dest.TasksFile))
	var out []byte
	if err == nil {
		out, err = appendItem(f.new, dest.OpenTasks(f.new), tasks)
	}
	if err != nil {
		line := p.Receipt.At(Docs, dest.TasksFile)
		line.Error, line.Written = reason(err), 0
		return
	}
	p.draft.set(f, out, Docs, free)
}

// there reports whether a record as it is to be says an item already.
func there(src []byte, name string, it preserve.Item) bool {
	switch name {
	case dest.TasksFile:
		_, ok, had := dest.Tick(src, it.Text)
		return had && !ok || ok && !it.Done
	case dest.RulesFile:
		return dest.Covered(src, it)
	}
	return dest.Says(src, it.Text)
}

// usualSection is where a list item goes that names no section, if there is
// one of that name.
const usualSection = "Rules"

// appendItem adds a list item at the end of a section, or of the document when
// the section takes none: to the list that is there, if there is one.
func appendItem(src []byte, section string, lines []string) ([]byte, error) {
	names := []string{section, usualSection}
	if heads := markdown.Headings(src); len(heads) > 0 {
		names = append(names, strings.Join(heads[len(heads)-1].Path, " > "))
	}
	for _, name := range names {
		if out, _, err := markdown.Append(src, name, lines); err == nil {
			return out, nil
		}
	}
	return appendEnd(src, lines)
}

// Putting our entries into a settings file, and taking them out.

package install

import (
	"slices"

	"github.com/tailscale/hujson"

	"savectx/orchestrator/claude"
)

// hookTimeout is what the client allows a hook of ours, in seconds. The hook
// ends itself earlier; this is for a machine that hangs.
const hookTimeout = 5

// Hook is the entry for one event: a shell line, or with Args a program.
type Hook struct {
	Event   string
	Command string
	Args    []string
}

// Wanted is what a settings file is to have of ours.
type Wanted struct {
	Hooks      []Hook // one an event, in the order in which they are written
	StatusLine string // the shell line of our status line; "" leaves the file's as it is
	Insist     bool   // put the status line in; without, only one that is there is brought up to date
}

type handlerDoc struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
	Timeout int      `json:"timeout,omitempty"`
}

type groupDoc struct {
	Hooks []handlerDoc `json:"hooks"`
}

func (h Hook) group() groupDoc {
	return groupDoc{[]handlerDoc{{"command", h.Command, h.Args, hookTimeout}}}
}

// Add returns the settings in data with exactly the wanted hooks of ours.
// Entries of ours that are there in another form are brought up to date where
// they stand; events that are not wanted, and second entries, lose theirs. All
// else keeps every byte, and nothing changes when nothing is to be done. Blanks
// alone, or no bytes, count as an empty object.
//
// The error is a *RefusedError: data is no JSON, its top level no object, hooks
// or one of its events of another type than the client's.
func Add(data []byte, w Wanted) ([]byte, error) {
	d, err := parse(data)
	if err != nil {
		return nil, err
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	if len(w.Hooks) > 0 {
		d.addHooks(w.Hooks)
	}
	if w.StatusLine != "" {
		if err := d.addStatusLine(w.StatusLine, w.Insist); err != nil {
			return nil, err
		}
	}
	return d.bytes(), nil
}

// check refuses hooks that the client would not read either: it drops the
// whole file then (observed on 2.0.77).
func (d *document) check() error {
	i := last(d.top, "hooks")
	if i < 0 {
		return nil
	}
	value := d.top.Members[i].Value
	hooks, ok := value.Value.(*hujson.Object)
	if !ok {
		return d.refuse(value.StartOffset, "hooks is "+kindOf(value.Value)+", not an object")
	}
	for i, m := range hooks.Members {
		if _, ok := m.Value.Value.(*hujson.Array); !ok {
			return d.refuse(m.Value.StartOffset, "hooks."+nameOf(hooks, i)+" is "+kindOf(m.Value.Value)+", not a list")
		}
	}
	return nil
}

func (d *document) addHooks(wanted []Hook) {
	i := last(d.top, "hooks")
	made := i < 0
	if made {
		d.style.put(d.top, "", "hooks", d.blank, struct{}{})
		i = len(d.top.Members) - 1
	}
	member := d.top.Members[i]
	hooks := member.Value.Value.(*hujson.Object)
	indent := indentOf(member.Name.BeforeExtra)
	for _, h := range wanted {
		d.addHook(hooks, indent, made, h)
	}
	for j := len(hooks.Members) - 1; j >= 0; j-- {
		name := nameOf(hooks, j)
		if !slices.ContainsFunc(wanted, func(h Hook) bool { return h.Event == name }) {
			dropFrom(hooks, j, func(h *hujson.Object) bool { return standing(h) == ours })
		}
	}
}

// addHook gives one event our entry.
func (d *document) addHook(hooks *hujson.Object, indent string, made bool, h Hook) {
	j := last(hooks, h.Event)
	if j < 0 {
		d.style.put(hooks, indent, h.Event, !made, []groupDoc{h.group()})
		return
	}
	list := hooks.Members[j].Value.Value.(*hujson.Array)
	found := false
	prune(list, func(handler *hujson.Object) bool {
		switch standing(handler) {
		case part:
			found = true // somebody's own line, which calls us: leave it
		case ours:
			if found {
				return true
			}
			found = true
			d.style.update(handler, h)
		}
		return false
	})
	if !found {
		d.style.add(list, indentOf(hooks.Members[j].Name.BeforeExtra), true, h.group())
	}
}

// update makes a handler of ours what it should be. Fields we do not write are
// somebody's wish, as is another time limit.
func (s style) update(handler *hujson.Object, h Hook) {
	if command, _ := text(handler, "command"); command != h.Command {
		handler.Members[last(handler, "command")].Value.Value = literal(h.Command)
	}
	switch now := argsOf(handler); {
	case h.Args == nil:
		for i := last(handler, "args"); i >= 0; i = last(handler, "args") {
			removeMember(handler, i)
		}
	case slices.Equal(now, h.Args):
	case last(handler, "args") >= 0:
		m := &handler.Members[last(handler, "args")]
		indent := indentOf(m.Name.BeforeExtra)
		m.Value.Value = s.value(h.Args, place{lines: indent != "" && s.lines, indent: indent})
	default:
		s.put(handler, "", "args", false, h.Args)
	}
	if last(handler, "timeout") < 0 {
		s.put(handler, "", "timeout", false, hookTimeout)
	}
}

// Remove returns the settings in data without anything of ours, and without
// what is empty because of that. Remove(Add(x)) is x, byte for byte, if x had
// nothing of ours. The error is a *RefusedError: data is no JSON, or its top
// level no object. What has another shape than expected holds nothing of ours.
func Remove(data []byte) ([]byte, error) {
	d, err := parse(data)
	if err != nil {
		return nil, err
	}
	if len(d.top.Members) == 0 {
		return slices.Clone(data), nil
	}
	first := d.top.Members[0].Name.BeforeExtra
	for i := len(d.top.Members) - 1; i >= 0; i-- {
		if nameOf(d.top, i) == "hooks" && d.removeHooks(i) {
			removeMember(d.top, i)
		}
	}
	d.removeStatusLine()
	if len(d.top.Members) > 0 {
		return d.bytes(), nil
	}
	if marked(first) { // the file was empty
		return append(slices.Clone(d.bom), d.root.AfterExtra...), nil
	}
	d.top.AfterExtra = emptied(first, d.top.AfterExtra, "")
	return d.bytes(), nil
}

// removeHooks reports whether the member of that number should go as well.
func (d *document) removeHooks(i int) bool {
	member := &d.top.Members[i]
	hooks, ok := member.Value.Value.(*hujson.Object)
	if !ok || len(hooks.Members) == 0 {
		return false
	}
	first := hooks.Members[0].Name.BeforeExtra
	for j := len(hooks.Members) - 1; j >= 0; j-- {
		dropFrom(hooks, j, func(h *hujson.Object) bool { return standing(h) == ours })
	}
	if len(hooks.Members) > 0 {
		return false
	}
	if marked(first) || twice(d.top, "hooks") {
		hooks.AfterExtra = emptied(first, hooks.AfterExtra, indentOf(member.Name.BeforeExtra))
		return false
	}
	return true
}

// dropFrom takes the handlers that drop says out of event j, and the event
// itself if it is empty because of that and had not been empty before.
func dropFrom(hooks *hujson.Object, j int, drop func(*hujson.Object) bool) {
	member := &hooks.Members[j]
	list, ok := member.Value.Value.(*hujson.Array)
	if !ok || len(list.Elements) == 0 {
		return
	}
	first := list.Elements[0].BeforeExtra
	if !prune(list, drop) || len(list.Elements) > 0 {
		return
	}
	if marked(first) || twice(hooks, nameOf(hooks, j)) {
		list.AfterExtra = emptied(first, list.AfterExtra, indentOf(member.Name.BeforeExtra))
		return
	}
	removeMember(hooks, j)
}

// prune takes handlers out of an event's groups, and groups that are empty
// because of that. It reports whether it took any.
func prune(list *hujson.Array, drop func(*hujson.Object) bool) (taken bool) {
	for i := 0; i < len(list.Elements); i++ {
		group, ok := list.Elements[i].Value.(*hujson.Object)
		if !ok {
			continue
		}
		at := last(group, "hooks")
		if at < 0 {
			continue
		}
		handlers, ok := group.Members[at].Value.Value.(*hujson.Array)
		if !ok {
			continue
		}
		here := false
		for k := 0; k < len(handlers.Elements); k++ {
			handler, ok := handlers.Elements[k].Value.(*hujson.Object)
			if ok && drop(handler) {
				removeElement(handlers, k)
				k--
				here = true
			}
		}
		if here && len(handlers.Elements) == 0 {
			removeElement(list, i)
			i--
		}
		taken = taken || here
	}
	return taken
}

// What a handler is to us.
type whose int

const (
	others whose = iota
	part         // a line of somebody's own that also calls us
	ours
)

func standing(handler *hujson.Object) whose {
	if kind, ok := text(handler, "type"); !ok || kind != "command" {
		return others
	}
	command, ok := text(handler, "command")
	if !ok {
		return others
	}
	args := argsOf(handler)
	event, ok := claude.OurHook(command, args)
	switch {
	case !ok:
		return others
	case wholly(command, args, event):
		return ours
	}
	return part
}

func argsOf(handler *hujson.Object) []string {
	i := last(handler, "args")
	if i < 0 {
		return nil
	}
	list, ok := handler.Members[i].Value.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	args := []string{}
	for _, e := range list.Elements {
		lit, ok := e.Value.(hujson.Literal)
		if !ok || lit.Kind() != '"' {
			return nil
		}
		args = append(args, lit.String())
	}
	return args
}

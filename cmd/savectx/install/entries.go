// What a plan adds to the settings and takes out of them, in words and as data.

package install

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"savectx/prompts"
)

// Entry is a hook or the status line of a settings file.
type Entry struct {
	Name string `json:"name"` // the hook's event, or statusLine
	Runs string `json:"runs"` // a shell line; what is called without a shell is quoted like one

	all string // as it is written, without blanks
}

// StatusName is the name of the status line's entry.
const StatusName = "statusLine"

// Entries are what the plan adds to settings, takes out of them, and leaves
// there with other fields, such as a time limit; ours or not.
func (p *Plan) Entries() (added, removed, changed []Entry) {
	for _, f := range p.Files {
		if f.Whole || f.Action == Keep {
			continue
		}
		c := p.Changes[f.change]
		before, after := entriesOf(c.Old), entriesOf(c.New)
		removed = append(removed, less(before, after, Entry.same)...)
		added = append(added, less(after, before, Entry.same)...)
	}
	alike := func(a, b Entry) bool { return a.Name == b.Name && a.Runs == b.Runs }
	onlyAdded := less(added, removed, alike)
	changed = less(added, onlyAdded, Entry.same)
	return onlyAdded, less(removed, added, alike), changed
}

func (e Entry) same(other Entry) bool { return e.Name == other.Name && e.all == other.all }

// less is a without b, one for one.
func less(a, b []Entry, equal func(Entry, Entry) bool) (out []Entry) {
	b = slices.Clone(b)
	for _, e := range a {
		if i := slices.IndexFunc(b, func(o Entry) bool { return equal(e, o) }); i >= 0 {
			b = slices.Delete(b, i, i+1)
		} else {
			out = append(out, e)
		}
	}
	return out
}

// entriesOf are those of a settings file in their order; of one that cannot be
// read, none.
func entriesOf(data []byte) (out []Entry) {
	d, err := parse(data)
	if err != nil {
		return nil
	}
	if i := last(d.top, "hooks"); i >= 0 {
		if hooks, ok := d.top.Members[i].Value.Value.(*hujson.Object); ok {
			for j, m := range hooks.Members {
				out = append(out, handlersOf(nameOf(hooks, j), m.Value)...)
			}
		}
	}
	if status := d.statusLine(); status != nil {
		if command, ok := text(status, "command"); ok {
			out = append(out, Entry{StatusName, command, command})
		}
	}
	return out
}

func handlersOf(event string, value hujson.Value) (out []Entry) {
	list, _ := value.Value.(*hujson.Array)
	for group := range elements(list) {
		at := last(group, "hooks")
		if at < 0 {
			continue
		}
		handlers, _ := group.Members[at].Value.Value.(*hujson.Array)
		for h := range elements(handlers) {
			runs, ok := text(h, "command")
			if !ok {
				continue
			}
			if args := argsOf(h); len(args) > 0 {
				runs = Quote(runs)
				for _, a := range args {
					runs += " " + Quote(a)
				}
			}
			bare := hujson.Value{Value: h}
			bare = bare.Clone()
			bare.Minimize()
			out = append(out, Entry{event, runs, bare.String()})
		}
	}
	return out
}

// elements are the objects of a list, which may be nil.
func elements(list *hujson.Array) func(yield func(*hujson.Object) bool) {
	return func(yield func(*hujson.Object) bool) {
		if list == nil {
			return
		}
		for _, e := range list.Elements {
			if object, ok := e.Value.(*hujson.Object); ok && !yield(object) {
				return
			}
		}
	}
}

// Words tells entries in one line, those of one program together:
//
//	PreCompact, Stop → /opt/bin/savectx-hook; SessionEnd → /opt/bin/other.sh
func Words(entries []Entry) string {
	var order []string
	names := map[string][]string{}
	for _, e := range entries {
		program := e.program()
		if names[program] == nil {
			order = append(order, program)
		}
		names[program] = append(names[program], e.Name)
	}
	for i, program := range order {
		order[i] = strings.Join(names[program], ", ") + " → " + program
	}
	return strings.Join(order, "; ")
}

// program is what an entry calls, without the event where it only says again
// which one it is.
func (e Entry) program() string {
	if strings.TrimSpace(e.Runs) == prompts.HookOnPath(e.Name) {
		return "savectx-hook or savectx, wherever it is on PATH"
	}
	return strings.TrimSuffix(e.Runs, " "+e.Name)
}

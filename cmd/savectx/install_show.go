// What a person sees of an installation before it is written.

package main

import (
	"strings"

	"savectx/cmd/savectx/install"
)

// showPlan prints the difference: settings as a diff, what is ours as a whole
// by its name; then in words what is added and removed.
func (v *voice) showPlan(p *install.Plan) {
	for _, f := range p.Files {
		switch {
		case f.Action == install.Keep:
			v.say("keep %s: it %s", oneLine(f.Path), oneLine(f.Reason))
		case f.Whole:
			v.say("%s %s", f.Action, oneLine(f.Path))
		default:
			for _, line := range install.Cut(v.withoutSecrets(p.Diff(f))) {
				v.say("%s", oneLine(strings.ReplaceAll(line, "\t", tabShown)))
			}
		}
	}
	adds, removes, changes := v.entries(p)
	for _, part := range []struct {
		verb    string
		entries []install.Entry
	}{{"adds", adds}, {"removes", removes}, {"changes", changes}} {
		v.showEntries(part.verb, part.entries)
	}
}

// tabShown is a tab in a line that is shown: what drives a terminal is not.
const tabShown = "    "

// showEntries prints hooks in one line and the status line in another.
func (v *voice) showEntries(verb string, entries []install.Entry) {
	var hooks []install.Entry
	for _, e := range entries {
		if e.Name == install.StatusName {
			v.say("%s the status line: %s", verb, oneLine(e.Runs))
		} else {
			hooks = append(hooks, e)
		}
	}
	if len(hooks) > 0 {
		v.say("%s hooks: %s", verb, oneLine(install.Words(hooks)))
	}
}

// entries are those of the plan without secrets.
func (v *voice) entries(p *install.Plan) (adds, removes, changes []install.Entry) {
	adds, removes, changes = p.Entries()
	for _, list := range [][]install.Entry{adds, removes, changes} {
		for i := range list {
			list[i].Runs = v.withoutSecrets(list[i].Runs)
		}
	}
	return adds, removes, changes
}

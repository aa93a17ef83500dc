// What uninstall leaves, and why.

package install

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"savectx/orchestrator/claude"
	"savectx/preserve/safefile"
)

// Calls are the events whose hooks in the settings call savectx in lines of
// somebody's own, and statusLine if that does. Settings that cannot be read
// have none.
func Calls(settings []byte) (names []string) {
	d, err := parse(settings)
	if err != nil {
		return nil
	}
	i := last(d.top, "hooks")
	if i >= 0 {
		if hooks, ok := d.top.Members[i].Value.Value.(*hujson.Object); ok {
			for j := range hooks.Members {
				list, ok := hooks.Members[j].Value.Value.(*hujson.Array)
				if !ok {
					continue
				}
				name, found := nameOf(hooks, j), false
				prune(list, func(h *hujson.Object) bool {
					found = found || standing(h) != others
					return false
				})
				if found && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	if status := d.statusLine(); status != nil {
		command, _ := text(status, "command")
		words := claude.ShellWords(command)
		for i, w := range words[:max(0, len(words)-1)] {
			if filepath.Base(w) == "savectx" && words[i+1] == "statusline" {
				return append(names, StatusName)
			}
		}
	}
	return names
}

// leaves says what the settings at path still have to do with savectx.
func (p *Plan) leaves(path string, left []byte, edited bool) {
	names := Calls(left)
	own := "lines of somebody's own that call savectx (" + strings.Join(names, ", ") + "): take them out by hand"
	switch {
	case len(names) == 0 && !edited:
		p.keep(path, "has nothing of ours")
	case len(names) == 0:
	case edited:
		p.stays(path, "keeps "+own)
	default:
		p.stays(path, "has nothing of ours but "+own)
	}
}

// neighbour is the other settings file in the folder, if it has entries of ours
// that the record knows nothing of, as when somebody else of the project has
// installed them; "" if not. The two share their skills.
func (r *record) neighbour(where Place) string {
	for _, name := range []string{"settings.json", "settings.local.json"} {
		path := filepath.Join(filepath.Dir(where.Settings), name)
		if _, known := r.Settings[path]; known || path == where.Settings {
			continue
		}
		data, existed, err := safefile.ReadState(path, settingsLimit)
		if err != nil || !existed {
			continue
		}
		if clean, err := Remove(data); err == nil && string(clean) != string(data) {
			return path
		}
	}
	return ""
}

// elsewhere is the settings file for which the skill at path is installed under
// another name, by way of links; "" if there is none.
func (r *record) elsewhere(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	for other, s := range r.Skills {
		if other == path || len(s.For) == 0 {
			continue
		}
		if there, err := os.Stat(other); err == nil && os.SameFile(info, there) {
			return s.For[0]
		}
	}
	return ""
}

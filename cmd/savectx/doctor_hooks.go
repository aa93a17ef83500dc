// The doctor on hooks: which are set, where, and whether they can run.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"savectx/cmd/savectx/install"
	"savectx/orchestrator/claude"
)

// entry is one hook of ours, in a settings file or a plugin.
type entry struct {
	claude.Handler
	calls    string // the event it tells savectx
	programs []string
	missing  bool // none of the programs can be run
}

// ourHooks are the entries of settings and plugins that call savectx. Two that
// are the same in settings files run once, and count once.
func (d *doctor) ourHooks() (out []entry) {
	add := func(handlers []claude.Handler, root string) {
		for _, h := range handlers {
			if h.Type != "command" {
				continue
			}
			if event, ok := claude.OurHook(h.Command, h.Args); ok {
				e := entry{Handler: h, calls: event, programs: calledPrograms(h)}
				e.missing = !slices.ContainsFunc(e.programs, func(p string) bool { return d.runnable(p, root, len(h.Args) == 0) })
				out = append(out, e)
			}
		}
	}
	add(d.settings.Handlers(""), "")
	for _, p := range d.plugins {
		add(claude.Settings{Files: []claude.File{p.hooks}}.Handlers(""), p.folder)
	}
	return out
}

// calls tells whether an event reaches savectx.
func (d *doctor) calls(event string) bool {
	why, _ := d.settings.HooksOff()
	return slices.ContainsFunc(d.hooks, func(e entry) bool {
		return e.Event == event && e.calls == event && !e.missing && (why == "" || e.Level == claude.LevelManaged)
	})
}

func (d *doctor) examineHooks() {
	for _, f := range d.settings.Files {
		if f.Err != nil {
			d.fail("settings-broken", fmt.Sprintf("Claude Code ignores the whole of %s: %s", f.Path, whyBroken(f)), "mend the file; savectx leaves it alone until then")
		}
	}
	if why, path := d.settings.HooksOff(); why != "" {
		text := fmt.Sprintf("%s in %s keeps hooks from running", why, path)
		if len(d.hooks) > 0 {
			d.fail("hooks-off", text+", those of savectx too", "take "+why+" out of that file")
		} else {
			d.warn("hooks-off", text, "take "+why+" out of that file before savectx install")
		}
	}
	d.examineEvents()
	d.examineEntries()
	d.examineDoubled()
	d.examineProgram()
	d.examineLog()
}

// examineEvents says which events are hooked and which are not.
func (d *doctor) examineEvents() {
	client := d.client
	if !client.Known() {
		client = claude.Version{2, 0, 0} // as install assumes
	}
	byPath := map[string][]string{}
	var paths, missing []string
	for _, event := range claude.Events() {
		found := false
		for _, e := range d.hooks {
			if e.Event != event || e.calls != event {
				continue
			}
			found = true
			if byPath[e.Path] == nil {
				paths = append(paths, e.Path)
			}
			if !slices.Contains(byPath[e.Path], event) {
				byPath[e.Path] = append(byPath[e.Path], event)
			}
		}
		if !found && client.Knows(event) {
			missing = append(missing, event)
		}
	}
	for _, path := range paths {
		d.ok("hooks", fmt.Sprintf("hooks for %s are set in %s", strings.Join(byPath[path], ", "), path))
	}
	switch {
	case len(paths) == 0:
		d.warn("hooks-missing", "no hook of savectx is set: no reminders, no list for automatic compactions, nothing put back after one", d.install(claude.LevelUser))
	case len(missing) > 0:
		d.warn("hooks-missing", "no hook is set for "+strings.Join(missing, ", "), d.installAgain())
	}
}

// installAgain is the command that brings the hooks up to date where they are.
func (d *doctor) installAgain() string {
	if len(d.hooks) == 0 {
		return d.install(claude.LevelUser)
	}
	return d.install(d.hooks[0].Level)
}

// install is the command that writes the hooks of a level, or what comes before
// it.
func (d *doctor) install(level string) string {
	command := "savectx install"
	switch level {
	case claude.LevelProject, claude.LevelLocal:
		command += " --" + level
	case claude.LevelManaged:
		return "whoever looks after that file"
	case levelPlugin:
		return "claude plugin update " + d.pluginName()
	}
	for _, f := range d.settings.Files {
		if f.Level == level && f.Err != nil {
			return "first mend " + f.Path + ", which savectx leaves alone until then; then " + command
		}
	}
	return command
}

// pluginName is the plugin with its marketplace.
func (d *doctor) pluginName() string {
	for _, p := range d.plugins {
		return p.name
	}
	return pluginName
}

// whyBroken is what is wrong with a settings file, with its place and without
// its path.
func whyBroken(f claude.File) string {
	_, err := install.Add(f.Data, install.Wanted{})
	var refused *install.RefusedError
	var path *fs.PathError
	switch {
	case f.Data != nil && errors.As(err, &refused):
		return refused.Error()
	case errors.As(f.Err, &path):
		return path.Err.Error()
	}
	text, _ := strings.CutPrefix(f.Err.Error(), f.Path)
	text = strings.TrimPrefix(strings.TrimPrefix(text, ":"), " ")
	if strings.HasPrefix(text, "is ") || strings.HasPrefix(text, "holds ") {
		return "it " + text
	}
	return text
}

// examineEntries looks at each entry for itself.
func (d *doctor) examineEntries() {
	type problem struct{ path, text string }
	said := map[problem]bool{}
	for _, e := range d.hooks {
		if p := (problem{e.Path, strings.Join(e.programs, " or ")}); e.missing && !said[p] {
			said[p] = true
			d.fail("hook-program", fmt.Sprintf("the hooks in %s call %s, which is not there or cannot be run", e.Path, p.text), d.repair(e))
		}
		if e.calls != e.Event {
			d.warn("hook-crossed", fmt.Sprintf("the hook for %s in %s tells savectx %s", e.Event, e.Path, e.calls), d.fixOr(e, "mend the file"))
		}
		if d.client.Known() && !d.client.ToleratesUnknownEvents() && !d.client.Knows(e.Event) {
			d.fail("hook-unknown", fmt.Sprintf("Claude Code %s does not know the event %s and ignores the whole of %s", d.client, e.Event, e.Path), d.fixOr(e, d.install(e.Level)))
		}
	}
}

// fixes tells whether --fix brings the entries of a file up to date.
func (d *doctor) fixes(level string) bool {
	return d.client.Known() && (level == claude.LevelUser || level == claude.LevelLocal)
}

func (d *doctor) fixOr(e entry, other string) string {
	if d.fixes(e.Level) {
		return "savectx doctor --fix, or " + other
	}
	return other
}

// repair is what helps against a program that is missing. What is looked for on
// PATH stays so in a file that others share.
func (d *doctor) repair(e entry) string {
	onPath := !slices.ContainsFunc(e.programs, func(p string) bool { return strings.Contains(p, "/") })
	const own = "savectx install --plugin DIR, which writes a plugin with their places in it"
	switch {
	case e.Level == claude.LevelUser, e.Level == claude.LevelLocal:
	case onPath && e.Level == levelPlugin:
		return "put the programs on PATH: " + d.ontoPath() + "; or " + own
	case onPath:
		return "put the programs on PATH: " + d.ontoPath()
	case e.Level == levelPlugin:
		return own + ", into the folder it came from; then " + d.install(e.Level)
	}
	return d.install(e.Level) + " writes the right path"
}

// examineDoubled finds events that reach savectx twice.
func (d *doctor) examineDoubled() {
	byPlaces := map[string][]string{}
	var order []string
	for _, event := range claude.Events() {
		places := d.doubled(event)
		if places == nil {
			continue
		}
		key := strings.Join(places, " and in ")
		if byPlaces[key] == nil {
			order = append(order, key)
		}
		byPlaces[key] = append(byPlaces[key], event)
	}
	for _, key := range order {
		d.warn("hooks-doubled", fmt.Sprintf("hooks for %s stand more than once, in %s: each of them runs", strings.Join(byPlaces[key], ", "), key),
			d.keepOne(d.doubled(byPlaces[key][0])))
	}
}

// keepOne says how hooks that stand in these files come to stand in one, once.
func (d *doctor) keepOne(places []string) string {
	var ways []string
	for _, level := range []string{claude.LevelProject, claude.LevelLocal, claude.LevelUser, levelPlugin} {
		at := slices.IndexFunc(d.hooks, func(e entry) bool { return e.Level == level && slices.Contains(places, e.Path) })
		switch {
		case at < 0:
		case level == levelPlugin:
			ways = append(ways, "claude plugin disable "+d.pluginName())
		case len(places) > 1:
			ways = append(ways, uninstallOf(level))
		case d.fixes(level):
			return "savectx doctor --fix"
		default:
			return d.install(level)
		}
	}
	if len(ways) == 0 {
		return "mend the file"
	}
	return strings.Join(ways, ", or ")
}

// doubled are the files in which an event's entries stand, if more than one of
// them can run for the same occasion.
func (d *doctor) doubled(event string) (places []string) {
	var entries []entry
	for _, e := range d.hooks {
		if e.Event == event {
			entries = append(entries, e)
		}
	}
	for i, a := range entries {
		for _, b := range entries[i+1:] {
			if all := []string{"", "*"}; a.Matcher != b.Matcher && !slices.Contains(all, a.Matcher) && !slices.Contains(all, b.Matcher) {
				continue
			}
			for _, path := range []string{a.Path, b.Path} {
				if !slices.Contains(places, path) {
					places = append(places, path)
				}
			}
		}
	}
	return places
}

// runnable tells whether a program of a hook can be run. Without a shell only
// the client's own names are written out; with one, a program whose name needs
// more of the shell to be known is taken to be there.
func (d *doctor) runnable(program, pluginRoot string, shell bool) bool {
	if !shell {
		return executable(strings.NewReplacer("${CLAUDE_PLUGIN_ROOT}", pluginRoot, "${CLAUDE_PROJECT_DIR}", d.project).Replace(program), d.project)
	}
	known := true
	program = os.Expand(program, func(name string) string {
		switch name {
		case "HOME":
			return os.Getenv("HOME")
		case "CLAUDE_PROJECT_DIR":
			return d.project
		case "CLAUDE_PLUGIN_ROOT":
			return pluginRoot
		}
		known = false
		return ""
	})
	return !known || executable(program, d.project)
}

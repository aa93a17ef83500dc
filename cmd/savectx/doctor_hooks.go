// The doctor on hooks: which are set, where, and whether they can run.

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"savectx/cmd/savectx/hook"
	"savectx/orchestrator/claude"
	"savectx/preserve/safefile"
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
				e.missing = !slices.ContainsFunc(e.programs, func(p string) bool { return d.runnable(p, root) })
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
			d.fail("settings-broken", fmt.Sprintf("Claude Code ignores the whole of %s: %v", f.Path, f.Err), "mend the file; savectx leaves it alone until then")
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
		d.warn("hooks-missing", "no hook of savectx is set: no reminders, no list for automatic compactions, nothing put back after one", "savectx install")
	case len(missing) > 0:
		d.warn("hooks-missing", "no hook is set for "+strings.Join(missing, ", "), d.installAgain())
	}
}

// installAgain is the command that brings the hooks up to date where they are.
func (d *doctor) installAgain() string {
	for _, e := range d.hooks {
		switch e.Level {
		case claude.LevelProject, claude.LevelLocal:
			return "savectx install --" + e.Level
		case levelPlugin:
			return "claude plugin update " + pluginName
		}
	}
	return "savectx install"
}

// examineEntries looks at each entry for itself.
func (d *doctor) examineEntries() {
	type problem struct{ path, text string }
	said := map[problem]bool{}
	for _, e := range d.hooks {
		if p := (problem{e.Path, strings.Join(e.programs, " or ")}); e.missing && !said[p] {
			said[p] = true
			d.fail("hook-program", fmt.Sprintf("the hooks in %s call %s, which is not there or cannot be run", e.Path, p.text), d.installAgain()+" writes the right path")
		}
		if e.calls != e.Event {
			d.warn("hook-crossed", fmt.Sprintf("the hook for %s in %s tells savectx %s", e.Event, e.Path, e.calls), "savectx doctor --fix, or mend the file")
		}
		if d.client.Known() && !d.client.ToleratesUnknownEvents() && !d.client.Knows(e.Event) {
			d.fail("hook-unknown", fmt.Sprintf("Claude Code %s does not know the event %s and ignores the whole of %s", d.client, e.Event, e.Path), "savectx doctor --fix, or "+d.installAgain())
		}
	}
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
	for _, places := range order {
		d.warn("hooks-doubled", fmt.Sprintf("hooks for %s stand more than once, in %s: each of them runs", strings.Join(byPlaces[places], ", "), places),
			"savectx doctor --fix; between a plugin or a project's file and your own, keep one: savectx uninstall, with --project or --local, or claude plugin disable "+pluginName)
	}
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

// logLook bounds what is read of the hooks' log, in bytes. It is kept shorter.
const logLook = 1 << 20

// examineLog counts what went wrong in hooks since yesterday.
func (d *doctor) examineLog() {
	path := hook.LogPath(d.state)
	data, existed, err := safefile.ReadState(path, logLook)
	if err != nil {
		d.warn("hooks-log", fmt.Sprintf("the hooks' log cannot be read: %v", err), "move it away: "+path)
		return
	}
	recent, last := 0, ""
	for line := range strings.Lines(string(data)) {
		stamp, _, _ := strings.Cut(line, " ")
		if at, err := time.Parse(time.RFC3339, stamp); err == nil && d.now.Sub(at) < 24*time.Hour {
			recent++
			last = strings.TrimSpace(line)
		}
	}
	switch {
	case recent > 0:
		d.warn("hooks-log", fmt.Sprintf("lines about what went wrong in hooks, of the last day: %d; the last: %s", recent, last), "all of it is in "+path)
	case existed:
		d.ok("hooks-log", "hooks have logged nothing in the last day")
	default:
		d.ok("hooks-log", "hooks have never logged anything")
	}
}

// runnable tells whether a program of a hook can be run. One whose name needs
// a shell to be known is taken to be.
func (d *doctor) runnable(program, pluginRoot string) bool {
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

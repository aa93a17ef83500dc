// The doctor on skills, plugin and status line.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"savectx/orchestrator/claude"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// pluginName is what the plugin calls itself; levelPlugin marks its hooks.
const (
	pluginName  = "savectx"
	levelPlugin = "plugin"
)

// plugin is an enabled plugin of ours.
type plugin struct {
	name   string // with its marketplace
	path   string // of the settings file that enables it
	folder string // where the client keeps it; "" if that is not known
	hooks  claude.File
}

// Limits of what is read of the client's and the plugin's files, in bytes.
const (
	pluginsLimit = 4 << 20
	skillLook    = 1 << 20
)

// ourPlugins are the enabled ones. Where a plugin lies stands in
// <config>/plugins/installed_plugins.json (2.1.332).
func (d *doctor) ourPlugins() (out []plugin) {
	var installed struct {
		Plugins map[string][]struct {
			Path string `json:"installPath"`
		} `json:"plugins"`
	}
	data, _, err := safefile.ReadState(filepath.Join(d.config, "plugins", "installed_plugins.json"), pluginsLimit)
	if err == nil {
		_ = json.Unmarshal(data, &installed) // what is no such file names no plugin
	}
	for _, enabled := range d.settings.Plugins() {
		if name, _, _ := strings.Cut(enabled.Value, "@"); name != pluginName {
			continue
		}
		p := plugin{name: enabled.Value, path: enabled.Path}
		for _, at := range installed.Plugins[p.name] {
			path := filepath.Join(at.Path, "hooks", "hooks.json")
			if data, existed, err := safefile.ReadState(path, pluginsLimit); err == nil && existed {
				p.folder, p.hooks = at.Path, claude.ParseSettings(path, levelPlugin, data)
			}
		}
		out = append(out, p)
	}
	return out
}

func (d *doctor) examineSkills() {
	for _, p := range d.plugins {
		if p.folder == "" {
			d.warn("plugin", fmt.Sprintf("the plugin %s is enabled in %s, but it is not on this machine", p.name, p.path), "claude plugin install "+p.name)
		} else {
			d.ok("plugin", fmt.Sprintf("the plugin %s is enabled in %s and lies in %s", p.name, p.path, p.folder))
		}
	}
	mine, theirs := filepath.Join(d.config, "skills"), filepath.Join(d.project, ".claude", "skills")
	all := prompts.Skills()
	places := map[string]string{} // of the first one of a name
	for _, dir := range []string{mine, theirs} {
		level := claude.LevelUser
		if dir != mine {
			level = claude.LevelProject
		}
		var there, changed, twice []string
		for _, s := range all {
			data, existed, err := safefile.ReadState(filepath.Join(dir, s.Name, "SKILL.md"), skillLook)
			if !existed && err == nil {
				continue
			}
			there = append(there, s.Name)
			if err != nil || !bytes.Equal(data, s.Data) {
				changed = append(changed, s.Name)
			}
			if places[s.Name] != "" && mine != theirs {
				twice = append(twice, s.Name)
			}
			places[s.Name] = dir
		}
		if len(there) > len(changed) {
			d.ok("skills", fmt.Sprintf("%d of %d skills are in %s as this version has them", len(there)-len(changed), len(all), dir))
		}
		if len(changed) > 0 {
			d.warn("skills-changed", fmt.Sprintf("not as this version has them, in %s: %s", dir, strings.Join(changed, ", ")), d.install(level)+" brings those of an earlier version up to date; one that a person has changed stays until it is deleted")
		}
		if len(twice) > 0 {
			d.warn("skills-shadowed", fmt.Sprintf("skills of one name in %s and in %s, of which the client takes one: %s", mine, theirs, strings.Join(twice, ", ")), "keep one of the two")
		}
	}
	if len(places) == 0 && len(d.plugins) == 0 {
		d.warn("skills-missing", "no skill of savectx is installed: Claude is not told how to save", d.install(claude.LevelUser))
	}
}

func (d *doctor) examineStatusLine() {
	line := d.settings.StatusLine()
	ours, wraps := callsStatusLine(line.Value)
	switch {
	case wraps:
		d.ok("status-line", "the status line goes through savectx and shows what it showed before ("+line.Path+")")
	case ours:
		d.ok("status-line", "the status line is savectx's ("+line.Path+")")
	case line.Set:
		d.add(levelOK, "status-line", "the status line in "+line.Path+" is somebody else's: the model's window is taken from its name", d.install(claude.LevelUser)+" --status-line wraps it, and the client tells the window")
	default:
		d.add(levelOK, "status-line", "there is no status line: the model's window is taken from its name", d.install(claude.LevelUser)+" --status-line sets one, and the client tells the window")
	}
}

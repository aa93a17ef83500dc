// The doctor on the client: its version, and whether it trusts this folder.

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"savectx/cmd/savectx/install"
	"savectx/orchestrator/claude"
)

func (d *doctor) examineClient() {
	if d.clientErr != nil {
		d.warn("client-version", fmt.Sprintf("the version of Claude Code is not known: %v", d.clientErr),
			"start Claude Code, or put claude on PATH; until then savectx counts on nothing newer than 2.0")
		return
	}
	d.ok("client-version", fmt.Sprintf("Claude Code %s, known from %s", d.client, d.clientFrom))
	if without := d.lacks(); len(without) > 0 {
		d.warn("client-features", fmt.Sprintf("Claude Code %s does not have everything savectx uses: %s", d.client, strings.Join(without, "; ")), "claude update brings it")
		return
	}
	d.ok("client-features", "it has everything savectx uses: hooks without a shell, the status in the session record, PostCompact, StopFailure, the stash for drafts")
}

// lacks is what this version cannot do, and what that means.
func (d *doctor) lacks() (out []string) {
	v := d.client
	for _, f := range []struct {
		has  bool
		text string
	}{
		{v.ExecForm(), "hooks run through a shell, which costs each a few milliseconds"},
		{v.RecordsStatus(), "its session record has no status, so a turn's end is read from the transcript and the Stop hook"},
		{v.Knows("PostCompact"), "no PostCompact, so what a summary lost is shown by savectx audit and not put back"},
		{v.Knows("StopFailure"), "no StopFailure, so a turn that ended in an error is found in the transcript"},
		{v.CanStash(), "no stash is known of, so a line waits until the composer is empty"},
		{v.ToleratesUnknownEvents(), "it drops a whole settings file for one hook event it does not know"},
	} {
		if !f.has {
			out = append(out, f.text)
		}
	}
	return out
}

// examineWorkspace looks at what keeps hooks, jobs and skills from running in
// this folder.
func (d *doctor) examineWorkspace() {
	switch trusted, known := claude.Trusted(d.config, d.project, os.Getenv); {
	case !known:
		d.warn("workspace-trust", "whether Claude Code trusts this folder cannot be told: its own file .claude.json cannot be read", "start claude in this folder once")
	case trusted:
		d.ok("workspace-trust", "Claude Code trusts "+d.project)
	default:
		d.warn("workspace-trust", fmt.Sprintf("Claude Code does not trust %s: in a session no hook and no status line runs there", d.project), "start claude in this folder and accept its question")
	}
	if s := d.settings.Bool("sandbox", "enabled"); s.Value {
		text := fmt.Sprintf("the sandbox is on (%s): a job that a command of Claude cannot start is started by the Stop hook at the turn's end", s.Path)
		if d.calls("Stop") {
			d.ok("sandbox", text)
		} else {
			d.warn("sandbox", text+", and there is no Stop hook", d.install(claude.LevelUser))
		}
	}
	if s := d.settings.Bool("disableSkillShellExecution"); s.Value {
		d.ok("skill-shell", fmt.Sprintf("disableSkillShellExecution is set in %s; the skills of savectx run nothing while they load", s.Path))
	}
	for _, c := range d.settings.Conflicts() {
		d.warn("conflict", fmt.Sprintf("%s (%s): %s", c.Name, c.Where, c.What), "let only one of the two do it")
	}
}

// examineProgram looks at the small program beside this one, and at the name
// by which the skills call.
func (d *doctor) examineProgram() {
	p, err := install.FindProgram()
	var temporary *install.TemporaryError
	switch {
	case errors.As(err, &temporary):
		d.warn("program", fmt.Sprintf("this savectx cannot be installed from where it lies: %v", err), "move savectx and savectx-hook to a folder that stays, such as ~/.local/bin")
	case err != nil:
		d.warn("program", fmt.Sprintf("this savectx cannot be installed from where it lies: %v", err), "put savectx, under that name, and savectx-hook into a folder of PATH")
	case p.Hook == "":
		d.warn("program", fmt.Sprintf("there is no savectx-hook beside %s: hooks run the whole program, which takes some milliseconds more", p.Main), "put savectx-hook into "+filepath.Dir(p.Main)+", then "+d.install(claude.LevelUser))
	default:
		d.ok("program", fmt.Sprintf("%s, and for hooks %s", p.Main, p.Hook))
	}
	d.examinePath()
}

func (d *doctor) examinePath() {
	found, err := exec.LookPath("savectx")
	if err != nil {
		d.warn("path", "savectx is not on PATH, and the skills call it by its name", d.ontoPath()+", for sessions that are started then")
		return
	}
	if self, err := os.Executable(); err == nil && !sameFile(found, self) {
		d.warn("path", fmt.Sprintf("the skills call %s, which is first on PATH, and not this savectx: %s", found, self), "keep one of the two, or put the other folder first")
		return
	}
	d.ok("path", "the skills find savectx on PATH: "+found)
}

// ontoPath is what puts our programs on PATH.
func (d *doctor) ontoPath() string {
	if p, err := install.FindProgram(); err == nil {
		return pathLine(filepath.Dir(p.Main)) + " in the start file of your shell"
	}
	return "put savectx and savectx-hook into a folder of PATH"
}

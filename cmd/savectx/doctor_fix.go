// The doctor mending what is savectx's own, and nothing else.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"savectx/cmd/savectx/install"
	"savectx/orchestrator/claude"
	"savectx/preserve/plan"
	"savectx/prompts"
)

// mend does what needs no judgement, and says each thing.
func (d *doctor) mend() {
	d.mendJobs()
	d.mendModes()
	d.mendHandoffs()
	d.mendHooks()
	d.mendSessions()
}

// did says what was mended: as a result, or beside a JSON answer.
func (d *doctor) did(format string, args ...any) {
	text := d.tame(fmt.Sprintf(format, args...))
	if d.c.Bool("json") {
		d.tell("mended: %s", text)
	} else {
		d.say("mended: %s", text)
	}
}

// could not: the finding that follows says what to do.
func (d *doctor) couldNot(what string, err error) {
	d.tell("%s could not be mended: %s", d.tame(what), d.tame(err.Error()))
}

func (d *doctor) mendJobs() {
	store, jobs, _ := d.jobsHere()
	for _, j := range jobs {
		if !d.dead(store, j) {
			continue
		}
		if now, err := store.Settle(j.ID); err != nil {
			d.couldNot("job "+j.ID, err)
		} else if now.State.Ended() {
			d.did("job %s ended %s: %s", j.ID, now.State, now.Reason)
		}
	}
}

// mendModes takes from others what they may do with the state folder.
func (d *doctor) mendModes() {
	n := 0
	for _, path := range d.stateTree().open {
		info, err := os.Lstat(path)
		if err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			err = os.Chmod(path, info.Mode().Perm()&0o700)
		}
		if err != nil {
			d.couldNot("the mode of "+path, err)
			continue
		}
		n++
	}
	if n > 0 {
		d.did("files and folders of %s that are for you alone now: %d", d.state, n)
	}
}

// mendHandoffs deletes expired handoffs as a step that can be taken back.
func (d *doctor) mendHandoffs() {
	old, err := plan.Expired(d.handoffs(), d.now)
	if err == nil && len(old) == 0 {
		return
	}
	var said bytes.Buffer
	if err == nil {
		aside := &voice{out: &output{w: &said}, err: d.err, hide: d.hide}
		err = aside.deleteHandoffs(d.c, d.handoffs(), d.root, old)
	}
	if err != nil {
		d.couldNot("the expired handoffs", err)
		return
	}
	undo := ""
	if id := strings.TrimSpace(idIn(said.String())); id != "" {
		undo = "; savectx undo " + id + " takes it back"
	}
	d.did("expired handoff files deleted: %d%s", len(old), undo)
}

// idIn finds a step's id in what a change has said: it looks like no other word.
func idIn(said string) string {
	for _, word := range strings.FieldsFunc(said, func(r rune) bool { return r == ' ' || r == '\n' || r == '"' || r == ',' }) {
		if strings.Count(word, "-") == 2 && len(word) == len("20060102-150405-00000000") {
			return word
		}
	}
	return ""
}

// mendHooks brings entries of ours up to date in files where there are some
// already. A project's own file is left to its people: it names programs for
// all of them.
func (d *doctor) mendHooks() {
	if !d.client.Known() {
		return // which events it takes is not known
	}
	program, err := install.FindProgram()
	for _, f := range d.settings.Files {
		if f.Level != claude.LevelUser && f.Level != claude.LevelLocal || !d.staleIn(f.Path) {
			continue
		}
		if err != nil {
			d.couldNot("the hooks in "+f.Path, err)
			continue
		}
		if err := d.reinstall(f, program); err != nil {
			d.couldNot("the hooks in "+f.Path, err)
		}
	}
}

// staleIn tells whether a file has entries of ours that do not do their work,
// or do it twice.
func (d *doctor) staleIn(path string) bool {
	return slices.ContainsFunc(d.hooks, func(e entry) bool {
		return e.Path == path && (e.missing || e.calls != e.Event || !d.client.Knows(e.Event) || slices.Contains(d.doubled(e.Event), path))
	})
}

func (d *doctor) reinstall(f claude.File, program install.Program) error {
	where := install.Place{State: string(d.state), Settings: f.Path, Skills: filepath.Join(d.config, "skills")}
	if f.Level == claude.LevelLocal {
		where.Skills, where.Shared = filepath.Join(filepath.Dir(f.Path), "skills"), true
	}
	var skills []prompts.Skill
	for _, s := range prompts.Skills() {
		if _, err := os.Lstat(filepath.Join(where.Skills, s.Name, "SKILL.md")); err == nil {
			skills = append(skills, s)
		}
	}
	p, err := install.Install(where, install.Wanted{Hooks: program.Hooks(d.client), StatusLine: program.StatusLine()}, skills)
	if err != nil {
		return err
	}
	if !p.Changed() {
		return nil
	}
	if err := writeInstall(d.c.Context, where, p, "doctor"); err != nil {
		return err
	}
	for _, f := range p.Files {
		if f.Action != install.Keep {
			d.did("%s %s", f.Action, f.Path)
		}
	}
	return nil
}

// mendSessions clears away what sessions left that nobody has touched for long.
func (d *doctor) mendSessions() {
	folders := func() int {
		found, _ := filepath.Glob(filepath.Join(string(d.state), "sessions", "*"))
		return len(found)
	}
	before := folders()
	if err := sweepSessions(d.state, d.now); err != nil {
		d.couldNot("old session folders", err)
	}
	if n := before - folders(); n > 0 {
		d.did("folders of old sessions cleared away: %d", n)
	}
}

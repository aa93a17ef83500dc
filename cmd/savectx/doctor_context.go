// The doctor on compaction: where this session is compacted, and how far it is.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/cmd/savectx/hook"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
)

// sessionHere is the session around this process, else the project's newest,
// "" when there is none.
func (d *doctor) sessionHere() (id string) {
	if id := os.Getenv("CLAUDE_CODE_SESSION_ID"); session.ValidID(id) {
		return id
	}
	var when time.Time
	for _, dir := range []string{d.cwd, d.root} {
		if found, at := newestSession(filepath.Join(d.config, "projects", claude.Slug(dir))); at.After(when) {
			id, when = found, at
		}
	}
	return id
}

// reading is how full the session is, and how large its model's window is if
// the status line told. Zero where nothing is known.
func (d *doctor) reading() (r hook.Reading, window int) {
	if d.session == "" {
		return r, 0
	}
	r, _ = hook.Measure(claude.TranscriptPath(d.config, d.cwd, d.session))
	var told session.Share
	if s, err := d.state.Session(d.session); err == nil {
		told = s.Share()
	}
	if r.Model == "" {
		r.Model = told.Model
	}
	if !claude.SameModel(told.Model, r.Model) {
		return r, 0
	}
	return r, told.Window
}

func (d *doctor) examineContext() {
	r, window := d.reading()
	model, modelFrom := r.Model, "the session's last answer"
	if m := d.settings.Text("model"); model == "" && m.Set {
		model, modelFrom = m.Value, m.Path
	}
	limits := claude.ReadLimits(d.settings, model, os.Getenv)
	limits.Client = d.client
	if v := claude.ParseVersion(r.Version); v.Known() {
		limits.Client = v
	}
	t := claude.TriggerFor(model, window, r.Tokens, limits)
	switch {
	case limits.ManualOff:
		d.fail("compact-off", fmt.Sprintf("%s switches compaction off, /compact as well: nothing that savectx types is carried out", limits.Why), "take "+limits.Why+" out of the environment and the settings")
	case t.Off:
		d.warn("auto-compact", fmt.Sprintf("automatic compaction is off (%s): shares count towards the point where the client takes no more prompts", t.Why), "compact in time: the reminders say when, and auto.compact_at does it at a turn's end")
	default:
		d.ok("auto-compact", "automatic compaction is on")
	}
	verb, of := "the client compacts", "a model that is not known yet"
	if t.Off {
		verb = "the client takes no more prompts"
	}
	if model != "" {
		of = fmt.Sprintf("%s (%s)", model, modelFrom)
	}
	d.ok("trigger", fmt.Sprintf("%s at %d tokens: the window of %s is %d (from %s), %d are left without the reserve for an answer, and %s decides",
		verb, t.At, of, t.Window, t.WindowFrom, t.Effective, t.LimitFrom))
	d.examineThresholds(t)
	d.examineShare(t, r)
	d.examineAuto(t)
	d.examineEarly()
}

// yet stands before what hooks do while savectx's own settings have a mistake:
// they go by what can be read, where a save refuses.
func (d *doctor) yet() string {
	if d.setErr != nil {
		return "until the settings of savectx are mended, "
	}
	return ""
}

func (d *doctor) examineThresholds(t claude.Trigger) {
	h := d.set.Hooks()
	at := func(percent int) string { return fmt.Sprintf("%d %% (%d tokens)", percent, t.At*percent/100) }
	switch {
	case h.First == 0:
		d.ok("thresholds", d.yet()+"no reminders are wanted ("+d.set.Get(config.NudgeTell).From+", "+d.set.Get(config.NudgeAt).From+")")
	case h.Second == 0:
		d.ok("thresholds", d.yet()+"a reminder comes at "+at(h.First))
	default:
		d.ok("thresholds", d.yet()+"reminders come at "+at(h.First)+" and "+at(h.Second))
	}
}

func (d *doctor) examineShare(t claude.Trigger, r hook.Reading) {
	percent := t.Share(r.Tokens)
	text := fmt.Sprintf("session %s uses %d tokens, %d %% of the way", d.session, r.Tokens, percent)
	high := d.set.Hooks().Second
	if high == 0 {
		high = 90
	}
	switch {
	case d.session == "":
		d.ok("context-share", "there is no session of this project yet")
	case r.Tokens == 0:
		d.ok("context-share", fmt.Sprintf("how full session %s is is not known before its next answer", d.session))
	case percent >= high:
		d.warn("context-share", text, "save and compact it: /save-compact in the session")
	default:
		d.ok("context-share", text)
	}
}

func (d *doctor) examineAuto(t claude.Trigger) {
	at := d.set.Hooks().Auto
	if at == 0 {
		d.ok("auto-compact-at", d.yet()+"savectx compacts only when it is asked to: auto.compact_at is off")
		return
	}
	text := d.yet() + fmt.Sprintf("at the end of a turn with %d %% (%d tokens) or more savectx saves and compacts by itself", at, t.At*at/100)
	if d.calls("Stop") {
		d.ok("auto-compact-at", text)
	} else {
		d.warn("auto-compact-at", text+", but no Stop hook tells it of turns", d.install(claude.LevelUser))
	}
}

// examineEarly looks at compactions before the trigger.
func (d *doctor) examineEarly() {
	if v := d.settings.Bool("idleCompaction"); v.Set && !v.Value {
		d.ok("idle-compaction", "the client does not compact idle sessions ("+v.Path+")")
	} else if !d.client.Before(claude.Version{2, 1, 299}) { // the client's release notes
		d.ok("idle-compaction", "the client may compact a session that is idle for about an hour with 200000 tokens or more; it gets the list as well")
	}
	if v := d.settings.Bool("precomputeCompactionEnabled"); v.Set && !v.Value {
		d.ok("precompute", "the client prepares no summary early ("+v.Path+")")
	} else if d.calls("PreCompact") && !d.client.Before(claude.Version{2, 1, 101}) { // not in 2.1.100, in 2.1.332
		d.ok("precompute", "a summary that the client prepares early is dropped when the PreCompact hook has a list for it, and written anew")
	}
}

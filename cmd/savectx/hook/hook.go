// Package hook is the fast path: one event of the client in, a line of state
// out. What is due only now and then is left to the whole program.
//
//	stdin ── Read ── event ── Run ──▶ nothing more      most prompts, tools and turns
//	                            │
//	                            └───▶ Next: the whole program goes on with the same event
//
//	UserPromptSubmit, PostToolUse  how full is the context, and is something due?
//	Stop, StopFailure              the turn marker; is a job or a compaction due?
//	PreCompact                     the compaction marker; more
//	PostCompact, SessionStart, SessionEnd   more
//
// Events of subagents, and events not named here, are read and ignored.
//
// It never breaks the agent: it starts no process, does not wait for the disk,
// reads a transcript from its end only, and prints nothing. Whoever calls it
// ends after [Limit] whatever happens, and answers 0: to the client, exit code
// 2 of a hook means that the event is to be blocked.
package hook

import (
	"errors"
	"os"
	"time"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
)

// Limit is how long a hook may take, the small program and the whole one
// together. The client waits for it.
const Limit = time.Second

// Hook is what an event is judged by.
type Hook struct {
	State  session.Dir
	Config string // Claude's folder
	Getenv func(string) string
	// Settings reads what the person has set, for the project around a folder.
	Settings func(cwd string) Settings
}

// Settings are what a person has set about hooks.
type Settings struct {
	First, Second int           // thresholds, percent of the way to the automatic compaction; 0: none
	After         time.Duration // remind of saving after so long without a save; 0: never
	Auto          int           // save and compact from this share on; 0: never
}

// New finds the folders. settings reads what a person has set, for the project
// around dir; it is called only when it is needed.
func New(getenv func(string) string, settings func(dir string, getenv func(string) string) Settings) (Hook, error) {
	state, err := session.StateDir(getenv)
	if err != nil {
		return Hook{}, err
	}
	config, err := claude.Folder(getenv)
	if err != nil {
		return Hook{}, err
	}
	h := Hook{State: state, Config: config, Getenv: getenv}
	h.Settings = func(cwd string) Settings { return settings(h.Project(cwd), getenv) }
	return h, nil
}

// Project is the folder of the client's project: what the client says it is,
// else where the event came from, else where this runs.
func (h Hook) Project(cwd string) string {
	if dir := h.Getenv("CLAUDE_PROJECT_DIR"); dir != "" {
		return dir
	}
	if cwd == "" {
		cwd, _ = os.Getwd()
	}
	return cwd
}

// Next is what the whole program has to do for an event.
type Next struct {
	More bool
	Auto int // the share, in percent, for which auto.compact_at wants a compaction; 0: none
}

// errSession tells no more: what came in can be anything.
var errSession = errors.New("the event names no session that there can be")

// Run does what may not wait.
func (h Hook) Run(e Event) (next Next, err error) {
	s, err := h.State.Session(e.Session)
	if err != nil {
		return next, errSession
	}
	if e.Agent {
		return next, nil
	}
	switch e.Name {
	case "UserPromptSubmit", "PostToolUse":
		next.More = h.Due(e, s).Any()
	case "Stop", "StopFailure":
		before := s.Turn().At
		err = s.PutTurn(session.Turn{At: time.Now(), Event: e.Name, Background: e.Background})
		if e.Name == "Stop" {
			next.Auto = h.autoDue(e, s, before)
		}
		next.More = s.Pending() || next.Auto > 0
	case "PreCompact":
		c := session.Compacting{At: time.Now(), Trigger: e.Trigger}
		if e.Instructions != "" {
			c.Instructions = session.Digest(e.Instructions)
		}
		next.More, err = true, s.PutCompacting(c)
	case "PostCompact", "SessionStart", "SessionEnd":
		next.More = true
	}
	return next, err
}

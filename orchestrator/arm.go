package orchestrator

import (
	"errors"
	"fmt"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/proc"
)

// ErrNoAgent says that no client can be proven to sit on a terminal.
var ErrNoAgent = errors.New("no Claude Code session runs there")

// FindAgent returns the client whose process sits on the terminal tty. With
// pid, it must be that process; an inherited TMUX_PANE can name a pane that is
// a stranger's. session is what the client's environment says, for old clients
// that keep no record. ErrNoAgent when nothing is proven.
func FindAgent(config, tty string, pid int, session string) (Agent, error) {
	if pid > 0 {
		return agentOf(config, tty, pid, session)
	}
	var found []Agent
	for _, r := range claude.Records(config) {
		if a, err := agentOf(config, tty, r.PID, ""); err == nil {
			found = append(found, a)
		}
	}
	if len(found) > 1 {
		found = inFront(found)
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Agent{}, fmt.Errorf("terminal %s: %w (looked in %s/sessions)", tty, ErrNoAgent, config)
	}
	return Agent{}, fmt.Errorf("terminal %s: %w for sure: %d sessions share it", tty, ErrNoAgent, len(found))
}

func inFront(list []Agent) []Agent {
	var out []Agent
	for _, a := range list {
		if info, err := proc.Read(a.PID); err == nil && info.Foreground() {
			out = append(out, a)
		}
	}
	return out
}

func agentOf(config, tty string, pid int, session string) (Agent, error) {
	info, err := proc.Read(pid)
	if err != nil {
		return Agent{}, fmt.Errorf("process %d: %w", pid, err)
	}
	if on, err := info.On(tty); err != nil || !on {
		return Agent{}, fmt.Errorf("process %d does not sit on %s: %w", pid, tty, ErrNoAgent)
	}
	a := Agent{PID: pid, Start: info.Start, Session: session, Config: config}
	record, err := claude.ReadRecord(config, pid)
	switch {
	case err == nil && started(record, info):
		a.Recorded = true
		a.Session, a.CWD, a.Version = record.SessionID, record.CWD, record.Version
	case session == "":
		return Agent{}, fmt.Errorf("process %d: %w", pid, ErrNoAgent)
	}
	a.Transcript = claude.TranscriptPath(config, a.CWD, a.Session)
	a.Size = sizeOf(a.Transcript)
	if a.Version == "" { // an old client's record does not say
		if tail, err := claude.ReadTail(a.Transcript); err == nil {
			a.Version = tail.Version
		}
	}
	return a, nil
}

// started tells whether a record belongs to the process that runs now. Its
// mark of the start can be compared on Linux only.
func started(r claude.Record, info proc.Info) bool {
	return r.ProcStart == "" || !comparableStart || r.ProcStart == info.Start
}

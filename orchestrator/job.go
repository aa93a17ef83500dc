package orchestrator

import (
	"crypto/rand"
	"encoding/hex"
	"time"

	"savectx/orchestrator/proc"
)

// State is where a job is. The order of the constants is the order of a run.
type State string

// The states, and the ends.
const (
	Armed       State = "armed"
	Waiting     State = "waiting" // for its condition
	TurnRunning State = "turn-running"
	Settling    State = "settling"
	Guarded     State = "guarded" // every guard is open; text may go in from here on
	Typed       State = "typed"
	Checked     State = "checked"
	Submitted   State = "submitted"
	Compacting  State = "compacting"

	Compacted    State = "compacted"
	Cleared      State = "cleared"
	Superseded   State = "superseded"
	Cancelled    State = "cancelled"
	HandedOver   State = "handed-over"
	Failed       State = "failed"
	SentAsPrompt State = "sent-as-prompt"
)

// Ended tells whether nothing more will happen to the job.
func (s State) Ended() bool {
	switch s {
	case Compacted, Cleared, Superseded, Cancelled, HandedOver, Failed, SentAsPrompt:
		return true
	}
	return false
}

// Touched tells whether the composer may hold, or may have held, the line.
func (s State) Touched() bool {
	switch s {
	case Guarded, Typed, Checked, Submitted, Compacting:
		return true
	}
	return false
}

// What a job types.
const (
	Compact = "compact"
	Clear   = "clear"
)

// Target is the pane a job was armed for. The fields are those of a pane's
// recorded identity.
type Target struct {
	Socket      string `json:"socket"`
	ServerPID   int    `json:"server_pid"`
	ServerStart int64  `json:"server_start"`
	Pane        string `json:"pane"`
	PID         int    `json:"pid"`
	TTY         string `json:"tty"`
	Command     string `json:"command"`
}

// Agent is the client's process and session.
type Agent struct {
	PID        int    `json:"pid"`
	Start      string `json:"start"`
	Session    string `json:"session"`
	Config     string `json:"config"`
	CWD        string `json:"cwd"`
	Version    string `json:"version,omitempty"`
	Transcript string `json:"transcript"`
	Size       int64  `json:"size"`               // of the transcript at arming, bytes
	Recorded   bool   `json:"recorded,omitempty"` // there was a session record at arming
}

// Step is one line of a job's history.
type Step struct {
	State  State     `json:"state"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason,omitempty"`
}

// Job is one line on its way. Its file is <state>/jobs/<id>.json, version 1.
type Job struct {
	Version   int        `json:"version"`
	ID        string     `json:"id"`
	Command   string     `json:"command"` // compact or clear
	Line      string     `json:"line"`
	Then      string     `json:"then,omitempty"` // a follow-up prompt
	Agent     Agent      `json:"agent"`
	Target    Target     `json:"target"`
	Condition *Condition `json:"condition,omitempty"`

	Created  time.Time     `json:"created"`
	Updated  time.Time     `json:"updated"`
	Deadline time.Duration `json:"deadline"` // from the moment the condition is met
	Boot     string        `json:"boot,omitempty"`
	Pending  bool          `json:"pending,omitempty"` // waits for the Stop hook to start it

	State        State  `json:"state"`
	Reason       string `json:"reason,omitempty"`
	History      []Step `json:"history"`
	TokensBefore int    `json:"tokens_before,omitempty"`
	TokensAfter  int    `json:"tokens_after,omitempty"`
}

const jobVersion = 1

// NewID names a job: six hexadecimal digits, short enough to say aloud.
func NewID() string {
	var b [3]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand, Go 1.24)
	return hex.EncodeToString(b[:])
}

// New is a job that has no place yet.
func New(command, line string) Job {
	j := Job{Version: jobVersion, ID: NewID(), Command: command, Line: line, Boot: proc.Boot(), Created: time.Now().Round(0)}
	j.enter(Armed, "", j.Created)
	return j
}

// enter moves the job to a state.
func (j *Job) enter(s State, reason string, now time.Time) {
	j.State, j.Reason, j.Updated = s, reason, now
	j.History = append(j.History, Step{State: s, At: now, Reason: reason})
}

package orchestrator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"savectx/preserve/safefile"
)

// ask is what another process wants of a running job.
type ask struct {
	Cancel bool   `json:"cancel,omitempty"`
	By     string `json:"by,omitempty"` // why, for the history
	Line   string `json:"line,omitempty"`
	Then   string `json:"then,omitempty"`
}

// askPatience is how long an asker waits for the orchestrator to take the
// request: past it, the orchestrator is taken to be busy typing or dead.
const askPatience = 2 * slowPoll

// ErrTooLate says that a job had gone too far to be changed.
var ErrTooLate = errors.New("the line is already being typed")

// Cancel asks a job to end, and waits until it has. ErrTooLate when its line
// is already in the composer.
func (s *Store) Cancel(id string) (Job, error) {
	j, err := s.Settle(id)
	if err != nil || j.State.Ended() {
		return j, err
	}
	unlock, free, err := safefile.TryLock(s.path(id, ".lock"))
	if err != nil {
		return j, err
	}
	if free {
		defer unlock()
		if j, err = s.Load(id); err != nil || j.State.Ended() { // it may have been worked at in between
			return j, err
		}
		j.enter(Cancelled, "cancelled before it was started", time.Now())
		j.Pending = false
		return j, s.save(j)
	}
	return s.ask(id, ask{Cancel: true}, func(j Job) bool { return j.State.Ended() })
}

// Replace gives a running job another line, and waits until it has taken it. A
// job that waits for its hook is changed at once.
func (s *Store) Replace(id, line, then string) (Job, error) {
	if j, err := s.Load(id); err == nil && j.Pending {
		return s.change(id, func(j *Job) { j.Line, j.Then = line, then })
	}
	return s.ask(id, ask{Line: line, Then: then}, func(j Job) bool { return j.Line == line && j.Then == then })
}

func (s *Store) ask(id string, a ask, taken func(Job) bool) (Job, error) {
	data, err := json.Marshal(a)
	if err != nil {
		return Job{}, err
	}
	if err := safefile.Replace(s.path(id, ".ask"), data); err != nil {
		return Job{}, err
	}
	for end := time.Now().Add(askPatience); ; time.Sleep(20 * time.Millisecond) {
		j, err := s.Load(id)
		if err != nil {
			return j, err
		}
		if taken(j) {
			return j, nil
		}
		if j.State.Touched() || j.State.Ended() || time.Now().After(end) {
			_ = os.Remove(s.path(id, ".ask"))
			return j, fmt.Errorf("job %s: %w", id, ErrTooLate)
		}
	}
}

// asked takes the request that lies beside a job, if there is one.
func (s *Store) asked(id string) (ask, bool) {
	data, err := os.ReadFile(s.path(id, ".ask"))
	if errors.Is(err, fs.ErrNotExist) {
		return ask{}, false
	}
	_ = os.Remove(s.path(id, ".ask"))
	var a ask
	if err != nil || json.Unmarshal(data, &a) != nil {
		return ask{}, false
	}
	return a, true
}

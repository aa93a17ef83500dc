// Package hook is the fast path: one event of the client in, a line of state
// out. It never breaks the agent: whatever goes wrong, it says so on stderr at
// most, prints nothing on stdout and returns.
//
//	Stop, StopFailure  → the turn marker; a job that a sandbox kept from
//	                     starting is started, detached
//	PreCompact         → the compaction marker
//
// Events of subagents, and events not named here, are read and ignored.
package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"savectx/orchestrator/session"
)

// InputLimit bounds an event, in bytes: the client's last message is the only
// large thing in one.
const InputLimit = 8 << 20

// event is what the client writes to a hook's stdin, as far as it is used.
type event struct {
	Session      string            `json:"session_id"`
	Name         string            `json:"hook_event_name"`
	Agent        any               `json:"agent_id"` // set inside a subagent only
	Trigger      string            `json:"trigger"`
	Instructions *string           `json:"custom_instructions"`
	Background   []json.RawMessage `json:"background_tasks"`
}

// Run handles one event, named name unless data says otherwise. start starts
// the detached orchestrator of a job.
func Run(name string, data []byte, state session.Dir, start func(job string) error) error {
	if len(data) > InputLimit {
		return fmt.Errorf("the event has more than %d bytes", InputLimit)
	}
	var e event
	var shape *json.UnmarshalTypeError // a field of a later client; the others are read all the same
	if err := json.Unmarshal(data, &e); err != nil && !errors.As(err, &shape) {
		return err
	}
	if e.Name == "" {
		e.Name = name
	}
	s, err := state.Session(e.Session)
	if err != nil || e.Agent != nil && e.Agent != "" {
		return err
	}
	switch e.Name {
	case "Stop", "StopFailure":
		err = s.PutTurn(session.Turn{At: time.Now(), Event: e.Name, Background: len(e.Background)})
		if job, ok := s.TakePending(); ok {
			return errors.Join(err, start(job))
		}
	case "PreCompact":
		c := session.Compacting{At: time.Now(), Trigger: e.Trigger}
		if e.Instructions != nil {
			c.Instructions = session.Digest(*e.Instructions)
		}
		err = s.PutCompacting(c)
	}
	return err
}

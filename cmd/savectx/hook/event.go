// One event, as the client writes it to a hook's stdin.

package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// InputLimit bounds what is kept of an event, in bytes. A longer one is read to
// its end all the same, so that the client's write does not fail, and what it
// says first is used: the client writes the common fields before the others
// (2.1.100, 2.1.332).
const InputLimit = 1 << 20

// Event is what is used of one.
type Event struct {
	Session    string
	Transcript string
	CWD        string
	Name       string
	Agent      bool // inside a subagent

	Prompt       string // UserPromptSubmit
	Background   int    // Stop: tasks still running
	Last         string // Stop: the last answer, "" before 2.1.47
	Trigger      string // PreCompact, PostCompact: manual or auto
	Instructions string // PreCompact: what was typed behind /compact
	Summary      string // PostCompact
	Source       string // SessionStart: startup, resume, clear, compact, fork
	Model        string // SessionStart
}

// Read reads one event to its end, and returns what was kept of it as well.
// name is the event's, unless it says so itself.
func Read(r io.Reader, name string) (Event, []byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, InputLimit))
	if err != nil {
		return Event{}, nil, err
	}
	if len(data) == InputLimit {
		if _, err := io.Copy(io.Discard, r); err != nil {
			return Event{}, nil, err
		}
	}
	e, err := parse(data, len(data) == InputLimit)
	if e.Name == "" {
		e.Name = name
	}
	return e, data, err
}

// parse takes the fields one by one, so that one of another shape than expected
// costs only itself, and so does an end that is missing.
func parse(data []byte, cut bool) (Event, error) {
	var e Event
	d := json.NewDecoder(bytes.NewReader(data))
	open, err := d.Token()
	if err != nil {
		return e, fmt.Errorf("the event is no JSON object: %w", err)
	}
	if open != json.Delim('{') {
		return e, errors.New("the event is no JSON object")
	}
	for d.More() {
		key, err := d.Token()
		if err == nil && heavy(key) && e.Session != "" && e.Name != "" && !bytes.Contains(data[d.InputOffset():], []byte(`"agent_id"`)) {
			return e, nil // nothing behind a tool's answer is used
		}
		var value json.RawMessage
		if err == nil {
			err = d.Decode(&value)
		}
		if err != nil {
			if cut && e.Session != "" {
				return e, nil
			}
			return e, fmt.Errorf("the event is no whole JSON object: %w", err)
		}
		e.take(key, value)
	}
	return e, nil
}

// heavy tells whether a field can be as large as a file.
func heavy(key json.Token) bool { return key == "tool_input" || key == "tool_response" }

func (e *Event) take(key json.Token, value json.RawMessage) {
	text := func(to *string) { _ = json.Unmarshal(value, to) }
	switch key {
	case "session_id":
		text(&e.Session)
	case "transcript_path":
		text(&e.Transcript)
	case "cwd":
		text(&e.CWD)
	case "hook_event_name":
		text(&e.Name)
	case "agent_id":
		e.Agent = string(value) != "null" && string(value) != `""`
	case "prompt":
		text(&e.Prompt)
	case "background_tasks":
		var tasks []json.RawMessage
		_ = json.Unmarshal(value, &tasks)
		e.Background = len(tasks)
	case "last_assistant_message":
		text(&e.Last)
	case "trigger":
		text(&e.Trigger)
	case "custom_instructions":
		text(&e.Instructions)
	case "compact_summary":
		text(&e.Summary)
	case "source":
		text(&e.Source)
	case "model":
		text(&e.Model)
	}
}

// An Outcome on disk, for a later undo.

package remote

import (
	"encoding/json"
	"errors"

	"savectx/preserve/memory/record"
)

type stored struct {
	Fact     record.Record   `json:"fact"`
	Replaces string          `json:"replaces,omitempty"`
	State    State           `json:"state"`
	ID       string          `json:"id,omitempty"`
	Text     string          `json:"text,omitempty"`
	Others   []record.Record `json:"others,omitempty"`
	Item     string          `json:"item,omitempty"`
	Error    string          `json:"error,omitempty"`
	Undo     undo            `json:"undo,omitzero"`
}

// MarshalJSON keeps all that Revert needs. Of Err the text is kept.
func (o Outcome) MarshalJSON() ([]byte, error) {
	s := stored{o.Fact.Record, o.Fact.Replaces, o.State, o.ID, o.Text, o.Others, o.Item, "", o.undo}
	if o.Err != nil {
		s.Error = o.Err.Error()
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	*o = Outcome{Fact: Fact{s.Fact, s.Replaces}, State: s.State, ID: s.ID, Text: s.Text, Others: s.Others, Item: s.Item, undo: s.Undo}
	if s.Error != "" {
		o.Err = errors.New(s.Error)
	}
	return nil
}

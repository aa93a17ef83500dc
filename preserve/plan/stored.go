// Plans that wait for a yes.

package plan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"savectx/preserve/safefile"
)

// Stored is a plan as it is kept: what was asked, how the files were, and where
// everything was to go.
type Stored struct {
	Request Request           `json:"request"`
	Seen    map[string]string `json:"seen"`
	Routed  []Route           `json:"routed"`
}

// Route is where one thing of a whole plan goes.
type Route struct {
	Destination string `json:"destination"`
	Item        int    `json:"item"` // -1 for a file that is written whole
	File        string `json:"file"`
	Section     string `json:"section"`
}

// Stored is the plan as it is kept.
func (p *Plan) Stored() Stored { return Stored{p.Request, p.Seen, p.routes} }

// Store keeps plans in a folder.
type Store string

// ErrNoPlan says that there is no plan of that name.
var ErrNoPlan = errors.New("no such plan")

var validID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,63}$`)

func (s Store) path(id string) string { return filepath.Join(string(s), id+".json") }

// keepPlans is how long a plan waits: the files it rests on have changed by then.
const keepPlans = 7 * 24 * time.Hour

// Put keeps a plan and forgets those that waited too long.
func (s Store) Put(p *Plan) error {
	s.sweep(p.Request.At)
	data, err := json.Marshal(p.Stored())
	if err != nil {
		return err
	}
	return safefile.Replace(s.path(p.Request.ID), append(data, '\n'))
}

func (s Store) sweep(now time.Time) {
	entries, _ := os.ReadDir(string(s))
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > keepPlans {
			_ = os.Remove(filepath.Join(string(s), e.Name()))
		}
	}
}

// Get reads a plan. ErrNoPlan when there is none of that name.
func (s Store) Get(id string) (Stored, error) {
	var stored Stored
	if !validID.MatchString(id) {
		return stored, fmt.Errorf("plan %q: %w", id, ErrNoPlan)
	}
	data, existed, err := safefile.ReadState(s.path(id), maxFile)
	if err == nil && !existed {
		err = ErrNoPlan
	}
	if err != nil {
		return stored, fmt.Errorf("plan %s: %w", id, err)
	}
	if err := json.Unmarshal(data, &stored); err != nil {
		return stored, fmt.Errorf("plan %s cannot be read: %w", id, err)
	}
	return stored, nil
}

// Forget removes a plan.
func (s Store) Forget(id string) error {
	err := os.Remove(s.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// StaleError names the files that changed since a plan was made.
type StaleError struct{ Files []string }

func (e *StaleError) Error() string {
	text := "changed since the plan was made:"
	for _, f := range e.Files {
		text += " " + f
	}
	return text
}

// Again makes the plan once more from the files as they are. A [*StaleError]
// when one of them is not as it was seen, or when something would go elsewhere
// than it was to, unless Seen is nil. Only the whole plan is compared: a
// narrowed one looks at fewer files.
func (s Stored) Again(ctx context.Context, redact func(string) (string, []string)) (*Plan, error) {
	if s.Seen != nil {
		whole := s.Request
		whole.Choice = Choice{}
		p, err := Make(ctx, whole, redact)
		if err != nil {
			return nil, err
		}
		if changed := append(p.stale(s.Seen), rerouted(s.Routed, p.routes)...); len(changed) > 0 {
			slices.Sort(changed)
			return nil, &StaleError{slices.Compact(changed)}
		}
	}
	return Make(ctx, s.Request, redact)
}

// rerouted names the files where something was to go, or would go now, and not
// both.
func rerouted(was, is []Route) []string {
	var out []string
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(is):
			out = append(out, was[i].File)
		case i >= len(was):
			out = append(out, is[i].File)
		case was[i] != is[i]:
			out = append(out, was[i].File)
		}
	}
	return out
}

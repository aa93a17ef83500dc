// Package audittest reads the scenes that audits are measured with: planted
// losses, changes and inventions, and faithful summaries, in ten languages.
package audittest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"savectx/preserve"
)

// Scene is a session: what was to be kept, what the user said, a faithful
// summary, and ways to spoil it.
type Scene struct {
	Name    string
	Lang    string          `json:"lang"`
	Items   []preserve.Item `json:"items"`
	Said    []string        `json:"said"`
	Kept    []string        `json:"kept"` // texts that stay in the context word for word
	Summary string          `json:"summary"`
	Plants  []Plant         `json:"plants"`
}

// Plant is one way to spoil the summary, and what it does to which item. From
// is replaced by To; without From, To is a line more.
type Plant struct {
	What string `json:"what"`
	Want string `json:"want"` // "changed", "lost" or "invented"
	Item int    `json:"item"`
	From string `json:"from"`
	To   string `json:"to"`
}

// Invents tells whether the plant is an invention, and of no item.
func (p Plant) Invents() bool { return p.Want == "invented" }

// Load reads every scene in a folder; a folder without any is an error.
func Load(folder string) ([]Scene, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no scenes in %s: %v", folder, err)
	}
	var scenes []Scene
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		s := Scene{Name: strings.TrimSuffix(filepath.Base(f), ".json")}
		if err := json.Unmarshal(data, &s); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		scenes = append(scenes, s)
	}
	return scenes, nil
}

// Spoiled is a summary with a plant in it; ok is false where it has no place
// for it.
func (p Plant) Spoiled(summary string) (spoiled string, ok bool) {
	if p.From == "" {
		return summary + "\n" + p.To, true
	}
	if strings.Count(summary, p.From) != 1 {
		return summary, false
	}
	return strings.Replace(summary, p.From, p.To, 1), true
}

// Rounds are summaries with as many plants in each as there is room for, one
// an item, until every plant is in one. A plant that the faithful summary has
// no place for is an error.
func (s Scene) Rounds() (rounds []Round, err error) {
	left := s.Plants
	for len(left) > 0 {
		r, later := Round{Summary: s.Summary}, []Plant(nil)
		for _, p := range left {
			spoiled, ok := p.Spoiled(r.Summary)
			if !ok || r.has(p) {
				later = append(later, p)
				continue
			}
			r.Summary, r.Plants = spoiled, append(r.Plants, p)
		}
		if len(r.Plants) == 0 {
			return nil, fmt.Errorf("%s: %q is not in the summary once", s.Name, left[0].From)
		}
		rounds, left = append(rounds, r), later
	}
	return rounds, nil
}

// Round is a summary that is spoiled in several places.
type Round struct {
	Summary string
	Plants  []Plant
}

func (r Round) has(p Plant) bool {
	for _, q := range r.Plants {
		if !p.Invents() && !q.Invents() && q.Item == p.Item {
			return true
		}
	}
	return false
}

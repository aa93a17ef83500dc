// Package evidencetest measures lists against sessions that were marked by
// hand (preserve/testdata/sessions).
package evidencetest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"savectx/preserve"
	"savectx/preserve/evidence"
)

// Mark is one item that a careful person would keep.
type Mark struct {
	Kind  string   `json:"kind"`
	Row   int      `json:"row"`
	Text  string   `json:"text"`
	Exact []string `json:"exact"`
	Must  bool     `json:"must"`
}

// Session is one marked session.
type Session struct {
	Name     string
	Language string `json:"language"`
	Items    []Mark `json:"items"`
	Not      []struct {
		Row  int    `json:"row"`
		Text string `json:"text"`
	} `json:"not"`
	path string
}

// Load reads the marks of every session in a folder; a folder without any is
// an error.
func Load(dir string) ([]Session, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no sessions in %s", dir)
	}
	var list []Session
	for _, path := range paths {
		data, err := os.ReadFile(strings.TrimSuffix(path, "l"))
		if err != nil {
			return nil, err
		}
		s := Session{Name: strings.TrimSuffix(filepath.Base(path), ".jsonl"), path: path}
		if err := json.Unmarshal(data, &s); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		list = append(list, s)
	}
	return list, nil
}

// Find generates the list of a session, of all its rows.
func (s Session) Find() ([]evidence.Found, error) {
	return evidence.Read(s.path, evidence.Options{})
}

// Share is a number out of another.
type Share struct{ Hit, All int }

func (s *Share) add(hit bool) {
	s.All++
	if hit {
		s.Hit++
	}
}

// Of is the share from 0 to 1; 1 of nothing.
func (s Share) Of() float64 {
	if s.All == 0 {
		return 1
	}
	return float64(s.Hit) / float64(s.All)
}

func (s Share) String() string { return fmt.Sprintf("%5.1f %% (%d/%d)", 100*s.Of(), s.Hit, s.All) }

// Figures tell how good lists are.
type Figures struct {
	Corrections Share // of marks that may never be lost, corrections and preferences
	DeadEnds    Share // the same
	Exact       Share // strings of such marks that an item holds letter for letter, in its text, its reason or its exact strings
	Strings     Share // the same, in the exact strings alone
	Must        Share // all such marks
	Kinds       Share // all such marks that are found, of the kinds that are told apart, by an item of the same kind
	Matched     Share // found items that hold a mark: the precision
	NotJunk     Share // found items that are none of the marked mistakes
}

// Report is what a session's figures are made of.
type Report struct {
	Missed []Mark
	Extra  []evidence.Found // found, and no mark
	Junk   []evidence.Found // found, and marked as a mistake
}

// Measure compares a list with the marks of its session.
//
// A mark is found when an item holds its words in its text, reason, quote or exact
// strings, or is part of them and at
// least half as long, case, punctuation and spaces left aside. An item is
// matched by any mark, of whatever kind and weight, in the same way. Corrections
// and preferences must be there as the person's words.
func (f *Figures) Measure(s Session, list []evidence.Found) Report {
	var rep Report
	for _, m := range s.Items {
		hit := slices.ContainsFunc(list, func(one evidence.Found) bool { return holds(one, m) })
		if m.Must {
			f.Must.add(hit)
			switch m.Kind {
			case "correction", "preference":
				f.Corrections.add(hit)
			case "dead_end":
				f.DeadEnds.add(hit)
			}
			if hit && kinds[m.Kind] != "" {
				f.Kinds.add(slices.ContainsFunc(list, func(one evidence.Found) bool { return holds(one, m) && one.Item.Kind == kinds[m.Kind] }))
			}
			if !hit {
				rep.Missed = append(rep.Missed, m)
			}
		}
		if !m.Must && m.Kind != "exact" {
			continue
		}
		strs := m.Exact
		if m.Kind == "exact" && len(strs) == 0 {
			strs = []string{m.Text}
		}
		for _, x := range strs {
			whole := slices.ContainsFunc(list, func(one evidence.Found) bool { return letters(one, x, true) })
			f.Exact.add(whole)
			f.Strings.add(slices.ContainsFunc(list, func(one evidence.Found) bool { return letters(one, x, false) }))
			if !whole && hit {
				rep.Missed = append(rep.Missed, Mark{Kind: "string", Row: m.Row, Text: x})
			}
		}
	}
	for _, one := range list {
		matched := slices.ContainsFunc(s.Items, func(m Mark) bool { return holds(one, m) })
		f.Matched.add(matched)
		junk := s.isNot(one)
		f.NotJunk.add(!junk || matched)
		switch {
		case junk && !matched:
			rep.Junk = append(rep.Junk, one)
		case !matched:
			rep.Extra = append(rep.Extra, one)
		}
	}
	return rep
}

// kinds are those of marks that a generator tells apart, and their items'.
var kinds = map[string]preserve.Kind{
	"correction": preserve.Correction, "preference": preserve.Correction, "dead_end": preserve.DeadEnd,
	"decision": preserve.Decision, "waiting": preserve.Waiting, "open": preserve.Open, "state": preserve.State,
}

func holds(one evidence.Found, m Mark) bool {
	if (m.Kind == "correction" || m.Kind == "preference") && one.By != evidence.User {
		return false
	}
	mark := bare(m.Text)
	for _, text := range append([]string{one.Item.Text, one.Item.Why, one.Item.Quote}, one.Item.Exact...) {
		t := bare(text)
		if t == "" {
			continue
		}
		if strings.Contains(t, mark) || strings.Contains(mark, t) && 2*len(t) >= len(mark) {
			return true
		}
	}
	return false
}

func letters(one evidence.Found, x string, text bool) bool {
	for _, e := range one.Item.Exact {
		if strings.Contains(e, x) {
			return true
		}
	}
	return text && (strings.Contains(one.Item.Text, x) || strings.Contains(one.Item.Why, x) || strings.Contains(one.Item.Quote, x))
}

func (s Session) isNot(one evidence.Found) bool {
	for _, n := range s.Not {
		if n.Text == "" && n.Row == one.Row || n.Text != "" && strings.Contains(bare(one.Item.Text), bare(n.Text)) {
			return true
		}
	}
	return false
}

// bare is a text without case, punctuation and spaces.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.IsSymbol(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

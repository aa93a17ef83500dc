// Planted losses, changes and inventions, and faithful summaries, in ten
// languages.

package audit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/preserve"
)

// scene is a session: what was to be kept, what the user said, a faithful
// summary, and ways to spoil it.
type scene struct {
	name    string
	Lang    string          `json:"lang"`
	Items   []preserve.Item `json:"items"`
	Said    []string        `json:"said"`
	Kept    []string        `json:"kept"`
	Summary string          `json:"summary"`
	Plants  []plant         `json:"plants"`
}

// plant is one way to spoil the summary, and what it does to which item.
type plant struct {
	What string `json:"what"`
	Want string `json:"want"`
	Item int    `json:"item"`
	From string `json:"from"`
	To   string `json:"to"`
}

func scenes(t *testing.T, folder string) []scene {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", folder, err)
	}
	var out []scene
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s := scene{name: strings.TrimSuffix(filepath.Base(f), ".json")}
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		out = append(out, s)
	}
	return out
}

// tally counts over a folder.
type tally struct{ faithful, alarms, planted, found, kind, beside int }

func (s scene) faithful(t *testing.T, n *tally) {
	n.faithful++
	for i, v := range Judge(s.Items, append([]string{s.Summary}, s.Kept...)) {
		if v.Outcome != Kept {
			n.alarms++
			t.Logf("%s: item %d reported in a faithful summary: %s: %s", s.name, i, v.Outcome, v.Evidence())
		}
	}
	for _, inv := range Invented(s.Summary, s.Said, s.Lang) {
		n.alarms++
		t.Logf("%s: invention reported in a faithful summary: %s (%s)", s.name, inv.Text, inv.Evidence)
	}
}

func (s scene) spoiled(t *testing.T, p plant) string {
	t.Helper()
	if p.From == "" {
		return s.Summary + "\n" + p.To
	}
	if strings.Count(s.Summary, p.From) != 1 {
		t.Fatalf("%s: %q is not in the summary once", s.name, p.From)
	}
	return strings.Replace(s.Summary, p.From, p.To, 1)
}

func (s scene) plant(t *testing.T, p plant, n *tally) {
	n.planted++
	summary := s.spoiled(t, p)
	got := "nothing"
	for i, v := range Judge(s.Items, append([]string{summary}, s.Kept...)) {
		switch {
		case p.Want != "invented" && i == p.Item && v.Outcome != Kept:
			n.found++
			if got = string(v.Outcome); got == p.Want {
				n.kind++
			} else {
				t.Logf("%s: %s: want %s: %s: %s", s.name, p.What, p.Want, v.Outcome, v.Evidence())
			}
		case p.Want != "invented" && i == p.Item:
			t.Errorf("%s: %s of item %d not found: kept by %q", s.name, p.What, i, v.Sentence)
		case v.Outcome != Kept:
			n.beside++
			t.Logf("%s: %s: item %d reported beside: %s", s.name, p.What, i, v.Evidence())
		}
	}
	if p.Want != "invented" {
		return
	}
	for _, inv := range Invented(summary, s.Said, s.Lang) {
		if strings.Contains(p.To, inv.Text) {
			n.found++
			n.kind++
			return
		}
	}
	t.Errorf("%s: %s not found: %s", s.name, p.What, p.To)
}

func count(t *testing.T, folder string) tally {
	var n tally
	for _, s := range scenes(t, folder) {
		s.faithful(t, &n)
		for _, p := range s.Plants {
			s.plant(t, p, &n)
		}
	}
	t.Logf("%s: %d of %d planted found, %d with the right outcome, %d reported beside; %d false alarms in %d faithful summaries",
		folder, n.found, n.planted, n.kind, n.beside, n.alarms, n.faithful)
	return n
}

// TestHuge: texts that no person writes are read all the same.
func TestHuge(t *testing.T) {
	const size = 1 << 15
	for _, part := range []string{"a", "不", "no ", "1. ", "不 approved ", "/", "9", "\n", ". ", "\xff", "# x:\n", "안 ", "`"} {
		text := strings.Repeat(part, size/len(part))
		it := preserve.Item{Kind: preserve.Decision, Text: "never approved 9 不用", Why: text[:min(len(text), 1000)], Exact: []string{"9/x"}}
		long := preserve.Item{Kind: preserve.Correction, Text: text[:size/16]}
		Judge([]preserve.Item{it, long}, []string{text})
		Invented(text, []string{text[:size/16]}, "en")
	}
}

// TestPlanted asserts that every planted loss, change and invention is found,
// and that faithful summaries raise at most 3 false alarms altogether.
func TestPlanted(t *testing.T) {
	alarms := 0
	for _, folder := range []string{"cases", "held"} {
		t.Run(folder, func(t *testing.T) { alarms += count(t, folder).alarms })
	}
	const most = 3
	if alarms > most {
		t.Errorf("%d false alarms, at most %d are allowed", alarms, most)
	}
}

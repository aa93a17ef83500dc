// Planted losses, changes and inventions, and faithful summaries, in ten
// languages.

package audit

import (
	"path/filepath"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/audit/audittest"
)

func scenes(t *testing.T, folder string) []scene {
	t.Helper()
	list, err := audittest.Load(filepath.Join("testdata", folder))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]scene, len(list))
	for i, s := range list {
		out[i] = scene{s}
	}
	return out
}

type scene struct{ audittest.Scene }

// tally counts over a folder.
type tally struct{ faithful, alarms, planted, found, kind, beside int }

func (s scene) faithful(t *testing.T, n *tally) {
	n.faithful++
	for i, v := range Judge(s.Items, append([]string{s.Summary}, s.Kept...)) {
		if v.Outcome != Kept {
			n.alarms++
			t.Logf("%s: item %d reported in a faithful summary: %s: %s", s.Name, i, v.Outcome, v.Evidence())
		}
	}
	for _, inv := range Invented(s.Summary, s.Said, s.Lang) {
		n.alarms++
		t.Logf("%s: invention reported in a faithful summary: %s (%s)", s.Name, inv.Text, inv.Evidence)
	}
}

func (s scene) spoiled(t *testing.T, p audittest.Plant) string {
	t.Helper()
	summary, ok := p.Spoiled(s.Summary)
	if !ok {
		t.Fatalf("%s: %q is not in the summary once", s.Name, p.From)
	}
	return summary
}

func (s scene) plant(t *testing.T, p audittest.Plant, n *tally) {
	n.planted++
	summary := s.spoiled(t, p)
	got := "nothing"
	for i, v := range Judge(s.Items, append([]string{summary}, s.Kept...)) {
		switch {
		case !p.Invents() && i == p.Item && v.Outcome != Kept:
			n.found++
			if got = string(v.Outcome); got == p.Want {
				n.kind++
			} else {
				t.Logf("%s: %s: want %s: %s: %s", s.Name, p.What, p.Want, v.Outcome, v.Evidence())
			}
		case !p.Invents() && i == p.Item:
			t.Errorf("%s: %s of item %d not found: kept by %q", s.Name, p.What, i, v.Sentence)
		case v.Outcome != Kept:
			n.beside++
			t.Logf("%s: %s: item %d reported beside: %s", s.Name, p.What, i, v.Evidence())
		}
	}
	if !p.Invents() {
		return
	}
	for _, inv := range Invented(summary, s.Said, s.Lang) {
		if strings.Contains(p.To, inv.Text) {
			n.found++
			n.kind++
			return
		}
	}
	t.Errorf("%s: %s not found: %s", s.Name, p.What, p.To)
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
// and that of 20 faithful summaries at most one raises a false alarm.
func TestPlanted(t *testing.T) {
	alarms, faithful := 0, 0
	for _, folder := range []string{"cases", "held"} {
		t.Run(folder, func(t *testing.T) {
			n := count(t, folder)
			alarms, faithful = alarms+n.alarms, faithful+n.faithful
		})
	}
	const summaries = 20
	if most := faithful / summaries; alarms > most {
		t.Errorf("%d false alarms, at most %d are allowed", alarms, most)
	}
}

package inforce_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"savectx/preserve"
	"savectx/preserve/evidence"
	"savectx/preserve/inforce"
)

var saved = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

func found(kind preserve.Kind, text string, minutes int) evidence.Found {
	return evidence.Found{Item: preserve.Item{Kind: kind, Text: text}, By: evidence.User, Row: 7, Time: saved.Add(time.Duration(minutes) * time.Minute), Score: 80}
}

// What was saved wins over what the transcript shows of the same thing, unless
// the transcript has something newer to say; the rest of the transcript is
// added; the most important stands first.
func TestMerge(t *testing.T) {
	snapshot := []preserve.Item{
		{Kind: preserve.Fact, Text: "the staging host is stage-2"},
		{Kind: preserve.Correction, Text: "never push to main directly", Quote: "no, never push to main"},
		{Kind: preserve.Decision, Text: "the limit is 75/s per client", Why: "the upstream bans above 80/s"},
		{Kind: preserve.State, Text: "tests for the cart", Done: true},
	}
	for name, c := range map[string]struct {
		found evidence.Found
		want  []string // the texts
	}{
		"the same":              {found(preserve.Correction, "never push to main directly, please", -5), nil},
		"the same, said later":  {found(preserve.Correction, "I said never push to main directly", 5), nil},
		"otherwise, before it":  {found(preserve.Decision, "make the limit 57/s per client", -5), nil},
		"otherwise, after it":   {found(preserve.Decision, "make the limit 57/s per client", 5), []string{"make the limit 57/s per client"}},
		"something else":        {found(preserve.Open, "translate the error pages", -5), []string{"translate the error pages"}},
		"something else, later": {found(preserve.Correction, "answer in Spanish from now on", 5), []string{"answer in Spanish from now on"}},
	} {
		t.Run(name, func(t *testing.T) {
			list := inforce.Merge(inforce.FromSnapshot(snapshot, inforce.Source{File: "saved.json", Time: saved}), inforce.FromFound([]evidence.Found{c.found}, "t.jsonl"))
			var added []string
			ranks := make([]int, len(list))
			for i, e := range list {
				ranks[i] = preserve.Rank(e.Kind)
				if !e.Saved() {
					added = append(added, e.Text)
				}
			}
			if !slices.Equal(added, c.want) || len(list) != len(snapshot)+len(c.want) {
				t.Errorf("added %q, want %q, of %d entries", added, c.want, len(list))
			}
			if !slices.IsSorted(ranks) {
				t.Errorf("not by importance: %v", ranks)
			}
		})
	}
	if list := inforce.Merge(nil, nil); list == nil || len(list) != 0 {
		t.Errorf("of nothing: %#v", list)
	}
}

// Only a person's own words are a quote, and they are not said twice.
func TestQuotes(t *testing.T) {
	option := found(preserve.Decision, "Which one? Klaviyo", 0)
	option.Option = true
	tool := found(preserve.DeadEnd, "make: exit 2", 0)
	tool.By = evidence.Tool
	list := inforce.FromFound([]evidence.Found{found(preserve.Correction, "never push", 0), option, tool}, "t.jsonl")
	if q := []string{list[0].Quote, list[1].Quote, list[2].Quote}; !slices.Equal(q, []string{"never push", "", ""}) {
		t.Errorf("quotes %q", q)
	}
	if it := list[0].Item(); it.Quote != "" || it.Text != "never push" {
		t.Errorf("%+v", it)
	}
}

// The shape that other programs read.
func TestShape(t *testing.T) {
	no := false
	e := inforce.FromSnapshot([]preserve.Item{{Kind: preserve.Waiting, Text: "deploy", Approved: &no}}, inforce.Source{File: "saved.json", Time: saved})[0]
	got, err := json.Marshal(e)
	const want = `{"kind":"waiting","text":"deploy","quote":"","exact":[],"approved":false,"by":"model","source":{"file":"saved.json","row":0,"time":"2026-11-30T10:00:00Z"},"score":100}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

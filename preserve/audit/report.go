// The report on a session's compactions, in the shape of `audit --json`.

package audit

import (
	"slices"
	"strings"
	"time"

	"savectx/preserve"
)

// Report is what the compactions of one session did.
type Report struct {
	Session     string       `json:"session"`
	Compactions []Compaction `json:"compactions"`
}

// Compaction is one of them.
type Compaction struct {
	At           time.Time    `json:"at"`
	Trigger      string       `json:"trigger"` // "manual" or "auto"
	TokensBefore int          `json:"tokens_before"`
	TokensAfter  int          `json:"tokens_after"`
	DurationMS   int64        `json:"duration_ms"`
	Items        []ItemReport `json:"items"`
	Invented     []Invention  `json:"invented"`
	// Summary is the text that took the place of the conversation. The page
	// shows it; the JSON does not repeat it.
	Summary string `json:"-"`
}

// ItemReport is one item of the list that was in force.
type ItemReport struct {
	Kind      preserve.Kind `json:"kind"`
	Text      string        `json:"text"`
	Exact     []string      `json:"exact"`
	Verdict   Outcome       `json:"verdict"`
	Evidence  string        `json:"evidence"`
	PutBackAt *time.Time    `json:"put_back_at"` // nil: not put back
	// Sentence is where the summary speaks of it, "" if it does not.
	Sentence string `json:"-"`
}

// Examine judges items and summary of one compaction: rest is what else is in
// the context word for word, spoken what the user said, in lang. When, why and
// how large is the caller's to fill in.
func Examine(items []preserve.Item, summary string, rest, spoken []string, lang string) Compaction {
	c := Compaction{Summary: summary, Items: []ItemReport{}, Invented: Invented(summary, spoken, lang)}
	for i, v := range Judge(items, append([]string{summary}, rest...)) {
		r := ItemReport{Kind: items[i].Kind, Text: items[i].Text, Exact: append([]string{}, items[i].Exact...), Verdict: v.Outcome, Evidence: v.Evidence()}
		if v.Text == 0 {
			r.Sentence = v.Sentence
		}
		c.Items = append(c.Items, r)
	}
	return c
}

// Count is the number of items with an outcome.
func (c Compaction) Count(o Outcome) int {
	n := 0
	for _, it := range c.Items {
		if it.Verdict == o {
			n++
		}
	}
	return n
}

// Back is the number of items that were put back.
func (c Compaction) Back() int {
	n := 0
	for _, it := range c.Items {
		if it.PutBackAt != nil {
			n++
		}
	}
	return n
}

// piece is one sentence of a summary with what it is evidence of.
type piece struct {
	Text string
	Mark string // an outcome, "invented", or ""
	Refs []int  // numbers of the items, from 1
}

// marked is the summary in lines of sentences.
func (c Compaction) marked() [][]piece {
	var out [][]piece
	for line := range strings.SplitSeq(strings.ReplaceAll(c.Summary, "\r\n", "\n"), "\n") {
		var pieces []piece
		for _, s := range sentences(oneLine(line)) {
			pieces = append(pieces, c.mark(s))
		}
		out = append(out, pieces)
	}
	return out
}

func (c Compaction) mark(sentence string) piece {
	p := piece{Text: sentence}
	sentence = unlisted(sentence)
	for i, it := range c.Items {
		if it.Sentence == "" || !strings.Contains(it.Sentence, sentence) {
			continue
		}
		p.Refs = append(p.Refs, i+1)
		if p.Mark == "" || it.Verdict != Kept {
			p.Mark = preserve.Clean(string(it.Verdict))
		}
	}
	if slices.ContainsFunc(c.Invented, func(v Invention) bool { return v.Text == sentence }) {
		p.Mark = "invented"
	}
	return p
}

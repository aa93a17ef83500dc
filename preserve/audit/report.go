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
// the context word for word, spoken what the user has said. When, why and
// how large is the caller's to fill in.
func Examine(items []preserve.Item, summary string, rest []string, spoken *Spoken) Compaction {
	c := Compaction{Summary: summary, Items: []ItemReport{}, Invented: invented(summary, spoken.voice(), known(items, rest))}
	for i, v := range Judge(items, append([]string{summary}, rest...)) {
		r := ItemReport{Kind: items[i].Kind, Text: items[i].Text, Exact: append([]string{}, items[i].Exact...), Verdict: v.Outcome, Evidence: v.Evidence()}
		if v.Text == 0 {
			r.Sentence = v.Sentence
		}
		c.Items = append(c.Items, r)
	}
	return c
}

// known are the texts whose rules need no word of the user in a summary: the
// list, and what is still there word for word.
func known(items []preserve.Item, rest []string) []string {
	out := slices.Clone(rest)
	for _, it := range items {
		out = append(out, it.Text+". "+it.Why)
	}
	return out
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
		for i, s := range sentences(oneLine(line)) {
			text := s
			if i == 0 {
				text = unnumbered(s)
			}
			pieces = append(pieces, c.mark(s, unlisted(text)))
		}
		out = append(out, pieces)
	}
	return out
}

// mark marks a sentence as it stands there; bare is without the mark of a list.
func (c Compaction) mark(sentence, bare string) piece {
	p := piece{Text: sentence}
	for i, it := range c.Items {
		if it.Sentence == "" || !strings.Contains(it.Sentence, bare) {
			continue
		}
		p.Refs = append(p.Refs, i+1)
		if p.Mark == "" || it.Verdict != Kept {
			p.Mark = preserve.Clean(string(it.Verdict))
		}
	}
	if slices.ContainsFunc(c.Invented, func(v Invention) bool { return v.Text == bare }) {
		p.Mark = "invented"
	}
	return p
}

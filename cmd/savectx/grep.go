package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"savectx/preserve"
	"savectx/preserve/evidence"
	"savectx/preserve/transcript"
)

// hit is a row that holds what is looked for, in the shape of `preserve --grep
// TEXT --json`.
type hit struct {
	Row       int       `json:"row"`  // line of the transcript, from 1
	Time      time.Time `json:"time"` // zero when the row has none
	By        string    `json:"by"`   // user, model, tool, client, agent
	Kind      string    `json:"kind"`
	InContext bool      `json:"in_context"` // no compaction has taken it out
	Text      string    `json:"text"`       // all of it, without secrets
}

// grepResult bounds what is looked at of one tool's result, in bytes.
const grepResult = 1 << 20

// mostHits are shown, the newest; more are of no use.
const mostHits = 1000

// grep prints the rows of a transcript that hold a text, in any case and
// however it is broken into lines.
func (v *voice) grep(c *cli.Context, k conversation) error {
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	want := strings.ToLower(strings.Join(strings.Fields(c.String("grep")), " "))
	hits, left, err := find(k.transcript, want, c.Bool("since-last-compaction"))
	if err != nil {
		return unreadable(k.transcript, err)
	}
	list := []hit{}
	for _, h := range hits {
		if h.Text = hide.clean(h.Text); holds(h.Text, want) { // no secret can be looked for
			list = append(list, h)
		}
	}
	if left > 0 {
		v.tell("%d older rows hold it, too: look for more words to see them", left)
	}
	if c.Bool("json") {
		return v.json(struct {
			Session string `json:"session"`
			Rows    []hit  `json:"rows"`
		}{k.ID, list})
	}
	width := v.width()
	for _, h := range list {
		for _, l := range h.lines(want) {
			v.row(h.lead(), around(preserve.Clean(l), want), width)
		}
	}
	if len(list) == 0 {
		return coded{code: exitNothing, err: fmt.Errorf("no row of session %s holds %q", k.ID, c.String("grep"))}
	}
	return nil
}

// find are the newest of the rows that hold a text, and how many older ones do.
func find(path, want string, inContext bool) (hits []hit, left int, err error) {
	segment := 0 // that of the last boundary on the path
	last := map[int]int{}
	_, err = transcript.Read(path, transcript.Options{Done: grepResult, Result: grepResult}, func(r *transcript.Row) error {
		if r.Kind == transcript.Boundary && !r.Off && !r.Sidechain {
			segment = r.Segment
		}
		if r.Twice || r.Kind == transcript.QueueChange {
			return nil
		}
		said := ""
		for _, text := range spoken(r) {
			if !holds(text, want) || strings.Contains(said, text) {
				continue
			}
			said = text
			hits = append(hits, hit{Row: r.Line, Time: r.Time, By: by(r), Kind: string(r.Kind), Text: text})
			if last[r.Line] = max(r.Kept, r.Segment); r.Off {
				last[r.Line] = -1
			}
			if len(hits) > 2*mostHits {
				left += mostHits
				hits = slices.Delete(hits, 0, mostHits)
			}
		}
		return nil
	})
	for i := range hits {
		hits[i].InContext = last[hits[i].Row] >= segment
	}
	if inContext {
		hits = slices.DeleteFunc(hits, func(h hit) bool { return !h.InContext })
	}
	if more := len(hits) - mostHits; more > 0 {
		hits, left = hits[more:], left+more
	}
	return hits, left, err
}

// holds compares without case; white space is one space where the wanted text
// has any.
func holds(text, want string) bool {
	text = strings.ToLower(text)
	if strings.Contains(want, " ") {
		text = strings.Join(strings.Fields(text), " ")
	}
	return strings.Contains(text, want)
}

// lines are those that hold the text, or all in one where it goes over several.
func (h hit) lines(want string) (lines []string) {
	for l := range strings.Lines(h.Text) {
		if holds(l, want) {
			lines = append(lines, strings.Join(strings.Fields(l), " "))
		}
	}
	if lines == nil {
		lines = []string{strings.Join(strings.Fields(h.Text), " ")}
	}
	return lines
}

// by is who said it, in the words of the list.
func by(r *transcript.Row) string {
	switch r.Who {
	case transcript.Person:
		return string(evidence.User)
	case "":
		return string(transcript.Client)
	}
	return string(r.Who)
}

// lead stands before each line of a row that is printed.
func (h hit) lead() string {
	where := "in context"
	if !h.InContext {
		where = "compacted"
	}
	return fmt.Sprintf("%6d  %-19s  %-6s  %-10s  ", h.Row, moment(h.Time), h.By, where)
}

// around is the part of a line in which a text stands.
func around(line, lower string) string {
	const before, behind = 60, 140 // characters
	i := strings.Index(strings.ToLower(line), lower)
	if i < 0 || i > len(line) || len(strings.ToLower(line)) != len(line) { // letters that change their length
		return excerpt(line, before+behind)
	}
	lead := []rune(line[:i])
	if len(lead) > before {
		lead = append([]rune("…"), lead[len(lead)-before:]...)
	}
	return string(lead) + excerpt(line[i:], max(behind, utf8.RuneCountInString(lower)))
}

// spoken are the texts of a row.
func spoken(r *transcript.Row) []string {
	list := []string{r.Text, r.Errors, strings.TrimSpace(r.Command + " " + r.Args)}
	for _, c := range r.Calls {
		list = append(list, c.Name+": "+strings.Join(c.Texts(), "\n"))
	}
	for _, res := range r.Results {
		list = append(list, res.Text, res.Said, res.Plan)
		for _, a := range res.Answers {
			list = append(list, a.String(), a.Note)
		}
	}
	return list
}

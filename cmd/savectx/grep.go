package main

import (
	"encoding/json"
	"fmt"
	"maps"
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

// grep prints the rows of a transcript that hold a text, in any case.
func (v *voice) grep(c *cli.Context, k conversation) error {
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	want := strings.ToLower(c.String("grep"))
	segment, hits, kept := 0, []hit{}, []int{}
	_, err = transcript.Read(k.transcript, transcript.Options{Done: grepResult, Result: grepResult}, func(r *transcript.Row) error {
		segment = max(segment, r.Segment)
		if r.Twice || r.Kind == transcript.QueueChange {
			return nil
		}
		said := ""
		for _, text := range spoken(r) {
			if !strings.Contains(strings.ToLower(text), want) || strings.Contains(said, text) {
				continue
			}
			said = text
			if text = hide.clean(text); strings.Contains(strings.ToLower(text), want) { // no secret can be looked for
				hits = append(hits, hit{Row: r.Line, Time: r.Time, By: by(r), Kind: string(r.Kind), Text: text})
				kept = append(kept, max(r.Kept, r.Segment))
			}
		}
		return nil
	})
	if err != nil {
		return unreadable(k.transcript, err)
	}
	var list []hit
	for i, h := range hits {
		h.InContext = kept[i] >= segment
		if h.InContext || !c.Bool("since-last-compaction") {
			list = append(list, h)
		}
	}
	if c.Bool("json") {
		return v.json(struct {
			Session string `json:"session"`
			Rows    []hit  `json:"rows"`
		}{k.ID, append([]hit{}, list...)})
	}
	width := v.width()
	for _, h := range list {
		for l := range strings.Lines(h.Text) {
			if strings.Contains(strings.ToLower(l), want) {
				v.row(h.lead(), around(preserve.Clean(l), want), width)
			}
		}
	}
	if len(list) == 0 {
		v.tell("no row of session %s holds %q", oneLine(k.ID), oneLine(v.withoutSecrets(c.String("grep"))))
		return coded{code: exitNothing}
	}
	return nil
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
		var input any
		if json.Unmarshal(c.Input, &input) == nil {
			list = append(list, c.Name+": "+strings.Join(appendStrings(nil, input), "\n"))
		}
	}
	for _, res := range r.Results {
		list = append(list, res.Text, res.Said, res.Plan)
		for _, a := range res.Answers {
			list = append(list, a.Question+" "+a.Answer+" "+a.Note)
		}
	}
	return list
}

// appendStrings adds the strings in a JSON value, those of objects in the
// order of their keys.
func appendStrings(to []string, v any) []string {
	switch v := v.(type) {
	case string:
		to = append(to, v)
	case []any:
		for _, e := range v {
			to = appendStrings(to, e)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			to = appendStrings(to, v[key])
		}
	}
	return to
}

// Laws for whatever rows there are.

package evidence

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/transcript"
)

// FuzzGenerate: no panic; the same rows give the same list; the words of an
// item stand in a row of the one who is said to have spoken; an item is one
// line that a terminal does not obey.
func FuzzGenerate(f *testing.F) {
	f.Add([]byte("pacrpsdtq"), "never mail anybody\x00OK. Shall I?\x00make all\x00Error: no\x00don't\x1b[2J")
	f.Add([]byte("ppppiapdxe"), "always 4096\x00forget 4096\x00“a: «b» 「c」\x00```\nx\x00> y\x00<a>\x00不对，\x00?\x00\xff")
	f.Add([]byte("rrrqwwgg"), "x\x00\x00git commit -am\x00git\x00rm \x00cd")
	f.Fuzz(func(t *testing.T, kinds []byte, text string) {
		texts := strings.Split(text, "\x00")
		rows := fuzzRows(kinds, texts)
		list := Generate(slices.Values(rows), Options{})
		if again := Generate(slices.Values(rows), Options{}); !reflect.DeepEqual(list, again) {
			t.Fatalf("another list from the same rows:\n%s\n%s", printed(list), printed(again))
		}
		for _, one := range list {
			checkFound(t, rows, one)
		}
	})
}

func checkFound(t *testing.T, rows []*transcript.Row, f Found) {
	t.Helper()
	if f.Item.Text == "" || preserve.Clean(f.Item.Text) != f.Item.Text || f.Row < 1 || f.Row > len(rows) || f.Score < 0 || f.Score > 100 {
		t.Fatalf("no item: %+v", f)
	}
	row := rows[f.Row-1]
	words := row.Text
	for _, r := range row.Results {
		words += "\n" + r.Said
		for _, a := range r.Answers {
			words += "\n" + a.Question + " " + a.Answer + "\n" + a.Note
		}
	}
	switch f.By {
	case User:
		if row.Who == transcript.Model || row.Who == transcript.Client || row.Who == transcript.Agent {
			t.Fatalf("a row of %s is said to be the person's: %+v", row.Who, f)
		}
		have := plain(words)
		for line := range strings.SplitSeq(words, "\n") {
			have += plain(preserve.Clean(line))
		}
		for w := range strings.FieldsSeq(plain(strings.TrimSuffix(f.Item.Text, "…"))) {
			if !strings.Contains(have, w) {
				t.Fatalf("%q is not in the person's words %q: %+v", w, words, f)
			}
		}
	case Model:
		if row.Who == transcript.Person {
			t.Fatalf("a person's row is said to be the model's: %+v", f)
		}
	}
}

func fuzzRows(kinds []byte, texts []string) []*transcript.Row {
	s := new(scene)
	for i, k := range kinds[:min(len(kinds), 60)] {
		text := texts[i%len(texts)]
		result := func(o transcript.Outcome) transcript.Result { return transcript.Result{Outcome: o, Text: text} }
		switch k {
		case 'p':
			s.says(text)
		case 'q':
			s.add(transcript.Row{Kind: transcript.Queued, Who: transcript.Person, Text: text})
		case 'a':
			s.answers(text)
		case 'i':
			s.interrupts()
		case 'b':
			s.add(transcript.Row{Kind: transcript.Boundary, Segment: i})
		case 'm':
			s.add(transcript.Row{Kind: transcript.Message, Who: transcript.Agent, Text: text})
		case 't':
			s.add(transcript.Row{Kind: transcript.Thinking, Who: transcript.Model, Text: text})
		case 'u':
			s.add(transcript.Row{Kind: transcript.Summary, Who: transcript.Client, Text: text})
		case 'c':
			s.runs(text, texts[(i+1)%len(texts)])
		case 'f':
			s.fails(text, texts[(i+1)%len(texts)])
		case 'e':
			s.edits(text)
		case 'r':
			r := result(transcript.Refused)
			r.Said = text
			s.calls("Bash", "command", texts[(i+1)%len(texts)], r)
		case 'x':
			s.calls("Bash", "command", text, result(transcript.Refused))
		case 'd':
			s.calls("mcp__a__b", "x", text, result(transcript.Denied))
		case 's':
			r := result(transcript.Done)
			r.Todos = []transcript.Todo{{ID: text, Text: text, Status: "pending"}}
			s.calls("TaskCreate", "subject", text, r)
		case 'w':
			r := result(transcript.Chosen)
			r.Answers = []transcript.Choice{{Question: texts[(i+1)%len(texts)], Answer: text, Typed: i%2 == 0, Note: text}}
			s.calls("AskUserQuestion", "questions", text, r)
		case 'g':
			s.add(transcript.Row{Kind: transcript.Shell, Who: transcript.Person, Text: "git " + text})
		case 'o':
			r := result(transcript.Approved)
			r.Plan = text
			s.calls("ExitPlanMode", "plan", text, r)
		}
	}
	return s.rows
}

// Sessions written row by row.

package evidence

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/preserve/transcript"
)

// scene writes the rows of a session.
type scene struct {
	rows []*transcript.Row
	ids  int
}

func (s *scene) add(r transcript.Row) *scene {
	r.Line = len(s.rows) + 1
	r.Time = time.Date(2026, 11, 30, 11, 0, r.Line, 0, time.UTC)
	s.rows = append(s.rows, &r)
	return s
}

func (s *scene) says(text string) *scene {
	return s.add(transcript.Row{Kind: transcript.Prompt, Who: transcript.Person, Text: text})
}

func (s *scene) answers(text string) *scene {
	return s.add(transcript.Row{Kind: transcript.Answer, Who: transcript.Model, Text: text})
}

func (s *scene) interrupts() *scene {
	return s.add(transcript.Row{Kind: transcript.Interruption, Who: transcript.Person})
}

// calls has a call and its result; input is the one field that matters.
func (s *scene) calls(tool, key, value string, r transcript.Result) *scene {
	s.ids++
	id := string(rune('a' + s.ids))
	input, _ := json.Marshal(map[string]string{key: value})
	s.add(transcript.Row{Kind: transcript.ToolCall, Who: transcript.Model, Calls: []transcript.Call{{ID: id, Name: tool, Input: input}}})
	r.ID, r.Name = id, tool
	return s.add(transcript.Row{Kind: transcript.ToolResult, Who: transcript.Tool, Results: []transcript.Result{r}})
}

func (s *scene) runs(command, output string) *scene {
	return s.calls("Bash", "command", command, transcript.Result{Outcome: transcript.Done, Text: output})
}

func (s *scene) fails(command, output string) *scene {
	return s.calls("Bash", "command", command, transcript.Result{Outcome: transcript.Failed, Text: output})
}

func (s *scene) edits(path string) *scene {
	return s.calls("Edit", "file_path", path, transcript.Result{Outcome: transcript.Done, Text: "updated"})
}

func (s *scene) list(o Options) []Found { return Generate(slices.Values(s.rows), o) }

// begun is a session in which the first request is done.
func begun() *scene {
	return new(scene).says("The import stops at the third file, see import.go").edits("/p/import.go").answers("It reads all of them now.")
}

func find(list []Found, part string) (Found, bool) {
	for _, f := range list {
		if strings.Contains(f.Item.Text, part) || strings.Contains(f.Item.Quote, part) {
			return f, true
		}
	}
	return Found{}, false
}

func wants(t *testing.T, list []Found, part string) Found {
	t.Helper()
	f, ok := find(list, part)
	if !ok {
		t.Errorf("%q is not in the list:\n%s", part, printed(list))
	}
	return f
}

func without(t *testing.T, list []Found, part string) {
	t.Helper()
	if f, ok := find(list, part); ok {
		t.Errorf("%q is in the list: %+v", part, f)
	}
}

func printed(list []Found) string {
	var b strings.Builder
	for _, f := range list {
		b.WriteString(string(f.By) + " " + string(f.Item.Kind) + " " + f.Item.Text + "\n")
	}
	return b.String()
}

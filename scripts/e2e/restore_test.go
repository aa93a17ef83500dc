package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/preserve/audit"
	"savectx/scripts/loopback"
)

// Nobody saved anything and nobody asked for the compaction: the list comes from
// the transcript all the same, and what the summary drops comes back.
func TestListNobodyPrepared(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, nil, nil)
		const rule, limit = "no, the tests must never mail real customers", "always keep the rate at 75/s per client"
		s.says(rule, "Noted, one.")
		s.says(limit, "Noted, two.")
		s.says("and now the footer", "The footer is done.")
		s.Model.SetSummary(loopback.Summary{Text: "The rate is kept at 57/s per client. The footer is done.", Analysis: rule + ". " + limit})
		s.says("grow", "Grown.", "[[tokens 99000]]")
		s.Model.Teach("and on", "[[tokens 3000]]")
		s.ask("and on")
		s.until(func() error { return count(s.Boundaries(), 1) })
		s.shows("Understood.")
		s.rests()
		told := ""
		for _, c := range s.Model.Compactions() {
			more, _ := c.AllInstructions()
			told += more
		}
		for _, want := range []string{rule, limit} {
			if !strings.Contains(told, want) {
				t.Errorf("the model was not told to keep %q:\n%s", want, told)
			}
		}
		s.says("go on", "Gone on.")
		s.inContext()
		if last := s.last(); !strings.Contains(last, rule) || !strings.Contains(last, limit) {
			t.Errorf("not both are in the request:\n%s", last)
		}
	})
}

// What is too much for one batch comes in several, with prompts and tool
// results alike, each text once and in its order.
func TestPutBackInBatches(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, nil, nil)
		s.says("hello", "Good day.")
		var items []preserve.Item
		const n, batch = 12, 4000 // items, characters
		mark := func(i int) string { return fmt.Sprintf("rule number %d of the house", i) }
		for i := range n {
			items = append(items, preserve.Item{Kind: preserve.Correction, Text: mark(i) + ": " + strings.Repeat(fmt.Sprintf("never touch crate %d. ", 100+i), 40)})
		}
		snapshot, err := json.Marshal(preserve.Snapshot{Version: 1, Topic: "House", Language: "en", Items: items})
		s.must(err)
		s.savedTo(s.id(), "context", string(snapshot))
		s.Model.SetSummary(loopback.Summary{Text: "They said good day."})
		s.ask("/compact")
		s.until(func() error { return count(s.Boundaries(), 1) })
		s.rests()
		s.says("first", "One.")
		s.says("second", "The tool has answered.", "[[bash sleep 1]]")
		s.says("third", "Three.")
		s.inContext()

		// The client repeats what PreCompact printed beside a manual compaction,
		// with the remark that it is not to be considered: that does not count.
		batches, from, request := 0, 0, s.last()
		all := strings.Join(s.added(), "\n")
		for _, text := range s.added() {
			if strings.Contains(text, "rule number") {
				batches++
				quoted, _ := json.Marshal(text)
				if c := utf8.RuneCountInString(text); c > batch || !strings.Contains(request, string(quoted[1:len(quoted)-1])) {
					t.Errorf("a batch of %d characters, or not in the request", c)
				}
			}
		}
		for i := range n {
			at := strings.Index(all, mark(i)+":")
			if strings.Count(all, mark(i)+":") != 1 || at < from {
				t.Errorf("%q was put back %d times, at %d after %d", mark(i), strings.Count(all, mark(i)+":"), at, from)
			}
			from = max(from, at)
		}
		if batches < 3 {
			t.Errorf("%d batches", batches)
		}
	})
}

// inContext waits until the audit finds every item of the last compaction in
// the context.
func (s *sess) inContext() {
	s.t.Helper()
	s.until(func() error {
		all := s.audit().Compactions
		if len(all) == 0 || len(all[len(all)-1].Items) == 0 {
			return fmt.Errorf("there is no list: %+v", all)
		}
		for _, it := range all[len(all)-1].Items {
			if it.Verdict != audit.Kept && it.PutBackAt == nil {
				return fmt.Errorf("%s and not put back: %.60q", it.Verdict, it.Text)
			}
		}
		return nil
	})
}

// added are the texts that hooks have put into the context.
func (s *sess) added() (texts []string) {
	s.t.Helper()
	data, err := os.ReadFile(s.Transcript())
	s.must(err)
	for line := range strings.Lines(string(data)) {
		var row struct {
			Attachment struct {
				Type    string   `json:"type"`
				Content []string `json:"content"`
			} `json:"attachment"`
		}
		if json.Unmarshal([]byte(line), &row) == nil && row.Attachment.Type == "hook_additional_context" {
			texts = append(texts, row.Attachment.Content...)
		}
	}
	return texts
}

package orchestrator

import (
	"strings"
	"testing"
	"time"

	"savectx/orchestrator/claude"
)

// What the client said becomes a reason, in a job's file and its log: without
// its secrets.
func TestReasonsAreCleaned(t *testing.T) {
	for name, s := range map[string]seen{"an error": {failure: "401: key hunter2"}, "an answer": {output: "refused: hunter2", command: row("/compact", "Keep it.")}} {
		r := Run{seen: s, Clean: func(text string) string { return strings.ReplaceAll(text, "hunter2", "[gone]") }}
		r.job.Line = "/compact Keep it."
		if e, ok := r.outcome(&time.Time{}); !ok || e.state != Failed || !strings.Contains(e.reason, "[gone]") || strings.Contains(e.reason, "hunter2") {
			t.Errorf("%s: %v %+v", name, ok, e)
		}
	}
}

func row(command, text string) *claude.Row {
	return &claude.Row{Kind: claude.RowCommand, Command: command, Text: text}
}

package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"savectx/scripts/live"
)

// In the client's own pane the doctor proves the pane, and knows version,
// trust, hooks and the point of the automatic compaction.
func TestDoctor(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := start(t, live.Options{Version: version, Settings: hooked()})
			r, err := s.Record()
			s.must(err)
			cmd := s.Savectx(t.Context(), program, s.opts, "doctor", "--json")
			cmd.Env = append(cmd.Env, "TMUX="+s.Format("#{socket_path},#{pid},0"), "TMUX_PANE="+s.ID,
				fmt.Sprintf("CLAUDE_PID=%d", r.PID), "CLAUDE_CODE_SESSION_ID="+r.SessionID)
			got := finish(t, cmd)
			var doc struct {
				Findings []struct{ ID, Level, Text string }
			}
			if err := json.Unmarshal([]byte(got.out), &doc); err != nil || got.code != 0 {
				t.Fatalf("exit %d: %v\n%s%s", got.code, err, got.out, got.err)
			}
			for id, text := range map[string]string{
				"client-version":  "Claude Code " + version + ", known from ",
				"workspace-trust": s.Work,
				"hooks":           "Stop, StopFailure, PreCompact are set in " + s.Config,
				"trigger":         "the client compacts at ",
				"context-share":   "session " + r.SessionID + " uses ",
				"tmux-pane":       "pane " + s.ID + " ",
			} {
				found := ""
				for _, f := range doc.Findings {
					if f.ID == id {
						found = f.Level + " " + f.Text
					}
				}
				if !strings.HasPrefix(found, "ok ") || !strings.Contains(found, text) {
					t.Errorf("%s: %q, want ok and %q", id, found, text)
				}
			}
		})
	}
}

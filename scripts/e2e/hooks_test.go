package e2e

import (
	"fmt"
	"os"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/scripts/live"
)

// hooked are settings that call savectx for the events it wants.
func hooked() map[string]any {
	call := func(event string) []any {
		return []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": "savectx hook " + event}}}}
	}
	return map[string]any{
		"permissions": map[string]any{"defaultMode": "default"},
		"hooks":       map[string]any{"Stop": call("Stop"), "StopFailure": call("StopFailure"), "PreCompact": call("PreCompact")},
	}
}

// The hooks leave their markers, and a job that a sandbox kept from starting
// is started by the Stop hook at the turn's end.
func TestStopHookStartsAPendingJob(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := start(t, live.Options{Version: version, Settings: hooked()})
			r, err := s.Record()
			s.must(err)
			job := orchestrator.New(orchestrator.Compact, "/compact "+text)
			job.Pending, job.Deadline = true, time.Minute
			job.Agent.Session, job.Agent.Config = r.SessionID, s.Config
			s.must(s.Store().Create(&job))
			folder, err := session.Dir(s.Root + "/state/savectx").Session(r.SessionID)
			s.must(err)
			s.must(folder.PutPending(job.ID))
			s.ask("work [[say Done.]]")
			s.ends(job.ID, orchestrator.Compacted)
			s.compactedOnce(text)
			if m := folder.Turn(); m.Event != "Stop" {
				t.Errorf("the turn marker is %+v", m)
			}
			if m := folder.Compacting(); m.Trigger != "manual" || m.Instructions != session.Digest(text) {
				t.Errorf("the compaction marker is %+v", m)
			}
		})
	}
}

// An old client without any record is known by its process and its session id.
func TestSessionRecordMissing(t *testing.T) {
	s := start(t, live.Options{Version: live.Old})
	r, err := s.Record()
	s.must(err)
	s.must(os.Remove(claude.RecordPath(s.Config, r.PID)))
	cmd := s.Savectx(t.Context(), program, s.opts, "compact", "--json", "--line", text)
	cmd.Env = append(cmd.Env, "TMUX="+s.Format("#{socket_path},#{pid},0"), "TMUX_PANE="+s.ID,
		fmt.Sprintf("CLAUDE_PID=%d", r.PID), "CLAUDE_CODE_SESSION_ID="+r.SessionID)
	s.ends(s.armed(finish(t, cmd)), orchestrator.Compacted)
	s.compactedOnce(text)
}

// Faults of the pane, its process and its server.

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

func (s *sess) ended(id string) orchestrator.Job {
	s.t.Helper()
	return s.endedWithin(id, live.Patience)
}

func TestExitedToAShell(t *testing.T) {
	s := start(t, live.Options{Under: under})
	s.ask("work [[slow 4s]]")
	s.busy()
	id := s.compact("touch ran; $(touch ran) `touch ran`.")
	s.idle()
	r, err := s.Record()
	s.must(err)
	s.must(syscall.Kill(r.PID, syscall.SIGTERM))
	s.ends(id, orchestrator.HandedOver)
	s.untouched("touch ran")
	if _, err := os.Stat(filepath.Join(s.Work, "ran")); err == nil {
		t.Error("the shell ran the line")
	}
}

func TestCrashWhileTheTurnRuns(t *testing.T) {
	s := start(t, live.Options{Under: under})
	s.ask("work [[slow 30s]]")
	s.busy()
	id := s.compact(text)
	r, err := s.Record()
	s.must(err)
	s.must(syscall.Kill(r.PID, syscall.SIGKILL))
	s.ends(id, orchestrator.HandedOver)
	s.untouched(text)
}

func TestSuspended(t *testing.T) {
	s := start(t, live.Options{Under: under})
	id := s.suspendedJob()
	s.ends(id, orchestrator.HandedOver)
	if got := s.Model.Compactions(); len(got) != 0 {
		t.Errorf("%d compactions", len(got))
	}
	if strings.Contains(s.Screen(), text) {
		t.Errorf("the shell got the line:\n%s", s.Screen())
	}
}

func (s *sess) suspendedJob() string {
	s.t.Helper()
	s.ask("work [[slow 5s]]")
	s.busy()
	id := s.compact(text, "--deadline", "12s")
	s.must(s.Keys("C-z"))
	s.shows("suspended")
	return id
}

func TestPaneKilled(t *testing.T) {
	s := start(t, live.Options{})
	s.ask("work [[slow 20s]]")
	s.busy()
	id := s.compact(text)
	s.Kill()
	s.ends(id, orchestrator.HandedOver)
	if n := len(s.Model.Compactions()); n != 0 {
		t.Errorf("%d compactions", n)
	}
}

// A pane that moves is followed.
func TestPaneMoved(t *testing.T) {
	s := start(t, live.Options{})
	s.ask("work [[slow 4s]]")
	s.busy()
	id := s.compact(text)
	for _, command := range [][]string{
		{"rename-session", "-t", s.ID, "renamed"},
		{"split-window", "-d", "-t", s.ID, "exec cat"},
		{"break-pane", "-d", "-s", s.ID, "-n", "broken out"},
	} {
		_, err := s.Server().Run(command...)
		s.must(err)
	}
	s.ends(id, orchestrator.Compacted)
	s.compactedOnce(text)
}

// A new server whose pane has the old one's id is a stranger.
func TestServerRestarted(t *testing.T) {
	s := start(t, live.Options{})
	s.ask("work [[slow 20s]]")
	s.busy()
	id := s.compact(text)
	_, err := s.Server().Run("kill-server")
	s.must(err)
	out := filepath.Join(s.Root, "stranger")
	s.until(func() error { // the old server is still going away
		_, err := s.Server().Run("new-session", "-d", "exec cat", ";", "new-session", "-d", "-x", "120", "-y", "40", "cat > "+out)
		return err
	})
	s.ends(id, orchestrator.HandedOver)
	if data, _ := os.ReadFile(out); len(data) != 0 {
		t.Errorf("the stranger got %q", data)
	}
}

func TestSynchronizedPanes(t *testing.T) {
	s := start(t, live.Options{})
	out := filepath.Join(s.Root, "neighbour")
	_, err := s.Server().Run("split-window", "-d", "-t", s.ID, "exec cat > "+out)
	s.must(err)
	_, err = s.Server().Run("set-window-option", "-t", s.ID, "synchronize-panes", "on")
	s.must(err)
	id := s.compact(text, "--deadline", "4s")
	s.ends(id, orchestrator.HandedOver)
	s.untouched(text)
	if data, _ := os.ReadFile(out); len(data) != 0 {
		t.Errorf("the neighbour got %q", data)
	}
}

func TestInputDisabled(t *testing.T) {
	s := start(t, live.Options{})
	_, err := s.Server().Run("select-pane", "-d", "-t", s.ID)
	s.must(err)
	s.ends(s.compact(text, "--deadline", "4s"), orchestrator.HandedOver)
	s.untouched(text)
}

func TestPaneSizes(t *testing.T) {
	long := strings.Repeat("a decision with its reason, ", 25) + "and an end."
	for _, size := range [][2]int{{44, 14}, {80, 24}, {20, 6}, {30, 10}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			s := fresh(t, live.Options{})
			s.ask("hello [[say Good day.]]")
			s.shows("Good day.")
			s.idle()
			_, err := s.Server().Run("resize-window", "-t", s.ID, "-x", fmt.Sprint(size[0]), "-y", fmt.Sprint(size[1]))
			s.must(err)
			job := s.ended(s.compact(long, "--deadline", "20s"))
			switch job.State {
			case orchestrator.Compacted:
				s.compactedOnce(long)
			case orchestrator.HandedOver:
				if size[0] >= 44 {
					t.Errorf("handed over in %dx%d: %s", size[0], size[1], job.Reason)
				}
				s.untouched(long)
			default:
				t.Errorf("ended %s: %s", job.State, job.Reason)
			}
		})
	}
}

func TestFullScreenRenderer(t *testing.T) {
	s := start(t, live.Options{Env: map[string]string{"CLAUDE_CODE_NO_FLICKER": "1"}})
	s.ends(s.compact(text), orchestrator.Compacted)
	s.compactedOnce(text)
}

func TestTwoPanesOneFolder(t *testing.T) {
	a := start(t, live.Options{})
	b := freshIn(t, a.Server(), live.Options{Model: a.Model})
	b.ask("hello [[say Good day.]]")
	b.shows("Good day.")
	b.idle()
	id := b.compact(text)
	b.ends(id, orchestrator.Compacted)
	b.compactedOnce(text)
	if n := a.Boundaries(); n != 0 {
		t.Errorf("the other session was compacted %d times", n)
	}
}

// An inherited TMUX_PANE names a stranger's pane: the line goes to the pane of
// the session's own process.
func TestInheritedPane(t *testing.T) {
	s := start(t, live.Options{})
	out := filepath.Join(s.Root, "stranger")
	stranger, err := s.Server().Run("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", s.ID, "exec cat > "+out)
	s.must(err)
	r, err := s.Record()
	s.must(err)
	cmd := s.Savectx(t.Context(), program, s.opts, "compact", "--json", "--line", text)
	cmd.Env = append(cmd.Env, "TMUX="+s.Format("#{socket_path},#{pid},0"), "TMUX_PANE="+stranger,
		fmt.Sprintf("CLAUDE_PID=%d", r.PID), "CLAUDE_CODE_SESSION_ID="+r.SessionID)
	s.ends(s.armed(finish(t, cmd)), orchestrator.Compacted)
	s.compactedOnce(text)
	if data, _ := os.ReadFile(out); len(data) != 0 {
		t.Errorf("the stranger got %q", data)
	}
}

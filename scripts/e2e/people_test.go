package e2e

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

func (s *sess) person() *live.Person {
	s.t.Helper()
	p, err := s.Attach()
	s.must(err)
	s.t.Cleanup(p.Leave)
	s.until(func() error {
		out, err := s.Server().Run("list-clients", "-t", s.ID)
		if err == nil && out == "" {
			err = errors.New("nobody is attached yet")
		}
		return err
	})
	return p
}

// Somebody writes a draft while the job waits: it is put aside when they have
// stopped, and is back afterwards.
func TestSomebodyWritesADraft(t *testing.T) {
	s := start(t, live.Options{})
	p := s.person()
	id := s.compact(text)
	const draft = "a thought that takes some time"
	for _, word := range strings.SplitAfter(draft, " ") {
		s.must(p.Type(word))
		s.stays(id, 300*time.Millisecond)
	}
	s.ends(id, orchestrator.Compacted)
	s.compactedOnce(text)
	s.holds(draft)
}

// Somebody types all the time while the line is due: what is submitted is
// exactly ours or exactly theirs, and nothing is lost.
func TestSomebodyTypesIntoIt(t *testing.T) {
	s := start(t, live.Options{})
	long := strings.Repeat("a decision with its reason, ", 90) + "end."
	id := s.compact(long)
	s.reaches(id, orchestrator.Guarded)
	s.must(s.Type("zq")) // as a second writer does, unseen by tmux's clients
	job := s.ended(id)
	compactions := s.Model.Compactions()
	for _, c := range compactions {
		if told, _ := c.Instructions(); told != long {
			t.Errorf("a mixture was submitted: %q", told)
		}
	}
	switch job.State {
	case orchestrator.Compacted:
		s.until(func() error {
			if c := s.composer(); !strings.Contains(c.Text, "zq") {
				return fmt.Errorf("what was typed is lost: the composer holds %q", c.Text)
			}
			return nil
		})
	case orchestrator.HandedOver:
		if c := s.composer(); !strings.Contains(live.Squeeze(s.Screen()), "zq") {
			t.Errorf("what was typed is lost: the composer holds %q", c.Text)
		}
		if len(compactions) != 0 {
			t.Errorf("%d compactions after a hand-over", len(compactions))
		}
	default:
		t.Errorf("ended %s (%s)", job.State, job.Reason)
	}
}

// Somebody scrolls back and reads: they are left alone while they move, then
// the mode is left for the compaction.
func TestSomebodyScrolls(t *testing.T) {
	s := start(t, live.Options{})
	s.ask("many [[lines 80]]")
	s.shows("line 80")
	s.idle()
	p := s.person()
	s.must(p.Type("\x02[")) // prefix [
	s.until(func() error {
		if s.Format("#{pane_in_mode}") == "0" {
			return errors.New("not in copy-mode")
		}
		return nil
	})
	id := s.compact(text)
	for range 8 {
		s.must(p.Type("\x1b[A"))
		s.stays(id, 250*time.Millisecond)
		if s.Format("#{pane_in_mode}") == "0" {
			t.Fatal("copy-mode was left while somebody was scrolling")
		}
	}
	s.ends(id, orchestrator.Compacted)
	s.compactedOnce(text)
}

// The window is resized while the line goes in.
func TestResizedWhileTyping(t *testing.T) {
	s := start(t, live.Options{})
	long := strings.Repeat("a decision with its reason, ", 90) + "end."
	id := s.compact(long)
	s.reaches(id, orchestrator.Guarded)
	for _, width := range []string{"70", "132", "100"} {
		_, err := s.Server().Run("resize-window", "-t", s.ID, "-x", width, "-y", "30")
		s.must(err)
	}
	job := s.ended(id)
	switch job.State {
	case orchestrator.Compacted:
		s.compactedOnce(long)
	case orchestrator.HandedOver:
		if n := len(s.Model.Compactions()); n != 0 {
			t.Errorf("handed over, and %d compactions", n)
		}
		s.neverPrompted(long)
	default:
		t.Errorf("ended %s (%s)", job.State, job.Reason)
	}
}

// Another session is resumed in the pane: the line is not for that one.
func TestResumedAnother(t *testing.T) {
	s := start(t, live.Options{})
	first, err := s.Record()
	s.must(err)
	s.ask("/clear")
	s.until(func() error {
		if r, err := s.Record(); err != nil || r.SessionID == first.SessionID {
			return fmt.Errorf("still the first session: %v", err)
		}
		return nil
	})
	s.ask("another talk [[say Hm.]]")
	s.shows("Hm.")
	s.idle()
	s.typed("/resume " + first.SessionID)
	id := s.compact(text)
	s.waitsFor(id, "waiting")
	s.must(s.Keys("Enter"))
	s.ends(id, orchestrator.Cancelled)
	s.untouched(text)
}

// A dead pane that tmux keeps on the screen gets nothing, and the server lives.
func TestDeadPaneKept(t *testing.T) {
	s := start(t, live.Options{})
	_, err := s.Server().Run("set-option", "-w", "-t", s.ID, "remain-on-exit", "on")
	s.must(err)
	s.ask("work [[slow 20s]]")
	s.busy()
	id := s.compact(text)
	s.must(s.Keys("C-c"))
	s.must(s.Keys("C-c", "C-d"))
	r, err := s.Record()
	if err == nil {
		s.must(syscall.Kill(r.PID, syscall.SIGKILL))
	}
	s.ends(id, orchestrator.HandedOver)
	s.until(func() error {
		if s.Format("#{pane_dead}") != "1" {
			return errors.New("the pane is not dead, or its server is gone")
		}
		return nil
	})
}

// Twenty panes at once: each gets its own line.
func TestTwentyPanes(t *testing.T) {
	const n = 20
	first := fresh(t, live.Options{Width: 80, Height: 24})
	all := []*sess{first}
	for len(all) < n {
		all = append(all, freshIn(t, first.Server(), live.Options{Width: 80, Height: 24}))
	}
	for _, s := range all {
		s.ask("hello [[say Good day.]]")
	}
	ids := make([]string, n)
	for i, s := range all {
		s.shows("Good day.")
		s.idle()
		ids[i] = s.compact(fmt.Sprintf("Keep what pane number %d knows.", i))
	}
	for i, s := range all {
		s.ends(ids[i], orchestrator.Compacted)
		s.compactedOnce(fmt.Sprintf("Keep what pane number %d knows.", i))
	}
}

// A plan that waits for approval is not approved.
func TestPlanApproval(t *testing.T) {
	s := fresh(t, live.Options{Settings: map[string]any{"permissions": map[string]any{"defaultMode": "plan"}}})
	s.ask("hello [[say Good day.]]")
	s.shows("Good day.")
	s.idle()
	s.ask("[[plan]]")
	s.until(func() error {
		if r, err := s.Record(); err != nil || r.Status != "waiting" {
			return fmt.Errorf("no approval is asked for: %v %s", err, r.Status)
		}
		return nil
	})
	id := s.compact(text)
	s.stays(id, 2*time.Second)
	s.untouched(text)
	s.must(s.Keys("Escape"))
	s.ends(id, orchestrator.Compacted)
	s.compactedOnce(text)
}

// The trust question of a new folder is not answered.
func TestTrustDialog(t *testing.T) {
	s := fresh(t, live.Options{Config: map[string]any{"projects": map[string]any{}}, Shown: "trust"})
	before := s.Screen()
	r := s.run(append([]string{"compact", "--foreground", "--deadline", "4s", "--line", text}, s.At()...)...)
	if r.code != 4 || !strings.Contains(r.out, "/compact "+text) {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	if after := s.Screen(); after != before {
		t.Errorf("the screen changed:\n%s\n>>> before\n%s", after, before)
	}
}

// The machine is busy with other things.
func TestFullLoad(t *testing.T) {
	s := start(t, live.Options{})
	stop := make(chan struct{})
	defer close(stop)
	for range 4 {
		go func() {
			for x := 0; ; x++ {
				select {
				case <-stop:
					return
				default:
				}
			}
		}()
	}
	s.ends(s.compact(text), orchestrator.Compacted)
	s.compactedOnce(text)
}

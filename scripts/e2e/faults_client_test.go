// Faults of the client: turns, queues, freezes, compactions that fail.

package e2e

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

// under runs the client below a shell, as a person does.
var under = []string{"bash", "--norc", "-c", `set -m; "$@"; exec bash --norc -i`, "bash"}

// plain is a shell without job control.
var plain = []string{"bash", "--norc", "-c", `"$@"; exec bash --norc -i`, "bash"}

// The end of a turn that ended badly is an end.
func TestTurnEnds(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run("api error/"+version, func(t *testing.T) {
			s := start(t, live.Options{Version: version})
			s.ask("[[fail 400]]")
			s.ends(s.compact(text), orchestrator.Compacted)
			s.compactedOnce(text)
		})
		t.Run("interrupted/"+version, func(t *testing.T) {
			if version == live.Old {
				t.Skip("2.1.100 takes a prompt that was interrupted before its answer back into the composer and leaves no trace of it: the line is handed over at the deadline")
			}
			s := start(t, live.Options{Version: version})
			s.ask("[[talk 60s]]")
			s.working()
			id := s.compact(text)
			s.must(s.Keys("Escape"))
			s.ends(id, orchestrator.Compacted)
			s.compactedOnce(text)
		})
		t.Run("long/"+version, func(t *testing.T) {
			s := start(t, live.Options{Version: version})
			s.ask("[[talk 20s]]")
			s.working()
			id := s.compact(text)
			s.stays(id, 10*time.Second)
			s.ends(id, orchestrator.Compacted)
			s.compactedOnce(text)
		})
	}
}

// working waits until the screen shows a turn running; old clients have no
// other sign of it.
func (s *sess) working() {
	s.t.Helper()
	s.until(func() error {
		if !s.composer().Busy {
			return errors.New("no turn is seen running")
		}
		return nil
	})
}

// Prompts queued behind the turn come first.
func TestQueuedPrompts(t *testing.T) {
	s := start(t, live.Options{})
	s.ask("one [[talk 5s]]")
	s.shows("Still at work")
	id := s.compact(text)
	s.ask("two [[say Second.]]")
	s.ends(id, orchestrator.Compacted)
	s.compactedOnce(text)
	compaction := s.Model.Compactions()[0]
	if all := fmt.Sprint(compaction.Prompts()); !strings.Contains(all, "two [[say Second.]]") {
		t.Errorf("the queued prompt was not part of what was compacted: %s", all)
	}
}

// What the person does in the meantime makes the job needless.
func TestOvertaken(t *testing.T) {
	t.Run("clear", func(t *testing.T) {
		s := start(t, live.Options{})
		s.typed("a draft that holds the job")
		s.must(s.Keys("C-s"))
		s.emptyComposer()
		s.typed("/clear")
		id := s.compact(text)
		s.waitsFor(id, "waiting")
		s.must(s.Keys("Enter"))
		s.ends(id, orchestrator.Cancelled)
		s.untouched(text)
	})
	t.Run("manual compact", func(t *testing.T) {
		s := start(t, live.Options{})
		s.typed("an earlier draft")
		s.must(s.Keys("C-s"))
		s.emptyComposer()
		s.typed("/compact by hand.")
		id := s.compact(text)
		s.waitsFor(id, "waiting")
		s.must(s.Keys("Enter"))
		s.ends(id, orchestrator.Superseded)
		s.compactedOnce("by hand.")
	})
	t.Run("automatic compaction", func(t *testing.T) {
		s := start(t, live.Options{Env: map[string]string{"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "100000"}})
		s.ask("grow [[tokens 99000]] [[say Grown.]]")
		s.shows("Grown.")
		s.idle()
		s.ask("[[tokens 3000]] [[talk 4s]]")
		s.shows("Still at work")
		if s.Boundaries() != 1 {
			t.Skip("this client did not compact by itself")
		}
		id := s.compact(text)
		s.ends(id, orchestrator.Compacted)
	})
}

// Lines of every kind arrive letter for letter, and nothing is run.
func TestLines(t *testing.T) {
	for name, line := range map[string]string{
		"shell":      "keep \"quotes\", 'single', $(touch ran), `touch ran`, $HOME, \\n and !history; end.",
		"dash":       "-x --help -t %1 is where it began.",
		"semicolon":  "a trailing semicolon ;",
		"formats":    "keep #{pane_id} #(touch ran) %% and ~ as they are.",
		"cjk":        "保留决定：用 Klaviyo 而不是 Mailchimp，错误 429 逐字保留。한국어와 日本語も。",
		"emoji":      "keep 👍🏽 👩‍👩‍👧 🇩🇪 ✔️ and 1️⃣ in the list.",
		"rtl":        "שמור את ההחלטה ואת 429. العربية أيضا.",
		"combining":  "cafe\u0301 n\u0303 a\u0308 Zalgo\u0335 stays.",
		"at":         "the owner is @anna",
		"hash":       "see issue #12",
		"colon":      "use the shortcut :wq",
		"long":       strings.Repeat("item with a reason, number 75/s and path /srv/app; ", 60) + "end.",
		"long cjk":   strings.Repeat("保留每一个决定和原因，", 150) + "完。",
		"very long":  strings.Repeat("word ", 2390) + "end.",
		"two spaces": "keep  two  spaces.",
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, live.Options{})
			job := s.ends(s.compact(line), orchestrator.Compacted)
			want := strings.TrimPrefix(job.Line, "/compact ")
			if !strings.HasPrefix(want, line) {
				t.Errorf("cleaning changed %q into %q", line, want)
			}
			s.compactedOnce(want)
			if _, err := os.Stat(filepath.Join(s.Work, "ran")); err == nil {
				t.Error("a shell ran a part of the line")
			}
		})
	}
	t.Run("cleaned", func(t *testing.T) {
		s := start(t, live.Options{})
		s.ends(s.compact("tabs\there,\nnew lines\r\nand \x1b[31mred\x1b[0m, \x07bell."), orchestrator.Compacted)
		s.compactedOnce("tabs here, new lines and red, bell.")
	})
}

// A client that is frozen for a while gets the line once.
//
// (tmux wakes a pane's first process as soon as it stops, and a shell with job
// control takes the terminal: only below a plain one a client stays frozen.)
func TestFrozen(t *testing.T) {
	s := start(t, live.Options{Under: plain})
	r, err := s.Record()
	s.must(err)
	s.must(syscall.Kill(r.PID, syscall.SIGSTOP))
	id := s.compact(text)
	s.stays(id, 8*time.Second)
	s.must(syscall.Kill(r.PID, syscall.SIGCONT))
	s.ends(id, orchestrator.Compacted)
	s.compactedOnce(text)
}

// The freeze begins between the text and its Enter, or right behind it.
func TestFrozenWhileTyping(t *testing.T) {
	s := start(t, live.Options{Under: plain})
	r, err := s.Record()
	s.must(err)
	id := s.compact(strings.Repeat("a decision with its reason, ", 60) + "end.")
	s.reaches(id, orchestrator.Guarded)
	s.must(syscall.Kill(r.PID, syscall.SIGSTOP))
	// It stays frozen for longer than a paste is waited for, unless the line was
	// through before the signal came.
	_ = within(12*time.Second, func() bool { job, _ := s.Store().Load(id); return job.State.Ended() })
	s.must(syscall.Kill(r.PID, syscall.SIGCONT))
	s.ends(id, orchestrator.Compacted)
	if n := len(s.Model.Compactions()); n != 1 {
		t.Errorf("%d compactions, want 1", n)
	}
}

func TestCompactionFails(t *testing.T) {
	s := start(t, live.Options{})
	s.Model.SetSummary(live.FailingSummary)
	job := s.ends(s.compact(text), orchestrator.Failed)
	if !strings.Contains(job.Reason, "400") {
		t.Errorf("the reason does not say what the client said: %q", job.Reason)
	}
}

func TestCompactionBlockedByAHook(t *testing.T) {
	s := start(t, live.Options{Settings: map[string]any{"hooks": map[string]any{"PreCompact": []any{map[string]any{
		"hooks": []any{map[string]any{"type": "command", "command": "echo not now >&2; exit 2"}}}}}}})
	job := s.ends(s.compact(text), orchestrator.Failed)
	if !strings.Contains(job.Reason, "blocked") {
		t.Errorf("the reason does not say that it was blocked: %q", job.Reason)
	}
	if n := len(s.Model.Compactions()); n != 0 {
		t.Errorf("%d compactions", n)
	}
}

func TestSlowCompaction(t *testing.T) {
	s := start(t, live.Options{})
	s.Model.SetSummary(live.SlowSummary(25 * time.Second))
	id := s.compact(text)
	s.reaches(id, orchestrator.Compacting)
	s.ends(id, orchestrator.Compacted)
	s.compactedOnce(text)
}

func TestNothingToCompact(t *testing.T) {
	s := fresh(t, live.Options{})
	job := s.ends(s.compact(text), orchestrator.Failed)
	if !strings.Contains(job.Reason, "essages to compact") {
		t.Errorf("reason %q", job.Reason)
	}
}

// An orchestrator that is killed leaves a job that says so, and nothing is
// typed later.
func TestOrchestratorKilled(t *testing.T) {
	for _, at := range []orchestrator.State{orchestrator.Armed, orchestrator.TurnRunning, orchestrator.Settling, orchestrator.Submitted, orchestrator.Compacting} {
		t.Run(string(at), func(t *testing.T) {
			s := start(t, live.Options{})
			s.Model.SetSummary(live.SlowSummary(3 * time.Second))
			s.ask("work [[slow 3s]]")
			s.busy()
			id := s.compact(text)
			s.reaches(id, at)
			s.killOrchestrator(id)
			job := s.ended(id)
			if job.Line != "/compact "+text {
				t.Errorf("the line is lost: %q", job.Line)
			}
			s.idle()
			if at == orchestrator.Armed || at == orchestrator.TurnRunning {
				s.untouched(text)
				if job.State != orchestrator.HandedOver {
					t.Errorf("ended %s: %s", job.State, job.Reason)
				}
			}
			if n := len(s.Model.Compactions()); n > 1 {
				t.Errorf("%d compactions", n)
			}
		})
	}
}

func (s *sess) killOrchestrator(id string) {
	s.t.Helper()
	procs, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, p := range procs {
		data, _ := os.ReadFile(p)
		if strings.Contains(string(data), "orchestrate\x00--answer\x00"+id) {
			var pid int
			_, _ = fmt.Sscanf(p, "/proc/%d/cmdline", &pid)
			s.must(syscall.Kill(pid, syscall.SIGKILL))
		}
	}
}

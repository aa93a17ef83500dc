package e2e

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

const text = "Keep the decision for Klaviyo and the error 429, letter for letter."

func TestCompactFromAnotherShell(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := start(t, live.Options{Version: version})
			job := s.ends(s.compact(text), orchestrator.Compacted)
			s.compactedOnce(text)
			if job.TokensBefore == 0 {
				t.Errorf("no tokens before in %+v", job)
			}
		})
	}
}

// The main job: the skill's command inside a turn returns at once, and the
// line is typed when the turn has ended.
func TestCompactInsideATurn(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := fresh(t, live.Options{Version: version, Settings: map[string]any{
				"permissions": map[string]any{"allow": []string{"Bash(savectx:*)"}, "defaultMode": "default"}}})
			s.ask("save [[bash savectx compact --json --line '" + text + "']]")
			s.until(func() error {
				if len(s.jobs()) == 0 {
					return errors.New("no job yet")
				}
				return nil
			})
			s.ends(s.jobs()[0].ID, orchestrator.Compacted)
			s.compactedOnce(text)
		})
	}
}

func TestForegroundAnswersWithTheOutcome(t *testing.T) {
	s := start(t, live.Options{})
	s.ask("work [[slow 2s]]")
	s.busy()
	r := s.run(append([]string{"compact", "--foreground", "--line", text}, s.At()...)...)
	if r.code != 0 || !strings.Contains(r.out, "compacted") {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	s.compactedOnce(text)
}

func TestDryRunPressesNothing(t *testing.T) {
	s := start(t, live.Options{})
	var r result
	s.until(func() error {
		r = s.run(append([]string{"compact", "--dry-run", "--line", text}, s.At()...)...)
		if r.code != 0 || strings.Contains(r.out, "shut") {
			return fmt.Errorf("an idle session: exit %d\n%s%s", r.code, r.out, r.err)
		}
		return nil
	})
	s.ask("work [[slow 20s]]")
	s.busy()
	r = s.run(append([]string{"compact", "--dry-run", "--line", text}, s.At()...)...)
	if r.code != 4 || !strings.Contains(r.out, "a turn is running") {
		t.Errorf("a busy session: exit %d\n%s%s", r.code, r.out, r.err)
	}
	s.untouched(text)
	if len(s.jobs()) != 0 {
		t.Error("a dry run left a job")
	}
}

func TestThenIsTypedAfterTheCompaction(t *testing.T) {
	s := start(t, live.Options{})
	s.ends(s.compact(text, "--then", "Go on with step 2. [[say Step two.]]"), orchestrator.Compacted)
	s.compactedOnce(text)
	s.shows("Step two.")
}

func TestClear(t *testing.T) {
	s := start(t, live.Options{})
	before, err := s.Record()
	s.must(err)
	job := s.armed(s.run(append([]string{"clear", "--force", "--json", "--then", "A new start. [[say Begun.]]"}, s.At()...)...))
	s.ends(job, orchestrator.Cleared)
	after, err := s.Record()
	s.must(err)
	if before.SessionID == after.SessionID {
		t.Error("the session is still the same")
	}
	s.shows("Begun.")
}

func TestTwoLinesForOneSession(t *testing.T) {
	s := start(t, live.Options{})
	s.ask("work [[slow 15s]]")
	s.busy()
	first := s.compact("An earlier line that must not be typed.")
	second := s.compact(text)
	if first != second {
		t.Errorf("two jobs, %s and %s, for one session", first, second)
	}
	s.ends(first, orchestrator.Compacted)
	s.compactedOnce(text)
}

func TestCancel(t *testing.T) {
	s := start(t, live.Options{})
	s.ask("work [[slow 4s]]")
	s.busy()
	id := s.compact(text)
	if r := s.run("jobs", "cancel", id); r.code != 0 {
		t.Fatalf("exit %d: %s%s", r.code, r.out, r.err)
	}
	s.ends(id, orchestrator.Cancelled)
	s.idle()
	s.untouched(text)
}

func TestSchedules(t *testing.T) {
	t.Run("in", func(t *testing.T) {
		s := start(t, live.Options{})
		id := s.armed(s.run(append([]string{"schedule", "--json", "--in", "2s", "--line", text}, s.At()...)...))
		job := s.ends(id, orchestrator.Compacted)
		if took := job.Updated.Sub(job.Created); took < 2*time.Second {
			t.Errorf("typed after %s, before its time", took)
		}
		s.compactedOnce(text)
	})
	t.Run("when-idle", func(t *testing.T) {
		s := start(t, live.Options{})
		s.ends(s.armed(s.run(append([]string{"schedule", "--json", "--when-idle", "3s", "--line", text}, s.At()...)...)), orchestrator.Compacted)
		s.compactedOnce(text)
	})
	t.Run("when-context", func(t *testing.T) {
		s := start(t, live.Options{Env: map[string]string{"CLAUDE_CODE_AUTO_COMPACT_WINDOW": window}})
		id := s.armed(s.run(append([]string{"schedule", "--json", "--when-context", "60%", "--line", text}, s.At()...)...))
		s.reaches(id, orchestrator.Waiting)
		s.ask("grow [[tokens 50000]]")
		s.ends(id, orchestrator.Compacted)
		s.compactedOnce(text)
	})
}

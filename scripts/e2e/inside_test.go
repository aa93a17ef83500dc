package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/scripts/live"
)

// window makes both clients compact at (100,000 - 20,000) - 13,000 tokens.
const window = "100000"

// installed starts a client whose person has run savectx install.
func installed(t *testing.T, version string, env map[string]string, before func(*live.Client) error, flags ...string) *sess {
	t.Helper()
	all := map[string]string{"CLAUDE_CODE_AUTO_COMPACT_WINDOW": window}
	for k, v := range env {
		all[k] = v
	}
	o := live.Options{Version: version, Env: all}
	o.Prepare = func(c *live.Client) error {
		if r := finish(t, c.Savectx(t.Context(), program, o, append([]string{"install", "--yes"}, flags...)...)); r.code != 0 {
			return fmt.Errorf("savectx install: exit %d\n%s%s", r.code, r.out, r.err)
		}
		if before != nil {
			return before(c)
		}
		return nil
	}
	o.Path = []string{filepath.Dir(program)}
	return fresh(t, o)
}

func both(t *testing.T, test func(t *testing.T, version string)) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) { test(t, version) })
	}
}

// says asks for a turn in which the model obeys these orders and then answers,
// and waits for its end. What is typed does not hold the answer.
func (s *sess) says(prompt, answer string, orders ...string) {
	s.t.Helper()
	s.Model.Teach(prompt, strings.Join(orders, " ")+"[[say "+answer+"]]")
	s.emptyComposer()
	s.ask(prompt)
	s.shows(answer)
	s.rests()
}

// rests waits until the client is idle and no hook runs any more: a prompt
// typed while one does is queued, and 2.1.100 leaves it in the composer as well.
func (s *sess) rests() {
	s.t.Helper()
	s.idle()
	s.must(s.Until(s.t.Context(), func(screen string) error {
		if strings.Contains(screen, "to interrupt") || strings.Contains(screen, "running stop hook") {
			return errors.New("the client is still at work")
		}
		return nil
	}))
}

// last is the last request of the conversation itself.
func (s *sess) last() string {
	s.t.Helper()
	all := s.Model.Requests()
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Tools > 0 && !all[i].Compaction() {
			return string(all[i].Raw)
		}
	}
	s.t.Fatal("nothing was asked")
	return ""
}

// heard asserts how often the last request holds a text.
func (s *sess) heard(text string, want int) {
	s.t.Helper()
	quoted, _ := json.Marshal(text)
	if n := strings.Count(s.last(), string(quoted[1:len(quoted)-1])); n != want {
		s.t.Fatalf("the last request holds %q %d times, want %d", text, n, want)
	}
}

func (s *sess) session() session.Session {
	s.t.Helper()
	r, err := s.Record()
	s.must(err)
	folder, err := session.Dir(s.Root + "/state/savectx").Session(r.SessionID)
	s.must(err)
	return folder
}

const askNote = "a note from a hook and not from the user"

// Each threshold is told once, with a prompt or in the middle of a turn, and
// again after a compaction.
func TestThresholdNotes(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, nil, nil)
		s.says("begin", "Begun.", "[[tokens 20000]]")
		s.says("go on", "Gone on.", "[[tokens 45000]]")
		s.heard(askNote, 0)
		s.says("and on", "First told.")
		s.heard(askNote, 1)
		s.shows("67 %")
		s.says("once more", "Not told again.")
		s.heard(askNote, 1)
		// In the middle of a turn, or, where the client has not written the row
		// yet when it calls the hook, with the next prompt.
		s.says("work", "The tool has answered.", "[[tokens 56000]] [[bash sleep 1]]")
		s.says("and again", "Nothing new.")
		s.heard(askNote, 2)
		s.heard("good time for /save-compact", 1)
		s.says("and once more", "Still nothing new.")
		s.heard(askNote, 2)
		s.ask("/compact [[tokens 45000]]")
		s.until(func() error { return count(s.Boundaries(), 1) })
		s.rests()
		s.says("after it", "Smaller.", "[[tokens 45000]]")
		s.says("full again", "Told again.")
		s.heard(askNote, 1)
	})
}

func count(got, want int) error {
	if got != want {
		return fmt.Errorf("%d, want %d", got, want)
	}
	return nil
}

const keep = `{"version":1,"topic":"Mail","language":"en","items":[
 {"kind":"correction","text":"Tests never mail real customers","quote":"never send to real customers"},
 {"kind":"dead_end","text":"the update webhook","why":"dozens of times a cart","exact":["429 Too Many Requests"]}]}`

// saved saves a snapshot for the running session from another shell.
func (s *sess) saved(snapshot string) {
	s.t.Helper()
	r, err := s.Record()
	s.must(err)
	s.savedTo(r.SessionID, "handoff", snapshot)
}

func (s *sess) savedTo(session, places, snapshot string) {
	s.t.Helper()
	path := filepath.Join(s.Root, "snapshot.json")
	s.must(os.WriteFile(path, []byte(snapshot), 0o600))
	if r := s.run("save", "--session", session, "--to", places, path); r.code != 0 {
		s.t.Fatalf("save: exit %d\n%s%s", r.code, r.out, r.err)
	}
}

// What was saved is in the instructions of a manual compaction, as far as they
// do not say it, and the handoff in the first request after it.
func TestListAndHandoffAtAManualCompaction(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, nil, nil)
		s.says("hello", "Good day.")
		s.saved(keep)
		s.ask("/compact Tests never mail real customers: never send to real customers.")
		s.until(func() error { return count(s.Boundaries(), 1) })
		told, _ := s.Model.Compactions()[0].AllInstructions()
		for _, want := range []string{"never send to real customers.", "Also kept: Tried and dropped: the update webhook", `"429 Too Many Requests"`} {
			if !strings.Contains(told, want) {
				t.Errorf("the model was not told %q:\n%s", want, told)
			}
		}
		if strings.Count(told, "never send to real customers") != 1 {
			t.Errorf("what was typed is said twice:\n%s", told)
		}
		s.rests()
		s.says("go on", "Gone on.")
		s.heard("notes of this session", 1)
		s.heard("Failed, don't retry: the update webhook", 1)
		if sum := s.session().Summary(); sum.Trigger != "manual" || !strings.Contains(sum.Text, "the decisions are kept") {
			t.Errorf("the summary kept is %+v", sum)
		}
	})
}

// Nobody prepared an automatic compaction: the whole list steers it.
func TestListAndHandoffAtAnAutomaticCompaction(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, nil, nil)
		s.says("hello", "Good day.")
		s.saved(keep)
		s.says("grow", "Grown.", "[[tokens 99000]]")
		s.Model.Teach("and on", "[[tokens 3000]]")
		s.ask("and on")
		s.until(func() error { return count(s.Boundaries(), 1) })
		s.rests()
		told := ""
		for _, c := range s.Model.Compactions() {
			text, _ := c.AllInstructions()
			told += text
		}
		for _, want := range []string{"- User's rule: Tests never mail real customers (user's words: “never send to real customers”).", `(exactly: "429 Too Many Requests")`} {
			if !strings.Contains(told, want) {
				t.Errorf("the model was not told %q:\n%s", want, told)
			}
		}
		s.heard("notes of this session", 1)
	})
}

// A new session gets yesterday's handoff of its project, and not one of 15 days
// ago.
func TestHandoffOfANewSession(t *testing.T) {
	for days, want := range map[int]int{1: 1, 15: 0} {
		t.Run(fmt.Sprint(days), func(t *testing.T) {
			both(t, func(t *testing.T, version string) {
				s := installed(t, version, nil, func(c *live.Client) error {
					path := c.Config + "/handoffs/99999999.md"
					if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
						return err
					}
					text := "# Handoff . " + c.Work + " . 2026-01-01 10:00\n\nContinue where we left off.\n\nBuilding: the blue bridge\n\n<!-- compact: Keep: nothing. -->\n"
					if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
						return err
					}
					at := time.Now().AddDate(0, 0, -days)
					return os.Chtimes(path, at, at)
				})
				s.says("hello", "Good day.")
				s.heard("Building: the blue bridge", want)
				s.heard("Keep: nothing", 0)
				s.heard("the name of this project for the session store is", 1)
			})
		})
	}
}

// auto.compact_at saves and compacts at a turn's end by itself, once.
func TestCompactsByItself(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, map[string]string{"SAVECTX_AUTO_COMPACT_AT": "70"}, nil)
		s.says("please build the blue bridge", "Begun.")
		s.Model.Teach("and paint it", "[[tokens 50000]] [[say Painted.]]")
		s.ask("and paint it")
		s.until(func() error { return count(s.Boundaries(), 1) })
		var jobs []orchestrator.Job
		s.until(func() error {
			if jobs = s.jobs(); len(jobs) != 1 || jobs[0].State != orchestrator.Compacted {
				return fmt.Errorf("the jobs are %+v", jobs)
			}
			return nil
		})
		told, _ := s.Model.Compactions()[0].AllInstructions()
		if !strings.Contains(told, "please build the blue bridge") {
			t.Errorf("the model was told %q", told)
		}
		r, err := s.Record()
		s.must(err)
		data, err := os.ReadFile(s.Config + "/handoffs/" + r.SessionID[:8] + ".md")
		if err != nil || !bytes.Contains(data, []byte("and paint it")) {
			t.Errorf("the handoff: %v\n%s", err, data)
		}
		// Full again at once: not twice within ten minutes.
		s.rests()
		s.says("go on", "Gone on.")
		if n := len(s.jobs()); n != 1 {
			t.Errorf("%d jobs, want 1", n)
		}
	})
}

// The status line shows how far it is to the automatic compaction, and tells
// hooks and schedules the model's window.
func TestStatusLine(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, nil, nil, "--status-line")
		s.says("hello", "Good day.", "[[tokens 33500]]")
		s.shows("50 % of the way to compaction · not saved yet")
		if share := s.session().Share(); share.Tokens != 33500 || share.Window < 200_000 || share.Model == "" {
			t.Errorf("the share kept is %+v", share)
		}
		s.saved(keep)
		s.says("go on", "Gone on.")
		s.shows(" · saved ")
	})
}

// Uninstalling gives back the settings file byte for byte.
func TestUninstall(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		var was []byte
		s := installed(t, version, nil, nil)
		was, err := json.Marshal(map[string]any{"permissions": map[string]any{"defaultMode": "default"}})
		s.must(err)
		path := s.Config + "/settings.json"
		now, err := os.ReadFile(path)
		if err != nil || bytes.Equal(now, was) {
			t.Fatalf("nothing was installed: %v\n%s", err, now)
		}
		for _, event := range claude.Events() {
			if !claude.HookInstalled(s.Config, "", event) {
				t.Errorf("no hook for %s in\n%s", event, now)
			}
		}
		if r := s.run("uninstall", "--yes"); r.code != 0 {
			t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
		}
		if now, err = os.ReadFile(path); err != nil || !bytes.Equal(now, was) {
			t.Errorf("%v\n%s\nwant\n%s", err, now, was)
		}
		if left, _ := filepath.Glob(s.Config + "/skills/*"); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	})
}

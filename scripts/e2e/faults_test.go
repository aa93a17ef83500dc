package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

// A pane in a mode of tmux: left, then compacted.
func TestModes(t *testing.T) {
	for name, command := range map[string][]string{
		"copy-mode": {"copy-mode"},
		"scrolled":  {"copy-mode", "-u"},
		"tree-mode": {"choose-tree"},
		"view-mode": {"list-keys"},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, live.Options{})
			s.ask("many [[lines 80]]")
			s.shows("line 80")
			s.idle()
			_, err := s.Server().Run(append([]string{command[0], "-t", s.ID}, command[1:]...)...)
			if name == "view-mode" {
				_, err = s.Server().Run("run-shell", "-t", s.ID, "echo a message of tmux")
			}
			s.must(err)
			s.until(func() error {
				if s.Format("#{pane_in_mode}") == "0" {
					return errors.New("not in a mode")
				}
				return nil
			})
			s.ends(s.compact(text), orchestrator.Compacted)
			s.compactedOnce(text)
		})
	}
}

// A draft is put aside and is back afterwards.
func TestDrafts(t *testing.T) {
	for name, d := range map[string]struct {
		keys  func(s *sess)
		holds string
	}{
		"one line":   {func(s *sess) { s.typed("half a thought") }, "half a thought"},
		"cjk":        {func(s *sess) { s.typed("还没写完的想法") }, "还没写完的想法"},
		"many lines": {func(s *sess) { s.typed("first line\\"); s.must(s.Keys("Enter")); s.typed("second line") }, ""},
		"paste":      {func(s *sess) { s.paste(strings.Repeat("a long pasted text\n", 60)); s.shows("[Pasted text") }, ""},
		"image":      {func(s *sess) { s.paste(s.image()); s.shows("[Image") }, ""},
		"slash line": {func(s *sess) { s.typed("/compact something of the person's own") }, "/compact something of the person's own"},
	} {
		for _, version := range []string{live.Newest, live.Old} {
			t.Run(name+"/"+version, func(t *testing.T) {
				s := start(t, live.Options{Version: version})
				d.keys(s)
				before := s.composer().Text
				if d.holds != "" {
					s.holds(d.holds)
				}
				s.ends(s.compact(text), orchestrator.Compacted)
				s.compactedOnce(text)
				s.until(func() error {
					if after := s.composer().Text; after != before || after == "" {
						return fmt.Errorf("the draft was %q and is now %q", before, after)
					}
					return nil
				})
			})
		}
	}
}

// image is the path of a picture of one pixel: pasted, it becomes an image.
func (s *sess) image() string {
	s.t.Helper()
	var b bytes.Buffer
	s.must(png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))))
	file := filepath.Join(s.Work, "pixel.png")
	s.must(os.WriteFile(file, b.Bytes(), 0o600))
	return file
}

func (s *sess) paste(text string) {
	s.t.Helper()
	file := filepath.Join(s.Root, "paste")
	s.must(os.WriteFile(file, []byte(text), 0o600))
	_, err := s.Server().Run("load-buffer", "-b", "person", file)
	s.must(err)
	_, err = s.Server().Run("paste-buffer", "-p", "-r", "-d", "-b", "person", "-t", s.ID)
	s.must(err)
}

// A draft while another one is already stashed: both stay, the line is handed over.
func TestDraftWithAnEarlierStash(t *testing.T) {
	s := start(t, live.Options{})
	s.typed("an earlier draft")
	s.must(s.Keys("C-s"))
	s.emptyComposer()
	s.typed("a later draft")
	id := s.compact(text, "--deadline", "4s")
	s.ends(id, orchestrator.HandedOver)
	s.untouched(text)
	s.holds("a later draft")
	s.must(s.Keys("C-u"))
	s.emptyComposer()
	s.must(s.Keys("C-s"))
	s.holds("an earlier draft")
}

// While a dialog or a view without a composer is open no key is pressed; the
// compaction follows when it is closed.
func TestDialogs(t *testing.T) {
	press := func(keys ...string) func(*sess) {
		return func(s *sess) { s.must(s.Keys(keys...)) }
	}
	command := func(text string) func(*sess) {
		return func(s *sess) { s.typed(text); s.must(s.Keys("Enter")) }
	}
	escapes := func(s *sess) { // its search box takes the first one
		s.must(s.Keys("Escape"))
		s.shows("to search")
		s.must(s.Keys("Escape"))
	}
	for name, d := range map[string]view{
		"permission":      {func(s *sess) { s.ask("[[bash touch approved]]") }, "Do you want to proceed?", press("Escape")},
		"question":        {func(s *sess) { s.ask("[[ask Which colour?|Red|Blue]]") }, "❯ 1. Red", press("Escape")},
		"model picker":    {command("/model"), "Select model", press("Escape")},
		"config":          {command("/config"), "Search settings", escapes},
		"rewind":          {press("Escape", "Escape"), "Rewind", press("Escape")},
		"shell mode":      {func(s *sess) { s.typed("!") }, "! for ", press("BSpace")},
		"transcript view": {press("C-o"), "transcript", press("C-o")},
		"history search":  {press("C-r"), "Enter to use", press("Escape")},
		"help":            {func(s *sess) { s.typed("?") }, "/ for commands", press("Escape")},
	} {
		both := map[string]bool{"permission": true, "model picker": true, "shell mode": true, "transcript view": true, "help": true}
		for _, version := range []string{live.Newest, live.Old} {
			if version == live.Old && !both[name] {
				continue
			}
			t.Run(name+"/"+version, func(t *testing.T) { d.meet(t, version) })
		}
	}
}

// view is something that is open in place of a free composer.
type view struct {
	open  func(*sess)
	shows string
	close func(*sess)
}

func (d view) meet(t *testing.T, version string) {
	s := start(t, live.Options{Version: version})
	d.open(s)
	s.until(func() error {
		if !strings.Contains(strings.ToLower(s.Screen()), strings.ToLower(d.shows)) {
			return fmt.Errorf("the screen does not show %q", d.shows)
		}
		return nil
	})
	before := dialog(s.Screen())
	id := s.compact(text)
	s.stays(id, 2*time.Second)
	if after := dialog(s.Screen()); after != before {
		t.Errorf("the view changed while it was open:\n%s\n>>> before\n%s", after, before)
	}
	s.untouched(text)
	d.close(s)
	s.ends(id, orchestrator.Compacted)
	s.compactedOnce(text)
	if _, err := os.Stat(filepath.Join(s.Work, "approved")); err == nil {
		t.Error("the permission dialog was approved")
	}
}

// dialog is the lower part of a screen, from its first rule on: what is above
// it is the conversation, in which the client lets things blink.
func dialog(screen string) string {
	if i := strings.Index(screen, strings.Repeat("─", 20)); i >= 0 {
		return screen[i:]
	}
	return ""
}

// stays asserts that a job does not get to type for a while. The while only
// gives a wrong implementation the time to show itself.
func (s *sess) stays(id string, d time.Duration) {
	s.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		job, err := s.Store().Load(id)
		s.must(err)
		if job.State.Touched() || job.State.Ended() {
			s.t.Fatalf("the job went on to %s (%s)", job.State, job.Reason)
		}
	}
}

// Vim mode: a paste is taken whole; the draft stays.
func TestVim(t *testing.T) {
	for _, mode := range []string{"insert", "normal"} {
		t.Run(mode, func(t *testing.T) {
			s := start(t, live.Options{Config: map[string]any{"editorMode": "vim"}, Settings: map[string]any{"editorMode": "vim"}})
			s.shows("-- INSERT --")
			if mode == "normal" {
				s.must(s.Keys("Escape"))
				s.until(func() error {
					if strings.Contains(s.Screen(), "-- INSERT --") {
						return errors.New("still in INSERT")
					}
					return nil
				})
			}
			id := s.compact(text, "--deadline", "8s")
			job := s.ended(id)
			switch job.State {
			case orchestrator.Compacted:
				s.compactedOnce(text)
			case orchestrator.HandedOver:
				s.untouched(text)
			default:
				t.Errorf("ended %s: %s", job.State, job.Reason)
			}
		})
	}
}

func (s *sess) ended(id string) orchestrator.Job {
	s.t.Helper()
	return s.endedWithin(id, live.Patience)
}

// under runs the client below a shell, as a person does.
var under = []string{"bash", "--norc", "-c", `set -m; "$@"; exec bash --norc -i`, "bash"}

// plain is a shell without job control.
var plain = []string{"bash", "--norc", "-c", `"$@"; exec bash --norc -i`, "bash"}

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
	for end := time.Now().Add(12 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if job, _ := s.Store().Load(id); job.State.Ended() {
			break
		}
	}
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

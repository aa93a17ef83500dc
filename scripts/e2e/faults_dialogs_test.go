// Faults before the text: dialogs and other views.

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

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

// notice is what the client shows at the right end of a line when it likes.
var notice = regexp.MustCompile(` {4,}\S.*`)

// dialog is the lower part of a screen, from its first rule on and without
// notices: what is above it is the conversation, in which the client lets things
// blink.
func dialog(screen string) string {
	if i := strings.Index(screen, strings.Repeat("─", 20)); i >= 0 {
		return notice.ReplaceAllString(screen[i:], "")
	}
	return ""
}

// stays asserts that a job does not get to type for a while. The while only
// gives a wrong implementation the time to show itself.
func (s *sess) stays(id string, d time.Duration) {
	s.t.Helper()
	if within(d, func() bool {
		job, err := s.Store().Load(id)
		s.must(err)
		return job.State.Touched() || job.State.Ended()
	}) {
		job, _ := s.Store().Load(id)
		s.t.Fatalf("the job went on to %s (%s)", job.State, job.Reason)
	}
}

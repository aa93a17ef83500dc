package hook

import (
	"os"
	"path/filepath"
	"testing"

	"savectx/orchestrator/session"
)

// What was read once is read again as soon as anything it depends on changes.
func TestLimitsFollowTheirFiles(t *testing.T) {
	config, project, state := t.TempDir(), t.TempDir(), t.TempDir()
	env := map[string]string{}
	h := Hook{State: session.Dir(state), Config: config, Getenv: func(name string) string { return env[name] }}
	s, err := h.State.Session("11111111")
	if err != nil {
		t.Fatal(err)
	}
	window := func(want int) {
		t.Helper()
		for range 2 { // read, and kept
			if l := h.limits(Event{CWD: project}, s, "claude-sonnet-4-5"); l.Window != want {
				t.Errorf("window %d, want %d", l.Window, want)
			}
		}
	}
	set := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	window(0)
	user, local := filepath.Join(config, "settings.json"), filepath.Join(project, ".claude", "settings.local.json")
	set(user, `{"autoCompactWindow": 300000}`)
	window(300_000)
	set(local, `{"autoCompactWindow": 250000}`)
	window(250_000)
	env["CLAUDE_CODE_AUTO_COMPACT_WINDOW"] = "200000"
	window(200_000)
	delete(env, "CLAUDE_CODE_AUTO_COMPACT_WINDOW")
	if err := os.Remove(local); err != nil {
		t.Fatal(err)
	}
	window(300_000)
	set(filepath.Join(s.Path, "limits.json"), `{"from": 7`)
	window(300_000)
}

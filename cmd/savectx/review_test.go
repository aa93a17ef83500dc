// A person at a terminal: the panel is shown and the answer waited for.

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/tmux/tmuxtest"
)

// The keys of a person, by tmux's names.
const (
	enter = "Enter"
	down  = "Down"
	space = "Space"
	ctrlC = "C-c"
)

// person is savectx in a pane of its own.
type person struct {
	t    *testing.T
	tmux *tmuxtest.Server
	pane string
}

// atTerminal runs savectx where a person would.
func atTerminal(t *testing.T, dir string, args ...string) *person {
	t.Helper()
	cmd := savectx(t, dir, []string{"TERM=screen-256color", "NO_COLOR=1"}, args...)
	s := tmuxtest.New(t)
	script := `cd "$1" && shift && "$@"; echo "exit=$?"; exec sleep 100000`
	argv := append([]string{"env", "-i"}, cmd.Env...)
	argv = append(argv, "sh", "-c", script, "sh", dir)
	return &person{t, s, s.NewPane(150, 60, append(argv, cmd.Args...)...)}
}

// sees waits until a text is on the screen.
func (p *person) sees(text string) {
	p.t.Helper()
	tmuxtest.Until(p.t, tmuxtest.Limit, func() error {
		if screen := p.tmux.Screen(p.pane); !strings.Contains(screen, text) {
			return fmt.Errorf("no %q on the screen:\n%s", text, screen)
		}
		return nil
	})
}

// sits waits until the cursor of a list is on an entry.
func (p *person) sits(entry string) {
	p.t.Helper()
	p.sees("> " + entry)
}

func (p *person) types(key string) {
	p.t.Helper()
	p.tmux.Tmux("send-keys", "-t", p.pane, key)
}

// ends waits for the end and wants this exit code.
func (p *person) ends(code int) {
	p.t.Helper()
	tmuxtest.Until(p.t, tmuxtest.Limit, func() error {
		screen := p.tmux.Screen(p.pane)
		if !strings.Contains(screen, "exit=") {
			return errors.New("still running:\n" + screen)
		}
		return nil
	})
	p.sees(fmt.Sprintf("exit=%d\n", code))
}

const reviewed = `{"version": 1, "topic": "Mail", "items": [
 {"kind": "decision", "text": "Klaviyo, not Mailchimp", "why": "it has a cart event", "target": {"file": "api.md", "section": "Mail"}},
 {"kind": "open", "text": "Try it on the test address"},
 {"kind": "fact", "text": "The port is 5433"}]}`

// shop is a project with a document and a snapshot beside it.
func shop(t *testing.T) (dir, snapshot string) {
	t.Helper()
	dir = t.TempDir()
	snapshot = filepath.Join(t.TempDir(), "snapshot.json")
	must(t, os.WriteFile(filepath.Join(dir, "api.md"), []byte("# API\n\n## Mail\n"), 0o644), os.WriteFile(snapshot, []byte(reviewed), 0o600))
	return dir, snapshot
}

// TestReviewApproved: the panel, a yes, the receipt.
func TestReviewApproved(t *testing.T) {
	dir, snapshot := shop(t)
	p := atTerminal(t, dir, "save", "--to", "context", snapshot)
	p.sees("Proposed edits to existing docs (1):")
	p.sees("New entry to append to TempContext.md (2):")
	p.sees("Approve and write?")
	if _, err := os.Stat(filepath.Join(dir, "TempContext.md")); err == nil {
		t.Error("written before the yes")
	}
	p.types(enter)
	p.sees("✅ Saved 1 doc edits + 1 TempContext.md entry. Safe to /clear now.")
	p.ends(exitDone)
	wants(t, filepath.Join(dir, "api.md"), "- Klaviyo, not Mailchimp (why: it has a cart event)\n")
	wants(t, filepath.Join(dir, "TempContext.md"), "- The port is 5433\n")
}

func wants(t *testing.T, path, text string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), text) {
		t.Errorf("no %q in %s: %q (%v)", text, filepath.Base(path), data, err)
	}
}

// untouchedShop wants the project as it was.
func untouchedShop(t *testing.T, dir string) {
	t.Helper()
	files, err := readTree(dir)
	must(t, err)
	for name := range files {
		if name != "api.md" {
			t.Errorf("%s was made", name)
		}
	}
	if got := string(files["api.md"]); got != "# API\n\n## Mail\n" {
		t.Errorf("api.md holds %q", got)
	}
}

// TestReviewCancelled: a no, or ctrl+c, and nothing is written anywhere.
func TestReviewCancelled(t *testing.T) {
	for _, c := range []struct {
		cancel func(*person)
		code   int
		says   string
	}{
		{func(p *person) { p.types(down); p.sits("Cancel"); p.types(enter) }, exitFailed, "nothing was written"},
		{func(p *person) { p.types(ctrlC) }, exitInterrupted, "interrupted"},
	} {
		dir, snapshot := shop(t)
		p := atTerminal(t, dir, "save", snapshot)
		p.sees("Approve and write?")
		p.sees("Revise")
		c.cancel(p)
		p.sees(c.says)
		p.ends(c.code)
		untouchedShop(t, dir)
	}
}

// TestReviewRevised (E5): the person takes entries out, sees the panel again,
// and what is written is what it shows then.
func TestReviewRevised(t *testing.T) {
	dir, snapshot := shop(t)
	p := atTerminal(t, dir, "save", "--to", "context", snapshot)
	p.sees("Approve and write?")
	p.sees("Revise")
	p.types(down)
	p.sits("Cancel")
	p.types(down)
	p.sits("Revise")
	p.types(enter)
	p.sees("Which of these are written?")
	p.sees("[•] 3 TempContext.md")
	p.types(space)
	p.sees("[ ] 1 api.md")
	p.types(down)
	p.sits("[•] 2 TempContext.md")
	p.types(space) // the first and the second are out
	p.sees("[ ] 2 TempContext.md")
	p.types(enter)
	p.sees("New entry to append to TempContext.md (1):")
	p.sees("Approve and write?")
	p.sees("Revise")
	p.types(enter)
	p.sees("✅ Saved 0 doc edits + 1 TempContext.md entry. Safe to /clear now.")
	p.ends(exitDone)
	wants(t, filepath.Join(dir, "TempContext.md"), "- The port is 5433\n")
	if data, _ := os.ReadFile(filepath.Join(dir, "TempContext.md")); strings.Contains(string(data), "test address") {
		t.Errorf("a dropped entry was written: %s", data)
	}
	wants(t, filepath.Join(dir, "api.md"), "# API\n\n## Mail\n")
}

// TestReviewStale: what changes while the person thinks is not written over.
func TestReviewStale(t *testing.T) {
	dir, snapshot := shop(t)
	p := atTerminal(t, dir, "save", "--to", "context", snapshot)
	p.sees("Approve and write?")
	p.sees("Revise")
	must(t, os.WriteFile(filepath.Join(dir, "api.md"), []byte("# API\n\n## Mail\n\nMine.\n"), 0o644))
	p.types(enter)
	p.sees("changed since the plan was made")
	p.ends(exitFailed)
	wants(t, filepath.Join(dir, "api.md"), "# API\n\n## Mail\n\nMine.\n")
	if _, err := os.Stat(filepath.Join(dir, "TempContext.md")); err == nil {
		t.Error("TempContext.md was made")
	}
}

// TestReviewNotAsked: --yes, and nothing to write, ask nothing.
func TestReviewNotAsked(t *testing.T) {
	dir, snapshot := shop(t)
	p := atTerminal(t, dir, "save", "--yes", "--to", "context", snapshot)
	p.ends(exitDone)
	p = atTerminal(t, dir, "save", "--to", "context", snapshot)
	p.sees("already written down")
	p.ends(exitDone)
	if strings.Contains(p.tmux.Screen(p.pane), "Approve and write?") {
		t.Error("asked about nothing")
	}
}

// TestPromoteAsked: promoting asks too, and a no changes nothing.
func TestPromoteAsked(t *testing.T) {
	dir, snapshot := shop(t)
	outcome(t, savectx(t, dir, nil, "save", "--to", "context", snapshot)).want(t, 0, "Saved", "")
	before, err := readTree(dir)
	must(t, err)
	p := atTerminal(t, dir, "context", "promote", "--to", "api.md", "--section", "Mail", "1")
	p.sees("The port is 5433")
	p.sees("Write this?")
	p.types("n")
	p.sees("nothing was changed")
	p.ends(exitFailed)
	after, err := readTree(dir)
	must(t, err)
	if diff := treeDiff(before, after); diff != "" {
		t.Errorf("changed: %s", diff)
	}
	p = atTerminal(t, dir, "context", "promote", "--to", "api.md", "--section", "Mail", "1")
	p.sees("Write this?")
	p.types("y")
	p.ends(exitDone)
	wants(t, filepath.Join(dir, "api.md"), "- The port is 5433\n")
}

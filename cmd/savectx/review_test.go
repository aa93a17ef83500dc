// A person at a terminal: the panel is shown and the answer waited for.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"

	"savectx/tmux/tmuxtest"
)

// The keys of a person.
const (
	enter = "\r"
	down  = "\x1b[B"
	space = " "
	ctrlC = "\x03"
)

// person is savectx on a terminal of its own.
type person struct {
	t    *testing.T
	term *os.File
	done chan int

	mu   sync.Mutex
	out  bytes.Buffer
	seen int // the output up to here was waited for
}

// atTerminal runs savectx on a pseudo-terminal.
func atTerminal(t *testing.T, dir string, args ...string) *person {
	t.Helper()
	cmd := savectx(t, dir, []string{"TERM=xterm-256color", "NO_COLOR=1"}, args...)
	term, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 120})
	must(t, err)
	p := &person{t: t, term: term, done: make(chan int, 1)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		buf := make([]byte, 32<<10)
		for {
			n, err := term.Read(buf)
			p.mu.Lock()
			p.out.Write(buf[:n])
			p.mu.Unlock()
			if err != nil {
				return
			}
			answer(term, buf[:n])
		}
	}()
	go func() {
		code := exitCode(cmd.Wait())
		<-read
		p.done <- code
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = term.Close()
	})
	return p
}

var escapes = regexp.MustCompile(`\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\^_])`)

// stripped is what a person reads of it.
func stripped(s string) string { return escapes.ReplaceAllString(s, "") }

// answer says what terminals say when they are asked for their background and
// for the place of the cursor.
func answer(term *os.File, asked []byte) {
	if bytes.Contains(asked, []byte("\x1b]11;?")) {
		_, _ = term.WriteString("\x1b]11;rgb:0000/0000/0000\x1b\\")
	}
	if bytes.Contains(asked, []byte("\x1b[6n")) {
		_, _ = term.WriteString("\x1b[1;1R")
	}
}

func (p *person) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

// sees waits until a text is shown after what was seen before.
func (p *person) sees(text string) {
	p.t.Helper()
	tmuxtest.Until(p.t, tmuxtest.Limit, func() error {
		all := p.text()
		i := strings.Index(stripped(all[p.seen:]), text)
		if i < 0 {
			return fmt.Errorf("no %q in %q", text, stripped(all[p.seen:]))
		}
		return nil
	})
}

// types sends keys, and forgets what was shown before.
func (p *person) types(keys string) {
	p.t.Helper()
	p.seen = len(p.text())
	_, err := p.term.WriteString(keys)
	must(p.t, err)
}

// ends waits for the end and wants this exit code.
func (p *person) ends(code int) {
	p.t.Helper()
	var got int
	tmuxtest.Until(p.t, tmuxtest.Limit, func() error {
		select {
		case got = <-p.done:
			return nil
		default:
			return fmt.Errorf("still running: %q", stripped(p.text()))
		}
	})
	if got != code {
		p.t.Errorf("exit %d, want %d: %q", got, code, stripped(p.text()))
	}
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
		keys string
		code int
		says string
	}{{down + enter, exitFailed, "nothing was written"}, {ctrlC, exitInterrupted, "interrupted"}} {
		dir, snapshot := shop(t)
		p := atTerminal(t, dir, "save", snapshot)
		p.sees("Approve and write?")
		p.sees("Revise")
		p.types(c.keys)
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
	p.types(down + down + enter)
	p.sees("Which of these are written?")
	p.sees("3 TempContext.md")
	p.types(space + down + space + enter) // the first and the second are out
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
	if strings.Contains(p.text(), "Approve and write?") {
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

package tmux

import (
	"fmt"
	"testing"

	"savectx/tmux/tmuxtest"
)

func (b *bed) modes(t *testing.T, want int) {
	t.Helper()
	if n, err := b.pane.Modes(t.Context()); err != nil || n != want {
		t.Fatalf("modes %d, %v, want %d", n, err, want)
	}
}

// The quirks behind the guard: copy-mode swallows Enter and lets a paste through,
// in 3.3a without its marks, because the mode's own screen is asked for them.
func TestCopyModeByItself(t *testing.T) {
	b := newBed(t)
	b.Tmux("copy-mode", "-t", b.reader.Pane)
	b.Tmux("send-keys", "-t", b.reader.Pane, "Enter") // answers 0
	b.Tmux("copy-mode", "-q", "-t", b.reader.Pane)
	b.Tmux("copy-mode", "-t", b.reader.Pane)
	b.Tmux("set-buffer", "-b", "x", "through")
	b.Tmux("paste-buffer", "-p", "-b", "x", "-t", b.reader.Pane)
	b.Until(tmuxtest.Limit, func() error {
		if got := b.reader.Bytes(); got != "through" && got != bracketed("through") {
			return fmt.Errorf("reader got %q", got)
		}
		return nil
	})
}

func TestCopyModeIsRefusedAndLeft(t *testing.T) {
	b := newBed(t)
	b.modes(t, 0)
	if err := b.pane.LeaveModes(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Tmux("copy-mode", "-t", b.reader.Pane)
	b.modes(t, 1)
	b.bothRefused(t)
	if reason, err := b.pane.Shut(t.Context()); err != nil || reason != "" {
		t.Errorf("shut: %q, %v", reason, err)
	}
	if err := b.pane.LeaveModes(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.modes(t, 0)
	ok, err := b.pane.Paste(t.Context(), "after", 2, 0)
	done(t, ok, err)
	b.reader.Expect(bracketed("after"))
}

// The screen and the cursor are the live ones while a person is scrolled back.
func TestReadInCopyMode(t *testing.T) {
	b := newBed(t)
	for range 40 {
		b.Tmux("send-keys", "-t", b.reader.Pane, "Enter")
	}
	b.at(t, 2, 23)
	before, _, _, err := b.pane.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.Tmux("copy-mode", "-t", b.reader.Pane)
	b.Tmux("send-keys", "-X", "-t", b.reader.Pane, "history-top")
	after, x, y, err := b.pane.Read(t.Context())
	if err != nil || after != before || x != 2 || y != 23 {
		t.Errorf("got %q at %d,%d, %v, want %q", after, x, y, err, before)
	}
}

func TestNestedModes(t *testing.T) {
	b := newBed(t)
	b.Attach(b.reader.Pane) // view-mode is where a command's output goes, for a client
	b.Tmux("copy-mode", "-t", b.reader.Pane)
	b.Tmux("run-shell", "-t", b.reader.Pane, "echo shown")
	b.modes(t, 2)
	b.bothRefused(t)
	if err := b.pane.LeaveModes(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.modes(t, 0)
	b.sync(t, "")
}

func TestChooserIsLeft(t *testing.T) {
	for _, command := range []string{"choose-tree", "choose-buffer", "clock-mode"} {
		t.Run(command, func(t *testing.T) {
			b := newBed(t)
			b.Tmux("set-buffer", "-b", "x", "for the chooser")
			b.Attach(b.reader.Pane)
			b.Tmux(command, "-t", b.reader.Pane)
			b.modes(t, 1)
			ok, err := b.pane.Press(t.Context(), KeyEnter, 2, 0)
			refused(t, ok, err)
			if err := b.pane.LeaveModes(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.modes(t, 0)
			b.sync(t, "")
		})
	}
}

// Before 3.1 there is no copy-mode -q.
func TestLeaveModesOfOldServers(t *testing.T) {
	b := newBed(t)
	b.server.version = "3.0a"
	b.Attach(b.reader.Pane)
	b.Tmux("copy-mode", "-t", b.reader.Pane)
	b.Tmux("run-shell", "-t", b.reader.Pane, "echo shown")
	b.modes(t, 2)
	if err := b.pane.LeaveModes(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.modes(t, 0)
	b.Tmux("choose-tree", "-t", b.reader.Pane)
	if err := b.pane.LeaveModes(t.Context()); err == nil {
		t.Error("the chooser was left")
	}
	b.modes(t, 1)
	b.Tmux("copy-mode", "-q", "-t", b.reader.Pane)
	b.sync(t, "")
}

// A stranger's pane keeps its mode.
func TestLeaveModesIsGuarded(t *testing.T) {
	b := newBed(t)
	b.Tmux("copy-mode", "-t", b.reader.Pane)
	b.Tmux("respawn-pane", "-k", "-t", b.reader.Pane, "sleep 1000")
	b.Tmux("copy-mode", "-t", b.reader.Pane)
	ok, err := b.pane.guarded(t.Context(), b.pane.guard(), leaveAll(b.reader.Pane))
	wants(t, err, ErrGone)
	if ok {
		t.Error("the mode was left")
	}
	wants(t, b.pane.LeaveModes(t.Context()), ErrGone)
	if got := b.Format(b.reader.Pane, "#{pane_in_mode}"); got != "1" {
		t.Errorf("modes %s", got)
	}
	tmuxtest.Until(t, tmuxtest.Limit, func() error { _, err := b.Try("kill-pane", "-t", b.reader.Pane); return err })
}

package tmux

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/tmux/tmuxtest"
)

func (b *bed) shut(t *testing.T, want string) {
	t.Helper()
	reason, err := b.pane.Shut(t.Context())
	if err != nil || !strings.Contains(reason, want) || reason == "" {
		t.Fatalf("shut: %q, %v, want %q", reason, err, want)
	}
}

// A dead pane that is kept: paste-buffer into it would end a server up to 3.3a.
func TestDeadPane(t *testing.T) {
	b := newBed(t)
	b.Tmux("set-option", "-g", "remain-on-exit", "on")
	b.reader.Signal(syscall.SIGKILL)
	b.Until(tmuxtest.Limit, func() error {
		if b.Format(b.reader.Pane, "#{pane_dead}") != "1" {
			return errors.New("the pane lives")
		}
		return nil
	})
	x, y := cursor(t, b.pane)
	ok, err := b.pane.Paste(t.Context(), "text", x, y)
	wants(t, err, ErrGone)
	if ok {
		t.Error("pasted into a dead pane")
	}
	_, err = b.pane.Press(t.Context(), KeyEnter, x, y)
	wants(t, err, ErrGone)
	// The dead flag alone holds, without the help of the foreground command.
	nameless := &Pane{server: b.server, id: b.pane.id}
	nameless.id.Command = ""
	_, err = nameless.Paste(t.Context(), "text", x, y)
	wants(t, err, ErrGone)
	wants(t, b.pane.Prove(t.Context()), ErrGone)
	b.shut(t, "ended")
	_, err = b.server.Pane(t.Context(), b.reader.Pane)
	wants(t, err, ErrGone)
	b.noBuffers(t)
	if got := b.Tmux("display-message", "-p", "#{pid}"); got != fmt.Sprint(b.PID()) {
		t.Errorf("server pid %s, was %d", got, b.PID())
	}
}

// tmux itself drops both and answers 0.
func TestInputOff(t *testing.T) {
	b := newBed(t)
	b.Tmux("select-pane", "-d", "-t", b.reader.Pane)
	b.shut(t, "input")
	b.bothRefused(t)
	b.Tmux("select-pane", "-e", "-t", b.reader.Pane)
	b.sync(t, "")
}

func TestSynchronizedPanes(t *testing.T) {
	b := newBed(t)
	log, command := b.ReaderCommand()
	id := b.Tmux(append([]string{"split-window", "-d", "-P", "-F", "#{pane_id}", "-t", b.reader.Pane, "--"}, command...)...)
	neighbour := b.ReaderIn(id, log)
	b.Tmux("set-option", "-w", "-t", b.reader.Pane, "synchronize-panes", "on")
	b.shut(t, "synchronized")
	b.bothRefused(t)
	b.Tmux("set-option", "-w", "-t", b.reader.Pane, "synchronize-panes", "off")
	b.sync(t, "")
	b.Tmux("send-keys", "-t", id, "Enter")
	neighbour.Expect("\r")
}

// The program is stopped and its shell has the terminal: the text would be run.
func TestShellInTheForeground(t *testing.T) {
	b := underShell(t, bash...)
	recorded := b.pane.Identity().Command
	b.reader.Stop()
	b.Until(tmuxtest.Limit, func() error {
		if got := b.Format(b.reader.Pane, "#{pane_current_command}"); got != "bash" {
			return fmt.Errorf("%s is in the foreground", got)
		}
		return nil
	})
	b.shut(t, `"bash", recorded was "`+recorded+`"`)
	b.bothRefused(t)
	if err := b.pane.Prove(t.Context()); err != nil {
		t.Errorf("the pane is still itself: %v", err)
	}
	if screen := b.Screen(b.reader.Pane); strings.Contains(screen, "PASTED") {
		t.Errorf("typed into the shell:\n%s", screen)
	}
}

func TestPaneKilled(t *testing.T) {
	b := newBed(t)
	other := b.NewReader(80, 24)
	id := b.pane.Identity()
	b.Tmux("kill-pane", "-t", b.reader.Pane)
	b.allGone(t, id)
	b.noBuffers(t)
	b.Tmux("send-keys", "-t", other.Pane, "Enter")
	other.Expect("\r")
}

func TestPaneRespawned(t *testing.T) {
	b := newBed(t)
	id := b.pane.Identity()
	b.Tmux("respawn-pane", "-k", "-t", b.reader.Pane, "sleep 1000")
	b.allGone(t, id)
}

// A new server counts from %0 again: the same socket and pane id, a stranger.
func TestServerRestarted(t *testing.T) {
	b := newBed(t)
	id := b.pane.Identity()
	b.Kill()
	b.allGone(t, id)
	_, err := b.server.Panes(t.Context())
	wants(t, err, ErrNoServer)
	_, err = Open(t.Context(), b.Socket)
	wants(t, err, ErrNoServer)

	b.Restart()
	stranger := b.NewReader(80, 24)
	if stranger.Pane != id.Pane {
		t.Fatalf("the new pane is %s, want %s", stranger.Pane, id.Pane)
	}
	b.allGone(t, id)
	s, err := Open(t.Context(), b.Socket)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Attach(t.Context(), id)
	wants(t, err, ErrGone)
	b.Tmux("send-keys", "-t", stranger.Pane, "Enter")
	stranger.Expect("\r")
}

// allGone asserts ErrGone from whatever can be asked of the pane.
func (b *bed) allGone(t *testing.T, id Identity) {
	t.Helper()
	ctx, p := t.Context(), b.pane
	calls := map[string]func() error{
		"Prove":      func() error { return p.Prove(ctx) },
		"Read":       func() error { _, _, _, err := p.Read(ctx); return err },
		"Shut":       func() error { _, err := p.Shut(ctx); return err },
		"Modes":      func() error { _, err := p.Modes(ctx); return err },
		"LeaveModes": func() error { return p.LeaveModes(ctx) },
		"Paste":      func() error { _, err := p.Paste(ctx, "text", 2, 0); return err },
		"Press":      func() error { _, err := p.Press(ctx, KeyEnter, 2, 0); return err },
		"Erase":      func() error { _, err := p.Erase(ctx, 3, 2, 0); return err },
		"LastKey":    func() error { _, err := p.LastKey(ctx); return err },
		"Tell":       func() error { return p.Tell(ctx, "hello") },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, ErrGone) || errors.Is(err, ErrUnknown) {
			t.Errorf("%s: got %v, want ErrGone", name, err)
		}
	}
	if _, err := b.server.Attach(ctx, id); !errors.Is(err, ErrGone) && !errors.Is(err, ErrNoServer) {
		t.Errorf("Attach: got %v", err)
	}
}

// The id alone finds the pane wherever it goes.
func TestPaneIsFollowed(t *testing.T) {
	b := newBed(t)
	other := b.NewPane(80, 24, "sleep", "1000")
	b.Tmux("split-window", "-d", "-t", b.reader.Pane, "sleep 1000")
	b.Tmux("break-pane", "-d", "-s", b.reader.Pane)
	b.Tmux("rename-session", "-t", b.reader.Pane, "another, #{pid} name")
	b.Tmux("join-pane", "-d", "-s", b.reader.Pane, "-t", other)
	b.Tmux("resize-pane", "-Z", "-t", b.reader.Pane)
	id := b.pane.Identity()
	p, err := b.server.Attach(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if p.Identity() != id {
		t.Errorf("got %+v, want %+v", p.Identity(), id)
	}
	x, y := cursor(t, p)
	ok, err := p.Paste(t.Context(), "found", x, y)
	done(t, ok, err)
	b.reader.Expect(bracketed("found"))
}

func TestAttachNamesTheField(t *testing.T) {
	b := newBed(t)
	tests := []struct {
		want   string
		change func(*Identity)
	}{
		{"socket is", func(id *Identity) { id.Socket += "x" }},
		{"server pid is", func(id *Identity) { id.ServerPID++ }},
		{"server start is", func(id *Identity) { id.ServerStart++ }},
		{"no pane %99", func(id *Identity) { id.Pane = "%99" }},
		{"pane pid is", func(id *Identity) { id.PID++ }},
		{"pane tty is", func(id *Identity) { id.TTY += "0" }},
	}
	for _, tt := range tests {
		id := b.pane.Identity()
		tt.change(&id)
		_, err := b.server.Attach(t.Context(), id)
		if !errors.Is(err, ErrGone) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
	id := b.pane.Identity()
	id.Command = "another"
	if _, err := b.server.Attach(t.Context(), id); err != nil {
		t.Errorf("the command is not part of the proof: %v", err)
	}
	for _, pane := range []string{"", "0", "s:0.0", "%1 ; kill-server", "-t"} {
		if _, err := b.server.Pane(t.Context(), pane); err == nil {
			t.Errorf("pane %q was accepted", pane)
		}
		if _, err := b.server.Attach(t.Context(), Identity{Socket: b.Socket, Pane: pane}); err == nil {
			t.Errorf("identity with pane %q was accepted", pane)
		}
	}
}

// A program can call itself anything; the name neither breaks the guard open nor
// is it run.
func TestHostileCommandName(t *testing.T) {
	ts := tmuxtest.New(t)
	witness := filepath.Join(filepath.Dir(ts.Socket), "ran")
	log, command := ts.ReaderCommand()
	name := "a},#(touch${IFS}" + witness + ")#{pane_id"
	id := ts.NewPane(80, 24, append(command[:2:2], "bash", "-c", `exec -a "$0" "$1"`, name, command[2])...)
	r := ts.ReaderIn(id, log)
	s, p := openPane(t, ts, id)
	if plainCommand.MatchString(p.Identity().Command) {
		t.Fatalf("command %q is harmless", p.Identity().Command)
	}
	ok, err := p.Paste(t.Context(), "text", 2, 0)
	done(t, ok, err)
	r.Expect(bracketed("text"))
	if reason, err := p.Shut(t.Context()); err != nil || reason != "" {
		t.Errorf("shut: %q, %v", reason, err)
	}
	if _, err := s.Panes(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(witness); err == nil {
		t.Error("the name was run")
	}
}

// A server that does not answer: ErrUnknown in time, and nothing stays behind.
func TestHungServer(t *testing.T) {
	b := newBed(t)
	before := runtime.NumGoroutine()
	b.Signal(syscall.SIGSTOP)
	limited := func() (context.Context, context.CancelFunc) {
		return context.WithTimeout(t.Context(), 300*time.Millisecond)
	}
	calls := map[string]func(context.Context) error{
		"Prove": b.pane.Prove,
		"Read":  func(ctx context.Context) error { _, _, _, err := b.pane.Read(ctx); return err },
		"Paste": func(ctx context.Context) error { _, err := b.pane.Paste(ctx, "text", 2, 0); return err },
		"Press": func(ctx context.Context) error { _, err := b.pane.Press(ctx, KeyStash, 2, 0); return err },
		"Panes": func(ctx context.Context) error { _, err := b.server.Panes(ctx); return err },
		"Open":  func(ctx context.Context) error { _, err := Open(ctx, b.Socket); return err },
	}
	for name, call := range calls {
		ctx, cancel := limited()
		start := time.Now()
		err := call(ctx)
		cancel()
		if !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: got %v, want ErrUnknown", name, err)
		}
		// Its own 0.3 s, the clean-up's second, two drains; the rest is load.
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	if left := clientsOf(t, b.Socket, b.PID()); len(left) > 0 {
		t.Errorf("tmux processes left: %q", left)
	}
	tmuxtest.Until(t, tmuxtest.Limit, func() error {
		if n := runtime.NumGoroutine(); n > before {
			return fmt.Errorf("%d goroutines, %d before", n, before)
		}
		return nil
	})

	// Awake again, the text is not in the pane; the key may be, which is what
	// ErrUnknown means.
	b.Signal(syscall.SIGCONT)
	b.Tmux("send-keys", "-t", b.reader.Pane, "Enter")
	b.Until(tmuxtest.Limit, func() error {
		if got := b.reader.Bytes(); got != "\r" && got != "\x13\r" {
			return fmt.Errorf("reader got %q", got)
		}
		return nil
	})
	b.noBuffers(t)
}

// clientsOf lists the processes that have the socket on their command line, the
// server itself excepted. Without /proc it lists none.
func clientsOf(t *testing.T, socket string, server int) (list []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err == nil && strings.Contains(string(b), socket) && f != fmt.Sprintf("/proc/%d/cmdline", server) {
			list = append(list, strings.ReplaceAll(string(b), "\x00", " "))
		}
	}
	return list
}

// The default limit holds without a deadline of the caller's.
func TestCallLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the call limit")
	}
	b := newBed(t)
	b.Signal(syscall.SIGSTOP)
	start := time.Now()
	wants(t, b.pane.Prove(background), ErrUnknown)
	if took := time.Since(start); took < callLimit || took > callLimit+15*time.Second {
		t.Errorf("took %v", took)
	}
}

package tmux

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"savectx/tmux/tmuxtest"
)

func TestClassify(t *testing.T) {
	tests := []struct {
		line string
		want error
	}{
		{"error connecting to /tmp/s (Permission denied)", ErrDenied},
		{"error connecting to /tmp/s (Operation not permitted)", ErrDenied},
		{"access not allowed", ErrDenied},
		{"error connecting to /tmp/s (No such file or directory)", ErrNoServer},
		{"error connecting to /tmp/s (Connection refused)", ErrNoServer},
		{"error connecting to /tmp/(Permission denied)/s (No such file or directory)", ErrNoServer},
		{"no server running on /tmp/s", ErrNoServer},
		{"failed to connect to server: Connection refused", nil},
		{"can't find pane: %9", ErrGone},
		{"can't find window: %9", ErrGone},
		{"can't find session: x", ErrGone},
		{"lost server", ErrUnknown},
		{"server exited unexpectedly", ErrUnknown},
		{"server exited", ErrUnknown},
		{"no buffer x", nil},
		{"unknown command: (Permission denied)", nil},
		{"", nil},
	}
	for _, tt := range tests {
		if got := classify(tt.line); got != tt.want {
			t.Errorf("%q: got %v, want %v", tt.line, got, tt.want)
		}
	}
}

func TestVersions(t *testing.T) {
	tests := []struct {
		version string
		sane    bool
		new     bool // 3.1 or later
	}{
		{"2.6", true, false}, {"2.9a", true, false}, {"3.0a", true, false}, {"3.1", true, true}, {"3.1c", true, true},
		{"3.3a", true, true}, {"3.10", true, true}, {"3.6-rc2", true, true}, {"next-3.8", true, true}, {"next-3.0", true, false},
		{"master", true, true}, {"openbsd-7.4", true, true}, {"4.0", true, true},
		{"", false, true}, {"3", false, true}, {"server version is too old for client", false, true}, {"3.3a\n", false, true},
	}
	for _, tt := range tests {
		if got := saneVersion.MatchString(tt.version); got != tt.sane {
			t.Errorf("%q: sane %v", tt.version, got)
		}
		if got := atLeast(tt.version, 3, 1); got != tt.new {
			t.Errorf("%q: at least 3.1 is %v", tt.version, got)
		}
	}
}

func TestOpenFindsNobody(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(dir, "dead")
	l, err := net.Listen("unix", dead)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	for _, path := range []string{filepath.Join(dir, "none"), plain, dead} {
		_, err := Open(t.Context(), path)
		wants(t, err, ErrNoServer)
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("a server was started")
	}
	if _, err := Open(t.Context(), ""); err == nil {
		t.Error("an empty path was accepted")
	}
}

// What listens and is no tmux is told apart within the limit.
func TestOpenFindsNoTmux(t *testing.T) {
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	if _, err := Open(t.Context(), l.Addr().String()); err == nil {
		t.Error("a stranger was taken for tmux")
	}
}

func TestOpenDenied(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may connect to anything")
	}
	ts := tmuxtest.New(t)
	if err := os.Chmod(ts.Socket, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(ts.Socket, 0o700)
	_, err := Open(t.Context(), ts.Socket)
	wants(t, err, ErrDenied)
}

func TestOpen(t *testing.T) {
	ts := tmuxtest.New(t)
	s, err := Open(t.Context(), ts.Socket)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.TrimPrefix(ts.Tmux("-V"), "tmux "); s.Version() != want {
		t.Errorf("version %q, want %q", s.Version(), want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Open(ctx, ts.Socket)
	wants(t, err, context.Canceled)
}

func TestSocketWithCommaAndSpaces(t *testing.T) {
	ts := tmuxtest.NewAt(t, "a, b;'c (Permission denied)")
	r := ts.NewReader(80, 24)
	_, p := openPane(t, ts, r.Pane)
	ok, err := p.Paste(t.Context(), "hello", 2, 0)
	done(t, ok, err)
	r.Expect(tmuxtest.PasteStart + "hello" + tmuxtest.PasteEnd)
	// $TMUX of a program in there leads back.
	socket, _, err := FromEnv(env(ts.Format(r.Pane, "#{socket_path},#{pid},0"), r.Pane))
	if err != nil || socket != ts.Socket {
		t.Errorf("got %q, %v", socket, err)
	}
}

// An upgrade removes the program of a running server. The server's own is still
// used, also after the file was replaced.
func TestProgramReplacedUnderTheServer(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	path, err := exec.LookPath("tmux")
	if err != nil {
		tmuxtest.New(t) // skips or fails
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(t.TempDir(), "tmux")
	if err := os.WriteFile(mine, program, 0o700); err != nil {
		t.Fatal(err)
	}
	ts := tmuxtest.NewProgram(t, mine)
	ts.NewPane(80, 24, "sleep", "1000")
	s, err := Open(t.Context(), ts.Socket)
	if err != nil || s.program != mine {
		t.Fatalf("got program %v, %v, want %s", s, err, mine)
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, []byte("#!/bin/sh\nexit 0\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err = Open(t.Context(), ts.Socket)
	if err != nil || s.held == nil {
		t.Fatalf("got %+v, %v, want the held file", s, err)
	}
	if list, err := s.Panes(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("panes: %v, %v", list, err)
	}
	if err := os.WriteFile(mine, program, 0o700); err != nil { // for the clean-up
		t.Fatal(err)
	}
}

func TestNothingStartsAfterTheDeadline(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := run(ctx, "/nonexistent", "/nonexistent", "", "display-message")
	if !errors.Is(err, errNotStarted) || !errors.Is(err, context.Canceled) || errors.Is(err, ErrUnknown) {
		t.Errorf("got %v", err)
	}
	_, err = run(t.Context(), "/nonexistent", "/nonexistent", "", "display-message")
	wants(t, err, errNotStarted)
}

// The runner with a program that misbehaves in tmux's place.
func TestRunner(t *testing.T) {
	tests := []struct {
		name, script, out string
		want              error
		text              string
	}{
		{"answers", "echo OK", "OK\n", nil, ""},
		{"gets its input", "cat", "in", nil, ""},
		{"has no TMUX", `echo "$TMUX$TMUX_PANE $1 $2 $3 $PWD"`, " -u -S /s /\n", nil, ""},
		{"complains", "echo 'no buffer x' >&2; echo more >&2; exit 1", "", nil, "no buffer x"},
		{"complains of nothing", "exit 3", "", nil, "exit status 3"},
		{"finds no server", "echo 'no server running on /s' >&2; exit 1", "", ErrNoServer, ""},
		{"loses the server", "echo 'lost server' >&2; exit 1", "", ErrUnknown, ""},
		{"is killed", "kill -9 $$", "", ErrUnknown, ""},
		{"hangs", "sleep 60", "", ErrUnknown, "deadline"},
		{"answers, then hangs", "echo OK; sleep 60", "OK\n", ErrUnknown, "deadline"},
		{"leaves its output open", "echo OK; sleep 5 &", "OK\n", ErrUnknown, ""},
	}
	t.Setenv("TMUX", "/x,1,2")
	t.Setenv("TMUX_PANE", "%1")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "tmux")
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+tt.script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			limit := time.Minute
			if strings.Contains(tt.text, "deadline") {
				limit = time.Second
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			start := time.Now()
			out, err := run(ctx, program, "/s", "in", "display-message")
			if fails := tt.want != nil || tt.text != ""; out != tt.out || (err != nil) != fails {
				t.Errorf("got %q, %v", out, err)
			}
			if tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if err != nil && !strings.Contains(err.Error(), tt.text) {
				t.Errorf("got %v, want %q in it", err, tt.text)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// Whatever tmux answers to a guarded call, only the exact words count.
func TestOnlyExactAnswersCount(t *testing.T) {
	tests := []struct {
		name, script string
		ok           bool
		want         error
	}{
		{"done", "echo OK", true, nil},
		{"done, then cut off", "echo OK; kill -9 $$", true, nil},
		{"refused", "echo REFUSED", false, nil},
		{"silent success", "exit 0", false, ErrUnknown},
		{"version skew", "echo 'server version is too old for client'", false, ErrUnknown},
		{"more than the answer", "echo OK; echo OK", false, ErrUnknown},
		{"a space more", "echo 'OK '", false, ErrUnknown},
		{"another case", "echo ok", false, ErrUnknown},
		{"broken off", "echo 'no buffer x' >&2; exit 1", false, ErrUnknown},
		{"server lost", "echo 'server exited unexpectedly' >&2; exit 1", false, ErrUnknown},
		{"no server", "echo 'no server running on /s' >&2; exit 1", false, ErrGone},
		{"no pane", "echo \"can't find pane: %0\" >&2; exit 1", false, ErrGone},
		{"denied", "echo 'error connecting to /s (Operation not permitted)' >&2; exit 1", false, ErrDenied},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "tmux")
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+tt.script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			p := &Pane{server: &Server{program: program, socket: "/s"}, id: Identity{Pane: "%0"}}
			ok, err := p.Press(t.Context(), KeyEnter, 0, 0)
			if ok != tt.ok || !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
				t.Errorf("got %v, %v, want %v, %v", ok, err, tt.ok, tt.want)
			}
		})
	}
}

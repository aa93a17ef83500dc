// Package tmuxtest gives a test its own tmux server, and a person at it.
//
//	New ── a private server on a short socket path, killed when the test ends
//	 ├─ NewPane    any program in a pane, each in a session of its own
//	 ├─ NewReader  a raw-mode program that records every read it makes
//	 ├─ Attach     a real client in a pseudo-terminal, with a person's keys
//	 └─ Until      polls an assertion, prints the last screens when it fails
//
// Nothing here touches the default server or a process it did not start.
package tmuxtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	// Limit is how long Until and the helpers wait before they fail a test. It
	// is generous: a loaded machine is slow, not wrong.
	Limit = 30 * time.Second

	pollEvery = 20 * time.Millisecond
	callLimit = 20 * time.Second // one raw tmux call; expiry is a wedged server
	killLimit = 5 * time.Second  // kill-server; expiry is answered with SIGKILL
)

// Server is a private tmux server.
type Server struct {
	Socket string // absolute path, short enough for every system

	t       testing.TB
	program string
	pid     int
	born    string
}

// New starts a server with no configuration in an empty folder. A missing tmux
// skips the test, and fails it where CI=true.
func New(t testing.TB) *Server {
	t.Helper()
	return start(t, "s", "tmux")
}

// NewAt is New with another name for the socket's file.
func NewAt(t testing.TB, name string) *Server {
	t.Helper()
	return start(t, name, "tmux")
}

// NewProgram is New with another tmux program, a path.
func NewProgram(t testing.TB, program string) *Server {
	t.Helper()
	return start(t, "s", program)
}

func start(t testing.TB, name, program string) *Server {
	t.Helper()
	if os.Getenv(readerEnv) != "" {
		t.Fatal("TestMain has to call tmuxtest.Main")
	}
	path, err := exec.LookPath(program)
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal("tmux is missing")
	default:
		t.Skip("tmux is missing")
	}
	dir, err := os.MkdirTemp("/tmp", "sc") // t.TempDir is too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Socket: filepath.Join(dir, name), t: t, program: path}
	t.Cleanup(func() {
		s.Kill()
		os.RemoveAll(dir)
	})
	s.boot()
	return s
}

// boot starts the server; it stays without sessions.
func (s *Server) boot() {
	s.t.Helper()
	s.Tmux("start-server", ";", "set-option", "-g", "exit-empty", "off")
	pid, err := strconv.Atoi(s.Tmux("display-message", "-p", "#{pid}"))
	if err != nil {
		s.t.Fatalf("pid of the tmux server: %v", err)
	}
	s.pid, s.born = pid, birth(pid)
}

// PID is the server's process.
func (s *Server) PID() int { return s.pid }

// Kill ends the server and waits until it is gone. It may be called again.
func (s *Server) Kill() {
	s.Signal(syscall.SIGCONT)
	ctx, cancel := context.WithTimeout(context.Background(), killLimit)
	defer cancel()
	// Also without a known pid: a server may have come up that boot gave up on.
	if s.command(ctx, "kill-server").Run() != nil && s.alive() {
		s.Signal(syscall.SIGKILL)
	}
	for end := time.Now().Add(killLimit); s.alive(); time.Sleep(pollEvery) {
		if time.Now().After(end) {
			s.Signal(syscall.SIGKILL)
			end = time.Now().Add(killLimit)
		}
	}
	s.pid = 0
}

// Restart kills the server and starts another one on the same socket.
func (s *Server) Restart() {
	s.t.Helper()
	s.Kill()
	s.boot()
}

// Signal sends sig to the server itself, if it still runs.
func (s *Server) Signal(sig syscall.Signal) {
	if s.alive() {
		_ = syscall.Kill(s.pid, sig)
	}
}

// alive reports whether the process that was started still runs.
func (s *Server) alive() bool { return s.pid != 0 && birth(s.pid) == s.born }

// birth tells one run of a process id from another; "" when there is none. A
// zombie counts as none: in a container nobody may be there to collect it.
func birth(pid int) string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err == nil {
		_, rest, _ := strings.Cut(string(stat), ") ")
		f := strings.Fields(rest) // from the third field of proc(5) on
		if len(f) < 20 || f[0] == "Z" {
			return ""
		}
		return f[19]
	}
	out, _ := exec.Command("ps", "-o", "lstart=", "-p", strconv.Itoa(pid)).Output()
	return strings.TrimSpace(string(out))
}

func (s *Server) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, s.program, append([]string{"-u", "-f", "/dev/null", "-S", s.Socket}, args...)...)
	cmd.Env = Env()
	cmd.WaitDelay = callLimit // a starting server may hold the output open for a moment
	return cmd
}

// Env is this process's environment without tmux's variables, in UTF-8.
func Env() []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case name == "TMUX", name == "TMUX_PANE", name == "TERM", name == "LANG", strings.HasPrefix(name, "LC_"):
		default:
			env = append(env, kv)
		}
	}
	return append(env, "LC_ALL=C.UTF-8", "TERM=xterm-256color")
}

// Tmux runs a raw tmux command and returns its output without the last line
// end; an error fails the test.
func (s *Server) Tmux(args ...string) string {
	s.t.Helper()
	out, err := s.Try(args...)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// Try is Tmux with the error left to the caller.
func (s *Server) Try(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	cmd := s.command(ctx, args...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("tmux %q: %w: %s", args, err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSuffix(stdout.String(), "\n"), nil
}

// NewPane runs a program in a session of its own, width by height cells, and
// returns the pane's id. Without a command it is the shell sh.
func (s *Server) NewPane(width, height int, command ...string) string {
	s.t.Helper()
	if len(command) == 0 {
		command = []string{"env", "PS1=$ ", "ENV=", "sh"} // two words or more: no shell in between
	}
	args := []string{"new-session", "-d", "-P", "-F", "#{pane_id}",
		"-x", strconv.Itoa(width), "-y", strconv.Itoa(height), "--"}
	return s.Tmux(append(args, command...)...)
}

// Format expands a format in a pane.
func (s *Server) Format(pane, format string) string {
	s.t.Helper()
	return s.Tmux("display-message", "-p", "-t", pane, format)
}

// Screen is what stands in a pane, without escapes.
func (s *Server) Screen(pane string) string {
	s.t.Helper()
	return s.Tmux("capture-pane", "-p", "-t", pane)
}

// Until polls check until it returns nil. After limit it fails the test with
// check's last error and every pane's screen.
func (s *Server) Until(limit time.Duration, check func() error) {
	s.t.Helper()
	if err := poll(limit, check); err != nil {
		s.t.Fatalf("still not after %v: %v\n%s", limit, err, s.screens())
	}
}

// Until is Server.Until without screens to print.
func Until(t testing.TB, limit time.Duration, check func() error) {
	t.Helper()
	if err := poll(limit, check); err != nil {
		t.Fatalf("still not after %v: %v", limit, err)
	}
}

func poll(limit time.Duration, check func() error) error {
	for end := time.Now().Add(limit); ; time.Sleep(pollEvery) {
		err := check()
		if err == nil || time.Now().After(end) {
			return err
		}
	}
}

func (s *Server) screens() string {
	ids, err := s.Try("list-panes", "-a", "-F", "#{pane_id}")
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for id := range strings.FieldsSeq(ids) {
		screen, err := s.Try("capture-pane", "-p", "-t", id)
		if err != nil {
			screen = err.Error()
		}
		fmt.Fprintf(&b, "--- %s\n%s\n", id, strings.TrimRight(screen, "\n"))
	}
	return b.String()
}

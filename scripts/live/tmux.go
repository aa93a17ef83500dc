package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Server is a private tmux server on a short socket path.
type Server struct {
	Socket string
	dir    string
}

// NewServer starts one without any configuration file.
func NewServer() (*Server, error) {
	dir, err := os.MkdirTemp("/tmp", "sx")
	if err != nil {
		return nil, err
	}
	s := &Server{Socket: dir + "/t", dir: dir}
	if _, err := s.Run("new-session", "-d", "-s", "keep", "-x", "20", "-y", "5", "exec cat"); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	for _, option := range [][]string{{"escape-time", "10"}, {"history-limit", "5000"}} {
		if _, err := s.Run("set-option", "-g", option[0], option[1]); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// Close ends the server with everything in its panes.
func (s *Server) Close() {
	_, _ = s.Run("kill-server")
	_ = os.RemoveAll(s.dir)
}

// Run runs one tmux command on this server.
func (s *Server) Run(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "tmux", append([]string{"-u", "-S", s.Socket, "-f", "/dev/null"}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TERM=xterm-256color"}
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	text := strings.TrimRight(string(out), "\n")
	if err != nil {
		return text, fmt.Errorf("tmux %s: %w: %s", args[0], err, text)
	}
	return text, nil
}

// Pane is one pane as a person sees and uses it.
type Pane struct {
	ID     string
	server *Server
}

// Open runs command in a new session of that size, with exactly env.
func (s *Server) Open(width, height int, dir string, env, command []string) (*Pane, error) {
	// env -i empties the environment; what tmux itself says of the pane stays.
	const clean = `exec env -i TMUX="$TMUX" TMUX_PANE="$TMUX_PANE" TERM="$TERM" "$@"`
	argv := []string{"new-session", "-d", "-P", "-F", "#{pane_id}", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height), "-c", dir,
		"bash", "-c", clean, "bash"}
	argv = append(append(argv, env...), command...)
	id, err := s.Run(argv...)
	if err != nil {
		return nil, err
	}
	return &Pane{ID: id, server: s}, nil
}

// Server returns the server the pane lives on.
func (p *Pane) Server() *Server { return p.server }

// Screen is what the pane shows now, without attributes.
func (p *Pane) Screen() string {
	out, err := p.server.Run("capture-pane", "-p", "-t", p.ID)
	if err != nil {
		return err.Error()
	}
	return out
}

// Format expands one tmux format for the pane.
func (p *Pane) Format(format string) string {
	out, _ := p.server.Run("display-message", "-p", "-t", p.ID, format)
	return out
}

// Keys presses named keys.
func (p *Pane) Keys(names ...string) error {
	_, err := p.server.Run(append([]string{"send-keys", "-t", p.ID}, names...)...)
	return err
}

// Type types text as keys, without Enter.
func (p *Pane) Type(text string) error {
	_, err := p.server.Run("send-keys", "-t", p.ID, "-l", "--", text)
	return err
}

// Kill ends the pane.
func (p *Pane) Kill() { _, _ = p.server.Run("kill-pane", "-t", p.ID) }

// Patience bounds every Until that has no nearer deadline: on expiry the
// thing waited for is taken not to come.
const Patience = 60 * time.Second

// Until polls the screen until ok accepts it, and returns ok's last
// complaint with the last screen otherwise.
func (p *Pane) Until(ctx context.Context, ok func(screen string) error) error {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	for {
		screen := p.Screen()
		err := ok(screen)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w\n>>> last screen\n%s\n<<<", err, screen)
		case <-time.After(25 * time.Millisecond):
		}
	}
}

// UntilShows is Until for a text on the screen.
func (p *Pane) UntilShows(ctx context.Context, text string) error { return p.Until(ctx, shows(text)) }

func shows(text string) func(screen string) error {
	return func(screen string) error {
		if !strings.Contains(screen, text) {
			return errors.New("the screen does not show " + strconv.Quote(text))
		}
		return nil
	}
}

// Paste pastes text the way a terminal does, in brackets.
func (p *Pane) Paste(text string) error {
	file := p.server.dir + "/paste"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return err
	}
	if _, err := p.server.Run("load-buffer", "-b", "live", file); err != nil {
		return err
	}
	_, err := p.server.Run("paste-buffer", "-p", "-r", "-d", "-b", "live", "-t", p.ID)
	return err
}

// Capture is the screen with its attributes and the cursor that belongs to
// it, columns and rows from 0. It is taken again while the cursor moves.
func (p *Pane) Capture() (screen string, x, y int, err error) {
	for range 50 {
		before := p.Format("#{cursor_x} #{cursor_y}")
		if screen, err = p.server.Run("capture-pane", "-p", "-e", "-t", p.ID); err != nil {
			return "", 0, 0, err
		}
		if before == p.Format("#{cursor_x} #{cursor_y}") {
			_, err = fmt.Sscan(before, &x, &y)
			return screen, x, y, err
		}
	}
	return "", 0, 0, errors.New("the cursor does not come to rest")
}

// One tmux server: which program speaks to it, and what may be asked of it.

package tmux

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
)

// Server is a tmux server on a known socket. It holds no connection: every
// call is one tmux process. It is safe for concurrent use.
type Server struct {
	socket  string
	program string
	held    *os.File // keeps the file of a replaced program, see ownProgram
	version string
}

// Open finds the server on socket and the tmux program to speak to it with. A
// relative path is taken from the working directory. There is no default.
//
// The program is the server's own where the system tells it (Linux), because a
// client and a server of different versions may hang or answer 0 without doing
// anything; else the tmux of $PATH. Either must report a sane version.
//
// Errors: ErrNoServer, ErrDenied, ErrUnknown when the server does not answer.
func Open(ctx context.Context, socket string) (*Server, error) {
	if socket == "" {
		return nil, errors.New("no tmux socket given")
	}
	socket, err := filepath.Abs(socket)
	if err != nil {
		return nil, fmt.Errorf("tmux socket: %w", err)
	}
	s := &Server{socket: socket}
	own, held, err := s.dial(ctx)
	if err != nil {
		return nil, err
	}
	var first error
	if own != "" {
		s.program, s.held = own, held
		first = s.probe(ctx)
		switch {
		case first == nil:
			return s, nil
		case errors.Is(first, context.DeadlineExceeded), errors.Is(first, context.Canceled):
			return nil, first // what does not answer its own program answers no other
		}
	}
	s.program, s.held = "", nil
	path, err := exec.LookPath("tmux")
	if err != nil {
		return nil, errors.Join(first, errors.New("tmux is not installed, or not in PATH"))
	}
	s.program = path
	if err := s.probe(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// Version is what the server calls itself, like "3.3a" or "next-3.8".
func (s *Server) Version() string { return s.version }

// dial connects once, without speaking, for the exact reason why one cannot
// and for the program at the other end. tmux takes the hang-up for a client
// that went away.
func (s *Server) dial(ctx context.Context) (own string, held *os.File, err error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "unix", s.socket)
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return "", nil, fmt.Errorf("%w: %s", ErrNoServer, s.socket)
	case errors.Is(err, fs.ErrPermission): // EACCES and EPERM
		return "", nil, fmt.Errorf("%w: %s", ErrDenied, s.socket)
	case ctx.Err() != nil:
		return "", nil, fmt.Errorf("%w: connect to %s: %w", ErrUnknown, s.socket, ctx.Err())
	default:
		return "", nil, fmt.Errorf("tmux socket: %w", err)
	}
	defer conn.Close()
	own, held = ownProgram(conn.(*net.UnixConn))
	return own, held, nil
}

// saneVersion covers releases (3.3a), candidates (3.6-rc), the development
// tree (next-3.8, master) and OpenBSD's (openbsd-7.4).
var saneVersion = regexp.MustCompile(`^([0-9]+\.[0-9]+[a-z]?(-rc[0-9]*)?|next-[0-9]+\.[0-9]+|master|openbsd-[0-9]+\.[0-9]+)$`)

func (s *Server) probe(ctx context.Context) error {
	rows, err := s.table(ctx, []string{"display-message", "-p"}, "version")
	if err != nil {
		return err
	}
	if len(rows) != 1 || !saneVersion.MatchString(rows[0][0]) {
		return fmt.Errorf("%w: %s does not report a tmux version", ErrUnknown, s.program)
	}
	s.version = rows[0][0]
	return nil
}

// atLeast compares the version's numbers. Names without a number of tmux's own
// count as new.
func atLeast(version string, major, minor int) bool {
	version = strings.TrimPrefix(version, "next-")
	a, rest, ok := strings.Cut(version, ".")
	x, err := strconv.Atoi(a)
	if !ok || err != nil {
		return true
	}
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	y, err := strconv.Atoi(rest[:end])
	if err != nil {
		return true
	}
	return x > major || x == major && y >= minor
}

// Program is the tmux on $PATH and its version. path is "" when there is none.
func Program(ctx context.Context) (path, version string, err error) {
	path, err = exec.LookPath("tmux")
	if err != nil {
		return "", "", err
	}
	out, err := run(ctx, path, "", "", "-V")
	version = strings.TrimSpace(strings.TrimPrefix(out, "tmux "))
	if err == nil && !saneVersion.MatchString(version) {
		err = fmt.Errorf("%w: %s does not report a tmux version", ErrUnknown, path)
	}
	return path, version, err
}

// Clipboard is the server's set-clipboard: on, external or off.
func (s *Server) Clipboard(ctx context.Context) (string, error) {
	out, err := s.ask(ctx, "", []string{"show-options", "-sv", "set-clipboard"})
	return strings.TrimSpace(out), err
}

// harmless lists the commands that cannot put anything into a pane. Whatever
// is not here has to go through guarded.
func harmless(command string) bool {
	switch command {
	case "display-message", "list-panes", "list-clients", "capture-pane", "show-options", "load-buffer", "delete-buffer":
		return true
	}
	return false
}

// ask runs harmless commands, in order, in one tmux call.
func (s *Server) ask(ctx context.Context, stdin string, commands ...[]string) (string, error) {
	var args []string
	for i, c := range commands {
		if len(c) == 0 || !harmless(c[0]) {
			return "", fmt.Errorf("tmux command %q may only run under the guard", c)
		}
		for _, a := range c {
			if strings.HasSuffix(a, ";") { // would end the command
				return "", fmt.Errorf("tmux argument %q ends in a semicolon", a)
			}
		}
		if i > 0 {
			args = append(args, ";")
		}
		args = append(args, c...)
	}
	return run(ctx, s.program, s.socket, stdin, args...)
}

// table asks for some format variables: one row for display-message -p, one a
// pane or client for the lists, whose format option the caller puts last.
//
// A folder, a title or a command name may hold line ends and anything else, so
// each value ends in a mark that nobody can guess and no value can forge.
func (s *Server) table(ctx context.Context, command []string, vars ...string) ([][]string, error) {
	mark, format := rowFormat(vars)
	out, err := s.ask(ctx, "", append(command[:len(command):len(command)], format))
	if err != nil {
		return nil, err
	}
	return rows(out, mark, len(vars))
}

func rowFormat(vars []string) (mark, format string) {
	mark = "<" + rand.Text() + ">"
	var b strings.Builder
	for _, v := range vars {
		b.WriteString("#{" + v + "}" + mark)
	}
	return mark, b.String()
}

func rows(out, mark string, width int) ([][]string, error) {
	values := strings.Split(out, mark)
	tail := values[len(values)-1]
	values = values[:len(values)-1]
	if len(values)%width != 0 || strings.TrimSpace(tail) != "" {
		return nil, fmt.Errorf("%w: unexpected output %.80q", ErrUnknown, out)
	}
	var table [][]string
	for len(values) > 0 {
		row := values[:width]
		row[0] = strings.TrimPrefix(row[0], "\n") // the end of the row before
		table = append(table, row)
		values = values[width:]
	}
	return table, nil
}

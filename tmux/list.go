// Listing every pane of a server, through gotmux.

package tmux

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/GianlucaP106/gotmux/gotmux"
)

// PaneInfo is one pane as listed. Title, Path, Session, Window and Command are
// whatever the programs in the pane made of them: show them, never trust them.
type PaneInfo struct {
	ID      string // like %3
	PID     int    // the pane's first process
	TTY     string // absolute path
	Command string // the program in the foreground
	Session string // name
	Window  string // name
	Title   string
	Path    string // working folder of the program in the foreground
	Dead    bool   // ended, kept by remain-on-exit
	Modes   int    // how many tmux modes lie on it
}

// Panes lists the panes of every session, each once.
// Errors: ErrNoServer, ErrDenied, ErrUnknown.
func (s *Server) Panes(ctx context.Context) ([]PaneInfo, error) {
	// gotmux has no time-out: see first that the server answers.
	if _, err := s.table(ctx, []string{"display-message", "-p"}, "pid"); err != nil {
		return nil, err
	}
	vars := []string{"pane_id", "pane_pid", "pane_tty", "pane_current_command", "session_name",
		"window_name", "pane_title", "pane_current_path", "pane_dead", "pane_in_mode"}
	mark, format := rowFormat(vars)
	out, err := s.listThroughGotmux(ctx, format)
	table, bad := rows(out, mark, len(vars))
	if err != nil || bad != nil {
		out, err = s.ask(ctx, "", []string{"list-panes", "-a", "-F", format})
		if err != nil && strings.HasSuffix(err.Error(), "no current target") {
			return nil, nil // 3.3a, about a server without sessions (exit-empty off)
		} else if err != nil {
			return nil, err
		}
		if table, err = rows(out, mark, len(vars)); err != nil {
			return nil, err
		}
	}
	var list []PaneInfo
	seen := make(map[string]bool)
	for _, r := range table {
		if seen[r[0]] { // a window linked into two sessions
			continue
		}
		seen[r[0]] = true
		pid, err := strconv.Atoi(r[1])
		if err != nil {
			return nil, fmt.Errorf("%w: pane pid %.40q", ErrUnknown, r[1])
		}
		modes, _ := strconv.Atoi(r[9])
		list = append(list, PaneInfo{
			ID: r[0], PID: pid, TTY: r[2], Command: r[3], Session: r[4], Window: r[5],
			Title: r[6], Path: r[7], Dead: r[8] == "1", Modes: modes,
		})
	}
	return list, nil
}

// listThroughGotmux runs list-panes with gotmux v0.5.0 and returns its output.
//
// Its own ListAllPanes is not used: it splits values at "-:-" and panics, after
// printing to standard error, when a title or a folder holds that or a line
// end. Its Command does neither. It drops tmux's words, runs whatever tmux is
// in $PATH and takes no context, so it is asked only if that is our program, in
// a goroutine, and any failure sends the caller to our own runner.
func (s *Server) listThroughGotmux(ctx context.Context, format string) (string, error) {
	path, err := exec.LookPath("tmux")
	if err != nil || !sameFile(path, s.program) {
		return "", errors.New("the tmux in PATH is not this server's")
	}
	type answer struct {
		out string
		err error
	}
	done := make(chan answer, 1)
	go func() {
		// A panic in a goroutine would end the whole program.
		defer func() {
			if r := recover(); r != nil {
				done <- answer{err: fmt.Errorf("gotmux: %v", r)}
			}
		}()
		t, err := gotmux.NewTmux(s.socket)
		if err != nil {
			done <- answer{err: err}
			return
		}
		out, err := t.Command("-u", "list-panes", "-a", "-F", format)
		done <- answer{out, err}
	}()
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	select {
	case a := <-done:
		return a.out, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

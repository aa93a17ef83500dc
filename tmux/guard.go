// The guard: the condition and the act in one step, inside the server.

package tmux

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The answers of a guarded call. display-message -p prints them; no value that
// comes from a pane is printed with them.
const (
	answerOK      = "OK"
	answerRefused = "REFUSED"
)

// guard is a condition over one pane. Its zero parts are left out.
type guard struct {
	serverPID   int
	serverStart int64
	panePID     int
	free        bool   // in no mode, input on, not synchronized
	command     string // the program in the foreground
	mode        string // the mode on top
	pinned      bool   // the cursor is at x, y
	x, y        int    // cells from 0
}

// plainCommand is what may stand in a format unquoted. A command recorded with
// any other character is left out of the guard: Shut still compares it.
var plainCommand = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// format renders g for if-shell -F, whose test is "neither empty nor 0".
//
// The `#{?name,0,1}` form is true for "0", for an empty value and for a name
// the version does not know, and false for a count of 2: pane_in_mode is one.
// The conditions are joined as a balanced tree, because tmux up to 3.1 stops
// expanding at a depth of 10 (FORMAT_LOOP_LIMIT in format.c).
//
// Nothing can break out of the format: what is not a number is either one of
// the names here or consists of letters, digits, ".", "_" and "-".
func (g guard) format() string {
	equal := func(name, value string) string { return "#{==:#{" + name + "}," + value + "}" }
	unset := func(name string) string { return "#{?" + name + ",0,1}" }

	all := []string{
		equal("pid", strconv.Itoa(g.serverPID)),
		equal("start_time", strconv.FormatInt(g.serverStart, 10)),
		equal("pane_pid", strconv.Itoa(g.panePID)),
		unset("pane_dead"),
	}
	if g.free {
		all = append(all, unset("pane_in_mode"), unset("pane_input_off"), unset("pane_synchronized"))
	}
	if plainCommand.MatchString(g.command) {
		all = append(all, equal("pane_current_command", g.command))
	}
	if plainCommand.MatchString(g.mode) {
		all = append(all, equal("pane_mode", g.mode))
	}
	if g.pinned {
		all = append(all, equal("cursor_x", strconv.Itoa(g.x)), equal("cursor_y", strconv.Itoa(g.y)))
	}
	return allOf(all)
}

func allOf(conditions []string) string {
	if len(conditions) == 1 {
		return conditions[0]
	}
	half := len(conditions) / 2
	return "#{&&:" + allOf(conditions[:half]) + "," + allOf(conditions[half:]) + "}"
}

// action is a command for the pane, and what to do instead when the guard says
// no. Only the functions below make one, from checked parts.
type action struct{ do, otherwise string }

// pasteBuffer inserts a buffer and deletes it: -p with the bracketed-paste marks
// if the program asked for them, -r without turning line feeds into returns.
func pasteBuffer(buffer, pane string) action {
	return action{
		do:        fmt.Sprintf("paste-buffer -p -r -d -b %s -t %s", buffer, pane),
		otherwise: "delete-buffer -b " + buffer,
	}
}

// pressKey sends a named key times times (-N, 2.4 and later).
func pressKey(key string, times int, pane string) action {
	return action{do: fmt.Sprintf("send-keys -N %d -t %s %s", times, pane, key)}
}

// leaveAll leaves every mode, nested ones too (3.1 and later).
func leaveAll(pane string) action { return action{do: "copy-mode -q -t " + pane} }

// leaveOne leaves the topmost copy-mode or view-mode.
func leaveOne(pane string) action { return action{do: "send-keys -X -t " + pane + " cancel"} }

// guard is the recorded pane and nothing else.
func (p *Pane) guard() guard {
	return guard{serverPID: p.id.ServerPID, serverStart: p.id.ServerStart, panePID: p.id.PID}
}

// idle adds that the pane takes input, runs the recorded program, and has its
// cursor at x, y.
func (p *Pane) idle(x, y int) guard {
	g := p.guard()
	g.free, g.command = true, p.id.Command
	g.pinned, g.x, g.y = true, x, y
	return g
}

// guarded is the only way to a pane: it tests g and runs a in one server step.
// It returns true when a ran and false when nothing reached the pane. ErrGone
// means that too; ErrUnknown means that it cannot be told.
func (p *Pane) guarded(ctx context.Context, g guard, a action) (bool, error) {
	no := "display-message -p " + answerRefused
	if a.otherwise != "" {
		no = a.otherwise + " ; " + no
	}
	out, err := run(ctx, p.server.program, p.server.socket, "",
		"if-shell", "-F", "-t", p.id.Pane, g.format(), a.do+" ; display-message -p "+answerOK, no)
	// The answer is printed after the act, so it is the truth whatever happened
	// to the client that printed it.
	switch strings.TrimSuffix(out, "\n") {
	case answerOK:
		return true, nil
	case answerRefused:
		// Tell a stranger's pane from a busy one; a doubt here changes nothing.
		if err := p.Prove(ctx); errors.Is(err, ErrGone) {
			return false, err
		}
		return false, nil
	}
	switch {
	case err == nil:
		return false, fmt.Errorf("%w: tmux answered %.80q", ErrUnknown, out)
	case errors.Is(err, errNotStarted), errors.Is(err, ErrUnknown),
		errors.Is(err, ErrGone), errors.Is(err, ErrDenied):
		return false, err
	case errors.Is(err, ErrNoServer):
		return false, gone(err)
	}
	return false, fmt.Errorf("%w: %w", ErrUnknown, err) // the list broke off in the middle
}

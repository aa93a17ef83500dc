// One pane: proving it and reading it.

package tmux

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Pane is a recorded pane. It is found by its id alone and so followed through
// break-pane, move-window and renames. It is safe for concurrent use, though
// two senders at once will refuse each other by the cursor.
type Pane struct {
	server *Server
	id     Identity
}

// Identity returns what was recorded.
func (p *Pane) Identity() Identity { return p.id }

// Prove returns nil while the pane is the recorded one: same run of the server,
// same first process, same tty, not dead. What runs in the foreground is not
// part of it. Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Prove(ctx context.Context) error {
	_, err := p.look(ctx)
	return err
}

// look reads the pane's state and proves it.
func (p *Pane) look(ctx context.Context) (state, error) {
	st, err := p.server.state(ctx, p.id.Pane)
	if err != nil {
		return st, gone(err)
	}
	if diff := p.id.differs(st); diff != "" {
		return st, fmt.Errorf("%w: %s", ErrGone, diff)
	}
	if st.dead {
		return st, fmt.Errorf("%w: pane %s is dead", ErrGone, p.id.Pane)
	}
	return st, nil
}

// gone adds ErrGone to an ErrNoServer: without its server a pane is gone.
func gone(err error) error {
	if errors.Is(err, ErrNoServer) && !errors.Is(err, ErrGone) {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return err
}

// Read returns the live screen and the cursor, taken in one server step.
//
// The screen has one row for each line of the pane, trailing spaces dropped,
// with SGR escapes; a row starts with the attributes the row before ended with
// (3.3a). The cursor counts cells from 0, a wide character two. Both describe
// what the program has drawn, also while a person is scrolled back in
// copy-mode. Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Read(ctx context.Context) (screen string, x, y int, err error) {
	out, err := p.server.ask(ctx, "",
		[]string{"display-message", "-p", "-t", p.id.Pane, "#{pid} #{start_time} #{pane_pid} #{cursor_x} #{cursor_y}"},
		[]string{"capture-pane", "-p", "-e", "-t", p.id.Pane})
	if err != nil {
		return "", 0, 0, gone(err)
	}
	head, screen, _ := strings.Cut(out, "\n")
	var n [5]int64
	fields := strings.Split(head, " ")
	if len(fields) != len(n) {
		return "", 0, 0, fmt.Errorf("%w: unexpected output %.80q", ErrUnknown, head)
	}
	for i, f := range fields {
		if n[i], err = strconv.ParseInt(f, 10, 64); err != nil {
			return "", 0, 0, fmt.Errorf("%w: unexpected output %.80q", ErrUnknown, head)
		}
	}
	now := Identity{Pane: p.id.Pane, TTY: p.id.TTY, ServerPID: int(n[0]), ServerStart: n[1], PID: int(n[2])}
	if diff := p.id.differs(state{now: now}); diff != "" {
		return "", 0, 0, fmt.Errorf("%w: %s", ErrGone, diff)
	}
	return strings.TrimSuffix(screen, "\n"), int(n[3]), int(n[4]), nil
}

// Shut says in one short sentence why no key should go into the pane now, ""
// when it is open. It explains a refusal; the guard decides by itself. The mode
// is not a reason here, see Modes. Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Shut(ctx context.Context) (reason string, err error) {
	st, err := p.server.state(ctx, p.id.Pane)
	if err != nil {
		return "", gone(err)
	}
	if diff := p.id.differs(st); diff != "" {
		return "", fmt.Errorf("%w: %s", ErrGone, diff)
	}
	switch {
	case st.dead:
		return "the program in the pane has ended", nil
	case st.inputOff:
		return "input to the pane is disabled", nil
	case st.synchronized:
		return "the pane is synchronized with its neighbours", nil
	case st.now.Command != p.id.Command:
		return fmt.Sprintf("another program is in the foreground: %q, recorded was %q", st.now.Command, p.id.Command), nil
	}
	return "", nil
}

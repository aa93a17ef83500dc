// What makes a pane this pane.

package tmux

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
)

// Identity names one pane of one run of one server. A pane id alone does not:
// a new server counts from %0 again.
type Identity struct {
	Socket      string `json:"socket"`       // absolute path
	ServerPID   int    `json:"server_pid"`   // #{pid}
	ServerStart int64  `json:"server_start"` // #{start_time}, seconds since 1970
	Pane        string `json:"pane"`         // #{pane_id}, like %3
	PID         int    `json:"pid"`          // #{pane_pid}, the first process; a respawn changes it
	TTY         string `json:"tty"`          // #{pane_tty}, an absolute path
	Command     string `json:"command"`      // #{pane_current_command} when recorded; part of the guard, not of Prove
}

// state is what tmux says about a pane at one moment.
type state struct {
	now          Identity
	dead         bool
	inputOff     bool
	synchronized bool
	modes        int
	mode         string // #{pane_mode}: "copy-mode", "tree-mode"; empty in none and on old versions
}

// Pane records the identity of pane id, "%" and digits, as it is now.
// Errors: ErrGone when there is no such pane or it is dead, ErrNoServer.
func (s *Server) Pane(ctx context.Context, id string) (*Pane, error) {
	if !paneID(id) {
		return nil, fmt.Errorf("not a pane id like %%3: %q", id)
	}
	st, err := s.state(ctx, id)
	if err != nil {
		return nil, err
	}
	if st.dead {
		return nil, fmt.Errorf("%w: pane %s is dead", ErrGone, id)
	}
	return &Pane{server: s, id: st.now}, nil
}

// Attach returns the pane that was recorded as id, after proving every field
// but the command, which may pass through other values. ErrGone names the first
// field that differs.
func (s *Server) Attach(ctx context.Context, id Identity) (*Pane, error) {
	if !paneID(id.Pane) {
		return nil, fmt.Errorf("not a pane id like %%3: %q", id.Pane)
	}
	if filepath.Clean(id.Socket) != s.socket {
		return nil, fmt.Errorf("%w: socket is %s, was %s", ErrGone, s.socket, id.Socket)
	}
	p := &Pane{server: s, id: id}
	if err := p.Prove(ctx); err != nil {
		return nil, err
	}
	return p, nil
}

// state reads a pane in one call. A missing pane is ErrGone: display-message
// answers with empty values from 3.2a on and with an error before.
func (s *Server) state(ctx context.Context, pane string) (state, error) {
	rows, err := s.table(ctx, []string{"display-message", "-p", "-t", pane},
		"pid", "start_time", "pane_id", "pane_pid", "pane_tty", "pane_dead", "pane_input_off",
		"pane_synchronized", "pane_in_mode", "pane_mode", "pane_current_command")
	if err != nil {
		return state{}, err
	}
	if len(rows) != 1 {
		return state{}, fmt.Errorf("%w: pane %s: no state", ErrUnknown, pane)
	}
	r := rows[0]
	if r[2] != pane {
		return state{}, fmt.Errorf("%w: no pane %s", ErrGone, pane)
	}
	st := state{
		now:          Identity{Socket: s.socket, Pane: r[2], TTY: r[4], Command: r[10]},
		dead:         r[5] == "1",
		inputOff:     r[6] == "1",
		synchronized: r[7] == "1",
		mode:         r[9],
	}
	var bad [4]error
	st.now.ServerPID, bad[0] = strconv.Atoi(r[0])
	st.now.ServerStart, bad[1] = strconv.ParseInt(r[1], 10, 64)
	st.now.PID, bad[2] = strconv.Atoi(r[3])
	if r[8] != "" {
		st.modes, bad[3] = strconv.Atoi(r[8])
	}
	if err := errors.Join(bad[:]...); err != nil {
		return state{}, fmt.Errorf("%w: pane %s: %w", ErrUnknown, pane, err)
	}
	return st, nil
}

// differs names the first field in which st is not the recorded pane, "" if
// there is none.
func (id Identity) differs(st state) string {
	now := st.now
	switch {
	case now.ServerPID != id.ServerPID:
		return fmt.Sprintf("server pid is %d, was %d", now.ServerPID, id.ServerPID)
	case now.ServerStart != id.ServerStart:
		return fmt.Sprintf("server start is %d, was %d", now.ServerStart, id.ServerStart)
	case now.Pane != id.Pane:
		return fmt.Sprintf("pane is %s, was %s", now.Pane, id.Pane)
	case now.PID != id.PID:
		return fmt.Sprintf("pane pid is %d, was %d", now.PID, id.PID)
	case now.TTY != id.TTY:
		return fmt.Sprintf("pane tty is %s, was %s", now.TTY, id.TTY)
	}
	return ""
}

// tmux's own modes on top of a pane: copy-mode, view-mode, the choosers.

package tmux

import (
	"context"
	"fmt"
)

// Modes returns how many modes lie on the pane, 0 for none.
// Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Modes(ctx context.Context) (int, error) {
	st, err := p.look(ctx)
	return st.modes, err
}

// LeaveModes leaves every mode of the pane; nothing happens when there is none.
// The person who opened one loses the place in it: wait until they are idle.
//
// From 3.1 on copy-mode -q does it, nested or not. Before, send-keys -X cancel
// is repeated, at most once for each mode, and only while copy-mode or view-mode
// is on top; a chooser is left alone and reported as an error.
// Errors: ErrGone, ErrDenied, ErrUnknown, and a plain one if a mode remains.
func (p *Pane) LeaveModes(ctx context.Context) error {
	st, err := p.look(ctx)
	if err != nil || st.modes == 0 {
		return err
	}
	if atLeast(p.server.version, 3, 1) {
		if _, err := p.guarded(ctx, p.guard(), leaveAll(p.id.Pane)); err != nil {
			return err
		}
		st, err = p.look(ctx)
	} else {
		st, err = p.cancelModes(ctx, st)
	}
	if err != nil {
		return err
	}
	if st.modes != 0 {
		return fmt.Errorf("the pane is still in a mode: %q", st.mode)
	}
	return nil
}

// cancelModes is LeaveModes before 3.1. Where pane_mode does not exist yet it is
// empty; cancel outside copy-mode and view-mode only answers "not in a mode".
func (p *Pane) cancelModes(ctx context.Context, st state) (state, error) {
	for left := st.modes; left > 0 && st.modes > 0; left-- {
		if st.mode != "" && st.mode != "copy-mode" && st.mode != "view-mode" {
			return st, nil
		}
		g := p.guard()
		g.mode = st.mode
		if _, err := p.guarded(ctx, g, leaveOne(p.id.Pane)); err != nil {
			return st, err
		}
		var err error
		if st, err = p.look(ctx); err != nil {
			return st, err
		}
	}
	return st, nil
}

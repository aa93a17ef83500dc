// The doctor on tmux: can a line be typed here, and where would it go?

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"savectx/tmux"
)

// tmuxPatience bounds each question to tmux: a server that is well answers in
// milliseconds.
const tmuxPatience = 2 * time.Second

func (d *doctor) examineTmux() {
	program, version, err := d.tmuxProgram()
	if program == "" {
		d.warn("tmux-program", "tmux is not on PATH: savectx cannot type, only print the line to paste", "install tmux and start claude inside it; savectx compact-line --copy until then")
	} else if err == nil {
		d.ok("tmux-program", fmt.Sprintf("%s is version %s", program, version))
	} else {
		d.warn("tmux-program", fmt.Sprintf("%s does not tell its version: %v", program, err), "see whether tmux -V answers")
	}
	socket, pane, err := tmux.FromEnv(os.Getenv)
	switch inside := os.Getenv("CLAUDE_CODE_SESSION_ID") != "" || os.Getenv("CLAUDECODE") == "1"; {
	case err == nil:
	case inside:
		d.warn("tmux-outside", fmt.Sprintf("%v; saving and hooks work, typing does not", err), "start claude inside tmux; savectx compact-line --copy gives the line to paste, savectx compact --pane and --socket name a pane from outside")
		return
	default: // a plain shell, where nothing is typed
		d.ok("tmux-outside", fmt.Sprintf("%v; a session that is to be typed into runs inside tmux, and ! savectx doctor looks from there", err))
		return
	}
	ctx, cancel := context.WithTimeout(d.c.Context, tmuxPatience)
	defer cancel()
	server, err := tmux.Open(ctx, socket)
	switch {
	case errors.Is(err, tmux.ErrDenied):
		d.warn("tmux-denied", fmt.Sprintf("%v: a sandbox or its owner keeps this command from it", err), "jobs are started by the Stop hook then; savectx compact-line prints the line")
		return
	case err != nil:
		d.fail("tmux-server", fmt.Sprintf("the tmux server of this environment cannot be used: %v", err), "open a new pane: TMUX names a server that is gone or hangs")
		return
	}
	d.ok("tmux-server", fmt.Sprintf("the tmux server on %s is version %s", socket, server.Version()))
	d.examinePane(ctx, pane)
	d.examineClipboard(ctx, server)
}

func (d *doctor) tmuxProgram() (path, version string, err error) {
	ctx, cancel := context.WithTimeout(d.c.Context, tmuxPatience)
	defer cancel()
	return tmux.Program(ctx)
}

// examinePane proves, as savectx compact does, that the client sits on the pane.
func (d *doctor) examinePane(ctx context.Context, pane string) {
	where, err := locate(ctx, d.c)
	switch {
	case err == nil:
		d.ok("tmux-pane", fmt.Sprintf("pane %s (%s) is proven to be session %s's own: process %d sits on it", where.target.Pane, where.target.TTY, where.agent.Session, where.agent.PID))
	case os.Getenv("CLAUDE_CODE_SESSION_ID") != "":
		d.fail("tmux-pane", fmt.Sprintf("pane %s cannot be proven to be this session's own, so nothing is typed: %v", pane, err), "start claude directly in a tmux pane, not through another terminal program inside it")
	default:
		d.warn("tmux-pane", fmt.Sprintf("pane %s, in which this runs, is not Claude Code's: %v", pane, err), "run it inside the session with ! savectx doctor; savectx compact --dry-run --pane %N looks at another pane")
	}
}

// examineClipboard looks at the way of a copied line out of tmux.
func (d *doctor) examineClipboard(ctx context.Context, server *tmux.Server) {
	switch set, err := server.Clipboard(ctx); {
	case err != nil:
	case set == "off":
		d.warn("tmux-clipboard", "tmux keeps a copied line from the terminal's clipboard (set-clipboard is off); it is in the tmux buffer savectx all the same", "tmux set-option -s set-clipboard external")
	default:
		d.ok("tmux-clipboard", "a copied line reaches the terminal's clipboard (set-clipboard is "+set+") and the tmux buffer savectx")
	}
}

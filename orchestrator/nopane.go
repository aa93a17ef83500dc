package orchestrator

import (
	"context"
	"time"
)

// NoPane stands for a pane that was gone before the orchestrator came to it:
// everything fails with its Reason.
type NoPane struct{ Reason error }

func (n NoPane) Prove(context.Context) error                           { return n.Reason }
func (n NoPane) Read(context.Context) (string, int, int, error)        { return "", 0, 0, n.Reason }
func (n NoPane) Shut(context.Context) (string, error)                  { return "", n.Reason }
func (n NoPane) Modes(context.Context) (int, error)                    { return 0, n.Reason }
func (n NoPane) LeaveModes(context.Context) error                      { return n.Reason }
func (n NoPane) Unread() (int, error)                                  { return 0, n.Reason }
func (n NoPane) LastKey(context.Context) (time.Time, error)            { return time.Time{}, n.Reason }
func (n NoPane) Tell(context.Context, string) error                    { return n.Reason }
func (n NoPane) Offer(context.Context, string, string) error           { return n.Reason }
func (n NoPane) Paste(context.Context, string, int, int) (bool, error) { return false, n.Reason }
func (n NoPane) Press(context.Context, string, int, int) (bool, error) { return false, n.Reason }
func (n NoPane) Erase(context.Context, int, int, int) (bool, error)    { return false, n.Reason }

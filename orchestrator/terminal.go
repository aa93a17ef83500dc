package orchestrator

import (
	"context"
	"time"
)

// Pane is what the orchestrator needs of a terminal pane. Coordinates are
// columns and rows from 0. Paste, Press and Erase act only while the pane is
// provably the recorded one, in no mode, and its cursor is still at x, y; they
// return false when the pane's server refused, and then nothing was sent.
type Pane interface {
	Prove(ctx context.Context) error
	Read(ctx context.Context) (screen string, x, y int, err error)
	Shut(ctx context.Context) (reason string, err error)
	Modes(ctx context.Context) (int, error)
	LeaveModes(ctx context.Context) error
	Paste(ctx context.Context, text string, x, y int) (bool, error)
	Press(ctx context.Context, key string, x, y int) (bool, error)
	Erase(ctx context.Context, n, x, y int) (bool, error)
	Unread() (int, error)
	LastKey(ctx context.Context) (time.Time, error)
	Tell(ctx context.Context, message string) error
	Offer(ctx context.Context, name, text string) error
}

// Terminal is a pane with the errors that mean something to the orchestrator.
type Terminal struct {
	Pane
	Gone    error // the pane is not the recorded one any more
	Unknown error // a call timed out, its effect is unknown
}

// The keys the orchestrator presses besides taking back its own text.
const (
	keyEnter = "Enter"
	keyStash = "C-s"
)

package mem0

import (
	"context"
	"time"
)

// What only tests of this package use.

func (c *Client) SetPause(f func(context.Context, time.Duration) error) { c.pause = f }

func (c *Client) Mark(text, project, typ string) string { return c.mark(recordOf(text, project, typ)) }

var (
	ReadReply = func(b []byte) (Added, bool, error) { r, err := readReply(b); return r.Added, r.dropped, err }
)

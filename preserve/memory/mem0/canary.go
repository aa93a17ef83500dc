// Proof that what is written can be read, under this user.

package mem0

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"savectx/preserve/memory/record"
)

const (
	canaryTries  = 5
	canaryWait   = 500 * time.Millisecond
	canaryRemove = 15 * time.Second // also after the caller has given up
	canarySweep  = 5 * time.Second  // for those that nobody answered for
	canaryOld    = 10 * time.Minute // nobody works with one that is older
	canaryOf     = "savectx-canary" // the project
	canaryBegins = "savectx canary "
)

// Canary writes a marked record under the user id, finds it again by search or
// list, and removes it. Errors: [ErrScope] when it was taken and is not found
// under the user id, *[Error]; one that could not be removed is named by id.
// Those that earlier ones had to leave behind are removed as well.
func (c *Client) Canary(ctx context.Context) (err error) {
	rec := record.Record{
		Type: record.Reference, Project: canaryOf,
		Text: canaryBegins + rand.Text() + ": written to prove the scope, removed at once",
	}
	got, err := c.Add(ctx, rec)
	if err != nil {
		c.sweep(ctx, rec, err)
		return err
	}
	if got.ID == "" {
		return fmt.Errorf("mem0: canary: %s took it for memory %s and did not store it", c.host, clip(got.Duplicate, 80))
	}
	defer func() {
		// The caller's end is no reason to leave it behind.
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), canaryRemove)
		defer cancel()
		if rm := c.remove(late, got.ID); rm != nil && !errors.Is(rm, ErrNotFound) {
			err = errors.Join(err, fmt.Errorf("mem0: canary: memory %s stays behind: %w", clip(got.ID, 80), rm))
		}
	}()
	project := rec.Project
	if c.style != Hosted {
		project = "" // a list that cannot be asked for would be long
	}
	for try := range canaryTries {
		if try > 0 {
			if err := c.pause(ctx, canaryWait<<(try-1)); err != nil {
				return fmt.Errorf("mem0: canary: %w", err)
			}
		}
		found, err := c.search(ctx, rec.Text, "", searchMax)
		if err == nil && !holds(found, got.ID) {
			found, err = c.list(ctx, project, pageSize)
		}
		if err != nil {
			return err
		}
		if holds(found, got.ID) {
			c.removeOld(ctx, found)
			return nil
		}
	}
	return fmt.Errorf("mem0: canary: %s stored it as %s, but finds nothing under user id %q: %w", c.host, clip(got.ID, 80), c.user, ErrScope)
}

// sweep removes a record whose add has failed, and may have arrived all the
// same. Where that cannot be done either, a later canary does it.
func (c *Client) sweep(ctx context.Context, rec record.Record, cause error) {
	var e *Error
	if !errors.As(cause, &e) || !e.maybe {
		return
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), canarySweep)
	defer cancel()
	twins, err := c.find(late, rec)
	for i := 0; err == nil && i < len(twins); i++ {
		err = c.remove(late, twins[i].ID)
	}
}

// removeOld removes what earlier canaries left behind, as far as it was found
// beside this one.
func (c *Client) removeOld(ctx context.Context, found []hit) {
	for _, h := range found {
		if h.Project == canaryOf && strings.HasPrefix(h.Text, canaryBegins) && !h.Created.IsZero() && time.Since(h.Created) > canaryOld {
			_ = c.remove(ctx, h.ID) // the next one tries it again
		}
	}
}

func holds(found []hit, id string) bool {
	for _, h := range found {
		if h.ID == id {
			return true
		}
	}
	return false
}

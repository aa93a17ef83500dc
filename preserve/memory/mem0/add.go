// Adding, once, whatever happens on the way.

package mem0

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"savectx/preserve/memory/record"
)

// How long an event of the hosted service is followed.
const (
	eventTries = 30
	eventMin   = 200 * time.Millisecond
	eventMax   = 3 * time.Second
)

// Add stores a record as it is written, without inference, in one new memory,
// and follows the answer to its end. When a try may have arrived, the record
// is looked for before it is sent again. An error of [Kind] Away does not mean
// that nothing was stored: adding again has to begin with a search, as
// [Client.Save] does.
func (c *Client) Add(ctx context.Context, rec record.Record) (Added, error) {
	if err := check("add", &rec); err != nil {
		return Added{}, err
	}
	return c.add(ctx, rec, c.metadata(rec))
}

// AddBack adds a memory that was removed, as it was, under a new id.
func (c *Client) AddBack(ctx context.Context, f Former) (Added, error) {
	if err := check("add", &f.Record); err != nil {
		return Added{}, err
	}
	meta := c.metadata(f.Record)
	theirs, err := f.metadata()
	if err != nil {
		return Added{}, err
	}
	maps.Copy(meta, theirs)
	meta[metaMark] = c.mark(f.Record)
	return c.add(ctx, f.Record, meta)
}

func (c *Client) add(ctx context.Context, rec record.Record, meta map[string]any) (Added, error) {
	q := c.addCall(rec.Text, meta)
	maybe := false
	for try := 1; ; try++ {
		got, err := c.addOnce(ctx, q)
		if err == nil {
			if maybe {
				return c.single(ctx, rec, got)
			}
			return got, nil
		}
		var e *Error
		if !errors.As(err, &e) {
			return Added{}, err
		}
		maybe = maybe || e.maybe
		again := e.again && try < triesMax
		if e.again && (again || e.maybe) { // the search may need the pause, too
			again = c.rest(ctx, try, e) == nil && again
		}
		if e.maybe && ctx.Err() == nil {
			twins, err := c.find(ctx, rec)
			if err == nil && len(twins) > 0 {
				return c.single(ctx, rec, Added{ID: twins[0].ID})
			}
			if err != nil { // whether it is there cannot be known: not sent again
				return Added{}, e
			}
		}
		if !again {
			e.maybe = maybe // an earlier try counts as well
			return Added{}, e
		}
	}
}

func (c *Client) addOnce(ctx context.Context, q call) (Added, error) {
	ans, err := c.once(ctx, q)
	if err != nil {
		return Added{}, err
	}
	r, err := readReply(ans.body)
	if err != nil {
		return Added{}, c.failure(q.op, ctx, true, err)
	}
	if r.event != "" && c.style == Hosted {
		if r, err = c.follow(ctx, r); err != nil {
			return Added{}, err
		}
	}
	switch {
	case r.failed:
		return Added{}, &Error{Op: q.op, Host: c.host, Kind: Away, maybe: true, Detail: "the server took the memory and failed to store it"}
	case r.dropped, r.ID != "":
		return r.Added, nil
	}
	// Nothing stored and no reason: a server that knows the text already
	// answers so, and one that names no ids. Which one, only a search can tell.
	return Added{}, &Error{Op: q.op, Host: c.host, Kind: Away, maybe: true, Detail: "the server says yes, but names no memory that holds the text"}
}

// follow asks for an event until it has ended.
func (c *Client) follow(ctx context.Context, r reply) (reply, error) {
	wait := eventMin
	id := r.event
	for range eventTries {
		if err := c.pause(ctx, wait); err != nil {
			return r, c.failure("add", ctx, true, err)
		}
		wait = min(eventMax, wait*3/2)
		var state string
		var next reply
		err := c.safely(ctx, c.eventCall(id), func(body []byte) error {
			v, err := decode(body)
			if err != nil {
				return err
			}
			m, ok := v.(map[string]any)
			if state = str(m["status"]); !ok || state == "" {
				return errGarbage
			}
			next = reply{}
			if list, ok := items(v); ok && len(list) > 0 {
				next, err = replyOf(m["results"])
			} else {
				near(v, &next, 0)
			}
			return err
		})
		if err != nil {
			var e *Error
			if errors.As(err, &e) { // what became of the memory is open
				e.maybe, e.again, e.Kind = true, false, Away
			}
			return r, err
		}
		switch state {
		case "SUCCEEDED":
			return next, nil
		case "FAILED":
			return reply{failed: true}, nil
		}
	}
	return r, &Error{Op: "add", Host: c.host, Kind: Away, maybe: true, Detail: "the server took the memory and has not stored it yet"}
}

// find searches for a record that an add may have left: the same mark, oldest
// first.
func (c *Client) find(ctx context.Context, rec record.Record) ([]hit, error) {
	found, err := c.search(ctx, rec.Text, "", searchMax)
	if err != nil {
		return nil, err
	}
	return marked(found, c.mark(rec)), nil
}

func marked(found []hit, mark string) []hit {
	var out []hit
	for _, h := range found {
		if h.mark == mark {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b hit) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// single removes all but the oldest memory with the mark of rec: they are
// copies of one add. When that cannot be done now, the next Save does it.
func (c *Client) single(ctx context.Context, rec record.Record, got Added) (Added, error) {
	twins, err := c.find(ctx, rec)
	if err != nil || len(twins) == 0 {
		return got, nil
	}
	c.tidy(ctx, twins)
	got.ID = twins[0].ID
	return got, nil
}

func (c *Client) tidy(ctx context.Context, twins []hit) {
	for _, h := range twins[1:] {
		if c.remove(ctx, h.ID) != nil {
			return
		}
	}
}

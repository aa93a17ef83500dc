// Delivering, one after the other.

package outbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"savectx/preserve/safefile"
)

// errorMax bounds the reason that an item keeps, in bytes.
const errorMax = 1000

// Report is what a delivery came to.
type Report struct {
	Delivered []Item
	Aside     []Item // set aside now, each with its Error
	// Stopped is why it ended before the end of the queue; nil when it did not.
	Stopped error
	Waiting int // items that are left for this store
}

// Deliver hands the items for one store to send, in their order, and removes
// those that were taken. The first that cannot be delivered yet ends it. An
// error of send with a method Final() bool that says true sets the item aside,
// and the next one comes. send must look first whether the item is there: it
// may have been delivered by somebody who was killed afterwards.
//
// Errors: ErrBusy when another delivery is at work, those of the folder; what
// send returns is in the Report.
func (b *Box) Deliver(ctx context.Context, to string, send func(context.Context, Item) error) (Report, error) {
	var rep Report
	if _, err := os.Stat(b.dir); errors.Is(err, fs.ErrNotExist) {
		return rep, nil
	}
	unlock, ok, err := safefile.TryLock(filepath.Join(b.dir, ".deliver.lock"))
	if err != nil {
		return rep, fmt.Errorf("outbox: %w", err)
	}
	if !ok {
		return rep, fmt.Errorf("outbox: %s: %w", b.dir, ErrBusy)
	}
	defer unlock()
	found, err := names(b.dir)
	if err != nil {
		return rep, err
	}
	for _, n := range found {
		it, err := load(b.dir, n)
		switch {
		case errors.Is(err, fs.ErrNotExist): // dropped
			continue
		case err != nil:
			if err := b.setApart(ctx, n, nil); err != nil {
				return rep, err
			}
			rep.Aside = append(rep.Aside, Item{ID: n, Error: err.Error()})
			continue
		case it.To != to:
			continue
		case rep.Stopped != nil:
			rep.Waiting++
			continue
		case ctx.Err() != nil:
			rep.Stopped = ctx.Err()
			rep.Waiting++
			continue
		}
		err = send(ctx, it)
		if err == nil {
			if err := b.change(ctx, n, func(path string) error { return os.Remove(path) }); err != nil {
				return rep, err
			}
			rep.Delivered = append(rep.Delivered, it)
			continue
		}
		it.Tries++
		it.Tried = time.Now().UTC()
		it.Error = strings.ToValidUTF8(err.Error()[:min(len(err.Error()), errorMax)], "")
		if final(err) {
			if err := b.setApart(ctx, n, &it); err != nil {
				return rep, err
			}
			rep.Aside = append(rep.Aside, it)
			continue
		}
		rep.Stopped = err
		rep.Waiting++
		if err := b.change(ctx, n, func(string) error { return b.write(it) }); err != nil {
			return rep, err
		}
	}
	return rep, nil
}

func final(err error) bool {
	var f interface{ Final() bool }
	return errors.As(err, &f) && f.Final()
}

// change does something with the file of an item under the lock, unless
// somebody has removed it. It is done also when ctx has ended: the item has
// been sent by then.
func (b *Box) change(ctx context.Context, name string, do func(path string) error) error {
	unlock, err := b.lock(context.WithoutCancel(ctx))
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	defer unlock()
	path := filepath.Join(b.dir, name)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := do(path); err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	return nil
}

// setApart moves an item's file into the folder aside, with what is known of
// it now; nil leaves the file as it is.
func (b *Box) setApart(ctx context.Context, name string, it *Item) error {
	return b.change(ctx, name, func(path string) error {
		if it != nil {
			if err := b.write(*it); err != nil {
				return err
			}
		}
		if err := os.MkdirAll(b.aside(), 0o700); err != nil {
			return err
		}
		return os.Rename(path, filepath.Join(b.aside(), name))
	})
}

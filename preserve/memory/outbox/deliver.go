// Delivering, one after the other.

package outbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	// Gone are ids that were asked for, or seen, and did not wait any more:
	// delivered, set aside or dropped by somebody else.
	Gone []string
}

// Deliver hands the items for one store to send, in their order, and removes
// those that were taken. The first that cannot be delivered yet ends it. An
// error of send with a method Final() bool that says true sets the item aside,
// and the next one comes; one with a method Unclear() bool that says true marks
// it as perhaps delivered. send must look first whether the item is there: it
// may have been delivered by somebody who was killed afterwards. The Trace that
// it leaves in an item that was taken is kept for [Box.Leave].
//
// Errors: ErrBusy when another delivery is at work, those of the folder; what
// send returns is in the Report.
func (b *Box) Deliver(ctx context.Context, to string, send func(context.Context, *Item) error) (Report, error) {
	unlock, err := b.deliverer(ctx, 0)
	if err != nil || unlock == nil {
		return Report{}, err
	}
	defer unlock()
	found, err := names(b.dir)
	if err != nil {
		return Report{}, err
	}
	return b.deliver(ctx, found, to, send)
}

// DeliverThese is Deliver of the items with those ids, in that order, and of no
// others. It waits for another delivery as long as patience says. An id that no
// longer waits is in the Report.
func (b *Box) DeliverThese(ctx context.Context, to string, ids []string, patience time.Duration, send func(context.Context, *Item) error) (Report, error) {
	unlock, err := b.deliverer(ctx, patience)
	if err != nil || unlock == nil {
		return Report{Gone: ids}, err
	}
	defer unlock()
	found, err := names(b.dir)
	if err != nil {
		return Report{}, err
	}
	var these, gone []string
	for _, id := range ids {
		if i := slices.IndexFunc(found, func(n string) bool { return idIn(n) == id }); i >= 0 {
			these = append(these, found[i])
		} else {
			gone = append(gone, id)
		}
	}
	rep, err := b.deliver(ctx, these, to, send)
	rep.Gone = append(gone, rep.Gone...)
	return rep, err
}

// DeliverAside hands one item that was set aside to send, and removes it when
// it was taken; otherwise it stays where it is, with the reason. It waits for
// another delivery as DeliverThese does. Errors: ErrNoItem, ErrBusy, those of
// the folder and of send.
func (b *Box) DeliverAside(ctx context.Context, id string, patience time.Duration, send func(context.Context, *Item) error) error {
	unlock, err := b.deliverer(ctx, patience)
	if err != nil {
		return err
	}
	none := fmt.Errorf("outbox: %s: %w", id, ErrNoItem)
	if unlock == nil {
		return none
	}
	defer unlock()
	apart, err := b.Aside()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(apart, func(it Item) bool { return it.ID == id && it.To != "" })
	if i < 0 {
		return none
	}
	it := apart[i]
	it.file = filepath.Join(filepath.Base(b.aside()), it.file)
	it.box = b
	err = send(ctx, &it)
	if err == nil {
		return b.taken(ctx, it)
	}
	b.tried(&it, err)
	if err := b.change(ctx, it.file, func(string) error { return b.write(it) }); err != nil {
		return err
	}
	return err
}

// deliverer takes the lock of whoever delivers. A folder that is not there has
// nothing to deliver: no lock, no error.
func (b *Box) deliverer(ctx context.Context, patience time.Duration) (unlock func(), err error) {
	if _, err := os.Stat(b.dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	path := filepath.Join(b.dir, ".deliver.lock")
	unlock, ok, err := safefile.TryLock(path)
	if err == nil && !ok && patience > 0 {
		wait, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		unlock, err = safefile.Lock(wait, path)
		if ok = err == nil; wait.Err() != nil {
			err = nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}
	if !ok {
		return nil, fmt.Errorf("outbox: %s: %w", b.dir, ErrBusy)
	}
	return unlock, nil
}

func (b *Box) deliver(ctx context.Context, found []string, to string, send func(context.Context, *Item) error) (rep Report, err error) {
	for _, n := range found {
		it, err := load(b.dir, n)
		switch {
		case errors.Is(err, fs.ErrNotExist): // dropped
			rep.Gone = append(rep.Gone, idIn(n))
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
		it.box = b
		err = send(ctx, &it)
		if err == nil {
			if err := b.taken(ctx, it); err != nil {
				return rep, err
			}
			rep.Delivered = append(rep.Delivered, it)
			continue
		}
		if errors.Is(err, ErrNoItem) { // dropped while it was looked for
			rep.Gone = append(rep.Gone, it.ID)
			continue
		}
		b.tried(&it, err)
		if final(err) {
			if err := b.setApart(ctx, n, &it); err != nil {
				return rep, err
			}
			rep.Aside = append(rep.Aside, it)
			continue
		}
		rep.Stopped = err
		rep.Waiting++
		if err := b.change(ctx, n, func(string) error { return b.again(it) }); err != nil {
			return rep, err
		}
	}
	return rep, nil
}

// tried notes a try that failed.
func (b *Box) tried(it *Item, err error) {
	it.Tries++
	it.Tried = time.Now().UTC()
	text := b.clean(err.Error())
	it.Error = strings.ToValidUTF8(text[:min(len(text), errorMax)], "")
	var u interface{ Unclear() bool }
	it.Unclear = it.Unclear || errors.As(err, &u) && u.Unclear()
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
			if err := b.again(*it); err != nil {
				return err
			}
		}
		if err := os.MkdirAll(b.aside(), 0o700); err != nil {
			return err
		}
		return os.Rename(path, filepath.Join(b.aside(), name))
	})
}

// What became of items, for as long as somebody may take them back.

package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"savectx/preserve/safefile"
)

// doneMax bounds what is remembered of delivered items; the oldest go first.
const doneMax = 1000

// receipt is what is left of an item that was taken, or that left the outbox
// after a try that may have arrived. Without a trace it says that nothing of the
// item is left anywhere.
type receipt struct {
	ID     string          `json:"id"`
	Wanted []time.Time     `json:"wanted"`
	Trace  json.RawMessage `json:"trace,omitempty"`
	file   string
}

func (b *Box) done() string { return filepath.Join(b.dir, "done") }

// Note writes down what sending the item is about to do, so that it is known
// after a kill. Only for an item that send was given. Errors: ErrNoItem when
// the item has left the outbox, and must not be sent; those of the folder.
func (it *Item) Note(ctx context.Context, trace json.RawMessage) error {
	noted := fmt.Errorf("outbox: %s: %w", it.ID, ErrNoItem)
	err := it.box.change(ctx, it.file, func(string) error {
		next := *it
		next.Trace = trace
		noted = it.box.again(next)
		return noted
	})
	if err == nil {
		err = noted
	}
	if err == nil {
		it.Trace = trace
	}
	return err
}

// again writes an item that is being sent; who wants it may have changed in the
// meantime. The folder is locked.
func (b *Box) again(it Item) error {
	if now, err := load(filepath.Join(b.dir, filepath.Dir(it.file)), filepath.Base(it.file)); err == nil {
		it.Wanted = now.wanted()
	}
	return b.write(it)
}

// taken makes a receipt of an item that the store has now. Where none can be
// written the item goes all the same: it is delivered.
func (b *Box) taken(ctx context.Context, it Item) error {
	name := filepath.Base(it.file)
	unlock, err := b.lock(context.WithoutCancel(ctx))
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	defer unlock()
	path := filepath.Join(b.dir, it.file)
	r := receipt{ID: it.ID, Wanted: it.wanted(), Trace: it.Trace, file: name}
	switch now, err := load(filepath.Dir(path), name); {
	case err == nil:
		if it.file == name { // nobody joins what was set aside
			r.Wanted = now.wanted()
		}
		_ = b.keep(r)
	case errors.Is(err, fs.ErrNotExist): // left while it was sent
		if old, err := loadReceipt(b.done(), name); err == nil {
			old.Trace = it.Trace
			_ = b.keep(old)
		}
		return nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("outbox: %w", err)
	}
	return nil
}

// keep writes a receipt; the folder is locked. One that nobody wants goes.
func (b *Box) keep(r receipt) error {
	path := filepath.Join(b.done(), r.file)
	if len(r.Wanted) == 0 {
		return os.Remove(path)
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := safefile.Replace(path, append(data, '\n')); err != nil {
		return err
	}
	all, err := names(b.done())
	for ; err == nil && len(all) > doneMax; all = all[1:] {
		err = os.Remove(filepath.Join(b.done(), all[0]))
	}
	return err
}

func loadReceipt(dir, name string) (r receipt, err error) {
	data, here, err := safefile.ReadState(filepath.Join(dir, name), fileMax+1)
	if err == nil && !here {
		err = fs.ErrNotExist
	}
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err == nil && r.ID != idIn(name) {
		err = fmt.Errorf("outbox: %s was changed", name)
	}
	r.file = name
	return r, err
}

// receipt is the last one of an item that one of these saves wanted.
func (b *Box) receipt(id string, who []time.Time) (r receipt, ok bool) {
	all, err := names(b.done())
	if err != nil {
		return r, false
	}
	for _, n := range slices.Backward(all) {
		if idIn(n) != id {
			continue
		}
		r, err := loadReceipt(b.done(), n)
		if err == nil && slices.ContainsFunc(who, func(t time.Time) bool { return wants(r.Wanted, t) }) {
			return r, true
		}
	}
	return r, false
}

// Delivered is the trace of an item that this save wanted and that was taken;
// ok is false when nothing is known of it.
func (b *Box) Delivered(id string, who time.Time) (trace json.RawMessage, ok bool) {
	r, ok := b.receipt(id, []time.Time{who})
	return r.Trace, ok
}

// Left is what the outbox knew of an item that a save has taken back.
type Left struct {
	Known  bool // the save had queued it
	Shared bool // another save wants it as well: it stays, wherever it is
	// Trace is what sending it has done, or was about to do; nil: nothing.
	Trace json.RawMessage
}

// Leave takes back a save's wish for an item. When no other save wants it, it
// leaves the outbox. What was noted of it stays until [Box.Forget]. Who else is
// sending the item just now is waited for, as long as patience says.
// Errors: ErrBusy, those of the folder.
func (b *Box) Leave(ctx context.Context, id string, who time.Time, patience time.Duration) (left Left, err error) {
	if _, err := os.Stat(b.dir); errors.Is(err, fs.ErrNotExist) {
		return left, nil
	}
	left, sent, err := b.leave(ctx, id, who, false)
	if err != nil || !sent {
		return left, err
	}
	unlock, err := b.deliverer(ctx, patience)
	if err != nil || unlock == nil {
		return left, err
	}
	defer unlock()
	left, _, err = b.leave(ctx, id, who, true)
	return left, err
}

// leave does nothing, and says that the item may be being sent, unless alone.
func (b *Box) leave(ctx context.Context, id string, who time.Time, alone bool) (left Left, sent bool, err error) {
	unlock, err := b.lock(ctx)
	if err != nil {
		return left, false, fmt.Errorf("outbox: %w", err)
	}
	defer unlock()
	for _, dir := range []string{b.dir, b.aside()} {
		found, err := names(dir)
		if err != nil {
			return left, false, err
		}
		for _, n := range found {
			if idIn(n) != id {
				continue
			}
			it, err := load(dir, n)
			if err != nil || !wants(it.wanted(), who) {
				continue
			}
			left.Known = true
			it.Wanted = slices.DeleteFunc(slices.Clone(it.wanted()), func(t time.Time) bool { return t.Equal(who) })
			switch {
			case len(it.Wanted) > 0:
				left.Shared = true
				it.file = filepath.Join(map[bool]string{true: filepath.Base(b.aside())}[dir != b.dir], n)
				if err := b.write(it); err != nil {
					return left, false, err
				}
			case it.Trace != nil && !alone:
				return left, true, nil
			default:
				if err := b.remove(dir, n); err != nil {
					return left, false, err
				}
			}
		}
	}
	r, ok := b.receipt(id, []time.Time{who})
	switch {
	case left.Shared, left.Known && !ok:
		return left, false, b.forget(id, who)
	case !ok:
		return left, false, nil
	case len(r.Wanted) > 1:
		return Left{Known: true, Shared: true}, false, b.forget(id, who)
	}
	return Left{Known: true, Trace: r.Trace}, false, nil
}

// remove takes an item's file away. What it has noted stays as a receipt. The
// folder is locked.
func (b *Box) remove(dir, name string) error {
	if it, err := load(dir, name); err == nil && it.Trace != nil {
		if err := b.keep(receipt{ID: it.ID, Wanted: it.wanted(), Trace: it.Trace, file: name}); err != nil {
			return fmt.Errorf("outbox: %w", err)
		}
	}
	if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("outbox: %w", err)
	}
	return nil
}

// Forget replaces what is remembered of an item for this save: it has been taken
// back, and nothing is left of it.
func (b *Box) Forget(ctx context.Context, id string, who time.Time) error {
	if _, err := os.Stat(b.dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	unlock, err := b.lock(ctx)
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	defer unlock()
	return b.forget(id, who)
}

func (b *Box) forget(id string, who time.Time) error {
	all, err := names(b.done())
	if err != nil {
		return err
	}
	for _, n := range all {
		if idIn(n) != id {
			continue
		}
		r, err := loadReceipt(b.done(), n)
		if err != nil || !wants(r.Wanted, who) {
			continue
		}
		r.Wanted = slices.DeleteFunc(r.Wanted, func(t time.Time) bool { return t.Equal(who) })
		if err := b.keep(r); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("outbox: %w", err)
		}
	}
	var taken []string
	for _, dir := range []string{b.dir, b.aside(), b.done()} {
		found, err := names(dir)
		if err != nil {
			return err
		}
		taken = append(taken, found...)
	}
	if err := b.keep(receipt{ID: id, Wanted: []time.Time{who}, file: nextName(taken, id)}); err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	return nil
}

// Lately is what was noted of the same item when it was last delivered, if that
// is not longer ago; nil when it was not.
func (it *Item) Lately(ago time.Duration) json.RawMessage {
	all, _ := names(it.box.done())
	for _, name := range slices.Backward(all) {
		if idIn(name) != it.ID {
			continue
		}
		info, err := os.Lstat(filepath.Join(it.box.done(), name))
		if err != nil || time.Since(info.ModTime()).Abs() > ago {
			return nil
		}
		r, _ := loadReceipt(it.box.done(), name)
		return r.Trace
	}
	return nil
}

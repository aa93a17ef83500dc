// Delivering, trying again, deciding and forgetting what is in the outbox.

package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/remote"
)

// deliverNow hands everything that waits to the stores that are set up. Another
// delivery is waited for.
func (w *waiting) deliverNow() error {
	waits := slices.DeleteFunc(slices.Clone(w.items), func(d waitingDoc) bool { return d.State != itemWaits })
	if len(waits) == 0 {
		return coded{code: exitNothing, err: errors.New("nothing waits")}
	}
	stuck := w.deliverTo(func(remote.Store) bool { return true })
	for _, d := range waits {
		if d.Store == "" {
			w.tell("%s waits for %s, which no store that is set up is", d.short(), oneLine(d.To))
			stuck = true
		}
	}
	if stuck {
		return coded{exitFailed, errors.New("not everything could be delivered"), "savectx memory waiting shows what is left, and why"}
	}
	return nil
}

// deliverTo delivers what waits for these stores, and says what became of it.
func (w *waiting) deliverTo(which func(remote.Store) bool) (stuck bool) {
	for _, s := range w.stores {
		if !which(s) {
			continue
		}
		r, err := w.deliverPatiently(s)
		name := oneLine(s.Name())
		if err != nil {
			w.tell("%s: %s", name, oneLine(w.withoutSecrets(err.Error())))
			stuck = true
		}
		if len(r.Delivered) > 0 {
			w.say("delivered to %s: %d", name, len(r.Delivered))
		}
		for _, it := range r.Aside {
			w.tell("set aside: %s: %s", firstRunes(it.ID, shortItem), oneLine(w.withoutSecrets(it.Error)))
			stuck = true
		}
		if r.Stopped != nil {
			w.tell("%s cannot take it now, %d wait: %s", name, r.Waiting, oneLine(w.withoutSecrets(r.Stopped.Error())))
			stuck = true
		}
	}
	return stuck
}

func (w *waiting) deliverPatiently(s remote.Store) (outbox.Report, error) {
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		r, err := remote.Deliver(w.ctx, w.box, s)
		if !errors.Is(err, outbox.ErrBusy) {
			return r, err
		}
		select {
		case <-look.C:
		case <-w.ctx.Done():
			return r, err
		}
	}
}

// retry puts items back into the queue, or into that of another store, and
// delivers what waits there.
func (w *waiting) retry(list []waitingDoc) error {
	var to remote.Store
	if name := w.c.String("store"); name != "" {
		var err error
		if to, err = w.remote(w.set, storeName(w.set, name)); err != nil {
			return err
		}
		defer to.Close()
	}
	addresses := map[string]bool{}
	for _, d := range list {
		address, err := w.again(d, to)
		if err != nil {
			return err
		}
		addresses[address] = true
	}
	stuck := w.deliverTo(func(s remote.Store) bool { return addresses[s.Address()] })
	for _, address := range slices.Sorted(maps.Keys(addresses)) {
		if w.at(address) == nil {
			w.tell("no store that is set up is %s: it waits", oneLine(w.withoutSecrets(address)))
			stuck = true
		}
	}
	if stuck {
		return coded{exitFailed, errors.New("not everything could be delivered"), "savectx memory waiting shows what is left, and why"}
	}
	return nil
}

// again queues an item anew and tells for which address.
func (w *waiting) again(d waitingDoc, to remote.Store) (address string, err error) {
	it, ok, err := w.item(d)
	switch {
	case err != nil:
		return "", err
	case !ok || it.To == "":
		return "", usageError{fmt.Sprintf("%s cannot be read, so it cannot be delivered: %s", oneLine(d.ID), oneLine(d.Reason)), "--drop forgets it"}
	case to == nil || to.Address() == it.To:
		if d.State == itemAside {
			err = w.box.Retry(w.ctx, d.ID)
		}
		return it.To, err
	}
	it.To, it.Error = to.Address(), ""
	if _, _, err := w.box.Put(w.ctx, it); err != nil {
		return "", err
	}
	return it.To, w.box.Drop(w.ctx, d.ID)
}

// item is the item itself; ok is false when it has gone.
func (w *waiting) item(d waitingDoc) (it outbox.Item, ok bool, err error) {
	list, err := w.box.List()
	if d.State == itemAside {
		list, err = w.box.Aside()
	}
	for _, it := range list {
		if it.ID == d.ID {
			return it, true, err
		}
	}
	return it, false, err
}

// replace puts facts in place of what the store has.
func (w *waiting) replace(list []waitingDoc) error {
	for _, d := range list {
		if d.State != itemAside {
			return usageError{fmt.Sprintf("%s only waits: nothing stands against it", d.short()), "--deliver delivers it"}
		}
		it, _, err := w.item(d)
		if err != nil {
			return err
		}
		to := w.at(it.To)
		if to == nil {
			return coded{exitFailed, fmt.Errorf("no store that is set up is %s", oneLine(d.To)), "--retry --store NAME hands it to another one, --drop forgets it"}
		}
		if err := w.tellOutcome(w.c, to, remote.Settle(w.ctx, w.box, to, d.ID)); err != nil {
			return err
		}
	}
	return nil
}

func (w *waiting) drop(list []waitingDoc) error {
	for _, d := range list {
		if err := w.box.Drop(w.ctx, d.ID); err != nil && !errors.Is(err, outbox.ErrNoItem) {
			return err
		}
		w.say("%s is forgotten", d.short())
	}
	return nil
}

func hintFor(o remote.Outcome) string {
	if o.Item == "" {
		return ""
	}
	return fmt.Sprintf("savectx memory waiting --retry %s tries it again, --drop %s forgets it", o.Item, o.Item)
}

// The doctor on the stores of facts: the one on this machine, mem0, the outbox.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/store"
)

func (d *doctor) examineStores() {
	d.examineSessionStore()
	d.examineMem0()
	d.examineMemoryServer()
	d.examineOutbox()
}

// checkPatience bounds the look through the whole file. A file that takes
// longer counts as whole as far as it was read.
const checkPatience = 3 * time.Second

func (d *doctor) examineSessionStore() {
	path := filepath.Join(string(d.state), memoryFile)
	if _, err := os.Lstat(path); err != nil {
		d.ok("memory-store", "no session and no fact is kept yet; "+path+" will hold them")
		return
	}
	s, err := store.Open(d.c.Context, path)
	var z store.Sizes
	if err == nil {
		defer s.Close()
		z, err = s.Sizes(d.c.Context)
	}
	if err == nil {
		ctx, cancel := context.WithTimeout(d.c.Context, checkPatience)
		defer cancel()
		if err = s.Check(ctx); ctx.Err() != nil {
			err = nil
		}
	}
	switch {
	case errors.Is(err, store.ErrNewer):
		d.fail("memory-store", err.Error(), "use the newer savectx; or move the file away, and a new one is begun")
		return
	case errors.Is(err, store.ErrForeign):
		d.fail("memory-store", err.Error(), "move the file away, and a new one is begun; savectx memory import takes in what an export has")
		return
	case err != nil:
		d.fail("memory-store", err.Error(), "see what keeps savectx from "+path)
		return
	}
	d.ok("memory-store", fmt.Sprintf("what is kept is in %s: %d KiB, sessions %d with facts %d, facts of their own %d, entries of TempContext.md %d",
		path, kib(z.File), z.Sessions, z.Facts, z.Memories, z.Entries))
	text := fmt.Sprintf("sessions whose text is kept: %d, %d KiB of it; ", z.Transcripts, kib(z.TranscriptBytes))
	if d.set.On(config.SessionTranscript) {
		d.add(levelOK, "memory-transcripts", text+"that of a session that is saved is kept, too", `session.transcript = "off" keeps no more of them`)
	} else {
		d.ok("memory-transcripts", text+"session.transcript is off, so no more come in")
	}
}

func kib(bytes int64) int64 { return (bytes + 1023) >> 10 }

func (d *doctor) examineMem0() {
	cfg, from, err := mem0Config(d.set)
	bare := onlyKey(d.set)
	switch {
	case errors.Is(err, errNotSet):
		d.add(levelOK, "memory-mem0", "mem0 is not set up", "mem0.user in the settings of savectx, with mem0.url for a server of your own, sets it up")
		return
	case errors.Is(err, errNoUser):
		path, perr := config.Path(os.Getenv)
		if perr != nil {
			path = "config.toml of savectx"
		}
		if bare { // it may be another program's
			d.warn("memory-mem0", mem0KeyVariable+" is set, and mem0.user is not: savectx sends nothing to mem0", userLines(path, cmp.Or(os.Getenv("USER"), "NAME"))+"; or run savectx doctor --fix at a terminal: it asks")
			return
		}
		d.fail("memory-mem0", err.Error()+": without it a server answers with empty lists", userLines(path, cmp.Or(os.Getenv("USER"), "NAME"))+"; or run savectx doctor at a terminal: it asks")
		return
	case err != nil && bare: // nobody has set it up
		d.warn("memory-mem0", err.Error(), hintOf(err))
		return
	}
	var client *mem0.Client
	if err == nil {
		if client, err = mem0.New(cfg); err != nil {
			err = notUsable(err)
		}
	}
	if err != nil {
		d.fail("memory-mem0", "mem0 cannot be used: "+err.Error(), hintOf(err))
		return
	}
	key := "no key"
	if from != "" {
		key = "the key from " + from
	}
	text := fmt.Sprintf("mem0 is at %s, for the user %s, with %s", strings.TrimSuffix(client.Address(), " "+client.User()), client.User(), key)
	if p := proofOf(client.Address()); !p.At.IsZero() && !p.Wrong && !d.c.Bool("fix") {
		d.readMem0(client, text+"; what is written there could be read back on "+p.At.Local().Format("2006-01-02"))
		return
	}
	var said *mem0.Error
	switch err := d.proveMem0(d.c.Context, client); {
	case err == nil:
		d.ok("memory-mem0", text+"; a marked memory was written, read back and removed")
	case errors.Is(err, mem0.ErrScope):
		d.fail("memory-mem0", text+": what is written for this user is not found under it, so every search would be empty, without an error: "+err.Error(),
			"set mem0.user to the user id under which the server keeps the memories; some have a default of their own")
	case errors.As(err, &said) && said.Kind != mem0.Away:
		d.fail("memory-mem0", text+": "+err.Error(), "see to the key, the address and mem0.style; facts wait until then")
	default:
		d.warn("memory-mem0", text+": it could not be tried: "+err.Error(), "facts wait, and are delivered when it answers; savectx doctor --fix tries it again")
	}
}

func (d *doctor) examineOutbox() {
	w, err := d.waitingIn(d.state, d.set)
	if err != nil {
		d.warn("memory-outbox", fmt.Sprintf("what waits for a store cannot be read: %v", err), "see what stands in "+filepath.Join(string(d.state), "outbox"))
		return
	}
	defer w.close()
	var waits, apart []waitingDoc
	nowhere := ""
	for _, it := range w.items {
		switch {
		case it.State == itemAside:
			apart = append(apart, it)
			continue
		case it.Store == "" && it.To != "":
			nowhere = "; for " + it.To + " no store is set up"
		}
		waits = append(waits, it)
	}
	const fix = "savectx memory waiting"
	if len(waits) > 0 {
		text := fmt.Sprintf("facts that wait for a store: %d, since %s", len(waits), when(waits[0].Since))
		if reason := lastReason(waits); reason != "" {
			text += "; the last reason: " + reason
		}
		d.warn("memory-outbox", text+nowhere, fix)
	}
	if len(apart) > 0 {
		d.warn("memory-aside", fmt.Sprintf("facts that were set aside, for you to decide: %d; the last one: %s", len(apart), apart[len(apart)-1].Reason), fix)
	}
	if len(w.items) == 0 {
		d.ok("memory-outbox", "no fact waits for a store")
	}
}

// lastReason is that of the latest try.
func lastReason(list []waitingDoc) (reason string) {
	var at time.Time
	for _, it := range list {
		if it.Reason != "" && !it.Tried.Before(at) {
			at, reason = it.Tried, it.Reason
		}
	}
	return reason
}

// readMem0 asks a server that was proven for one memory: it may be away, or not
// let us in any more.
func (d *doctor) readMem0(client *mem0.Client, text string) {
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(d.c.Context, patience)
	defer cancel()
	if _, err := client.List(ctx, "", 1); err != nil {
		d.warn("memory-mem0", text+", and now it does not answer: "+err.Error(), "facts wait, and are delivered when it does; savectx doctor --fix proves it anew")
		return
	}
	d.ok("memory-mem0", text)
}

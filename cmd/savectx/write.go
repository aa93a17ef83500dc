package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator/session"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// write carries a plan out, prints its receipt, and goes on to what was asked
// to follow. stored is a plan that a person has seen, or only a request.
func (v *voice) write(c *cli.Context, where scene, stored plan.Stored, hide *secrets) error {
	r := stored.Request
	words, err := prompts.Load(r.Lang)
	if err != nil {
		return err
	}
	p, receipt, wrote, err := v.locked(c.Context, where, stored, hide.Text)
	var stale *plan.StaleError
	if errors.As(err, &stale) {
		return coded{exitFailed, err, "nothing was written; look at the new state and save again"}
	}
	var choice *plan.ChoiceError
	if errors.As(err, &choice) {
		return usageError{err.Error(), "nothing was written; the numbers are those that savectx save --plan showed"}
	}
	if err != nil {
		return err
	}
	if p.Keeping() {
		all, gave := v.keep(c.Context, where, p.Request.ID, *p.Keeps(), v.asks(c), &receipt)
		p.Rest, wrote = p.Rest || !all, wrote || gave
		err := p.Kept()
		if err == nil && all && !wrote {
			err = p.Void()
		}
		if err != nil {
			receipt.Remark(words.Receipt.Failed + v.withoutSecrets(err.Error()))
		}
	}
	if wrote {
		id := p.Request.Place.Session
		v.sendErrand(p.Request.Place.Root, "--session="+id, "--transcript="+transcriptOf(id))
	}
	if receipt.Saved() {
		v.saved = true
		if err := v.remember(where, r, wrote, c.Bool("unasked")); err != nil {
			v.tell("the snapshot could not be kept for this session: %v", err)
		}
	}
	handoff := ""
	if slices.Contains(p.Request.To, plan.Handoff) && !receipt.Failed() {
		handoff = p.Request.HandoffPath()
	}
	then := c.Bool("compact") || c.Bool("clear")
	if !c.Bool("json") {
		v.receipt(receipt, p, words, wrote, c.Bool("blocks"))
		if c.Bool("blocks") {
			v.blocks(p, handoff != "")
		}
	}
	switch {
	case receipt.Failed():
		err = saveFailed(receipt, p, wrote, then)
	case c.Bool("clear") && !receipt.Saved():
		err = coded{exitNothing, errors.New("nothing was saved, so the session is not cleared"), "savectx save --clear --to context,handoff saves more; savectx clear --force clears all the same"}
	case then:
		return v.andThen(c, p.Request.Snapshot, p.Request.Lang, handoff, &receipt)
	}
	if c.Bool("json") {
		if jerr := v.json(receipt); jerr != nil {
			return jerr
		}
	}
	return err
}

func saveFailed(r plan.Receipt, p *plan.Plan, wrote, then bool) error {
	var failed []string
	for _, d := range r.Destinations {
		if d.Error != "" {
			failed = append(failed, strings.TrimSpace(d.Name+" "+d.Path)+": "+d.Error)
		}
	}
	text := "not everything was written: " + strings.Join(failed, "; ")
	if then {
		text += "; so nothing is typed"
	}
	hint := "mend the cause and save again"
	switch {
	case wrote && !p.Rest:
		hint += ", what was written is not written twice; savectx undo " + p.Request.ID + " takes it back"
	case p.Rest:
		hint = "savectx apply " + p.Request.ID + " writes the rest once the cause is gone, savectx undo " + p.Request.ID + " takes back what was written"
	}
	return coded{exitFailed, errors.New(text), hint}
}

// locked makes the plan under the locks of its files and carries it out. If a
// person has seen it, nothing may have changed since.
func (v *voice) locked(ctx context.Context, where scene, stored plan.Stored, redact func(string) (string, []string)) (*plan.Plan, plan.Receipt, bool, error) {
	if len(stored.Request.To) > 0 { // else nothing is written, not even a lock
		unlock, err := v.lock(ctx, where, stored.Request.Locks())
		if err != nil {
			return nil, plan.Receipt{}, false, err
		}
		defer unlock()
	}
	p, err := stored.Again(ctx, redact)
	if choice := stored.Request.Choice; err == nil && len(p.Entries) == 0 && (len(choice.Drop) > 0 || len(choice.Only) > 0) {
		return nil, plan.Receipt{}, false, usageError{"nothing of the plan is left", "the plan waits as it was"}
	}
	if err != nil || p.Nothing() {
		if p == nil {
			return nil, plan.Receipt{}, false, err
		}
		return p, p.Receipt, false, err
	}
	journal := safefile.NewJournal(where.journal())
	receipt, wrote, err := p.Write(journal)
	if err == nil {
		journal.Prune(keepSaves, keepSavesFor)
	}
	return p, receipt, wrote, err
}

// The journal keeps what can be taken back.
const (
	keepSaves    = 100
	keepSavesFor = 30 * 24 * time.Hour
)

func (v *voice) lock(ctx context.Context, where scene, paths []string) (func(), error) {
	bounded, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	unlock, err := safefile.LockAll(bounded, where.locks(), paths)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, coded{exitFailed, errBusySave, "nothing was written; try again"}
	}
	return unlock, err
}

// remember keeps the snapshot for what comes after a compaction. A save that
// found everything written down leaves the one that wrote it: that is the one
// which can be taken back.
func (v *voice) remember(where scene, r plan.Request, wrote, unasked bool) error {
	if r.Place.Session == "" || len(r.To) == 0 {
		return nil
	}
	s, err := where.state.Session(r.Place.Session)
	if err != nil {
		return err
	}
	if !wrote && s.Saved().ID != "" {
		return nil
	}
	data, err := json.Marshal(r.Snapshot)
	if err != nil {
		return err
	}
	return s.PutSaved(session.Saved{ID: r.ID, At: r.At, Unasked: unasked, Snapshot: data})
}

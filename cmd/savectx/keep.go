// Giving stores what a save has for them.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/remote"
	"savectx/preserve/memory/store"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// What is waited for one server: by a save, for what has not arrived by then
// waits in the outbox and is delivered by an errand; by the undo of one fact; by
// an errand.
const (
	saveWaits    = 5 * time.Second
	undoWaits    = 15 * time.Second
	deliverWaits = 60 * time.Second
)

// patience is that long; tests in which servers hang have less of it.
func (v *voice) patience(long time.Duration) time.Duration {
	return min(long, cmp.Or(v.server, long))
}

// storePlaces says how the stores are known to which a save goes, and what is
// wrong with those that cannot be used.
func (v *voice) storePlaces(where scene, to []string) map[string]plan.StorePlace {
	places := map[string]plan.StorePlace{}
	for _, name := range to {
		var p plan.StorePlace
		switch name {
		case plan.Session:
			p.Name = where.memory()
			if where.place.Session == "" {
				p.Fault = "no session is known here; --session names one"
			}
		case plan.Mem0, plan.MCP:
			s, err := v.remote(where.settings, name)
			if err != nil {
				p.Fault = err.Error()
				if hint := hintOf(err); hint != "" {
					p.Fault += " (" + hint + ")"
				}
				break
			}
			p.Name = s.Address()
			s.Close()
		default:
			continue
		}
		places[name] = p
	}
	return places
}

// keep gives stores what the journal says that they are to get of a save, and
// puts what became of it into the receipt. With ask, a person at the terminal
// decides about what a memory contradicts. It can be called again after it was
// cut short: nothing is doubled. all is false when it has to be; wrote tells
// whether there is something to take back. An undo at the same time waits, or
// has been first, and nothing is given then.
func (v *voice) keep(ctx context.Context, where scene, id string, k plan.Keeps, ask bool, receipt *plan.Receipt) (all, wrote bool) {
	var g gave
	unlock, err := v.lockGave(ctx, where, id)
	if err == nil {
		defer unlock()
		g, err = where.gave().get(id) // one that cannot be read is not written over
	}
	if err == nil {
		var step *safefile.Step
		if step, err = safefile.NewJournal(where.journal()).Open(id); err == nil && (step.Undoing || step.Undone) {
			err = errors.New("the save was taken back meanwhile")
		}
	}
	if err != nil {
		for name, place := range k.Place.Stores {
			line := receipt.At(name, place.Name)
			line.Error, line.Written = v.withoutSecrets(err.Error()), 0
		}
		return false, false
	}
	return v.keepLocked(ctx, where, id, k, ask, g, receipt)
}

func (v *voice) keepLocked(ctx context.Context, where scene, id string, k plan.Keeps, ask bool, g gave, receipt *plan.Receipt) (all, wrote bool) {
	words, err := prompts.Load(k.Lang)
	if err == nil {
		where.settings, err = config.Load(k.Place.Root, os.Getenv)
	}
	if err != nil {
		receipt.At(plan.Session, "").Error = v.withoutSecrets(err.Error())
		return false, false
	}
	where.place = k.Place
	if g.Facts == nil {
		g.Facts = map[string][]remote.Outcome{}
	}
	if g.Given == nil {
		g.Given = map[string]bool{}
	}
	all = true
	if k.Snapshot != nil {
		line := receipt.At(plan.Session, where.memory())
		line.Written = 1
		cut, err := v.keepSession(ctx, where, id, k, words, &g)
		if err != nil {
			line.Error, line.Written, all = v.withoutSecrets(err.Error()), 0, false
		}
		wrote = err == nil
		if cut > 0 {
			receipt.Remark(plan.Session + ": " + words.Handoff.LeftOut + strconv.Itoa(cut))
		}
	}
	for _, name := range []string{plan.Mem0, plan.MCP} {
		facts := k.Facts[name]
		if len(facts) == 0 || g.Given[name] {
			continue
		}
		outcomes, err := v.keepFacts(ctx, where, id, name, k, ask, receipt, &g)
		if err != nil {
			line := receipt.At(name, k.Place.Stores[name].Name)
			line.Error, line.Written, all = v.withoutSecrets(err.Error()), 0, false
			continue
		}
		wrote = wrote || slices.ContainsFunc(outcomes, func(o remote.Outcome) bool { return o.State != remote.Unchanged })
		v.report(receipt, outcomes, facts, name, k.Place.Stores[name].Name, words)
	}
	g.Done = all
	if err := where.gave().put(id, g); err != nil {
		v.tell("what stores got could not be written down, so it cannot be taken back: %v", err)
	}
	return all, wrote
}

// keepSession puts the session into the embedded store. How it was before is
// written down first. cut is how much its text has no room for.
func (v *voice) keepSession(ctx context.Context, where scene, id string, k plan.Keeps, words prompts.Words, g *gave) (cut int, err error) {
	transcript := transcriptOf(k.Place.Session)
	put, cut, err := v.sessionOf(ctx, where, *k.Snapshot, words, transcript)
	if err != nil {
		return 0, err
	}
	put.Updated = time.Now().Truncate(time.Millisecond)
	return cut, v.remembered(ctx, func(s *store.Store) error {
		if g.Session == nil {
			switch before, err := s.Session(ctx, put.ID, ""); {
			case err == nil && before.ID == put.ID:
				g.Before = &before
			case err != nil && !errors.Is(err, store.ErrNotFound):
				return err
			}
		}
		g.Session = &put
		if err := where.gave().put(id, *g); err != nil {
			return err
		}
		if err := s.PutSession(ctx, put); err != nil {
			return err
		}
		v.keepTextSoon(ctx, s, put.ID, transcript)
		return nil
	})
}

// keepFacts sends facts to a server. That they are on their way is written down
// first.
func (v *voice) keepFacts(ctx context.Context, where scene, id, name string, k plan.Keeps, ask bool, receipt *plan.Receipt, g *gave) (outcomes []remote.Outcome, err error) {
	path := k.Place.Stores[name].Name
	receipt.At(name, path).Written = 0
	to, err := v.remote(where.settings, name)
	if err != nil {
		return nil, err
	}
	defer to.Close()
	if to.Address() != path {
		return nil, fmt.Errorf("the save was for %s, and the settings name %s now", path, to.Address())
	}
	var facts []remote.Fact
	var begun []remote.Outcome
	for _, f := range k.Facts[name] {
		fact := remote.Fact{Record: f.Record, Replaces: f.Replaces}
		facts, begun = append(facts, fact), append(begun, remote.Begun(to, fact, time.Now()))
	}
	before := g.Facts[name] // of a save that was cut short
	if before == nil {
		g.Facts[name] = begun
	}
	if err := where.gave().put(id, *g); err != nil {
		return nil, err
	}
	if isTerminal(v.err) {
		v.tell("facts to %s: %d", oneLine(path), len(facts))
	}
	box := v.outbox(string(where.state))
	bounded, cancel := context.WithTimeout(ctx, v.patience(saveWaits))
	defer cancel()
	outcomes = remote.Save(bounded, box, to, facts, nil)
	for i := range outcomes {
		if !ask || outcomes[i].State != remote.Conflict || outcomes[i].Firm {
			continue
		}
		if _, err := v.decide(ctx, box, to, &outcomes[i]); err != nil {
			break // it stays set aside, and so do the others
		}
	}
	for i, o := range outcomes {
		if o.Err != nil { // it is the server's word
			outcomes[i].Err = errors.New(v.withoutSecrets(o.Err.Error()))
		}
	}
	g.Facts[name], g.Given[name] = slices.Clone(outcomes), true
	for i := range before {
		if outcomes[i].State == remote.Unchanged { // as far as is known by this save itself
			g.Facts[name][i] = before[i]
		}
	}
	return outcomes, nil
}

// report puts what became of facts into the receipt.
func (v *voice) report(receipt *plan.Receipt, outcomes []remote.Outcome, facts []plan.KeptFact, name, path string, words prompts.Words) {
	conflict, cause := false, ""
	for i, o := range outcomes {
		line := receipt.At(name, path)
		item := facts[i].Item
		switch o.State {
		case remote.Added, remote.Updated, remote.Replaced:
			line.Written++
		case remote.Unchanged:
			line.LeaveOut(item, plan.Duplicate)
		case remote.Waiting:
			line.Waiting++
			if o.Err != nil {
				cause = o.Err.Error()
			}
		case remote.Conflict:
			if o.Firm { // nothing to decide between
				line.LeaveOut(item, plan.NotWritten)
				receipt.Remark(v.withoutSecrets(byName(name, o.Err.Error())))
				break
			}
			conflict = conflict || o.Item != ""
			line.LeaveOut(item, plan.Contradicted)
			receipt.Remark(v.withoutSecrets(words.Receipt.Contradiction + o.Text))
		default:
			line.LeaveOut(item, plan.NotWritten)
			line.Error = "not taken"
			if o.Err != nil {
				line.Error = v.withoutSecrets(o.Err.Error())
			}
		}
		for _, other := range o.Others {
			receipt.Remark(v.withoutSecrets(words.Receipt.Contradiction + other.Text))
		}
	}
	if cause != "" {
		receipt.Remark(v.withoutSecrets(byName(name, cause)))
	}
	if conflict {
		receipt.Remark(words.Receipt.Decide + "savectx memory waiting")
	}
}

// byName is what a store said, with its name once.
func byName(name, said string) string {
	return name + ": " + strings.TrimPrefix(strings.TrimPrefix(said, "memory server "), name+": ")
}

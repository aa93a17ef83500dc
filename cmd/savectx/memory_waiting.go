// savectx memory waiting: what a store could not take yet, and what it or a
// person has to decide.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator/session"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/remote"
)

// The states of what is in the outbox.
const (
	itemWaits = "waiting"
	itemAside = "aside"
)

// waitingDoc is one fact in the outbox.
type waitingDoc struct {
	ID       string    `json:"id"`
	State    string    `json:"state"` // waiting, aside
	To       string    `json:"to"`    // the store's address and user
	Store    string    `json:"store"` // as the settings call it; "" when none has this address
	Since    time.Time `json:"since,omitzero"`
	Tries    int       `json:"tries"`
	Tried    time.Time `json:"tried,omitzero"`
	Reason   string    `json:"reason"`
	Type     string    `json:"type"`
	Project  string    `json:"project"`
	Text     string    `json:"text"`
	Replaces string    `json:"replaces,omitempty"`
}

// shortItem is how much of an item's id is shown, and names it, in bytes.
const shortItem = 8

// short is the id as it is shown: the name of the file where it cannot be read.
func (d waitingDoc) short() string {
	if d.To == "" {
		return oneLine(d.ID)
	}
	return firstRunes(oneLine(d.ID), shortItem)
}

// waiting is the outbox with the stores that are set up.
type waiting struct {
	*voice
	c      *cli.Context
	ctx    context.Context
	box    *outbox.Box
	set    config.Config
	stores []remote.Store
	items  []waitingDoc
}

func (v *voice) waitingMemory(c *cli.Context) error {
	var act []string
	for _, name := range []string{"deliver", "retry", "replace", "drop"} {
		if c.Bool(name) {
			act = append(act, name)
		}
	}
	switch {
	case len(act) > 1:
		return usageError{"--" + strings.Join(act, " and --") + " exclude each other", "give one"}
	case len(act) == 1 && act[0] == "deliver" && c.NArg() > 0:
		return usageError{"--deliver delivers everything that waits, in its order", "give no ids; --drop forgets some"}
	case len(act) == 1 && act[0] != "deliver" && c.NArg() == 0:
		return usageError{"--" + act[0] + " needs the ids of facts that wait", "savectx memory waiting shows them"}
	}
	w, err := v.waitingHere(c)
	if err != nil {
		return err
	}
	ctx, cancel, err := within(c)
	if err != nil {
		return err
	}
	defer cancel()
	w.ctx = ctx
	defer w.close()
	chosen, err := w.chosen()
	if err != nil {
		return err
	}
	if len(act) == 0 {
		return w.print(chosen)
	}
	defer v.factsChanged(act[0] == "replace")
	switch act[0] {
	case "deliver":
		return w.deliverNow()
	case "retry":
		return w.retry(chosen)
	case "replace":
		return w.replace(chosen)
	}
	return w.drop(chosen)
}

// waitingHere reads the outbox for a command.
func (v *voice) waitingHere(c *cli.Context) (*waiting, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	set, err := v.settingsHere()
	if err != nil {
		return nil, err
	}
	w, err := v.waitingIn(dir, set)
	if err == nil {
		w.c = c
	}
	return w, err
}

// waitingIn reads the outbox. The caller closes what it returns.
func (v *voice) waitingIn(dir session.Dir, set config.Config) (*waiting, error) {
	w := &waiting{voice: v, box: v.outbox(string(dir)), set: set}
	waits, err := w.box.List()
	if err != nil {
		return nil, err
	}
	apart, err := w.box.Aside()
	if err != nil {
		return nil, err
	}
	if len(waits)+len(apart) > 0 {
		w.stores, _ = v.remoteStores(set, config.Stores()) // one with a problem: its facts wait
	}
	for _, it := range waits {
		w.items = append(w.items, w.doc(it, itemWaits))
	}
	for _, it := range apart {
		w.items = append(w.items, w.doc(it, itemAside))
	}
	return w, nil
}

func (w *waiting) close() {
	for _, s := range w.stores {
		s.Close()
	}
}

// doc is an item fit to be shown: its file may have been written by anybody.
func (w *waiting) doc(it outbox.Item, state string) waitingDoc {
	d := waitingDoc{ID: it.ID, State: state, To: it.To, Since: it.Queued, Tries: it.Tries, Tried: it.Tried,
		Reason: it.Error, Type: it.Record.Type, Project: it.Record.Project, Text: it.Record.Text, Replaces: it.Replaces}
	for _, s := range []*string{&d.To, &d.Reason, &d.Type, &d.Project, &d.Text, &d.Replaces} {
		*s = w.withoutSecrets(*s)
	}
	if s := w.at(it.To); s != nil {
		d.Store = s.Name()
	}
	return d
}

// at is the store with that address, nil when none that is set up has it.
func (w *waiting) at(address string) remote.Store {
	for _, s := range w.stores {
		if s.Address() == address {
			return s
		}
	}
	return nil
}

// chosen are the items that the arguments and --store name; without any, all.
func (w *waiting) chosen() ([]waitingDoc, error) {
	list := w.items
	if name := w.c.String("store"); name != "" && !w.c.Bool("retry") {
		s, err := w.remote(w.set, storeName(w.set, name))
		if err != nil {
			return nil, err
		}
		defer s.Close()
		list = slices.DeleteFunc(slices.Clone(list), func(d waitingDoc) bool { return d.Store != s.Name() })
	}
	if w.c.NArg() == 0 {
		return list, nil
	}
	var chosen []waitingDoc
	for _, ref := range w.c.Args().Slice() {
		var found []waitingDoc
		for _, d := range list {
			if d.ID == ref || len(ref) >= 4 && strings.HasPrefix(d.ID, ref) {
				found = append(found, d)
			}
		}
		switch {
		case len(found) == 0:
			return nil, usageError{fmt.Sprintf("nothing waits under %q", oneLine(ref)), "savectx memory waiting shows the ids"}
		case len(found) > 1 && found[0].ID != found[1].ID:
			return nil, usageError{fmt.Sprintf("%q begins the ids of %d facts", oneLine(ref), len(found)), "write more of it"}
		}
		if !slices.ContainsFunc(chosen, func(d waitingDoc) bool { return d.ID == found[0].ID }) {
			chosen = append(chosen, found[0])
		}
	}
	return chosen, nil
}

func (w *waiting) print(list []waitingDoc) error {
	var none error
	if len(list) == 0 {
		none = coded{code: exitNothing, err: errors.New("nothing waits")}
	}
	if w.c.Bool("json") {
		if none != nil {
			list = []waitingDoc{}
		}
		return w.json(list)
	}
	width, aside := w.width(), false
	for _, d := range list {
		state := "waits"
		if d.State == itemAside {
			state, aside = "aside", true
		}
		to := oneLine(cmp.Or(d.Store, d.To))
		if d.Store == "" && d.To != "" {
			to += ", which no store that is set up is"
		}
		w.row(fmt.Sprintf("%s  %s  %-9s  ", d.short(), state, oneLine(d.Type)), d.Text, width)
		w.say("          to %s, since %s, tries %d%s", to, when(d.Since), d.Tries, because(d.Reason))
	}
	if aside {
		w.hint("what is set aside: --replace ID puts it in the place of what says otherwise, --retry ID tries it again, --drop ID forgets it")
	}
	return none
}

func when(t time.Time) string {
	if t.IsZero() {
		return "nobody knows when"
	}
	return t.Local().Format("2006-01-02 15:04")
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + oneLine(reason)
}

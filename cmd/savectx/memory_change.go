// Changing facts: add, update, rm.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"charm.land/huh/v2"
	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/remote"
	"savectx/preserve/memory/store"
)

// fact reads the text of an argument, or of stdin, without secrets.
func (v *voice) fact(c *cli.Context, arg string) (string, error) {
	if arg == "-" {
		data, err := until(c.Context, func() ([]byte, error) { return io.ReadAll(io.LimitReader(os.Stdin, 1<<20)) })
		if err != nil {
			return "", err
		}
		arg = string(data)
	}
	text, err := v.without("the fact", arg)
	if text = strings.TrimSpace(text); err == nil && text == "" {
		err = usageError{"the fact has no text", "write it so that it can be understood by itself"}
	}
	return text, err
}

func (v *voice) addMemory(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{"memory add needs the text of one fact", "put it in quotation marks; - reads it from stdin"}
	}
	kind := c.String("type")
	if !slices.Contains(factTypes(), kind) {
		return usageError{fmt.Sprintf("--type %q is not a type of facts", kind), "it is one of " + strings.Join(factTypes(), ", ")}
	}
	text, err := v.fact(c, c.Args().First())
	if err != nil {
		return err
	}
	project, err := v.without("--project", projectOf(c))
	if err != nil {
		return err
	}
	replaces, err := v.without("--replaces", strings.TrimSpace(c.String("replaces")))
	if err != nil {
		return err
	}
	far, err := v.far(c)
	if err != nil {
		return err
	}
	if far == nil {
		return v.addHere(c, store.Memory{Project: project, Type: kind, Content: text, Created: time.Now()}, replaces)
	}
	defer far.Close()
	if c.String("title") != "" || c.String("tags") != "" {
		return usageError{"--title and --tags are for the session store", "leave them out, or put the words into the text"}
	}
	fact := remote.Fact{Record: record.Record{Type: kind, Project: project, Text: text, Created: time.Now()}, Replaces: replaces}
	return v.addFar(c, far, fact)
}

func (v *voice) addHere(c *cli.Context, m store.Memory, replaces string) error {
	title, err := v.without("--title", c.String("title"))
	if err != nil {
		return err
	}
	named, err := v.without("--tags", c.String("tags"))
	if err != nil {
		return err
	}
	m.Title = title
	for t := range strings.SplitSeq(named, ",") {
		if t = strings.TrimSpace(t); t != "" {
			m.Tags = append(m.Tags, t)
		}
	}
	state, began := remote.Added, m.Created.Truncate(time.Millisecond)
	err = v.remembered(c.Context, func(s *store.Store) error {
		if replaces != "" {
			old, err := s.Get(c.Context, replaces)
			if err != nil {
				return noFact(replaces)
			}
			state, m.ID, m.Title = remote.Replaced, old.ID, cmp.Or(m.Title, old.Title)
			if m.Tags == nil {
				m.Tags = old.Tags
			}
			m.Updated = time.Now()
			return s.Update(c.Context, m)
		}
		m, err = s.Remember(c.Context, m)
		switch {
		case m.Updated.Before(began):
			state = remote.Unchanged
		case m.Created.Before(began):
			state = remote.Updated
		}
		return err
	})
	if err != nil {
		return err
	}
	v.factsChanged(state == remote.Replaced || state == remote.Updated)
	if c.Bool("json") {
		return v.json(keptDoc{Store: config.StoreSession, ID: m.ID, State: state, Type: m.Type, Project: m.Project, Text: m.Content})
	}
	v.say("kept as %s", oneLine(m.ID))
	return nil
}

func noFact(ref string) error {
	return usageError{fmt.Sprintf("no fact is kept under %q", ref), "savectx memory list shows the ids"}
}

// keptDoc is what became of a fact.
type keptDoc struct {
	Store   string          `json:"store"`
	ID      string          `json:"id"` // "" when the store does not tell
	State   remote.State    `json:"state"`
	Type    string          `json:"type"`
	Project string          `json:"project"`
	Text    string          `json:"text"`
	Item    string          `json:"item,omitempty"`   // its id in the outbox, where it waits or was set aside
	Reason  string          `json:"reason,omitempty"` // of waiting, conflict, failed
	Stored  *storedDoc      `json:"stored,omitempty"` // what the store had
	Others  []record.Record `json:"others,omitempty"` // what may say otherwise, too, and was left alone
}

type storedDoc struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// addFar keeps a fact in a server, by way of the outbox.
func (v *voice) addFar(c *cli.Context, to remote.Store, fact remote.Fact) error {
	ctx, cancel, err := within(c)
	if err != nil {
		return err
	}
	defer cancel()
	dir, err := stateDir()
	if err != nil {
		return err
	}
	box := v.outbox(string(dir))
	if fact.Replaces != "" { // with a server that is away it waits, and is looked for then
		var none usageError
		if _, _, err := findFact(ctx, to, fact.Replaces); errors.As(err, &none) {
			return usageError{none.text, "nothing was added; " + none.hint}
		}
	}
	o := remote.Save(ctx, box, to, []remote.Fact{fact}, nil)[0]
	if o.State == remote.Conflict && !o.Firm && v.asks(c) {
		yes, err := v.decide(c.Context, box, to, &o)
		if err != nil {
			return err
		}
		if !yes {
			return coded{exitFailed, fmt.Errorf("the new one is not kept; %s keeps what it has", oneLine(to.Name())), ""}
		}
	}
	if o.State == remote.Replaced {
		dropTwins(c.Context, box, to, fact)
	}
	v.factsChanged(o.State == remote.Replaced || o.State == remote.Updated)
	return v.tellOutcome(c, to, o)
}

// decide shows a fact that was set aside and what stands against it, and asks
// which one is right. Either way the fact is not set aside any more.
func (v *voice) decide(ctx context.Context, box *outbox.Box, to remote.Store, o *remote.Outcome) (yes bool, err error) {
	v.say("%s says otherwise, as %s:", oneLine(to.Name()), oneLine(o.ID))
	v.say("  %s", oneLine(v.withoutSecrets(o.Text)))
	v.say("the new one:")
	v.say("  %s", oneLine(o.Fact.Text))
	if err := ask(ctx, huh.NewConfirm().Title("Put the new one in its place?").Value(&yes)); err != nil {
		return false, err
	}
	if !yes {
		if err := box.Drop(ctx, o.Item); err != nil && !errors.Is(err, outbox.ErrNoItem) {
			return false, err
		}
		o.Item = ""
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, v.patience(serverPatience))
	defer cancel()
	*o = remote.Settle(ctx, box, to, o.Item)
	return true, nil
}

// dropTwins forgets the same fact where it was set aside: it has been decided.
func dropTwins(ctx context.Context, box *outbox.Box, to remote.Store, fact remote.Fact) {
	apart, _ := box.Aside()
	for _, it := range apart {
		if r := it.Record; it.To == to.Address() && r.Text == fact.Text && r.Type == fact.Type && r.Project == fact.Project {
			_ = box.Drop(ctx, it.ID) // left there, a person is asked once more
		}
	}
}

// tellOutcome says what became of a fact that was handed to a server.
func (v *voice) tellOutcome(c *cli.Context, to remote.Store, o remote.Outcome) error {
	name := oneLine(to.Name())
	doc := keptDoc{Store: to.Name(), ID: o.ID, State: o.State, Type: o.Fact.Type, Project: o.Fact.Project, Text: o.Fact.Text, Item: o.Item}
	if o.Err != nil {
		doc.Reason = v.withoutSecrets(o.Err.Error())
	}
	if o.Text != "" {
		doc.Stored = &storedDoc{o.ID, v.withoutSecrets(o.Text)}
	}
	for _, r := range o.Others {
		doc.Others = append(doc.Others, (&askedStore{far: to}).shown(v, r))
	}
	if c.Bool("json") {
		if err := v.json(doc); err != nil {
			return err
		}
	}
	say := func(format string, args ...any) {
		if !c.Bool("json") {
			v.say(format, args...)
		}
	}
	id := oneLine(o.ID)
	switch o.State {
	case remote.Added:
		if id == "" {
			say("%s has taken it", name)
		} else {
			say("kept in %s as %s", name, id)
		}
	case remote.Updated:
		say("%s said the same in other words: %s has the new ones", name, id)
	case remote.Unchanged:
		say("%s says it already, as %s", name, id)
	case remote.Replaced:
		say("%s gave way: it said %q", id, oneLine(v.withoutSecrets(o.Text)))
	case remote.Waiting:
		v.tell("waits: %s", oneLine(doc.Reason))
		v.hint("savectx memory waiting shows it; it is delivered later, or with --deliver")
	case remote.Conflict:
		if o.Firm { // putting the new one in its place does not do it
			return coded{exitFailed, fmt.Errorf("not kept: %s", oneLine(doc.Reason)), hintFor(o)}
		}
		return coded{exitFailed, fmt.Errorf("%s says otherwise, as %s: %s", name, id, oneLine(v.withoutSecrets(o.Text))),
			fmt.Sprintf("savectx memory waiting --replace %s puts the new one in its place, --drop %s forgets it", o.Item, o.Item)}
	default:
		return coded{exitFailed, fmt.Errorf("not kept: %s", oneLine(cmp.Or(doc.Reason, "the server does not want it"))), hintFor(o)}
	}
	for _, r := range doc.Others {
		v.tell("this one of %s may say otherwise, too: %s: %s", name, oneLine(r.ID), oneLine(r.Text))
	}
	return nil
}

func (v *voice) updateMemory(c *cli.Context) error {
	if c.NArg() != 2 {
		return usageError{"memory update needs an id and the new text", "savectx memory list shows the ids; - reads the text from stdin"}
	}
	ref := c.Args().First()
	text, err := v.fact(c, c.Args().Get(1))
	if err != nil {
		return err
	}
	far, err := v.far(c)
	if err != nil {
		return err
	}
	doc := keptDoc{Store: config.StoreSession, State: remote.Updated, Text: text}
	if far == nil {
		err = v.remembered(c.Context, func(s *store.Store) error {
			m, err := s.Get(c.Context, ref)
			if err != nil {
				return noFact(ref)
			}
			m.Content, m.Updated = text, time.Now()
			doc.ID, doc.Type, doc.Project = m.ID, m.Type, m.Project
			return s.Update(c.Context, m)
		})
	} else {
		defer far.Close()
		ctx, cancel, terr := within(c)
		if terr != nil {
			return terr
		}
		defer cancel()
		var r record.Record
		if r, _, err = findFact(ctx, far, ref); err == nil {
			doc.Store, doc.ID, doc.Type, doc.Project = far.Name(), r.ID, r.Type, r.Project
			err = far.Update(ctx, r.ID, text)
		}
	}
	if err != nil {
		return err
	}
	v.factsChanged(true)
	if c.Bool("json") {
		return v.json(doc)
	}
	v.say("%s has the new text", oneLine(doc.ID))
	return nil
}

func (v *voice) removeMemory(c *cli.Context) error {
	if c.NArg() == 0 {
		return usageError{"memory rm needs the ids of facts", "savectx memory list shows them"}
	}
	far, err := v.far(c)
	if err != nil {
		return err
	}
	if far != nil {
		defer far.Close()
		ctx, cancel, err := within(c)
		if err != nil {
			return err
		}
		defer cancel()
		return v.forget(c, func(ref string) (string, error) {
			r, _, err := findFact(ctx, far, ref)
			return r.ID, err
		}, func(id string) error { return far.Remove(ctx, id) })
	}
	return v.remembered(c.Context, func(s *store.Store) error {
		sessions := map[string]bool{}
		return v.forget(c, func(ref string) (string, error) {
			ref = strings.TrimPrefix(strings.TrimPrefix(ref, sessionRef), factRef)
			if ref == store.Latest { // which one that is, nobody has seen
				return "", noFact(ref)
			}
			m, err := s.Get(c.Context, ref)
			id := m.ID
			if errors.Is(err, store.ErrNotFound) {
				var found store.Session
				found, err = s.Session(c.Context, ref, "")
				id, sessions[found.ID] = found.ID, true
			}
			switch {
			case errors.Is(err, store.ErrNotFound):
				return "", noFact(ref)
			case err != nil: // several begin so
				return "", usageError{err.Error(), "write more of it"}
			case ref != id && ref != m.Title && len(ref) < shortestID:
				return "", usageError{fmt.Sprintf("%q is too little of an id to forget by: it is %s", ref, id), "write more of it"}
			}
			return id, nil
		}, func(id string) error {
			if sessions[id] {
				return s.RemoveSession(c.Context, id)
			}
			return s.Remove(c.Context, id)
		})
	})
}

// forget removes the facts that the arguments name, all or none.
func (v *voice) forget(c *cli.Context, find func(ref string) (id string, err error), remove func(id string) error) error {
	var ids []string
	for _, ref := range c.Args().Slice() {
		id, err := find(ref)
		var usage usageError
		if errors.As(err, &usage) {
			return usageError{usage.text, usage.hint + "; nothing was removed"}
		}
		if err != nil {
			return err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	defer v.factsChanged(true)
	for _, id := range ids {
		if err := remove(id); err != nil {
			return err
		}
		v.say("%s is forgotten", oneLine(id))
	}
	return nil
}

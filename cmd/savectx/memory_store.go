// Which stores a command means, and asking several of them at once.

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/remote"
	"savectx/preserve/memory/store"
)

// allStores as --store means every one that is set up.
const allStores = "all"

// storeName is what the settings call the store that a person names: the
// memory server has its own name, too.
func storeName(set config.Config, name string) string {
	if name != "" && name == set.String(config.MCPServer) && !slices.Contains(config.Stores(), name) {
		return config.StoreMCP
	}
	return name
}

// far is the store beyond this machine that --store names; nil is the embedded
// one. The caller closes it.
func (v *voice) far(c *cli.Context) (remote.Store, error) {
	name := strings.TrimSpace(c.String("store"))
	if name == config.StoreSession {
		return nil, nil
	}
	set, err := v.settingsHere()
	if err != nil {
		return nil, err
	}
	if name == allStores || strings.Contains(name, ",") {
		return nil, usageError{fmt.Sprintf("--store %q: this takes one store", oneLine(name)), "the stores are " + strings.Join(config.Stores(), ", ")}
	}
	return v.remote(set, storeName(set, name))
}

func (v *voice) settingsHere() (config.Config, error) {
	root, err := here()
	if err != nil {
		return config.Config{}, err
	}
	return v.settings(root)
}

// askedStore is one of several stores, and what it answered.
type askedStore struct {
	name    string
	far     remote.Store // nil: the embedded one
	records []record.Record
	err     error
}

// stores are those that --store names, in that order.
func (v *voice) stores(c *cli.Context) ([]*askedStore, error) {
	text := strings.TrimSpace(c.String("store"))
	if text == config.StoreSession {
		return []*askedStore{{name: text}}, nil
	}
	set, err := v.settingsHere()
	if err != nil {
		return nil, err
	}
	every := text == allStores
	names := strings.Split(text, ",")
	if every {
		names = config.Stores()
	}
	var list []*askedStore
	for _, name := range names {
		name = storeName(set, strings.TrimSpace(name))
		if slices.ContainsFunc(list, func(s *askedStore) bool { return s.name == name }) {
			continue
		}
		s := &askedStore{name: name}
		if name != config.StoreSession {
			if s.far, s.err = v.remote(set, name); every && errors.Is(s.err, errNotSet) {
				continue
			}
			if !slices.Contains(config.Stores(), name) { // a slip of the hand, not a store that fails
				return nil, s.err
			}
		}
		list = append(list, s)
	}
	return list, nil
}

// gather asks all stores at once. One that fails is said, and the others
// answer; when none has answered it is an error.
func (v *voice) gather(c *cli.Context, near func(context.Context, *store.Store) ([]record.Record, error), far func(context.Context, remote.Store) ([]record.Record, error)) ([]*askedStore, error) {
	list, err := v.stores(c)
	if err != nil {
		return nil, err
	}
	ctx, cancel, err := within(c)
	if err != nil {
		return nil, err
	}
	defer cancel()
	var wait sync.WaitGroup
	for _, s := range list {
		if s.err != nil {
			continue
		}
		wait.Go(func() {
			if s.far != nil {
				defer s.far.Close()
				s.records, s.err = far(ctx, s.far)
				return
			}
			s.err = v.remembered(c.Context, func(kept *store.Store) (err error) {
				s.records, err = near(c.Context, kept)
				return err
			})
		})
	}
	wait.Wait()
	if len(list) == 1 {
		return list, list[0].err
	}
	answered := false
	for _, s := range list {
		answered = answered || s.err == nil
		if s.err != nil && c.Context.Err() == nil {
			v.tell("%s does not answer: %s", s.name, oneLine(v.withoutSecrets(s.err.Error())))
		}
	}
	switch {
	case c.Context.Err() != nil:
		return nil, c.Context.Err()
	case !answered:
		return nil, coded{exitFailed, errors.New("no store answers"), "savectx doctor looks at each of them"}
	}
	return list, nil
}

// findFact is the fact of a server that has this id, or the only one whose id
// begins so. ok is false when the server cannot list its facts.
func findFact(ctx context.Context, s remote.Store, ref string) (r record.Record, ok bool, err error) {
	const most = 1000
	list, whole, err := remote.Listed(ctx, s, "", most)
	if errors.Is(err, anymcp.ErrNoTool) {
		return record.Record{ID: ref}, false, nil
	}
	if err != nil {
		return r, false, err
	}
	var found []record.Record
	for _, r := range list {
		switch {
		case r.ID == ref:
			return r, true, nil
		case len(ref) >= shortestID && strings.HasPrefix(r.ID, ref):
			found = append(found, r)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], true, nil
	case len(found) > 1:
		return r, false, usageError{fmt.Sprintf("%d facts of %s have an id that begins with %q", len(found), s.Name(), ref), "write more of it"}
	case !whole: // it may be one of those that were not listed
		return record.Record{ID: ref}, false, nil
	}
	return r, false, usageError{fmt.Sprintf("%s keeps no fact under %q", s.Name(), ref), "savectx memory list --store " + s.Name() + " shows the ids"}
}

// shortestID is how much of an id names a fact of a server, in bytes.
const shortestID = 4

// What a save gave to stores, written down for its undo.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"savectx/preserve/memory/remote"
	"savectx/preserve/memory/store"
	"savectx/preserve/safefile"
)

// gave is what a save gave to stores: what its undo needs. What it is to give
// is in the journal.
type gave struct {
	Session *store.Session              `json:"session,omitempty"` // as it was put
	Before  *store.Session              `json:"before,omitempty"`  // as it was; nil: there was none
	Facts   map[string][]remote.Outcome `json:"facts,omitempty"`   // by store; before it was asked they all wait
	Given   map[string]bool             `json:"given,omitempty"`   // the stores that were asked
	Done    bool                        `json:"done"`              // the stores have everything
	Undone  bool                        `json:"undone,omitempty"`
	Away    bool                        `json:"away,omitempty"` // an undo could not reach all of it
}

// gaveDir keeps them, one file for each save.
type gaveDir string

func (s scene) gave() gaveDir { return gaveDir(filepath.Join(string(s.state), "gave")) }

// memory is the embedded store.
func (s scene) memory() string { return filepath.Join(string(s.state), memoryFile) }

func (d gaveDir) path(id string) string { return filepath.Join(string(d), id+".json") }

// gaveMost bounds such a file, in bytes: a session before and after, and facts.
const gaveMost = 16 << 20

// get reads it; the zero value when there is none.
func (d gaveDir) get(id string) (g gave, err error) {
	data, existed, err := safefile.ReadState(d.path(id), gaveMost)
	if err == nil && existed {
		err = json.Unmarshal(data, &g)
	}
	return g, err
}

func (d gaveDir) put(id string, g gave) error {
	data, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return safefile.Replace(d.path(id), append(data, '\n'))
}

// prune forgets what belongs to saves that the journal has forgotten.
func (d gaveDir) prune(j *safefile.Journal) error {
	entries, err := os.ReadDir(string(d))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(strings.TrimSuffix(e.Name(), ".lock"), ".json")
		if _, open := j.Open(id); ok && errors.Is(open, safefile.ErrNoStep) {
			err = errors.Join(err, os.Remove(filepath.Join(string(d), e.Name())))
		}
	}
	return err
}

// lockGave keeps an undo from what a save is still giving to stores, and two
// from each other. It waits for a save that is at it.
func (v *voice) lockGave(ctx context.Context, where scene, id string) (func(), error) {
	bounded, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	unlock, err := safefile.Lock(bounded, where.gave().path(id)+".lock")
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, coded{exitFailed, errors.New("another savectx has worked at this save for a minute"), "try again"}
	}
	return unlock, err
}

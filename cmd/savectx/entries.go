// The entries of TempContext.md in the store, so that a search finds them.

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"savectx/preserve/dest"
	"savectx/preserve/memory/store"
	"savectx/preserve/safefile"
)

// indexEntries puts the entries of the project's TempContext.md into the store,
// in place of those that were there: none when the file is gone.
func (v *voice) indexEntries(ctx context.Context, s *store.Store, root string) error {
	path := filepath.Join(root, dest.TempContext)
	src, _, err := safefile.ReadState(path, 16<<20)
	if err != nil {
		return err
	}
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	var list []store.Entry
	seen := map[string]int{}
	for _, b := range dest.Blocks(src) {
		texts := append([]string{b.Topic}, b.Bullets...)
		text, _ := hide.Text(strings.Join(append(texts, b.Other...), "\n"))
		tag, _ := hide.Text(b.Tag)
		if seen[tag]++; seen[tag] > 1 { // copied by hand
			tag = fmt.Sprintf("%s-%d", tag, seen[tag])
		}
		when, _ := time.ParseInLocation("2006-01-02 15:04", b.When, time.Local)
		list = append(list, store.Entry{ID: tag, Project: projectName(root), Text: strings.TrimSpace(text), Created: when})
	}
	return s.PutEntries(ctx, path, list)
}

// indexHere does so for the project around this process; what goes wrong is
// said, and the search finds the rest.
func (v *voice) indexHere(ctx context.Context, s *store.Store) {
	root, err := here()
	if err == nil {
		err = v.indexEntries(ctx, s, root)
	}
	if err != nil && ctx.Err() == nil {
		v.tell("the entries of %s are not searched: %s", dest.TempContext, oneLine(v.withoutSecrets(err.Error())))
	}
}

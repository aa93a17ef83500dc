// Keeping searches quick.

package store

import (
	"context"
	"time"
)

const (
	maxParts   = 4                     // of the index; a search looks into each
	mergePages = 100                   // written in one step, of 4 KiB: some ten milliseconds
	mergePause = 20 * time.Millisecond // after a step: who waits for the file looks every 5 ms
)

// Tidy brings together the parts that FTS5 has left the index in, when there
// are many (https://www.sqlite.org/fts5.html#the_merge_command). Other
// processes write between its steps. Where it ends early, the next one goes on.
func (s *Store) Tidy(ctx context.Context) error {
	parts := 0
	err := s.read(ctx, func(t *tx) error {
		return t.row("SELECT count(DISTINCT segid) FROM fts_idx").Scan(&parts)
	})
	if err != nil || parts <= maxParts {
		return err
	}
	more, err := s.merge(ctx, -mergePages) // begins with all parts; a positive number goes on
	for more && err == nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(mergePause):
		}
		more, err = s.merge(ctx, mergePages)
	}
	return err
}

// merge is one step, and whether there may be more to do.
func (s *Store) merge(ctx context.Context, pages int) (more bool, err error) {
	err = s.write(ctx, func(t *tx) error {
		var before, after int64
		if err := t.row("SELECT total_changes()").Scan(&before); err != nil {
			return err
		}
		if err := t.exec("INSERT INTO fts(fts, rank) VALUES('merge', ?)", pages); err != nil {
			return err
		}
		err := t.row("SELECT total_changes()").Scan(&after)
		more = after-before >= 2 // one is the statement itself
		return err
	})
	return more, err
}

// Keeping searches quick.

package store

import "context"

const (
	maxParts   = 4   // of the index; a search looks into each
	mergePages = 200 // written in one step, of 4 KiB: some ten milliseconds
)

// Tidy brings together the parts that FTS5 has left the index in, when there
// are many (https://www.sqlite.org/fts5.html#the_merge_command). Other
// processes write between its steps. Where it ends early, the next one goes on.
func (s *Store) Tidy(ctx context.Context) error {
	pages := -mergePages // begins with all parts; a positive number goes on
	for more := true; more; pages = mergePages {
		err := s.write(ctx, func(t *tx) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if pages < 0 {
				var parts int
				if err := t.row("SELECT count(DISTINCT segid) FROM fts_idx").Scan(&parts); err != nil || parts <= maxParts {
					more = false
					return err
				}
			}
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
		if err != nil {
			return err
		}
	}
	return nil
}

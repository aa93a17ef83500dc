// Whether the file is whole.

package store

import (
	"context"
	"fmt"
)

// Check looks through the whole file: that SQLite finds it intact, and that
// the index holds what is stored, each once. It takes seconds for a large one.
func (s *Store) Check(ctx context.Context) error {
	return s.read(ctx, func(t *tx) error {
		var said string
		if err := t.row("PRAGMA integrity_check").Scan(&said); err != nil {
			return err
		}
		if said != "ok" {
			return fmt.Errorf("memory %s is damaged: %w: %s", s.path, ErrForeign, said)
		}
		for what, q := range map[string]string{
			"documents without content": `SELECT count(*) FROM doc WHERE id NOT IN (SELECT doc FROM session UNION ALL SELECT doc FROM fact
				UNION ALL SELECT doc FROM turn UNION ALL SELECT doc FROM memory UNION ALL SELECT doc FROM entry)`,
			"contents without document": `SELECT count(*) FROM (SELECT doc FROM session UNION ALL SELECT doc FROM fact
				UNION ALL SELECT doc FROM turn UNION ALL SELECT doc FROM memory UNION ALL SELECT doc FROM entry) WHERE doc NOT IN (SELECT id FROM doc)`,
			"documents not counted":      "SELECT abs((SELECT count(*) FROM doc) - docs) FROM stat",
			"words not counted":          "SELECT abs((SELECT coalesce(sum(words), 0) FROM doc) - words) FROM stat",
			"documents not in the index": "SELECT abs((SELECT count(*) FROM doc) - (SELECT count(*) FROM fts_docsize)) FROM stat",
		} {
			var n int
			if err := t.row(q).Scan(&n); err != nil {
				return err
			}
			if n != 0 {
				return fmt.Errorf("memory %s is damaged: %w: %d %s", s.path, ErrForeign, n, what)
			}
		}
		return nil
	})
}

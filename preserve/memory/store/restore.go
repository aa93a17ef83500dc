// Sessions put back as they were, and taken out.

package store

import (
	"context"
	"database/sql"
)

// RestoreSession makes a session exactly what is given, empty fields too: it is
// how one that was read before comes back. Its text stays as it is.
func (s *Store) RestoreSession(ctx context.Context, put Session) error {
	if err := put.check(); err != nil {
		return err
	}
	return s.write(ctx, func(t *tx) error {
		old, err := t.session(put.ID)
		if err != nil && err != sql.ErrNoRows {
			return err
		}
		return t.putSession(put, old)
	})
}

// RemoveSession removes a session with its facts and its text. Errors:
// ErrNotFound.
func (s *Store) RemoveSession(ctx context.Context, id string) error {
	err := s.write(ctx, func(t *tx) error {
		if _, err := t.projectOf(id); err != nil {
			return err
		}
		if err := t.dropTranscript(id); err != nil {
			return err
		}
		if err := t.dropSessionIndex(id); err != nil {
			return err
		}
		if err := t.exec("DELETE FROM fact WHERE session=?", id); err != nil {
			return err
		}
		return t.exec("DELETE FROM session WHERE id=?", id)
	})
	if err == nil {
		s.shrink(ctx)
	}
	return s.explain(err)
}

// shrink gives room back to the disk where it can; the next one does what this
// one cannot.
func (s *Store) shrink(ctx context.Context) {
	_, _ = s.db.ExecContext(ctx, "PRAGMA incremental_vacuum")
}

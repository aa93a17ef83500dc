// Entries of other files, so that they are found as well.

package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Entry is a part of a file that somebody else keeps, such as TempContext.md.
type Entry struct {
	Source  string    `json:"source"` // which file
	ID      string    `json:"id"`     // in that file
	Project string    `json:"project,omitempty"`
	Text    string    `json:"text"`
	Created time.Time `json:"created,omitzero"`
}

// PutEntries replaces all entries of a source; none removes them. The Source
// of the entries themselves is not looked at. Entries that stayed as they were
// cost next to nothing.
func (s *Store) PutEntries(ctx context.Context, source string, entries []Entry) error {
	source = clean(source)
	seen := map[string]bool{}
	for i := range entries {
		e := &entries[i]
		cleanAll(&e.ID, &e.Project, &e.Text)
		e.Source = source
		e.Created = moment(millis(e.Created))
		if seen[e.ID] {
			return fmt.Errorf("%s has two entries %q", source, e.ID)
		}
		seen[e.ID] = true
	}
	return s.write(ctx, func(t *tx) error {
		list, err := t.entries("WHERE source=?", source)
		if err != nil {
			return err
		}
		old := map[string]Entry{}
		for _, e := range list {
			old[e.ID] = e
		}
		for _, e := range entries {
			if have, ok := old[e.ID]; !ok || have != e {
				if err := t.putEntry(e); err != nil {
					return err
				}
			}
			delete(old, e.ID)
		}
		for _, e := range old {
			if err := t.dropEntry(e); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *tx) putEntry(e Entry) error {
	if err := t.dropEntry(e); err != nil {
		return err
	}
	id, err := t.index(e.document().prepare())
	if err != nil {
		return err
	}
	return t.exec("INSERT INTO entry VALUES(?, ?, ?, ?, ?, ?)", e.Source, e.ID, e.Project, e.Text, millis(e.Created), id)
}

func (t *tx) dropEntry(e Entry) error {
	ids, err := t.ids("DELETE FROM entry WHERE source=? AND id=? RETURNING doc", e.Source, e.ID)
	if err != nil {
		return err
	}
	return t.unindex(ids)
}

func (e Entry) document() document {
	return document{kindEntry, e.Source, e.Project, nil, millis(e.Created), millis(e.Created), e.Text}
}

func (t *tx) entries(where string, args ...any) (list []Entry, err error) {
	err = t.each(func(r *sql.Rows) error {
		var e Entry
		var created int64
		err := r.Scan(&e.Source, &e.ID, &e.Project, &e.Text, &created)
		e.Created = moment(created)
		list = append(list, e)
		return err
	}, "SELECT source, id, project, text, created FROM entry "+where, args...)
	return list, err
}

// Entry is the newest entry whose id is ref, or begins so, of whatever file.
// Errors: ErrNotFound.
func (s *Store) Entry(ctx context.Context, ref string) (e Entry, err error) {
	err = s.read(ctx, func(t *tx) error {
		list, err := t.entries("WHERE ?1<>'' AND id>=?1 AND id<?1||char(1114111) ORDER BY id<>?1, created DESC, source LIMIT 1", clean(ref))
		if err == nil && len(list) == 0 {
			err = fmt.Errorf("entry %q: %w", ref, ErrNotFound)
		}
		if err == nil {
			e = list[0]
		}
		return err
	})
	return e, err
}

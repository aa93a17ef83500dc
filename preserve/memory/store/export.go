// The whole memory as lines of JSON.

package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"io"
)

// lines is the version of the export.
const lines = 1

// line is one line of an export; one field is set. The first is the header,
// then come sessions in the order of their time, each followed by its
// transcript, then memories, then entries.
type line struct {
	Format  string   `json:"format,omitempty"`
	Version int      `json:"version,omitempty"`
	Session *Session `json:"session,omitempty"`
	Turn    *turn    `json:"turn,omitempty"`
	Memory  *Memory  `json:"memory,omitempty"`
	Entry   *Entry   `json:"entry,omitempty"`
}

// turn is a row of a transcript; N counts from 0.
type turn struct {
	Session string `json:"session"`
	N       int    `json:"n"`
	Role    string `json:"role"`
	Text    string `json:"text"`
}

const format = "savectx-memory"

// Export writes everything as JSON Lines, one state of the memory and always
// in the same order. Times are in UTC, in milliseconds.
func (s *Store) Export(ctx context.Context, w io.Writer) error {
	buf := bufio.NewWriter(w)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	err := s.read(ctx, func(t *tx) error {
		if err := enc.Encode(line{Format: format, Version: lines}); err != nil {
			return err
		}
		if err := t.exportSessions(enc); err != nil {
			return err
		}
		memories, err := t.memories("ORDER BY created, id")
		for i := 0; err == nil && i < len(memories); i++ {
			err = enc.Encode(line{Memory: &memories[i]})
		}
		if err != nil {
			return err
		}
		entries, err := t.entries("ORDER BY source, id")
		for i := 0; err == nil && i < len(entries); i++ {
			err = enc.Encode(line{Entry: &entries[i]})
		}
		return err
	})
	if err != nil {
		return err
	}
	return buf.Flush()
}

func (t *tx) exportSessions(enc *json.Encoder) error {
	sessions, err := t.sessions("ORDER BY created, id")
	if err != nil {
		return err
	}
	for i := range sessions {
		if err := enc.Encode(line{Session: &sessions[i]}); err != nil {
			return err
		}
		if err := t.exportTurns(enc, sessions[i].ID); err != nil {
			return err
		}
	}
	return nil
}

// exportTurns puts the pieces of a row together again.
func (t *tx) exportTurns(enc *json.Encoder, session string) error {
	var row *turn
	err := t.each(func(r *sql.Rows) error {
		p := turn{Session: session}
		if err := r.Scan(&p.N, &p.Role, &p.Text); err != nil {
			return err
		}
		if row != nil && row.N == p.N {
			row.Text += p.Text
			return nil
		}
		before := row
		row = &p
		if before == nil {
			return nil
		}
		return enc.Encode(line{Turn: before})
	}, "SELECT n, role, text FROM turn WHERE session=? ORDER BY n, part", session)
	if err != nil || row == nil {
		return err
	}
	return enc.Encode(line{Turn: row})
}

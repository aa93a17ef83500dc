// Reading an export back.

package store

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const maxLine = 4 * maxText // bytes of a line

// Import adds what Export wrote: all of it, or nothing and an error that names
// the line. What is there already stays, unless the line is newer; so a second
// import of the same changes nothing.
func (s *Store) Import(ctx context.Context, r io.Reader) error {
	in := importer{lines: bufio.NewReaderSize(r, 1<<16)}
	err := s.write(ctx, func(t *tx) error {
		in.tx = t
		for {
			if err := ctx.Err(); err != nil {
				return err
			}
			raw, err := in.next()
			if err == io.EOF && in.n == 0 {
				return fmt.Errorf("nothing to import: the file is empty")
			}
			if err == io.EOF {
				return in.flush()
			}
			if err == nil {
				err = in.take(raw)
			}
			if err != nil && code(err) == 0 {
				return fmt.Errorf("line %d: %w", in.n, err)
			}
			if err != nil {
				return err
			}
		}
	})
	if err == nil {
		_ = s.Tidy(ctx) // only quicker; the sweep of the day does it as well
	}
	return err
}

type importer struct {
	*tx
	lines   *bufio.Reader
	n       int
	session string // whose rows are gathered
	taken   bool   // the session came from this file, its rows count
	turns   []Turn
}

func (in *importer) next() ([]byte, error) {
	var raw []byte
	for {
		part, err := in.lines.ReadSlice('\n')
		raw = append(raw, part...)
		if len(raw) > maxLine {
			in.n++
			return nil, fmt.Errorf("longer than %d bytes", maxLine)
		}
		if err == bufio.ErrBufferFull && len(part) > 0 { // else it is the reader's own error
			continue
		}
		if err == io.EOF && len(raw) > 0 {
			err = nil // no line end behind the last
		}
		if err == nil {
			in.n++
		}
		return raw, err
	}
}

func (in *importer) take(raw []byte) error {
	var l line
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return fmt.Errorf("not a line of an export: %w", err)
	}
	if dec.More() {
		return errors.New("more than one value")
	}
	if in.n == 1 {
		if l.Format != format {
			return errors.New("not an export of a memory of savectx")
		}
		if l.Version != lines {
			return fmt.Errorf("export format %d, this savectx knows %d: %w", l.Version, lines, ErrNewer)
		}
		return nil
	}
	if l.Turn == nil {
		if err := in.flush(); err != nil {
			return err
		}
	}
	switch {
	case l.Session != nil:
		return in.takeSession(*l.Session)
	case l.Turn != nil:
		return in.takeTurn(*l.Turn)
	case l.Memory != nil:
		return in.takeMemory(*l.Memory)
	case l.Entry != nil:
		return in.takeEntry(*l.Entry)
	}
	return errors.New("neither session, turn, memory nor entry")
}

func (in *importer) takeSession(s Session) error {
	if err := s.check(); err != nil {
		return err
	}
	in.session, in.taken = s.ID, false
	old, err := in.tx.session(s.ID)
	switch {
	case err == nil && millis(old.Updated) >= millis(s.Updated):
		// Its text may be missing all the same.
		var have int
		err := in.row("SELECT count(*) FROM turn WHERE session=?", s.ID).Scan(&have)
		in.taken = have == 0
		return err
	case err != nil && err != sql.ErrNoRows:
		return err
	}
	in.taken = true
	return in.putSession(s, old)
}

func (in *importer) takeTurn(t turn) error {
	if t.Session != in.session || in.session == "" {
		return fmt.Errorf("a row of session %q stands not behind it", t.Session)
	}
	if t.N != len(in.turns) {
		return fmt.Errorf("row %d of session %q, wanted %d", t.N, t.Session, len(in.turns))
	}
	in.turns = append(in.turns, Turn{t.Role, t.Text})
	return nil
}

// flush writes the rows gathered.
func (in *importer) flush() error {
	turns := in.turns
	in.turns = nil
	if !in.taken || len(turns) == 0 {
		return nil
	}
	return in.putTranscript(in.session, turns)
}

func (in *importer) takeMemory(m Memory) error {
	if err := m.check(); err != nil {
		return err
	}
	if m.ID == "" {
		return errors.New("a memory without an id")
	}
	old, err := in.memories("WHERE id=?", m.ID)
	if err != nil || len(old) > 0 && millis(old[0].Updated) >= millis(m.Updated) {
		return err
	}
	if m.Title, err = in.freeTitle(m); err != nil {
		return err
	}
	return in.putMemory(&m)
}

func (in *importer) takeEntry(e Entry) error {
	cleanAll(&e.Source, &e.ID, &e.Project, &e.Text)
	e.Created = moment(millis(e.Created))
	old, err := in.entries("WHERE source=? AND id=?", e.Source, e.ID)
	if err != nil || len(old) > 0 && (old[0] == e || millis(old[0].Created) > millis(e.Created)) {
		return err
	}
	return in.putEntry(e)
}

// The text of sessions: rows of who said what.

package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxPart = 3000     // bytes of a piece of a row; a longer row is several pieces
	maxDoc  = 2000     // bytes after which the pieces of one document of the index end
	maxText = 64 << 20 // bytes of all rows of a session
)

// Turn is one row of a transcript.
type Turn struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// piece is a row or a part of it, and the document it belongs to.
type piece struct {
	n, part int
	Turn
	doc int // which of the documents, from 0
}

// PutTranscript keeps the text of a session that is stored, instead of what
// was kept before. It fails above 64 MiB.
func (s *Store) PutTranscript(ctx context.Context, session string, turns []Turn) error {
	total := 0
	for _, t := range turns {
		total += len(t.Text)
	}
	if total > maxText {
		return fmt.Errorf("the text of session %s has %d bytes, allowed are %d", session, total, maxText)
	}
	return s.write(ctx, func(t *tx) error { return t.putTranscript(session, turns) })
}

func (t *tx) putTranscript(session string, turns []Turn) error {
	project, err := t.projectOf(session)
	if err == nil {
		err = t.dropTranscript(session)
	}
	if err != nil {
		return err
	}
	for _, p := range split(turns) {
		if err := t.exec("INSERT INTO turn VALUES(?, ?, ?, ?, ?, ?)", session, p.n, p.part, p.Role, p.Text, -1-p.doc); err != nil {
			return err
		}
	}
	return t.indexTurns(session, project)
}

func (t *tx) projectOf(session string) (project string, err error) {
	err = t.row("SELECT project FROM session WHERE id=?", session).Scan(&project)
	if err == sql.ErrNoRows {
		err = fmt.Errorf("session %q: %w", session, ErrNotFound)
	}
	return project, err
}

// split cuts long rows at a line or a space, and gathers short ones.
func split(turns []Turn) (list []piece) {
	doc, size := 0, 0
	for n, t := range turns {
		t.Role, t.Text = clean(t.Role), clean(t.Text)
		for part := 0; part == 0 || t.Text != ""; part++ {
			end := len(t.Text)
			if end > maxPart {
				end = cutAt(t.Text)
			}
			if size > 0 && size+end > maxDoc {
				doc, size = doc+1, 0
			}
			list = append(list, piece{n, part, Turn{t.Role, t.Text[:end]}, doc})
			t.Text = t.Text[end:]
			size += end
		}
	}
	return list
}

// cutAt is where the first maxPart bytes of s end, best at a line or a space.
func cutAt(s string) int {
	end := maxPart
	for !utf8.RuneStart(s[end]) {
		end--
	}
	for _, sep := range []string{"\n", " "} {
		if i := strings.LastIndex(s[:end], sep); i >= end/2 {
			return i + 1
		}
	}
	return end
}

// indexTurns puts the pieces of a session into the index, by document.
func (t *tx) indexTurns(session, project string) error {
	type group struct {
		doc  int64
		text strings.Builder
	}
	var groups []*group
	err := t.each(func(r *sql.Rows) error {
		var doc int64
		var text string
		if err := r.Scan(&doc, &text); err != nil {
			return err
		}
		if len(groups) == 0 || groups[len(groups)-1].doc != doc {
			groups = append(groups, &group{doc: doc})
		}
		b := &groups[len(groups)-1].text
		b.WriteString(text)
		b.WriteString("\n")
		return nil
	}, "SELECT doc, text FROM turn WHERE session=? ORDER BY n, part", session)
	if err != nil || len(groups) == 0 {
		return err
	}
	var created, updated int64
	if err := t.row("SELECT created, updated FROM session WHERE id=?", session).Scan(&created, &updated); err != nil {
		return err
	}
	for _, g := range groups {
		id, err := t.index(document{kindTranscript, session, project, nil, created, updated, g.text.String()}.prepare())
		if err != nil {
			return err
		}
		if err := t.exec("UPDATE turn SET doc=? WHERE session=? AND doc=?", id, session, g.doc); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) dropTurnIndex(session string) error {
	ids, err := t.ids("SELECT DISTINCT doc FROM turn WHERE session=?", session)
	if err != nil {
		return err
	}
	return t.unindex(ids)
}

func (t *tx) dropTranscript(session string) error {
	if err := t.dropTurnIndex(session); err != nil {
		return err
	}
	return t.exec("DELETE FROM turn WHERE session=?", session)
}

// DropTranscript removes the text of a session, and gives its room back to the
// disk where it can.
func (s *Store) DropTranscript(ctx context.Context, session string) error {
	err := s.write(ctx, func(t *tx) error {
		if _, err := t.projectOf(session); err != nil {
			return err
		}
		return t.dropTranscript(session)
	})
	if err == nil {
		_, err = s.db.ExecContext(ctx, "PRAGMA incremental_vacuum")
		if busy(err) {
			err = nil // the next one does it
		}
	}
	return s.explain(err)
}

// Tail is the end of a session's text, at most limit characters of it. The
// first row is cut at its beginning when it does not fit whole.
func (s *Store) Tail(ctx context.Context, session string, limit int) (tail []Turn, err error) {
	err = s.read(ctx, func(t *tx) error {
		if _, err := t.projectOf(session); err != nil {
			return err
		}
		tail, err = t.tail(session, limit)
		return err
	})
	return tail, err
}

func (t *tx) tail(session string, limit int) ([]Turn, error) {
	var list []Turn
	last, left := -1, limit
	rows, err := t.conn.QueryContext(t.ctx, "SELECT n, role, text FROM turn WHERE session=? ORDER BY n DESC, part DESC", session)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for left > 0 && rows.Next() {
		var n int
		var r Turn
		if err := rows.Scan(&n, &r.Role, &r.Text); err != nil {
			return nil, err
		}
		r.Text = lastRunes(r.Text, left)
		left -= utf8.RuneCountInString(r.Text)
		if n == last {
			list[len(list)-1].Text = r.Text + list[len(list)-1].Text
		} else {
			list = append(list, r)
		}
		last = n
	}
	slices.Reverse(list)
	return list, rows.Err()
}

func lastRunes(s string, n int) string {
	for i := len(s); i > 0; n-- {
		if n == 0 {
			return s[i:]
		}
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s
}

// Sizes is how much the memory holds.
type Sizes struct {
	File                               int64 // bytes on disk, with the log beside it
	Sessions, Facts, Memories, Entries int
	Transcripts                        int   // sessions whose text is kept
	TranscriptBytes                    int64 // of their text, without the index
}

// Sizes counts.
func (s *Store) Sizes(ctx context.Context) (z Sizes, err error) {
	err = s.read(ctx, func(t *tx) error {
		return t.row(`SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM fact), (SELECT count(*) FROM memory),
			(SELECT count(*) FROM entry), count(DISTINCT session), coalesce(sum(octet_length(text)), 0) FROM turn`).
			Scan(&z.Sessions, &z.Facts, &z.Memories, &z.Entries, &z.Transcripts, &z.TranscriptBytes)
	})
	for _, end := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(s.path + end); err == nil {
			z.File += info.Size()
		}
	}
	return z, err
}

// TranscriptSize is how many bytes of text are kept of a session.
func (s *Store) TranscriptSize(ctx context.Context, session string) (size int64, err error) {
	err = s.read(ctx, func(t *tx) error {
		return t.row("SELECT coalesce(sum(octet_length(text)), 0) FROM turn WHERE session=?", session).Scan(&size)
	})
	return size, err
}

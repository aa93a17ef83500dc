// The layout of the file, and the way from older ones.

package store

import (
	"context"
	"database/sql"
	"fmt"

	lib "modernc.org/sqlite/lib"
)

// current is the format, kept in user_version:
//
//	1  the first layout: a session's goal, status, next and blockers stand in compact only
//	2  columns of their own; a memory's hash; tokens with stems and first letters
const current = 2

const layout = `
CREATE TABLE session(
	id TEXT PRIMARY KEY, project TEXT NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL, compact TEXT NOT NULL,
	branch TEXT NOT NULL, commit_start TEXT NOT NULL, commit_end TEXT NOT NULL, tags TEXT NOT NULL,
	continues TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, doc INTEGER NOT NULL,
	goal TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT '', next TEXT NOT NULL DEFAULT '', blockers TEXT NOT NULL DEFAULT '');
CREATE INDEX session_project ON session(project, updated);
CREATE INDEX session_updated ON session(updated);
CREATE INDEX session_continues ON session(continues);
CREATE INDEX session_doc ON session(doc);
CREATE TABLE fact(session TEXT NOT NULL, n INTEGER NOT NULL, importance INTEGER NOT NULL, text TEXT NOT NULL,
	doc INTEGER NOT NULL, PRIMARY KEY(session, n));
CREATE INDEX fact_doc ON fact(doc);
CREATE TABLE turn(session TEXT NOT NULL, n INTEGER NOT NULL, part INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL,
	doc INTEGER NOT NULL, PRIMARY KEY(session, n, part));
CREATE INDEX turn_doc ON turn(doc);
CREATE TABLE memory(id TEXT PRIMARY KEY, project TEXT NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL,
	tags TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, doc INTEGER NOT NULL, hash INTEGER NOT NULL DEFAULT 0);
CREATE INDEX memory_hash ON memory(hash);
CREATE INDEX memory_title ON memory(title, project);
CREATE INDEX memory_project ON memory(project, updated);
CREATE INDEX memory_updated ON memory(updated);
CREATE INDEX memory_doc ON memory(doc);
CREATE TABLE entry(source TEXT NOT NULL, id TEXT NOT NULL, project TEXT NOT NULL, text TEXT NOT NULL, created INTEGER NOT NULL,
	doc INTEGER NOT NULL, PRIMARY KEY(source, id));
CREATE INDEX entry_doc ON entry(doc);
` + indexLayout

// indexLayout is the part that is made from the rest. Ids of doc are never
// used twice, so that a higher one was written later. The tokenizer leaves
// tokens as they are; = ^ + # stand in them (see words.go).
const indexLayout = `
CREATE TABLE doc(id INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL, owner TEXT NOT NULL, project TEXT NOT NULL,
	created INTEGER NOT NULL, updated INTEGER NOT NULL, words INTEGER NOT NULL);
CREATE INDEX doc_updated ON doc(updated);
CREATE TABLE stat(docs INTEGER NOT NULL, words INTEGER NOT NULL);
INSERT INTO stat VALUES(0, 0);
CREATE VIRTUAL TABLE fts USING fts5(t, content='', contentless_delete=1, detail='none', tokenize="ascii tokenchars '=^+#'");
`

func busy(err error) bool {
	c := code(err)
	return c == lib.SQLITE_BUSY || c == lib.SQLITE_LOCKED
}

// prepare brings the file to the format of today. Several processes may do it
// at once: one does the work, the others find it done.
func (s *Store) prepare(ctx context.Context) error {
	conn, err := s.conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var version, id int
	look := func(q func(string, ...any) *sql.Row) error {
		if err := q("PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		if err := q("PRAGMA application_id").Scan(&id); err != nil {
			return err
		}
		if id != appID && (id != 0 || version != 0) {
			return fmt.Errorf("%s is a database of another program, %w", s.path, ErrForeign)
		}
		return newer(s.path, version)
	}
	one := func(q string, args ...any) *sql.Row { return conn.QueryRowContext(ctx, q, args...) }
	if err := patient(ctx, func() error { return look(one) }); err != nil || version == current {
		return err
	}
	var tables int
	if err := patient(ctx, func() error { return one("SELECT count(*) FROM sqlite_schema").Scan(&tables) }); err != nil {
		return err
	}
	if id == 0 && tables > 0 {
		// Another process may have made them since; it marked them as well.
		if err := look(one); err != nil {
			return err
		}
		if id != appID {
			return fmt.Errorf("%s is a database of another program, %w", s.path, ErrForeign)
		}
	}
	if err := insist(ctx, conn, "PRAGMA journal_mode=WAL"); err != nil {
		return err
	}
	conn.Close()
	return s.write(ctx, func(t *tx) error {
		if err := look(t.row); err != nil || version == current {
			return err
		}
		return t.migrate(version)
	})
}

// migrate leads from a version to the current one, within one transaction.
func (t *tx) migrate(from int) error {
	switch from {
	case 0:
		if err := t.exec(layout); err != nil {
			return err
		}
	case 1:
		if err := t.fromVersion1(); err != nil {
			return fmt.Errorf("migrating the memory from format 1: %w", err)
		}
	}
	return t.exec(fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d", appID, current))
}

// fromVersion1 takes goal, status, next and blockers out of the compact texts,
// and makes the index anew.
func (t *tx) fromVersion1() error {
	for _, column := range []string{"goal", "status", "next", "blockers"} {
		if err := t.exec("ALTER TABLE session ADD COLUMN " + column + " TEXT NOT NULL DEFAULT ''"); err != nil {
			return err
		}
	}
	if err := t.exec("ALTER TABLE memory ADD COLUMN hash INTEGER NOT NULL DEFAULT 0; CREATE INDEX memory_hash ON memory(hash)"); err != nil {
		return err
	}
	compact := map[string]string{}
	err := t.each(func(r *sql.Rows) error {
		var id, text string
		err := r.Scan(&id, &text)
		compact[id] = text
		return err
	}, "SELECT id, compact FROM session")
	if err != nil {
		return err
	}
	for id, text := range compact {
		h := readHead(text)
		if err := t.exec("UPDATE session SET goal=?, status=?, next=?, blockers=? WHERE id=?", h[0], h[1], h[2], h[3], id); err != nil {
			return err
		}
	}
	return t.reindex()
}

// Opening the file, and the transactions on it.

package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

const (
	// appID marks the file in the SQLite header ("svcx").
	appID = 0x73766378
	// lockWait is how long a writer waits for another process; then ErrBusy.
	lockWait = 30 * time.Second
	// lockStep is how long SQLite itself waits before we look at the context.
	lockStep = 200 * time.Millisecond
)

// Store is an open memory file. Its methods may be called at the same time.
type Store struct {
	db   *sql.DB
	path string
}

// Open opens the memory at path and makes it when there is none: missing
// folders with 0700, the file with 0600. It returns ErrNewer or ErrForeign,
// with the file untouched, when it is not one to work with.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := look(path); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	pragmas := url.Values{"_pragma": {
		"busy_timeout(" + strconv.Itoa(int(lockStep.Milliseconds())) + ")",
		"auto_vacuum(incremental)", // counts only while the file is empty
		"synchronous(normal)",
		"cache_size(-8192)",
		"temp_store(memory)",
	}}
	name := url.URL{Scheme: "file", Path: abs, RawQuery: pragmas.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(4)
	s := &Store{db: db, path: path}
	if err := s.prepare(ctx); err != nil {
		db.Close()
		return nil, s.explain(err)
	}
	return s, nil
}

// Close closes the file. What was acknowledged stays.
func (s *Store) Close() error { return s.db.Close() }

// look makes the file when it is missing, and refuses what is none of ours
// before SQLite sees it.
func look(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("folder of the memory: %w", err)
		}
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return f.Close()
		}
		if !errors.Is(err, os.ErrExist) {
			return fmt.Errorf("new memory: %w", err)
		}
		info, err = os.Lstat(path) // another process was faster
		if err != nil {
			return err
		}
	} else if err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is a %s, %w", path, what(info.Mode()), ErrForeign)
	}
	if err := header(path); err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(path, 0o600); err != nil {
			return fmt.Errorf("memory can be read by others: %w", err)
		}
	}
	return nil
}

func what(m os.FileMode) string {
	switch {
	case m.IsDir():
		return "folder"
	case m&os.ModeSymlink != 0:
		return "symbolic link"
	case m&os.ModeNamedPipe != 0:
		return "named pipe"
	}
	return "device or socket"
}

// header judges the first 100 bytes (https://www.sqlite.org/fileformat.html,
// section 1.3). An empty file is a new one: its maker was killed.
func header(path string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	defer f.Close()
	head := make([]byte, 100)
	n, err := io.ReadFull(f, head)
	switch {
	case n == 0 && err == io.EOF:
		return nil
	case err != nil && err != io.ErrUnexpectedEOF:
		return fmt.Errorf("memory: %w", err)
	case n < 100 || string(head[:16]) != "SQLite format 3\x00":
		return fmt.Errorf("%s is %w", path, ErrForeign)
	}
	id, version := binary.BigEndian.Uint32(head[68:]), int(binary.BigEndian.Uint32(head[60:]))
	switch {
	case id == appID:
		return newer(path, version)
	case id == 0 && version == 0: // just made, its first page still in the WAL
		return nil
	}
	return fmt.Errorf("%s is a database of another program, %w", path, ErrForeign)
}

func newer(path string, version int) error {
	if version > current {
		return fmt.Errorf("memory %s has format %d, this savectx knows %d: %w", path, version, current, ErrNewer)
	}
	return nil
}

// write runs f in a transaction that no other writer shares. It is over, on
// disk or undone, when write returns.
func (s *Store) write(ctx context.Context, f func(*tx) error) error {
	return s.run(ctx, f, "BEGIN IMMEDIATE")
}

// read runs f on one state of the file, whatever is written meanwhile. The
// first look at it is the moment that counts, and the last that can be locked:
// by a process that makes the file, or one that mends it after another died.
func (s *Store) read(ctx context.Context, f func(*tx) error) error {
	return s.run(ctx, f, "BEGIN", "SELECT docs FROM stat")
}

func (s *Store) run(ctx context.Context, f func(*tx) error, begin ...string) error {
	conn, err := s.conn(ctx)
	if err != nil {
		return s.explain(err)
	}
	defer conn.Close()
	// The end must come through when ctx is over, too.
	end := context.WithoutCancel(ctx)
	err = patient(ctx, func() error {
		for i, stmt := range begin {
			if _, err := conn.ExecContext(ctx, stmt); err != nil {
				if i > 0 {
					_, _ = conn.ExecContext(end, "ROLLBACK") // it begins anew
				}
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s.explain(err)
	}
	t := &tx{ctx: ctx, conn: conn}
	err = f(t)
	if err == nil {
		_, err = conn.ExecContext(end, "COMMIT")
	}
	if err != nil {
		// Fails where SQLite has rolled back by itself, as on a full disk.
		_, _ = conn.ExecContext(end, "ROLLBACK")
	}
	return s.explain(err)
}

// conn is a connection, one of the pool or a new one.
func (s *Store) conn(ctx context.Context) (conn *sql.Conn, err error) {
	err = patient(ctx, func() error {
		conn, err = s.db.Conn(ctx)
		return err
	})
	return conn, err
}

// insist repeats a statement while another process holds the lock.
func insist(ctx context.Context, conn *sql.Conn, stmt string) error {
	return patient(ctx, func() error {
		_, err := conn.ExecContext(ctx, stmt)
		return err
	})
}

// patient repeats f while another process holds the lock.
func patient(ctx context.Context, f func() error) error {
	late := time.Now().Add(lockWait)
	for {
		err := f()
		if err == nil || !busy(err) || time.Now().After(late) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// tx is a running transaction.
type tx struct {
	ctx  context.Context
	conn *sql.Conn
}

func (t *tx) exec(q string, args ...any) error {
	_, err := t.conn.ExecContext(t.ctx, q, args...)
	return err
}

func (t *tx) row(q string, args ...any) *sql.Row { return t.conn.QueryRowContext(t.ctx, q, args...) }

// each calls f for each row.
func (t *tx) each(f func(*sql.Rows) error, q string, args ...any) error {
	rows, err := t.conn.QueryContext(t.ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ids is the first column of all rows.
func (t *tx) ids(q string, args ...any) (ids []int64, err error) {
	err = t.each(func(r *sql.Rows) error {
		var id int64
		err := r.Scan(&id)
		ids = append(ids, id)
		return err
	}, q, args...)
	return ids, err
}

// What can go wrong, and SQLite's codes in words.

package store

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

var (
	// ErrNotFound: nothing has that id or reference.
	ErrNotFound = errors.New("not found")
	// ErrNewer: a newer savectx wrote the file.
	ErrNewer = errors.New("written by a newer savectx")
	// ErrForeign: the file is no memory of savectx, or a damaged one.
	ErrForeign = errors.New("not a memory file of savectx")
	// ErrBusy: another process kept the file locked for too long.
	ErrBusy = errors.New("locked by another process")
)

// code is SQLite's primary result code of err, 0 when it is not SQLite's.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

// explain says what happened to which file.
func (s *Store) explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	switch code(err) {
	case 0:
		return err
	case lib.SQLITE_FULL:
		return fmt.Errorf("memory %s: %w", s.path, syscall.ENOSPC)
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return fmt.Errorf("memory %s is %w", s.path, ErrBusy)
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		return fmt.Errorf("memory %s cannot be written: %w", s.path, err)
	case lib.SQLITE_NOTADB:
		return fmt.Errorf("%s is %w", s.path, ErrForeign)
	case lib.SQLITE_CORRUPT:
		return fmt.Errorf("memory %s is damaged: %w (%v)", s.path, ErrForeign, err)
	case lib.SQLITE_IOERR:
		return fmt.Errorf("memory %s cannot be read or written: %w", s.path, err)
	case lib.SQLITE_INTERRUPT:
		return fmt.Errorf("memory %s: %w", s.path, context.Canceled)
	}
	return fmt.Errorf("memory %s: %w", s.path, err)
}

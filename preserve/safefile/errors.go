// What an error says: the job and the path the caller knows.

package safefile

import (
	"errors"
	"os"
)

// What callers tell apart. Each comes inside an [os.PathError].
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("larger than the limit")
	ErrHardLink   = errors.New("has a second name (hard link)")
	ErrDangling   = errors.New("is a link into a folder that does not exist")
	ErrChanged    = errors.New("changed in the meantime")
	ErrNoStep     = errors.New("no such step")
	ErrBroken     = errors.New("the record of the step is damaged")
	ErrUndone     = errors.New("the step was undone")
)

// failed puts err under the job and path the caller knows, instead of the
// system call and the temporary name it happened to.
func failed(op, path string, err error) error {
	var pathErr *os.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &linkErr):
		err = linkErr.Err
	case errors.As(err, &pathErr):
		err = pathErr.Err
	}
	return &os.PathError{Op: op, Path: path, Err: err}
}

// What an error says: the job and the path the caller knows.

package safefile

import (
	"errors"
	"os"
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

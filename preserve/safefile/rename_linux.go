// A rename that replaces nothing, on Linux.

package safefile

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// renameNew renames from to to, or fails with fs.ErrExist when to is there. A
// file system that cannot do that (renameat2(2): EINVAL) gets a plain rename.
func renameNew(from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.ENOTSUP) {
		return os.Rename(from, to)
	}
	return err
}

// A rename that replaces nothing, on macOS.

package safefile

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// renameNew renames from to to, or fails with fs.ErrExist when to is there. A
// file system that cannot do that (renamex_np(2): ENOTSUP) gets a plain rename.
func renameNew(from, to string) error {
	err := unix.RenamexNp(from, to, unix.RENAME_EXCL)
	if errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS) {
		return os.Rename(from, to)
	}
	return err
}

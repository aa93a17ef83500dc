// Putting new content into the place of a file of the user.

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// attrs are what a file gets besides its content.
type attrs struct {
	mode     fs.FileMode
	uid, gid int
	exact    bool // mode and owner of a file that is or was there; else mode less the umask
}

// exchange makes data the content of the file at t, which exists or not, in a
// folder that exists. It asks still right before the rename. When it fails,
// t is as it was and the temporary file, called temp, is gone.
func exchange(t target, temp string, data []byte, a attrs, still func() error) (err error) {
	mode := a.mode.Perm()
	if a.exact {
		mode = 0o600 // until the owner is right
	}
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	if a.exact {
		err = imitate(file, a)
	}
	if err == nil {
		_, err = file.Write(data)
	}
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = still()
	}
	if err != nil {
		return err
	}
	if t.info != nil {
		err = os.Rename(temp, t.real)
	} else if err = renameNew(temp, t.real); errors.Is(err, fs.ErrExist) {
		err = ErrChanged
	}
	if err == nil {
		syncDir(filepath.Dir(t.real))
	}
	return err
}

// imitate gives file the owner, where the system permits it, and the mode.
// Where the group cannot be kept, it gets no more than the others have.
func imitate(file *os.File, a attrs) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	mode := a.mode.Perm()
	if uid, gid := (target{info: info}).owner(); uid != a.uid || gid != a.gid {
		if file.Chown(a.uid, a.gid) != nil && gid != a.gid && file.Chown(-1, a.gid) != nil {
			mode = mode&^0o070 | mode&0o007<<3&mode
		}
	}
	return file.Chmod(mode)
}

// takeAway removes the file at t, asking still right before.
func takeAway(t target, still func() error) error {
	if err := still(); err != nil {
		return err
	}
	if err := os.Remove(t.real); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	syncDir(filepath.Dir(t.real))
	return nil
}

// Where a file of the user really lies, and whether it may be written.

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// target is the place a path of the user leads to.
type target struct {
	real string      // no link on the way to it
	info fs.FileInfo // nil while there is no file
}

// locate finds the place of path, which is absolute. What is there must be a
// regular file, and a dangling link must point into a folder that exists:
// making folders wherever a stale link points is not what anybody asked for.
func locate(path string) (target, error) {
	real, dangling, err := realPath(path)
	if err != nil {
		return target{}, err
	}
	if dangling {
		return target{}, ErrDangling
	}
	info, err := os.Lstat(real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return target{real: real}, nil
	case err != nil:
		return target{}, err
	case !info.Mode().IsRegular():
		return target{}, ErrNotRegular
	}
	return target{real, info}, nil
}

// realPath follows all links on the way to path and at its end. What does not
// exist is kept as it is written. It reports a link into a missing folder, or
// a folder that is a link to nothing, as dangling.
func realPath(path string) (real string, dangling bool, err error) {
	linked := false
	for range maxLinks {
		real, err := filepath.EvalSymlinks(path)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return real, false, err
		}
		dir, missing, dangling, err := realDir(filepath.Dir(path))
		if err != nil {
			return "", false, err
		}
		path = filepath.Join(dir, filepath.Base(path))
		link, err := os.Readlink(path)
		if err != nil { // no link: nothing is there, or a file has just appeared
			return path, dangling || linked && missing, nil
		}
		linked = true
		if !filepath.IsAbs(link) {
			link = filepath.Join(dir, link)
		}
		path = link
	}
	return "", false, syscall.ELOOP
}

func realDir(dir string) (real string, missing, dangling bool, err error) {
	real, err = filepath.EvalSymlinks(dir)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return real, false, false, err
	}
	if _, err := os.Lstat(dir); err == nil {
		dangling = true // its name is there, what it names is not
	}
	up, _, upDangling, err := realDir(filepath.Dir(dir))
	return filepath.Join(up, filepath.Base(dir)), true, dangling || upDangling, err
}

// missingFolders lists the folders on the way to real that do not exist, the
// outermost first, and the folder they would lie in.
func missingFolders(real string) (missing []string, existing string) {
	existing = filepath.Dir(real)
	for {
		if _, err := os.Lstat(existing); !errors.Is(err, fs.ErrNotExist) {
			return missing, existing
		}
		missing = append([]string{existing}, missing...)
		existing = filepath.Dir(existing)
	}
}

// writable refuses what an editor would refuse to write, before anything is
// tried: a rename would not care about the mode of the file it replaces.
func (t target) writable() error {
	if t.info != nil {
		if t.links() > 1 {
			return ErrHardLink
		}
		// access(2) lets root write anything.
		if t.info.Mode().Perm()&0o222 == 0 {
			return syscall.EACCES
		}
		if err := unix.Access(t.real, unix.W_OK); err != nil {
			return err
		}
	}
	_, dir := missingFolders(t.real)
	return unix.Access(dir, unix.W_OK|unix.X_OK)
}

func (t target) links() uint64 {
	if stat, ok := t.info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// owner is -1, -1 when the system does not say.
func (t target) owner() (uid, gid int) {
	if t.info != nil {
		if stat, ok := t.info.Sys().(*syscall.Stat_t); ok {
			return int(stat.Uid), int(stat.Gid)
		}
	}
	return -1, -1
}

// From the path that was asked for to the file that will be written.

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// maxLinks is how many symbolic links are followed one after the other before
// they count as a loop: Linux's own limit (path_resolution(7)).
const maxLinks = 40

// resolve follows path while it is a symbolic link and returns the file it
// ends at, which need not exist. What exists there must be a regular file.
func resolve(path string) (string, error) {
	for range maxLinks {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, nil
		case err != nil:
			return "", err
		case info.Mode().IsRegular():
			return path, nil
		case info.Mode()&fs.ModeSymlink == 0:
			return "", ErrNotRegular
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(target) {
			// The folder may be a link too: ".." in target counts from its real place.
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			target = filepath.Join(dir, target)
		}
		path = target
	}
	return "", syscall.ELOOP
}

// prepare resolves path and makes the folder it lies in.
func prepare(path string) (string, error) {
	real, err := resolve(path)
	if err != nil {
		return "", err
	}
	return real, os.MkdirAll(filepath.Dir(real), 0o700)
}

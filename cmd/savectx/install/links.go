// Where a path leads once its links are followed. A project comes from others:
// what it links to outside itself is not theirs to have written.

package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// OutsideError is a file of a project or plugin that is a link, or lies behind
// one, to somewhere else.
type OutsideError struct{ Root, Real string }

func (e *OutsideError) Error() string { return "leads out of " + e.Root + ", to " + e.Real }

// maxLinks is how many links that lead nowhere yet are followed one after the
// other before they count as a loop: Linux's own limit (path_resolution(7)).
const maxLinks = 40

// follow is path with every link on the way to it and at its end followed. What
// does not exist is kept as it is written. Errors: those of os.Lstat, ELOOP.
func follow(path string) (string, error) {
	for range maxLinks {
		real, err := filepath.EvalSymlinks(path)
		if err == nil || !errors.Is(err, fs.ErrNotExist) || path == filepath.Dir(path) {
			return real, err
		}
		dir, err := follow(filepath.Dir(path))
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, filepath.Base(path))
		link, err := os.Readlink(path)
		if err != nil { // nothing is there
			return path, nil
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(dir, link)
		}
		path = link
	}
	return "", syscall.ELOOP
}

// root is the folder of the project the place belongs to, "" at user level.
func (p Place) root() string {
	if !p.Shared {
		return ""
	}
	return filepath.Dir(filepath.Dir(p.Settings))
}

// base is the folder below which the place's files are expected: the project,
// or the client's own folder.
func (p Place) base() string {
	if p.Shared {
		return p.root()
	}
	return filepath.Dir(p.Skills)
}

// inside refuses a path that leads out of root; a root of "" has no outside.
// The error is an *os.PathError, often with an *OutsideError.
func inside(root, path string) error {
	if root == "" {
		return nil
	}
	real, err := follow(path)
	if err == nil {
		var base string
		if base, err = follow(root); err == nil && !below(real, base) {
			err = &OutsideError{root, real}
		}
	}
	if err != nil {
		return &os.PathError{Op: "follow", Path: path, Err: bare(err)}
	}
	return nil
}

// plain tells whether no link stands between folder, which may be one itself,
// and the file at path below it.
func plain(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	if err != nil {
		return false
	}
	real, err := follow(path)
	if err != nil {
		return false
	}
	base, err := follow(folder)
	return err == nil && real == filepath.Join(base, rel)
}

// bare is an error without the path that failed.
func bare(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

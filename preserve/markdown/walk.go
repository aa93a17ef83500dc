// The files of a scan: which folders it enters, which links it follows.

package markdown

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// excluded are the folders that no scan enters.
var excluded = []string{"node_modules", ".git", "dist", "build"}

// entry is a file to read, or what could not be read.
type entry struct {
	path    string // relative to the root, slash separated
	file    string // what to open: the target of a link
	problem string
}

type walker struct {
	ctx      context.Context
	root     string
	names    []string // patterns for names of folders
	patterns []string // patterns for paths
	found    []entry
}

func (s Scan) walk(ctx context.Context, root string) ([]entry, error) {
	w := walker{ctx: ctx}
	var err error
	if w.names, w.patterns, err = s.excludes(); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if w.root, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, err
	}
	list, err := os.ReadDir(w.root)
	if err != nil {
		return nil, err
	}
	err = w.enter("", list)
	return w.found, err
}

// enter takes the entries of the folder at rel, "" or with a slash at its end.
func (w *walker) enter(rel string, list []fs.DirEntry) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	for _, d := range list {
		name := d.Name()
		at := rel + name
		switch {
		case d.IsDir():
			if matches(w.names, name) || matches(w.patterns, at) {
				continue
			}
			sub, err := os.ReadDir(w.os(at))
			if err != nil {
				w.found = append(w.found, entry{path: at + "/", problem: reason(err)})
				continue
			}
			if err := w.enter(at+"/", sub); err != nil {
				return err
			}
		case !strings.EqualFold(path.Ext(name), ".md") || matches(w.patterns, at):
		case d.Type().IsRegular():
			w.found = append(w.found, entry{path: at, file: w.os(at)})
		case d.Type()&fs.ModeSymlink != 0:
			if file, ok := w.target(at); ok {
				w.found = append(w.found, entry{path: at, file: file})
			}
		}
	}
	return nil
}

// target is the file that a link leads to, if that is a regular one inside the
// root.
func (w *walker) target(rel string) (string, bool) {
	file, err := filepath.EvalSymlinks(w.os(rel))
	if err != nil {
		return "", false
	}
	inside, err := filepath.Rel(w.root, file)
	if err != nil || !filepath.IsLocal(inside) {
		return "", false
	}
	info, err := os.Lstat(file)
	return file, err == nil && info.Mode().IsRegular()
}

func (w *walker) os(rel string) string {
	return strings.TrimSuffix(w.root, "/") + "/" + rel
}

func matches(patterns []string, s string) bool {
	for _, p := range patterns {
		if ok, _ := path.Match(p, s); ok {
			return true
		}
	}
	return false
}

// reason is an error without the operation and the path.
func reason(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno.Error()
	}
	return err.Error()
}

// excludes are the patterns for the names of folders and for paths.
func (s Scan) excludes() (names, patterns []string, err error) {
	names = slices.Clone(excluded)
	for _, p := range s.Exclude {
		if _, err := path.Match(p, ""); err != nil {
			return nil, nil, fmt.Errorf("exclude %q: %w", p, err)
		}
		p = strings.TrimSuffix(p, "/")
		if strings.Contains(p, "/") {
			patterns = append(patterns, strings.TrimPrefix(p, "/"))
		} else {
			names = append(names, p)
		}
	}
	return names, patterns, nil
}

// Excludes reports whether the scan leaves out the document at rel, relative
// to the root and slash separated, because of its name or a folder's.
func (s Scan) Excludes(rel string) bool {
	names, patterns, err := s.excludes()
	if err != nil {
		return false
	}
	for at := rel; at != "." && at != "/"; at = path.Dir(at) {
		if matches(patterns, at) || at != rel && matches(names, path.Base(at)) {
			return true
		}
	}
	return false
}

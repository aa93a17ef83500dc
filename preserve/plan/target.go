// Which documents a snapshot may name.

package plan

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"savectx/preserve/markdown"
)

// errUnsafe refuses a target for good; errNoTarget only means that there is
// nothing to edit.
var (
	errUnsafe      = errors.New("not a document of the project")
	errNoTarget    = errors.New("no such document")
	errTempContext = errors.New("entries of TempContext.md are appended, never edited")
)

// target is the document name of the project at root, as an absolute path: an
// existing regular .md file, relative to the root, that lies inside it with
// every link followed, and in no folder that is left out of the scan.
func target(root, name string, exclude []string) (string, error) {
	clean := filepath.Clean(name)
	switch {
	case name == "", filepath.IsAbs(name), !filepath.IsLocal(clean), strings.ContainsRune(name, 0), strings.Contains(name, `\`),
		slices.Contains(strings.Split(filepath.ToSlash(name), "/"), ".."), !document(clean):
		return "", errUnsafe
	}
	if (markdown.Scan{Exclude: exclude}).Excludes(filepath.ToSlash(clean)) {
		return "", errUnsafe
	}
	path := filepath.Join(root, clean)
	real, err := inside(root, path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", errNoTarget
	}
	if !info.Mode().IsRegular() || !document(real) {
		return "", errUnsafe
	}
	return path, nil
}

// document reports whether a file's name is that of a document. No other kind
// of file is edited, whatever a link to it is called.
func document(name string) bool { return strings.EqualFold(filepath.Ext(name), ".md") }

// inside follows every link of path and reports errUnsafe if the end lies
// outside root.
func inside(root, path string) (string, error) {
	base, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, lerr := os.Lstat(path); lerr == nil {
			return "", errUnsafe // a link to nowhere
		}
		return "", errNoTarget
	}
	if err != nil {
		return "", errUnsafe
	}
	if rel, err := filepath.Rel(base, real); err != nil || !filepath.IsLocal(rel) {
		return "", errUnsafe
	}
	return real, nil
}

// mayMake reports whether path, of a file that may not exist yet, lies inside
// root with every link followed.
func mayMake(root, path string) error {
	real, err := inside(root, path)
	if err == nil && !document(real) {
		return errUnsafe
	}
	if !errors.Is(err, errNoTarget) {
		return err
	}
	dir := filepath.Dir(path)
	for dir != root && dir != filepath.Dir(dir) {
		if _, err := inside(root, dir); !errors.Is(err, errNoTarget) {
			return err
		}
		dir = filepath.Dir(dir)
	}
	return nil
}

// Document is the project's document of that name, as an absolute path: an
// existing .md file inside root. The error says why it is none.
func Document(root, name string, exclude []string) (string, error) {
	return target(root, name, exclude)
}

// The files of a save as they are to be.

package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"savectx/preserve/safefile"
)

// maxFile bounds a file that is read or written, in bytes.
const maxFile = 4 << 20

// draft holds every file that was looked at, once, whatever name led to it.
type draft struct {
	files map[string]*file
	order []*file // those that are written, in the order of their first change
}

type file struct {
	path    string
	old     []byte
	existed bool
	new     []byte
	remove  bool
	ours    bool // written whole, nothing of somebody else is in it
	mode    fs.FileMode
	dirMode fs.FileMode
	by      []string // destinations
	stage   stage
}

// stage tells which files are left alone when an edit of a document fails.
type stage int

const (
	free  stage = iota // depends on nothing
	edit               // an edit of an existing document: the first that fails is the last
	entry              // TempContext.md: only after every edit
)

func newDraft() *draft { return &draft{files: map[string]*file{}} }

// open reads a file, or returns what a destination before has made of it.
func (d *draft) open(path string) (*file, error) {
	key := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		key = real
	}
	if f := d.files[key]; f != nil {
		return f, nil
	}
	old, existed, err := safefile.ReadState(path, maxFile)
	if err != nil {
		return nil, err
	}
	f := &file{path: path, old: old, existed: existed, new: old, mode: 0o600, dirMode: 0o700}
	d.files[key] = f
	return f, nil
}

// openIn is open for a file that has to lie below dir with every link
// followed: a link that came with a project leads nowhere else.
func (d *draft) openIn(dir, path string) (*file, error) {
	base := dir
	for { // the part of dir that is there
		if _, err := os.Stat(base); err == nil || base == filepath.Dir(base) {
			break
		}
		base = filepath.Dir(base)
	}
	if base == dir {
		if err := mayMake(dir, path); err != nil {
			return nil, errors.New("is a link out of its folder")
		}
	}
	return d.open(path)
}

// set is the file's new content, by a destination.
func (d *draft) set(f *file, data []byte, by string, s stage) {
	if bytes.Equal(data, f.new) && (f.existed || data == nil) && !f.remove {
		return
	}
	f.new = data
	d.touch(f, by, s)
}

func (d *draft) drop(f *file, by string) {
	f.new, f.remove = nil, true
	d.touch(f, by, free)
}

func (d *draft) touch(f *file, by string, s stage) {
	if len(f.by) == 0 {
		d.order = append(d.order, f)
		f.stage = s
	}
	for _, have := range f.by {
		if have == by {
			return
		}
	}
	f.by = append(f.by, by)
}

// own makes a new file one of the project's, which others may read.
func (f *file) own() { f.mode, f.dirMode = 0o644, 0o755 }

func (f *file) change() safefile.Change {
	return safefile.Change{Path: f.path, Old: f.old, Existed: f.existed, New: f.new, Remove: f.remove, Mode: f.mode, MkdirMode: f.dirMode}
}

// redact is the second pass over what was added at the end of a file, or over
// the whole of a file that is ours. It returns how many secrets it found. Lines
// that go between those of somebody else pass [Plan.clean] before they do:
// afterwards it can no longer be told whose is whose.
func (f *file) redact(redact func(string) (string, []string)) int {
	head := 0
	switch {
	case f.remove:
		return 0
	case bytes.HasPrefix(f.new, f.old):
		head = len(f.old)
	case !f.ours:
		return 0
	}
	clean, found := redact(string(f.new[head:]))
	if len(found) > 0 {
		f.new = slices.Concat(f.new[:head], []byte(clean))
	}
	return len(found)
}

// state names a content, or the lack of it.
func (f *file) state() string {
	if !f.existed {
		return "none"
	}
	sum := sha256.Sum256(f.old)
	return hex.EncodeToString(sum[:])
}

// reason is an error without its path, for a sentence that names it.
func reason(err error) string {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}

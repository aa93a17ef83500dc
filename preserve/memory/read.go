// Reading the folder, bounded.

package memory

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	// What goes beyond is left unread.
	maxFiles = 500
	maxBytes = 256 << 10 // of one file
	maxTotal = 8 << 20   // of all
	// Index is the name of the index file.
	Index = "MEMORY.md"
)

// Existing is what the folder holds.
type Existing struct {
	Files map[string][]byte // file name -> content, .md only
	// Unread names what is there but was not read: too large, beyond the
	// bound, unreadable or no regular file. Nothing is ever planned for these.
	Unread []string
}

// Read reads the regular .md files of dir, not of folders below it: the index
// first, then by name, at most 500 of at most 256 KiB, 8 MiB in all. A missing
// folder is empty. Links are not followed.
func Read(dir string) (Existing, error) {
	have := Existing{Files: map[string][]byte{}}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return have, nil
	}
	if err != nil {
		return have, err
	}
	left := int64(maxTotal)
	take := func(e fs.DirEntry) {
		data, ok := readFile(filepath.Join(dir, e.Name()), min(maxBytes, left))
		left -= int64(len(data))
		if len(have.Files) >= maxFiles || !ok {
			have.Unread = append(have.Unread, e.Name())
			return
		}
		have.Files[e.Name()] = data
	}
	for _, first := range []bool{true, false} {
		for _, e := range entries {
			if strings.EqualFold(filepath.Ext(e.Name()), ".md") && (e.Name() == Index) == first {
				take(e)
			}
		}
	}
	return have, nil
}

// readFile reads a regular file of at most limit bytes.
func readFile(path string, limit int64) ([]byte, bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > limit {
		return nil, false
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	return data, err == nil && int64(len(data)) <= limit
}

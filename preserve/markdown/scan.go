// What a scan looks for, and what it says about a document.

package markdown

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// Doc is a document that a scan found.
type Doc struct {
	Path     string // relative to the root, slash separated; with a slash at its end, a folder that could not be read
	Size     int64  // bytes
	Title    string
	Headings []Heading
	Text     string // whole, for files of up to 4 KiB that are UTF-8
	Problem  string // why it could not be read: "not UTF-8", "larger than 4 MiB", "permission denied"; "" when it could
}

const (
	textMax      = 4 << 10 // bytes: the longest document that is kept whole
	defaultLimit = 50_000
	defaultBytes = 4 << 20
)

// Scan says which documents to list.
type Scan struct {
	// Exclude names folders to leave out, beside node_modules, .git, dist and
	// build. With a slash in it, a pattern is compared with the path of folders
	// and files below the root, otherwise with the name of folders; both as
	// [path.Match] does, where * is no slash.
	Exclude []string
	// Limit is the most documents that are listed, the first ones in order of
	// path; 0 stands for 50,000.
	Limit int
	// MaxBytes is the largest file that is read; of larger ones there are only
	// path and size. 0 stands for 4 MiB.
	MaxBytes int64
}

// Map is what each gives for the .md files under root (in any case of letters),
// in bytewise order of path.
//
// Only regular files are opened. Symbolic links to folders are not followed; to
// a file only if it is inside root, other links are left out. What cannot be
// read is given with its Problem and ends nothing.
//
// each is called from several goroutines at once. The Headings of its document
// are valid until it returns: with their memory used again, a large project is
// listed in half the time.
//
// Errors: that of a root which is no readable folder, [path.ErrBadPattern] for
// Exclude, and that of ctx; there is nothing else then.
func Map[T any](ctx context.Context, s Scan, root string, each func(Doc) T) ([]T, error) {
	found, err := s.walk(ctx, root)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	limit, maxBytes := s.Limit, s.MaxBytes
	if limit <= 0 {
		limit = defaultLimit
	}
	if maxBytes <= 0 {
		maxBytes = defaultBytes
	}
	found = found[:min(len(found), limit)]

	out := make([]T, len(found))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(max(2, runtime.GOMAXPROCS(0)), max(len(found), 1)) {
		wg.Go(func() {
			r := reader{max: maxBytes}
			var m memory
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(found) {
					return
				}
				out[i] = each(m.doc(&r, found[i]))
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// doc reads and describes one file. Its headings are valid until the next call.
func (m *memory) doc(r *reader, e entry) Doc {
	d := Doc{Path: e.path, Problem: e.problem}
	if d.Problem != "" {
		return d
	}
	src, size, problem := r.read(e.file)
	d.Size, d.Problem = size, problem
	switch {
	case problem != "":
		return d
	case !utf8.Valid(src):
		d.Problem = "not UTF-8"
		return d
	case bytes.IndexByte(src, 0) >= 0:
		d.Problem = "not text: it has a NUL byte"
		return d
	}
	f := splitFront(src)
	list, ok := m.sections(f, src)
	if !ok {
		list = sections(src)
	}
	m.headings = public(m.headings[:0], list)
	d.Headings = m.headings
	d.Title = title(f, d.Headings)
	if len(src) <= textMax {
		d.Text = string(src)
	}
	return d
}

// sizeText names a limit in bytes.
func sizeText(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= unit.size && n%unit.size == 0 {
			return fmt.Sprintf("%d %s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

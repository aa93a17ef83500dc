// What a step is to do to one file, as the caller says it and as it is written down.

package safefile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"unicode/utf8"
)

// Change is one file of a step: what it held and what it is to hold.
type Change struct {
	Path      string      // absolute; symbolic links are followed when writing
	Old       []byte      // what it held when the change was planned; nil when there was no file
	Existed   bool        // false when there was no file
	New       []byte      // what it is to hold
	Remove    bool        // the file goes away instead, of a link the file it names; New is nil
	Mode      os.FileMode // of a new file, less the umask; 0 means 0600. A file that exists keeps its mode
	MkdirMode os.FileMode // of missing folders on the way, less the umask; 0 means 0700
}

// entry is a Change in the record of a step. The contents follow the record.
type entry struct {
	Path      string      `json:"path"`
	Real      string      `json:"real"` // all links followed when the step began
	Existed   bool        `json:"existed"`
	Remove    bool        `json:"remove,omitempty"`
	Mode      fs.FileMode `json:"mode"`
	MkdirMode fs.FileMode `json:"mkdir_mode"`
	OldMode   fs.FileMode `json:"old_mode,omitempty"` // of the file as it was, to bring a removed one back
	OldUID    int         `json:"old_uid"`
	OldGID    int         `json:"old_gid"`
	Folders   []string    `json:"folders,omitempty"` // missing when the step began, the outermost first
	Old       blob        `json:"old"`
	New       blob        `json:"new"`
}

// blob says how to find and check one content in the bytes behind the record.
type blob struct {
	Size int64  `json:"size"`
	Sum  string `json:"sha256"`
}

// plan turns changes into entries, or says why the step cannot be done. It
// looks at all files and changes none.
func plan(changes []Change) ([]entry, error) {
	var entries []entry
	var files []fs.FileInfo
	taken := map[string]bool{}
	for _, c := range changes {
		e, info, err := planOne(c)
		// Without regard to case, "claude.md" and CLAUDE.md can be one file.
		same := func(f fs.FileInfo) bool { return info != nil && f != nil && os.SameFile(f, info) }
		if err == nil && (taken[e.Real] || slices.ContainsFunc(files, same)) {
			err = errors.New("is in the step twice")
		}
		if err != nil {
			return nil, failed("plan", c.Path, err)
		}
		taken[e.Real] = true
		entries, files = append(entries, e), append(files, info)
	}
	for _, e := range entries {
		for dir := filepath.Dir(e.Real); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if taken[dir] {
				return nil, failed("plan", e.Path, fmt.Errorf("lies below %s, a file of the same step", dir))
			}
		}
	}
	return entries, nil
}

func planOne(c Change) (entry, fs.FileInfo, error) {
	switch {
	case !filepath.IsAbs(c.Path):
		return entry{}, nil, errors.New("not an absolute path")
	case c.Remove && len(c.New) > 0:
		return entry{}, nil, errors.New("to be removed and to be written")
	case !c.Existed && len(c.Old) > 0:
		return entry{}, nil, errors.New("a file that did not exist held something")
	}
	t, err := locate(c.Path)
	if err != nil {
		return entry{}, nil, err
	}
	if !utf8.ValidString(c.Path) || !utf8.ValidString(t.real) {
		return entry{}, nil, errors.New("a path that is not UTF-8") // JSON cannot hold it
	}
	now, err := c.compare(t)
	if err != nil {
		return entry{}, nil, err
	}
	if !now.old && !now.new {
		return entry{}, nil, ErrChanged
	}
	if !now.new {
		if err := t.writable(); err != nil {
			return entry{}, nil, err
		}
	}
	e := entry{
		Path: c.Path, Real: t.real, Existed: c.Existed, Remove: c.Remove,
		Mode: c.Mode.Perm(), MkdirMode: c.MkdirMode.Perm(),
		Old: blobOf(c.Old), New: blobOf(c.New),
	}
	if e.Mode == 0 {
		e.Mode = 0o600
	}
	if e.MkdirMode == 0 {
		e.MkdirMode = 0o700
	}
	e.OldMode = e.Mode // a removal whose file has gone already
	e.OldUID, e.OldGID = os.Geteuid(), os.Getegid()
	if t.info != nil {
		e.OldMode = t.info.Mode().Perm()
		e.OldUID, e.OldGID = t.owner()
	} else {
		e.Folders, _ = missingFolders(t.real)
	}
	return e, t.info, nil
}

// holding says which of the two contents a file holds; both when they are equal.
type holding struct{ old, new bool }

// compare looks at what the file at t holds. A file larger than both contents
// is not read to the end.
func (c Change) compare(t target) (holding, error) {
	data, existed, err := ReadState(t.real, int64(max(len(c.Old), len(c.New))))
	if errors.Is(err, ErrTooLarge) {
		return holding{}, nil
	}
	if err != nil {
		return holding{}, err
	}
	return holding{
		old: existed == c.Existed && bytes.Equal(data, c.Old),
		new: existed == !c.Remove && bytes.Equal(data, c.New),
	}, nil
}

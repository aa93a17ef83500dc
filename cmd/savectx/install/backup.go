// The copy of settings as they were before install.

package install

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"savectx/preserve/safefile"
)

// ErrBackup is something else under the name of the copy.
var ErrBackup = errors.New("is not a copy that savectx has made, as far as it knows")

// BackupPath is where the copy goes: beside the name the client reads, also
// where that is a link. That of a project's file goes into the state folder,
// for what lies in a project is committed by others.
func (p Place) BackupPath() string {
	if p.Shared {
		return filepath.Join(p.State, "backups", sum([]byte(p.Settings))[:16]+"-"+filepath.Base(p.Settings))
	}
	return p.Settings + ".savectx-backup"
}

// backup is what stands under the name of the copy.
type backup struct {
	path  string
	there bool
	plain bool // a file that can be read, and no link
	ours  bool // and just as install wrote it
	data  []byte
}

// copyAt looks for the copy the record tells of, then at where it would go.
// Errors are those of os.Lstat.
func copyAt(where Place, was settingsRecord) (b backup, err error) {
	for _, path := range []string{was.Backup, where.BackupPath()} {
		if path == "" {
			continue
		}
		b = backup{path: path}
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return b, err
		}
		b.there = true
		if !info.Mode().IsRegular() {
			continue
		}
		if b.data, _, err = safefile.ReadState(path, settingsLimit); err == nil {
			b.plain = true
			b.ours = was.Copy != "" && sum(b.data) == was.Copy
		}
		if b.ours {
			break
		}
	}
	return b, nil
}

// copy plans the copy of old, which are the settings as they are; clean is what
// they are without our entries. Another file under its name is refused.
func (p *Plan) copy(where Place, was settingsRecord, now *settingsRecord, old, clean []byte, existed bool) error {
	b, err := copyAt(where, was)
	if err != nil {
		return err
	}
	bare := bytes.Equal(clean, old)
	switch {
	case b.ours:
		now.Backup, now.Copy = b.path, was.Copy
		now.Replaced = was.Replaced || !existed || bare && sum(old) != was.Copy
	case !existed:
	case b.plain && !bare && bytes.Equal(b.data, clean): // the record is lost
		now.Backup, now.Copy = b.path, sum(b.data)
	case b.there:
		return &os.PathError{Op: "copy", Path: b.path, Err: ErrBackup}
	default:
		now.Backup, now.Copy = b.path, sum(old)
		c := safefile.Change{Path: b.path, New: old, Mode: 0o600}
		if info, err := os.Stat(where.Settings); err == nil && !where.Shared {
			c.Mode = info.Mode().Perm()
		}
		p.do(Create, true, c)
	}
	return nil
}

// uncopy plans to delete the copy where the settings still have all of it.
// left is what stays of them, had that something of ours was in them.
func (p *Plan) uncopy(where Place, b backup, was settingsRecord, known, existed, had bool, left []byte) {
	real, _ := follow(where.Settings)
	same := existed && bytes.Equal(left, b.data)
	grown := had && !was.Replaced && (was.Real == "" || was.Real == real) // out of what the copy holds
	switch {
	case !b.there:
	case b.ours && (same || grown), b.plain && !known && had && same:
		p.do(Delete, true, safefile.Change{Path: b.path, Old: b.data, Existed: true, Remove: true})
		if where.Shared {
			p.folders = append(p.folders, filepath.Dir(b.path))
		}
	case b.ours:
		p.stays(b.path, "may be the only copy of what "+where.Settings+" held before: delete it when you miss nothing")
	default:
		p.stays(b.path, ErrBackup.Error())
	}
}

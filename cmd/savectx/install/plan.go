// What an installation or its removal will do, decided before anything is written.

package install

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"savectx/preserve/safefile"
	"savectx/prompts"
)

// What happens to a file.
const (
	Create = "create"
	Edit   = "edit"
	Delete = "delete"
	Keep   = "keep"
)

// File is one file of a plan.
type File struct {
	Path   string `json:"path"`
	Action string `json:"action"`
	Reason string `json:"reason,omitempty"` // why it is kept
	Whole  bool   `json:"-"`                // ours as a whole: its content need not be shown

	change int // in Changes
}

// Plan is what will be done.
type Plan struct {
	Files   []File
	Changes []safefile.Change // the files' and the record's, one step
	record  bool              // the last of the changes is the record's
	folders []string          // that go if they are empty then
}

// Place is where savectx is installed.
type Place struct {
	State    string // folder of savectx's own state
	Settings string // the settings file
	Skills   string // the folder of the skills
	Shared   bool   // the files are a project's: others read them
}

// BackupPath is the copy of the settings as they were, beside the name the
// client reads, also where that is a link.
func (p Place) BackupPath() string { return p.Settings + ".savectx-backup" }

// Paths are the files whose locks a change of this place needs.
func (p Place) Paths() []string {
	return []string{p.Settings, filepath.Join(p.State, "installed.json")}
}

func (p Place) modes() (file, dir fs.FileMode) {
	if p.Shared {
		return 0o644, 0o755
	}
	return 0o600, 0o700
}

// Changed tells whether anything of the user's is to be written; Changes may
// still have the record.
func (p *Plan) Changed() bool {
	return slices.ContainsFunc(p.Files, func(f File) bool { return f.Action != Keep })
}

func (p *Plan) do(action string, whole bool, c safefile.Change) {
	p.Files = append(p.Files, File{Path: c.Path, Action: action, Whole: whole, change: len(p.Changes)})
	p.Changes = append(p.Changes, c)
}

func (p *Plan) keep(path, reason string) {
	p.Files = append(p.Files, File{Path: path, Action: Keep, Reason: reason})
}

// Diff is a file's change as a unified diff, "" for one that is kept.
func (p *Plan) Diff(f File) string {
	if f.Action == Keep {
		return ""
	}
	c := p.Changes[f.change]
	from, to := c.Path, c.Path
	if !c.Existed {
		from = os.DevNull
	}
	if c.Remove {
		to = os.DevNull
	}
	return udiff.Unified(from, to, string(c.Old), string(c.New))
}

// Install plans to put the wanted into the settings and the skills beside them.
// A skill whose name somebody else has taken is kept and the reason said.
//
// Errors: *RefusedError about the settings, and those of safefile.ReadState.
func Install(where Place, w Wanted, skills []prompts.Skill) (*Plan, error) {
	r, err := readRecord(where.State)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	if err := p.settings(where, r, w); err != nil {
		return nil, err
	}
	for _, s := range skills {
		p.skill(where, r, s)
	}
	return p, p.finish(r)
}

// finish adds the record's own change, last: what it says is done by then.
func (p *Plan) finish(r *record) error {
	c, err := r.change()
	if err != nil || c.Remove && !c.Existed || !c.Remove && bytes.Equal(c.Old, c.New) {
		return err
	}
	p.Changes = append(p.Changes, c)
	p.record = true
	return nil
}

func (p *Plan) settings(where Place, r *record, w Wanted) error {
	path := where.Settings
	old, existed, err := safefile.ReadState(path, settingsLimit)
	if err != nil {
		return err
	}
	from := old
	if !existed {
		from = []byte("{}\n")
	}
	data, err := Add(from, w)
	if err != nil {
		return err
	}
	if existed && bytes.Equal(data, old) {
		p.keep(path, "has everything already")
		return nil
	}
	clean, err := Remove(from)
	if err != nil {
		return err
	}
	now := settingsRecord{After: sum(data), Created: !existed}
	was, known := r.Settings[path]
	switch {
	case known && existed && was.After == sum(old):
		now.Before, now.Created = was.Before, was.Created
	case known && existed: // somebody has changed it since: what was there before is not wanted back
		now.Created = was.Created
	case existed && bytes.Equal(clean, old):
		now.Before = sum(old)
	}
	r.Settings[path] = now
	mode, dirMode := where.modes()
	action := Edit
	if !existed {
		action = Create
		r.coming(path)
	} else if _, err := os.Lstat(where.BackupPath()); errors.Is(err, fs.ErrNotExist) {
		backup := safefile.Change{Path: where.BackupPath(), New: old, Mode: mode}
		if info, err := os.Stat(path); err == nil {
			backup.Mode = info.Mode().Perm()
		}
		p.do(Create, true, backup)
	}
	p.do(action, false, safefile.Change{Path: path, Old: old, Existed: existed, New: data, Mode: mode, MkdirMode: dirMode})
	return nil
}

func (p *Plan) skill(where Place, r *record, s prompts.Skill) {
	path := filepath.Join(where.Skills, s.Name, "SKILL.md")
	old, existed, err := safefile.ReadState(path, skillLimit)
	was := r.Skills[path]
	switch {
	case err != nil:
		p.keep(path, "cannot be read: "+reason(err))
		return
	case existed && bytes.Equal(old, s.Data):
		r.keeps(path, where, old)
		p.keep(path, "is there already")
		return
	case existed && was.Sum != sum(old):
		p.keep(path, "is not ours, or was changed; a skill of this name is left alone")
		return
	}
	action := Edit
	if !existed {
		action = Create
		r.coming(path)
	}
	r.keeps(path, where, s.Data)
	mode, dirMode := where.modes()
	p.do(action, true, safefile.Change{Path: path, Old: old, Existed: existed, New: s.Data, Mode: mode, MkdirMode: dirMode})
}

// Uninstall plans to take out what Install put there. Settings that nobody has
// touched since become what they were; of others only our entries go. skills
// are those of this version, for a place whose record is lost.
//
// Errors as with Install.
func Uninstall(where Place, skills []prompts.Skill) (*Plan, error) {
	r, err := readRecord(where.State)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	if err := p.unsettle(where, r); err != nil {
		return nil, err
	}
	paths := map[string][]byte{}
	for path := range r.Skills {
		if below(path, where.Skills) {
			paths[path] = nil
		}
	}
	for _, s := range skills {
		paths[filepath.Join(where.Skills, s.Name, "SKILL.md")] = s.Data
	}
	var order []string
	for path := range paths {
		order = append(order, path)
	}
	slices.Sort(order)
	for _, path := range order {
		p.unskill(where, r, path, paths[path])
	}
	for _, path := range append(order, where.Settings) {
		p.folders = append(p.folders, r.going(path)...)
	}
	return p, p.finish(r)
}

func (p *Plan) unsettle(where Place, r *record) error {
	path := where.Settings
	was, known := r.Settings[path]
	delete(r.Settings, path)
	old, existed, err := safefile.ReadState(path, settingsLimit)
	if err != nil {
		return err
	}
	backup, hasBackup, err := safefile.ReadState(where.BackupPath(), settingsLimit)
	hasBackup = hasBackup && err == nil
	left := old
	if existed {
		if left, err = Remove(old); err != nil {
			return err
		}
		if known && was.After == sum(old) && hasBackup && was.Before == sum(backup) {
			left = backup
		}
		c := safefile.Change{Path: path, Old: old, Existed: true, New: left}
		switch {
		case known && was.Created && strings.Trim(string(left), blanks) == "{}":
			c.New, c.Remove = nil, true
			p.do(Delete, false, c)
		case bytes.Equal(left, old):
			p.keep(path, "has nothing of ours")
		default:
			p.do(Edit, false, c)
		}
	}
	switch {
	case !hasBackup:
	case known || bytes.Equal(backup, left):
		p.do(Delete, true, safefile.Change{Path: where.BackupPath(), Old: backup, Existed: true, Remove: true})
	default:
		p.keep(where.BackupPath(), "nobody knows any more whether it is still needed")
	}
	return nil
}

func (p *Plan) unskill(where Place, r *record, path string, present []byte) {
	was, known := r.Skills[path]
	if rest := slices.DeleteFunc(slices.Clone(was.For), func(s string) bool { return s == where.Settings }); len(rest) > 0 {
		r.Skills[path] = skillRecord{was.Sum, rest}
		p.keep(path, "is installed for "+rest[0]+" as well")
		return
	}
	delete(r.Skills, path)
	old, existed, err := safefile.ReadState(path, skillLimit)
	switch {
	case err != nil:
		p.keep(path, "cannot be read: "+reason(err))
	case !existed:
	case known && sum(old) == was.Sum, present != nil && bytes.Equal(old, present):
		p.do(Delete, true, safefile.Change{Path: path, Old: old, Existed: true, Remove: true})
		p.folders = append(p.folders, filepath.Dir(path)) // it bears our skill's name
	case known:
		p.keep(path, "was changed since it was installed")
	default:
		p.keep(path, "is not ours")
	}
}

// reason is an error without the path, which stands beside it.
func reason(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

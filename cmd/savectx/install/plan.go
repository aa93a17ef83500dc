// What an installation or its removal will do, decided before anything is written.

package install

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

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
	Stays  bool   `json:"-"`                // of ours, and left by Uninstall

	change int // in Changes
}

// Plan is what will be done.
type Plan struct {
	Files    []File
	Changes  []safefile.Change // the files' and the record's, one step
	CutShort bool              // an earlier run was killed; the plan goes on from there
	record   bool              // the last of the changes is the record's
	folders  []string          // that go if they are empty then
	place    string            // the settings file, or a plugin's folder
	reals    map[string]string // where the files lie, all links followed
	mine     bool              // the settings have, or had, something of ours
}

// Place is where savectx is installed.
type Place struct {
	State    string // folder of savectx's own state
	Settings string // the settings file
	Skills   string // the folder of the skills
	Shared   bool   // the files are a project's: others read them
}

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
	if p.reals == nil {
		p.reals = map[string]string{}
	}
	p.reals[c.Path], _ = follow(c.Path) // what cannot be followed cannot be written either
	p.Files = append(p.Files, File{Path: c.Path, Action: action, Whole: whole, change: len(p.Changes)})
	p.Changes = append(p.Changes, c)
}

func (p *Plan) keep(path, reason string) {
	p.Files = append(p.Files, File{Path: path, Action: Keep, Reason: reason})
}

// stays keeps a file of ours that the user may want to hear of.
func (p *Plan) stays(path, reason string) {
	p.keep(path, reason)
	p.Files[len(p.Files)-1].Stays = true
}

// Install plans to put the wanted into the settings and the skills beside them.
// A skill whose name somebody else has taken is kept and the reason said.
//
// Errors: *RefusedError about the settings, *OutsideError about a file of a
// project, ErrBackup about the copy, and those of safefile.ReadState.
func Install(where Place, w Wanted, skills []prompts.Skill) (*Plan, error) {
	r, err := readRecord(where.State)
	if err != nil {
		return nil, err
	}
	p := &Plan{place: where.Settings, CutShort: r.absorb(where.State, where.Settings)}
	if err := p.settings(where, r, w); err != nil {
		return nil, err
	}
	for _, s := range skills {
		if err := p.skill(where, r, s); err != nil {
			return nil, err
		}
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
	if err := inside(where.root(), path); err != nil {
		return err
	}
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
	now.Real, _ = follow(path)
	was, known := r.Settings[path]
	switch {
	case !existed:
	case known && was.After == sum(old):
		now.Before, now.Created = was.Before, was.Created
	case bytes.Equal(clean, old):
		now.Before = sum(old)
	case known: // somebody has changed it since: what was there before is not wanted back
		now.Created = was.Created
	}
	if err := p.copy(where, was, &now, old, clean, existed); err != nil {
		return err
	}
	r.Settings[path] = now
	mode, dirMode := where.modes()
	action := Edit
	if !existed {
		action = Create
		r.coming(path)
	}
	p.do(action, false, safefile.Change{Path: path, Old: old, Existed: existed, New: data, Mode: mode, MkdirMode: dirMode})
	return nil
}

func (p *Plan) skill(where Place, r *record, s prompts.Skill) error {
	path := filepath.Join(where.Skills, s.Name, "SKILL.md")
	var outside *OutsideError
	if err := inside(where.root(), path); errors.As(err, &outside) {
		return err
	}
	old, existed, err := safefile.ReadState(path, skillLimit)
	was := r.Skills[path]
	switch {
	case err != nil:
		p.keep(path, "cannot be read: "+reason(err))
		return nil
	case existed && bytes.Equal(old, s.Data):
		r.keeps(path, where.Settings, sum(old))
		p.keep(path, "is there already")
		return nil
	case existed && was.Sum != sum(old):
		p.keep(path, "is not ours, or was changed; a skill of this name is left alone")
		return nil
	}
	action := Edit
	if !existed {
		action = Create
		r.coming(path)
	}
	r.keeps(path, where.Settings, sum(s.Data))
	mode, dirMode := where.modes()
	p.do(action, true, safefile.Change{Path: path, Old: old, Existed: existed, New: s.Data, Mode: mode, MkdirMode: dirMode})
	return nil
}

// Uninstall plans to take out what Install put there. Settings that nobody has
// touched since become what they were; of others only our entries go. skills
// are those of this version, for a place whose record is lost: they go if the
// settings show that they were installed for them, and no link leads to them.
//
// Errors as with Install.
func Uninstall(where Place, skills []prompts.Skill) (*Plan, error) {
	r, err := readRecord(where.State)
	if err != nil {
		return nil, err
	}
	p := &Plan{place: where.Settings, CutShort: r.absorb(where.State, where.Settings)}
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
	if err := inside(where.root(), path); err != nil {
		return err
	}
	was, known := r.Settings[path]
	delete(r.Settings, path)
	old, existed, err := safefile.ReadState(path, settingsLimit)
	if err != nil {
		return err
	}
	b, err := copyAt(where, was)
	if err != nil {
		return err
	}
	left, had := old, false
	if existed {
		if left, err = Remove(old); err != nil {
			return err
		}
		had = !bytes.Equal(left, old)
		if known && was.After == sum(old) && b.ours && was.Before == was.Copy {
			left = b.data
		}
		c := safefile.Change{Path: path, Old: old, Existed: true, New: left}
		switch {
		case known && was.Created && had && strings.Trim(string(left), blanks) == "{}":
			c.New, c.Remove = nil, true
			p.do(Delete, false, c)
		case bytes.Equal(left, old):
			p.leaves(path, left, false)
		default:
			p.do(Edit, false, c)
			p.leaves(path, left, true)
		}
	}
	p.mine = known || had
	p.uncopy(where, b, was, known, existed, had, left)
	return nil
}

func (p *Plan) unskill(where Place, r *record, path string, present []byte) {
	was, known := r.Skills[path]
	if rest := slices.DeleteFunc(slices.Clone(was.For), func(s string) bool { return s == where.Settings }); len(rest) > 0 {
		r.Skills[path] = skillRecord{was.Sum, rest}
		p.stays(path, "is installed for "+rest[0]+" as well")
		return
	}
	delete(r.Skills, path)
	old, existed, err := safefile.ReadState(path, skillLimit)
	if err == nil && !existed {
		return
	}
	if err == nil {
		err = inside(where.root(), path)
	}
	as := present != nil && bytes.Equal(old, present)
	other := cmp.Or(r.neighbour(where), r.elsewhere(path))
	var outside *OutsideError
	switch {
	case errors.As(err, &outside):
		p.keep(path, outside.Error())
	case err != nil && known:
		p.stays(path, "cannot be read: "+reason(err))
	case err != nil:
		p.keep(path, "cannot be read: "+reason(err))
	case known && sum(old) != was.Sum && !as:
		p.stays(path, "was changed since it was installed")
	case !known && !as:
		p.keep(path, "is not ours")
	case other != "":
		p.stays(path, "is installed for "+other+" as well")
	case !known && !p.mine:
		p.keep(path, "is as savectx has it, but nothing says that it was installed for "+where.Settings)
	case !known && !plain(where.base(), path):
		p.keep(path, "is behind a link, and nothing says that savectx has put it there")
	default:
		p.do(Delete, true, safefile.Change{Path: path, Old: old, Existed: true, Remove: true})
		p.folders = append(p.folders, filepath.Dir(path)) // it bears our skill's name
	}
}

// reason is an error without the path, which stands beside it.
func reason(err error) string { return bare(err).Error() }

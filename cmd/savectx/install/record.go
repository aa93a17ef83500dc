// What was installed, so that what nobody has touched since can be put back.
//
//	<state>/installed.json   {"version": 1, "settings": {path: {…}}, "skills": {path: {…}}, "plugins": {folder: {…}}, "folders": […]}
//
// It is written in the same step as the files. Without it, uninstall goes by
// what the files say.

package install

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"savectx/preserve/safefile"
)

// Limits of what is read, in bytes. The client's own files are far smaller.
const (
	settingsLimit = 4 << 20
	skillLimit    = 1 << 20
	recordLimit   = 1 << 20
)

type record struct {
	Version  int                       `json:"version"`
	Settings map[string]settingsRecord `json:"settings"`
	Skills   map[string]skillRecord    `json:"skills"`            // by the path of SKILL.md
	Folders  []string                  `json:"folders,omitempty"` // that were made on the way, the outermost first

	Plugins map[string]map[string]string `json:"plugins,omitempty"` // by folder: the sha256 of each file, by its name in there

	path    string
	data    []byte
	existed bool
}

type settingsRecord struct {
	After   string `json:"after"`            // sha256 of what install wrote
	Before  string `json:"before,omitempty"` // and of what was there; "" when that is not what uninstall should leave
	Created bool   `json:"created,omitempty"`
	Real    string `json:"real,omitempty"` // where the file lay, all links followed

	Backup   string `json:"backup,omitempty"`     // the path of the copy, if there is one
	Copy     string `json:"backup_sum,omitempty"` // and its sha256
	Replaced bool   `json:"replaced,omitempty"`   // what install found later did not come from what the copy holds
}

type skillRecord struct {
	Sum string   `json:"sum"` // sha256 of what install wrote
	For []string `json:"for"` // the settings files it was installed with: project and local share their skills
}

// readRecord reads the record in a state folder. One that cannot be understood
// counts as none. Errors are those of safefile.ReadState.
func readRecord(state string) (*record, error) {
	r := &record{path: filepath.Join(state, "installed.json")}
	var err error
	if r.data, r.existed, err = safefile.ReadState(r.path, recordLimit); err != nil {
		return nil, err
	}
	if json.Unmarshal(r.data, r) != nil || r.Version != 1 {
		*r = record{path: r.path, data: r.data, existed: r.existed}
	}
	r.Version = 1
	if r.Settings == nil {
		r.Settings = map[string]settingsRecord{}
	}
	if r.Skills == nil {
		r.Skills = map[string]skillRecord{}
	}
	return r, nil
}

// change is what makes the file say what the record says.
func (r *record) change() (safefile.Change, error) {
	c := safefile.Change{Path: r.path, Old: r.data, Existed: r.existed}
	if len(r.Settings) == 0 && len(r.Skills) == 0 && len(r.Plugins) == 0 {
		c.Remove = true
		return c, nil
	}
	data, err := json.MarshalIndent(r, "", "  ")
	c.New = append(data, '\n')
	return c, err
}

// coming notes the folders that will be made for the file at path.
func (r *record) coming(path string) {
	var missing []string
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		missing = append([]string{dir}, missing...)
	}
	for _, dir := range missing {
		if !slices.Contains(r.Folders, dir) {
			r.Folders = append(r.Folders, dir)
		}
	}
}

// keeps notes the skill at path, which is ours with this sum.
func (r *record) keeps(path, settings, sum string) {
	is := r.Skills[path]
	is.Sum = sum
	if !slices.Contains(is.For, settings) {
		is.For = append(is.For, settings)
	}
	r.Skills[path] = is
}

// wrote notes a file of the plugin in a folder.
func (r *record) wrote(dir, name, sum string) {
	if r.Plugins == nil {
		r.Plugins = map[string]map[string]string{}
	}
	if r.Plugins[dir] == nil {
		r.Plugins[dir] = map[string]string{}
	}
	r.Plugins[dir][name] = sum
}

// going are the folders above path that install made and in which nothing of
// ours is left: they go if they are empty. The record forgets them.
func (r *record) going(path string) (folders []string) {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		i := slices.Index(r.Folders, dir)
		if i < 0 || r.holds(dir) {
			continue
		}
		r.Folders = slices.Delete(r.Folders, i, i+1)
		folders = append(folders, dir)
	}
	return folders
}

// holds tells whether something of ours lies below dir.
func (r *record) holds(dir string) bool {
	for path := range r.Settings {
		if below(path, dir) {
			return true
		}
	}
	for path := range r.Skills {
		if below(path, dir) {
			return true
		}
	}
	return false
}

func below(path, dir string) bool {
	return strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

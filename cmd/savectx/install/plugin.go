// The plugin, written out as a folder of its own.

package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"savectx/orchestrator/claude"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// ErrTaken is a folder for the plugin with something else in it.
var ErrTaken = errors.New("holds something else than a plugin of savectx")

// manifest is the file a plugin is known by.
const manifest = ".claude-plugin/plugin.json"

// Plugin plans to write the plugin into dir, which is new, empty, or holds an
// earlier one. Its hooks call p, in the form a client of version v takes. Files
// of an earlier plugin that are not in this one go, if the record in the state
// folder has them and nobody has changed them. With mcp, the plugin starts p as
// an MCP server, too. Errors: ErrTaken, *OutsideError
// about a link out of dir, those of reading.
func Plugin(state, dir string, p Program, v claude.Version, mcp bool) (*Plan, error) {
	files := prompts.Plugin(func(event string) (string, []string) {
		h := p.hook(event, v.ExecForm())
		return h.Command, h.Args
	})
	if mcp {
		files[prompts.ServersFile] = prompts.Servers(p.Main)
	}
	return pluginOf(state, dir, files)
}

func pluginOf(state, dir string, files map[string][]byte) (*Plan, error) {
	if err := free(dir); err != nil {
		return nil, &os.PathError{Op: "write a plugin", Path: dir, Err: err}
	}
	r, err := readRecord(state)
	if err != nil {
		return nil, err
	}
	plan := &Plan{place: dir, CutShort: r.absorb(state, dir)}
	names := slices.Sorted(maps.Keys(files))
	if i := slices.Index(names, manifest); i > 0 { // first, so that what a killed run leaves is known as ours
		names = slices.Concat([]string{manifest}, names[:i], names[i+1:])
	}
	for _, name := range names {
		if err := plan.pluginFile(dir, name, files[name]); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Plugins[dir])) {
		if _, stays := files[name]; !stays {
			plan.outdated(dir, name, r.Plugins[dir][name])
		}
	}
	maps.DeleteFunc(r.Plugins, func(other string, _ map[string]string) bool {
		_, err := os.Lstat(filepath.Join(other, filepath.FromSlash(manifest)))
		return other == dir || errors.Is(err, fs.ErrNotExist) // somebody has deleted that plugin
	})
	for _, name := range names {
		r.wrote(dir, name, sum(files[name]))
	}
	return plan, plan.finish(r)
}

func (p *Plan) pluginFile(dir, name string, data []byte) error {
	c := safefile.Change{Path: filepath.Join(dir, filepath.FromSlash(name)), New: data, Mode: 0o644, MkdirMode: 0o755}
	if bytes.HasPrefix(c.New, []byte("#!")) {
		c.Mode = 0o755
	}
	err := inside(dir, c.Path)
	if err == nil {
		c.Old, c.Existed, err = safefile.ReadState(c.Path, skillLimit)
	}
	switch {
	case err != nil:
		return err
	case !c.Existed:
		p.do(Create, true, c)
	case bytes.Equal(c.Old, c.New):
		p.keep(c.Path, "is there already")
	default:
		p.do(Edit, true, c)
	}
	return nil
}

// outdated plans to remove a file of an earlier plugin, which had that sum.
func (p *Plan) outdated(dir, name, was string) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	data, existed, err := safefile.ReadState(path, skillLimit)
	switch {
	case err == nil && !existed:
	case err != nil || !filepath.IsLocal(filepath.FromSlash(name)) || !plain(dir, path):
		p.stays(path, "is of an earlier plugin, and cannot be removed")
	case sum(data) != was:
		p.stays(path, "is of an earlier plugin, and was changed since")
	default:
		p.do(Delete, true, safefile.Change{Path: path, Old: data, Existed: true, Remove: true})
		for up := filepath.Dir(path); below(up, dir); up = filepath.Dir(up) {
			p.folders = append(p.folders, up)
		}
	}
}

// free tells whether the plugin may go into dir.
func free(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return errors.Unwrap(err)
	case len(entries) == 0:
		return nil
	}
	data, existed, err := safefile.ReadState(filepath.Join(dir, filepath.FromSlash(manifest)), skillLimit)
	if err == nil && !existed && begun(dir, entries) {
		return nil
	}
	var doc struct {
		Name string `json:"name"`
	}
	if err != nil || json.Unmarshal(data, &doc) != nil || doc.Name != "savectx" {
		return ErrTaken
	}
	return nil
}

// begun tells a folder in which a run was killed before it had the first file.
func begun(dir string, entries []fs.DirEntry) bool {
	folder := filepath.Dir(filepath.FromSlash(manifest))
	if len(entries) != 1 || entries[0].Name() != folder || !entries[0].IsDir() {
		return false
	}
	inner, err := os.ReadDir(filepath.Join(dir, folder))
	return err == nil && !slices.ContainsFunc(inner, func(e fs.DirEntry) bool {
		return !strings.HasPrefix(e.Name(), "."+filepath.Base(manifest)+".savectx-")
	})
}

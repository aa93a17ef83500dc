// The plugin, written out as a folder of its own.

package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"savectx/orchestrator/claude"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// ErrTaken is a folder for the plugin with something else in it.
var ErrTaken = errors.New("holds something else than a plugin of savectx")

// manifest is the file a plugin is known by.
const manifest = ".claude-plugin/plugin.json"

// Plugin plans to write the plugin into dir, which is new, empty, or holds an
// earlier one. Its hooks call p, in the form a client of version v takes; files
// of an earlier plugin that are not in this one stay. Errors: ErrTaken, those
// of reading.
func Plugin(dir string, p Program, v claude.Version) (*Plan, error) {
	return pluginOf(dir, prompts.Plugin(func(event string) (string, []string) {
		h := p.hook(event, v.ExecForm())
		return h.Command, h.Args
	}))
}

func pluginOf(dir string, files map[string][]byte) (*Plan, error) {
	if err := free(dir); err != nil {
		return nil, &os.PathError{Op: "write a plugin", Path: dir, Err: err}
	}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	plan := &Plan{}
	for _, name := range names {
		c := safefile.Change{Path: filepath.Join(dir, filepath.FromSlash(name)), New: files[name], Mode: 0o644, MkdirMode: 0o755}
		if bytes.HasPrefix(c.New, []byte("#!")) {
			c.Mode = 0o755
		}
		var err error
		if c.Old, c.Existed, err = safefile.ReadState(c.Path, skillLimit); err != nil {
			return nil, err
		}
		switch {
		case !c.Existed:
			plan.do(Create, true, c)
		case bytes.Equal(c.Old, c.New):
			plan.keep(c.Path, "is there already")
		default:
			plan.do(Edit, true, c)
		}
	}
	return plan, nil
}

// free tells whether the plugin may go into dir.
func free(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return errors.Unwrap(err)
	case len(entries) == 0:
		return nil
	}
	data, _, err := safefile.ReadState(filepath.Join(dir, filepath.FromSlash(manifest)), skillLimit)
	var doc struct {
		Name string `json:"name"`
	}
	if err != nil || json.Unmarshal(data, &doc) != nil || doc.Name != "savectx" {
		return ErrTaken
	}
	return nil
}

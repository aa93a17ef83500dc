// The two settings that concern the memory.

package memory

import (
	"encoding/json"
	"path/filepath"

	"savectx/preserve/safefile"
)

// maxSettings bounds a settings file, in bytes.
const maxSettings = 4 << 20

// settings are the merged values, each from the strongest file that has it.
// Seen with 2.1.332, strongest first:
//
//	.claude/settings.local.json of the git root; of a worktree, of its main repository
//	.claude/settings.local.json of the working directory
//	.claude/settings.json       of the working directory
//	settings.json               of the config folder
//
// Folders between the working directory and the git root do not count. A file
// that is no JSON, or holds one of the values in another type, is left out as
// a whole, after a question to the user.
type settings struct {
	dir, dirFrom string
	enabled      *bool
}

func readSettings(config, cwd string, root project) settings {
	local := filepath.Join(".claude", "settings.local.json")
	var merged settings
	for _, s := range []struct{ path, of string }{
		{filepath.Join(config, "settings.json"), "the user's settings"},
		{filepath.Join(cwd, ".claude", "settings.json"), byProject + "settings"},
		{filepath.Join(cwd, local), byProject + "local settings"},
		{filepath.Join(root.local, local), byProject + "local settings"},
	} {
		data, existed, err := safefile.ReadState(s.path, maxSettings)
		var file struct {
			Dir     *string `json:"autoMemoryDirectory"`
			Enabled *bool   `json:"autoMemoryEnabled"`
		}
		if err != nil || !existed || json.Unmarshal(data, &file) != nil {
			continue
		}
		if file.Dir != nil {
			merged.dir, merged.dirFrom = *file.Dir, s.of+": autoMemoryDirectory in "+s.path
		}
		if file.Enabled != nil {
			merged.enabled = file.Enabled
		}
	}
	return merged
}

// The skills and the plugin, as they are written out.

package prompts

import (
	"bytes"
	"embed"
	"encoding/json"
	"io/fs"
	"path"
)

// The folder begins with a dot where the client looks for the manifest.
//
//go:embed all:plugin
var pluginFiles embed.FS

const (
	pluginRoot = "plugin"
	hooksFile  = "hooks/hooks.json"
	// marketFile makes the written-out folder a marketplace of its own, so that
	// `claude plugin marketplace add DIR` takes it.
	marketFile = ".claude-plugin/marketplace.json"
)

// Skill is one skill of the client: a folder of that name with a SKILL.md.
type Skill struct {
	Name string
	Data []byte // of SKILL.md
}

// Skills are all skills, by name.
func Skills() []Skill {
	const dir = pluginRoot + "/skills"
	entries, err := pluginFiles.ReadDir(dir)
	if err != nil {
		panic(err) // embedded
	}
	var out []Skill
	for _, e := range entries {
		data, err := pluginFiles.ReadFile(path.Join(dir, e.Name(), "SKILL.md"))
		if err != nil {
			panic(err)
		}
		out = append(out, Skill{e.Name(), data})
	}
	return out
}

// Plugin is the whole plugin with a marketplace file of its own: contents by
// slash-separated path. hook gives the command of an event's hook, args only
// where the client takes it without a shell; nil means programs found on PATH.
// The format is that of Claude Code 2.1.78 to 2.1.332.
func Plugin(hook func(event string) (command string, args []string)) map[string][]byte {
	out := map[string][]byte{}
	err := fs.WalkDir(pluginFiles, pluginRoot, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := pluginFiles.ReadFile(name)
		out[name[len(pluginRoot)+1:]] = data
		return err
	})
	if err == nil {
		out[marketFile], err = market(out[".claude-plugin/plugin.json"])
	}
	if err == nil && hook != nil {
		out[hooksFile], err = withHooks(out[hooksFile], hook)
	}
	if err != nil {
		panic(err) // embedded
	}
	return out
}

// market is the marketplace that holds the plugin beside it and nothing else.
// The description stands under metadata because 2.1.100 refuses it elsewhere.
func market(manifest []byte) ([]byte, error) {
	var m struct {
		Name        string
		Description string
		Author      map[string]string
	}
	if err := json.Unmarshal(manifest, &m); err != nil {
		return nil, err
	}
	return pretty(map[string]any{
		"name": m.Name, "owner": m.Author, "metadata": map[string]string{"description": m.Description},
		"plugins": []any{map[string]string{"name": m.Name, "source": "./", "description": m.Description}},
	})
}

// handler is one hook as the client reads it.
type handler struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
	Timeout int      `json:"timeout"` // seconds
}

func withHooks(data []byte, hook func(event string) (string, []string)) ([]byte, error) {
	type group struct {
		Hooks []handler `json:"hooks"`
	}
	var doc struct {
		Hooks map[string][]group `json:"hooks"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	for event, groups := range doc.Hooks {
		h := &groups[0].Hooks[0]
		h.Command, h.Args = hook(event)
	}
	return pretty(doc)
}

func pretty(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return b.Bytes(), err
}

// ServersFile is where the client looks for the MCP servers of a plugin, in the
// plugin's own folder. It starts them with the plugin, unasked, and calls their
// tools mcp__plugin_savectx_savectx__NAME (2.1.100 and 2.1.332).
const ServersFile = ".mcp.json"

// Servers is that file with savectx at the path program as the one server.
func Servers(program string) []byte {
	type server struct {
		Type    string   `json:"type"`
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}
	data, err := pretty(map[string]any{"mcpServers": map[string]server{"savectx": {"stdio", program, []string{"mcp"}}}})
	if err != nil {
		panic(err) // strings alone
	}
	return data
}

// HookOnPath is the shell line of an event's hook that finds the programs on
// PATH, and is silent where there are none: for files that others share.
func HookOnPath(event string) string {
	return "if command -v savectx-hook >/dev/null 2>&1; then exec savectx-hook " + event + "; elif command -v savectx >/dev/null 2>&1; then exec savectx hook " + event + "; fi"
}

// Which servers the user has, from the client's own files.

package anymcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"savectx/preserve/safefile"
)

// The kinds of servers.
const (
	Stdio = "stdio"
	HTTP  = "http"
	SSE   = "sse"
)

// maxConfig bounds one file, in bytes. The client's state file also holds
// what it remembers of each project.
const maxConfig = 64 << 20

// Place is where a session works. All paths are absolute.
type Place struct {
	Cwd  string
	Top  string // the git root of Cwd, else Cwd
	Main string // Top, or of a worktree the folder of its main repository
	// Lookup is the session's environment, as [os.LookupEnv].
	Lookup func(name string) (string, bool)
}

// Server is one that may be used. Env and Headers may hold secrets: show
// Address, not the fields.
type Server struct {
	Name    string
	From    string // the file that has it
	Scope   string // "local", "user" or "project"
	Type    string // Stdio, HTTP or SSE
	Command string
	Args    []string
	Env     map[string]string
	URL     string
	Headers map[string]string
	Dir     string   // where a command runs
	Missing []string // variables that are named, not set and without a default
	inherit []string // NAME=value of the short list
}

// Skipped is a server, or a file (Name is then ""), that was left out.
type Skipped struct{ Name, From, Reason string }

// Found is what the files say.
type Found struct {
	Servers []Server // sorted by name
	Skipped []Skipped
}

// Server is the one of that name. The error says why it may not be used, or
// that it does not exist.
func (f Found) Server(name string) (Server, error) {
	for _, s := range f.Servers {
		if s.Name == name {
			return s, nil
		}
	}
	for _, s := range f.Skipped {
		if s.Name == name {
			return Server{}, fmt.Errorf("memory server %q of %s: %s", name, s.From, s.Reason)
		}
	}
	return Server{}, fmt.Errorf("no memory server %q in the client's configuration", clean(name, maxName))
}

// Find reads the client's files. The error is that of the user's own state
// file, or of a user's settings file that cannot be read as JSON; a project's
// file like that is among the skipped.
func Find(p Place) (Found, error) {
	var f Found
	state, path, err := readState(p)
	if err != nil {
		return f, err
	}
	main := p.Main
	if real, err := filepath.EvalSymlinks(main); err == nil { // the client names it so
		main = real
	}
	project := state.Projects[main]
	approved, err := readApproval(p, project)
	if err != nil {
		return f, err
	}
	taken := map[string]bool{}
	add := func(file, scope string, servers map[string]json.RawMessage) {
		for _, name := range slices.Sorted(maps.Keys(servers)) {
			s, err := parseServer(servers[name], p)
			reason := ""
			switch {
			case taken[name]:
				continue
			case err != nil:
				reason = err.Error()
			case slices.Contains(project.Disabled, name):
				reason = "switched off for this project in the client"
			case scope == "project":
				reason = approved.why(name)
			}
			if reason != "" {
				f.Skipped = append(f.Skipped, Skipped{name, file, reason})
				continue
			}
			taken[name] = true
			s.Name, s.From, s.Scope = name, file, scope
			f.Servers = append(f.Servers, s)
		}
	}
	add(path, "local", project.Servers)
	add(path, "user", state.Servers)
	for dir := p.Cwd; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, ".mcp.json")
		var doc struct {
			Servers map[string]json.RawMessage `json:"mcpServers"`
		}
		if err := readJSON(file, &doc); err != nil {
			f.Skipped = append(f.Skipped, Skipped{"", file, err.Error()})
		}
		add(file, "project", doc.Servers)
		if dir == p.Top || dir == filepath.Dir(dir) {
			break
		}
	}
	slices.SortStableFunc(f.Servers, func(a, b Server) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	return f, nil
}

type stateFile struct {
	Servers  map[string]json.RawMessage `json:"mcpServers"`
	Projects map[string]projectState    `json:"projects"`
}

type projectState struct {
	Servers  map[string]json.RawMessage `json:"mcpServers"`
	Disabled []string                   `json:"disabledMcpServers"`
	Trusted  bool                       `json:"hasTrustDialogAccepted"`
	choices
}

func readState(p Place) (s stateFile, path string, err error) {
	dir, _ := p.Lookup("CLAUDE_CONFIG_DIR")
	if dir == "" {
		dir, _ = p.Lookup("HOME")
	}
	if !filepath.IsAbs(dir) {
		return s, "", errors.New("neither CLAUDE_CONFIG_DIR nor HOME is an absolute path")
	}
	path = filepath.Join(dir, ".claude.json")
	folder, _ := p.Lookup("CLAUDE_CONFIG_DIR")
	if folder == "" {
		folder = filepath.Join(dir, ".claude")
	}
	if other := filepath.Join(folder, ".config.json"); isFile(other) {
		path = other
	}
	return s, path, readJSON(path, &s)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// readJSON leaves v as it is when the file is not there.
func readJSON(path string, v any) error {
	data, existed, err := safefile.ReadState(path, maxConfig)
	if err != nil || !existed {
		return err
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	err = json.Unmarshal(data, v)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Errorf("%s is no JSON: line %d: %w", path, line, err)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: %s must be %s, not %s", path, clean(kind.Field, maxName), jsonKind(kind.Type.Kind()), kind.Value)
	}
	return err
}

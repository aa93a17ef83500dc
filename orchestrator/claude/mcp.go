// The client's MCP servers: which one of a name it has, and its own commands
// that add and remove one.

package claude

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// MCPPlace is where the client keeps its servers. The user's and the local
// ones stand in its state file, which running clients write all the time; so
// it is read here, and changed by the client alone.
//
// Seen with 2.1.332 and 2.1.100:
//
//   - The state file is .claude.json in CLAUDE_CONFIG_DIR, else in HOME; where
//     the config folder has a .config.json, it is that. A link in its place is
//     followed. User servers are mcpServers at its top; local ones are
//     projects[dir].mcpServers, dir being the git root of the working folder,
//     of a worktree its main repository, else the working folder. Project
//     servers are mcpServers of .mcp.json in the working folder itself, even
//     below a git root.
//   - `mcp add --scope S --transport stdio NAME -- COMMAND ARG` writes
//     {"type":"stdio","command","args","env":{}}, prints "Added stdio MCP server
//     NAME with command: … to S config" and exits 0. A name that the level has
//     already, with whatever command: exit 1, "MCP server NAME already exists
//     in S config", nothing changed. The same name at another level is taken.
//   - `mcp remove --scope S NAME`: exit 0, "Removed MCP server NAME from S
//     config"; a name that is not there: exit 1. Without --scope, exit 1 where
//     more than one level has it. .mcp.json stays behind with {"mcpServers":{}}.
//   - Both take 0.2 s (2.1.332) or 0.8 s (2.1.100), start no server, ask
//     nothing, and also work inside a session. 2.1.332 reports its telemetry
//     when CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC is not set; else neither
//     uses the network.
//   - `mcp get` and `mcp list` start every server that they show, the
//     approved ones of .mcp.json included. They are not used here.
//   - Where the state file is no JSON, 2.1.332 gives up, and 2.1.100 begins a
//     new one; where .mcp.json is none, likewise, and 2.1.100 drops keys of it
//     other than mcpServers. So neither is called on a file that is no JSON.
//   - ${NAME} in a command is replaced when the server is started.
type MCPPlace struct {
	Config string // Claude's folder
	Root   string // of the project
	Main   string // Root, or of a worktree the folder of its main repository
	Getenv func(string) string
}

// MCPServer is one entry of mcpServers.
type MCPServer struct {
	Level   string // LevelUser, LevelProject or LevelLocal
	Path    string // of the file it stands in
	Type    string // "" and stdio are a command's
	Command string
	Args    []string
	Env     map[string]string
}

// Ours tells whether the entry starts a savectx as its MCP server.
func (s MCPServer) Ours() bool {
	return (s.Type == "" || s.Type == "stdio") && filepath.Base(s.Command) == "savectx" && slices.Equal(s.Args, []string{"mcp"})
}

// File is the file of a level's servers.
func (p MCPPlace) File(level string) string {
	if level == LevelProject {
		return filepath.Join(p.Root, ".mcp.json")
	}
	return ownPath(p.Config, p.Getenv)
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// Server is the level's server of that name. An entry of another shape than
// the client's is found as an empty one. The error says that the file cannot
// be read, or is no JSON object.
func (p MCPPlace) Server(level, name string) (s MCPServer, found bool, err error) {
	top, err := p.read(level)
	if err != nil {
		return s, false, err
	}
	if level == LevelLocal {
		main := p.Main
		if real, err := filepath.EvalSymlinks(main); err == nil {
			main = real
		}
		top = asObject(asObject(top["projects"])[main])
	}
	s = MCPServer{Level: level, Path: p.File(level)}
	raw, found := asObject(top["mcpServers"])[name]
	var entry struct {
		Type, Command string
		Args          []string
		Env           map[string]string
	}
	if json.Unmarshal(raw, &entry) == nil {
		s.Type, s.Command, s.Args, s.Env = entry.Type, entry.Command, entry.Args, entry.Env
	}
	return s, found, nil
}

// Holds tells whether the level's file has these servers and nothing else.
func (p MCPPlace) Holds(level string, names ...string) bool {
	top, err := p.read(level)
	servers := asObject(top["mcpServers"])
	return err == nil && servers != nil && len(top) == 1 && slices.Equal(slices.Sorted(maps.Keys(servers)), names)
}

func (p MCPPlace) read(level string) (object, error) {
	path := p.File(level)
	data, err := readBounded(path, maxOwnFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	top := asObject(trimBOM(data))
	if top == nil && len(trimBOM(data)) > 0 {
		return nil, fmt.Errorf("%s is no JSON object", path)
	}
	return top, nil
}

// AddMCP are the arguments with which the client adds a server, RemoveMCP
// those with which it removes one.
func AddMCP(level, name, command string, args ...string) []string {
	return append([]string{"mcp", "add", "--scope", level, "--transport", "stdio", name, "--", command}, args...)
}

func RemoveMCP(level, name string) []string {
	return []string{"mcp", "remove", "--scope", level, name}
}

// FindProgram is the client on PATH, as FindVersion asks it.
func FindProgram(getenv func(string) string) (string, error) {
	return lookPath("claude", getenv("PATH"))
}

const (
	managePatience = 60 * time.Second // then the client is taken to hang: a command of its own takes one
	manageOutput   = 2000             // bytes of what it says that are kept
)

// Dir is where the client has to run for a level: what a project has set does
// not matter for the user's own servers.
func (p MCPPlace) Dir(level string) string {
	if level == LevelUser {
		return "/"
	}
	return p.Root
}

// Manage runs one of the client's own commands for a level, with the
// environment of this process, and kills it after a minute. The error has what
// the client said, which may quote settings.
func (p MCPPlace) Manage(ctx context.Context, program, level string, args []string) error {
	ctx, cancel := context.WithTimeout(ctx, managePatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = p.Dir(level)
	cmd.Env = append(os.Environ(), "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a wrapper's children end with it
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	var said, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &bounded{&said, manageOutput}, &bounded{&complaint, manageOutput}
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("no answer within %s", managePatience)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	for _, text := range []string{complaint.String(), said.String()} {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			return fmt.Errorf("%w: %s", err, text)
		}
	}
	return err
}

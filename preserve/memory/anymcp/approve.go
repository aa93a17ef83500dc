// Which servers of a project's .mcp.json the user has approved.

package anymcp

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// choices are the keys that approve, in a settings file as in the state file.
type choices struct {
	All      bool     `json:"enableAllProjectMcpServers"`
	Enabled  []string `json:"enabledMcpjsonServers"`
	Rejected []string `json:"disabledMcpjsonServers"`
}

type approval struct{ choices }

func (a *approval) count(c choices) {
	a.All = a.All || c.All
	a.Enabled = append(a.Enabled, c.Enabled...)
	a.reject(c)
}

func (a *approval) reject(c choices) { a.Rejected = append(a.Rejected, c.Rejected...) }

// why says what stands against a server; "" when nothing does.
func (a *approval) why(name string) string {
	switch {
	case slices.Contains(a.Rejected, name):
		return "rejected by the user"
	case a.All || slices.Contains(a.Enabled, name):
		return ""
	}
	return "only the project's files name it, and the user has not approved it (approve it in the client)"
}

func readApproval(p Place, project projectState) (a approval, err error) {
	dir, _ := p.Lookup("CLAUDE_CONFIG_DIR")
	if dir == "" {
		home, _ := p.Lookup("HOME")
		dir = filepath.Join(home, ".claude")
	}
	var user choices
	if err := readJSON(filepath.Join(dir, "settings.json"), &user); err != nil {
		return a, err
	}
	a.count(user)
	a.reject(project.choices)
	if project.Trusted {
		a.count(project.choices)
	}
	for _, dir := range slices.Compact([]string{p.Cwd, p.Top, p.Main}) {
		var shared, local choices
		if readJSON(filepath.Join(dir, ".claude", "settings.json"), &shared) == nil {
			a.reject(shared)
		}
		path := filepath.Join(dir, ".claude", "settings.local.json")
		if readJSON(path, &local) != nil {
			continue // the client leaves such a file out as a whole
		}
		a.reject(local)
		if project.Trusted && (local.All || len(local.Enabled) > 0) && !tracked(p, path) {
			a.count(local)
		}
	}
	return a, nil
}

// gitPatience bounds one question to git; past it the file counts as tracked.
const gitPatience = 5 * time.Second

// tracked reports whether the file is git's, or whether that cannot be told.
// Links are followed first: what a link leads to may be git's, too.
func tracked(p Place, path string) bool {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return true
	}
	if info, err := os.Lstat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return true
	}
	if _, err := os.Lstat(filepath.Join(p.Top, ".git")); os.IsNotExist(err) {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), gitPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "-c", "core.fsmonitor=false", "--no-optional-locks", "--literal-pathspecs",
		"ls-files", "--error-unmatch", "--", filepath.Base(path))
	cmd.Dir = filepath.Dir(path)
	for _, name := range []string{"PATH", "HOME"} {
		if v, ok := p.Lookup(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	err := cmd.Run()
	exit, ok := err.(*exec.ExitError)
	return !ok || exit.ExitCode() != 1 // 1: git does not know it
}

// Whether the client trusts a folder: without trust it runs no hooks.

package claude

import (
	"os"
	"path/filepath"
	"strings"
)

// Trusted tells whether a project's folder was accepted in the client's trust
// dialog. A folder above it counts as well, but inside a git repository none
// above its root; a worktree has the trust of its repository (2.1.332). 2.1.100
// lets every folder above count.
// known is false where the client's own file cannot be read.
func Trusted(config, project string, getenv func(string) string) (trusted, known bool) {
	data, err := readBounded(ownPath(config, getenv), maxOwnFile)
	top := asObject(trimBOM(data))
	if err != nil || top == nil {
		return false, false
	}
	projects := asObject(top["projects"])
	accepted := func(dir string) bool {
		return string(asObject(projects[dir])["hasTrustDialogAccepted"]) == "true"
	}
	dir := filepath.Clean(project)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for ; ; dir = filepath.Dir(dir) {
		if accepted(dir) {
			return true, true
		}
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return accepted(worktreeOf(dir)), true
		}
		if dir == filepath.Dir(dir) {
			return false, true
		}
	}
}

// worktreeOf is the root of the repository that a git worktree belongs to, ""
// where dir is none: its .git is a file that says where its data lie,
// <repository>/.git/worktrees/<name>.
func worktreeOf(dir string) string {
	data, err := readBounded(filepath.Join(dir, ".git"), 64<<10)
	place, ok := strings.CutPrefix(string(data), "gitdir: ")
	if err != nil || !ok {
		return ""
	}
	worktrees := filepath.Dir(strings.TrimSpace(place))
	if filepath.Base(worktrees) != "worktrees" || filepath.Base(filepath.Dir(worktrees)) != ".git" {
		return ""
	}
	return filepath.Dir(filepath.Dir(worktrees))
}

// maxOwnFile bounds the client's own file, in bytes. It holds a history per
// project in old versions.
const maxOwnFile = 64 << 20

// ownPath is the client's own file, .claude.json: in CLAUDE_CONFIG_DIR where
// that is set, else in the home folder; but .config.json in Claude's folder where
// that is there (2.1.100, 2.1.332).
func ownPath(config string, getenv func(string) string) string {
	if path := filepath.Join(config, ".config.json"); exists(path) {
		return path
	}
	if getenv("CLAUDE_CONFIG_DIR") == "" {
		if home := getenv("HOME"); home != "" {
			config = home
		}
	}
	return filepath.Join(config, ".claude.json")
}

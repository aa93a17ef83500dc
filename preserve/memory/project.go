// Which folder stands for the project a session works in.

package memory

import (
	"os"
	"path/filepath"
	"strings"
)

// project is the folder that gives a memory its name.
//
// It is the nearest folder at or above the working directory that has a
// ".git", of whatever kind and state, else the working directory. Where .git
// is a file that points to a worktree's entry of a repository, and that entry
// points back, it is the folder of the repository: that of the ".git" folder
// they share, or the shared folder itself when it has another name, as with a
// bare repository. So a submodule has a memory of its own, a worktree shares
// the one of its repository, and a worktree that was moved by hand has its own
// (2.1.332). GIT_DIR does not count.
type project struct {
	dir, from string
	local     string // the folder whose local settings count beside cwd's
}

func findProject(cwd string) project {
	for dir := cwd; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(filepath.Join(dir, ".git"))
		if err != nil {
			if dir == filepath.Dir(dir) {
				return project{dir: cwd, from: "working directory", local: cwd}
			}
			continue
		}
		if info.Mode().IsRegular() {
			if common, ok := commonDir(dir); ok {
				p := project{dir: common, from: "worktree's bare repository", local: dir}
				if filepath.Base(common) == ".git" {
					p.dir = filepath.Dir(common)
					p.from, p.local = "worktree's main repository", p.dir
				}
				return p
			}
		}
		return project{dir: dir, from: "git root", local: dir}
	}
}

// commonDir follows a worktree's .git file to the folder that all worktrees of
// its repository share.
func commonDir(worktree string) (string, bool) {
	text, ok := readFile(filepath.Join(worktree, ".git"), 64*1024)
	dir, isLink := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir:")
	if !ok || !isLink {
		return "", false
	}
	entry := against(worktree, strings.TrimSpace(dir))
	shared, ok := readFile(filepath.Join(entry, "commondir"), 64*1024)
	if !ok {
		return "", false // a submodule, or a repository with its folder elsewhere
	}
	common := against(entry, strings.TrimSpace(string(shared)))
	back, ok := readFile(filepath.Join(entry, "gitdir"), 64*1024)
	if !ok || filepath.Dir(entry) != filepath.Join(common, "worktrees") ||
		!sameFolder(filepath.Dir(against(entry, strings.TrimSpace(string(back)))), worktree) {
		return "", false
	}
	return common, true
}

func against(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}

func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// Project is the folder by which the client knows the project around cwd: the
// git root, of a worktree its main repository, else cwd.
func Project(cwd string) string { return findProject(cwd).dir }

// What the settings files of projects put into the environment.

package claude

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	osuser "os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// EnvFile is a settings file that comes with a project. The client puts what
// it has under env into the environment of all it runs.
type EnvFile struct {
	Path string
	// Err says why the file cannot be read whole: such a file may set anything,
	// since the client may read what is not read here.
	Err error

	names object
}

// Sets tells whether the file may set a variable, if only to nothing.
func (f EnvFile) Sets(name string) bool { return f.Err != nil || f.names[name] != nil }

// ProjectEnv reads the settings files, shared and local, in these folders, in
// all above them, and in the main repositories of git worktrees among them.
// Those in the person's own folders, .claude in HOME and CLAUDE_CONFIG_DIR, are
// no project's, unless a file sets the very variable that says so.
func ProjectEnv(getenv func(string) string, dirs ...string) []EnvFile {
	var files []EnvFile
	for _, dir := range withAbove(dirs) {
		for _, name := range []string{"settings.json", "settings.local.json"} {
			if f, here := readEnvFile(filepath.Join(dir, ".claude", name)); here {
				files = append(files, f)
			}
		}
	}
	if len(files) == 0 {
		return nil
	}
	sets := func(name string) bool {
		return slices.ContainsFunc(files, func(f EnvFile) bool { return f.Sets(name) })
	}
	disown := func(folder string) {
		files = slices.DeleteFunc(files, func(f EnvFile) bool { return isIn(f.Path, folder) })
	}
	if home := getenv("HOME"); home != "" && (!sets("HOME") || home == AccountHome()) {
		disown(filepath.Join(home, ".claude"))
	}
	if folder := getenv("CLAUDE_CONFIG_DIR"); folder != "" && !sets("CLAUDE_CONFIG_DIR") {
		disown(folder)
	}
	return files
}

// AccountHome is the home folder that the system knows for this user, whatever
// the environment says; "" when it cannot be told.
func AccountHome() string {
	u, err := osuser.LookupId(fmt.Sprint(os.Getuid()))
	if err != nil {
		return ""
	}
	return u.HomeDir
}

// withAbove lists folders and all above them, each once, as they are named and
// as they are without links.
func withAbove(dirs []string) (list []string) {
	seen := map[string]bool{}
	var climb func(dir string)
	climb = func(dir string) {
		for ; !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			list = append(list, dir)
			if main := worktreeOf(dir); main != "" && filepath.IsAbs(main) {
				climb(main)
			}
		}
	}
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		dir, err := filepath.Abs(dir)
		if err != nil {
			continue
		}
		climb(dir)
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			climb(real)
		}
	}
	return list
}

// isIn tells whether a file is one of the settings files of a folder, also by
// way of links.
func isIn(path, folder string) bool {
	same := func(a, b string) bool {
		one, err := os.Stat(a)
		other, oerr := os.Stat(b)
		return err == nil && oerr == nil && os.SameFile(one, other)
	}
	return same(filepath.Dir(path), folder) || same(path, filepath.Join(folder, "settings.json"))
}

func readEnvFile(path string) (f EnvFile, here bool) {
	f.Path = path
	data, err := readBounded(path, maxSettings)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return f, false
	}
	if f.Err = err; err != nil {
		return f, true
	}
	text := trimBOM(data)
	if len(text) == 0 {
		return f, true
	}
	var top object
	if f.Err = json.Unmarshal(text, &top); f.Err == nil && top["env"] != nil {
		f.Err = json.Unmarshal(top["env"], &f.names)
	}
	return f, true
}

// StartedIn lists the folders where sessions were started, from the records of
// a config folder: of the session with that id, which may be "", and of the
// clients with these process ids. What is no record is passed over.
func StartedIn(config, id string, pids []int) (dirs []string) {
	paths := make([]string, 0, len(pids))
	for _, pid := range pids {
		paths = append(paths, RecordPath(config, pid))
	}
	ours := len(paths)
	if id != "" {
		all, _ := filepath.Glob(filepath.Join(strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(config), "sessions", "*.json"))
		paths = append(paths, all...)
	}
	for i, path := range paths {
		if r, ok := boundedRecord(path); ok && filepath.IsAbs(r.CWD) && (i < ours || r.SessionID == id) && !slices.Contains(dirs, r.CWD) {
			dirs = append(dirs, r.CWD)
		}
	}
	return dirs
}

// boundedRecord is ReadRecord for a folder that may be a project's.
func boundedRecord(path string) (r Record, ok bool) {
	const most = 1 << 20 // bytes
	for range recordTries {
		data, err := readBounded(path, most)
		if err != nil {
			return r, false
		}
		if r = (Record{}); json.Unmarshal(data, &r) == nil {
			return r, true
		}
		time.Sleep(2 * time.Millisecond) // half written; the next read is whole
	}
	return r, false
}

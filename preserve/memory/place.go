// Where Claude Code keeps the memory of a project.

package memory

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Place is Claude Code's auto-memory folder for one working directory.
type Place struct {
	Dir string // absolute; need not exist
	// From is the rule that decided, in words. It begins with "the project's"
	// when a settings file inside the project did: [Place.ByProject].
	From     string
	Disabled bool // the client neither reads nor writes the folder
}

// ByProject reports whether a file of the project itself names the folder,
// which may then lie anywhere.
func (p Place) ByProject() bool { return strings.HasPrefix(p.From, byProject) }

const byProject = "the project's "

// Locate resolves the folder as the client does. config is Claude's folder,
// cwd where the session works, getenv the client's environment, slug the
// client's way of naming a project's folder. The error is that of paths that
// are not absolute.
//
// Seen with 2.1.332, in this order:
//
//   - CLAUDE_COWORK_MEMORY_PATH_OVERRIDE, when absolute and no root. A tilde
//     is not expanded.
//   - autoMemoryDirectory in the merged settings: see [settings]. It must be
//     absolute or begin with "~/" and stay below the home folder; "/", "/a",
//     "~", "~/" and relative paths count as unset, without a look at the next
//     settings file. "." and ".." are resolved, links are not, and letters are
//     composed (NFC).
//   - <base>/projects/<name>/memory. base is config, or
//     CLAUDE_CODE_REMOTE_MEMORY_DIR. name is the slug of the project (see
//     [project]), or, below config, CLAUDE_CODE_PROJECT_DIR_NAME if that is 1
//     to 64 ASCII letters, digits, "-" and "_".
//
// The memory is off with CLAUDE_CODE_SIMPLE=1; with
// CLAUDE_CODE_DISABLE_AUTO_MEMORY set to 1, true, yes or on; on with that set
// to 0, false, no or off, whatever the settings say; off with
// CLAUDE_CODE_REMOTE=1 and no CLAUDE_CODE_REMOTE_MEMORY_DIR; and else as
// autoMemoryEnabled in the merged settings says, on when unset. An override of
// the path does not switch it on.
//
// Not seen here, because they leave no trace on the disk or belong to an
// administrator: --settings on the command line and managed settings.
func Locate(config, cwd string, getenv func(string) string, slug func(string) string) (Place, error) {
	if !filepath.IsAbs(config) || !filepath.IsAbs(cwd) {
		return Place{}, errors.New("the config folder and the working directory must be absolute paths")
	}
	if real, err := filepath.EvalSymlinks(cwd); err == nil {
		cwd = real // what a process is told its working directory is
	}
	root := findProject(cwd)
	merged := readSettings(config, cwd, root)
	p := Place{Disabled: disabled(getenv, merged)}
	if dir := getenv("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"); usable(dir) {
		p.Dir, p.From = norm.NFC.String(filepath.Clean(dir)), "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"
		return p, nil
	}
	if dir, ok := expand(merged.dir, getenv("HOME")); ok {
		p.Dir, p.From = dir, merged.dirFrom
		return p, nil
	}
	base, name := config, slug(root.dir)
	p.From = root.from
	if remote := getenv("CLAUDE_CODE_REMOTE_MEMORY_DIR"); remote != "" {
		if !filepath.IsAbs(remote) {
			remote = filepath.Join(cwd, remote)
		}
		base = remote
		p.From += ", below CLAUDE_CODE_REMOTE_MEMORY_DIR"
	} else if given := getenv("CLAUDE_CODE_PROJECT_DIR_NAME"); plain.MatchString(given) {
		name, p.From = given, "CLAUDE_CODE_PROJECT_DIR_NAME"
	}
	p.Dir = filepath.Join(base, "projects", name, "memory")
	return p, nil
}

func disabled(getenv func(string) string, merged settings) bool {
	off := getenv("CLAUDE_CODE_DISABLE_AUTO_MEMORY")
	switch {
	case isYes(getenv("CLAUDE_CODE_SIMPLE")), isYes(off):
		return true
	case isNo(off):
		return false
	case isYes(getenv("CLAUDE_CODE_REMOTE")) && getenv("CLAUDE_CODE_REMOTE_MEMORY_DIR") == "":
		return true
	}
	return merged.enabled != nil && !*merged.enabled
}

func isYes(s string) bool { return oneOf(s, "1", "true", "yes", "on") }
func isNo(s string) bool  { return oneOf(s, "0", "false", "no", "off") }

func oneOf(s string, words ...string) bool {
	for _, w := range words {
		if strings.EqualFold(strings.TrimSpace(s), w) {
			return true
		}
	}
	return false
}

// usable holds for absolute paths that are no root or nearly one.
func usable(dir string) bool {
	return filepath.IsAbs(dir) && len(filepath.Clean(dir)) > len("/a") && !strings.ContainsRune(dir, 0)
}

// expand resolves a path of the settings.
func expand(dir, home string) (string, bool) {
	if rest, ok := strings.CutPrefix(dir, "~/"); ok {
		rest = filepath.Clean(rest)
		if home == "" {
			home, _ = os.UserHomeDir()
		}
		if rest == "." || rest == ".." || strings.HasPrefix(rest, ".."+string(filepath.Separator)) {
			return "", false
		}
		dir = filepath.Join(home, rest)
	}
	return norm.NFC.String(filepath.Clean(dir)), usable(dir)
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

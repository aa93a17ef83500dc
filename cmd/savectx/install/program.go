// Which programs the client is to call, and how each event's hook is written.

package install

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"savectx/orchestrator/claude"
	"savectx/prompts"
)

// ErrTemporary is a program that will not be there tomorrow, as from go run.
var ErrTemporary = errors.New("it lies in a temporary folder")

// Program are the absolute paths of our programs.
type Program struct {
	Main string // savectx
	Hook string // savectx-hook beside it, or "" if there is none

	shared bool // for a file that others read: found on PATH
}

// Shared is the program as others have it: wherever it is on their PATH.
func (p Program) Shared() Program { return Program{Main: "savectx", shared: true} }

// FindProgram finds the program that runs now. A name of it on PATH is
// preferred, links kept: package managers move what the link points to.
// Errors: ErrTemporary, and those of os.Executable.
func FindProgram() (Program, error) {
	real, err := os.Executable()
	if err != nil {
		return Program{}, err
	}
	path := real
	if found, err := exec.LookPath("savectx"); err == nil {
		if abs, err := filepath.Abs(found); err == nil && sameFile(abs, real) {
			path = abs
		}
	}
	switch {
	case temporary(path):
		return Program{}, ErrTemporary
	case !utf8.ValidString(path):
		return Program{}, errors.New("its path is not UTF-8, and settings can hold nothing else")
	}
	for _, dir := range []string{filepath.Dir(path), filepath.Dir(real)} {
		hook := filepath.Join(dir, "savectx-hook")
		if info, err := os.Stat(hook); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && !temporary(hook) {
			return Program{Main: path, Hook: hook}, nil
		}
	}
	return Program{Main: path}, nil
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	two, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, two)
}

// temporary tells whether path lies in the system's temporary folder or in one
// of the go command's.
func temporary(path string) bool {
	for _, part := range strings.Split(path, string(filepath.Separator)) {
		if strings.HasPrefix(part, "go-build") {
			return true
		}
	}
	for _, dir := range []string{os.TempDir(), realDir(os.TempDir())} {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

func realDir(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

// hookSince is the client that is assumed where the version is not known: the
// oldest one savectx is for.
var hookSince = claude.Version{2, 0, 0}

// Hooks are the entries for a client of that version: the events it knows, and
// no shell where it can do without. A version that is not known counts as 2.0.
func (p Program) Hooks(v claude.Version) []Hook {
	if !v.Known() {
		v = hookSince
	}
	var hooks []Hook
	for _, event := range claude.Events() {
		if v.Knows(event) {
			hooks = append(hooks, p.hook(event, v.ExecForm()))
		}
	}
	return hooks
}

func (p Program) hook(event string, exec bool) Hook {
	if p.shared {
		return Hook{Event: event, Command: prompts.HookOnPath(event)}
	}
	path, args := p.Main, []string{"hook", event}
	if p.Hook != "" {
		path, args = p.Hook, []string{event}
	}
	if exec {
		return Hook{event, path, args}
	}
	return Hook{Event: event, Command: Quote(path) + " " + strings.Join(args, " ")}
}

// StatusLine is the shell line of our status line.
func (p Program) StatusLine() string { return Quote(p.Main) + " statusline" }

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

// TemporaryError is a program that will not be there tomorrow, as from go run.
type TemporaryError struct {
	Path   string // of the program
	Folder string // the temporary one it lies in
	Named  bool   // TMPDIR names it
}

func (e *TemporaryError) Error() string {
	if e.Named {
		return "it lies in " + e.Folder + ", which TMPDIR says is for temporary files"
	}
	return "it lies in " + e.Folder + ", which is for temporary files"
}

// NameError is a program under another name than savectx: its entries would
// not be known as ours, and each installation would add more of them.
type NameError struct{ Path string }

func (e *NameError) Error() string { return "it is called " + filepath.Base(e.Path) }

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
// Errors: *NameError, *TemporaryError, and those of os.Executable.
func FindProgram() (Program, error) {
	real, err := os.Executable()
	if err != nil {
		return Program{}, err
	}
	path := real
	names := []string{"savectx"}
	if filepath.Base(real) != "savectx" { // perhaps it was called by a link that is not on PATH
		names = []string{os.Args[0], "savectx"}
	}
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil && filepath.Base(found) == "savectx" {
			if abs, err := filepath.Abs(found); err == nil && sameFile(abs, real) {
				path = abs
			}
		}
	}
	if filepath.Base(path) != "savectx" {
		return Program{}, &NameError{path}
	}
	if folder := temporary(path); folder != "" {
		named := os.Getenv("TMPDIR")
		return Program{}, &TemporaryError{path, folder, named != "" && (folder == filepath.Clean(named) || folder == realDir(named))}
	}
	if !utf8.ValidString(path) {
		return Program{}, errors.New("its path is not UTF-8, and settings can hold nothing else")
	}
	for _, dir := range []string{filepath.Dir(path), filepath.Dir(real)} {
		hook := filepath.Join(dir, "savectx-hook")
		if info, err := os.Stat(hook); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && temporary(hook) == "" {
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

// temporary is the folder for temporary files that path lies in, the system's
// or one of the go command's; "" if it lies in none. A home that is in one
// lasts as long as anything of its owner.
func temporary(path string) string {
	parts := strings.Split(path, string(filepath.Separator))
	for i, part := range parts {
		if strings.HasPrefix(part, "go-build") {
			return strings.Join(parts[:i+1], string(filepath.Separator))
		}
	}
	home := os.Getenv("HOME")
	for _, dir := range []string{filepath.Clean(os.TempDir()), realDir(os.TempDir())} {
		inHome := home != "" && below(home, dir) && below(path, home) || below(realDir(home), dir) && below(path, realDir(home))
		if below(path, dir) && !inHome {
			return dir
		}
	}
	return ""
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

// Files that were written, and what happened to them in git.

package evidence

import (
	"slices"
	"strings"
)

// mostFiles are remembered; a session that writes more has other worries.
const mostFiles = 2000

type file struct {
	at     place
	fresh  bool // created: git does not know it before it is added
	staged bool
}

type files struct {
	list map[string]*file
}

func (f *files) write(path string, created bool, at place) {
	if strings.Contains(path, "/.claude/") || strings.HasPrefix(path, "/tmp/") {
		return // plans, memories, scratch: nobody commits them
	}
	old := f.list[path]
	if old == nil {
		if len(f.list) >= mostFiles {
			return
		}
		old = &file{fresh: created}
		f.list[path] = old
	}
	old.at, old.staged = at, false
}

// shell takes a command line that went well and forgets what it committed or
// brought back.
func (f *files) shell(line string) {
	if len(f.list) == 0 || !strings.Contains(line, "git") && !strings.Contains(line, "rm ") {
		return
	}
	for _, step := range steps(line) {
		w := strings.Fields(step)
		switch {
		case len(w) > 1 && w[0] == "rm":
			f.drop(w[1:])
		case len(w) > 1 && w[0] == "git":
			f.git(w[1:])
		}
	}
}

func (f *files) git(w []string) {
	for len(w) > 2 && (w[0] == "-C" || w[0] == "-c") {
		w = w[2:]
	}
	switch args := w[1:]; w[0] {
	case "add":
		everything := slices.ContainsFunc(args, func(a string) bool { return a == "-A" || a == "." || a == "--all" || a == ":/" })
		for path, one := range f.list {
			if everything || named(path, args) {
				one.staged = true
			}
		}
	case "commit":
		f.commit(args)
	case "checkout", "restore", "rm":
		f.drop(args)
	case "stash":
		if len(args) == 0 || args[0] == "push" || args[0] == "-u" {
			f.drop([]string{"."})
		}
	case "reset":
		if slices.Contains(args, "--hard") {
			f.drop([]string{"."})
		}
	}
}

func (f *files) commit(args []string) {
	all, only := false, false
	for i, a := range args {
		switch {
		case a == "--":
			only = i+1 < len(args)
		case a == "--all", strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "a"):
			all = true
		}
	}
	for path, one := range f.list {
		if one.staged && !only || all && !one.fresh || named(path, args) {
			delete(f.list, path)
		}
	}
}

// drop forgets files that were brought back or removed; "." all of them that
// git knows.
func (f *files) drop(args []string) {
	for path, one := range f.list {
		if named(path, args) || slices.Contains(args, ".") && !one.fresh {
			delete(f.list, path)
		}
	}
}

// named tells whether one of the words of a command is the path, or its end.
func named(path string, args []string) bool {
	for _, a := range args {
		a = strings.Trim(strings.TrimPrefix(a, "./"), "'\"")
		if a != "" && a[0] != '-' && a != "." && (path == a || strings.HasSuffix(path, "/"+a)) {
			return true
		}
	}
	return false
}

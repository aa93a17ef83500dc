// Which variables are no word of the person's.

package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/proc"
)

// GivenMark is the variable in which a process tells the ones it starts what
// was given by a project: names with commas. It only ever adds.
const GivenMark = "SAVECTX_GIVEN"

// Given tells which variables of the environment a project may have set. The
// client puts env of its settings files, a project's among them, into the
// environment of all that it runs, and nothing there says from where a value
// came. So every variable counts as given that a file names which the client
// may have read, whatever its value is:
//
//	the working folder ──────────────────┐
//	the project's root ──────────────────┤
//	CLAUDE_PROJECT_DIR ──────────────────┼─▶ and all folders above ─▶ .claude/settings{,.local}.json
//	where the session started: records ──┘
//	of CLAUDE_CODE_SESSION_ID and of the processes above this one
//
// A file that cannot be read whole names every variable. In a shell of the
// person's own the same files count: a variable there that a project names as
// well is ignored rather than trusted.
type Given struct {
	files  []claude.EnvFile
	told   []string
	getenv func(string) string
}

// FindGiven reads what projects set, for a project's root, which may be "".
func FindGiven(root string, getenv func(string) string) Given {
	cwd, _ := os.Getwd()
	dirs := append([]string{root, getenv("CLAUDE_PROJECT_DIR"), cwd}, starts(getenv)...)
	return Given{claude.ProjectEnv(getenv, dirs...), strings.Split(getenv(GivenMark), ","), getenv}
}

// starts are the folders where the session around this process may have begun.
// A project may have moved the folder with the records, so all are asked.
func starts(getenv func(string) string) (dirs []string) {
	const most = 64 // processes
	var pids []int
	for pid := os.Getppid(); pid > 1 && len(pids) < most; {
		pids = append(pids, pid)
		info, err := proc.Read(pid)
		if err != nil {
			break
		}
		pid = info.Parent
	}
	folders := []string{getenv("CLAUDE_CONFIG_DIR")}
	for _, home := range []string{getenv("HOME"), claude.AccountHome()} {
		if home != "" {
			folders = append(folders, filepath.Join(home, ".claude"))
		}
	}
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		if folder != "" {
			dirs = append(dirs, claude.StartedIn(folder, getenv("CLAUDE_CODE_SESSION_ID"), pids)...)
		}
	}
	return dirs
}

// By says what may have set a variable: a project's file, as a text for
// people. "" is for nobody but the person.
func (g Given) By(name string) string {
	if name == "HOME" && g.getenv != nil && g.getenv(name) == claude.AccountHome() {
		return "" // whoever set it
	}
	for _, f := range g.files {
		switch {
		case f.Err != nil:
			return f.Path + " (it cannot be read, so it may set anything)"
		case f.Sets(name):
			return f.Path
		}
	}
	if slices.Contains(g.told, name) {
		return "the project"
	}
	return ""
}

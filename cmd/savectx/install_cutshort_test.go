// What a killed run has left is told and gone on from at its own place, after
// the yes, and is nobody's business elsewhere.

package main

import (
	"os"
	"path/filepath"
	"testing"

	"savectx/cmd/savectx/install"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

func TestInstallCutShort(t *testing.T) {
	dir := installWorld(t)
	before, err := readTree(filepath.Join(dir, "claude"))
	must(t, err)
	where := install.Place{State: filepath.Join(dir, "state", "savectx"), Settings: filepath.Join(dir, "claude", "settings.json"), Skills: filepath.Join(dir, "claude", "skills")}
	plan, err := install.Install(where, install.Wanted{Hooks: []install.Hook{{Event: "Stop", Command: "/opt/savectx hook Stop"}}}, prompts.Skills())
	must(t, err)
	step, err := safefile.NewJournal(where.Journal()).Begin("cut", []byte(`{"topic":"install","place":"`+where.Settings+`"}`), plan.Changes)
	must(t, err)
	for i := range 5 {
		must(t, step.Write(i))
	}
	left, err := readTree(filepath.Join(dir, "claude"))
	must(t, err)
	same := func(when string, want map[string][]byte) {
		t.Helper()
		now, err := readTree(filepath.Join(dir, "claude"))
		must(t, err)
		if diff := treeDiff(now, want); diff != "" {
			t.Errorf("%s: %s", when, diff)
		}
	}

	project := filepath.Join(dir, "project")
	must(t, os.MkdirAll(filepath.Join(project, ".git"), 0o700))
	for _, args := range [][]string{{"uninstall", "--local", "--yes"}, {"uninstall", "--project", "--yes"}, {"install", "--plugin", "out", "--yes"}} {
		cmd := installRun(t, dir, args...)
		cmd.Dir = project
		r := outcome(t, cmd)
		r.want(t, exitDone, "", "")
		same("elsewhere", left)
	}
	cmd := installRun(t, dir, "uninstall")
	p := installing(t, dir, cmd)
	p.sees("an earlier run was cut short")
	p.sees("Write this?")
	p.types("n")
	p.ends(exitFailed)
	same("after a no", left)
	outcome(t, installRun(t, dir, "uninstall", "--yes")).want(t, exitDone, "done:", "an earlier run was cut short")
	same("taken out", before)
	outcome(t, installRun(t, dir, "uninstall", "--yes")).want(t, exitDone, "nothing to change", "")
}

package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"charm.land/huh/v2"
	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

// here is the root of the project around the working folder.
func here() (string, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("the working folder is gone: %w", err)
	}
	return config.ProjectRoot(cwd), nil
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	two, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, two)
}

// confirm shows a change and asks, if somebody is there; otherwise --yes says
// it is wanted. done says that --dry-run wanted to see it only.
func (v *voice) confirm(c *cli.Context, lines []string, also string) (done bool, err error) {
	show := v.tell
	if c.Bool("dry-run") {
		show = v.say
	}
	for _, l := range append(lines, also) {
		show("%s", oneLine(l))
	}
	switch {
	case c.Bool("dry-run"):
		return true, nil
	case c.Bool("yes"):
		return false, nil
	case !v.asks(c):
		return false, usageError{"nothing was changed: nobody is there to be asked", "--yes does it, --dry-run only shows it"}
	}
	yes := false
	if err := ask(c.Context, huh.NewConfirm().Title("Write this?").Value(&yes)); err != nil {
		return false, err
	}
	if !yes {
		return false, coded{exitFailed, errors.New("nothing was changed"), ""}
	}
	return false, nil
}

// change writes files as one step that savectx undo takes back.
// The folders are those whose locks the files need.
func (v *voice) change(c *cli.Context, root, topic string, changes []safefile.Change, folders ...string) error {
	where, err := v.stateOnly()
	if err != nil {
		return err
	}
	locks := append([]string{root}, folders...)
	unlock, err := v.lock(c.Context, where, locks)
	if err != nil {
		return err
	}
	defer unlock()
	id := saveID(time.Now())
	journal := safefile.NewJournal(where.journal())
	if err := plan.Commit(journal, id, plan.Note{Root: root, Topic: topic, Locks: locks}, changes); err != nil {
		hint := "nothing was changed"
		if _, none := journal.Open(id); none == nil {
			hint = "savectx undo " + id + " takes back what was written"
		}
		return coded{exitFailed, err, hint}
	}
	if c.Bool("json") {
		return v.json(map[string]string{"id": id, "done": topic})
	}
	v.say("done: %s", oneLine(topic))
	v.say("to take it back: savectx undo %s", id)
	return nil
}

// days reads a time with days in it: 30d, or what Go reads.
func days(text string) (time.Duration, error) {
	if n, ok := strings.CutSuffix(text, "d"); ok {
		if days, err := strconv.Atoi(n); err == nil && days >= 0 && days < 40_000 {
			return time.Duration(days) * 24 * time.Hour, nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, usageError{fmt.Sprintf("--older-than %q is not a time", oneLine(text)), "write 30d or 12h"}
	}
	return d, nil
}

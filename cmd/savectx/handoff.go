package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

func handoffCommand(v *voice) *cli.Command {
	session := &cli.StringFlag{Name: "session", Usage: "the session `ID`; without it, the one this runs in"}
	asJSON := &cli.BoolFlag{Name: "json", Usage: "print it as JSON"}
	return &cli.Command{
		Name: "handoff", Usage: "the session's handoff file",
		Subcommands: []*cli.Command{
			{Name: "show", Usage: "print it", Flags: []cli.Flag{session, asJSON, &cli.BoolFlag{Name: "path", Usage: "print only where it is"}}, Action: v.showHandoff},
			{Name: "write", Usage: "write it from a snapshot", ArgsUsage: "[FILE or -]", Flags: without(saveFlags(), "to", "schema", "template", "blocks"), Action: func(c *cli.Context) error {
				if err := atMost(c, 1); err != nil {
					return err
				}
				if err := saveConflicts(c); err != nil {
					return err
				}
				return v.saveTo(c, []string{plan.Handoff})
			}},
			{Name: "prune", Usage: "delete the handoff files nobody touched for 14 days", Flags: []cli.Flag{
				&cli.BoolFlag{Name: "dry-run", Usage: "only list them"}, asJSON}, Action: v.pruneHandoffs},
		},
	}
}

func (v *voice) showHandoff(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	where, err := v.scene(c)
	if err != nil {
		return err
	}
	path := plan.Request{Place: where.place}.HandoffPath()
	if c.Bool("path") {
		v.say("%s", path)
		return nil
	}
	data, existed, err := safefile.ReadState(path, 1<<20)
	if err != nil {
		return err
	}
	if !existed && !c.IsSet("session") {
		if newest, ok := newestHandoff(where.place.Config, where.place.Root, ""); ok {
			v.tell("this session has no handoff yet; this is one of an earlier session of the project: %s", oneLine(newest.Path))
			path = newest.Path
			if data, existed, err = safefile.ReadState(path, 1<<20); err != nil {
				return err
			}
		}
	}
	root, when, text, ok := dest.ReadHandoff(data)
	if !existed || !ok {
		return coded{exitNothing, fmt.Errorf("there is no handoff file %s", path), "savectx handoff write makes one, savectx handoff show --session ID shows another session's"}
	}
	if c.Bool("json") {
		return v.json(map[string]string{"path": path, "root": root, "when": when, "text": text})
	}
	v.say("%s", printable(text))
	return nil
}

func (v *voice) pruneHandoffs(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	where, err := v.scene(c)
	if err != nil {
		return err
	}
	dir := filepath.Join(where.place.Config, "handoffs")
	old, err := plan.Expired(dir, time.Now())
	if err != nil {
		return err
	}
	if c.Bool("json") && (len(old) == 0 || c.Bool("dry-run")) {
		return v.json(append([]string{}, old...))
	}
	if len(old) == 0 {
		v.tell("no handoff file is that old")
		return nil
	}
	if c.Bool("dry-run") {
		v.say("%s", strings.Join(old, "\n"))
		return nil
	}
	return v.deleteHandoffs(c, dir, where.place.Root, old)
}

// newestHandoff is the handoff of a project that has that file name, else the
// newest that is not too old to be of use.
func newestHandoff(folder, root, name string) (found plan.HandoffFile, ok bool) {
	files, err := plan.Handoffs(filepath.Join(folder, "handoffs"))
	if err != nil {
		return found, false
	}
	for _, f := range files {
		switch {
		case time.Since(f.Touched) >= plan.HandoffAge || !sameRoot(f.Root, root):
		case filepath.Base(f.Path) == name:
			return f, true
		case !ok:
			found, ok = f, true
		}
	}
	return found, ok
}

// sameRoot compares a root as a handoff names it with the one of this session,
// also where one of them was reached through a link.
func sameRoot(named, root string) bool {
	if named == preserve.Clean(root) {
		return true
	}
	real, err := filepath.EvalSymlinks(root)
	other, err2 := filepath.EvalSymlinks(named)
	return err == nil && err2 == nil && real == other
}

// deleteHandoffs deletes files that are handoffs still, as a step that can be
// taken back.
func (v *voice) deleteHandoffs(c *cli.Context, dir, root string, old []string) error {
	var changes []safefile.Change
	for _, path := range old {
		data, existed, err := safefile.ReadState(path, 1<<20)
		if err != nil || !existed || !dest.IsHandoff(data) {
			continue
		}
		changes = append(changes, safefile.Change{Path: path, Old: data, Existed: true, Remove: true})
	}
	if len(changes) == 0 {
		return errors.New("the old handoff files cannot be read")
	}
	return v.change(c, root, fmt.Sprintf("delete %d handoff files", len(changes)), changes, dir)
}

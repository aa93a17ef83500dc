// savectx uninstall, and what it shares with install: asking, writing, going on
// from what was cut short.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"charm.land/huh/v2"
	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/install"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

func uninstallCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "uninstall", Usage: "take out of Claude Code what savectx install put there",
		Description: "Settings that nobody has changed since become what they were, byte for byte; of others only our\nentries go. Skills that were changed stay, and are named. The MCP server that --mcp added goes, too.",
		Flags: append(levelFlags(),
			&cli.BoolFlag{Name: "json", Usage: "print what was done as JSON; needs --yes or --dry-run"},
		),
		Action: func(c *cli.Context) error { return v.uninstall(c) },
	}
}

func (v *voice) uninstall(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	where, config, root, err := installPlace(c)
	if err != nil {
		return err
	}
	if err := v.mayInstall(c, where); err != nil {
		return err
	}
	plan, err := install.Uninstall(where, prompts.Skills())
	if err != nil {
		return notInstalled(where.Settings, err)
	}
	servers := mcpPlace(config, root)
	doc := installDoc{Version: 1, Files: plan.Files, MCP: removesMCP(servers, levelOf(c))}
	written, err := v.carryOut(c, where, plan, &doc, "uninstall")
	if written && !c.Bool("json") {
		v.say("done: nothing of savectx is in %s%s", oneLine(where.Settings), whatStays(plan))
	}
	if err == nil {
		v.tellOthers(where, config, root)
		v.tellOtherServers(servers, levelOf(c))
	}
	return err
}

// mayInstall refuses to write without a yes, and waits for a run that is under
// way: what is planned before its end would be old.
func (v *voice) mayInstall(c *cli.Context, where install.Place) error {
	if c.Bool("dry-run") {
		return nil
	}
	if !c.Bool("yes") && !v.asks(c) {
		return usageError{"nothing was changed: nobody is there to be asked", "--yes does it, --dry-run shows it"}
	}
	if !where.UnderWay() {
		return nil
	}
	unlock, err := lockInstall(c.Context, where)
	if err == nil {
		unlock()
	}
	return err
}

// forgetInstalls removes the steps that are over. They hold whole settings
// files, with the keys that stand in them, and only serve a run that was killed.
func forgetInstalls(where install.Place) { safefile.NewJournal(where.Journal()).Prune(0, 0) }

// forgetCutShort forgets what killed runs have left where nothing is to be done
// any more.
func forgetCutShort(ctx context.Context, where install.Place, p *install.Plan) error {
	if where.UnderWay() {
		unlock, err := lockInstall(ctx, where)
		if err != nil {
			return err
		}
		p.Close(safefile.NewJournal(where.Journal()))
		unlock()
	}
	forgetInstalls(where)
	return nil
}

func lockInstall(ctx context.Context, where install.Place) (func(), error) {
	bounded, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	unlock, err := safefile.LockAll(bounded, filepath.Join(where.State, "locks"), where.Paths())
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, coded{exitFailed, errors.New("another savectx install has not ended for a minute"), "nothing was written; try again"}
	}
	return unlock, err
}

// carryOut shows a plan, asks, and writes it as one step.
func (v *voice) carryOut(c *cli.Context, where install.Place, p *install.Plan, doc *installDoc, topic string) (written bool, err error) {
	asJSON := c.Bool("json")
	if p.CutShort {
		v.tell("an earlier run was cut short: this goes on from what it has written")
	}
	step := doc.MCP
	if !asJSON {
		v.showPlan(p)
		v.showMCP(step)
	}
	var stepErr error
	switch {
	case !p.Changed() && !step.runs():
		if !asJSON {
			v.say("nothing to change")
		}
		if !c.Bool("dry-run") {
			if err := v.settle(c.Context, where, p, topic); err != nil {
				return false, err
			}
		}
	case c.Bool("dry-run"):
		if !asJSON {
			v.tell("nothing was written: --dry-run")
		}
	default:
		if err := v.wantsIt(c); err != nil {
			return false, err
		}
		if err := v.settle(c.Context, where, p, topic); err != nil {
			return false, err
		}
		written = p.Changed()
		stepErr = v.runMCP(c.Context, step, asJSON)
	}
	if stepErr == nil {
		stepErr = v.leftMCP(step)
	}
	if asJSON {
		doc.Written = written
		doc.Adds, doc.Removes, doc.Changes = v.entries(p)
		if doc.Files == nil {
			doc.Files = []install.File{}
		}
		return written, cmp.Or(v.json(doc), stepErr)
	}
	return written, stepErr
}

// wantsIt asks, unless --yes has answered.
func (v *voice) wantsIt(c *cli.Context) error {
	if c.Bool("yes") {
		return nil
	}
	yes := false
	if err := ask(c.Context, huh.NewConfirm().Title("Write this?").Value(&yes)); err != nil {
		return err
	}
	if !yes {
		return coded{exitFailed, errors.New("nothing was changed"), ""}
	}
	return nil
}

// settle writes what there is to write, if it is only the record, or forgets
// what killed runs have left.
func (v *voice) settle(ctx context.Context, where install.Place, p *install.Plan, topic string) error {
	if len(p.Changes) > 0 {
		return writeInstall(ctx, where, p, topic)
	}
	return forgetCutShort(ctx, where, p)
}

func writeInstall(ctx context.Context, where install.Place, p *install.Plan, topic string) error {
	unlock, err := lockInstall(ctx, where)
	if err != nil {
		return err
	}
	defer unlock()
	journal := safefile.NewJournal(where.Journal())
	if err := p.Write(journal, saveID(time.Now()), topic); err != nil {
		return notInstalled("", err)
	}
	forgetInstalls(where)
	return nil
}

// notInstalled says why a file is left alone, and what to do.
func notInstalled(path string, err error) error {
	var refused *install.RefusedError
	var outside *install.OutsideError
	var pathErr *os.PathError
	hint := "nothing was written"
	switch {
	case errors.As(err, &refused):
		return coded{exitFailed, fmt.Errorf("%s: %w", path, err), "the file is left as it is: mend it and try again"}
	case errors.Is(err, safefile.ErrChanged):
		hint = "nothing was written; run it again and look at the new difference"
	case errors.As(err, &outside):
		hint = "nothing was written; put a file or folder of its own in the link's place"
		if errors.As(err, &pathErr) && filepath.Base(pathErr.Path) == "SKILL.md" {
			hint += ", or leave the skills out with --skills none"
		}
	case errors.Is(err, install.ErrBackup):
		hint = "nothing was written; see whether you need that file, and move it away"
	case errors.Is(err, fs.ErrPermission):
		hint = "nothing was written; make the file writable, or choose another level: --user, --project or --local"
	case errors.Is(err, safefile.ErrHardLink):
		hint = "nothing was written; a symbolic link in its place would be followed"
	case errors.Is(err, safefile.ErrDangling):
		hint = "nothing was written; make the folder the link points into"
	}
	if errors.As(err, &pathErr) {
		err = fmt.Errorf("%s: %w", pathErr.Path, pathErr.Err)
	}
	return coded{exitFailed, err, hint}
}

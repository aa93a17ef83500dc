// savectx uninstall, and what it shares with install: asking, writing,
// taking back what was cut short.

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
		Description: "Settings that nobody has changed since become what they were, byte for byte; of others only our\nentries go. Skills that were changed stay, and are named.",
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
	where, _, _, err := installPlace(c)
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
	doc := installDoc{Version: 1, Files: plan.Files}
	written, err := v.carryOut(c, where, plan, &doc, "uninstall")
	if written && !c.Bool("json") {
		v.say("done: nothing of savectx is in %s", oneLine(where.Settings))
	}
	return err
}

// mayInstall refuses to write without a yes, and takes back what a killed run
// has left.
func (v *voice) mayInstall(c *cli.Context, where install.Place) error {
	if c.Bool("dry-run") {
		return nil
	}
	if !c.Bool("yes") && !v.asks(c) {
		return usageError{"nothing was changed: nobody is there to be asked", "--yes does it, --dry-run shows it"}
	}
	journal := safefile.NewJournal(installJournal(where))
	steps, err := journal.List()
	if err != nil {
		v.tell("%s", oneLine(err.Error()))
	}
	for _, s := range steps {
		if s.Undone || s.Finished && !s.Undoing {
			continue
		}
		unlock, err := lockInstall(c.Context, where)
		if err != nil {
			return err
		}
		outcomes, err := v.takeBack(journal, s.ID)
		unlock()
		if err != nil {
			return err
		}
		for _, o := range outcomes {
			if o.Err != nil {
				v.tell("%s", oneLine(o.Err.Error()))
			}
		}
	}
	return nil
}

// takeBack undoes a step, unless whoever held the lock has finished it.
func (v *voice) takeBack(journal *safefile.Journal, id string) ([]safefile.Outcome, error) {
	step, err := journal.Open(id)
	if errors.Is(err, safefile.ErrNoStep) || err == nil && (step.Undone || step.Finished && !step.Undoing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v.tell("an earlier run was cut short; it is taken back first")
	return step.Undo()
}

func installJournal(where install.Place) string { return filepath.Join(where.State, "installs") }

// Old steps are of no use to anybody but the curious.
const (
	keepInstalls    = 10
	keepInstallsFor = 30 * 24 * time.Hour
)

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
	if !asJSON {
		v.showPlan(p)
	}
	switch {
	case !p.Changed():
		if !asJSON {
			v.say("nothing to change")
		}
		if len(p.Changes) > 0 && !c.Bool("dry-run") { // only the record
			if err := writeInstall(c.Context, where, p, topic); err != nil {
				return false, err
			}
		}
	case c.Bool("dry-run"):
		if !asJSON {
			v.tell("nothing was written: --dry-run")
		}
	default:
		if !c.Bool("yes") {
			yes := false
			if err := ask(c.Context, huh.NewConfirm().Title("Write this?").Value(&yes)); err != nil {
				return false, err
			}
			if !yes {
				return false, coded{exitFailed, errors.New("nothing was changed"), ""}
			}
		}
		if err := writeInstall(c.Context, where, p, topic); err != nil {
			return false, err
		}
		written = true
	}
	if asJSON {
		doc.Written = written
		if doc.Files == nil {
			doc.Files = []install.File{}
		}
		return written, v.json(doc)
	}
	return written, nil
}

func writeInstall(ctx context.Context, where install.Place, p *install.Plan, topic string) error {
	unlock, err := lockInstall(ctx, where)
	if err != nil {
		return err
	}
	defer unlock()
	journal := safefile.NewJournal(installJournal(where))
	if err := p.Write(journal, saveID(time.Now()), topic); err != nil {
		return notInstalled("", err)
	}
	journal.Prune(keepInstalls, keepInstallsFor)
	return nil
}

// notInstalled says why a file is left alone, and what to do.
func notInstalled(path string, err error) error {
	var refused *install.RefusedError
	var pathErr *os.PathError
	hint := "nothing was written"
	switch {
	case errors.As(err, &refused):
		return coded{exitFailed, fmt.Errorf("%s: %w", path, err), "the file is left as it is: mend it and try again"}
	case errors.Is(err, safefile.ErrChanged):
		hint = "nothing was written; run it again and look at the new difference"
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

// lineLimit bounds a shown line, in runes: minified settings are one line.
const lineLimit = 300

// showPlan prints the difference: settings as a diff, what is ours as a whole
// by its name.
func (v *voice) showPlan(p *install.Plan) {
	for _, f := range p.Files {
		switch {
		case f.Action == install.Keep:
			v.say("keep %s: it %s", oneLine(f.Path), oneLine(f.Reason))
		case f.Whole:
			v.say("%s %s", f.Action, oneLine(f.Path))
		default:
			for line := range strings.Lines(v.withoutSecrets(p.Diff(f))) {
				text := []rune(oneLine(strings.TrimRight(line, "\r\n")))
				if len(text) > lineLimit {
					text = append(text[:lineLimit], '…')
				}
				v.say("%s", string(text))
			}
		}
	}
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"savectx/preserve/dest"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

func applyCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "apply", Usage: "write a plan of savectx save --plan, or finish a save that was cut short", ArgsUsage: "ID",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "drop", Usage: "leave out the entries `N,N`"},
			&cli.StringFlag{Name: "only", Usage: "write only the entries `N,N`"},
			&cli.StringSliceFlag{Name: "move", Usage: "write an entry elsewhere: `N=FILE#SECTION`, or N=TempContext.md"},
			&cli.BoolFlag{Name: "json", Usage: "print the receipt as JSON"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError{"apply needs the id of a plan", "savectx save --plan makes one"}
			}
			if err := atMost(c, 1); err != nil {
				return err
			}
			return v.apply(c, c.Args().First())
		},
	}
}

func (v *voice) apply(c *cli.Context, id string) error {
	choice, err := choiceOf(c)
	if err != nil {
		return err
	}
	where, err := v.stateOnly()
	if err != nil {
		return err
	}
	stored, err := where.plans().Get(id)
	_, began := safefile.NewJournal(where.journal()).Open(id)
	if errors.Is(err, plan.ErrNoPlan) || !errors.Is(began, safefile.ErrNoStep) {
		if began == nil && (len(choice.Drop) > 0 || len(choice.Only) > 0 || len(choice.Move) > 0) {
			return usageError{"save " + oneLine(id) + " has begun already: it can be finished or taken back as a whole", "savectx apply " + oneLine(id) + " finishes it, savectx undo " + oneLine(id) + " takes it back"}
		}
		// Begun already, whether from a plan or without one.
		if err := v.finish(c, where, id); err != nil {
			return err
		}
		return where.plans().Forget(id)
	}
	if err != nil {
		return err
	}
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	stored.Request.Choice = choice
	if err := v.write(c, where, stored, hide); err != nil {
		return err
	}
	return where.plans().Forget(id)
}

// stateOnly is a scene of which only the state folder counts: the rest is in
// the plan or in the journal.
func (v *voice) stateOnly() (scene, error) {
	dir, err := stateDir()
	return scene{state: dir}, err
}

// choiceOf reads --drop, --only and --move.
func choiceOf(c *cli.Context) (plan.Choice, error) {
	var choice plan.Choice
	var err error
	if choice.Drop, err = numbers("drop", c.String("drop")); err != nil {
		return choice, err
	}
	if choice.Only, err = numbers("only", c.String("only")); err != nil {
		return choice, err
	}
	for _, m := range c.StringSlice("move") {
		text, place, ok := strings.Cut(m, "=")
		n, err := strconv.Atoi(text)
		file, section, _ := strings.Cut(place, "#")
		section = strings.TrimLeft(section, "# ")
		if !ok || err != nil || file == "" || (section == "") != (file == dest.TempContext) {
			return choice, usageError{fmt.Sprintf("--move %q is not a move", oneLine(m)), "write --move 2=TempContext.md or --move '2=docs/api.md#Mail'"}
		}
		if choice.Move == nil {
			choice.Move = map[int]plan.Spot{}
		}
		choice.Move[n] = plan.Spot{File: file, Section: section}
	}
	return choice, nil
}

func numbers(flag, text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var out []int
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, usageError{fmt.Sprintf("--%s %q is not a list of numbers", flag, oneLine(text)), "write them with commas, as in --" + flag + " 1,4"}
		}
		out = append(out, n)
	}
	return out, nil
}

// finish brings a save to its end that was cut short.
func (v *voice) finish(c *cli.Context, where scene, id string) error {
	step, err := safefile.NewJournal(where.journal()).Open(id)
	if errors.Is(err, safefile.ErrNoStep) {
		return usageError{fmt.Sprintf("there is no plan and no save %q", oneLine(id)), "savectx save --plan makes a plan; savectx undo --list lists the saves"}
	}
	if err != nil {
		return err
	}
	if step.Undone {
		return usageError{"save " + id + " was taken back", "save again"}
	}
	keeps, left, err := leftToKeep(where, step)
	if err != nil {
		return err
	}
	if step.Finished && !left {
		v.tell("save %s is complete already", id)
		return nil
	}
	var kept []fileRow
	if left {
		kept = v.keepRest(c.Context, where, id, *keeps)
	}
	files, err := v.settleFiles(c.Context, where, step, step.Finish)
	if err != nil {
		return err
	}
	return v.settled(c, where, step, append(files, kept...), "savectx apply "+id)
}

// leftToKeep is what a save is still to give to stores.
func leftToKeep(where scene, step *safefile.Step) (k *plan.Keeps, left bool, err error) {
	note, err := noteOf(step)
	if err != nil || note.Keeps == nil {
		return nil, false, err
	}
	g, err := where.gave().get(step.ID)
	return note.Keeps, !g.Done, err
}

func noteOf(step *safefile.Step) (note plan.Note, err error) {
	if err := json.Unmarshal(step.Note, &note); err != nil {
		return note, fmt.Errorf("save %s: its journal cannot be read: %w", step.ID, err)
	}
	return note, nil
}

// keepRest gives stores what they have not got, a row for each.
func (v *voice) keepRest(ctx context.Context, where scene, id string, k plan.Keeps) (rows []fileRow) {
	var receipt plan.Receipt
	v.keep(ctx, where, id, k, false, &receipt)
	for _, d := range receipt.Destinations {
		row := fileRow{Path: d.Name + " " + d.Path, What: string(safefile.Written), Why: d.Error, Store: true}
		if d.Error != "" {
			row.What = string(safefile.Failed)
		}
		rows = append(rows, row)
	}
	return rows
}

// fileRow is what became of a file, or of a thing in a store.
type fileRow struct {
	Path string `json:"path"`
	What string `json:"what"`
	Why  string `json:"why,omitempty"`

	Store bool `json:"store,omitempty"` // it is a thing in a store
}

func fileRows(outcomes []safefile.Outcome) (rows []fileRow) {
	for _, o := range outcomes {
		r := fileRow{Path: o.Path, What: string(o.What)}
		if o.Err != nil {
			r.Why = o.Err.Error()
		}
		rows = append(rows, r)
	}
	return rows
}

// settleFiles finishes the files of a step or takes them back, under their locks.
func (v *voice) settleFiles(ctx context.Context, where scene, step *safefile.Step, do func() ([]safefile.Outcome, error)) ([]fileRow, error) {
	note, err := noteOf(step)
	if err != nil {
		return nil, err
	}
	unlock, err := v.lock(ctx, where, note.Locks)
	if err != nil {
		return nil, err
	}
	defer unlock()
	outcomes, err := do()
	return fileRows(outcomes), err
}

// settled reports each file and each thing in a store. again is the command
// that tries once more what could not be done.
func (v *voice) settled(c *cli.Context, where scene, step *safefile.Step, rows []fileRow, again string) error {
	files, things, since := 0, 0, 0
	for _, r := range rows {
		switch {
		case r.Why == "":
		case r.Store && r.What == string(safefile.Changed):
			since++
		case r.Store:
			things++
		default:
			files++
		}
	}
	if c.Bool("json") {
		if err := v.json(map[string]any{"id": step.ID, "files": append([]fileRow{}, rows...)}); err != nil {
			return err
		}
	} else {
		for _, r := range rows {
			v.say("%-9s %s", r.What, oneLine(r.Path))
			if r.Store && r.Why != "" {
				v.tell("%s: %s", oneLine(r.Path), oneLine(v.withoutSecrets(r.Why)))
			}
		}
		if len(rows) == 0 {
			v.tell("save %s had written nothing", step.ID)
		}
	}
	switch {
	case files > 0:
		return coded{exitFailed, fmt.Errorf("save %s: %d files were left as they are, because they changed since or cannot be written", step.ID, files), "look at them yourself; " + filepath.Join(where.journal(), step.ID) + " keeps what they held"}
	case things > 0:
		return coded{exitFailed, fmt.Errorf("save %s: not everything in stores could be reached", step.ID), again + " tries it again"}
	case since > 0:
		return coded{exitFailed, fmt.Errorf("save %s: %d things in stores were left as they are", step.ID, since), "look at them yourself: savectx memory list shows facts, and rm removes one"}
	}
	return nil
}

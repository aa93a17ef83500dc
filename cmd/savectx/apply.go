package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

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
	if step.Finished {
		v.tell("save %s is complete already", id)
		return nil
	}
	return v.settleStep(c, where, step, step.Finish)
}

// settleStep runs Finish or Undo under the locks of its files and reports each
// file.
func (v *voice) settleStep(c *cli.Context, where scene, step *safefile.Step, do func() ([]safefile.Outcome, error)) error {
	var note plan.Note
	if err := json.Unmarshal(step.Note, &note); err != nil {
		return fmt.Errorf("save %s: its journal cannot be read: %w", step.ID, err)
	}
	unlock, err := v.lock(c.Context, where, note.Locks)
	if err != nil {
		return err
	}
	outcomes, err := do()
	unlock()
	if err != nil || outcomes == nil {
		return err
	}
	type row struct {
		Path string `json:"path"`
		What string `json:"what"`
		Why  string `json:"why,omitempty"`
	}
	rows, left := []row{}, 0
	for _, o := range outcomes {
		r := row{Path: o.Path, What: string(o.What)}
		if o.Err != nil {
			r.Why = o.Err.Error()
			left++
		}
		rows = append(rows, r)
	}
	if c.Bool("json") {
		if err := v.json(map[string]any{"id": step.ID, "files": rows}); err != nil {
			return err
		}
	} else {
		for _, r := range rows {
			v.say("%-9s %s", r.What, oneLine(r.Path))
		}
	}
	if left > 0 {
		return coded{exitFailed, fmt.Errorf("save %s: %d files were left as they are, because they changed since or cannot be written", step.ID, left), "look at them yourself; " + filepath.Join(where.journal(), step.ID) + " keeps what they held"}
	}
	return nil
}

func undoCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "undo", Usage: "put back everything a save wrote", ArgsUsage: "[ID]",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Usage: "list the saves that can be taken back"},
			&cli.BoolFlag{Name: "json", Usage: "print it as JSON"},
		},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 1); err != nil {
				return err
			}
			where, err := v.stateOnly()
			if err != nil {
				return err
			}
			if c.Bool("list") {
				return v.listSaves(c, where)
			}
			return v.undo(c, where)
		},
	}
}

// undo takes one save back. The newest is looked for again when somebody else
// took it back in the meantime.
func (v *voice) undo(c *cli.Context, where scene) error {
	for {
		step, err := v.stepToUndo(c, where)
		if err != nil {
			return err
		}
		gone := step.Undone
		err = v.settleStep(c, where, step, func() ([]safefile.Outcome, error) {
			fresh, err := safefile.NewJournal(where.journal()).Open(step.ID)
			if err != nil {
				return nil, err
			}
			if gone = fresh.Undone; gone {
				return nil, nil
			}
			return fresh.Undo()
		})
		switch {
		case gone && c.NArg() == 0:
			continue
		case gone:
			v.tell("save %s was taken back already", step.ID)
			return nil
		case err != nil:
			return err
		}
		return forget(where, step)
	}
}

// forget takes the save from the session's memory: it stands no more.
func forget(where scene, step *safefile.Step) error {
	var note plan.Note
	if json.Unmarshal(step.Note, &note) != nil || note.Session == "" {
		return nil
	}
	s, err := where.state.Session(note.Session)
	if err != nil {
		return nil
	}
	return s.ForgetSaved(step.ID)
}

// stepToUndo is the one named, else this project's newest that still stands.
func (v *voice) stepToUndo(c *cli.Context, where scene) (*safefile.Step, error) {
	journal := safefile.NewJournal(where.journal())
	if id := c.Args().First(); id != "" {
		step, err := journal.Open(id)
		if errors.Is(err, safefile.ErrNoStep) {
			return nil, usageError{fmt.Sprintf("there is no save %q", oneLine(id)), "savectx undo --list lists them"}
		}
		return step, err
	}
	saves, err := v.saves(where)
	if err != nil {
		return nil, err
	}
	for _, s := range saves {
		if !s.Undone && !s.Partly {
			return journal.Open(s.ID)
		}
	}
	return nil, coded{exitNothing, errors.New("there is no save of this project to take back"), ""}
}

type saveRow struct {
	ID       string    `json:"id"`
	Created  time.Time `json:"created"`
	Topic    string    `json:"topic"`
	Session  string    `json:"session"`
	Files    []string  `json:"files"`
	Finished bool      `json:"finished"`
	Undone   bool      `json:"undone"`
	Partly   bool      `json:"partly"` // an undo left files that had changed since
}

// saves are this project's, newest first.
func (v *voice) saves(where scene) ([]saveRow, error) {
	root, err := here()
	if err != nil {
		return nil, err
	}
	steps, err := safefile.NewJournal(where.journal()).List()
	if err != nil {
		v.tell("%v", err)
	}
	rows := []saveRow{}
	for _, s := range steps {
		var note plan.Note
		if json.Unmarshal(s.Note, &note) != nil || note.Root != root {
			continue
		}
		rows = append(rows, saveRow{s.ID, s.Created, note.Topic, note.Session, s.Paths(), s.Finished, s.Undone, s.Undoing})
	}
	return rows, nil
}

func (v *voice) listSaves(c *cli.Context, where scene) error {
	rows, err := v.saves(where)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return v.json(rows)
	}
	for _, r := range rows {
		state := ""
		switch {
		case r.Undone:
			state = "  (taken back)"
		case r.Partly:
			state = "  (taken back in part: savectx undo " + r.ID + " tries the rest)"
		case !r.Finished:
			state = "  (cut short: savectx apply " + r.ID + " finishes it)"
		}
		v.say("%s  %d files  %s%s", r.ID, len(r.Files), oneLine(r.Topic), state)
	}
	return nil
}

// savectx undo: taking a save back.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

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
		gone, err := v.undoStep(c, where, step)
		switch {
		case err != nil:
			return err
		case !gone:
			return forget(where, step)
		case c.NArg() > 0:
			v.tell("save %s was taken back already", step.ID)
			return nil
		}
	}
}

// undoStep takes the files of a save back, and then what it gave to stores,
// under no lock that other saves wait for. gone is true when somebody has done
// it already.
func (v *voice) undoStep(c *cli.Context, where scene, step *safefile.Step) (gone bool, err error) {
	unlock, err := v.lockGave(c.Context, where, step.ID)
	if err != nil {
		return false, err
	}
	defer unlock()
	rows, err := v.settleFiles(c.Context, where, step, func() ([]safefile.Outcome, error) {
		fresh, err := safefile.NewJournal(where.journal()).Open(step.ID)
		if err != nil {
			return nil, err
		}
		if gone = fresh.Undone; gone {
			return nil, nil
		}
		return fresh.Undo()
	})
	if err != nil {
		return false, err
	}
	kept, err := v.unkeep(c.Context, where, step.ID)
	if err != nil {
		return false, err
	}
	if gone && kept == nil {
		return true, nil
	}
	v.factsChanged(true)
	return false, v.settled(c, where, step, append(rows, kept...), "savectx undo "+step.ID)
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
		switch {
		case s.away: // it is the last one until all of it is taken back
			return nil, coded{exitFailed, fmt.Errorf("the last save, %s, is taken back in part: a store could not be reached", s.ID),
				"savectx undo " + s.ID + " tries the rest; savectx undo --list shows the saves before it, which go by their id"}
		case !s.Undone && !s.Partly:
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
	Stores   []string  `json:"stores,omitempty"`
	Finished bool      `json:"finished"`
	Undone   bool      `json:"undone"`
	Partly   bool      `json:"partly"` // an undo left what had changed since, or could not be reached
	away     bool      // the latter
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
		g, _ := where.gave().get(s.ID) // what cannot be read is said by its undo
		row := saveRow{ID: s.ID, Created: s.Created, Topic: note.Topic, Session: note.Session, Files: s.Paths(), Stores: g.stores(), Finished: s.Finished, Undone: s.Undone, Partly: s.Undoing}
		if note.Keeps != nil {
			row.Finished = row.Finished && g.Done
			row.Partly = row.Partly || s.Undone && !g.Undone && len(row.Stores) > 0
			row.Undone = row.Undone && !row.Partly
			row.away = row.Partly && g.Away
		}
		rows = append(rows, row)
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
		places := fmt.Sprintf("%d files", len(r.Files))
		if len(r.Stores) > 0 {
			places += ", " + strings.Join(r.Stores, ", ")
		}
		v.say("%s  %s  %s%s", r.ID, places, oneLine(r.Topic), state)
	}
	return nil
}

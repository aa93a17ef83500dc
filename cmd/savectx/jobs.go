package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
)

func jobsCommand(v *voice) *cli.Command {
	asJSON := &cli.BoolFlag{Name: "json", Usage: "print it as JSON"}
	return &cli.Command{
		Name: "jobs", Usage: "list the jobs; show, log or cancel one",
		Flags: []cli.Flag{asJSON},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return noCommand(c)
			}
			return v.listJobs(c.Bool("json"))
		},
		Subcommands: []*cli.Command{
			{Name: "show", Usage: "everything about one job", ArgsUsage: "ID", Flags: []cli.Flag{asJSON},
				Action: v.withJob(func(c *cli.Context, s *orchestrator.Store, j orchestrator.Job) error {
					return v.showJob(c.Bool("json"), s, j)
				})},
			{Name: "log", Usage: "what its orchestrator said", ArgsUsage: "ID",
				Action: v.withJob(func(_ *cli.Context, s *orchestrator.Store, j orchestrator.Job) error { return v.logOf(s, j) })},
			{Name: "cancel", Usage: "end it before anything is typed", ArgsUsage: "ID", Flags: []cli.Flag{asJSON},
				Action: v.withJob(func(c *cli.Context, s *orchestrator.Store, j orchestrator.Job) error {
					return v.cancelJob(c.Bool("json"), s, j)
				})},
		},
	}
}

// withJob reads the one argument of show, log and cancel.
func (v *voice) withJob(do func(*cli.Context, *orchestrator.Store, orchestrator.Job) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.NArg() == 0 {
			return usageError{"jobs " + c.Command.Name + " needs the id of a job", "savectx jobs lists them"}
		}
		if err := atMost(c, 1); err != nil {
			return err
		}
		store, err := openStore()
		if err != nil {
			return err
		}
		job, err := store.Settle(c.Args().First())
		if err != nil {
			return err
		}
		return do(c, store, job)
	}
}

type jobRow struct {
	ID           string             `json:"id"`
	Command      string             `json:"command"`
	Session      string             `json:"session"`
	Pane         string             `json:"pane"`
	State        orchestrator.State `json:"state"`
	Reason       string             `json:"reason"`
	Line         string             `json:"line"`
	Condition    string             `json:"condition"`
	Created      time.Time          `json:"created"`
	Updated      time.Time          `json:"updated"`
	TokensBefore int                `json:"tokens_before"`
	TokensAfter  int                `json:"tokens_after"`

	History []orchestrator.Step `json:"history,omitempty"`
}

func rowOf(j orchestrator.Job) jobRow {
	r := jobRow{ID: j.ID, Command: j.Command, Session: j.Agent.Session, Pane: j.Target.Pane, State: j.State, Reason: j.Reason,
		Line: j.Line, Created: j.Created, Updated: j.Updated, TokensBefore: j.TokensBefore, TokensAfter: j.TokensAfter}
	if j.Condition != nil {
		r.Condition = j.Condition.Text
	}
	return r
}

func (v *voice) listJobs(asJSON bool) error {
	store, err := openStore()
	if err != nil {
		return err
	}
	jobs, bad := store.List()
	if asJSON {
		rows := make([]jobRow, 0, len(jobs))
		for _, j := range jobs {
			rows = append(rows, rowOf(j))
		}
		err = v.json(rows)
	} else {
		err = v.jobTable(jobs)
	}
	for _, b := range bad {
		v.tell("%s", printable(b.Error()))
	}
	if len(bad) > 0 {
		return coded{exitFailed, fmt.Errorf("%d job files cannot be read", len(bad)), "move them away, or look into them: the line is inside"}
	}
	return err
}

func (v *voice) jobTable(jobs []orchestrator.Job) error {
	if len(jobs) == 0 {
		v.tell("there are no jobs")
		return nil
	}
	w := tabwriter.NewWriter(v.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tWHAT\tPANE\tSTATE\tSINCE\tREASON")
	for _, j := range jobs {
		what := j.Command
		if j.Condition != nil {
			what += " " + j.Condition.Text
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", j.ID, what, j.Target.Pane, j.State, j.Updated.Local().Format("Jan 2 15:04"), printable(j.Reason))
	}
	return w.Flush()
}

func (v *voice) showJob(asJSON bool, s *orchestrator.Store, j orchestrator.Job) error {
	if asJSON {
		row := rowOf(j)
		row.History = j.History
		return v.json(row)
	}
	v.say("job      %s (%s)", j.ID, j.Command)
	v.say("state    %s: %s", j.State, printable(j.Reason))
	v.say("session  %s, process %d, pane %s of %s", j.Agent.Session, j.Agent.PID, j.Target.Pane, j.Target.Socket)
	if j.Condition != nil {
		v.say("when     %s", j.Condition.Text)
	}
	if j.TokensBefore > 0 {
		v.say("tokens   %d before, %d after", j.TokensBefore, j.TokensAfter)
	}
	v.say("file     %s", s.File(j.ID))
	for _, h := range j.History {
		v.say("%s  %s %s", h.At.Local().Format("2006-01-02 15:04:05.000"), h.State, printable(h.Reason))
	}
	v.say("%s", j.Line)
	return nil
}

func (v *voice) logOf(s *orchestrator.Store, j orchestrator.Job) error {
	f, err := os.Open(s.Log(j.ID))
	if errors.Is(err, fs.ErrNotExist) {
		v.tell("job %s has no log: it ran in the foreground, or was never started", j.ID)
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	v.say("%s", strings.TrimRight(printable(string(data)), "\n"))
	return err
}

func (v *voice) cancelJob(asJSON bool, s *orchestrator.Store, j orchestrator.Job) error {
	if j.State.Ended() {
		v.tell("job %s has already ended: %s", j.ID, j.State)
		return nil
	}
	j, err := s.Cancel(j.ID)
	if err != nil {
		return err
	}
	if asJSON {
		return v.json(rowOf(j))
	}
	v.say("job %s: %s", j.ID, j.State)
	return nil
}

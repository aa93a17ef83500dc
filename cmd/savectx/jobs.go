package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
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
			return v.listJobs(wantsJSON(c))
		},
		Subcommands: []*cli.Command{
			{Name: "show", Usage: "everything about one job", ArgsUsage: "ID", Flags: []cli.Flag{asJSON}, BashComplete: v.completeID,
				Action: v.withJob(func(c *cli.Context, s *orchestrator.Store, j orchestrator.Job) error {
					return v.showJob(wantsJSON(c), s, j)
				})},
			{Name: "log", Usage: "what its orchestrator said", ArgsUsage: "ID", BashComplete: v.completeID,
				Action: v.withJob(func(_ *cli.Context, s *orchestrator.Store, j orchestrator.Job) error { return v.logOf(s, j) })},
			{Name: "cancel", Usage: "end it before anything is typed", ArgsUsage: "ID", Flags: []cli.Flag{asJSON}, BashComplete: v.completeID,
				Action: v.withJob(func(c *cli.Context, s *orchestrator.Store, j orchestrator.Job) error {
					return v.cancelJob(wantsJSON(c), s, j)
				})},
		},
	}
}

// wantsJSON: the flag counts on either side of show and cancel.
func wantsJSON(c *cli.Context) bool {
	return slices.ContainsFunc(c.Lineage(), func(l *cli.Context) bool { return l.Bool("json") })
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

// completeID offers the ids of the jobs there are.
func (v *voice) completeID(c *cli.Context) {
	if strings.HasPrefix(os.Args[max(len(os.Args)-2, 0)], "-") {
		cli.DefaultCompleteWithFlags(c.Command)(c)
		return
	}
	store, err := openStore()
	if err != nil || c.NArg() > 0 {
		return
	}
	jobs, _ := store.List()
	for _, j := range jobs {
		v.say("%s", j.ID)
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
	Then         string             `json:"then,omitempty"`

	History []orchestrator.Step `json:"history,omitempty"`
}

func rowOf(j orchestrator.Job) jobRow {
	r := jobRow{ID: j.ID, Command: j.Command, Session: j.Agent.Session, Pane: j.Target.Pane, State: j.State, Reason: j.Reason,
		Line: j.Line, Created: j.Created, Updated: j.Updated, TokensBefore: j.TokensBefore, TokensAfter: j.TokensAfter, Then: j.Then}
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
		v.tell("%s", oneLine(b.Error()))
	}
	switch len(bad) {
	case 0:
		return err
	case 1:
		return coded{exitFailed, errors.New("1 job file cannot be read"), "look into it, the line is inside; then move it away"}
	}
	return coded{exitFailed, fmt.Errorf("%d job files cannot be read", len(bad)), "look into them, the lines are inside; then move them away"}
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
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", j.ID, oneLine(what), oneLine(j.Target.Pane), oneLine(j.State), j.Updated.Local().Format("Jan 2 15:04"), oneLine(j.Reason))
	}
	return w.Flush()
}

func (v *voice) showJob(asJSON bool, s *orchestrator.Store, j orchestrator.Job) error {
	if asJSON {
		row := rowOf(j)
		row.History = j.History
		return v.json(row)
	}
	v.say("job      %s (%s)", j.ID, oneLine(j.Command))
	v.say("state    %s: %s", oneLine(j.State), oneLine(j.Reason))
	v.say("session  %s, process %d, pane %s of %s", oneLine(j.Agent.Session), j.Agent.PID, oneLine(j.Target.Pane), oneLine(j.Target.Socket))
	if j.Condition != nil {
		v.say("when     %s", oneLine(j.Condition.Text))
	}
	if j.TokensBefore > 0 {
		v.say("tokens   %d before, %d after", j.TokensBefore, j.TokensAfter)
	}
	if j.Then != "" {
		v.say("then     %s", oneLine(j.Then))
	}
	v.say("file     %s", oneLine(s.File(j.ID)))
	for _, h := range j.History {
		v.say("%s  %s %s", h.At.Local().Format("2006-01-02 15:04:05.000"), oneLine(h.State), oneLine(h.Reason))
	}
	v.say("%s", oneLine(j.Line))
	return nil
}

// logLimit is how much of a log is shown, in bytes: its end.
const logLimit = 1 << 20

func (v *voice) logOf(s *orchestrator.Store, j orchestrator.Job) error {
	path := s.Log(j.ID)
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a fifo would block
	if errors.Is(err, fs.ErrNotExist) {
		v.tell("job %s has no log: it ran in the foreground, or was never started", j.ID)
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return coded{exitFailed, fmt.Errorf("the log of job %s, %s, is not a file", j.ID, path), "savectx jobs show " + j.ID + " has the job's history"}
	}
	if over := info.Size() - logLimit; over > 0 {
		v.tell("the log is long: its first %d bytes are left out, %s has them", over, oneLine(path))
		if _, err := f.Seek(over, io.SeekStart); err != nil {
			return err
		}
	}
	data, err := io.ReadAll(io.LimitReader(f, logLimit))
	if text := strings.TrimRight(printable(string(data)), "\n"); text != "" {
		v.say("%s", text)
	}
	return err
}

func (v *voice) cancelJob(asJSON bool, s *orchestrator.Store, j orchestrator.Job) error {
	if j.State.Ended() {
		v.tell("job %s has already ended: %s", j.ID, j.State)
	} else {
		var err error
		if j, err = s.Cancel(j.ID); err != nil {
			return err
		}
		if !asJSON {
			v.say("job %s: %s", j.ID, oneLine(j.State))
		}
	}
	if asJSON {
		return v.json(rowOf(j))
	}
	return nil
}

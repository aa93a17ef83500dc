package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
)

// follow runs the job here and answers with its outcome.
func (v *voice) follow(c *cli.Context, store *orchestrator.Store, job orchestrator.Job) error {
	run, done, err := v.newRun(c.Context, store, job, nil)
	if err != nil {
		return v.abandon(c, store, job, err.Error())
	}
	defer done()
	run.Progress = v.progress
	ended, err := run.Do(c.Context, job.ID)
	if err != nil {
		return v.abandon(c, store, job, err.Error())
	}
	return v.outcome(c, ended)
}

// await follows a job that another orchestrator works at.
func (v *voice) await(c *cli.Context, store *orchestrator.Store, id string) error {
	const look = 200 * time.Millisecond
	for {
		job, err := store.Settle(id)
		if err != nil {
			return err
		}
		if job.State.Ended() {
			return v.outcome(c, job)
		}
		select {
		case <-c.Context.Done():
			v.tell("job %s goes on without this command; savectx jobs cancel %s ends it", id, id)
			return c.Context.Err()
		case <-time.After(look):
		}
	}
}

// outcome answers with the end of a job.
func (v *voice) outcome(c *cli.Context, job orchestrator.Job) error {
	told := fmt.Sprintf("job %s: %s: %s", job.ID, job.State, oneLine(job.Reason))
	code := codeOfEnd(job.State)
	switch {
	case c.Bool("json"):
		if err := v.json(summary(job)); err != nil {
			return err
		}
	case code == exitDone:
		v.say("%s", told)
	default:
		v.say("%s", job.Line)
	}
	if code == exitDone {
		return nil
	}
	if c.Context.Err() != nil && code == exitNotTyped {
		code = exitInterrupted
	}
	return coded{code, errors.New(told), "savectx jobs show " + job.ID + " tells how it went"}
}

// survey asks every guard once.
func (v *voice) survey(ctx context.Context, c *cli.Context, store *orchestrator.Store, job orchestrator.Job) error {
	run, done, err := v.newRun(ctx, store, job, nil)
	if err != nil {
		return err
	}
	defer done()
	report, err := run.Survey(ctx, job)
	if err != nil {
		return err
	}
	shut := ""
	for _, g := range report {
		if !g.Open && shut == "" {
			shut = g.Reason
		}
	}
	if c.Bool("json") {
		if err := v.json(map[string]any{"pane": job.Target.Pane, "session": job.Agent.Session, "line": job.Line, "guards": report}); err != nil {
			return err
		}
	} else {
		for _, g := range report {
			mark := "open"
			if !g.Open {
				mark = "shut"
			}
			v.say("%-4s  %-10s  %s", mark, g.Name, oneLine(g.Reason))
		}
		v.say("%s", job.Line)
	}
	if shut != "" {
		return coded{exitNotTyped, errors.New("not now: " + shut), ""}
	}
	return nil
}

// progress says where a job is, on a terminal only.
func (v *voice) progress(j orchestrator.Job) {
	if !isTerminal(v.err) {
		return
	}
	text := string(j.State)
	if j.Reason != "" {
		text += ": " + j.Reason
	}
	v.tell("%s", oneLine(text))
}

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/hook"
)

// hookCommand answers 0 whatever happens: to the client, exit code 2 of a hook
// means that the event is to be blocked.
func hookCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "hook", Usage: "entry point of the client's hooks: reads one event on stdin", ArgsUsage: "EVENT",
		OnUsageError: func(_ *cli.Context, err error, _ bool) error {
			v.tell("hook: %s", oneLine(err.Error()))
			return nil
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				v.tell("hook needs the name of one event: it is called by the client, with JSON on stdin")
				return nil
			}
			if err := onEvent(c.Context, c.Args().First()); err != nil {
				v.tell("hook %s: %s", oneLine(c.Args().First()), oneLine(err.Error()))
			}
			return nil
		},
	}
}

func onEvent(ctx context.Context, name string) (err error) {
	defer func() {
		if p := recover(); p != nil { // a panic would exit with 2
			err = fmt.Errorf("%v", p)
		}
	}()
	dir, err := stateDir()
	if err != nil {
		return err
	}
	data, err := until(ctx, func() ([]byte, error) { return readUpTo("-", hook.InputLimit+1) })
	if err != nil {
		return err
	}
	return hook.Run(name, data, dir, startPending)
}

// startPending starts the orchestrator of a job that was left to the Stop hook.
func startPending(id string) error {
	store, err := openStore()
	if err != nil {
		return err
	}
	job, err := store.Settle(id)
	if err != nil {
		return err
	}
	if job.State.Ended() {
		return fmt.Errorf("job %s is not started: %s: %s", id, job.State, job.Reason)
	}
	if late := time.Since(job.Created); late > job.Deadline {
		reason := "the turn's end came " + late.Round(time.Second).String() + " after the request, too late to type by surprise"
		_, err := store.Fail(id, reason)
		return errors.Join(errors.New("job "+id+": "+reason), err)
	}
	if err := spawn(store, id); err != nil {
		_, _ = store.Fail(id, "the orchestrator could not be started: "+err.Error())
		return err
	}
	return nil
}

package main

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// startPending starts the orchestrator of a job that was left to the Stop hook,
// and does not wait for its answer. The job is left for the next turn's end
// until it is started: a hook can be cut off at any moment.
func (o occasion) startPending(id string) error {
	store, err := openStore()
	if err != nil {
		return err
	}
	job, err := store.Load(id)
	if err != nil {
		return errors.Join(err, o.s.DropPending())
	}
	if job.State.Ended() {
		return errors.Join(fmt.Errorf("job %s is not started: %s: %s", id, job.State, job.Reason), o.s.DropPending())
	}
	if late := time.Since(job.Created); late > job.Deadline {
		reason := "the turn's end came " + late.Round(time.Second).String() + " after the request, too late to type by surprise"
		_, err := store.Fail(id, reason)
		return errors.Join(errors.New("job "+id+": "+reason), err, o.s.DropPending())
	}
	if err := detach(nil, []string{"orchestrate", id}, childEnv(os.Environ()), "/", store.Log(id)); err != nil {
		return err
	}
	return o.s.DropPending()
}

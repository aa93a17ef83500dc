package main

import (
	"errors"
	"fmt"
	"time"
)

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

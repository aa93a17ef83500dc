package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

// What nobody touched for so long is cleared away.
const (
	keepSessions = 30 * 24 * time.Hour // as long as the client keeps a transcript
	keepJobs     = 30 * 24 * time.Hour
)

// sweepCommand clears old files away. It is hidden: the SessionEnd hook starts
// it, at most once a day.
func sweepCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "sweep", Hidden: true, Usage: "clear away what is old",
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			where, err := v.stateOnly()
			if err != nil {
				return err
			}
			config, err := claude.Folder(os.Getenv)
			if err != nil {
				return err
			}
			safefile.NewJournal(where.journal()).Prune(keepSaves, keepSavesFor)
			return errors.Join(v.sweepHandoffs(c, filepath.Join(config, "handoffs")), sweepSessions(where.state, time.Now()), sweepJobs(where.state, time.Now()))
		},
	}
}

// sweepHandoffs deletes expired handoff files, as savectx handoff prune does.
func (v *voice) sweepHandoffs(c *cli.Context, dir string) error {
	old, err := plan.Expired(dir, time.Now())
	if err != nil || len(old) == 0 {
		return err
	}
	return v.deleteHandoffs(c, dir, dir, old)
}

// sweepSessions removes the folders of sessions nobody has written to for
// long, unless an orchestrator works for one.
func sweepSessions(state session.Dir, now time.Time) error {
	dir := filepath.Join(string(state), "sessions")
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return nil // none yet, or a link: what lies behind it is not ours to delete
	}
	entries, err := os.ReadDir(dir)
	var errs []error
	for _, e := range entries {
		s, serr := state.Session(e.Name())
		if serr != nil || !e.IsDir() || now.Sub(newest(s.Path)) < keepSessions {
			continue
		}
		unlock, free, lerr := safefile.TryLock(s.Lock())
		if lerr != nil || !free {
			continue
		}
		errs = append(errs, os.RemoveAll(s.Path))
		unlock()
	}
	return errors.Join(append(errs, err)...)
}

// newest is when a folder or anything directly in it was last changed.
func newest(dir string) time.Time {
	var at time.Time
	info, err := os.Lstat(dir)
	if err == nil {
		at = info.ModTime()
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().After(at) {
			at = info.ModTime()
		}
	}
	return at
}

// sweepJobs removes what is left of jobs that ended long ago.
func sweepJobs(state session.Dir, now time.Time) error {
	store := orchestrator.NewStore(state.Jobs())
	jobs, _ := store.List()
	var errs []error
	for _, j := range jobs {
		if j.State.Ended() && now.Sub(j.Updated) >= keepJobs {
			errs = append(errs, store.Remove(j.ID))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("old jobs: %w", err)
	}
	return nil
}

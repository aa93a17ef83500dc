package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/preserve/memory/store"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

// What nobody touched for so long is cleared away.
const (
	keepSessions = 30 * 24 * time.Hour // as long as the client keeps a transcript
	keepJobs     = 30 * 24 * time.Hour
)

// sweepPause is how often old files are cleared away, at most.
const sweepPause = 24 * time.Hour

// sweptPath is touched when that is done.
func sweptPath(state session.Dir) string { return filepath.Join(string(state), "swept") }

func sweepDue(state session.Dir) bool {
	info, err := os.Lstat(sweptPath(state))
	return err != nil || info.ModTime().After(time.Now()) || time.Since(info.ModTime()) >= sweepPause
}

// sweepDaily clears old files away and tidies the embedded store, unless that
// was done within a day.
func (v *voice) sweepDaily(c *cli.Context, state session.Dir) error {
	if !sweepDue(state) {
		return nil
	}
	unlock, free, err := safefile.TryLock(sweptPath(state) + ".lock")
	if err != nil || !free {
		return err
	}
	defer unlock()
	if !sweepDue(state) {
		return nil
	}
	if err := safefile.Swap(sweptPath(state), []byte(time.Now().Format(time.RFC3339)+"\n")); err != nil {
		return err
	}
	config, err := claude.Folder(os.Getenv)
	if err != nil {
		return err
	}
	now := time.Now()
	where := scene{state: state}
	journal := safefile.NewJournal(where.journal())
	journal.Prune(keepSaves, keepSavesFor)
	return errors.Join(where.gave().prune(journal), v.sweepHandoffs(c, filepath.Join(config, "handoffs")), sweepSessions(state, now), sweepJobs(state, now), sweepRecall(state, now), tidyMemory(c.Context, state))
}

// tidyPatience bounds it; the next day goes on.
const tidyPatience = time.Minute

// tidyMemory makes searches of the embedded store quick again, when there is one.
func tidyMemory(ctx context.Context, state session.Dir) error {
	path := filepath.Join(string(state), memoryFile)
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, tidyPatience)
	defer cancel()
	if err = s.Tidy(ctx); errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return errors.Join(err, s.Close())
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
	kept := orchestrator.NewStore(state.Jobs())
	jobs, _ := kept.List()
	var errs []error
	for _, j := range jobs {
		if j.State.Ended() && now.Sub(j.Updated) >= keepJobs {
			errs = append(errs, kept.Remove(j.ID))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("old jobs: %w", err)
	}
	return nil
}

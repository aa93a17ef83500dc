package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"time"

	"savectx/orchestrator/proc"
	"savectx/preserve/safefile"
)

// ErrNoJob says that no job has that id.
var ErrNoJob = errors.New("no such job")

// Store is the folder of the jobs. For each there is
//
//	<id>.json  the job          written by its orchestrator only
//	<id>.lock  held by the orchestrator while it lives
//	<id>.ask   what somebody else wants of it: another line, or its end
//	<id>.log   what the orchestrator said
type Store struct{ dir string }

// NewStore uses a folder, which is made with the first job.
func NewStore(dir string) *Store { return &Store{dir: dir} }

var jobID = regexp.MustCompile(`^[0-9a-f]{6}$`)

func (s *Store) path(id, ext string) string { return filepath.Join(s.dir, id+ext) }

// Log is where the orchestrator of a job writes what it does.
func (s *Store) Log(id string) string { return s.path(id, ".log") }

// File is where the job itself, and so its line, can be found.
func (s *Store) File(id string) string { return s.path(id, ".json") }

// Create writes a new job. It fails when the id is taken, and when the disk
// is full or read-only, with nothing left behind.
func (s *Store) Create(j *Job) error {
	if _, err := os.Stat(s.File(j.ID)); err == nil {
		return fmt.Errorf("job %s: %w", j.ID, fs.ErrExist)
	}
	j.Version = jobVersion
	return s.save(*j)
}

// Remove forgets a job that has ended, with its log.
func (s *Store) Remove(id string) error {
	unlock, free, err := s.Hold(id)
	if err != nil || !free {
		return err
	}
	defer unlock()
	if j, err := s.Load(id); err != nil || !j.State.Ended() {
		return err
	}
	var errs []error
	for _, ext := range []string{".log", ".ask", ".json", ".lock"} {
		if err := os.Remove(s.path(id, ext)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (s *Store) save(j Job) error {
	data, err := json.MarshalIndent(j, "", "  ")
	if err != nil {
		return err
	}
	return safefile.Replace(s.File(j.ID), append(data, '\n'))
}

// maxJobFile bounds a job's file, in bytes: a line has at most 12,000 letters.
const maxJobFile = 1 << 20

// Load reads a job. ErrNoJob when there is none; any other error means that
// its file cannot be read as a job, and names the file.
func (s *Store) Load(id string) (Job, error) {
	if !jobID.MatchString(id) {
		return Job{}, fmt.Errorf("%q: %w", id, ErrNoJob)
	}
	data, existed, err := safefile.ReadState(s.File(id), maxJobFile)
	if err != nil {
		return Job{}, err
	}
	if !existed {
		return Job{}, fmt.Errorf("%s: %w", id, ErrNoJob)
	}
	var j Job
	if err := json.Unmarshal(data, &j); err != nil {
		return Job{}, fmt.Errorf("job file %s: %w", s.File(id), err)
	}
	if j.Version != jobVersion || j.ID != id {
		return Job{}, fmt.Errorf("job file %s: version %d of job %q, expected version %d of %q", s.File(id), j.Version, j.ID, jobVersion, id)
	}
	return j, nil
}

// List reads every job, newest first, and returns what could not be read
// beside what could. A job whose orchestrator is dead is settled on the way.
func (s *Store) List() ([]Job, []error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, []error{err}
	}
	var jobs []Job
	var bad []error
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || !jobID.MatchString(id) {
			continue
		}
		j, err := s.Settle(id)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		jobs = append(jobs, j)
	}
	sort.Slice(jobs, func(i, k int) bool { return jobs[i].Created.After(jobs[k].Created) })
	return jobs, bad
}

// startGrace is how long a new job may stand without an orchestrator: beyond
// it the orchestrator is taken to have never started.
const startGrace = 10 * time.Second

// Settle loads a job and, when it has not ended and nobody works at it any
// more, writes down what became of it.
func (s *Store) Settle(id string) (Job, error) {
	j, err := s.Load(id)
	if err != nil || j.State.Ended() || j.Pending && j.Boot == proc.Boot() && time.Since(j.Created) <= j.Deadline {
		return j, err
	}
	unlock, free, err := safefile.TryLock(s.path(id, ".lock"))
	if err != nil || !free {
		return j, nil // alive; or nothing can be said about it
	}
	defer unlock()
	if j, err = s.Load(id); err != nil || j.State.Ended() {
		return j, err
	}
	if j.State == Armed && time.Since(j.Created) < startGrace && j.Boot == proc.Boot() {
		return j, nil
	}
	state, reason := epitaph(j)
	j.enter(state, reason, time.Now())
	if err := s.save(j); err != nil {
		return j, nil // still worth showing; the next look writes it down
	}
	return j, nil
}

// epitaph says what became of a job whose orchestrator is gone.
func epitaph(j Job) (State, string) {
	cause := "its orchestrator was killed"
	switch {
	case j.Boot != proc.Boot():
		cause = "the machine was restarted"
	case j.Pending:
		cause = "no Stop hook came to start it within " + j.Deadline.String()
	}
	if done, ok := boundaryOf(j); ok {
		return Compacted, fmt.Sprintf("%s, but the transcript shows the compaction at %s", cause, done.Local().Format(time.TimeOnly))
	}
	if j.State.Touched() {
		return HandedOver, cause + " after typing may have begun: look at the composer before you type the line"
	}
	return HandedOver, cause + " before anything was typed"
}

// holdPatience is how long the lock of a job is tried for: who only looks at a
// job has it for a moment, an orchestrator for as long as it lives.
const holdPatience = 2 * time.Second

// Hold takes the job's lock for its orchestrator; ok is false when another one
// has it.
func (s *Store) Hold(id string) (release func(), ok bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), holdPatience)
	defer cancel()
	release, err = safefile.Lock(ctx, s.path(id, ".lock"))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, false, nil
	}
	return release, err == nil, err
}

// Held tells whether an orchestrator works at the job.
func (s *Store) Held(id string) bool {
	unlock, free, err := safefile.TryLock(s.path(id, ".lock"))
	if err == nil && free {
		unlock()
	}
	return err == nil && !free
}

// Fail ends a job that no orchestrator works at as handed over.
func (s *Store) Fail(id, reason string) (Job, error) {
	return s.change(id, func(j *Job) {
		j.Pending = false
		j.enter(HandedOver, reason, time.Now())
	})
}

// Place gives a pending job the pane and the agent it was armed without.
func (s *Store) Place(id string, agent Agent, target Target) (Job, error) {
	return s.change(id, func(j *Job) { j.Agent, j.Target, j.Pending = agent, target, false })
}

// change edits a job that nobody works at.
func (s *Store) change(id string, edit func(*Job)) (Job, error) {
	unlock, free, err := s.Hold(id)
	if err != nil {
		return Job{}, err
	}
	if !free {
		return Job{}, ErrBusy
	}
	defer unlock()
	j, err := s.Load(id)
	if err != nil {
		return j, err
	}
	if j.State.Ended() {
		return j, fmt.Errorf("job %s: %w", id, ErrTooLate)
	}
	edit(&j)
	return j, s.save(j)
}

// Running is the job whose orchestrator works for a session right now. A
// schedule that waits for its condition does not count.
func (s *Store) Running(session string) (Job, bool) {
	jobs, _ := s.List()
	for _, j := range jobs {
		if j.Agent.Session == session && !j.State.Ended() && j.State != Waiting && (j.Pending || s.Held(j.ID)) {
			return j, true
		}
	}
	return Job{}, false
}

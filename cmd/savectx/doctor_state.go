// The doctor on savectx's own files: state, journal, settings, jobs.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"savectx/orchestrator"
	"savectx/orchestrator/proc"
	"savectx/preserve/safefile"
)

// stateMost bounds how many files of the state folder are looked at.
const stateMost = 20_000

// stateTree is what the state folder holds.
type stateTree struct {
	files int
	bytes int64
	open  []string // readable or writable by others
	more  bool     // there are more than were looked at
}

func (d *doctor) stateTree() (t stateTree) {
	seen := 0
	_ = filepath.WalkDir(string(d.state), func(path string, e fs.DirEntry, err error) error {
		if seen++; seen > stateMost {
			t.more = true
			return fs.SkipAll
		}
		if err != nil || e.Type()&fs.ModeSymlink != 0 {
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return nil
		}
		if !e.IsDir() {
			t.files++
			t.bytes += info.Size()
		}
		if (e.IsDir() || info.Mode().IsRegular()) && info.Mode().Perm()&0o077 != 0 {
			t.open = append(t.open, path)
		}
		return nil
	})
	return t
}

func (d *doctor) examineState() {
	d.examineTranscripts()
	dir := string(d.state)
	if at, err := writableAt(dir); err != nil {
		d.fail("state-writable", fmt.Sprintf("savectx cannot keep anything in %s: %s: %v", dir, at, err), "make it writable, or name another place with XDG_STATE_HOME")
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		d.ok("state", "the state folder "+dir+" is not there yet")
		return
	}
	t := d.stateTree()
	text := fmt.Sprintf("the state is in %s: %d KiB, number of files %d", dir, (t.bytes+1023)>>10, t.files)
	if t.more {
		text = fmt.Sprintf("the state is in %s: more than %d files", dir, stateMost)
	}
	d.ok("state", text)
	if len(t.open) > 0 {
		d.warn("state-mode", fmt.Sprintf("files and folders of %s that are open to others: %d, such as %s", dir, len(t.open), t.open[0]), "savectx doctor --fix")
	}
	d.examineJournals(dir)
}

func (d *doctor) examineJournals(dir string) {
	saves, unfinished := 0, 0
	for _, name := range []string{"journal", "installs"} {
		steps, err := safefile.NewJournal(filepath.Join(dir, name)).List()
		if err != nil {
			d.warn("journal", fmt.Sprintf("the journal cannot be read: %v", err), "see what stands in "+filepath.Join(dir, name))
		}
		for _, s := range steps {
			if name == "journal" {
				saves++
			}
			if s.Undone || s.Finished && !s.Undoing {
				continue
			}
			unfinished++
			fix := fmt.Sprintf("savectx apply %s finishes it, savectx undo %s takes it back", s.ID, s.ID)
			if name == "installs" {
				fix = "the next savectx install or uninstall takes it back first"
			}
			d.warn("journal-unfinished", fmt.Sprintf("%s was begun and not finished", s.ID), fix)
		}
	}
	if unfinished == 0 {
		d.ok("journal", fmt.Sprintf("saves that can be undone: %d; none is unfinished", saves))
	}
}

func (d *doctor) examineConfig() {
	if d.setErr != nil {
		d.fail("config-broken", fmt.Sprintf("savectx saves nothing before this is mended: %v", d.setErr), "mend that file or variable")
	}
	for _, w := range d.set.Warnings {
		d.warn("config-ignored", w, "mend it or take it out")
	}
	if d.setErr == nil && len(d.set.Warnings) == 0 {
		d.ok("config", "the settings of savectx can all be read")
	}
}

// jobsShown is how many jobs are told of, the newest.
const jobsShown = 5

// jobsHere reads every job as it stands, newest first, and changes none.
func (d *doctor) jobsHere() (store *orchestrator.Store, jobs []orchestrator.Job, bad []error) {
	store = orchestrator.NewStore(d.state.Jobs())
	names, _ := filepath.Glob(filepath.Join(d.state.Jobs(), "*.json"))
	for _, name := range names {
		j, err := store.Load(strings.TrimSuffix(filepath.Base(name), ".json"))
		switch {
		case errors.Is(err, orchestrator.ErrNoJob):
		case err != nil:
			bad = append(bad, err)
		default:
			jobs = append(jobs, j)
		}
	}
	slices.SortFunc(jobs, func(a, b orchestrator.Job) int { return b.Created.Compare(a.Created) })
	return store, jobs, bad
}

// jobStart is how long a job may stand before an orchestrator has it.
const jobStart = 10 * time.Second

// dead tells whether nobody will carry a job to its end.
func (d *doctor) dead(store *orchestrator.Store, j orchestrator.Job) bool {
	switch {
	case j.State.Ended(), j.Pending && j.Boot == proc.Boot(), j.Boot == proc.Boot() && d.now.Sub(j.Created) < jobStart:
		return false
	}
	return !store.Held(j.ID)
}

func (d *doctor) examineJobs() {
	store, jobs, bad := d.jobsHere()
	for _, err := range bad {
		d.warn("job-unreadable", err.Error(), "the line is inside; look, then move the file away")
	}
	fine := 0
	for i, j := range jobs {
		dead := d.dead(store, j)
		name := fmt.Sprintf("job %s (%s, %s)", j.ID, j.Command, j.Created.Local().Format("2006-01-02 15:04"))
		switch {
		case dead:
			d.warn("job-stale", fmt.Sprintf("%s is %s and nobody works at it", name, j.State), "savectx doctor --fix, or savectx jobs show "+j.ID)
		case i >= jobsShown:
		case j.State == orchestrator.HandedOver, j.State == orchestrator.Failed, j.State == orchestrator.SentAsPrompt:
			d.warn("job-failed", fmt.Sprintf("%s ended %s: %s", name, j.State, j.Reason), "savectx jobs show "+j.ID+" has its line and its history")
		default:
			fine++
		}
	}
	switch {
	case len(jobs) == 0:
		d.ok("jobs", "there are no jobs yet")
	case fine > 0:
		d.ok("jobs", fmt.Sprintf("of the last %d jobs %d did not end badly", min(len(jobs), jobsShown), fine))
	}
}

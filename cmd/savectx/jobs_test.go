// Jobs that somebody left behind, and runs that are broken off.

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/orchestrator/proc"
	"savectx/tmux/tmuxtest"
)

const keptLine = `/compact Keep "$(touch x)"; '-x' 保留 🏳️‍🌈.`

// putJob writes a job file as an orchestrator would have left it.
func putJob(t *testing.T, dir string, j orchestrator.Job) {
	t.Helper()
	j.Version, j.Command, j.Line, j.Deadline = 1, orchestrator.Compact, keptLine, time.Hour
	j.Agent.Session = "s1"
	data, err := json.Marshal(j)
	must(t, err, os.MkdirAll(filepath.Join(dir, "state/savectx/jobs"), 0o700),
		os.WriteFile(filepath.Join(dir, "state/savectx/jobs", j.ID+".json"), data, 0o600))
}

// shown is what jobs show --json tells of a job.
func shown(t *testing.T, dir, id string) (row jobRow) {
	t.Helper()
	r := outcome(t, savectx(t, dir, nil, "jobs", "show", "--json", id))
	if err := json.Unmarshal([]byte(r.stdout), &row); err != nil || r.code != 0 {
		t.Fatalf("jobs show %s: exit %d, %v: %s%s", id, r.code, err, r.stdout, r.stderr)
	}
	return row
}

// TestDeadOrchestrator: in whatever state its orchestrator died, with the
// machine or alone, the job ends with the line in the person's hands and the
// truth about what may have been typed.
func TestDeadOrchestrator(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Hour)
	n := 0
	for _, state := range []orchestrator.State{
		orchestrator.Armed, orchestrator.Waiting, orchestrator.TurnRunning, orchestrator.Settling, orchestrator.Guarded,
		orchestrator.Typed, orchestrator.Checked, orchestrator.Submitted, orchestrator.Compacting,
	} {
		for boot, cause := range map[string]string{proc.Boot(): "its orchestrator was killed", "another": "the machine was restarted"} {
			n++
			id := fmt.Sprintf("%06x", n)
			putJob(t, dir, orchestrator.Job{ID: id, State: state, Boot: boot, Created: old, Updated: old})
			want := cause + " before anything was typed"
			if state.Touched() {
				want = cause + " after typing may have begun: look at the composer before you type the line"
			}
			row := shown(t, dir, id)
			if row.State != orchestrator.HandedOver || row.Reason != want || row.Line != keptLine {
				t.Errorf("%s: %s (%s), line %q\nwant handed-over (%s)", state, row.State, row.Reason, row.Line, want)
			}
			outcome(t, savectx(t, dir, nil, "jobs", "cancel", id)).want(t, 0, "", "has already ended: handed-over")
		}
	}
	if r := outcome(t, savectx(t, dir, nil, "jobs")); r.code != 0 || strings.Count(r.stdout, "handed-over") != n {
		t.Errorf("jobs: exit %d, want %d jobs handed over:\n%s%s", r.code, n, r.stdout, r.stderr)
	}
}

// TestDeadButCompacted: the transcript knows better than the job.
func TestDeadButCompacted(t *testing.T) {
	dir := t.TempDir()
	transcript := filepath.Join(dir, "t.jsonl")
	created := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	args, err := json.Marshal("<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args>" +
		strings.TrimPrefix(keptLine, "/compact ") + "</command-args>")
	must(t, err, os.WriteFile(transcript, []byte(
		`{"type":"system","subtype":"compact_boundary","timestamp":"2026-01-02T03:05:00Z","compactMetadata":{"trigger":"manual","preTokens":9}}`+"\n"+
			`{"type":"user","timestamp":"2026-01-02T03:04:30Z","message":{"role":"user","content":`+string(args)+`}}`+"\n"), 0o600))
	putJob(t, dir, orchestrator.Job{ID: "abcdef", State: orchestrator.Submitted, Created: created, Updated: created,
		Agent: orchestrator.Agent{Transcript: transcript}})
	if row := shown(t, dir, "abcdef"); row.State != orchestrator.Compacted || !strings.Contains(row.Reason, "the transcript shows the compaction") {
		t.Errorf("%s: %s", row.State, row.Reason)
	}
}

// TestHookNeverCame: a job that was left to the Stop hook and not started within
// its time is handed over, not left for ever.
func TestHookNeverCame(t *testing.T) {
	dir := t.TempDir()
	putJob(t, dir, orchestrator.Job{ID: "abcdef", State: orchestrator.Armed, Boot: proc.Boot(), Pending: true, Created: time.Now().Add(-48 * time.Hour), Deadline: time.Hour})
	if row := shown(t, dir, "abcdef"); row.State != orchestrator.HandedOver || !strings.Contains(row.Reason, "no Stop hook came") {
		t.Errorf("%s (%s)", row.State, row.Reason)
	}
}

// TestStillStarting: a job that was armed this moment, and one that waits for
// the Stop hook, are not given up; both can be cancelled.
func TestStillStarting(t *testing.T) {
	dir := t.TempDir()
	for id, j := range map[string]orchestrator.Job{
		// A minute ahead, so that a slow machine does not outlive its grace.
		"00000a": {State: orchestrator.Armed, Boot: proc.Boot(), Created: time.Now().Add(time.Minute)},
		"00000b": {State: orchestrator.Armed, Boot: proc.Boot(), Created: time.Now().Add(-10 * time.Minute), Pending: true},
	} {
		j.ID = id
		putJob(t, dir, j)
		if row := shown(t, dir, id); row.State != orchestrator.Armed {
			t.Errorf("%s: %s (%s), want armed", id, row.State, row.Reason)
		}
		outcome(t, savectx(t, dir, nil, "jobs", "cancel", id)).want(t, 0, "job "+id+": cancelled", "")
		if row := shown(t, dir, id); row.State != orchestrator.Cancelled || row.Line != keptLine {
			t.Errorf("%s: %s, line %q", id, row.State, row.Line)
		}
	}
}

// TestInterrupted: a read that blocks for good is given up at the first
// signal, and nothing is written.
func TestInterrupted(t *testing.T) {
	for _, command := range []string{"compact-line", "compact"} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			dir := t.TempDir()
			fifo := filepath.Join(dir, "fifo")
			must(t, syscall.Mkfifo(fifo, 0o600))
			cmd := savectx(t, dir, nil, command, "--items", fifo)
			finish := begin(t, cmd)
			w := writerOf(t, fifo)
			must(t, cmd.Process.Signal(sig))
			r := finish()
			must(t, w.Close())
			r.want(t, 130, "", "savectx: interrupted\n")
			if r.stdout != "" {
				t.Errorf("stdout %q", r.stdout)
			}
			if _, err := os.Stat(filepath.Join(dir, "state")); err == nil {
				t.Errorf("%s wrote a state folder", command)
			}
		}
	}
}

// writerOf opens a fifo once somebody reads it: from then on a run that reads
// it can be interrupted.
func writerOf(t *testing.T, fifo string) (w *os.File) {
	t.Helper()
	tmuxtest.Until(t, tmuxtest.Limit, func() (err error) {
		w, err = os.OpenFile(fifo, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		return err
	})
	return w
}

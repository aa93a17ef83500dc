// Against a real tmux server, with a pane in which nothing answers.

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/tmux/tmuxtest"
)

const sessionID = "11111111-2222-4333-8444-555555555555"

// agentPane is a private tmux server with a program that stands for an old
// client, one that keeps no record: it is known by its process and session.
func agentPane(t *testing.T) (s *tmuxtest.Server, pane string, env []string) {
	t.Helper()
	s = tmuxtest.New(t)
	pane = s.NewPane(80, 24, "sleep", "100000")
	return s, pane, []string{"TMUX=" + s.Socket + "," + fmt.Sprint(s.PID()) + ",0", "TMUX_PANE=" + pane,
		"CLAUDE_PID=" + s.Format(pane, "#{pane_pid}"), "CLAUDE_CODE_SESSION_ID=" + sessionID}
}

func untouched(t *testing.T, s *tmuxtest.Server, pane string) {
	t.Helper()
	if screen := strings.TrimSpace(s.Screen(pane)); screen != "" {
		t.Errorf("something was typed: %q", screen)
	}
}

// TestDryRun: every guard says its word, no key is pressed, nothing is written.
func TestDryRun(t *testing.T) {
	s, pane, env := agentPane(t)
	dir := t.TempDir()
	r := outcome(t, savectx(t, dir, env, "compact", "--dry-run", "--line", "Keep it."))
	r.want(t, 4, "\n/compact Keep it.\n", "savectx: not now: ")
	if !strings.Contains(r.stdout, "open  ") || !strings.Contains(r.stdout, "shut  ") {
		t.Errorf("no guards in %q", r.stdout)
	}
	r = outcome(t, savectx(t, dir, env, "compact", "--dry-run", "--json"))
	var doc struct {
		Pane, Session, Line string
		Guards              []struct {
			Name, Reason string
			Open         *bool
		}
	}
	must(t, json.Unmarshal([]byte(r.stdout), &doc))
	if r.code != 4 || doc.Pane != pane || doc.Session != sessionID || len(doc.Guards) == 0 || doc.Guards[0].Open == nil {
		t.Errorf("exit %d, %+v", r.code, doc)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("written: %v", entries)
	}
	untouched(t, s, pane)
}

// TestCopy: inside tmux the line is in a buffer as well, letter for letter.
func TestCopy(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("would fill the person's clipboard")
	}
	s, pane, env := agentPane(t)
	dir := t.TempDir()
	items := filepath.Join(dir, "items")
	must(t, os.WriteFile(items, []byte(keptLine+"\n"), 0o600))
	r := outcome(t, savectx(t, dir, env, "compact-line", "--copy", "--items", items))
	r.want(t, 0, keptLine, "savectx: copied to the tmux buffer savectx\n")
	if got := s.Tmux("show-buffer", "-b", "savectx"); got+"\n" != r.stdout {
		t.Errorf("the buffer holds %q, printed was %q", got, r.stdout)
	}
	untouched(t, s, pane)
}

// TestStrangersPane: a pane in which no session is proven gets no job.
func TestStrangersPane(t *testing.T) {
	s, pane, _ := agentPane(t)
	dir := t.TempDir()
	args := []string{"compact", "--pane", pane, "--socket", s.Socket}
	outcome(t, savectx(t, dir, nil, args...)).want(t, 4, "/compact ", "savectx: not typed: terminal /dev/")
	outcome(t, savectx(t, dir, nil, "compact", "--pane", "%999999", "--socket", s.Socket)).want(t, 4, "/compact ", "savectx: not typed: ")
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("written: %v", entries)
	}
	untouched(t, s, pane)
}

// TestForeground: the deadline hands the line over, with a job to look at.
func TestForeground(t *testing.T) {
	s, pane, env := agentPane(t)
	dir := t.TempDir()
	r := outcome(t, savectx(t, dir, env, "compact", "--foreground", "--deadline", "1s", "--line", "Keep it.", "--json"))
	var doc jobSummary
	must(t, json.Unmarshal([]byte(r.stdout), &doc))
	if r.code != 4 || doc.State != "handed-over" || doc.Line != "/compact Keep it." || doc.Pane != pane || doc.Reason == "" {
		t.Errorf("exit %d: %+v", r.code, doc)
	}
	if row := shown(t, dir, doc.Job); row.State != doc.State || row.Reason != doc.Reason || len(row.History) < 2 {
		t.Errorf("the job says %+v, the command said %+v", row, doc)
	}
	outcome(t, savectx(t, dir, env, "compact", "--foreground", "--deadline", "1s")).want(t, 4, "/compact ", ": handed-over: ")
	untouched(t, s, pane)
}

// TestForegroundInterrupted: ctrl+c cancels, and the line is there.
func TestForegroundInterrupted(t *testing.T) {
	s, pane, env := agentPane(t)
	dir := t.TempDir()
	cmd := savectx(t, dir, env, "compact", "--foreground", "--line", "Keep it.")
	finish := begin(t, cmd)
	s.Until(tmuxtest.Limit, func() error {
		if jobs := listed(t, dir); len(jobs) != 1 || jobs[0].State == "armed" {
			return fmt.Errorf("not under way: %v", jobs)
		}
		return nil
	})
	must(t, cmd.Process.Signal(os.Interrupt))
	finish().want(t, 130, "/compact Keep it.\n", ": cancelled: ")
	if jobs := listed(t, dir); jobs[0].State != "cancelled" {
		t.Errorf("%+v", jobs)
	}
	untouched(t, s, pane)
}

func listed(t *testing.T, dir string) (rows []jobRow) {
	t.Helper()
	r := outcome(t, savectx(t, dir, nil, "jobs", "--json"))
	must(t, json.Unmarshal([]byte(r.stdout), &rows))
	return rows
}

// TestSchedule: made, listed, its log read, cancelled; its orchestrator is a
// process of its own and ends with the job.
func TestSchedule(t *testing.T) {
	s, pane, env := agentPane(t)
	dir := t.TempDir()
	r := outcome(t, savectx(t, dir, env, "schedule", "--in", "24h", "--line", "Keep it.", "--json"))
	var doc jobSummary
	must(t, json.Unmarshal([]byte(r.stdout), &doc))
	if r.code != 0 || doc.Job == "" || doc.Condition != "in 24h" || doc.Pane != pane || doc.Session != sessionID {
		t.Fatalf("exit %d, %+v, %s", r.code, doc, r.stderr)
	}
	cancel := func() error {
		if r := outcome(t, savectx(t, dir, nil, "jobs", "cancel", doc.Job)); r.code != 0 {
			return fmt.Errorf("cancel: exit %d: %s", r.code, r.stderr)
		}
		return nil
	}
	t.Cleanup(func() { tmuxtest.Until(t, tmuxtest.Limit, cancel) })
	s.Until(tmuxtest.Limit, func() error {
		if row := shown(t, dir, doc.Job); row.State != "waiting" {
			return fmt.Errorf("%s: %s", row.State, row.Reason)
		}
		return nil
	})
	outcome(t, savectx(t, dir, nil, "jobs")).want(t, 0, doc.Job+"  compact in 24h  "+pane, "")
	outcome(t, savectx(t, dir, nil, "jobs", "log", doc.Job)).want(t, 0, "msg=waiting", "")
	s.Until(tmuxtest.Limit, cancel)
	if row := shown(t, dir, doc.Job); row.State != "cancelled" || row.Line != "/compact Keep it." {
		t.Errorf("%+v", row)
	}
	untouched(t, s, pane)
}

// nobody is a user who may do nothing here: for root permission bits are air.
const nobody = 65534

// asNobody is savectx for that user, who needs a copy to run and a folder to
// write to. The state folder is the user's own, everything else is root's.
func asNobody(t *testing.T) (dir string, run func(env []string, args ...string) *exec.Cmd) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("needs root, to stop being root")
	}
	dir, err := os.MkdirTemp("/tmp", "sc") // t.TempDir is behind a folder of root's
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	self, err := os.Executable()
	must(t, err, os.Chmod(dir, 0o755), copyFile(self, filepath.Join(dir, "savectx")))
	for _, sub := range []string{"state", "claude"} {
		must(t, os.Mkdir(filepath.Join(dir, sub), 0o755), os.Chown(filepath.Join(dir, sub), nobody, nobody))
	}
	return dir, func(env []string, args ...string) *exec.Cmd {
		cmd := savectx(t, dir, env, args...)
		cmd.Path, cmd.Err = filepath.Join(dir, "savectx"), nil
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		return cmd
	}
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// TestSocketDenied: a sandbox keeps the command from tmux. Without a Stop hook
// the line is handed over.
func TestSocketDenied(t *testing.T) {
	s, pane, env := agentPane(t)
	dir, run := asNobody(t)
	outcome(t, run(env, "compact", "--line", "Keep it.")).want(t, 4, "/compact Keep it.\n", "savectx: not typed: tmux cannot be reached from here: ")
	if entries, _ := os.ReadDir(filepath.Join(dir, "state")); len(entries) > 0 {
		t.Errorf("written: %v", entries)
	}
	untouched(t, s, pane)
}

// TestLeftToTheHook: with a Stop hook the job is left to it, unless it cannot
// do what was asked for; a second job takes the first one's place.
func TestLeftToTheHook(t *testing.T) {
	s, pane, env := agentPane(t)
	dir, run := asNobody(t)
	must(t, os.WriteFile(filepath.Join(dir, "claude/settings.json"),
		[]byte(`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"savectx hook Stop"}]}]}}`), 0o644))
	pending := filepath.Join(dir, "state/savectx/sessions", sessionID, "pending")

	for _, args := range [][]string{
		{"compact", "--foreground"}, {"compact", "--dry-run"}, {"compact", "--pane", pane}, {"schedule", "--in", "5m"},
	} {
		outcome(t, run(env, args...)).want(t, 4, "/compact ", "savectx: not typed: tmux cannot be reached from here: ")
		if _, err := os.Stat(pending); err == nil {
			t.Fatalf("%q left a job to the hook", args)
		}
	}

	var ids []string
	for _, line := range []string{"First.", "Second."} {
		r := outcome(t, run(env, "compact", "--line", line, "--json"))
		var doc jobSummary
		must(t, json.Unmarshal([]byte(r.stdout), &doc))
		if r.code != 0 || doc.State != "armed" || doc.Session != sessionID || doc.Line != "/compact "+line {
			t.Fatalf("exit %d, %+v, %s", r.code, doc, r.stderr)
		}
		left, err := os.ReadFile(pending)
		if err != nil || strings.TrimSpace(string(left)) != doc.Job {
			t.Errorf("pending holds %q (%v), want %s", left, err, doc.Job)
		}
		ids = append(ids, doc.Job)
	}
	states := map[string]string{}
	for _, id := range ids {
		r := outcome(t, run(nil, "jobs", "show", "--json", id))
		var row jobRow
		must(t, json.Unmarshal([]byte(r.stdout), &row))
		states[id] = string(row.State)
	}
	if states[ids[0]] != "cancelled" || states[ids[1]] != "armed" {
		t.Errorf("%v", states)
	}
	outcome(t, run(env, "clear", "--force")).want(t, 4, "/clear\n", "job "+ids[1]+" already waits to compact this session")

	// The hook runs outside the sandbox. Here it does not: the orchestrator it
	// starts hands the line over.
	cmd := run(env, "hook", "Stop")
	cmd.Stdin = strings.NewReader(`{"session_id":"` + sessionID + `","hook_event_name":"Stop"}`)
	r := outcome(t, cmd)
	if r.want(t, 0, "", ""); r.stdout != "" {
		t.Errorf("the hook printed %q", r.stdout)
	}
	if _, err := os.Stat(pending); err == nil {
		t.Error("the job is left to the hook once more")
	}
	limit, look := time.After(30*time.Second), time.Tick(20*time.Millisecond)
	for {
		r := outcome(t, run(nil, "jobs", "show", ids[1]))
		if strings.Contains(r.stdout, "handed-over: ") {
			break
		}
		select {
		case <-look:
		case <-limit:
			t.Fatalf("not handed over: %+v", r)
		}
	}
	untouched(t, s, pane)
}

// TestUnreadableJob: a job file that may not be read is named, and stays.
func TestUnreadableJob(t *testing.T) {
	dir, run := asNobody(t)
	jobs := filepath.Join(dir, "state/savectx/jobs")
	must(t, os.MkdirAll(jobs, 0o755), os.WriteFile(filepath.Join(jobs, "abcdef.json"), []byte("{}"), 0o600))
	outcome(t, run(nil, "jobs")).want(t, 1, "", "abcdef.json: permission denied\nsavectx: 1 job file cannot be read\nsavectx: hint: ")
	outcome(t, run(nil, "jobs", "show", "abcdef")).want(t, 1, "", "abcdef.json: permission denied")
	outcome(t, run(nil, "jobs", "cancel", "abcdef")).want(t, 1, "", "abcdef.json: permission denied")
	outcome(t, run(nil, "compact-line", "--items", filepath.Join(jobs, "abcdef.json"))).want(t, 2, "", "permission denied")
}

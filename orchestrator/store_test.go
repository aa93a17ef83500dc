package orchestrator

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func stored(t *testing.T, s *Store, state State, boot string) Job {
	t.Helper()
	j := New(Compact, "/compact Keep it.")
	j.Agent.Session, j.Agent.Transcript = "a-session", filepath.Join(t.TempDir(), "none")
	j.Created = time.Now().Add(-time.Hour)
	if boot != "" {
		j.Boot = boot
	}
	if state != Armed {
		j.enter(state, "", j.Created)
	}
	if err := s.Create(&j); err != nil {
		t.Fatal(err)
	}
	return j
}

// A job that nobody works at any more is found, and its line is not lost.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		state  State
		boot   string
		reason string
	}{
		{Armed, "", "killed before anything was typed"},
		{Waiting, "another-boot", "restarted before anything was typed"},
		{TurnRunning, "", "killed before anything was typed"},
		{Settling, "another-boot", "restarted before anything was typed"},
		{Guarded, "", "killed after typing may have begun"},
		{Typed, "another-boot", "restarted after typing may have begun"},
		{Submitted, "", "killed after typing may have begun"},
	} {
		s := NewStore(t.TempDir())
		j := stored(t, s, c.state, c.boot)
		got, err := s.Settle(j.ID)
		if err != nil || got.State != HandedOver || !strings.Contains(got.Reason, c.reason) || got.Line != j.Line {
			t.Errorf("%s: %s (%s), %v; want the reason %q", c.state, got.State, got.Reason, err, c.reason)
		}
		if again, _ := s.Load(j.ID); again.State != HandedOver {
			t.Errorf("%s: it was not written down", c.state)
		}
	}
}

func TestSettleLeavesTheLivingAlone(t *testing.T) {
	s := NewStore(t.TempDir())
	j := stored(t, s, TurnRunning, "")
	release, ok, err := s.Hold(j.ID)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if got, _ := s.Settle(j.ID); got.State != TurnRunning {
		t.Errorf("a job at work was settled: %s", got.State)
	}
	release()
	done := stored(t, s, Compacted, "another-boot")
	if got, _ := s.Settle(done.ID); got.State != Compacted {
		t.Errorf("an ended job was settled: %s", got.State)
	}
	pending := New(Compact, "/compact x.")
	pending.Pending, pending.Created, pending.Deadline = true, time.Now().Add(-time.Minute), DefaultDeadline
	if err := s.Create(&pending); err != nil {
		t.Fatal(err)
	}
	if got, _ := s.Settle(pending.ID); got.State != Armed {
		t.Errorf("a job that waits for its hook was settled: %s", got.State)
	}
	// Past its deadline the hook would not type it any more.
	pending = New(Compact, "/compact x.")
	pending.Pending, pending.Created, pending.Deadline = true, time.Now().Add(-time.Hour), DefaultDeadline
	if err := s.Create(&pending); err != nil {
		t.Fatal(err)
	}
	if got, _ := s.Settle(pending.ID); got.State != HandedOver {
		t.Errorf("a job whose hook never came was left: %s", got.State)
	}
}

// The orchestrator was killed, but the transcript shows what became of it.
func TestSettleReadsTheTranscript(t *testing.T) {
	s := NewStore(t.TempDir())
	j := stored(t, s, Submitted, "")
	now := time.Now().UTC().Format(time.RFC3339Nano)
	rows := `{"type":"system","subtype":"compact_boundary","timestamp":"` + now + `"}
{"type":"user","timestamp":"` + now + `","message":{"content":"<command-name>/compact</command-name><command-args>Keep it.</command-args>"}}
`
	if err := os.WriteFile(j.Agent.Transcript, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ := s.Settle(j.ID); got.State != Compacted {
		t.Errorf("got %s (%s)", got.State, got.Reason)
	}
}

func TestLoadRefuses(t *testing.T) {
	s := NewStore(t.TempDir())
	for _, id := range []string{"", "../etc", "ABCDEF", "abc", "abcdef0", "a/b"} {
		if _, err := s.Load(id); !errors.Is(err, ErrNoJob) {
			t.Errorf("%q: %v", id, err)
		}
	}
	for name, text := range map[string]string{
		"111111": "", "222222": "{", "333333": `{"version":2,"id":"333333"}`, "444444": `{"version":1,"id":"555555"}`, "666666": "[]",
	} {
		if err := os.WriteFile(s.File(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Load(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q was taken: %v", text, err)
		}
	}
	jobs, bad := s.List()
	if len(jobs) != 0 || len(bad) != 5 {
		t.Errorf("%d jobs, %d bad ones", len(jobs), len(bad))
	}
	j := stored(t, s, Armed, "")
	if err := s.Create(&j); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second job of the same id: %v", err)
	}
}

// What lies in a job's place and is none is named, and nobody waits for it.
func TestLoadOfWhatIsNoFile(t *testing.T) {
	s := NewStore(t.TempDir())
	must(t, syscall.Mkfifo(s.File("0000aa"), 0o600))
	must(t, os.Mkdir(s.File("0000bb"), 0o700))
	must(t, os.WriteFile(s.File("0000cc"), make([]byte, maxJobFile+1), 0o600))
	for _, id := range []string{"0000aa", "0000bb", "0000cc"} {
		if _, err := s.Load(id); err == nil || errors.Is(err, ErrNoJob) || !strings.Contains(err.Error(), s.File(id)) {
			t.Errorf("%s: %v", id, err)
		}
	}
	if jobs, bad := s.List(); len(jobs) != 0 || len(bad) != 3 {
		t.Errorf("%d jobs, %v", len(jobs), bad)
	}
}

// A folder of jobs that cannot be read is not an empty one.
func TestListOfWhatIsNoFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs")
	must(t, os.WriteFile(path, nil, 0o600))
	if jobs, bad := NewStore(path).List(); len(jobs) != 0 || len(bad) != 1 {
		t.Errorf("%d jobs, %v", len(jobs), bad)
	}
	if jobs, bad := NewStore(path + "-missing").List(); len(jobs) != 0 || len(bad) != 0 {
		t.Errorf("%d jobs, %v", len(jobs), bad)
	}
}

// A job that has ended stays as it is.
func TestEndedJobsAreNotChanged(t *testing.T) {
	s := NewStore(t.TempDir())
	j := New(Compact, "/compact a.")
	must(t, s.Create(&j))
	if _, err := s.Cancel(j.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fail(j.ID, "late"); !errors.Is(err, ErrTooLate) {
		t.Errorf("Fail: %v", err)
	}
	if got, _ := s.Load(j.ID); got.State != Cancelled {
		t.Errorf("state %s", got.State)
	}
}

func TestCancelWithoutAnOrchestrator(t *testing.T) {
	s := NewStore(t.TempDir())
	j := New(Compact, "/compact x.")
	j.Pending = true
	if err := s.Create(&j); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Cancel(j.ID); err != nil || got.State != Cancelled {
		t.Errorf("%s, %v", got.State, err)
	}
}

// A request that comes too late is taken away again.
func TestTooLate(t *testing.T) {
	s := NewStore(t.TempDir())
	j := stored(t, s, Typed, "")
	release, _, err := s.Hold(j.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if _, err := s.Cancel(j.ID); !errors.Is(err, ErrTooLate) {
		t.Errorf("got %v", err)
	}
	if _, ok := s.asked(j.ID); ok {
		t.Error("the request still lies there")
	}
}

// Looking at jobs, however often, never keeps an orchestrator from its job.
func TestLookingDoesNotDisturb(t *testing.T) {
	s := NewStore(t.TempDir())
	j := stored(t, s, TurnRunning, "")
	stop, done := make(chan struct{}), make(chan struct{})
	release, ok, err := s.Hold(j.ID) // so that looking does not settle it
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				s.Held(j.ID)
			}
		}
	}()
	for range 200 {
		release()
		if release, ok, err = s.Hold(j.ID); err != nil || !ok {
			t.Fatal("somebody who only looked was in the way", ok, err)
		}
	}
	close(stop)
	<-done
	release()
}

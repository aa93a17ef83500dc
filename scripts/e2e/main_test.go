package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/scripts/live"
)

// program is the savectx under test, built once.
var program string

func TestMain(m *testing.M) { os.Exit(main(m)) }

func main(m *testing.M) int {
	flag.Parse()
	if testing.Short() {
		fmt.Println("left out with -short: they need the real client")
		return 0
	}
	dir, err := live.Folder("bin-*") // savectx install refuses a program in a temporary folder
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	if program, err = live.Build(context.Background(), dir); err != nil {
		fmt.Println(err)
		return 1
	}
	return m.Run()
}

// sess is a client in a pane with savectx at hand.
type sess struct {
	*live.Client
	t    *testing.T
	opts live.Options
}

// start brings up a client that has had one turn, so that there is something
// to compact.
func start(t *testing.T, o live.Options) *sess {
	t.Helper()
	s := fresh(t, o)
	s.ask("hello [[say Good day.]]")
	s.shows("Good day.")
	s.idle()
	return s
}

func fresh(t *testing.T, o live.Options) *sess {
	t.Helper()
	return freshIn(t, nil, o)
}

func freshIn(t *testing.T, server *live.Server, o live.Options) *sess {
	t.Helper()
	if server == nil {
		t.Parallel()
	}
	o.Path = append(o.Path, filepath.Dir(program))
	var c *live.Client
	var err error
	if server == nil {
		c, err = live.Start(t.Context(), o)
	} else {
		c, err = live.StartIn(t.Context(), server, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &sess{c, t, o}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("last screen:\n%s\njobs: %+v", s.Screen(), s.jobs())
			var logs []string
			for _, pattern := range []string{"jobs/*.log", "hooks.log", "sessions/*/auto.log"} {
				found, _ := filepath.Glob(s.Root + "/state/savectx/" + pattern)
				logs = append(logs, found...)
			}
			for _, l := range logs {
				data, _ := os.ReadFile(l)
				t.Logf("%s:\n%s", filepath.Base(l), data)
			}
		}
		c.Close()
	})
	return s
}

func (s *sess) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// ask types a prompt and submits it, as a person does.
func (s *sess) ask(prompt string) { s.t.Helper(); s.must(s.Ask(s.t.Context(), prompt)) }

// typed types text and waits until the end of it is on the screen.
func (s *sess) typed(text string) { s.t.Helper(); s.must(s.Write(s.t.Context(), text)) }

func (s *sess) shows(text string) {
	s.t.Helper()
	s.must(s.UntilShows(s.t.Context(), text))
}

// until polls an assertion, and fails with the last screen.
func (s *sess) until(ok func() error) {
	s.t.Helper()
	s.must(s.Until(s.t.Context(), func(string) error { return ok() }))
}

func (s *sess) idle() { s.t.Helper(); s.must(s.AwaitIdle(s.t.Context())) }
func (s *sess) busy() { s.t.Helper(); s.must(s.AwaitBusy(s.t.Context())) }

// result is what one run of savectx did.
type result struct {
	code     int
	out, err string
}

func (s *sess) run(args ...string) result {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	return finish(s.t, s.Savectx(ctx, program, s.opts, args...))
}

func finish(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// compact runs savectx compact on this pane, detached, and returns its job.
func (s *sess) compact(line string, more ...string) string {
	s.t.Helper()
	args := append(append([]string{"compact", "--json", "--line", line}, s.At()...), more...)
	return s.armed(s.run(args...))
}

// armed reads the id of a job that has just been armed.
func (s *sess) armed(r result) string {
	s.t.Helper()
	if r.code != 0 {
		s.t.Fatalf("not armed: exit %d\n%s%s", r.code, r.out, r.err)
	}
	var doc struct{ Job string }
	if err := json.Unmarshal([]byte(r.out), &doc); err != nil || doc.Job == "" {
		s.t.Fatalf("no job in %q: %v", r.out, err)
	}
	return doc.Job
}

func (s *sess) jobs() []orchestrator.Job {
	jobs, _ := s.Store().List()
	return jobs
}

// ends waits for a job's end and checks it.
func (s *sess) ends(id string, want orchestrator.State) orchestrator.Job {
	s.t.Helper()
	return s.endsWithin(id, want, live.Patience)
}

func (s *sess) endsWithin(id string, want orchestrator.State, patience time.Duration) orchestrator.Job {
	s.t.Helper()
	job := s.endedWithin(id, patience)
	if job.State != want {
		s.t.Fatalf("job ended %s (%s), want %s\n%+v", job.State, job.Reason, want, job.History)
	}
	return job
}

func (s *sess) endedWithin(id string, patience time.Duration) orchestrator.Job {
	s.t.Helper()
	var job orchestrator.Job
	var err error
	if !within(patience, func() bool {
		job, err = s.Store().Settle(id)
		return err == nil && job.State.Ended()
	}) {
		s.t.Fatalf("the job has not ended: %v %+v\n>>>\n%s\n<<<", err, job, s.Screen())
	}
	return job
}

// within asks until the answer is yes; false when that takes too long.
func within(d time.Duration, yes func() bool) bool {
	limit, look := time.After(d), time.Tick(25*time.Millisecond)
	for !yes() {
		select {
		case <-look:
		case <-limit:
			return false
		}
	}
	return true
}

// reaches waits until a job is in a state, or beyond it in its history.
func (s *sess) reaches(id string, want orchestrator.State) {
	s.t.Helper()
	s.until(func() error {
		job, err := s.Store().Load(id)
		if err != nil {
			return err
		}
		for _, h := range job.History {
			if h.State == want {
				return nil
			}
		}
		return fmt.Errorf("job is %s (%s), not yet %s", job.State, job.Reason, want)
	})
}

// waitsFor waits until the job's log says what it waits for.
func (s *sess) waitsFor(id, text string) {
	s.t.Helper()
	s.until(func() error {
		data, err := os.ReadFile(s.Store().Log(id))
		if err == nil && !strings.Contains(string(data), text) {
			err = fmt.Errorf("the log does not say %q:\n%s", text, data)
		}
		return err
	})
}

// compactedOnce asserts that the model was asked exactly once for a summary
// with exactly these instructions, that the transcript holds one boundary and
// our command's row, and that our text went nowhere else.
func (s *sess) compactedOnce(text string) {
	s.t.Helper()
	got := s.Model.Compactions()
	if len(got) != 1 {
		s.t.Fatalf("%d compactions, want 1", len(got))
	}
	if instructions, _ := got[0].Instructions(); norm.NFC.String(instructions) != norm.NFC.String(text) { // the client composes letters and marks
		s.t.Errorf("the model was told %q, want %q", instructions, text)
	}
	if n := s.Boundaries(); n != 1 {
		s.t.Errorf("%d boundaries in the transcript, want 1", n)
	}
	s.neverPrompted(text)
}

// neverPrompted asserts that our text was never sent as a prompt.
func (s *sess) neverPrompted(text string) {
	s.t.Helper()
	for _, r := range s.Model.Requests() {
		if r.Compaction() {
			continue
		}
		for _, p := range r.Prompts() {
			if strings.Contains(p, text) && !strings.Contains(p, "<command-args>") && !strings.HasPrefix(p, "save [[bash ") {
				s.t.Fatalf("the line went out as a prompt: %q", p)
			}
		}
	}
}

// untouched asserts that nothing of ours reached the client at all.
func (s *sess) untouched(text string) {
	s.t.Helper()
	if n := len(s.Model.Compactions()); n != 0 {
		s.t.Errorf("%d compactions, want none", n)
	}
	s.neverPrompted(text)
	if strings.Contains(live.Squeeze(s.Screen()), live.Squeeze(text)) {
		s.t.Errorf("the line is on the screen:\n%s", s.Screen())
	}
}

// composer reads the composer as a person does.
func (s *sess) composer() claude.Screen {
	s.t.Helper()
	capture, err := s.Server().Run("capture-pane", "-p", "-e", "-t", s.ID)
	s.must(err)
	var x, y int
	_, err = fmt.Sscanf(s.Format("#{cursor_x} #{cursor_y}"), "%d %d", &x, &y)
	s.must(err)
	return claude.ReadScreen(capture, x, y)
}

// holds waits until the composer holds exactly text.
func (s *sess) holds(text string) {
	s.t.Helper()
	s.until(func() error {
		if c := s.composer(); !c.Holds(text) {
			return fmt.Errorf("the composer holds %q, want %q", c.Text, text)
		}
		return nil
	})
}

func (s *sess) emptyComposer() {
	s.t.Helper()
	s.until(func() error {
		if c := s.composer(); !c.Empty() {
			return fmt.Errorf("the composer holds %q, want nothing", c.Text)
		}
		return nil
	})
}

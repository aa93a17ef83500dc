package orchestrator_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/tmux"
	"savectx/tmux/tmuxtest"
)

const line = "/compact Keep the decision and the error 429."

// scene is a composer in a pane, and a job for it.
type scene struct {
	t      *testing.T
	server *tmuxtest.Server
	pane   *tmux.Pane
	id     string // of the pane
	dir    string
	store  *orchestrator.Store
	job    orchestrator.Job
}

func newScene(t *testing.T, fault string) *scene {
	t.Helper()
	s := &scene{t: t, server: tmuxtest.New(t), dir: t.TempDir()}
	for _, sub := range []string{"sessions", "projects/" + claude.Slug(s.dir)} {
		if err := os.MkdirAll(filepath.Join(s.dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s.id = s.server.NewPane(100, 20, "env", composerEnv+"="+s.dir, faultEnv+"="+fault, exe)
	s.server.Until(tmuxtest.Limit, func() error { return shows(s.server.Screen(s.id), "? for shortcuts") })
	server, err := tmux.Open(t.Context(), s.server.Socket)
	if err != nil {
		t.Fatal(err)
	}
	if s.pane, err = server.Pane(t.Context(), s.id); err != nil {
		t.Fatal(err)
	}
	s.store = orchestrator.NewStore(filepath.Join(s.dir, "state", "jobs"))
	s.job = orchestrator.New(orchestrator.Compact, line)
	s.job.Deadline = time.Minute
	s.job.Target = orchestrator.Target(s.pane.Identity())
	if s.job.Agent, err = orchestrator.FindAgent(s.dir, s.job.Target.TTY, 0, ""); err != nil {
		t.Fatal(err)
	}
	return s
}

type missing string

func (m missing) Error() string { return "not there: " + string(m) }

func shows(text, want string) error {
	if !strings.Contains(text, want) {
		return missing(want)
	}
	return nil
}

// run carries the job out here.
func (s *scene) run() orchestrator.Job {
	s.t.Helper()
	if err := s.store.Create(&s.job); err != nil {
		s.t.Fatal(err)
	}
	r := &orchestrator.Run{
		Store: s.store, State: session.Dir(filepath.Join(s.dir, "state")), Log: slog.New(slog.DiscardHandler),
		Terminal: orchestrator.Terminal{Pane: s.pane, Gone: tmux.ErrGone, Unknown: tmux.ErrUnknown},
	}
	job, err := r.Do(context.Background(), s.job.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return job
}

// submitted are the texts that were submitted, and how often Enter came.
func (s *scene) submitted() (texts []string, enters int) {
	data, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	for l := range strings.Lines(string(data)) {
		l = strings.TrimSuffix(l, "\n")
		if text, ok := strings.CutPrefix(l, "submitted "); ok {
			texts = append(texts, text)
		}
		if l == "enter" {
			enters++
		}
		if strings.HasPrefix(l, "dialog got") {
			s.t.Errorf("a key went into the dialog: %s", l)
		}
	}
	return texts, enters
}

func TestFaultsOfAComposer(t *testing.T) {
	for fault, want := range map[string]struct {
		state  orchestrator.State
		sent   int // how often the line was submitted
		enters int
		left   string // what is still in the composer
	}{
		"none":                 {orchestrator.Compacted, 1, 1, ""},
		"swallows one Enter":   {orchestrator.Compacted, 1, 2, ""},
		"swallows every Enter": {orchestrator.Failed, 0, 3, line},
		"a letter too many":    {orchestrator.HandedOver, 0, 0, line + "x"},
		"folds":                {orchestrator.HandedOver, 0, 0, "[Pasted text #1]"},
		"loses its tail once":  {orchestrator.Compacted, 1, 1, ""},
		"shows nothing":        {orchestrator.HandedOver, 0, 0, ""},
		"sends it as a prompt": {orchestrator.SentAsPrompt, 1, 1, ""},
		"does nothing":         {orchestrator.Failed, 1, 1, ""},
		"a dialog opens":       {orchestrator.Compacted, 1, 1, ""},
		"copy-mode is entered": {orchestrator.Compacted, 1, 1, ""},
		"a person types":       {orchestrator.HandedOver, 0, 0, line + "?"},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, fault)
			job := s.run()
			if job.State != want.state {
				t.Errorf("ended %s (%s), want %s\n%+v\n%s", job.State, job.Reason, want.state, job.History, s.server.Screen(s.id))
			}
			texts, enters := s.submitted()
			if len(texts) != want.sent || want.sent > 0 && texts[0] != line || enters != want.enters {
				t.Errorf("submitted %q with %d Enters, want the line %d times with %d", texts, enters, want.sent, want.enters)
			}
			if want.left != "" {
				if err := shows(s.server.Screen(s.id), want.left); err != nil {
					t.Errorf("%v\n%s", err, s.server.Screen(s.id))
				}
			}
			if job.State != orchestrator.Compacted {
				if got := s.server.Tmux("show-buffer", "-b", "savectx"); got != line {
					t.Errorf("the buffer holds %q", got)
				}
			}
		})
	}
}

// A tmux server that hangs makes the effect of a key unknown: nothing more is
// pressed, and nothing comes later by surprise.
func TestHungServer(t *testing.T) {
	s := newScene(t, "none")
	s.job.Deadline = 3 * time.Second
	s.server.Signal(syscall.SIGSTOP)
	job := s.run()
	s.server.Signal(syscall.SIGCONT)
	if job.State != orchestrator.HandedOver {
		t.Errorf("ended %s (%s)", job.State, job.Reason)
	}
	s.server.Until(tmuxtest.Limit, func() error { return shows(s.server.Screen(s.id), "? for shortcuts") })
	if texts, _ := s.submitted(); len(texts) != 0 {
		t.Errorf("submitted %q", texts)
	}
}

// A full disk, or a state folder that cannot be written, stops the job before
// anything is typed.
func TestStateFolderLost(t *testing.T) {
	s := newScene(t, "none")
	if err := s.store.Create(&s.job); err != nil {
		t.Fatal(err)
	}
	jobs := filepath.Join(s.dir, "state", "jobs")
	r := &orchestrator.Run{
		Store: s.store, State: session.Dir(filepath.Join(s.dir, "state")), Log: slog.New(slog.DiscardHandler),
		Terminal: orchestrator.Terminal{Pane: s.pane, Gone: tmux.ErrGone, Unknown: tmux.ErrUnknown},
		Holding: func() {
			// a file where the folder was: as unwritable for root as for anybody
			if err := os.RemoveAll(jobs); err != nil {
				t.Error(err)
			}
			if err := os.WriteFile(jobs, nil, 0o600); err != nil {
				t.Error(err)
			}
		},
	}
	job, err := r.Do(context.Background(), s.job.ID)
	if err != nil || job.State != orchestrator.HandedOver {
		t.Errorf("ended %s (%s), %v", job.State, job.Reason, err)
	}
	if texts, _ := s.submitted(); len(texts) != 0 {
		t.Errorf("submitted %q", texts)
	}
}

// Five orchestrators for one pane: one types, the others say so.
func TestFiveForOnePane(t *testing.T) {
	s := newScene(t, "none")
	states := make(chan orchestrator.State, 5)
	for range 5 {
		job := s.job
		job.ID = orchestrator.NewID()
		if err := s.store.Create(&job); err != nil {
			t.Fatal(err)
		}
		go func() {
			r := &orchestrator.Run{
				Store: s.store, State: session.Dir(filepath.Join(s.dir, "state")), Log: slog.New(slog.DiscardHandler),
				Terminal: orchestrator.Terminal{Pane: s.pane, Gone: tmux.ErrGone, Unknown: tmux.ErrUnknown},
			}
			done, _ := r.Do(context.Background(), job.ID)
			states <- done.State
		}()
	}
	count := map[orchestrator.State]int{}
	for range 5 {
		count[<-states]++
	}
	if count[orchestrator.Compacted] != 1 || count[orchestrator.HandedOver] != 4 {
		t.Errorf("ended %v", count)
	}
	if texts, _ := s.submitted(); len(texts) != 1 {
		t.Errorf("submitted %q", texts)
	}
}

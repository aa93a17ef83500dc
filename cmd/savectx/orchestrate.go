package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/log"
	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/tmux"
)

// orchestrateCommand is what a detached orchestrator runs. It is hidden: the
// starter and the Stop hook call it.
func orchestrateCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "orchestrate", Hidden: true, ArgsUsage: "ID",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "answer", Usage: "answer the starter"}},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError{"orchestrate needs the id of a job", ""}
			}
			answer := func(error) {}
			if c.Bool("answer") {
				answer = orchestrator.Ready
			}
			err := v.orchestrate(c.Context, c.Args().First(), answer)
			if err != nil {
				answer(err)
			}
			return err
		},
	}
}

func (v *voice) orchestrate(ctx context.Context, id string, answer func(error)) error {
	store, err := openStore()
	if err != nil {
		return err
	}
	job, err := store.Load(id)
	if err != nil {
		return err
	}
	if job.Pending {
		if job, err = v.placePending(ctx, store, job); err != nil {
			return err
		}
	}
	run, done, err := v.newRun(ctx, store, job, v.err)
	if err != nil {
		return err
	}
	defer done()
	run.Holding = func() { answer(nil) }
	_, err = run.Do(ctx, id)
	return err
}

// placePending finds the pane of a job that was armed inside a sandbox. The
// Stop hook's environment says where.
func (v *voice) placePending(ctx context.Context, store *orchestrator.Store, job orchestrator.Job) (orchestrator.Job, error) {
	var where place
	err := withContext(ctx, func(c *cli.Context) (err error) {
		where, err = locate(ctx, c)
		return err
	})
	if err == nil && where.agent.Session != job.Agent.Session {
		err = errors.New("the session has changed since the job was armed")
	}
	if err != nil {
		_, ferr := store.Fail(job.ID, err.Error())
		return job, errors.Join(err, ferr)
	}
	return store.Place(job.ID, where.agent, where.target)
}

// withContext runs do with the flags of a command that was given none.
func withContext(ctx context.Context, do func(*cli.Context) error) error {
	app := &cli.App{Flags: targetFlags(), Action: do, HideHelp: true, Writer: io.Discard, ErrWriter: io.Discard,
		ExitErrHandler: func(*cli.Context, error) {}}
	return app.RunContext(ctx, []string{"savectx"})
}

// newRun opens the job's pane and everything a run needs. A log that is nil
// is silent.
func (v *voice) newRun(ctx context.Context, store *orchestrator.Store, job orchestrator.Job, logTo io.Writer) (*orchestrator.Run, func(), error) {
	dir, err := stateDir()
	if err != nil {
		return nil, nil, err
	}
	run := &orchestrator.Run{Store: store, State: dir, Log: newLog(logTo), Limits: limits(job.Agent, os.Getenv), Clean: v.withoutSecrets}
	run.Terminal, err = openTerminal(ctx, job)
	return run, func() {}, err
}

// openTerminal attaches to the recorded pane. One that is gone is still a
// terminal, on which every call says so: the job ends handed over, not lost.
func openTerminal(ctx context.Context, job orchestrator.Job) (orchestrator.Terminal, error) {
	t := orchestrator.Terminal{Gone: tmux.ErrGone, Unknown: tmux.ErrUnknown}
	server, err := tmux.Open(ctx, job.Target.Socket)
	if err != nil {
		t.Pane = orchestrator.NoPane{Reason: errors.Join(tmux.ErrGone, err)}
		return t, nil
	}
	pane, err := server.Attach(ctx, tmux.Identity(job.Target))
	if err != nil {
		t.Pane = orchestrator.NoPane{Reason: errors.Join(tmux.ErrGone, err)}
		return t, nil
	}
	t.Pane = pane
	return t, nil
}

func newLog(w io.Writer) *slog.Logger {
	if w == nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(log.NewWithOptions(w, log.Options{Level: log.DebugLevel, ReportTimestamp: true, TimeFormat: "2006-01-02 15:04:05.000", Formatter: log.LogfmtFormatter}))
}

// limits are what the environment and the settings of a job's session say
// about automatic compactions. They are read when they are asked for: a
// schedule waits for hours.
func limits(agent orchestrator.Agent, getenv func(string) string) func(string) claude.Limits {
	project := getenv("CLAUDE_PROJECT_DIR")
	if project == "" {
		project = agent.CWD
	}
	return func(model string) claude.Limits {
		return claude.ReadLimits(claude.ReadSettings(agent.Config, project), model, getenv)
	}
}

func stateDir() (session.Dir, error) { return session.StateDir(os.Getenv) }

func openStore() (*orchestrator.Store, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	return orchestrator.NewStore(dir.Jobs()), nil
}

// spawn starts the detached orchestrator of a job: this same program.
func spawn(store *orchestrator.Store, id string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return orchestrator.Spawn(program, []string{"orchestrate", "--answer", id}, childEnv(os.Environ()), store.Log(id))
}

// childEnv is what a detached orchestrator needs of the environment.
func childEnv(env []string) []string {
	var out []string
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case strings.HasPrefix(name, "XDG_"), strings.HasPrefix(name, "LC_"), strings.HasPrefix(name, "SAVECTX_"):
			out = append(out, kv)
		case slices.Contains([]string{"PATH", "HOME", "LANG", "TZ", "TMPDIR", "TMUX", "TMUX_PANE", "CLAUDE_CONFIG_DIR", "CLAUDE_PID",
			"CLAUDE_CODE_SESSION_ID", "CLAUDE_PROJECT_DIR"}, name), slices.Contains(claude.LimitVariables(), name):
			out = append(out, kv)
		}
	}
	return out
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/prompts"
)

// statusLineCommand is what the client calls for its status line.
func statusLineCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "statusline", Usage: "the client's status line: keeps the context share, prints a line", ArgsUsage: "[-- COMMAND ...]",
		Action: func(c *cli.Context) error {
			data, err := until(c.Context, func() ([]byte, error) { return io.ReadAll(io.LimitReader(os.Stdin, statusLimit)) })
			if err != nil {
				return err
			}
			status := readStatus(data)
			if err := status.keep(); err != nil {
				v.tell("the context share could not be kept: %v", err)
			}
			if c.NArg() > 0 {
				return v.wrapped(c, data)
			}
			v.say("%s", oneLine(v.withoutSecrets(status.line())))
			return nil
		},
	}
}

// statusLimit bounds what the client says, in bytes.
const statusLimit = 4 << 20

// status is what the client writes to the status line's stdin (2.1.100 and
// 2.1.332), as far as it is used.
type status struct {
	Session    string `json:"session_id"`
	Transcript string `json:"transcript_path"`
	CWD        string `json:"cwd"`
	Model      struct {
		ID   string `json:"id"`
		Name string `json:"display_name"`
	} `json:"model"`
	Workspace struct {
		Project string `json:"project_dir"`
	} `json:"workspace"`
	Context struct {
		Size  int `json:"context_window_size"`
		Usage *struct {
			Input   int `json:"input_tokens"`
			Created int `json:"cache_creation_input_tokens"`
			Read    int `json:"cache_read_input_tokens"`
		} `json:"current_usage"`
	} `json:"context_window"`
}

// readStatus takes what it can: a field of another shape than expected costs
// the others nothing.
func readStatus(data []byte) (s status) {
	_ = json.Unmarshal(data, &s)
	return s
}

func (s status) tokens() int {
	if u := s.Context.Usage; u != nil {
		return u.Input + u.Created + u.Read
	}
	return 0
}

// keep remembers the share for the thresholds.
func (s status) keep() error {
	folder, err := s.folder()
	if err != nil || s.Context.Size <= 0 {
		return err
	}
	return folder.PutShare(session.Share{At: time.Now(), Tokens: s.tokens(), Window: s.Context.Size, Model: s.Model.ID})
}

func (s status) folder() (session.Session, error) {
	state, err := stateDir()
	if err != nil {
		return session.Session{}, err
	}
	return state.Session(s.Session)
}

// wrapped runs the person's own status line with the same input, and answers
// as it does.
func (v *voice) wrapped(c *cli.Context, data []byte) error {
	args := c.Args().Slice()
	cmd := exec.CommandContext(c.Context, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), v.out, v.err
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() > 0 {
		return coded{code: exit.ExitCode()}
	}
	if err != nil {
		return coded{exitFailed, fmt.Errorf("the status line's own command %q does not run: %w", args[0], err), ""}
	}
	return nil
}

// line is savectx's own: the model, how far it is to the automatic compaction,
// the last save, what waits.
func (s status) line() string {
	set, err := config.Load(config.ProjectRoot(s.CWD), os.Getenv)
	if err != nil {
		set = config.Config{}
	}
	folder, ferr := s.folder()
	words, err := prompts.Load(languageOf(folder, set))
	if err != nil {
		return s.Model.Name
	}
	parts := []string{s.Model.Name}
	if share := s.share(); share > 0 {
		parts = append(parts, fill(words.Status.Context, fmt.Sprintf("%d %%", share)))
	}
	if ferr == nil {
		parts = append(parts, lastSave(folder, words.Status), waits(folder.ID, words.Status))
	}
	return strings.Join(nonEmpty(parts), " · ")
}

func (s status) share() int {
	config, err := claude.Folder(os.Getenv)
	if err != nil || s.tokens() == 0 {
		return 0
	}
	limits := claude.ReadLimits(claude.ReadSettings(config, s.Workspace.Project), s.Model.ID, os.Getenv)
	return claude.TriggerFor(s.Model.ID, s.Context.Size, s.tokens(), limits).Share(s.tokens())
}

func lastSave(s session.Session, w prompts.Status) string {
	at := s.Saved().At
	switch {
	case at.IsZero():
		return w.NotSaved
	case time.Since(at) < 20*time.Hour:
		return fill(w.Saved, at.Local().Format("15:04"))
	}
	return fill(w.Saved, at.Local().Format(time.DateOnly))
}

// waits says what a job of the session is doing.
func waits(id string, w prompts.Status) string {
	store, err := openStore()
	if err != nil {
		return ""
	}
	jobs, _ := store.List()
	for _, j := range jobs {
		switch {
		case j.Agent.Session != id || j.State.Ended():
		case j.State == orchestrator.Compacting:
			return w.Compacting
		case j.State == orchestrator.Waiting:
			return w.Scheduled
		default:
			return w.Job
		}
	}
	return ""
}

func nonEmpty(texts []string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/preserve"
)

func runFlags() []cli.Flag {
	return append(targetFlags(),
		&cli.StringFlag{Name: "then", Usage: "type `TEXT` as a prompt once it is done"},
		&cli.BoolFlag{Name: "foreground", Usage: "stay until it is done, and answer with its outcome"},
		&cli.BoolFlag{Name: "dry-run", Usage: "report each guard and press nothing"},
		&cli.DurationFlag{Name: "deadline", Usage: "hand the line over after `TIME`", Value: orchestrator.DefaultDeadline, DefaultText: "30m"},
		&cli.BoolFlag{Name: "json", Usage: "print the result as JSON"})
}

func compactCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "compact", Usage: "type the line when the turn has ended, and follow the compaction",
		Flags: append(append(runFlags(),
			&cli.StringFlag{Name: "line", Usage: "type `TEXT` instead of the usual words, with or without /compact in front"}), lineFlags()...),
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			return v.start(c, orchestrator.Compact, func(k conversation) (string, error) { return v.lineOf(c, k) }, nil)
		},
	}
}

func clearCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "clear", Usage: "the same for /clear",
		Flags: append(runFlags(), &cli.BoolFlag{Name: "force", Usage: "clear although nothing was saved in this session"}),
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			return v.start(c, orchestrator.Clear, fixed("/clear"), nil)
		},
	}
}

// A text is what a job is to type in a conversation, as far as that is known.
type text func(conversation) (string, error)

func fixed(line string) text { return func(conversation) (string, error) { return line, nil } }

// lineOf is the line to type: the person's own, or one made from the flags and
// from what is to survive of a conversation.
func (v *voice) lineOf(c *cli.Context, k conversation) (string, error) {
	if !c.IsSet("line") {
		line, err := v.composed(c, k)
		if err == nil {
			v.dropped(c, line)
		}
		return line.Text, err
	}
	for _, other := range []string{"items", "lang", "max-chars", "max-words"} {
		if c.IsSet(other) {
			return "", usageError{"--line and --" + other + " exclude each other", "--line goes as it is"}
		}
	}
	text, err := v.without("--line", c.String("line"))
	if err != nil {
		return "", err
	}
	line, err := preserve.Given(text)
	if err != nil {
		return "", usageError{"--line: " + err.Error(), "give the text that follows /compact"}
	}
	return line, nil
}

// start arms a job and, unless it stays in the foreground, leaves it to a
// detached orchestrator.
func (v *voice) start(c *cli.Context, command string, line text, condition *orchestrator.Condition) error {
	where, err := locate(c.Context, c)
	job, derr := v.draft(c, command, line, condition, where.agent)
	if derr != nil {
		return derr
	}
	if err != nil {
		if err := mayClear(c, job); err != nil && (job.Agent.Session != "" || !v.saved) {
			return err
		}
		return v.unplaced(c, job, err)
	}
	job.Target = where.target
	if err := mayClear(c, job); err != nil {
		return err
	}
	store, err := openStore()
	if err != nil {
		return v.giveBack(c, job, err.Error())
	}
	if c.Bool("dry-run") {
		return v.survey(c.Context, c, store, job)
	}
	if condition == nil {
		if taken, err := v.replaceRunning(c, store, job); taken || err != nil {
			return err
		}
	}
	if err := store.Create(&job); err != nil {
		return v.giveBack(c, job, err.Error())
	}
	if c.Bool("foreground") {
		return v.follow(c, store, job)
	}
	if err := spawn(store, job.ID); err != nil {
		return v.abandon(c, store, job, "the orchestrator could not be started: "+err.Error())
	}
	return v.armed(c, job)
}

// mayClear refuses to clear a session of which nothing was saved.
func mayClear(c *cli.Context, job orchestrator.Job) error {
	if job.Command != orchestrator.Clear || c.Bool("force") {
		return nil
	}
	dir, err := stateDir()
	if err != nil {
		return err
	}
	if s, err := dir.Session(job.Agent.Session); err == nil && !s.Saved().Asked.IsZero() {
		return nil
	}
	return usageError{"nothing was saved in this session, and /clear forgets it",
		"savectx save --clear saves first; savectx compact keeps the session; savectx clear --force clears it all the same"}
}

// draft is the job as the flags want it, for the agent that was found or, by
// its session, for the one around this process.
func (v *voice) draft(c *cli.Context, command string, line text, condition *orchestrator.Condition, agent orchestrator.Agent) (orchestrator.Job, error) {
	job := orchestrator.New(command, "")
	job.Agent = agent
	if job.Agent.Session == "" {
		job.Agent.Session = os.Getenv("CLAUDE_CODE_SESSION_ID")
	}
	words, err := line(conversationWith(job.Agent))
	if err != nil {
		return job, err
	}
	if job.Line, err = v.without("the line", words); err != nil { // whatever made it: this is what is typed
		return job, err
	}
	job.Condition, job.Deadline = condition, c.Duration("deadline")
	if job.Deadline < time.Second {
		return job, usageError{fmt.Sprintf("--deadline %s is too short", job.Deadline), "give at least 1s, for example 30m"}
	}
	if c.IsSet("then") {
		text, err := v.without("--then", c.String("then"))
		if err != nil {
			return job, err
		}
		then, err := preserve.Then(text)
		if err != nil {
			return job, usageError{"--then: " + err.Error(), "it is typed as an ordinary prompt of one line"}
		}
		job.Then = then
	}
	if c.Bool("dry-run") && c.Bool("foreground") {
		return job, usageError{"--dry-run and --foreground exclude each other", "--dry-run never types"}
	}
	return job, nil
}

// armed reports a job that is on its way.
func (v *voice) armed(c *cli.Context, job orchestrator.Job) error {
	if c.Bool("json") {
		return v.json(summary(job))
	}
	what := "types the line when the turn has ended"
	if job.Pending {
		what = "is started by the Stop hook when the turn has ended"
	}
	if job.Condition != nil {
		what = "waits: " + job.Condition.Text
	}
	v.say("job %s: %s", job.ID, what)
	return nil
}

type jobSummary struct {
	Job       string             `json:"job"`
	State     orchestrator.State `json:"state"`
	Session   string             `json:"session"`
	Pane      string             `json:"pane"`
	Line      string             `json:"line"`
	Condition string             `json:"condition,omitempty"`
	Reason    string             `json:"reason,omitempty"`
}

func summary(j orchestrator.Job) jobSummary {
	s := jobSummary{Job: j.ID, State: j.State, Session: j.Agent.Session, Pane: j.Target.Pane, Line: j.Line, Reason: j.Reason}
	if j.Condition != nil {
		s.Condition = j.Condition.Text
	}
	return s
}

// unplaced prints the line with the reason why it cannot be typed, unless the
// Stop hook can take the job over.
func (v *voice) unplaced(c *cli.Context, job orchestrator.Job, err error) error {
	var usage usageError
	if errors.As(err, &usage) {
		return err
	}
	if c.Context.Err() != nil {
		return c.Context.Err()
	}
	// The hook types into the session's own pane: one that was named is not for it.
	if errors.Is(err, errSandbox) && job.Condition == nil && !c.IsSet("pane") && !c.Bool("dry-run") && !c.Bool("foreground") {
		if taken, err := v.leaveToHook(c, job); taken {
			return err
		}
	}
	return v.giveBack(c, job, err.Error())
}

// abandon ends a stored job that cannot be worked at.
func (v *voice) abandon(c *cli.Context, store *orchestrator.Store, job orchestrator.Job, reason string) error {
	ended, err := store.Fail(job.ID, reason)
	if errors.Is(err, orchestrator.ErrBusy) { // it is worked at after all, only later than expected
		if job, err = store.Load(job.ID); err != nil {
			return err
		}
		return v.armed(c, job)
	}
	if err == nil {
		job = ended
	}
	return v.handOver(c, job, reason)
}

// giveBack hands over the line of a job that was never stored.
func (v *voice) giveBack(c *cli.Context, job orchestrator.Job, reason string) error {
	job.ID = ""
	return v.handOver(c, job, reason)
}

// handOver prints the line: it is the person's to type.
func (v *voice) handOver(c *cli.Context, job orchestrator.Job, reason string) error {
	job.State, job.Reason = orchestrator.HandedOver, reason
	if c.Bool("json") {
		if err := v.json(summary(job)); err != nil {
			return err
		}
	} else {
		v.say("%s", job.Line)
	}
	if job.Then != "" {
		v.tell("and then, once that is done: %s", oneLine(job.Then))
	}
	return coded{exitNotTyped, errors.New("not typed: " + reason), "paste the line above into the session yourself"}
}

// replaceRunning gives the line to the orchestrator that already works for
// this session, if there is one.
func (v *voice) replaceRunning(c *cli.Context, store *orchestrator.Store, job orchestrator.Job) (bool, error) {
	old, ok := store.Running(job.Agent.Session)
	if !ok {
		return false, nil
	}
	if old.Command != job.Command {
		return true, v.giveBack(c, job, fmt.Sprintf("job %s already waits to %s this session", old.ID, oneLine(old.Command)))
	}
	if old.Pending { // nobody works at it yet
		if _, err := store.Cancel(old.ID); err != nil {
			return true, v.giveBack(c, job, err.Error())
		}
		v.tell("job %s was waiting for the Stop hook: it is cancelled, this one takes its place", old.ID)
		return false, nil
	}
	took, err := store.Replace(old.ID, job.Line, job.Then)
	switch {
	case errors.Is(err, orchestrator.ErrTooLate) && took.State.Ended():
		return false, nil // it has just ended: this one is a job of its own
	case err != nil:
		return true, v.giveBack(c, job, err.Error())
	}
	v.tell("job %s was already waiting for this session: it has the new line", old.ID)
	if c.Bool("foreground") {
		return true, v.await(c, store, took.ID)
	}
	return true, v.armed(c, took)
}

// leaveToHook writes the job down for the Stop hook, which runs outside the
// sandbox, where that hook is installed.
func (v *voice) leaveToHook(c *cli.Context, job orchestrator.Job) (taken bool, err error) {
	id := os.Getenv("CLAUDE_CODE_SESSION_ID")
	config, err := claude.Folder(os.Getenv)
	if id == "" || err != nil || !claude.HookInstalled(config, os.Getenv("CLAUDE_PROJECT_DIR"), "Stop") {
		return false, nil
	}
	dir, err := stateDir()
	if err != nil {
		return false, nil
	}
	s, err := dir.Session(id)
	if err != nil {
		return false, nil
	}
	job.Pending, job.Agent.Session, job.Agent.Config = true, id, config
	store := orchestrator.NewStore(dir.Jobs())
	if taken, err := v.replaceRunning(c, store, job); taken || err != nil {
		return taken, err
	}
	if store.Create(&job) != nil {
		return false, nil
	}
	if err := s.PutPending(job.ID); err != nil {
		return true, v.abandon(c, store, job, err.Error())
	}
	v.tell("tmux cannot be reached from this sandbox: the Stop hook starts the job")
	return true, v.armed(c, job)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/cmd/savectx/hook"
	"savectx/orchestrator/session"
)

// hookCommand answers 0 whatever happens: to the client, exit code 2 of a hook
// means that the event is to be blocked. What went wrong is in the hooks' log.
func hookCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "hook", Usage: "entry point of the client's hooks: reads one event on stdin", ArgsUsage: "EVENT",
		OnUsageError: func(_ *cli.Context, err error, _ bool) error {
			v.tell("hook: %s", oneLine(err.Error()))
			return nil
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				v.tell("hook needs the name of one event: it is called by the client, with JSON on stdin")
				return nil
			}
			name := c.Args().First()
			signal.Ignore(syscall.SIGPIPE) // a client that has stopped listening is no reason to end badly
			next, since, handed := hook.Handed(os.Getenv)
			if !handed {
				since = time.Now()
			}
			time.AfterFunc(time.Until(since.Add(v.hookLimit)), func() { hook.Leave(name, "not done after "+v.hookLimit.String()) })
			if err := v.onEvent(c.Context, name, os.Stdin, next); err != nil {
				err = errors.New(v.withoutSecrets(err.Error()))
				hook.Log(name, err)
				v.tell("hook %s: %s", oneLine(name), oneLine(err.Error()))
			}
			hook.Log(name, v.out.err)
			v.out.err = nil
			return nil
		},
	}
}

// occasion is one event, with everything its answer is made from.
type occasion struct {
	*voice
	h hook.Hook
	e hook.Event
	s session.Session
}

// onEvent reads one event and does all that is to be done for it. next is what
// the small program has found, if it was there before.
func (v *voice) onEvent(ctx context.Context, name string, stdin io.Reader, next hook.Next) (err error) {
	defer caught(&err)
	h, err := hook.New(os.Getenv, config.HooksAt)
	if err != nil {
		return err
	}
	var e hook.Event
	read := func() (_ []byte, err error) {
		defer caught(&err) // it runs in a goroutine of its own
		e, _, err = hook.Read(stdin, name)
		return nil, err
	}
	if _, err := until(ctx, read); err != nil {
		return err
	}
	if !next.More {
		next, err = h.Run(e)
	}
	if !next.More {
		return err
	}
	s, serr := h.State.Session(e.Session)
	if serr != nil {
		return serr
	}
	return errors.Join(err, occasion{v, h, e, s}.answer(next))
}

// panicked is a panic as an error: left alone it would exit with 2.
type panicked struct {
	value any
	stack []byte
}

func (p panicked) Error() string { return fmt.Sprint(p.value) }

// caught is deferred.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = panicked{p, debug.Stack()}
	}
}

// answer does what the fast path left.
func (o occasion) answer(next hook.Next) error {
	switch o.e.Name {
	case "UserPromptSubmit", "PostToolUse":
		return o.note()
	case "Stop", "StopFailure":
		if job, ok := o.s.PendingJob(); ok {
			return o.startPending(job)
		}
		return o.auto(next.Auto)
	case "PreCompact":
		return o.preserve()
	case "PostCompact":
		return o.summary()
	case "SessionStart":
		return o.start()
	case "SessionEnd":
		return o.end()
	}
	return nil
}

// reply is what a hook answers on stdout.
type reply struct {
	Message string        `json:"systemMessage,omitempty"` // for the person
	Context *extraContext `json:"hookSpecificOutput,omitempty"`
}

type extraContext struct {
	Event string `json:"hookEventName"`
	Text  string `json:"additionalContext"` // for the model
}

// contextLimit is the longest text a client takes into the context as it is,
// in characters: a longer one it puts into a file (2.1.332).
const contextLimit = 10_000

// reply prints what there is to say, in one write.
func (o occasion) reply(message, text string) error {
	var r reply
	if message == "" && text == "" {
		return nil
	}
	r.Message = o.withoutSecrets(message)
	if text != "" {
		r.Context = &extraContext{o.e.Name, firstRunes(o.withoutSecrets(text), contextLimit)}
	}
	return o.json(r)
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

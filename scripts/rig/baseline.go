package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"savectx/scripts/live"
)

// fixedWait is how a script without eyes does it: wait, cancel the mode once,
// send the line as keys, wait, Enter. It returns when Enter was sent.
func fixedWait(ctx context.Context, p *live.Pane, line string) (time.Time, error) {
	const wait, gap, pause = 10 * time.Second, 200 * time.Millisecond, 400 * time.Millisecond
	steps := []struct {
		after time.Duration
		args  []string
	}{
		{wait, []string{"send-keys", "-t", p.ID, "-X", "cancel"}},
		{gap, []string{"send-keys", "-t", p.ID, "-l", line}},
		{pause, []string{"send-keys", "-t", p.ID, "Enter"}},
	}
	for _, s := range steps {
		select {
		case <-time.After(s.after):
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		}
		_, _ = p.Server().Run(s.args...) // a script without eyes does not look
	}
	return time.Now(), nil
}

// situation is what the line meets.
type situation struct {
	name    string
	setup   func(context.Context, *live.Client) error
	release func(context.Context, *live.Client) error // what the person does 14 seconds later
	draft   string                                    // must be in the composer, or the stash, afterwards
	never   bool                                      // no compaction can happen; handing over is right
}

const ask = "keep the line; `touch ran`"

func keys(names ...string) func(context.Context, *live.Client) error {
	return func(_ context.Context, c *live.Client) error { return c.Keys(names...) }
}

func typed(texts ...string) func(context.Context, *live.Client) error {
	return func(ctx context.Context, c *live.Client) error {
		for _, t := range texts {
			var err error
			if strings.HasPrefix(t, "<") {
				err = c.Keys(strings.Trim(t, "<>"))
			} else {
				err = c.Write(ctx, t)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func situations() []situation {
	asked := func(prompt, shown string) func(context.Context, *live.Client) error {
		return func(ctx context.Context, c *live.Client) error {
			if err := c.Ask(ctx, prompt); err != nil {
				return err
			}
			return c.UntilShows(ctx, shown)
		}
	}
	return []situation{
		{name: "idle"},
		{name: "short turn", setup: asked("[[slow 3s]]", "esc to interrupt")},
		{name: "long turn", setup: asked("[[talk 16s]]", "Still at work")},
		{name: "scrolled back", setup: func(ctx context.Context, c *live.Client) error {
			_, err := c.Server().Run("copy-mode", "-u", "-t", c.ID)
			return err
		}},
		{name: "permission dialog", setup: asked("[[bash touch approved]]", "Do you want to proceed?"), release: keys("Escape")},
		{name: "question", setup: asked("[[ask Which colour?|Red|Blue]]", "Which colour?"), release: keys("Escape")},
		{name: "picker", setup: typed("/model", "<Enter>"), release: keys("Escape")},
		{name: "shell mode", setup: typed("!"), release: keys("BSpace")},
		{name: "a draft", setup: typed("half a thought"), draft: "half a thought"},
		{name: "a draft and a stash", setup: typed("the first", "<C-s>", "the second"), draft: "the second", never: true},
		{name: "exited to a shell", setup: func(ctx context.Context, c *live.Client) error {
			r, err := c.Record()
			if err != nil {
				return err
			}
			time.AfterFunc(2*time.Second, func() { _ = syscall.Kill(r.PID, syscall.SIGTERM) })
			return nil
		}, never: true},
		{name: "suspended", setup: func(ctx context.Context, c *live.Client) error {
			time.AfterFunc(100*time.Millisecond, func() { _ = c.Keys("C-z") })
			return nil
		}, never: true},
		{name: "synchronised panes", setup: func(ctx context.Context, c *live.Client) error {
			if _, err := c.Server().Run("split-window", "-d", "-t", c.ID, "exec cat > "+c.Root+"/neighbour"); err != nil {
				return err
			}
			_, err := c.Server().Run("set-window-option", "-t", c.ID, "synchronize-panes", "on")
			return err
		}, never: true},
	}
}

// baseline runs both ways of typing through the same situations.
func (r rig) baseline(ctx context.Context, only []string) error {
	score := map[string]int{}
	n := 0
	for _, s := range situations() {
		if len(only) > 0 && !slices.Contains(only, s.name) {
			continue
		}
		n++
		row := fmt.Sprintf("%-20s", s.name)
		for _, way := range []string{"fixed wait", "savectx"} {
			verdict, err := r.meet(ctx, s, way)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", s.name, way, err)
			}
			if verdict == "held" {
				score[way]++
			}
			row += fmt.Sprintf("  %s: %-34s", way, verdict)
		}
		fmt.Println(strings.TrimRight(row, " "))
	}
	fmt.Printf("held: fixed wait %d of %d, savectx %d of %d\n", score["fixed wait"], n, score["savectx"], n)
	return nil
}

func (r rig) meet(ctx context.Context, s situation, way string) (string, error) {
	o := r.opts
	o.Under = []string{"bash", "--norc", "-c", `set -m; "$@"; PS1='$ ' exec bash --norc -i`, "bash"}
	c, err := live.Start(ctx, o)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err := errors.Join(c.Ask(ctx, "hello [[say Good day.]]"), c.UntilShows(ctx, "Good day."), c.AwaitIdle(ctx)); err != nil {
		return "", err
	}
	if s.setup != nil {
		if err := s.setup(ctx, c); err != nil {
			return "", err
		}
	}
	if s.release != nil {
		timer := time.AfterFunc(14*time.Second, func() { _ = s.release(ctx, c) })
		defer timer.Stop()
	}
	if way == "savectx" {
		id, err := c.Arm(ctx, r.program, o, "compact", "--line", ask, "--deadline", "20s")
		if err == nil {
			_, err = c.AwaitEnd(ctx, id)
		}
		if err != nil && !s.never {
			return "", err
		}
	} else if _, err := fixedWait(ctx, c.Pane, "/compact "+ask); err != nil {
		return "", err
	}
	return r.judge(ctx, s, c), nil
}

// judge waits a moment for what is still coming, and says what went wrong.
func (r rig) judge(ctx context.Context, s situation, c *live.Client) string {
	time.Sleep(6 * time.Second)
	exists := func(name string) bool { _, err := os.Stat(filepath.Join(c.Work, name)); return err == nil }
	neighbour, _ := os.ReadFile(c.Root + "/neighbour")
	compactions := c.Model.Compactions()
	exact := 0
	for _, q := range compactions {
		if told, _ := q.Instructions(); strings.HasPrefix(told, ask) {
			exact++
		}
	}
	switch screen := c.Screen(); {
	case exists("approved"):
		return "approved the dialog"
	case exists("ran"):
		return "a shell ran a part of it"
	case len(neighbour) > 0:
		return "typed into the neighbour"
	case sentAsPrompt(c):
		return "sent as a prompt"
	case s.never && len(compactions) == 0 && strings.Contains(screen, ask):
		return "typed into the wrong place"
	case s.draft != "" && !strings.Contains(screen, s.draft):
		return "the draft is lost"
	case len(compactions) > 1:
		return "compacted twice"
	case !s.never && exact == 0:
		return "no compaction"
	}
	return "held"
}

func sentAsPrompt(c *live.Client) bool {
	for _, q := range c.Model.Requests() {
		if q.Compaction() {
			continue
		}
		for _, p := range q.Prompts() {
			if strings.Contains(p, ask) && !strings.Contains(p, "<command-args>") {
				return true
			}
		}
		for _, m := range q.Messages {
			for _, res := range m.Results {
				if strings.Contains(res, "Red") || strings.Contains(res, ask) {
					return true // the question was answered by the keys
				}
			}
		}
	}
	return false
}

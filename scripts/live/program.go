package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
)

// Build compiles savectx and the program of its hooks into dir, and returns
// the path of the former.
func Build(ctx context.Context, dir string) (string, error) {
	build := exec.CommandContext(ctx, "go", "build", "-o", dir+"/", "savectx/cmd/savectx", "savectx/cmd/savectx-hook")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return filepath.Join(dir, "savectx"), nil
}

// Record is the client's own session record.
func (c *Client) Record() (claude.Record, error) {
	all := claude.Records(c.Config)
	if len(all) != 1 {
		return claude.Record{}, fmt.Errorf("%d session records, want 1", len(all))
	}
	return all[0], nil
}

// Transcript is the newest transcript; one that does not exist yet has a
// name nobody uses.
func (c *Client) Transcript() string {
	if all := c.Transcripts(); len(all) > 0 {
		return all[len(all)-1]
	}
	return filepath.Join(c.Config, "no-transcript-yet")
}

// AwaitIdle waits for the end of the running turn.
func (c *Client) AwaitIdle(ctx context.Context) error {
	return c.Until(ctx, func(string) error {
		r, err := c.Record()
		if err != nil {
			return err
		}
		if r.Tells() && r.Status != "idle" {
			return errors.New("the client is " + r.Status + ", not idle")
		}
		if tail, err := claude.ReadTail(c.Transcript()); err != nil || !tail.Over || tail.Empty {
			return fmt.Errorf("the transcript's last turn is not over: %v", err)
		}
		return nil
	})
}

// AwaitBusy waits until a turn runs.
func (c *Client) AwaitBusy(ctx context.Context) error {
	return c.Until(ctx, func(string) error {
		r, err := c.Record()
		if err == nil && r.Tells() && r.Status != "busy" {
			err = errors.New("the client is " + r.Status + ", not busy")
		}
		return err
	})
}

// Ask types a prompt and submits it, as a person does.
func (c *Client) Ask(ctx context.Context, prompt string) error {
	if err := c.Write(ctx, prompt); err != nil {
		return err
	}
	return c.Keys("Enter")
}

// Write types text and waits until its end is on the screen.
func (c *Client) Write(ctx context.Context, text string) error {
	if err := c.Type(text); err != nil {
		return err
	}
	tail := []rune(text)
	want := Squeeze(string(tail[max(0, len(tail)-8):]))
	return c.Until(ctx, func(screen string) error {
		if !strings.Contains(Squeeze(screen), want) {
			return fmt.Errorf("%q is not on the screen", want)
		}
		return nil
	})
}

// Squeeze drops all white space, so that wrapped text can be found.
func Squeeze(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\u00a0", " ")), "")
}

// Store is the folder of the jobs of this session's savectx.
func (c *Client) Store() *orchestrator.Store {
	return orchestrator.NewStore(filepath.Join(c.Root, "state", "savectx", "jobs"))
}

// At are the flags that name this client's pane.
func (c *Client) At() []string { return []string{"--pane", c.ID, "--socket", c.Server().Socket} }

// Savectx is one call of the program with this session's environment, from a
// shell outside tmux.
func (c *Client) Savectx(ctx context.Context, program string, o Options, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env, cmd.Dir = c.Env(o), c.Work
	return cmd
}

// Arm runs `savectx compact` or another command that arms a job, and returns
// the job's id.
func (c *Client) Arm(ctx context.Context, program string, o Options, args ...string) (string, error) {
	cmd := c.Savectx(ctx, program, o, append(append(args, "--json"), c.At()...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("savectx %s: %w: %s", args[0], err, out)
	}
	var doc struct{ Job string }
	if err := json.Unmarshal(out, &doc); err != nil || doc.Job == "" {
		return "", fmt.Errorf("no job in %q: %v", out, err)
	}
	return doc.Job, nil
}

// AwaitEnd waits for a job's end.
func (c *Client) AwaitEnd(ctx context.Context, id string) (orchestrator.Job, error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	for {
		job, err := c.Store().Settle(id)
		if err == nil && job.State.Ended() {
			return job, nil
		}
		select {
		case <-ctx.Done():
			return job, fmt.Errorf("job %s has not ended, it is %s (%s): %v\n%s", id, job.State, job.Reason, err, c.Screen())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Boundaries counts the compactions in the transcript.
func (c *Client) Boundaries() int {
	n := 0
	_ = claude.Follow(c.Transcript(), 0).Next(func(r claude.Row) {
		if r.Kind == claude.RowBoundary {
			n++
		}
	})
	return n
}

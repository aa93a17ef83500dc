package main

import (
	"context"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

// rig is what every measurement needs.
type rig struct {
	program string
	opts    live.Options
}

func bench(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: bench scan [N], bench save [N], bench hook [N], bench inject [N], bench soak [N], bench preserve [MiB], bench memory [N], bench baseline")
	}
	dir, err := os.MkdirTemp("", "savectx-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := rig{opts: live.Options{Path: []string{dir}}}
	if r.program, err = live.Build(ctx, dir); err != nil {
		return err
	}
	switch args[0] {
	case "scan":
		return r.scan(ctx, count(args, 10_000))
	case "save":
		return r.save(ctx, count(args, 1000))
	case "hook":
		return r.hook(ctx, count(args, 200))
	case "inject":
		return r.inject(ctx, count(args, 40))
	case "soak":
		return r.soak(ctx, count(args, 200))
	case "preserve":
		return r.preserve(ctx, count(args, 100))
	case "memory":
		return r.memory(ctx, count(args, 100_000))
	case "baseline":
		return r.baseline(ctx, args[1:])
	}
	return fmt.Errorf("there is no measurement %q: scan, save, hook, inject, soak, preserve, memory, baseline", args[0])
}

func count(args []string, usual int) int {
	if len(args) > 1 {
		if n, err := strconv.Atoi(args[1]); err == nil && n > 0 {
			return n
		}
	}
	return usual
}

// long is a line of 800 characters, with /compact in front.
var long = func() string {
	s := strings.Repeat("a decision with its reason, ", 40)
	return s[:800-len("/compact ")-4] + "end."
}()

// inject measures the time from the end of a turn to the Enter, and what an
// orchestrator costs while it waits.
func (r rig) inject(ctx context.Context, n int) error {
	c, err := live.Start(ctx, r.opts)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := r.waiting(ctx, c); err != nil {
		return err
	}
	var ours, fixed []time.Duration
	for i := range n {
		took, err := r.once(ctx, c)
		if err != nil {
			return err
		}
		ours = append(ours, took)
		if i%20 == 10 { // the baseline, in the same minute
			took, err := r.onceFixed(ctx, c)
			if err != nil {
				return err
			}
			fixed = append(fixed, took)
		}
	}
	fmt.Printf("turn end to Enter, line of %d characters, %d runs\n", len("/compact ")+len(long), n)
	fmt.Printf("  savectx     %s\n", spread(ours))
	fmt.Printf("  fixed wait  %s\n", spread(fixed))
	return nil
}

// turn has one short turn and returns when it ended by the client's record.
func (r rig) turn(ctx context.Context, c *live.Client, arm func() error) (time.Time, error) {
	if err := c.Ask(ctx, "work [[slow 700ms]]"); err != nil {
		return time.Time{}, err
	}
	if err := c.AwaitBusy(ctx); err != nil {
		return time.Time{}, err
	}
	if err := arm(); err != nil {
		return time.Time{}, err
	}
	for ctx.Err() == nil {
		if rec, err := c.Record(); err == nil && rec.Status == "idle" {
			return rec.Since(), nil
		}
		time.Sleep(2 * time.Millisecond)
	}
	return time.Time{}, ctx.Err()
}

func (r rig) once(ctx context.Context, c *live.Client) (time.Duration, error) {
	var id string
	ended, err := r.turn(ctx, c, func() (err error) {
		id, err = c.Arm(ctx, r.program, r.opts, "compact", "--line", long)
		return err
	})
	if err != nil {
		return 0, err
	}
	job, err := c.AwaitEnd(ctx, id)
	if err != nil {
		return 0, err
	}
	if job.State != orchestrator.Compacted {
		return 0, fmt.Errorf("job %s: %s: %s", id, job.State, job.Reason)
	}
	for _, h := range job.History {
		if h.State == orchestrator.Submitted {
			return h.At.Sub(ended), c.AwaitIdle(ctx)
		}
	}
	return 0, fmt.Errorf("job %s was never submitted", id)
}

func (r rig) onceFixed(ctx context.Context, c *live.Client) (time.Duration, error) {
	before := c.Boundaries()
	var entered time.Time
	done := make(chan error, 1)
	ended, err := r.turn(ctx, c, func() error {
		go func() {
			var err error
			entered, err = fixedWait(ctx, c.Pane, "/compact "+long[:600])
			done <- err
		}()
		return nil
	})
	if err != nil {
		return 0, err
	}
	if err := <-done; err != nil {
		return 0, err
	}
	return entered.Sub(ended), c.Until(ctx, func(string) error {
		if c.Boundaries() == before {
			return fmt.Errorf("no compaction yet")
		}
		return nil
	})
}

// waiting reads what an orchestrator has used after 20 seconds of a turn.
func (r rig) waiting(ctx context.Context, c *live.Client) error {
	if err := c.Ask(ctx, "work [[slow 24s]]"); err != nil {
		return err
	}
	if err := c.AwaitBusy(ctx); err != nil {
		return err
	}
	id, err := c.Arm(ctx, r.program, r.opts, "compact", "--line", long)
	if err != nil {
		return err
	}
	pid, err := orchestratorOf(id)
	if err != nil {
		return err
	}
	time.Sleep(time.Second) // its start is over
	before, _, err := usage(pid)
	if err != nil {
		return err
	}
	const span = 20 * time.Second
	time.Sleep(span)
	after, peak, err := usage(pid)
	if err != nil {
		return err
	}
	fmt.Printf("waiting orchestrator: %.3f %% of a core over %s, peak %.1f MiB\n",
		100*(after-before).Seconds()/span.Seconds(), span, float64(peak)/1024)
	_, err = c.AwaitEnd(ctx, id)
	return err
}

// soak compacts n times in a row in one session.
func (r rig) soak(ctx context.Context, n int) error {
	c, err := live.Start(ctx, r.opts)
	if err != nil {
		return err
	}
	defer c.Close()
	proven, lost := 0, 0
	var took []time.Duration
	for i := range n {
		start := time.Now()
		text := fmt.Sprintf("Keep round %d, letter for letter.", i+1)
		if _, err := r.turn(ctx, c, func() error { return nil }); err != nil {
			return err
		}
		id, err := c.Arm(ctx, r.program, r.opts, "compact", "--line", text)
		if err != nil {
			return err
		}
		job, err := c.AwaitEnd(ctx, id)
		if err != nil {
			return err
		}
		if job.State == orchestrator.Compacted {
			proven++
		} else {
			lost++
			fmt.Printf("round %d: %s: %s\n", i+1, job.State, job.Reason)
		}
		took = append(took, time.Since(start))
	}
	doubled := 0
	seen := map[string]int{}
	for _, q := range c.Model.Compactions() {
		told, _ := q.Instructions()
		if seen[told]++; seen[told] > 1 {
			doubled++
		}
	}
	fmt.Printf("%d compactions in a row: %d proven, %d lost, %d doubled; %d boundaries in the transcript; a round took %s\n",
		n, proven, lost, doubled, c.Boundaries(), spread(took))
	return nil
}

// spread is minimum, median, 99th percentile and maximum.
func spread(d []time.Duration) string {
	if len(d) == 0 {
		return "not measured"
	}
	sort.Slice(d, func(i, k int) bool { return d[i] < d[k] })
	at := func(p float64) time.Duration { return d[min(len(d)-1, int(p*float64(len(d))))].Round(time.Millisecond) }
	return fmt.Sprintf("min %s, median %s, 99th percentile %s, max %s", at(0), at(0.5), at(0.99), at(1))
}

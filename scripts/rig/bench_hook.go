// What the hooks cost: each event as a whole process, beside true and Python.

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// place is a home folder in which nothing is due for any event.
type place struct {
	what       string
	env        []string
	cwd        string
	transcript string
}

// hook measures each event in four places. The rounds go through all programs,
// so that what else the machine does falls on each of them.
func (r rig) hook(ctx context.Context, n int) error {
	small := filepath.Join(filepath.Dir(r.program), "savectx-hook")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", small, "savectx/cmd/savectx-hook").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	dir, err := os.MkdirTemp("", "savectx-hook-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	short, long := filepath.Join(dir, "short.jsonl"), filepath.Join(dir, "long.jsonl")
	if err := transcripts(short, long); err != nil {
		return err
	}
	for i, p := range []place{
		{what: "settings of 60 lines, transcript of 100 KiB", transcript: short},
		{what: "settings of 60 lines, transcript of 1 GiB", transcript: long},
		{what: "settings of 5,000 lines, transcript of 100 KiB", transcript: short},
		{what: "settings of 5,000 lines, transcript of 1 GiB", transcript: long},
	} {
		lines := 60
		if i >= 2 {
			lines = 5000
		}
		if err := p.furnish(filepath.Join(dir, fmt.Sprint("home", i)), lines); err != nil {
			return err
		}
		if err := p.measure(ctx, small, r.program, n); err != nil {
			return err
		}
	}
	return nil
}

// took is what the runs of one event took.
type took struct{ nothing, fast, whole []time.Duration }

// measure runs every event n times, and prints.
func (p place) measure(ctx context.Context, small, whole string, n int) error {
	python, nothing := pythonPath(ctx), lookPath("true")
	all := map[string]*took{}
	var pythons []time.Duration
	for range n {
		for _, event := range hookEvents {
			t := all[event]
			if t == nil {
				t = &took{}
				all[event] = t
			}
			input := p.event(event)
			for _, run := range []struct {
				to   *[]time.Duration
				args []string
			}{{&t.nothing, []string{nothing}}, {&t.fast, []string{small, event}}, {&t.whole, []string{whole, "hook", event}}} {
				if err := p.run(ctx, run.to, input, run.args...); err != nil {
					return err
				}
			}
		}
		if python != "" {
			if err := p.run(ctx, &pythons, p.event("Stop"), python, "-c", "import json,sys"); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%s, nothing due, page cache warm, %d runs; milliseconds: median, 99th percentile\n", p.what, n)
	if python != "" {
		fmt.Printf("  python3 -c \"import json,sys\"  %s\n", figures(pythons))
	}
	fmt.Printf("  %-17s %-14s %-14s %6s %8s   %-14s %6s   %s\n", "", "true", "savectx-hook", "/ true", "/ python", "savectx hook", "/ true", "savectx-hook starts, syncs")
	for _, event := range hookEvents {
		t := all[event]
		pythonRatio := "-"
		if python != "" {
			pythonRatio = ratio(t.fast, pythons)
		}
		fmt.Printf("  %-17s %-14s %-14s %6s %8s   %-14s %6s   %s\n", event, figures(t.nothing), figures(t.fast), ratio(t.fast, t.nothing),
			pythonRatio, figures(t.whole), ratio(t.whole, t.nothing), p.calls(ctx, small, event))
	}
	return nil
}

func lookPath(name string) string {
	path, _ := exec.LookPath(name)
	return path
}

// pythonPath is Python itself: what PATH leads to can be a script of a version
// manager, which starts ten times slower.
func pythonPath(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func figures(d []time.Duration) string {
	sorted := slices.Sorted(slices.Values(d))
	return fmt.Sprintf("%.2f  %.2f", milliseconds(median(d)), milliseconds(sorted[min(len(d)-1, len(d)*99/100)]))
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func ratio(a, b []time.Duration) string {
	return fmt.Sprintf("%.2f", float64(median(a))/float64(median(b)))
}

// run runs a program once, with the event in a pipe that is closed behind it,
// as the client does, and notes how long that took.
func (p place) run(ctx context.Context, to *[]time.Duration, input string, args ...string) error {
	cmd := p.command(ctx, args...)
	stdin, err := piped(input)
	if err != nil {
		return err
	}
	defer stdin.Close()
	cmd.Stdin = stdin
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%q: %w", args, err)
	}
	*to = append(*to, time.Since(began))
	return nil
}

func (p place) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env, cmd.Dir = p.env, p.cwd
	return cmd
}

// piped is the reading end of a pipe that holds text and is at its end.
func piped(text string) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Close()
	_, err = w.WriteString(text)
	return r, err
}

// calls counts, with strace, the processes an event starts and how often it
// waits for the disk.
func (p place) calls(ctx context.Context, program, event string) string {
	strace := lookPath("strace")
	if strace == "" {
		return "not counted: there is no strace"
	}
	trace := filepath.Join(filepath.Dir(p.cwd), "trace")
	stdin, err := piped(p.event(event))
	if err != nil {
		return err.Error()
	}
	defer stdin.Close()
	cmd := p.command(ctx, strace, "-f", "-qq", "-o", trace, "-e", "trace=fork,vfork,clone,clone3,fsync,fdatasync,sync,syncfs,msync,sync_file_range", program, event)
	cmd.Stdin = stdin
	if err := cmd.Run(); err != nil {
		return "not counted: strace: " + err.Error()
	}
	data, err := os.ReadFile(trace)
	if err != nil {
		return err.Error()
	}
	starts, syncs := 0, 0
	for line := range strings.Lines(string(data)) {
		switch {
		case strings.Contains(line, "resumed>"), strings.Contains(line, "???("), !strings.Contains(line, "("):
		case strings.Contains(line, "sync"):
			syncs++
		case !strings.Contains(line, "CLONE_THREAD"):
			starts++
		}
	}
	return fmt.Sprintf("%d, %d", starts, syncs)
}

// The one runner of the tmux program.

package tmux

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

const (
	// callLimit bounds one tmux call. A healthy server answers in milliseconds;
	// expiry means a stopped or wedged server, or a client waiting for a person
	// (send-keys into copy-mode, 3.3 and later), and is reported as ErrUnknown.
	callLimit = 5 * time.Second

	// drainLimit bounds the wait for the end of the output once the client is
	// gone. An old server keeps the client's descriptors open after a newer
	// client was killed (seen with 2.6), so the end may never come. Expiry means
	// that output may be missing: ErrUnknown.
	drainLimit = time.Second

	// tidyLimit bounds a best-effort clean-up after a call that went wrong.
	tidyLimit = time.Second
)

// errNotStarted says that no tmux ran at all, so nothing can have happened.
var errNotStarted = errors.New("tmux was not started")

// run starts program with -u (without it, non-ASCII output becomes "_" in a C
// locale) and -S socket, and returns its standard output whole.
//
// An error is ErrUnknown after a time-out, a cancellation or a signal, with
// whatever came out by then; the sentinel of classify where tmux's first line of
// complaint has one; and plain otherwise. A context that is over beforehand
// starts nothing: errNotStarted.
func run(ctx context.Context, program, socket, stdin string, args ...string) (string, error) {
	verb := args[0]
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("%w: tmux %s: %w", errNotStarted, verb, err)
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()

	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program, append([]string{"-u", "-S", socket}, args...)...)
	cmd.Args[0] = "tmux"
	cmd.Dir = "/"
	cmd.Env = environ(os.Environ())
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if stdin != "" {
		cmd.Stdin = strings.NewReader(stdin)
	}
	// Its own group: a Ctrl-C for us must not cut a command in two, and the
	// kill reaches whatever the client started.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = drainLimit

	err := cmd.Run()
	switch {
	case err == nil:
		return stdout.String(), nil
	case cmd.Process == nil:
		return "", fmt.Errorf("%w: tmux %s: %w", errNotStarted, verb, err)
	case ctx.Err() != nil:
		return stdout.String(), fmt.Errorf("%w: tmux %s: %w", ErrUnknown, verb, ctx.Err())
	case errors.Is(err, exec.ErrWaitDelay):
		return stdout.String(), fmt.Errorf("%w: tmux %s: its output did not end", ErrUnknown, verb)
	case cmd.ProcessState != nil && !cmd.ProcessState.Exited():
		return stdout.String(), fmt.Errorf("%w: tmux %s: %s", ErrUnknown, verb, cmd.ProcessState)
	}
	line := firstLine(stderr.String())
	if line == "" {
		line = err.Error()
	}
	if kind := classify(line); kind != nil {
		return "", fmt.Errorf("%w: tmux %s: %s", kind, verb, line)
	}
	return "", fmt.Errorf("tmux %s: %s", verb, line)
}

// environ drops the variables that would point a client at another server or
// let it believe that it is nested.
func environ(all []string) []string {
	kept := make([]string, 0, len(all))
	for _, kv := range all {
		name, _, _ := strings.Cut(kv, "=")
		if name != "TMUX" && name != "TMUX_PANE" {
			kept = append(kept, kv)
		}
	}
	return kept
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}

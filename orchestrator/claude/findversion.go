// Which version of the client is in use here.

package claude

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	askPatience = 10 * time.Second // then the client is taken to hang
	askOutput   = 200              // bytes of its answer that are read
)

// FindVersion tells the client's version and where that is known from: the
// running session that started last, else what `claude --version` on PATH
// answers within 10 seconds. The error says what was tried.
func FindVersion(ctx context.Context, config string, getenv func(string) string) (v Version, from string, err error) {
	records := Records(config)
	slices.SortFunc(records, func(a, b Record) int { return int(min(max(b.StartedAt-a.StartedAt, -1), 1)) })
	for _, r := range records {
		if v := ParseVersion(r.Version); v.Known() && running(r.PID) {
			return v, fmt.Sprintf("the running session %s (process %d)", r.SessionID, r.PID), nil
		}
	}
	program, err := lookPath("claude", getenv("PATH"))
	if err != nil {
		return Version{}, "", fmt.Errorf("no running session in %s tells its version, and %w", filepath.Join(config, "sessions"), err)
	}
	answer, err := askVersion(ctx, program, getenv)
	if v := ParseVersion(answer); err == nil && v.Known() {
		return v, program + " --version", nil
	}
	if err == nil {
		err = fmt.Errorf("it answered %q", answer)
	}
	return Version{}, "", fmt.Errorf("no running session in %s tells its version, and %s --version does not either: %w", filepath.Join(config, "sessions"), program, err)
}

// running tells whether a process of that id is there, ours or not.
func running(pid int) bool {
	if pid <= 0 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// lookPath is exec.LookPath for a PATH that is given; what it names relative
// to the working folder is passed over.
func lookPath(name, path string) (string, error) {
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file, nil
		}
	}
	return "", fmt.Errorf("no program %s is on PATH", name)
}

// askVersion runs the client in an environment without anything of the
// session it may be called from.
func askVersion(ctx context.Context, program string, getenv func(string) string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, askPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.Dir = "/"
	for _, name := range []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "CLAUDE_CONFIG_DIR"} {
		if v := getenv(name); v != "" {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.Env = append(cmd.Env, "DISABLE_AUTOUPDATER=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a wrapper's children end with it
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout = &bounded{&out, askOutput}
	err := cmd.Run()
	if ctx.Err() != nil {
		err = fmt.Errorf("no answer within %s", askPatience)
	}
	return strings.TrimSpace(out.String()), err
}

// bounded keeps the first bytes and swallows the rest.
type bounded struct {
	to   io.Writer
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	keep := p[:min(len(p), b.left)]
	b.left -= len(keep)
	if _, err := b.to.Write(keep); err != nil {
		return 0, err
	}
	return len(p), nil
}

// What these tests share: both programs as they are built, and a home for them.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// programs is the folder of both programs.
var programs string

func TestMain(m *testing.M) { os.Exit(withPrograms(m.Run)) }

func withPrograms(run func() int) int {
	dir, err := os.MkdirTemp("", "savectx-hook-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if out, err := exec.Command("go", "build", "-o", dir, ".", "../savectx").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	programs = dir
	return run()
}

const session = "11111111-2222-4333-8444-555555555555"

var events = []string{"UserPromptSubmit", "PostToolUse", "Stop", "StopFailure", "PreCompact", "PostCompact", "SessionStart", "SessionEnd"}

// home is a person's home. Nothing is due in it, but PreCompact has a list to
// print and SessionStart a name to say.
type home struct {
	dir string
	env []string
}

func newHome(t *testing.T) home {
	t.Helper()
	dir := t.TempDir()
	h := home{dir, []string{
		"HOME=" + filepath.Join(dir, "home"), "XDG_STATE_HOME=" + filepath.Join(dir, "state"), "CLAUDE_CONFIG_DIR=" + filepath.Join(dir, "claude"),
		"TMPDIR=" + filepath.Join(dir, "tmp"), "PATH=" + os.Getenv("PATH"), "LC_ALL=C",
	}}
	h.write(t, "claude/settings.json", `{"permissions": {"allow": ["Bash(ls)"]}}`)
	h.write(t, "shop/t.jsonl", `{"type":"assistant","message":{"model":"claude-sonnet-4-5","content":[],"usage":{"input_tokens":70000}}}`+"\n")
	h.write(t, "state/savectx/swept", "today\n")
	h.write(t, "state/savectx/sessions/"+session+"/saved.json",
		`{"id":"abcdef","at":"2026-11-30T10:00:00Z","snapshot":{"version":1,"topic":"Mail","items":[{"kind":"decision","text":"Klaviyo, not Mailchimp","why":"built-in cart event"}]}}`)
	must(t, os.MkdirAll(filepath.Join(dir, "tmp"), 0o700))
	return h
}

func (h home) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(h.dir, name)
	must(t, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600))
}

func (h home) event(name string) string {
	more := map[string]string{
		"UserPromptSubmit": `"prompt":"go on"`, "PostToolUse": `"tool_name":"Bash","tool_response":{"stdout":"x"}`, "PreCompact": `"trigger":"auto","custom_instructions":null`,
		"PostCompact": `"trigger":"auto","compact_summary":"The port is 8080."`, "SessionStart": `"source":"startup"`,
	}[name]
	if more == "" {
		more = `"x":1`
	}
	shop := filepath.Join(h.dir, "shop")
	return fmt.Sprintf(`{"session_id":%q,"transcript_path":%q,"cwd":%q,"hook_event_name":%q,%s}`+"\n", session, filepath.Join(shop, "t.jsonl"), shop, name, more)
}

// log is the hooks' log.
func (h home) log(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(h.dir, "state", "savectx", "hooks.log"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

// ownProgram and wholeProgram are the two programs.
func ownProgram() string   { return filepath.Join(programs, "savectx-hook") }
func wholeProgram() string { return filepath.Join(programs, "savectx") }

func (h home) command(args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env, cmd.Dir = h.env, filepath.Join(h.dir, "shop")
	return cmd
}

// answers runs a program and wants exit code 0; it returns what is on stdout.
func answers(t *testing.T, cmd *exec.Cmd, stdin io.Reader) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Errorf("%q: %v\nstdout %q\nstderr %q", cmd.Args, err, stdout.String(), stderr.String())
	}
	return stdout.String()
}

func silent(t *testing.T, cmd *exec.Cmd, stdin io.Reader) {
	t.Helper()
	if out := answers(t, cmd, stdin); out != "" {
		t.Errorf("%q printed %q", cmd.Args, out)
	}
}

func wantLine(t *testing.T, log, text string) {
	t.Helper()
	if !strings.Contains(log, text) {
		t.Errorf("%q is not in the log %q", text, log)
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

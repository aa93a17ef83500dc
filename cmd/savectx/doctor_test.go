// The doctor's findings: each is expected somewhere, and those about tmux hold
// against a real server.

package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/creack/pty"

	"savectx/tmux/tmuxtest"
)

// TestDoctorFindings: every finding the source can make, with its level, is
// what a script or a test expects.
func TestDoctorFindings(t *testing.T) {
	files, err := filepath.Glob("doctor*.go")
	must(t, err)
	var scripts strings.Builder
	for _, pattern := range []string{"testdata/doctor*.txtar", "doctor_test.go"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			data, err := os.ReadFile(name)
			must(t, err)
			scripts.Write(data)
		}
	}
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, f := range findingsIn(t, name) {
			seen++
			expected := regexp.MustCompile(`"` + f.ID + `",(\\n\.\*| )"` + f.Level + `"`)
			if !expected.MatchString(scripts.String()) {
				t.Errorf("%s: nothing expects %s with level %s", name, f.ID, f.Level)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d findings in %v", seen, files)
	}
}

// findingsIn are the findings of a source file, by the calls that add them.
func findingsIn(t *testing.T, name string) (out []finding) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	must(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		level, id := method.Sel.Name, call.Args[0]
		if receiver, ok := method.X.(*ast.Ident); !ok || receiver.Name != "d" {
			return true
		}
		if level == "add" && len(call.Args) == 4 {
			level, id = levelOK, call.Args[1]
		}
		literal, ok := id.(*ast.BasicLit)
		if ok && slices.Contains([]string{levelOK, levelWarn, levelFail}, level) {
			text, err := strconv.Unquote(literal.Value)
			must(t, err)
			out = append(out, finding{ID: text, Level: level})
		}
		return true
	})
	return out
}

// examined runs savectx doctor --json and returns what it finds.
func examined(t *testing.T, dir string, env []string, code int) []finding {
	t.Helper()
	r := outcome(t, savectx(t, dir, env, "doctor", "--json"))
	var doc struct{ Findings []finding }
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil || r.code != code {
		t.Fatalf("exit %d, want %d: %v\n%s%s", r.code, code, err, r.stdout, r.stderr)
	}
	return doc.Findings
}

func finds(t *testing.T, all []finding, id, level, text string) {
	t.Helper()
	if !slices.ContainsFunc(all, func(f finding) bool { return f.ID == id && f.Level == level && strings.Contains(f.Text, text) }) {
		t.Errorf("no %s of %s with %q in %+v", level, id, text, all)
	}
}

// withoutClient is a PATH whose claude is no client: a person's own is left in
// peace.
func withoutClient(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "claude"), []byte("#!/bin/sh\nexit 1\n"), 0o700))
	return "PATH=" + dir + ":" + os.Getenv("PATH")
}

func TestDoctorInTmux(t *testing.T) {
	s, pane, env := agentPane(t)
	dir := t.TempDir()
	env = append(env, withoutClient(t))

	// Inside the session: the pane is proven, nothing is typed, nothing written.
	s.Tmux("set-option", "-s", "set-clipboard", "external")
	all := examined(t, dir, env, 0)
	finds(t, all, "tmux-program", "ok", "tmux ")
	finds(t, all, "tmux-server", "ok", s.Socket)
	finds(t, all, "tmux-pane", "ok", "pane "+pane+" ")
	finds(t, all, "tmux-clipboard", "ok", "external")
	s.Tmux("set-option", "-s", "set-clipboard", "off")
	finds(t, examined(t, dir, env, 0), "tmux-clipboard", "warn", "set-clipboard is off")
	untouched(t, s, pane)
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("written: %v", entries)
	}

	// A shell in another pane; a session whose process sits nowhere near.
	finds(t, examined(t, dir, []string{env[0], env[1], env[4]}, 0), "tmux-pane", "warn", "is not Claude Code's")
	finds(t, examined(t, dir, append(slices.Clone(env), fmt.Sprintf("CLAUDE_PID=%d", os.Getpid())), 1), "tmux-pane", "fail", "nothing is typed")

	// A server that is gone; one that may not be reached.
	finds(t, examined(t, dir, []string{"TMUX=" + dir + "/none,1,0", "TMUX_PANE=%0", env[4]}, 1), "tmux-server", "fail", "no tmux server")
}

func TestDoctorKeptFromTmux(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may connect to anything")
	}
	s := tmuxtest.New(t)
	must(t, os.Chmod(s.Socket, 0))
	defer os.Chmod(s.Socket, 0o700)
	finds(t, examined(t, t.TempDir(), []string{"TMUX=" + s.Socket + ",1,0", "TMUX_PANE=%0", withoutClient(t)}, 0), "tmux-denied", "warn", "a sandbox")
}

// TestDoctorColours: only a terminal that wants them gets colours.
func TestDoctorColours(t *testing.T) {
	for name, want := range map[string]bool{"NO_COLOR=": true, "NO_COLOR=1": false, "TERM=dumb": false} {
		cmd := savectx(t, t.TempDir(), []string{"TERM=xterm-256color", withoutClient(t), name}, "doctor")
		terminal, err := pty.Start(cmd)
		must(t, err)
		out, _ := io.ReadAll(terminal) // ends with EIO when the program has gone
		must(t, cmd.Wait(), terminal.Close())
		if got := strings.Contains(string(out), "\x1b[33m!\x1b[0m no hook of savectx is set"); got != want {
			t.Errorf("%s: coloured %v, want %v: %q", name, got, want, out)
		}
		if !want && strings.Contains(string(out), "\x1b") {
			t.Errorf("%s: %q", name, out)
		}
	}
}

// The scripts in testdata, and what they and the other tests share: savectx is
// the test binary under another name.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/proc"
	"savectx/prompts"
)

// quickRace keeps a race-detecting child from sleeping a second before it exits.
const quickRace = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "errand" && filepath.Base(os.Args[0]) != "savectx" {
		return // sent by code that a test runs in its own process: it must not run the tests again
	}
	testscript.Main(m, map[string]func(){"savectx": patientMain, onDisk: diskMain, testMemory: testMemoryMain})
}

// patientMain is main, in which a hook may take long: what it says is tested
// here, with the race detector and on a busy machine, not how fast. The errands
// it has sent are done when it ends.
func patientMain() {
	v := &voice{out: &output{w: os.Stdout}, err: os.Stderr, hookLimit: time.Minute, server: 3 * time.Second}
	code := v.run(os.Args)
	v.sent.Wait()
	os.Exit(code)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			for name, value := range map[string]string{
				"HOME": e.WorkDir + "/home", "XDG_STATE_HOME": e.WorkDir + "/state", "CLAUDE_CONFIG_DIR": e.WorkDir + "/claude",
				"JOBS": e.WorkDir + "/state/savectx/jobs", "BOOT": proc.Boot(), "NOW": time.Now().Format(time.RFC3339),
				"LANGUAGES": strings.Join(prompts.Languages(), " "), "HUGE": strconv.Itoa(9 << 20),
				"MEMORY": memoryOf(e.WorkDir, "shop"), "SESSION": sessionID,
				"GORACE": quickRace, "ESC": "\x1b", "HOSTILE": "\x1b]0;pwned\a\x1b[31m\u009b31m\u202e\xff",
			} {
				e.Setenv(name, value)
			}
			return nil
		},
		Cmds: scriptCmds(),
	})
}

func scriptCmds() map[string]func(*testscript.TestScript, bool, []string) {
	cmds := treeCmds()
	maps.Copy(cmds, hookCmds())
	maps.Copy(cmds, map[string]func(*testscript.TestScript, bool, []string){
		"exits":   exits,
		"line":    isLine,
		"shape":   hasShape,
		"nothing": nothingWritten,
		"repeat":  repeatByte,
		"mkfifo":  makeFifo,
		"grepid":  grepID,
		"mem0":    mem0Cmd(),
	})
	return cmds
}

// memoryOf is the memory folder of the project in a script's folder.
func memoryOf(work, project string) string {
	real, err := filepath.EvalSymlinks(work)
	if err != nil {
		real = work
	}
	return filepath.Join(work, "claude", "projects", claude.Slug(filepath.Join(real, project)), "memory")
}

// exits CODE savectx ARGS... runs savectx and wants exactly that exit code, and
// the manners that every run has.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	if got := exitCode(err); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
	if err := manners(ts.ReadFile("stdout"), ts.ReadFile("stderr"), want); err != nil {
		ts.Fatalf("%v", err)
	}
}

// grepID NAME N puts the N-th "id" of the JSON on stdout, from 0, into a variable.
func grepID(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: grepid NAME N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var rows []struct {
		ID string `json:"id"`
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &rows))
	if n >= len(rows) {
		ts.Fatalf("only %d rows", len(rows))
	}
	ts.Setenv(args[0], rows[n].ID)
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}

// manners are the laws of everything savectx prints.
func manners(stdout, stderr string, code int) error {
	for _, s := range []string{stdout, stderr} {
		if i := strings.IndexFunc(s, func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) }); i >= 0 {
			return fmt.Errorf("a raw control character: %.80q", s[i:])
		}
		if !utf8.ValidString(s) {
			return fmt.Errorf("not UTF-8: %q", s)
		}
	}
	for line := range strings.Lines(stderr) {
		text, ok := strings.CutPrefix(line, "savectx: ")
		first, _ := utf8.DecodeRuneInString(text)
		switch {
		case !ok:
			return fmt.Errorf("on stderr without the prefix: %q", line)
		case unicode.IsUpper(first) && !strings.HasPrefix(text, "TMUX") && !strings.HasPrefix(text, "SAVECTX_"):
			return fmt.Errorf("begins in upper case: %q", line)
		case strings.HasSuffix(strings.TrimSpace(text), "."):
			return fmt.Errorf("ends in a full stop: %q", line)
		}
	}
	switch {
	case code == exitNothing && stdout != "": // the line that nothing was to be saved is the answer
	case code != exitDone && stderr == "":
		return errors.New("it failed without a word on stderr")
	case code == exitUsage && stdout != "":
		return fmt.Errorf("wrong usage, but something on stdout: %q", stdout)
	case code == exitUsage && !strings.Contains(stderr, "savectx: hint: "):
		return fmt.Errorf("wrong usage without a hint: %q", stderr)
	}
	return nil
}

// line [-words N] [-chars N] LANG wants stdout to be a line of that language
// and nothing else.
func isLine(ts *testscript.TestScript, _ bool, args []string) {
	out := ts.ReadFile("stdout")
	line, ok := strings.CutSuffix(out, "\n")
	switch {
	case !ok || strings.Contains(line, "\n"):
		ts.Fatalf("not one line: %q", out)
	case !strings.HasPrefix(line, "/compact "):
		ts.Fatalf("it does not begin with /compact: %q", line)
	case strings.TrimSpace(line) != line:
		ts.Fatalf("blanks at an end: %q", line)
	case strings.ContainsFunc(line, unicode.IsControl):
		ts.Fatalf("control characters: %q", line)
	}
	for len(args) > 1 && strings.HasPrefix(args[0], "-") {
		limit, err := strconv.Atoi(args[1])
		ts.Check(err)
		if n := map[string]int{"-chars": utf8.RuneCountInString(line), "-words": len(strings.Fields(line))}[args[0]]; n > limit {
			ts.Fatalf("%d %s, want at most %d: %q", n, args[0], limit, line)
		}
		args = args[2:]
	}
	words, err := prompts.Load(args[0])
	ts.Check(err)
	if l := words.Line; !strings.HasSuffix(line, l.Stop) {
		ts.Fatalf("no full stop of %s at its end: %q", args[0], line)
	} else if !strings.Contains(line, l.Whole) && !strings.Contains(line, l.Short) && !strings.Contains(line, l.Intro) {
		ts.Fatalf("not the words of %s: %q", args[0], line)
	}
}

// shape FIELD... wants stdout to be one JSON object, or an array of objects,
// with exactly these fields.
func hasShape(ts *testscript.TestScript, _ bool, args []string) {
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	var doc any
	ts.Check(dec.Decode(&doc))
	if dec.More() {
		ts.Fatalf("more than one document")
	}
	list, ok := doc.([]any)
	if !ok {
		list = []any{doc}
	}
	for _, e := range list {
		object, _ := e.(map[string]any)
		for _, name := range args {
			if _, ok := object[name]; !ok {
				ts.Fatalf("no field %q in %v", name, e)
			}
		}
		if len(object) != len(args) {
			ts.Fatalf("%d fields, want %d: %v", len(object), len(args), e)
		}
	}
}

// nothing wants nothing to have been written: no state, no home.
func nothingWritten(ts *testscript.TestScript, _ bool, _ []string) {
	for _, name := range []string{"home", "state", "claude"} {
		if _, err := os.Lstat(ts.MkAbs(name)); err == nil {
			ts.Fatalf("%s was written", name)
		}
	}
}

// repeat FILE BEFORE TEXT COUNT AFTER makes a file with TEXT many times over.
func repeatByte(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[3])
	ts.Check(err)
	data := append([]byte(args[1]), bytes.Repeat([]byte(args[2]), n)...)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), append(data, args[4]...), 0o600))
}

// savectx prepares a run of the program outside a script, with nothing of this
// test's own environment but the path.
func savectx(t *testing.T, dir string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("savectx", args...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home"),
		"GORACE=" + quickRace, "XDG_STATE_HOME=" + filepath.Join(dir, "state"), "CLAUDE_CONFIG_DIR=" + filepath.Join(dir, "claude")}, env...)
	return cmd
}

// result is what a run left.
type result struct {
	code           int
	stdout, stderr string
}

func outcome(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	return begin(t, cmd)()
}

// begin starts a run; the function it returns waits for the end.
func begin(t *testing.T, cmd *exec.Cmd) func() result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	must(t, cmd.Start())
	return func() result {
		t.Helper()
		err := cmd.Wait()
		r := result{exitCode(err), stdout.String(), stderr.String()}
		if r.code < 0 {
			t.Fatalf("%q: %v", cmd.Args, err)
		}
		if err := manners(r.stdout, r.stderr, r.code); err != nil {
			t.Errorf("%q: %v", cmd.Args, err)
		}
		return r
	}
}

func (r result) want(t *testing.T, code int, stdout, stderr string) {
	t.Helper()
	if r.code != code || !strings.Contains(r.stdout, stdout) || !strings.Contains(r.stderr, stderr) {
		t.Errorf("exit %d\nstdout %q\nstderr %q\nwant exit %d, stdout with %q, stderr with %q", r.code, r.stdout, r.stderr, code, stdout, stderr)
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

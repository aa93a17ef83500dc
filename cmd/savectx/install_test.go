// An installation killed at any moment, and a person who is asked.

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"savectx/tmux/tmuxtest"
)

const settingsBefore = "{\r\n\t\"model\": \"opus\",\r\n\t\"statusLine\": {\"type\": \"command\", \"command\": \"echo 'mine'\"}\r\n}"

// installWorld is a home with settings and a client.
func installWorld(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "claude"), 0o700), os.MkdirAll(filepath.Join(dir, "bin"), 0o700),
		os.WriteFile(filepath.Join(dir, "bin", "claude"), []byte("#!/bin/sh\necho 2.1.332\n"), 0o700),
		os.WriteFile(filepath.Join(dir, "claude", "settings.json"), []byte(settingsBefore), 0o600))
	return dir
}

func installRun(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	tmp := filepath.Join(dir, "tmp") // or the test's own program would lie in it
	must(t, os.MkdirAll(tmp, 0o700))
	return savectx(t, dir, []string{"TMPDIR=" + tmp, "PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH")}, args...)
}

// TestInstallKilled kills install and uninstall at random moments. After each,
// every file is whole, old or new; then install brings all the new ones, or
// uninstall all the old ones.
func TestInstallKilled(t *testing.T) {
	dir := installWorld(t)
	claude := filepath.Join(dir, "claude")
	tree := func() map[string][]byte {
		files, err := readTree(claude)
		must(t, err)
		return files
	}
	before := tree()
	began := time.Now()
	outcome(t, installRun(t, dir, "install", "--yes", "--status-line")).want(t, exitDone, "done: 8 hooks", "")
	took := time.Since(began)
	after := tree()
	if treeDiff(before, after) == "" {
		t.Fatal("nothing was installed")
	}
	// Old may be from either side: a killed uninstall is taken back as well.
	check := func(when string) {
		t.Helper()
		for name, data := range tree() {
			old, was := before[name]
			done, will := after[name]
			if !strings.HasSuffix(name, "/") && !leftover.MatchString("/"+name) && !(was && bytes.Equal(data, old)) && !(will && bytes.Equal(data, done)) {
				t.Fatalf("%s: %s is neither old nor new: %q", when, name, data)
			}
		}
		if _, err := os.Stat(filepath.Join(claude, "settings.json")); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
	}
	limit, cut := killTimeShort, 0
	for end := time.Now().Add(limit); time.Now().Before(end); {
		for _, args := range [][]string{{"uninstall", "--yes"}, {"install", "--yes", "--status-line"}} {
			wait := time.Duration(rand.Int64N(int64(took)))
			cmd := installRun(t, dir, args...)
			must(t, cmd.Start())
			timer := time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
			if cmd.Wait() != nil {
				cut++
			}
			timer.Stop()
			when := fmt.Sprintf("%s killed after %v", args[0], wait)
			check(when)
			want := after
			if args[0] == "uninstall" {
				want = before
			}
			outcome(t, installRun(t, dir, args...)).want(t, exitDone, "", "")
			if diff := treeDiff(tree(), want); diff != "" {
				t.Fatalf("%s: %s again leaves %s", when, args[0], diff)
			}
		}
	}
	if cut == 0 {
		t.Error("nothing was ever killed")
	}
}

// TestInstallAsks: the difference, a question, and nothing before the yes.
func TestInstallAsks(t *testing.T) {
	for _, c := range []struct {
		name  string
		keys  []string
		code  int
		write bool
	}{{"yes", []string{"y"}, exitDone, true}, {"no", []string{"n"}, exitFailed, false}, {"ctrl+c", []string{ctrlC}, exitInterrupted, false}} {
		t.Run(c.name, func(t *testing.T) {
			dir := installWorld(t)
			cmd := installRun(t, dir, "install")
			p := installing(t, dir, cmd)
			p.sees("Write this?")
			if data, err := os.ReadFile(filepath.Join(dir, "claude", "settings.json")); err != nil || string(data) != settingsBefore {
				t.Errorf("written before the yes: %q (%v)", data, err)
			}
			for _, key := range c.keys {
				p.types(key)
			}
			p.ends(c.code)
			if data, err := os.ReadFile(filepath.Join(dir, "claude", "settings.json")); err != nil || (string(data) == settingsBefore) == c.write {
				t.Errorf("written is not %v: %q (%v)", c.write, data, err)
			}
		})
	}
}

// installing is a prepared run where a person would make it.
func installing(t *testing.T, dir string, cmd *exec.Cmd) *person {
	t.Helper()
	s := tmuxtest.New(t)
	argv := append([]string{"env", "-i", "TERM=screen-256color", "NO_COLOR=1"}, cmd.Env...)
	argv = append(argv, "sh", "-c", `cd "$1" && shift && "$@"; echo "exit=$?"; exec sleep 100000`, "sh", dir)
	return &person{t, s, s.NewPane(150, 60, append(argv, cmd.Args...)...)}
}

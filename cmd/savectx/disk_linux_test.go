// Full and read-only state folders: a small tmpfs that only a child process sees.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/orchestrator/proc"
	"savectx/preserve/safefile/disktest"
)

// onDisk is the test binary as the child: it gets how the disk is to be, the
// folder for it, and the command to run there.
const onDisk = "savectx-on-disk"

func diskMain() {
	if err := runOnDisk(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Println(err)
		os.Exit(99)
	}
}

func runOnDisk(how, dir string, command []string) error {
	if err := disktest.Mount(dir, "64k"); err != nil {
		return err
	}
	// What the state folder held before, from beside it.
	if err := os.CopyFS(dir, os.DirFS(dir+".before")); err != nil {
		return err
	}
	switch how {
	case "full":
		err := os.WriteFile(filepath.Join(dir, "ballast"), make([]byte, 128<<10), 0o600)
		if !errors.Is(err, syscall.ENOSPC) {
			return fmt.Errorf("the disk is not full: %v", err)
		}
	case "read-only":
		if err := disktest.ReadOnly(dir); err != nil {
			return err
		}
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return err
	}
	return syscall.Exec(path, command, os.Environ())
}

// disk runs savectx with such a state folder.
func disk(t *testing.T, how, dir string, env []string, stdin string, args ...string) result {
	t.Helper()
	must(t, os.MkdirAll(filepath.Join(dir, "state"), 0o700), os.MkdirAll(filepath.Join(dir, "state.before"), 0o700))
	cmd := savectx(t, dir, env)
	path, err := exec.LookPath(onDisk)
	must(t, err)
	cmd.Path, cmd.Args = path, append([]string{onDisk, how, filepath.Join(dir, "state"), "savectx"}, args...)
	cmd.Stdin = strings.NewReader(stdin)
	disktest.Private(cmd)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	r := result{exitCode(err), stdout.String(), stderr.String()}
	disktest.SkipDenied(t, cmd, err, r.stdout)
	if err := manners(r.stdout, r.stderr, r.code); err != nil {
		t.Errorf("%q: %v", args, err)
	}
	return r
}

func TestStateOnBadDisk(t *testing.T) {
	for how, why := range map[string]string{"full": "no space left on device", "read-only": "read-only file system"} {
		t.Run(how, func(t *testing.T) {
			s, pane, env := agentPane(t)
			dir := t.TempDir()

			// Nothing can be armed: the line is the person's.
			disk(t, how, dir, env, "", "compact", "--line", "Keep it.").want(t, 4, "/compact Keep it.\n", why+"\nsavectx: hint: paste the line above")
			disk(t, how, dir, env, "", "compact", "--foreground").want(t, 4, "/compact ", why)
			disk(t, how, dir, env, "", "schedule", "--in", "5m").want(t, 4, "/compact ", why)
			disk(t, how, dir, env, "", "clear", "--force").want(t, 4, "/clear\n", why)
			r := disk(t, how, dir, env, "", "compact", "--json")
			var doc jobSummary
			must(t, json.Unmarshal([]byte(r.stdout), &doc))
			if r.code != 4 || doc.Job != "" || doc.State != orchestrator.HandedOver || !strings.HasSuffix(doc.Reason, why) {
				t.Errorf("exit %d: %+v", r.code, doc)
			}
			disk(t, how, dir, env, "", "compact", "--dry-run").want(t, 4, "/compact ", "not now: ")
			untouched(t, s, pane)

			// A hook never breaks the agent.
			r = disk(t, how, dir, env, `{"session_id":"`+sessionID+`","hook_event_name":"Stop"}`, "hook", "Stop")
			r.want(t, 0, "", why)
			if r.stdout != "" {
				t.Errorf("the hook printed %q", r.stdout)
			}

			// What is there can be looked at, and is not said to be changed.
			putJob(t, dir, orchestrator.Job{ID: "abcdef", State: orchestrator.Armed, Boot: proc.Boot(), Pending: true, Created: time.Now()})
			must(t, os.RemoveAll(filepath.Join(dir, "state.before")), os.Rename(filepath.Join(dir, "state"), filepath.Join(dir, "state.before")))
			disk(t, how, dir, nil, "", "jobs").want(t, 0, "abcdef  compact", "")
			disk(t, how, dir, nil, "", "jobs", "show", "abcdef").want(t, 0, keptLine+"\n", "")
			disk(t, how, dir, nil, "", "jobs", "cancel", "abcdef").want(t, 1, "", why)
		})
	}
}

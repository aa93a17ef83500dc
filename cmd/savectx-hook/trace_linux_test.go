// What a hook asks of the kernel, and what it does on a full or read-only disk.

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"savectx/preserve/safefile/disktest"
)

// calls are the system calls, with their arguments, of a hook and whatever it
// starts, each with the id of the process or thread in front.
func calls(t *testing.T, h home, event string) []string {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("there is no strace")
	}
	trace := filepath.Join(h.dir, "trace")
	probe := exec.Command(strace, "-qq", "-o", trace, "true")
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("strace is not allowed here: %v: %s", err, out)
	}
	answers(t, h.command(strace, "-f", "-qq", "-s", "80", "-o", trace,
		"-e", "trace=execve,execveat,fork,vfork,clone,clone3,fsync,fdatasync,sync,syncfs,msync,sync_file_range,wait4,waitid", ownProgram(), event), strings.NewReader(h.event(event)))
	data, err := os.ReadFile(trace)
	must(t, err)
	var all []string
	for line := range strings.Lines(string(data)) {
		// A thread that another one's execve ends leaves "???(".
		if !strings.Contains(line, "resumed>") && strings.Contains(line, "(") && !strings.Contains(line, "???(") {
			all = append(all, strings.TrimSpace(line))
		}
	}
	return all
}

var call = regexp.MustCompile(`^(\d+)\s+(\w+)\(`)

// sorted are the calls that start a process, that wait for
// the disk, and that become another program.
func sorted(t *testing.T, all []string) (starts, syncs, becomes []string) {
	t.Helper()
	for _, line := range all {
		m := call.FindStringSubmatch(line)
		switch {
		case m == nil:
			t.Errorf("not understood: %s", line)
		case strings.HasPrefix(m[2], "exec"):
			becomes = append(becomes, line)
		case strings.Contains(m[2], "sync"):
			syncs = append(syncs, line)
		case strings.HasPrefix(m[2], "wait"):
			starts = append(starts, line)
		case !strings.Contains(line, "CLONE_THREAD"):
			starts = append(starts, line)
		}
	}
	return starts, syncs, becomes
}

// On every prompt, tool and turn: no process, no waiting for the disk, no
// second program.
func TestNothingDueCostsNothing(t *testing.T) {
	for _, event := range []string{"UserPromptSubmit", "PostToolUse", "Stop", "StopFailure"} {
		t.Run(event, func(t *testing.T) {
			h := newHome(t)
			starts, syncs, becomes := sorted(t, calls(t, h, event))
			if len(starts) > 0 || len(syncs) > 0 || len(becomes) != 1 {
				t.Errorf("starts %q\nsyncs %q\nbecomes %q", starts, syncs, becomes)
			}
		})
	}
}

// What is due is done in the same process, as no other is started: it becomes
// the whole program.
func TestBecomesTheWholeProgram(t *testing.T) {
	for _, event := range []string{"PreCompact", "PostCompact", "SessionStart", "SessionEnd"} {
		t.Run(event, func(t *testing.T) {
			h := newHome(t)
			starts, _, becomes := sorted(t, calls(t, h, event))
			if len(starts) > 0 || len(becomes) != 2 || !strings.Contains(becomes[1], `"`+wholeProgram()+`"`) {
				t.Fatalf("starts %q\nbecomes %q", starts, becomes)
			}
		})
	}
}

// The beginning and the end of a session start one process at most, detached,
// which starts no other.
func TestErrandIsOneProcess(t *testing.T) {
	for name, c := range map[string]struct {
		event       string
		kept, swept bool
	}{
		"clears away":        {event: "SessionEnd"},
		"for the next start": {event: "SessionStart", kept: true, swept: true},
		"for the next one":   {event: "SessionEnd", kept: true, swept: true},
		"all at once":        {event: "SessionEnd", kept: true},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			if !c.swept {
				must(t, os.Remove(filepath.Join(h.dir, "state", "savectx", "swept")))
			}
			if c.kept {
				h.write(t, "state/savectx/memory.db", "") // SQLite makes the rest
			}
			starts, _, becomes := sorted(t, calls(t, h, c.event))
			own := 0
			for _, line := range becomes {
				if strings.Contains(line, `"errand"`) {
					own++
				}
			}
			if own != 1 || len(becomes) != 3 {
				t.Errorf("starts %q\nbecomes %q", starts, becomes)
			}
		})
	}
}

func TestBadDisk(t *testing.T) {
	for how, spoil := range map[string]string{
		"full":      `head -c 131072 /dev/zero >"$0/ballast" 2>/dev/null || true`,
		"read-only": `mount -o remount,bind,ro "$0"`,
	} {
		for _, event := range events {
			t.Run(how+"/"+event, func(t *testing.T) {
				h := newHome(t)
				state := filepath.Join(h.dir, "state")
				cmd := h.command("/bin/sh", "-ec", `cp -R "$0" "$1/before"; mount -t tmpfs -o size=64k none "$0"; cp -R "$1/before/." "$0"; `+spoil+`; exec "$2" "$3"`, state, h.dir, ownProgram(), event)
				if out, err := mounts(t.TempDir()).CombinedOutput(); err != nil {
					t.Skipf("nothing can be mounted here: %v: %s", err, out)
				}
				disktest.Private(cmd)
				answers(t, cmd, strings.NewReader(h.event(event)))
			})
		}
	}
}

// mounts tries to mount.
func mounts(dir string) *exec.Cmd {
	cmd := exec.Command("mount", "-t", "tmpfs", "none", dir)
	disktest.Private(cmd)
	return cmd
}

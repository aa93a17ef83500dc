package claude

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestKnows(t *testing.T) {
	for event, first := range map[string]string{
		"PostToolUse": "1.0.38", "Stop": "1.0.38", "PreCompact": "1.0.48", "UserPromptSubmit": "1.0.54", "SessionStart": "1.0.62",
		"SessionEnd": "1.0.85", "PostCompact": "2.1.76", "StopFailure": "2.1.78",
	} {
		v := ParseVersion(first)
		before := v
		before[2]--
		if !v.Knows(event) || before.Knows(event) || !ParseVersion("2.1.332").Knows(event) || (Version{}).Knows(event) {
			t.Errorf("%s from %s on: %v, before %v", event, first, v.Knows(event), before.Knows(event))
		}
	}
	for _, e := range Events() {
		if !ParseVersion("2.1.332").Knows(e) {
			t.Errorf("%s is not known", e)
		}
	}
	if ParseVersion("2.1.332").Knows("NoSuchEvent") || ParseVersion("9.9.9").Knows("") {
		t.Error("an event nobody has is known")
	}
}

func TestAbilities(t *testing.T) {
	for name, c := range map[string]struct {
		first string
		can   func(Version) bool
	}{
		"exec form":      {"2.1.139", Version.ExecForm},
		"status":         {"2.1.139", Version.RecordsStatus},
		"unknown events": {"2.1.101", Version.ToleratesUnknownEvents},
		"stash":          {"2.1.100", Version.CanStash},
	} {
		v := ParseVersion(c.first)
		before := v
		before[2]--
		if !c.can(v) || c.can(before) || c.can(Version{}) || c.can(ParseVersion("2.0.999")) || !c.can(ParseVersion("3.0.0")) {
			t.Errorf("%s: not exactly from %s on", name, c.first)
		}
	}
}

func TestParseVersion(t *testing.T) {
	for text, want := range map[string]string{
		"2.1.332": "2.1.332", "2.1.332 (Claude Code)": "2.1.332", "v2.1.332-beta.1\n": "2.1.332",
		"": "unknown", "2.1": "2.1.0", "a.b.c": "unknown", "Claude Code": "unknown", "-1.2.3": "unknown", "99999999999999999999.1.1": "unknown",
	} {
		if got := ParseVersion(text).String(); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// A session that runs tells first; one that is gone does not.
func TestFindVersion(t *testing.T) {
	config, bin := t.TempDir(), t.TempDir()
	find := func() (string, string, error) {
		v, from, err := FindVersion(context.Background(), config, env("PATH", "relative:"+bin+":/bin:/usr/bin", "SECRET", "x"))
		return v.String(), from, err
	}
	record := func(pid int, version string, started int64) {
		put(t, RecordPath(config, pid), fmt.Sprintf(`{"pid":%d,"sessionId":"s%d","version":%q,"startedAt":%d}`, pid, pid, version, started))
	}
	if _, _, err := find(); err == nil || !strings.Contains(err.Error(), config) || !strings.Contains(err.Error(), "PATH") {
		t.Errorf("nothing there: %v", err)
	}
	program := func(script string) {
		if err := os.WriteFile(bin+"/claude", []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	program(`[ "$1" = --version ] && [ -z "$SECRET" ] && echo "2.1.200 (Claude Code)"`)
	if v, from, err := find(); v != "2.1.200" || !strings.Contains(from, bin) || err != nil {
		t.Errorf("the program on PATH: %s from %s, %v", v, from, err)
	}
	record(os.Getpid(), "2.1.300", 5)
	record(os.Getppid(), "2.1.332", 7)
	record(1<<30, "2.1.400", 9) // no such process
	if v, from, err := find(); v != "2.1.332" || !strings.Contains(from, fmt.Sprint("s", os.Getppid())) || err != nil {
		t.Errorf("the newest running session: %s from %s, %v", v, from, err)
	}
	record(os.Getppid(), "?", 7)
	if v, _, _ := find(); v != "2.1.300" {
		t.Errorf("a session that does not tell: %s", v)
	}
	record(os.Getpid(), "?", 5)
	for name, script := range map[string]string{
		"fails": "exit 3", "babbles": "yes 2.x | head -c 1000000", "is silent": "", "dies": "kill -9 $$",
	} {
		program(script)
		if v, _, err := find(); v != "unknown" || err == nil || !strings.Contains(err.Error(), bin+"/claude --version") || len(err.Error()) > 5000 {
			t.Errorf("a program that %s: %s, %v", name, v, err)
		}
	}
}

package claude

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestMCPServer(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	config, project := root+"/home/.claude", root+"/shop"
	for _, dir := range []string{config, project} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(project, root+"/link"); err != nil {
		t.Fatal(err)
	}
	const ours = `{"type":"stdio","command":"/opt/savectx","args":["mcp"],"env":{}}`
	state := `{"mcpServers":{"savectx":` + ours + `},"projects":{"` + project + `":{"mcpServers":{"savectx":{"command":"savectx","args":["mcp"],"env":{"A":"b"}}}}}}`
	put(t, root+"/home/.claude.json", state)
	put(t, project+"/.mcp.json", "\ufeff"+`{"mcpServers":{"savectx":{"type":"http","command":"savectx","args":["mcp"],"url":"http://x"}}}`)
	p := MCPPlace{Config: config, Root: project, Main: root + "/link", Getenv: env("HOME", root+"/home")}
	for level, want := range map[string]struct {
		command string
		ours    bool
	}{LevelUser: {"/opt/savectx", true}, LevelLocal: {"savectx", true}, LevelProject: {"savectx", false}} {
		s, found, err := p.Server(level, "savectx")
		if err != nil || !found || s.Command != want.command || s.Ours() != want.ours || s.Path != p.File(level) {
			t.Errorf("%s: %+v, %v, %v", level, s, found, err)
		}
		if _, found, err := p.Server(level, "other"); found || err != nil {
			t.Errorf("%s has another one: %v", level, err)
		}
	}
	if s, _, _ := p.Server(LevelLocal, "savectx"); s.Env["A"] != "b" {
		t.Errorf("environment %v", s.Env)
	}
	if !p.Holds(LevelProject, "savectx") || p.Holds(LevelProject) || p.Holds(LevelUser, "savectx") {
		t.Error("what .mcp.json holds is not told")
	}

	// Where CLAUDE_CONFIG_DIR is set its file counts, and the old name before that.
	p.Getenv = env("HOME", root+"/home", "CLAUDE_CONFIG_DIR", config)
	if _, found, err := p.Server(LevelUser, "savectx"); found || err != nil {
		t.Errorf("found in the home folder: %v", err)
	}
	put(t, config+"/.claude.json", state)
	put(t, config+"/.config.json", "{}")
	if _, found, _ := p.Server(LevelUser, "savectx"); found || p.File(LevelLocal) != config+"/.config.json" {
		t.Error("the old name does not count")
	}
	for text, want := range map[string]struct{ found, broken bool }{
		"": {}, "\n": {}, "{}": {}, `{"mcpServers":[]}`: {}, `{"mcpServers":{"savectx":null}}`: {found: true}, `{"mcpServers":{"savectx":"x"}}`: {found: true},
		`{"mcpServers":{"savectx":{"command":"savectx","args":"mcp"}}}`:                  {found: true},
		`{"mcpServers":{"savectx":{"command":"savectx","args":["mcp"],"env":[]}}}`:       {found: true},
		`{"mcpServers":{"savectx":{"command":"savectx","args":["mcp","--more"]}}}`:       {found: true},
		`{"mcpServers":{"savectx":{"command":"/x/savectx-mcp","args":["mcp"]}}}`:         {found: true},
		`{"mcpServers":{"savectx":{"command":"npx","args":["savectx","mcp"]}}}`:          {found: true},
		`{"mcpServers":{"savectx":{"type":"sse","command":"x/savectx","args":["mcp"]}}}`: {found: true},
		"[]": {broken: true}, "{": {broken: true}, "null": {broken: true}, "{} x": {broken: true},
	} {
		put(t, config+"/.config.json", text)
		s, found, err := p.Server(LevelUser, "savectx")
		if found != want.found || (err != nil) != want.broken || s.Ours() {
			t.Errorf("%s: %+v, %v, %v", text, s, found, err)
		}
	}
	os.Remove(config + "/.config.json")
	if err := syscall.Mkfifo(config+"/.config.json", 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Server(LevelUser, "savectx"); err == nil {
		t.Error("a FIFO was read")
	}
}

// The client's own commands run in their folder, are bounded, and say what is
// wrong in one line; a client that hangs ends with the context.
func TestManage(t *testing.T) {
	dir := t.TempDir()
	p := MCPPlace{Root: dir}
	program := filepath.Join(dir, "claude")
	script := func(text string) {
		put(t, program, "#!/bin/sh\n"+text+"\n")
		if err := os.Chmod(program, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script(`pwd -P >"$0.$2"; echo "$CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC $MINE" >>"$0.$2"`)
	t.Setenv("MINE", "kept")
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for level, where := range map[string]string{LevelUser: "/", LevelProject: real, LevelLocal: real} {
		if err := p.Manage(t.Context(), program, level, []string{"mcp", level}); err != nil {
			t.Error(err)
		}
		if data, _ := os.ReadFile(program + "." + level); string(data) != where+"\n1 kept\n" {
			t.Errorf("%s: %q", level, data)
		}
	}
	script(`yes out | head -c 100000; printf 'line one\n\nline two\n' >&2; exit 3`)
	if err := p.Manage(t.Context(), program, LevelUser, nil); err == nil || err.Error() != "exit status 3: line one line two" {
		t.Errorf("said %v", err)
	}
	script(`yes out | head -c 100000; exit 3`)
	if err := p.Manage(t.Context(), program, LevelUser, nil); err == nil || len(err.Error()) > manageOutput+50 || !strings.Contains(err.Error(), "out out") {
		t.Errorf("said %v", err)
	}
	script("echo here >$0.up; exec sleep 1000")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for look := time.Tick(time.Millisecond); t.Context().Err() == nil; <-look {
			if data, _ := os.ReadFile(program + ".up"); len(data) > 0 {
				return
			}
		}
	}()
	if err := p.Manage(ctx, program, LevelUser, nil); err != context.Canceled {
		t.Errorf("a client that hangs: %v", err)
	}
}

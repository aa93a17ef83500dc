package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/scripts/live"
)

// allowing is a client whose user lets the server's tools run, as in a rule of
// their settings.
func allowing(version, server string) live.Options {
	return live.Options{Version: version, Settings: map[string]any{
		"permissions": map[string]any{"defaultMode": "default", "allow": []string{"mcp__" + server + "__*"}},
	}}
}

// install --mcp gives the client our server, a session saves through it, the
// next one reads it back, and uninstall takes the server out and nothing else.
func TestMCPServer(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		o := allowing(version, "savectx")
		other := map[string]any{"type": "stdio", "command": "/usr/bin/env", "args": []any{"false"}, "env": map[string]any{}}
		o.Config = map[string]any{"mcpServers": map[string]any{"other": other}}
		o.Prepare = func(c *live.Client) error {
			cmd := c.Savectx(t.Context(), program, live.Options{Path: []string{filepath.Dir(program)}}, "install", "--mcp", "--skills", "none", "--yes")
			out, err := cmd.CombinedOutput()
			t.Logf("%s", out)
			return err
		}
		s := start(t, o)
		if servers := s.servers(); len(servers) != 2 || !reflect.DeepEqual(servers["other"], any(other)) {
			t.Errorf("the client has the servers %v", servers)
		}
		r, err := s.Record()
		s.must(err)
		first := r.SessionID
		s.connected("mcp__savectx__memory_session")
		s.calls("savectx", "memory_session", map[string]any{
			"session_id": first, "title": "Abandoned cart mail", "tags": []string{"mail"}, "summary": "A mail for carts that were left, sent by Klaviyo.",
			"compact": "Goal: cart mail\nStatus: in-progress\nNext: deploy to staging\nBlockers: none\n\n---\n\nThe webhook fired dozens of times a cart.",
		}, "ok")
		s.calls("savectx", "memory_remember", map[string]any{"title": "never-mail-real-customers", "content": "Tests never mail real customers", "tags": []string{"rule"}}, "ok, ref fact:")
		if r := s.run("load", first); r.code != 0 || !strings.Contains(r.out, "The webhook fired dozens of times a cart.") {
			t.Errorf("savectx load: exit %d\n%s%s", r.code, r.out, r.err)
		}

		s.again()
		s.connected("mcp__savectx__memory_session")
		if r, err := s.Record(); err != nil || r.SessionID == first {
			t.Fatalf("no new session: %+v, %v", r, err)
		}
		s.calls("savectx", "memory_load_session", map[string]any{"ref": "latest"}, "Next: deploy to staging", "The webhook fired")
		s.calls("savectx", "memory_search", map[string]any{"query": "klaviyo", "limit": 5}, first)
		s.calls("savectx", "memory_search", map[string]any{"query": "real customers"}, "Tests never mail real customers")

		s.leaves()
		before := s.state()
		if r := s.run("uninstall", "--yes"); r.code != 0 || !strings.Contains(r.out, "done: the MCP server savectx is out of ") {
			t.Errorf("uninstall: exit %d\n%s%s", r.code, r.out, r.err)
		}
		delete(before["mcpServers"].(map[string]any), "savectx")
		if after := s.state(); !reflect.DeepEqual(before, after) {
			t.Errorf("another state: %v\nbefore: %v", differing(after, before), differing(before, after))
		}
		list := exec.CommandContext(t.Context(), filepath.Join(s.Root, "bin", "claude"), "mcp", "list")
		list.Env, list.Dir = s.Env(s.opts), s.Work
		if r := finish(t, list); r.code != 0 || strings.Contains(r.out, "savectx:") || !strings.Contains(r.out, "other:") {
			t.Errorf("claude mcp list: exit %d\n%s%s", r.code, r.out, r.err)
		}
	})
}

// The client itself adds and removes the server at every level, a program that
// has moved is brought up to date, and a worktree counts as its repository.
func TestMCPLevels(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := fresh(t, live.Options{Version: version, Env: map[string]string{"TMPDIR": "/var/tmp"}}) // the moved program is not in it
		s.leaves()
		git := exec.CommandContext(t.Context(), "sh", "-c", `git init -q . && git -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m x &&
git worktree add -q ../tree && mkdir ../tree/sub`)
		git.Dir = s.Work
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		moved := filepath.Join(s.Root, "opt", "savectx")
		s.must(os.MkdirAll(filepath.Dir(moved), 0o755))
		s.must(os.Symlink(program, moved))
		tree := filepath.Join(s.Root, "tree")
		for _, at := range []struct{ level, dir, path string }{
			{"user", s.Work, s.Config + "/.claude.json"},
			{"local", s.Work, s.Config + "/.claude.json"},
			{"local", tree + "/sub", s.Config + "/.claude.json"},
			{"project", tree + "/sub", tree + "/.mcp.json"},
		} {
			says := func(program, command, want string) {
				t.Helper()
				args := append(strings.Fields(command), "--"+at.level, "--yes")
				o := s.opts
				o.Path = []string{filepath.Dir(program)}
				cmd := s.Savectx(t.Context(), program, o, args...)
				cmd.Dir = at.dir
				if r := finish(t, cmd); r.code != 0 || !strings.Contains(r.out, want) {
					t.Errorf("%v in %s: exit %d, no %q in\n%s%s", args, at.dir, r.code, want, r.out, r.err)
				}
			}
			added, gone := "done: the MCP server savectx is in "+at.path, "done: the MCP server savectx is out of "+at.path
			says(program, "install --mcp --skills none", added)
			says(program, "install --mcp --skills none", "nothing to change")
			if at.level == "user" {
				says(moved, "install --mcp --skills none", added)
			}
			says(program, "uninstall", gone)
			if exists(tree + "/.mcp.json") {
				t.Error(".mcp.json is still there, with nothing in it")
			}
			says(program, "uninstall", "nothing to change")
		}
	})
}

// What the skill save saves is in the store, without any MCP server, and a new
// session reads it by the skill load.
func TestSkillsOfTheStore(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		s := start(t, withSkills(t, live.Options{Version: version}))
		r, err := s.Record()
		s.must(err)
		s.follow("save", 1)
		if r := s.run("load", r.SessionID[:8]); r.code != 0 || !strings.Contains(r.out, "Built the mail for abandoned carts.") {
			t.Errorf("savectx load: exit %d\n%s%s", r.code, r.out, r.err)
		}
		s.again()
		out := s.follow("load", 1)
		for _, want := range []string{"session " + r.SessionID, "asked, NOT approved: Turning the mail on in production", "never send to real customers in tests"} {
			if !strings.Contains(out, want) {
				t.Errorf("load: no %q in %s", want, out)
			}
		}
		s.leaves()
	})
}

// The plugin brings the server along.
func TestMCPServerOfThePlugin(t *testing.T) {
	both(t, func(t *testing.T, version string) {
		const server = "plugin_savectx_savectx"
		o := allowing(version, server)
		dir := filepath.Join(t.TempDir(), "a plugin")
		o.Under = []string{"bash", "-c", installs, dir}
		o.Prepare = func(c *live.Client) error {
			cmd := c.Savectx(t.Context(), program, live.Options{Path: []string{filepath.Dir(program)}}, "install", "--plugin", dir, "--mcp", "--yes")
			out, err := cmd.CombinedOutput()
			t.Logf("%s", out)
			return err
		}
		s := start(t, o)
		s.validates(version, dir)
		s.connected("mcp__" + server + "__memory_remember")
		s.calls(server, "memory_remember", map[string]any{"title": "x", "content": "Tests never mail real customers", "tags": []string{"rule"}}, "ok, ref fact:")
	})
}

// calls has the model call a tool of a server, and wants the texts in what the
// tool's answer tells the model.
func (s *sess) calls(server, tool string, args map[string]any, want ...string) {
	s.t.Helper()
	data, err := json.Marshal(args)
	s.must(err)
	const tries = 3
	for range tries {
		prompt := fmt.Sprintf("call %s, %d", tool, len(s.Model.Requests()))
		s.Model.Teach(prompt, "[[tool mcp__"+server+"__"+tool+" "+string(data)+"]]")
		s.ask(prompt)
		merged := false
		s.until(func() error {
			merged = false
			if screen := s.Screen(); strings.Contains(screen, "Do you want to proceed?") {
				s.t.Fatalf("%s needs a permission:\n%s", tool, screen)
			}
			answer := ""
			for _, r := range slices.Backward(s.Model.Requests()) {
				texts := r.Prompts()
				if len(texts) == 0 {
					continue
				}
				if last := texts[len(texts)-1]; last == prompt {
					answer = r.Answer()
					break
				} else if strings.HasSuffix(last, prompt) { // 2.1.100 sometimes leaves a prompt that it has sent in the composer
					merged = true
					return nil
				}
			}
			for _, text := range want {
				if in, _ := json.Marshal(text); !strings.Contains(answer, strings.Trim(string(in), `"`)) {
					return fmt.Errorf("%s: %q is not in the answer: %s", tool, text, answer)
				}
			}
			return nil
		})
		s.idle()
		if !merged {
			return
		}
	}
	s.t.Fatalf("%s: the composer held another prompt %d times", tool, tries)
}

// leaves ends the session as a person does.
func (s *sess) leaves() {
	s.t.Helper()
	s.must(s.Type("/exit"))
	s.until(func() error {
		if s.Format("#{pane_id}") != s.ID {
			return nil
		}
		if err := s.Keys("Enter"); err != nil {
			return nil // it has just gone
		}
		if !within(time.Second, func() bool { return s.Format("#{pane_id}") != s.ID }) {
			return errors.New("the client is still there")
		}
		return nil
	})
}

// again ends the session and starts another one in the same place.
func (s *sess) again() {
	s.t.Helper()
	s.leaves()
	argv, err := live.Install(s.t.Context(), s.opts.Version)
	s.must(err)
	pane, err := s.Server().Open(120, 40, s.Work, s.Env(s.opts), argv)
	s.must(err)
	s.Client.Pane = pane
	s.until(func() error { return live.ComposerShown(s.Screen()) })
}

// connected talks with the model until it hears of a tool: a server may take
// longer to start than the client. With a tool search there is no need to wait.
func (s *sess) connected(tool string) {
	s.t.Helper()
	const tries = 50
	for n := range tries {
		heard := s.request(fmt.Sprintf("are you there, %d? [[say Yes, %d.]]", n, n))
		s.idle()
		if slices.Contains(heard.Names, tool) || slices.Contains(heard.Names, "ToolSearch") {
			return
		}
	}
	s.t.Fatalf("no tool %s after %d turns", tool, tries)
}

// state is the client's state file, servers its servers.
func (s *sess) state() (doc map[string]any) {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.Config, ".claude.json"))
	s.must(err)
	s.must(json.Unmarshal(data, &doc))
	return doc
}

func (s *sess) servers() map[string]any {
	s.t.Helper()
	servers, _ := s.state()["mcpServers"].(map[string]any)
	return servers
}

// differing is what a has and b has not, or not so.
func differing(a, b map[string]any) map[string]any {
	a = maps.Clone(a)
	maps.DeleteFunc(a, func(k string, v any) bool { return reflect.DeepEqual(v, b[k]) })
	return a
}

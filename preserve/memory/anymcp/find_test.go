package anymcp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"savectx/scripts/live"
)

// home is a person's files and one project, a git repository.
type home struct {
	t     *testing.T
	place Place
	env   map[string]string
}

func newHome(t *testing.T) *home {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &home{t: t, env: map[string]string{"HOME": root + "/home", "PATH": os.Getenv("PATH"), "USER": "person"}}
	h.place = Place{Cwd: root + "/project", Top: root + "/project", Main: root + "/project", Lookup: func(n string) (string, bool) { v, ok := h.env[n]; return v, ok }}
	for _, dir := range []string{root + "/home/.claude", root + "/project/.claude"} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	h.git("init", "-q")
	return h
}

func (h *home) git(args ...string) {
	h.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = h.place.Top, []string{"PATH=" + h.env["PATH"], "HOME=" + h.env["HOME"]}
	if out, err := cmd.CombinedOutput(); err != nil {
		h.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (h *home) write(path, text string) {
	h.t.Helper()
	if err := os.WriteFile(h.path(path), []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// path resolves ~/x in the home, x in the project.
func (h *home) path(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(h.env["HOME"], rest)
	}
	return filepath.Join(h.place.Top, path)
}

func (h *home) find() Found {
	h.t.Helper()
	f, err := Find(h.place)
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

func (h *home) state(top, project string) {
	h.write("~/.claude.json", `{"mcpServers":{`+top+`},"projects":{`+quote(h.place.Main)+`:{`+project+`}}}`)
}

func quote(s string) string { b, _ := json.Marshal(s); return string(b) }

func names(f Found) (out []string) {
	for _, s := range f.Servers {
		out = append(out, s.Name+" "+s.Scope)
	}
	return out
}

func TestOnlyWhatTheUserApprovedCounts(t *testing.T) {
	const trust = `"hasTrustDialogAccepted":true`
	const yes, all = `{"enabledMcpjsonServers":["p"]}`, `{"enableAllProjectMcpServers":true}`
	for name, c := range map[string]struct {
		project string // of the state file
		files   map[string]string
		tracked bool
		want    bool
	}{
		"nothing":                               {project: trust},
		"user settings":                         {files: map[string]string{"~/.claude/settings.json": yes}, want: true},
		"user settings, all":                    {files: map[string]string{"~/.claude/settings.json": all}, want: true},
		"user settings, another":                {files: map[string]string{"~/.claude/settings.json": `{"enabledMcpjsonServers":["q"]}`}},
		"state, trusted":                        {project: trust + `,"enabledMcpjsonServers":["p"]`, want: true},
		"state, all":                            {project: trust + `,"enableAllProjectMcpServers":true`, want: true},
		"state, not trusted":                    {project: `"enabledMcpjsonServers":["p"]`},
		"local settings":                        {project: trust, files: map[string]string{".claude/settings.local.json": all}, want: true},
		"local settings, not trusted":           {files: map[string]string{".claude/settings.local.json": all}},
		"local settings that came with git":     {project: trust, files: map[string]string{".claude/settings.local.json": all}, tracked: true},
		"the project's own settings":            {project: trust, files: map[string]string{".claude/settings.json": all}},
		"a user's settings.local.json":          {project: trust, files: map[string]string{"~/.claude/settings.local.json": all}},
		"approved and rejected":                 {files: map[string]string{"~/.claude/settings.json": `{"enableAllProjectMcpServers":true,"disabledMcpjsonServers":["p"]}`}},
		"approved, the project rejects":         {files: map[string]string{"~/.claude/settings.json": all, ".claude/settings.json": `{"disabledMcpjsonServers":["p"]}`}},
		"approved, rejected in the state":       {project: `"disabledMcpjsonServers":["p"]`, files: map[string]string{"~/.claude/settings.json": all}},
		"approved, switched off":                {project: `"disabledMcpServers":["p"]`, files: map[string]string{"~/.claude/settings.json": all}},
		"a project's settings that are no JSON": {project: trust, files: map[string]string{".claude/settings.local.json": "{"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.state("", c.project)
			h.write(".mcp.json", `{"mcpServers":{"p":{"command":"server"}}}`)
			for path, text := range c.files {
				h.write(path, text)
				if c.tracked {
					h.git("add", "-f", path)
				}
			}
			f := h.find()
			if got := len(f.Servers) == 1; got != c.want {
				t.Fatalf("usable %v, want %v; %+v", got, c.want, f)
			}
			if _, err := f.Server("p"); (err == nil) != c.want {
				t.Fatalf("Server: %v", err)
			}
		})
	}
}

func TestPrecedence(t *testing.T) {
	h := newHome(t)
	h.state(`"a":{"command":"user"},"b":{"command":"user"},"off":{"command":"x"}`, `"mcpServers":{"a":{"command":"local"}},"disabledMcpServers":["off"]`)
	h.write(".mcp.json", `{"mcpServers":{"b":{"command":"project"},"c":{"command":"project"}}}`)
	h.write("~/.claude/settings.json", `{"enableAllProjectMcpServers":true}`)
	f := h.find()
	if want := []string{"a local", "b user", "c project"}; !slices.Equal(names(f), want) {
		t.Fatalf("got %v, want %v", names(f), want)
	}
	// The same from a folder inside; a .mcp.json above the root is nobody's.
	sub := filepath.Join(h.place.Top, "sub")
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	h.write("../.mcp.json", `{"mcpServers":{"above":{"command":"x"}}}`)
	h.write("sub/.mcp.json", `{"mcpServers":{"c":{"command":"sub"}}}`)
	h.place.Cwd = sub
	f = h.find()
	if want := []string{"a local", "b user", "c project"}; !slices.Equal(names(f), want) || f.Servers[2].Command != "sub" {
		t.Fatalf("got %v, want %v; %+v", names(f), want, f.Servers)
	}
}

func TestShapesAndVariables(t *testing.T) {
	h := newHome(t)
	h.env["TOKEN"], h.env["EMPTY"] = "m0-secret", ""
	h.state(`"std":{"command":"${USER}x","args":["${NOPE:-${HOME}}","[${EMPTY:-d}]","$USER","${HOME","${}","${NOPE2}"],"env":{"A":"${HOME}/m.json"}},
		"http":{"type":"http","url":"https://mcp.example.com/mcp?key=${TOKEN}","headers":{"Authorization":"Token ${TOKEN}"}},
		"stream":{"type":"streamable-http","url":"http://127.0.0.1:1/mcp"}, "sse":{"type":"sse","url":"http://127.0.0.1:1/sse"},
		"nocommand":{"type":"stdio"}, "number":{"command":5}, "args":{"command":"x","args":"y"}, "env":{"command":"x","env":{"A":1}},
		"untyped":{"url":"http://127.0.0.1:1/"}, "ws":{"type":"ws","url":"ws://127.0.0.1/"}, "file":{"type":"http","url":"file:///etc/passwd"},
		"null":null, "list":[], "nul":{"command":"a\u0000b"}`, ``)
	f := h.find()
	if want := []string{"http user", "sse user", "std user", "stream user"}; !slices.Equal(names(f), want) {
		t.Fatalf("got %v, want %v", names(f), want)
	}
	std, web := f.Servers[2], f.Servers[0]
	if want := []string{"${HOME}", "[]", "$USER", "${HOME", "${}", "${NOPE2}"}; std.Command != "personx" || !slices.Equal(std.Args, want) {
		t.Fatalf("command %q, args %q, want %q", std.Command, std.Args, want)
	}
	if !slices.Equal(std.Missing, []string{"NOPE2"}) || std.Env["A"] != h.env["HOME"]+"/m.json" {
		t.Fatalf("%+v", std)
	}
	if web.Headers["Authorization"] != "Token m0-secret" || web.Address() != "https://mcp.example.com/mcp" {
		t.Fatalf("%+v, address %q", web, web.Address())
	}
	if len(f.Skipped) != 10 {
		t.Fatalf("%d skipped: %+v", len(f.Skipped), f.Skipped)
	}
	for _, s := range f.Skipped {
		if s.Reason == "" || s.From != h.path("~/.claude.json") {
			t.Errorf("%+v", s)
		}
	}
	for _, pair := range std.environ() {
		if name, _, _ := strings.Cut(pair, "="); name == "TOKEN" || name == "EMPTY" {
			t.Errorf("the server would get %s", name)
		}
	}
}

func TestBadFiles(t *testing.T) {
	for name, c := range map[string]struct{ path, text, want string }{
		"state":    {"~/.claude.json", "{\n\"mcpServers\":\n", "line 3"},
		"kind":     {"~/.claude.json", `{"mcpServers":[]}`, "mcpServers must be an object"},
		"settings": {"~/.claude/settings.json", `{"enabledMcpjsonServers":"p"}`, "enabledMcpjsonServers must be an array"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.write(c.path, c.text)
			_, err := Find(h.place)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), h.path(c.path)) {
				t.Fatalf("error %v, want the path and %q", err, c.want)
			}
		})
	}
	t.Run("a project's file is left out", func(t *testing.T) {
		h := newHome(t)
		h.state(`"u":{"command":"x"}`, ``)
		h.write(".mcp.json", `{"mcpServers":`)
		f := h.find()
		if len(f.Servers) != 1 || len(f.Skipped) != 1 || !strings.Contains(f.Skipped[0].Reason, "no JSON") {
			t.Fatalf("%+v", f)
		}
	})
	t.Run("a pipe", func(t *testing.T) {
		h := newHome(t)
		if err := unix.Mkfifo(h.path("~/.claude.json"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Find(h.place); err == nil {
			t.Fatal("a pipe was read")
		}
	})
	t.Run("none", func(t *testing.T) {
		if f := newHome(t).find(); len(f.Servers)+len(f.Skipped) != 0 {
			t.Fatalf("%+v", f)
		}
	})
	t.Run("a mark at the beginning", func(t *testing.T) {
		h := newHome(t)
		h.write("~/.claude.json", "\xef\xbb\xbf"+`{"mcpServers":{"u":{"command":"x"}}}`)
		if f := h.find(); len(f.Servers) != 1 {
			t.Fatalf("%+v", f)
		}
	})
}

// What the real client writes is what Find reads.
func TestRealClientAdds(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the real client")
	}
	argv, err := live.Install(t.Context(), live.Newest)
	if err != nil {
		t.Fatal(err)
	}
	for _, config := range []string{"", "config"} {
		h := newHome(t)
		if config != "" {
			h.env["CLAUDE_CONFIG_DIR"] = h.path("~/config")
		}
		run := func(dir string, args ...string) string {
			cmd := exec.CommandContext(t.Context(), argv[0], append(append(argv[1:len(argv):len(argv)], "mcp"), args...)...)
			cmd.Dir = dir
			for k, v := range h.env {
				cmd.Env = append(cmd.Env, k+"="+v)
			}
			cmd.Env = append(cmd.Env, "LANG=C.UTF-8", "SHELL=/bin/sh", "ANTHROPIC_BASE_URL=http://127.0.0.1:9", "ANTHROPIC_API_KEY=sk-ant-api03-loopback-only",
				"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
				"NO_PROXY=127.0.0.1", "HTTP_PROXY=http://127.0.0.1:9", "HTTPS_PROXY=http://127.0.0.1:9")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("claude mcp %v: %v\n%s", args, err, out)
			}
			return string(out)
		}
		run(h.place.Top, "add", "mem", "-e", "FILE=${HOME}/m.json", "--", "node", "server.js", "--flag")
		run(h.place.Top, "add", "-s", "user", "-t", "http", "web", "https://mcp.example.com/mcp", "-H", "Authorization: Token ${USER}")
		run(h.place.Top, "add", "-s", "project", "shared", "--", "node", "shared.js")
		f := h.find()
		if want := []string{"mem local", "web user"}; !slices.Equal(names(f), want) || len(f.Skipped) != 1 || f.Skipped[0].Name != "shared" {
			t.Fatalf("got %v, want %v; %+v", names(f), want, f)
		}
		if s := f.Servers[0]; s.Command != "node" || !slices.Equal(s.Args, []string{"server.js", "--flag"}) || s.Env["FILE"] != h.env["HOME"]+"/m.json" {
			t.Fatalf("%+v", s)
		}
		if s := f.Servers[1]; s.Type != HTTP || s.Headers["Authorization"] != "Token person" {
			t.Fatalf("%+v", s)
		}
	}
}

func TestTheOtherStateFile(t *testing.T) {
	h := newHome(t)
	h.write("~/.claude.json", `{"mcpServers":{"left":{"command":"left"}}}`)
	h.write("~/.claude/.config.json", `{"mcpServers":{"memory":{"command":"right"}}}`)
	f := h.find()
	if len(f.Servers) != 1 || f.Servers[0].Name != "memory" {
		t.Errorf("found %+v", f.Servers)
	}
}

// The client knows a project by its real path, however one came there.
func TestProjectBySymlink(t *testing.T) {
	h := newHome(t)
	h.write("~/.claude.json", `{"projects":{`+quote(h.place.Main)+`:{"mcpServers":{"notes":{"command":"notes"}}}}}`)
	link := filepath.Join(filepath.Dir(h.place.Main), "link")
	if err := os.Symlink(h.place.Main, link); err != nil {
		t.Fatal(err)
	}
	h.place.Cwd, h.place.Top, h.place.Main = link, link, link
	found, err := Find(h.place)
	if err != nil || len(found.Servers) != 1 || found.Servers[0].Name != "notes" {
		t.Errorf("%+v %v", found, err)
	}
}

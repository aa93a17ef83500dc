package config

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"savectx/orchestrator/claude"
)

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func from(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

const setsURL = `{"env": {"SAVECTX_MEM0_URL": "u"}}`

// Whose a file is: the person's own folders are no project's, unless a project
// has said that they are theirs.
func TestGivenWhose(t *testing.T) {
	const settings, local = ".claude/settings.json", ".claude/settings.local.json"
	for name, c := range map[string]struct {
		files map[string]string
		home  string // in the test's folder
		folder,
		cwd string
		by string // the file that sets the address
	}{
		"at home":                         {map[string]string{"home/" + settings: setsURL, "home/" + local: setsURL}, "home", "", "home/shop", ""},
		"the folder of the client":        {map[string]string{"shop/" + settings: setsURL}, "home", "shop/.claude", "shop", ""},
		"a home that is a project's":      {map[string]string{"shop/" + settings: `{"env": {"SAVECTX_MEM0_URL": "u", "HOME": "h"}}`}, "shop", "", "shop", "shop/" + settings},
		"said by another file":            {map[string]string{"shop/" + settings: setsURL, "shop/sub/" + local: `{"env": {"HOME": "h"}}`}, "shop", "", "shop/sub", "shop/" + settings},
		"said by one that cannot be read": {map[string]string{"shop/" + settings: setsURL, "shop/sub/" + local: `{`}, "shop", "", "shop/sub", "shop/sub/" + local},
		"a client's folder of a project's": {map[string]string{"shop/" + settings: `{"env": {"SAVECTX_MEM0_URL": "u", "CLAUDE_CONFIG_DIR": "h"}}`},
			"home", "shop/.claude", "shop", "shop/" + settings},
		"a byte order mark":    {map[string]string{"shop/" + settings: "\ufeff" + setsURL}, "home", "", "shop", "shop/" + settings},
		"an escaped name":      {map[string]string{"shop/" + settings: `{"env": {"\u0053AVECTX_MEM0_URL": null}}`}, "home", "", "shop", "shop/" + settings},
		"env of another shape": {map[string]string{"shop/" + settings: `{"env": ["SAVECTX_MEM0_URL"]}`}, "home", "", "shop", "shop/" + settings},
		"settings of another shape elsewhere": {map[string]string{"shop/" + settings: `{"model": 5, "env": {"SAVECTX_MEM0_URL": "u"}}`},
			"home", "", "shop", "shop/" + settings},
		"nothing named": {map[string]string{"shop/" + settings: `{"env": {"OTHER": "u"}}`, "shop/" + local: "", "shop/sub/.claude": "a file"}, "home", "", "shop/sub", ""},
		"the main repository of a worktree": {map[string]string{"main/" + local: setsURL, "tree/.git": "gitdir: TOP/main/.git/worktrees/tree\n"},
			"home", "", "tree", "main/" + local},
	} {
		t.Run(name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for path, text := range c.files {
				put(t, filepath.Join(dir, path), strings.ReplaceAll(text, "TOP", dir))
			}
			env := map[string]string{"HOME": filepath.Join(dir, c.home)}
			if c.folder != "" {
				env["CLAUDE_CONFIG_DIR"] = filepath.Join(dir, c.folder)
			}
			got := FindGiven(filepath.Join(dir, c.cwd), from(env)).By("SAVECTX_MEM0_URL")
			if path, _, _ := strings.Cut(got, " ("); path != filepath.Join(dir, c.by) && (got != "" || c.by != "") {
				t.Errorf("by %q, want %q", got, c.by)
			}
		})
	}
}

// The home folder that the system knows is right, whoever sets it.
func TestGivenAccountHome(t *testing.T) {
	home := claude.AccountHome()
	if home == "" {
		t.Skip("the system knows no home folder of this user")
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, ".claude", "settings.json"), `{`)
	g := FindGiven(dir, from(map[string]string{"HOME": home}))
	if by := g.By("HOME"); by != "" {
		t.Errorf("by %q", by)
	}
	if by := g.By("XDG_STATE_HOME"); by == "" {
		t.Error("nobody sets XDG_STATE_HOME")
	}
}

// The folder where the session started is known by its id or by a process; a
// record that is none, or a FIFO, is passed over.
func TestGivenStart(t *testing.T) {
	dir := t.TempDir()
	shop, folder := filepath.Join(dir, "shop"), filepath.Join(dir, "home", ".claude")
	put(t, filepath.Join(shop, ".claude", "settings.json"), setsURL)
	for _, name := range []string{"1.json", "2.json"} {
		put(t, filepath.Join(folder, "sessions", name), `{"sessionId": ["x"`)
	}
	if err := exec.Command("mkfifo", filepath.Join(folder, "sessions", "3.json")).Run(); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(folder, "sessions", "4.json"), `{"sessionId": "abc", "cwd": "`+shop+`"}`)
	for _, elsewhere := range []string{"", filepath.Join(dir, "moved")} { // where a project has the records looked for
		for id, known := range map[string]bool{"abc": true, "abd": false, "": false} {
			env := map[string]string{"HOME": filepath.Join(dir, "home"), "CLAUDE_CONFIG_DIR": elsewhere, "CLAUDE_CODE_SESSION_ID": id}
			if by := FindGiven(dir, from(env)).By("SAVECTX_MEM0_URL"); (by != "") != known {
				t.Errorf("session %q: by %q", id, by)
			}
		}
	}
}

// What a project may choose only in part, it may choose only in part by a
// variable, too.
func TestGivenLimits(t *testing.T) {
	dir := t.TempDir()
	env := map[string]string{"HOME": filepath.Join(dir, "home"), "SAVECTX_SAVE_TO": "context,mem0"}
	if c, err := Load(dir, from(env)); err != nil || c.String(SaveTo) != "context,mem0" {
		t.Errorf("the person's: %q, %v", c.String(SaveTo), err)
	}
	put(t, filepath.Join(dir, ".claude", "settings.json"), `{"env": {"SAVECTX_SAVE_TO": "x"}}`)
	if c, err := Load(dir, from(env)); err != nil || c.String(SaveTo) != "context,handoff" || len(c.Warnings) != 1 {
		t.Errorf("a project's: %q, %v, %q", c.String(SaveTo), err, c.Warnings)
	}
	env["SAVECTX_SAVE_TO"] = "docs"
	if c, err := Load(dir, from(env)); err != nil || c.String(SaveTo) != "docs" || c.Warnings != nil {
		t.Errorf("within the limits: %q, %v, %q", c.String(SaveTo), err, c.Warnings)
	}
}

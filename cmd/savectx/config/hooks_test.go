package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"savectx/cmd/savectx/hook"
)

// load reads a person's and a project's file.
func load(t *testing.T, person, project string, env map[string]string) (Config, error) {
	t.Helper()
	home, root := t.TempDir(), t.TempDir()
	files := map[string]string{filepath.Join(home, ".config", "savectx", "config.toml"): person, filepath.Join(root, ProjectFile): project}
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Load(root, func(name string) string {
		if name == "HOME" {
			return home
		}
		return env[name]
	})
}

func TestHookSettings(t *testing.T) {
	for name, c := range map[string]struct {
		person, project string
		env             map[string]string
		want            hook.Settings
	}{
		"default":            {want: hook.Settings{First: 60, Second: 80}},
		"numbers":            {person: "[nudge]\nat = [50, 70]\nafter = \"45m\"\n[auto]\ncompact_at = 90\n", want: hook.Settings{First: 50, Second: 70, After: 45 * time.Minute, Auto: 90}},
		"texts":              {person: "[nudge]\nat = [\"55%\"]\n", want: hook.Settings{First: 55}},
		"none":               {person: "[nudge]\ntell = \"none\"\nafter = \"1h\"\n", want: hook.Settings{}},
		"off":                {person: "[nudge]\nat = [\"off\"]\n", want: hook.Settings{}},
		"empty":              {person: "[nudge]\nat = []\n", want: hook.Settings{}},
		"project":            {project: "[nudge]\nat = [40, 60]\n", want: hook.Settings{First: 40, Second: 60}},
		"project, too much":  {project: "[auto]\ncompact_at = 1\n", want: hook.Settings{First: 60, Second: 80}},
		"project, wrong":     {project: "[nudge]\nat = [90, 60]\n", want: hook.Settings{First: 60, Second: 80}},
		"variable":           {person: "[nudge]\nat = [50, 70]\n", env: map[string]string{"SAVECTX_NUDGE_AT": "30,40", "SAVECTX_AUTO_COMPACT_AT": "95%"}, want: hook.Settings{First: 30, Second: 40, Auto: 95}},
		"variable, only one": {env: map[string]string{"SAVECTX_NUDGE_AT": "30"}, want: hook.Settings{First: 30}},
	} {
		config, err := load(t, c.person, c.project, c.env)
		if got := config.Hooks(); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, c.want)
		}
	}
}

func TestWrongHookSettings(t *testing.T) {
	for text, says := range map[string]string{
		"[nudge]\nat = [60, 101]\n":     "1 to 100",
		"[nudge]\nat = [80, 60]\n":      "the lower one first",
		"[nudge]\nat = [1, 2, 3]\n":     "at most two",
		"[nudge]\nat = 60.5\n":          "wants a list",
		"[nudge]\nat = [\"many\"]\n":    "\"many\"",
		"[nudge]\nafter = \"soon\"\n":   "at least 5m",
		"[nudge]\nafter = \"10s\"\n":    "at least 5m",
		"[nudge]\ntell = \"nobody\"\n":  "both, person, none",
		"[auto]\ncompact_at = \"-5\"\n": "1 to 100",
	} {
		if _, err := load(t, text, "", nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

// A mistake elsewhere in the file does not undo what was said, and all mistakes
// are told at once.
func TestOtherMistakes(t *testing.T) {
	config, err := load(t, "lang = 5.5\n[save]\nto = 5\n[nudge]\ntell = \"none\"\n", "", nil)
	if config.Hooks() != (hook.Settings{}) {
		t.Errorf("%+v", config.Hooks())
	}
	if err == nil || !strings.Contains(err.Error(), "save.to") || !strings.Contains(err.Error(), "lang") {
		t.Errorf("%v", err)
	}
}

// A project can put variables into the environment of all its client runs: what
// its own file may not say, they may not either.
func TestVariablesOfAProject(t *testing.T) {
	home, root := t.TempDir(), t.TempDir()
	env := map[string]string{"HOME": home, "SAVECTX_AUTO_COMPACT_AT": "1", "SAVECTX_NOTES_VAULT": "/x", "SAVECTX_NUDGE_AT": "30"}
	path := filepath.Join(root, ".claude", "settings.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"env": {"SAVECTX_AUTO_COMPACT_AT": "1", "SAVECTX_NOTES_VAULT": "/x", "SAVECTX_NUDGE_AT": "30"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := Load(root, func(name string) string { return env[name] })
	if err != nil || config.Hooks() != (hook.Settings{First: 30}) || config.String(NotesVault) != "" || len(config.Warnings) != 2 {
		t.Errorf("%+v, notes %q, %q, %v", config.Hooks(), config.String(NotesVault), config.Warnings, err)
	}
	config, err = Load(t.TempDir(), func(name string) string { return env[name] })
	if err != nil || config.Hooks().Auto != 1 {
		t.Errorf("elsewhere: %+v, %v", config.Hooks(), err)
	}
}

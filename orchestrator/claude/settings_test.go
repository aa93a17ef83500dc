package claude

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func TestReadSettings(t *testing.T) {
	dir := t.TempDir()
	config, project, managed := dir+"/config", dir+"/project", dir+"/managed.json"
	put(t, config+"/settings.json", `{"a":"user","b":"user","c":"user","d":"user"}`)
	put(t, project+"/.claude/settings.json", `{"a":"project","b":"project","c":"project"}`)
	put(t, project+"/.claude/settings.local.json", `{"a":"local","b":"local"}`)
	put(t, managed, `{"a":"managed"}`)
	s := readLevels([]string{managed}, config, project)
	var levels []string
	for _, f := range s.Files {
		levels = append(levels, f.Level)
	}
	if got := strings.Join(levels, " "); got != "managed local project user" {
		t.Errorf("the order is %s", got)
	}
	for name, want := range map[string]string{"a": "managed", "b": "local", "c": "project", "d": "user", "e": ""} {
		v := s.Text(name)
		if v.Value != want || v.Level != want || v.Set != (want != "") {
			t.Errorf("%s is %+v, want it from %s", name, v, want)
		}
	}
	if got := readLevels(nil, "", ""); len(got.Files) != 0 {
		t.Errorf("no folders have %d files", len(got.Files))
	}
	if got := readLevels(nil, dir+"/none", managed); len(got.Files) != 0 { // the project is a file
		t.Errorf("folders that are not there have %d files", len(got.Files))
	}
}

// A session in the home folder has the user's file as the project's as well.
func TestHomeIsTheProject(t *testing.T) {
	home := t.TempDir()
	put(t, home+"/.claude/settings.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}`)
	s := readLevels(nil, home+"/.claude", home)
	if len(s.Files) != 1 || s.Files[0].Level != LevelUser {
		t.Errorf("files %+v", s.Files)
	}
}

func TestSettingsInTheWild(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		a    string // the value of a; "" with an error unless nothing is set
		bad  bool
	}{
		"plain":                    {`{"a":"x"}`, "x", false},
		"BOM":                      {"\ufeff{\"a\":\"x\"}", "x", false},
		"CRLF and tabs":            {"\r\n{\r\n\t\"a\":\t\"x\"\r\n}\r\n", "x", false},
		"twice: the last":          {`{"a":"y","a":"x"}`, "x", false},
		"twice, the last is wrong": {`{"a":"y","a":5}`, "", false},
		"another case":             {`{"A":"x"}`, "", false},
		"escaped name":             {`{"\u0061":"x"}`, "x", false},
		"empty":                    {"", "", false},
		"blank":                    {" \n", "", false},
		"BOM alone":                {"\ufeff", "", false},
		"trailing comma":           {`{"a":"x",}`, "", true},
		"comment":                  {"// a\n{\"a\":\"x\"}", "", true},
		"list":                     {`[]`, "", true},
		"null":                     {`null`, "", true},
		"text":                     {`"a"`, "", true},
		"cut":                      {`{"a":"x"`, "", true},
		"two":                      {`{"a":"x"}{}`, "", true},
		"NUL":                      {"{\"a\":\"x\"\x00}", "", true},
		"UTF-16":                   {"\xff\xfe{\x00}\x00", "", true},
		"deep":                     {strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000), "", true},
	} {
		f := ParseSettings("/s", LevelUser, []byte(c.text))
		if bad := f.Err != nil; bad != c.bad {
			t.Errorf("%s: error %v", name, f.Err)
		}
		if got := (Settings{Files: []File{f}}).Text("a").Value; got != c.a {
			t.Errorf("%s: a is %q, want %q", name, got, c.a)
		}
	}
}

// Whatever stands in a file's place is read or reported, and never waited for.
func TestHostileSettings(t *testing.T) {
	for name, place := range map[string]func(path string) error{
		"FIFO":         func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"folder":       func(p string) error { return os.Mkdir(p, 0o700) },
		"device":       func(p string) error { return os.Symlink("/dev/zero", p) },
		"link to self": func(p string) error { return os.Symlink(p, p) },
		"huge":         func(p string) error { return os.WriteFile(p, make([]byte, maxSettings+1), 0o600) },
		"sparse": func(p string) error {
			if err := os.WriteFile(p, nil, 0o600); err != nil {
				return err
			}
			return os.Truncate(p, 1<<40)
		},
	} {
		if name == "sparse" && runtime.GOOS == "darwin" {
			continue // not every file system there has holes
		}
		project := t.TempDir()
		if err := os.Mkdir(project+"/.claude", 0o700); err != nil {
			t.Fatal(err)
		}
		if err := place(project + "/.claude/settings.json"); err != nil {
			t.Fatal(name, err)
		}
		put(t, project+"/.claude/settings.local.json", `{"a":"x"}`)
		s := readLevels(nil, "", project)
		if len(s.Files) != 2 || s.Files[1].Err == nil || s.Files[1].Data != nil {
			t.Errorf("%s: %d files, the second: %v", name, len(s.Files), s.Files[len(s.Files)-1].Err)
		}
		if got := s.Text("a").Value; got != "x" {
			t.Errorf("%s: the other file does not count: %q", name, got)
		}
	}
}

func TestLinkedSettings(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/dotfiles/claude.json", `{"a":"x"}`)
	if err := os.Mkdir(dir+"/config", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../dotfiles/claude.json", dir+"/config/settings.json"); err != nil {
		t.Fatal(err)
	}
	v := readLevels(nil, dir+"/config", "").Text("a")
	if v.Value != "x" || v.Path != filepath.Join(dir, "config", "settings.json") {
		t.Errorf("%+v", v)
	}
	if err := os.Remove(dir + "/dotfiles/claude.json"); err != nil {
		t.Fatal(err)
	}
	if s := readLevels(nil, dir+"/config", ""); len(s.Files) != 0 {
		t.Errorf("a link to nothing is %+v", s.Files)
	}
}

// A value of the wrong type makes the client pass over the whole file, where
// it is one of those it checks (2.1.332).
func TestWrongTypes(t *testing.T) {
	for _, text := range []string{`"autoCompactEnabled":"yes"`, `"disableAllHooks":"true"`, `"autoMemoryEnabled":1`, `"model":5`,
		`"autoCompactEnabled":null`, `"env":[]`, `"statusLine":"x"`, `"cleanupPeriodDays":"x"`, `"enabledPlugins":[]`, `"sandbox":"x"`, `"sandbox":{"enabled":"x"}`} {
		s := settingsOf(`{`+text+`,"a":"x"}`, `{"a":"y"}`)
		if s.Files[0].Err == nil || s.Text("a").Value != "y" {
			t.Errorf("%s: %v, a is %q", text, s.Files[0].Err, s.Text("a").Value)
		}
	}
}

func TestValues(t *testing.T) {
	s := settingsOf(
		`{"sandbox":{"enabled":true},"enabledPlugins":{"mem0@x":false,"b@x":true},"cleanupPeriodDays":7}`,
		`{"sandbox":{"enabled":false},"autoMemoryEnabled":false,"statusLine":{"type":"command","command":"mine"},
		  "enabledPlugins":{"mem0@x":true,"a@x":["1.0"]},"env":{"N":5,"S":"s","B":true,"O":{},"Z":null}}`)
	if v := s.Bool("sandbox", "enabled"); !v.Value || v.Path != "/s/a" {
		t.Errorf("sandbox %+v", v)
	}
	if v := s.Bool("autoMemoryEnabled"); v.Value || !v.Set || v.Path != "/s/b" {
		t.Errorf("autoMemoryEnabled %+v", v)
	}
	if v := s.Int("cleanupPeriodDays"); v.Value != 7 {
		t.Errorf("cleanupPeriodDays %+v", v)
	}
	if v := s.StatusLine(); v.Value != "mine" || v.Path != "/s/b" {
		t.Errorf("status line %+v", v)
	}
	for name, want := range map[string]string{"N": "5", "S": "s", "B": "true", "O": "", "Z": "", "X": ""} {
		if v := s.Env(name); v.Value != want || v.Set != (want != "") {
			t.Errorf("%s is %+v", name, v)
		}
	}
	plugins := s.Plugins()
	if len(plugins) != 2 || plugins[0].Value != "a@x" || plugins[0].Path != "/s/b" || plugins[1].Value != "b@x" {
		t.Errorf("plugins %+v", plugins)
	}
}

// No bytes of a settings file break anything that reads it.
func FuzzSettings(f *testing.F) {
	f.Add([]byte(`{"hooks":{"Stop":[{"matcher":"a","hooks":[{"type":"command","command":"savectx hook Stop","args":["a",5]}]}]}}`))
	f.Add([]byte(`{"env":{"A":5},"enabledPlugins":{"claude-mem@x":true},"sandbox":[],"modelSettings":{"m":{"autoCompactWindow":1e400}}}`))
	f.Add([]byte("\ufeff{\"hooks\":[null,{}],\"disableAllHooks\":true}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := Settings{Files: []File{ParseSettings("/s", LevelManaged, data), ParseSettings("/t", LevelUser, data)}}
		for _, h := range s.Hooks("") {
			if e, ok := OurHook(h.Command, h.Args); ok && !strings.Contains(strings.Join(Events(), " "), e) {
				t.Errorf("no event of ours: %q", e)
			}
		}
		_, _ = s.HooksOff()
		_ = s.Conflicts()
		_ = s.StatusLine()
		l := ReadLimits(s, "m", s.envOf)
		if trigger := TriggerFor("m", 0, 0, l); trigger.At <= 0 || trigger.At > trigger.Window {
			t.Errorf("a trigger that is nonsense: %+v of %+v", trigger, l)
		}
	})
}

func (s Settings) envOf(name string) string { return s.Env(name).Value }

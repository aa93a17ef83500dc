package claude

import (
	"fmt"
	"strings"
	"testing"
)

func TestOurHook(t *testing.T) {
	for _, c := range []struct {
		command string
		args    []string
		event   string
	}{
		{"savectx hook Stop", nil, "Stop"},
		{"/usr/local/bin/savectx hook PreCompact", nil, "PreCompact"},
		{"~/bin/savectx hook Stop", nil, "Stop"},
		{`"/my programs/savectx" hook Stop`, nil, "Stop"},
		{`'/my programs/savectx' hook 'SessionStart'`, nil, "SessionStart"},
		{`/my\ programs/savectx hook Stop`, nil, "Stop"},
		{`"$HOME/bin/savectx" hook Stop`, nil, "Stop"},
		{"savectx-hook Stop", nil, "Stop"},
		{"/opt/x/savectx-hook UserPromptSubmit", nil, "UserPromptSubmit"},
		{"savectx hook Stop 2>/dev/null || true", nil, "Stop"},
		{"savectx hook Stop;true", nil, "Stop"},
		{"command -v savectx-hook >/dev/null 2>&1 && savectx-hook Stop || true", nil, "Stop"},
		{"command -v savectx >/dev/null && savectx hook Stop", nil, "Stop"},
		{"[ -x /o/savectx ]&&/o/savectx hook Stop", nil, "Stop"},
		{"env A=b exec savectx hook Stop", nil, "Stop"},
		{"  savectx\thook Stop \n ", nil, "Stop"},
		{"savectx hook \\\n Stop", nil, "Stop"},
		{"true\nsavectx hook Stop", nil, "Stop"},
		{"A=b C='d e' savectx hook Stop", nil, "Stop"},
		{"/usr/bin/env -i -u HOME A=b savectx hook Stop", nil, "Stop"},
		{"exec -a other savectx hook Stop", nil, "Stop"},
		{"command -p savectx hook Stop", nil, "Stop"},
		{"if true; then savectx hook Stop; fi", nil, "Stop"},
		{"false || savectx hook Stop", nil, "Stop"},
		{"! savectx-hook Stop", nil, "Stop"},
		{"{ savectx-hook Stop; }", nil, "Stop"},
		{"(cd /x && savectx-hook Stop)", nil, "Stop"},
		{"timeout -k 1 5 savectx hook Stop", nil, "Stop"},
		{"nice -n 5 nohup savectx hook Stop &", nil, "Stop"},
		{"2>/dev/null savectx hook Stop", nil, "Stop"},
		{"cat | savectx hook Stop >>log 2>&1", nil, "Stop"},
		{"env", []string{"A=b", "savectx", "hook", "Stop"}, "Stop"},
		{"bash -lc 'exec savectx hook Stop'", nil, "Stop"},
		{"savectx", []string{"hook", "Stop"}, "Stop"},
		{"/my programs/savectx", []string{"hook", "PostCompact"}, "PostCompact"},
		{"/my programs/savectx-hook", []string{"SessionEnd"}, "SessionEnd"},
		{"bash", []string{"-c", "savectx hook Stop"}, "Stop"},
		{"sh -c 'savectx hook Stop'", nil, "Stop"},
		{`${CLAUDE_PLUGIN_ROOT}/bin/savectx-hook Stop`, nil, "Stop"},

		{"", nil, ""},
		{"savectx", nil, ""},
		{"savectx hook", nil, ""},
		{"savectx hook Nothing", nil, ""},
		{"savectx statusline", nil, ""},
		{"savectx hooks Stop", nil, ""},
		{"savectx-hook", nil, ""},
		{"mysavectx hook Stop", nil, ""},
		{"savectx2 hook Stop", nil, ""},
		{"savectx/other hook Stop", nil, ""},
		{"echo 'savectx hook Stop is not installed'", nil, ""},
		{"savectx; hook Stop", nil, ""},
		{"savectx hook && Stop", nil, ""},
		{"# savectx hook Stop", nil, ""},
		{"true # savectx hook Stop", nil, ""},
		{`"savectx hook Stop`, nil, ""},
		{"other hook Stop", nil, ""},
		{"echo savectx hook Stop", nil, ""},
		{"echo 'x;' savectx hook Stop", nil, ""},
		{`echo ";" savectx hook Stop`, nil, ""},
		{"echo then savectx hook Stop", nil, ""},
		{"echo exec savectx-hook Stop", nil, ""},
		{"command -v savectx hook Stop", nil, ""},
		{"cat <savectx hook Stop", nil, ""},
		{"true > savectx-hook Stop", nil, ""},
		{"grep -c 'savectx hook Stop' file", nil, ""},
		{"true 2>&1 savectx hook Stop", nil, ""},
		{"savectx hook\nStop", nil, ""},
		{"exec", nil, ""},
		{"echo", []string{"savectx", "hook", "Stop"}, ""},
		{"savectx hook Stop", []string{"x"}, ""}, // exec form: a program of that name
	} {
		event, ok := OurHook(c.command, c.args)
		if event != c.event || ok != (c.event != "") {
			t.Errorf("%q %q: %q, %v, want %q", c.command, c.args, event, ok, c.event)
		}
	}
}

const stopHook = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"savectx hook Stop"}]}]}%s}`

func TestHooksInEffect(t *testing.T) {
	files := func(managed, local, user string) Settings {
		var s Settings
		for i, data := range []string{managed, local, user} {
			level := []string{LevelManaged, LevelLocal, LevelUser}[i]
			s.Files = append(s.Files, ParseSettings("/"+level, level, []byte(data)))
		}
		return s
	}
	hook := func(more string) string { return fmt.Sprintf(stopHook, more) }
	for name, c := range map[string]struct {
		s    Settings
		from string // levels whose hook is in effect
		off  string
	}{
		"the user's":               {files("", "", hook("")), LevelUser, ""},
		"the same in two files":    {files("", hook(""), hook("")), LevelLocal, ""},
		"off in the user's file":   {files("", hook(""), hook(`,"disableAllHooks":true`)), "", "disableAllHooks /user"},
		"on again in the local":    {files("", `{"disableAllHooks":false}`, hook(`,"disableAllHooks":true`)), LevelUser, ""},
		"off, the owner's run":     {files(hook(""), `{"disableAllHooks":true}`, hook("")), LevelManaged, "disableAllHooks /local"},
		"the owner switches off":   {files(hook(`,"disableAllHooks":true`), "", hook("")), "", "disableAllHooks /managed"},
		"only the owner's":         {files(`{"allowManagedHooksOnly":true}`, "", hook("")), "", "allowManagedHooksOnly /managed"},
		"only the owner may say":   {files("", `{"allowManagedHooksOnly":true}`, hook("")), LevelUser, ""},
		"a broken file":            {files("", "{", hook("")), LevelUser, ""},
		"hooks of a wrong type":    {files("", `{"hooks":[]}`, hook("")), LevelUser, ""},
		"its own hooks are broken": {files("", "", `{"hooks":"x"}`), "", ""},
	} {
		var from []string
		for _, h := range c.s.Hooks("Stop") {
			from = append(from, h.Level)
		}
		if got := strings.Join(from, " "); got != c.from {
			t.Errorf("%s: in effect from %q, want %q", name, got, c.from)
		}
		why, path := c.s.HooksOff()
		if got := strings.TrimSpace(why + " " + path); got != c.off {
			t.Errorf("%s: off by %q, want %q", name, got, c.off)
		}
	}
}

// What is of a wrong shape is skipped, and nothing else with it (2.1.332).
func TestHandlersOfWrongShape(t *testing.T) {
	const good = `{"matcher":"auto","hooks":[{"type":"command","command":"good","args":["a","b"]}]}`
	for name, list := range map[string]string{
		"good":             good,
		"a group is text":  `"x",` + good,
		"null":             `null,` + good,
		"no hooks":         `{"matcher":"x"},` + good,
		"hooks are text":   `{"hooks":"x"},` + good,
		"a handler is 5":   `{"hooks":[5]},` + good,
		"no type":          `{"hooks":[{"command":"x"}]},` + good,
		"command is 5":     `{"hooks":[{"type":"command","command":5}]},` + good,
		"no command":       `{"hooks":[{"type":"command"}]},` + good,
		"the good one too": good + `,` + good,
	} {
		got := settingsOf(`{"hooks":{"PreCompact":[` + list + `],"Stop":"x"}}`).Hooks("")
		if len(got) != 1 || got[0].Command != "good" || got[0].Matcher != "auto" || strings.Join(got[0].Args, " ") != "a b" || got[0].Event != "PreCompact" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestHookInstalled(t *testing.T) {
	dir := t.TempDir()
	config, project := dir+"/config", dir+"/project"
	put(t, config+"/settings.json", fmt.Sprintf(stopHook, ""))
	put(t, project+"/.claude/settings.json", `{"hooks":{"PreCompact":[{"hooks":[{"type":"command","command":"/x/savectx","args":["hook","PreCompact"]}]}],
		"SessionStart":[{"hooks":[{"type":"command","command":"savectx hook Stop"}]}]}}`)
	for event, want := range map[string]bool{"Stop": true, "PreCompact": true, "SessionStart": false, "SessionEnd": false} {
		if got := HookInstalled(config, project, event); got != want {
			t.Errorf("%s: %v", event, got)
		}
	}
	put(t, project+"/.claude/settings.local.json", `{"disableAllHooks":true}`)
	if HookInstalled(config, project, "Stop") {
		t.Error("hooks are switched off")
	}
	if !HookInstalled(config, "", "Stop") {
		t.Error("not in this project")
	}
}

func TestConflicts(t *testing.T) {
	hook := func(command string) string {
		return `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"` + command + `"}]}]}}`
	}
	for name, c := range map[string]struct{ text, want string }{
		"a hook":             {hook("node ~/.claude/plugins/claude-mem/scripts/x.js"), "claude-mem"},
		"a script's name":    {hook("python3 /x/compact_hook.py"), "smart-precompact"},
		"a plugin":           {`{"enabledPlugins":{"mem0@mem0-plugins":true}}`, "mem0 plugin"},
		"a plugin, off":      {`{"enabledPlugins":{"mem0@mem0-plugins":false}}`, ""},
		"hook and plugin":    {`{"enabledPlugins":{"cozempic@x":true},"hooks":{"Stop":[{"hooks":[{"type":"command","command":"cozempic guard"}]}]}}`, "cozempic"},
		"only part of it":    {hook("my-claude-memory x"), ""},
		"upper case":         {hook("Claude-Mem"), "claude-mem"},
		"ourselves":          {hook("savectx hook Stop"), ""},
		"another's handoff":  {hook("/x/session-start-continuity.sh"), "Continuous-Claude"},
		"a tool's own shell": {hook("gt handoff --cycle"), "gastown"},
	} {
		var names []string
		for _, conflict := range settingsOf(c.text).Conflicts() {
			if conflict.Where != "/s/a" || conflict.What == "" {
				t.Errorf("%s: %+v", name, conflict)
			}
			names = append(names, conflict.Name)
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

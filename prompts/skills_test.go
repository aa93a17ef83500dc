package prompts_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"savectx/preserve"
	"savectx/prompts"
)

var names = []string{"load", "precompact", "promote-context", "save", "save-clear", "save-compact", "save-context"}

// parts splits a skill into its front matter and its text.
func parts(t *testing.T, s prompts.Skill) (front, body string) {
	t.Helper()
	rest, ok := strings.CutPrefix(string(s.Data), "---\n")
	front, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		t.Fatalf("%s has no front matter", s.Name)
	}
	return front, body
}

func TestSkillsFrontMatter(t *testing.T) {
	var found []string
	for _, s := range prompts.Skills() {
		found = append(found, s.Name)
		front, _ := parts(t, s)
		var keys map[string]string
		if err := yaml.Unmarshal([]byte(front), &keys); err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		for k := range keys {
			if !slices.Contains([]string{"name", "description", "argument-hint", "allowed-tools"}, k) {
				t.Errorf("%s: the key %s", s.Name, k)
			}
		}
		if keys["name"] != s.Name || keys["allowed-tools"] != "Bash(savectx:*)" {
			t.Errorf("%s: %v", s.Name, keys)
		}
		// The client cuts what is longer off its list of skills.
		if n := utf8.RuneCountInString(keys["description"]); n < 80 || n > 1536 {
			t.Errorf("%s: the description has %d characters", s.Name, n)
		}
	}
	if !slices.Equal(found, names) {
		t.Errorf("skills %v, want %v", found, names)
	}
}

// After a compaction the client attaches the skills again: 5,000 tokens of
// each, 25,000 of all.
func TestSkillsAreShortAndBeginWithTheEnd(t *testing.T) {
	all := 0
	for _, s := range prompts.Skills() {
		_, body := parts(t, s)
		if n := strings.Count(string(s.Data), "\n"); n > 90 {
			t.Errorf("%s has %d lines", s.Name, n)
		}
		if !strings.HasPrefix(strings.TrimSpace(body), "If the conversation above") || !strings.Contains(strings.SplitN(strings.TrimSpace(body), "\n", 2)[0], "do nothing, report nothing again") {
			t.Errorf("%s does not begin with what to do when it is done", s.Name)
		}
		all += utf8.RuneCount(s.Data)
	}
	if all > 40_000 {
		t.Errorf("together %d characters", all)
	}
}

// blocks are the bash blocks of a skill.
func blocks(s prompts.Skill) []string {
	var out []string
	for _, m := range regexp.MustCompile("(?s)\n```bash\n(.*?)\n```").FindAllStringSubmatch(string(s.Data), -1) {
		out = append(out, m[1])
	}
	return out
}

// A here-string around a quoted heredoc is the one form of a call with JSON
// that `Bash(savectx:*)` covers, whatever the texts hold: with a plain heredoc
// or a pipe the client asks, because of a quote behind a brace (2.1.100 and
// 2.1.332).
func TestSkeletonsAreSnapshots(t *testing.T) {
	form := regexp.MustCompile(`(?s)^savectx save [a-z, -]* - <<< "\$\(cat <<'SNAPSHOT'\n(.*)\nSNAPSHOT\n\)"$`)
	for _, s := range prompts.Skills() {
		calls := blocks(s)
		if len(calls) == 0 {
			t.Errorf("%s has no command", s.Name)
		}
		seen := false
		for _, b := range calls {
			if !strings.Contains(b, "<<") {
				continue
			}
			seen = true
			m := form.FindStringSubmatch(b)
			if m == nil {
				t.Errorf("%s: another form of a call:\n%s", s.Name, b)
				continue
			}
			if _, err := preserve.ParseSnapshot([]byte(strings.ReplaceAll(m[1], "…", "filled in")), nil); err != nil {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
		if want := s.Name != "load" && s.Name != "promote-context"; seen != want {
			t.Errorf("%s: a snapshot is there: %v, want %v", s.Name, seen, want)
		}
	}
}

// The line is typed by the orchestrator or by the person, never by Claude.
func TestSkillsTypeNothing(t *testing.T) {
	orders := regexp.MustCompile(`(?i)(\w+ )?(run|runs|type|types|send|execute|invoke) (or run )?(it yourself|/compact|/clear)`)
	for _, s := range prompts.Skills() {
		for _, b := range blocks(s) {
			if strings.Contains(b, "/compact") || strings.Contains(b, "/clear") || strings.Contains(b, "tmux") {
				t.Errorf("%s: %s", s.Name, b)
			}
			if !strings.HasPrefix(b, "savectx ") {
				t.Errorf("%s calls something else: %s", s.Name, b)
			}
		}
		for _, m := range orders.FindAllStringSubmatch(string(s.Data), -1) {
			if strings.ToLower(m[1]) != "never " {
				t.Errorf("%s: %q", s.Name, m[0])
			}
		}
	}
}

// What five skills say alike stays alike.
func TestWhatToKeepIsSaidOnce(t *testing.T) {
	texts := map[string][]string{}
	for _, s := range prompts.Skills() {
		if _, rest, ok := strings.Cut(string(s.Data), "## What to keep\n"); ok {
			text, _, _ := strings.Cut(rest, "Labels, commands and exact strings stay as they are.\n")
			texts[text] = append(texts[text], s.Name)
		}
	}
	if len(texts) != 1 || len(slices.Collect(maps.Values(texts))[0]) != 5 {
		t.Errorf("they differ: %v", slices.Collect(maps.Values(texts)))
	}
}

func TestPlugin(t *testing.T) {
	plain := prompts.Plugin(nil)
	for name, data := range plain {
		if !strings.HasSuffix(name, ".json") {
			continue
		}
		if !json.Valid(data) {
			t.Errorf("%s is no JSON:\n%s", name, data)
		}
	}
	for _, s := range prompts.Skills() {
		if string(plain[path.Join("skills", s.Name, "SKILL.md")]) != string(s.Data) {
			t.Errorf("the plugin has another %s", s.Name)
		}
	}
	for _, name := range []string{".claude-plugin/plugin.json", "README.md"} {
		if len(plain[name]) == 0 {
			t.Errorf("the plugin has no %s", name)
		}
	}
	if market := string(plain[".claude-plugin/marketplace.json"]); !strings.Contains(market, `"source": "./"`) {
		t.Errorf("the plugin is no marketplace of its own:\n%s", market)
	}

	calls := map[string]string{}
	whole := prompts.Plugin(func(event string) (string, []string) {
		calls[event] = "/opt/a b/savectx-hook"
		return calls[event], []string{event}
	})
	want := []string{"PostCompact", "PostToolUse", "PreCompact", "SessionEnd", "SessionStart", "Stop", "StopFailure", "UserPromptSubmit"}
	if got := slices.Sorted(maps.Keys(calls)); !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
	for _, event := range want {
		h := hookOf(t, whole, event)
		if h.Command != "/opt/a b/savectx-hook" || !slices.Equal(h.Args, []string{event}) || h.Type != "command" || h.Timeout != 5 {
			t.Errorf("%s: %+v", event, h)
		}
		if h := hookOf(t, plain, event); strings.Count(h.Command, " "+event) != 2 || h.Args != nil || h.Timeout != 5 {
			t.Errorf("%s on PATH: %+v", event, h)
		}
	}
	shell := prompts.Plugin(func(event string) (string, []string) { return "savectx hook " + event, nil })
	if strings.Contains(string(shell["hooks/hooks.json"]), `"args"`) {
		t.Error("args for a client that does not know them")
	}
}

// On PATH the small program comes first, then the large one; with neither a
// hook is silent and well.
func TestPluginHooksFindTheirProgram(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	command := hookOf(t, prompts.Plugin(nil), "Stop").Command
	dir := t.TempDir()
	for _, step := range []struct{ adds, want string }{
		{"", ""}, {"savectx", "savectx: hook Stop {}"}, {"savectx-hook", "savectx-hook: Stop {}"},
	} {
		if step.adds != "" {
			script := "#!" + shell + "\nread -r event\necho " + step.adds + ": \"$@\" \"$event\"\n"
			if err := os.WriteFile(filepath.Join(dir, step.adds), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(shell, "-c", command)
		cmd.Env, cmd.Stdin = []string{"PATH=" + dir}, strings.NewReader("{}\n")
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != step.want {
			t.Errorf("with %q: %q, %v, want %q", step.adds, got, err, step.want)
		}
	}
}

type hook struct {
	Type    string
	Command string
	Args    []string
	Timeout int
}

func hookOf(t *testing.T, files map[string][]byte, event string) hook {
	t.Helper()
	var doc struct {
		Hooks map[string][]struct{ Hooks []hook }
	}
	if err := json.Unmarshal(files["hooks/hooks.json"], &doc); err != nil {
		t.Fatal(err)
	}
	groups := doc.Hooks[event]
	if len(groups) != 1 || len(groups[0].Hooks) != 1 {
		t.Fatalf("%s: %+v", event, groups)
	}
	return groups[0].Hooks[0]
}

// The repository's own marketplace names the plugin as it is.
func TestMarketplaceOfTheRepository(t *testing.T) {
	data, err := os.ReadFile("../.claude-plugin/marketplace.json")
	if err != nil {
		t.Fatal(err)
	}
	var market struct {
		Plugins []struct{ Name, Source, Description string }
	}
	var plugin struct{ Name, Description string }
	if err := json.Unmarshal(data, &market); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(prompts.Plugin(nil)[".claude-plugin/plugin.json"], &plugin); err != nil {
		t.Fatal(err)
	}
	if len(market.Plugins) != 1 || market.Plugins[0].Name != plugin.Name || market.Plugins[0].Description != plugin.Description || market.Plugins[0].Source != "./prompts/plugin" {
		t.Errorf("%+v, the plugin is %+v", market.Plugins, plugin)
	}
}

// The plugin in the repository and a project's shared settings call the
// programs in the same way.
func TestHookOnPath(t *testing.T) {
	var doc struct {
		Hooks map[string][]struct{ Hooks []struct{ Command string } }
	}
	if err := json.Unmarshal(prompts.Plugin(nil)["hooks/hooks.json"], &doc); err != nil {
		t.Fatal(err)
	}
	for event, groups := range doc.Hooks {
		if got := groups[0].Hooks[0].Command; got != prompts.HookOnPath(event) {
			t.Errorf("%s: %q", event, got)
		}
	}
}

package claude

import (
	"os"
	"path/filepath"
	"testing"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

// The figures are worked out by hand: window, less 20,000 for the answer, less
// 13,000; hard limit: less 20,000, less 3,000.
func TestTriggerFor(t *testing.T) {
	const opus45, opus5 = "claude-opus-4-5", "claude-opus-5"
	for name, c := range map[string]struct {
		model        string
		window, used int
		limits       Limits
		at           int
		window2      int // expected
	}{
		"a small model":                  {opus45, 0, 0, Limits{}, 167_000, 200_000},
		"a large model":                  {opus5, 0, 0, Limits{}, 967_000, 1_000_000},
		"asked for with the suffix":      {"claude-sonnet-4-5[1m]", 0, 0, Limits{}, 967_000, 1_000_000},
		"a row without it":               {"claude-sonnet-4-5", 0, 0, Limits{Wants1M: true}, 967_000, 1_000_000},
		"the status line knows better":   {opus45, 1_000_000, 0, Limits{}, 967_000, 1_000_000},
		"and worse":                      {opus5, 200_000, 0, Limits{}, 167_000, 200_000},
		"used proves it":                 {opus45, 0, 250_000, Limits{}, 967_000, 1_000_000},
		"an old client":                  {opus5, 0, 0, Limits{Client: Version{2, 1, 100}}, 167_000, 200_000},
		"an old client that is asked":    {opus45, 0, 0, Limits{Client: Version{2, 1, 100}, Wants1M: true}, 967_000, 1_000_000},
		"no model":                       {"", 0, 10, Limits{}, 167_000, 200_000},
		"1M switched off":                {opus5, 0, 0, Limits{No1M: true}, 167_000, 200_000},
		"1M off, but already passed":     {opus5, 0, 300_000, Limits{No1M: true}, 967_000, 1_000_000},
		"a window":                       {opus5, 0, 0, Limits{Window: 400_000, WindowFrom: "x"}, 367_000, 1_000_000},
		"a window larger than the model": {opus45, 0, 0, Limits{Window: 400_000}, 167_000, 200_000},
		"half":                           {opus45, 0, 0, Limits{Percent: 50}, 90_000, 200_000},
		"half of a window":               {opus5, 0, 0, Limits{Window: 400_000, WindowFrom: "x", Percent: 50}, 190_000, 1_000_000},
		"a share can only lower":         {opus45, 0, 0, Limits{Percent: 99}, 167_000, 200_000},
		"a fraction of a percent":        {opus45, 0, 0, Limits{Percent: 12.5}, 22_500, 200_000},
		"a small reserve":                {opus45, 0, 0, Limits{MaxOutput: 8_000}, 179_000, 200_000},
		"a large reserve is capped":      {opus45, 0, 0, Limits{MaxOutput: 64_000}, 167_000, 200_000},
		"off":                            {opus45, 0, 0, Limits{Off: true}, 177_000, 200_000},
		"off: a window does not count":   {opus5, 0, 0, Limits{Off: true, Window: 400_000, Percent: 10}, 977_000, 1_000_000},
		"an unknown model":               {"gpt-x", 0, 0, Limits{ModelMax: 300_000}, 267_000, 300_000},
		"a known model has its own":      {opus45, 0, 0, Limits{ModelMax: 300_000}, 167_000, 200_000},
		"without any compaction not":     {opus45, 0, 0, Limits{ModelMax: 300_000, Off: true, ManualOff: true}, 277_000, 300_000},
		"a nonsense window":              {"gpt-x", 0, 0, Limits{ModelMax: 5_000}, 167_000, 200_000},
		"a nonsense status line":         {opus45, 20_000, 0, Limits{}, 167_000, 200_000},
		"a share of next to nothing":     {opus45, 0, 0, Limits{Percent: 0.0001}, 167_000, 200_000},
		"a negative window":              {opus45, -1, 0, Limits{Window: -5, MaxOutput: -5}, 167_000, 200_000},
	} {
		got := TriggerFor(c.model, c.window, c.used, c.limits)
		if got.At != c.at || got.Window != c.window2 {
			t.Errorf("%s: at %d of a window of %d, want %d of %d (%+v)", name, got.At, got.Window, c.at, c.window2, got)
		}
		if got.Off != c.limits.Off || got.WindowFrom == "" || got.LimitFrom == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestShare(t *testing.T) {
	trigger := TriggerFor("claude-opus-4-5", 0, 0, Limits{}) // 167,000
	for tokens, want := range map[int]int{-1: 0, 0: 0, 1: 0, 1_670: 1, 83_500: 50, 100_199: 59, 100_200: 60, 167_000: 100, 180_000: 107} {
		if got := trigger.Share(tokens); got != want {
			t.Errorf("%d tokens are %d %%, want %d", tokens, got, want)
		}
	}
	if got := (Trigger{}).Share(5); got != 0 {
		t.Errorf("of no trigger: %d %%", got)
	}
}

// What the status line of 2.1.332 told for each id.
func TestWindowOfModels(t *testing.T) {
	for window, ids := range map[int][]string{
		200_000: {"claude-3-7-sonnet-20250219", "claude-sonnet-4-0", "claude-sonnet-4-5", "claude-sonnet-4-6", "claude-opus-4-5", "claude-opus-4-6",
			"claude-haiku-4-5", "claude-haiku-4-5-20251001", "claude-opus-4-20250514", "claude-opus-4-1", "us.anthropic.claude-sonnet-4-5-v1"},
		1_000_000: {"claude-opus-4-7", "claude-opus-4-8", "claude-opus-5", "claude-opus-5-5", "claude-sonnet-5", "claude-sonnet-5-5", "claude-haiku-5-5",
			"claude-fable-5", "claude-fable-5-1", "claude-fable-5-2", "claude-mythos-5", "claude-mythos-5-1", "claude-mythos-5-2", "claude-mythos-preview",
			"claude-sonnet-4-5[1m]", "claude-sonnet-4-6[1m]", "claude-opus-4-6[1m]", "claude-haiku-4-5[1m]", "claude-opus-5[1m]",
			"us.anthropic.claude-opus-4-7-v1", "claude-sonnet-5-20260101", "claude-unknown-9", "gpt-x"},
	} {
		for _, id := range ids {
			if got := TriggerFor(id, 0, 0, Limits{}).Window; got != window {
				t.Errorf("%s has a window of %d, want %d", id, got, window)
			}
		}
	}
}

func TestSameModel(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"claude-opus-4-6[1m]", "claude-opus-4-6", true},
		{"claude-opus-4-6", "claude-opus-4-6", true},
		{"claude-opus-4-6", "claude-opus-4-5", false},
		{"", "", false},
	} {
		if got := SameModel(c.a, c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

func settingsOf(files ...string) Settings {
	var s Settings
	for _, data := range files {
		s.Files = append(s.Files, ParseSettings("/s/"+string(rune('a'+len(s.Files))), LevelUser, []byte(data)))
	}
	return s
}

func TestReadLimits(t *testing.T) {
	const model = "claude-opus-4-6"
	for name, c := range map[string]struct {
		files  []string
		getenv func(string) string
		want   Limits
	}{
		"nothing":                       {nil, env(), Limits{}},
		"the environment first":         {[]string{`{"autoCompactWindow":300000,"modelSettings":{"claude-opus-4-6":{"autoCompactWindow":400000}}}`}, env("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "500000"), Limits{Window: 500_000, WindowFrom: "CLAUDE_CODE_AUTO_COMPACT_WINDOW"}},
		"then the model's":              {[]string{`{"autoCompactWindow":300000,"modelSettings":{"claude-opus-4-6":{"autoCompactWindow":400000}}}`}, env(), Limits{Window: 400_000, WindowFrom: "modelSettings in /s/a"}},
		"not another model's":           {[]string{`{"autoCompactWindow":300000,"modelSettings":{"claude-opus-4-5":{"autoCompactWindow":400000}}}`}, env(), Limits{Window: 300_000, WindowFrom: "autoCompactWindow in /s/a"}},
		"the model's auto":              {[]string{`{"autoCompactWindow":300000,"modelSettings":{"claude-opus-4-6":{"autoCompactWindow":"auto"}}}`}, env(), Limits{}},
		"the higher file":               {[]string{`{"autoCompactWindow":300000}`, `{"autoCompactWindow":200000}`}, env(), Limits{Window: 300_000, WindowFrom: "autoCompactWindow in /s/a"}},
		"too small":                     {[]string{`{"autoCompactWindow":5000}`}, env(), Limits{Window: 100_000, WindowFrom: "autoCompactWindow in /s/a"}},
		"too large":                     {nil, env("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "5000000"), Limits{Window: 1_000_000, WindowFrom: "CLAUDE_CODE_AUTO_COMPACT_WINDOW"}},
		"a unit":                        {nil, env("CLAUDE_CODE_AUTO_COMPACT_WINDOW", " 400k "), Limits{Window: 400_000, WindowFrom: "CLAUDE_CODE_AUTO_COMPACT_WINDOW"}},
		"half a million":                {nil, env("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "0.5M"), Limits{Window: 500_000, WindowFrom: "CLAUDE_CODE_AUTO_COMPACT_WINDOW"}},
		"bare thousands":                {nil, env("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "400"), Limits{Window: 400_000, WindowFrom: "CLAUDE_CODE_AUTO_COMPACT_WINDOW"}},
		"no number":                     {nil, env("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "much", "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "NaN"), Limits{}},
		"minus":                         {nil, env("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "-400000", "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "-3", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "-1"), Limits{}},
		"a share":                       {nil, env("CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "62.5"), Limits{Percent: 62.5}},
		"a share over 100":              {nil, env("CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "101"), Limits{}},
		"settings' env before ours":     {[]string{`{"env":{"CLAUDE_AUTOCOMPACT_PCT_OVERRIDE":"40"}}`}, env("CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "50"), Limits{Percent: 40}},
		"settings' env as a number":     {[]string{`{"env":{"CLAUDE_AUTOCOMPACT_PCT_OVERRIDE":40}}`}, env(), Limits{Percent: 40}},
		"models and answers":            {nil, env("CLAUDE_CODE_MAX_CONTEXT_TOKENS", "300000", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "8000", "CLAUDE_CODE_DISABLE_1M_CONTEXT", "true"), Limits{ModelMax: 300_000, MaxOutput: 8_000, No1M: true}},
		"off":                           {nil, env("DISABLE_AUTO_COMPACT", "1"), Limits{Off: true, Why: "DISABLE_AUTO_COMPACT"}},
		"not off":                       {nil, env("DISABLE_AUTO_COMPACT", "0", "DISABLE_COMPACT", "false"), Limits{}},
		"all off":                       {nil, env("DISABLE_AUTO_COMPACT", "1", "DISABLE_COMPACT", "yes"), Limits{Off: true, ManualOff: true, Why: "DISABLE_COMPACT"}},
		"off in a file":                 {[]string{`{}`, `{"autoCompactEnabled":false}`}, env(), Limits{Off: true, Why: "autoCompactEnabled is false in /s/b"}},
		"on again in a higher file":     {[]string{`{"autoCompactEnabled":true}`, `{"autoCompactEnabled":false}`}, env(), Limits{}},
		"1M asked for in the settings":  {[]string{`{"model":"opus[1m]"}`}, env(), Limits{Wants1M: true}},
		"1M asked of another model":     {[]string{`{"model":"sonnet[1m]"}`}, env(), Limits{}},
		"1M asked in the environment":   {nil, env("ANTHROPIC_MODEL", "claude-opus-4-6[1m]"), Limits{Wants1M: true}},
		"values of the wrong type":      {[]string{`{"autoCompactWindow":"x","modelSettings":[],"env":5,"model":{}}`}, env(), Limits{}},
		"a window that is no whole one": {[]string{`{"autoCompactWindow":1.5}`}, env(), Limits{}},
	} {
		if got := ReadLimits(settingsOf(c.files...), model, c.getenv); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

// /config of an old client writes into the client's own file; a settings file
// that speaks counts first.
func TestLimitsOfTheClientsOwnFile(t *testing.T) {
	home := t.TempDir()
	config := filepath.Join(home, ".claude")
	put(t, filepath.Join(home, ".claude.json"), `{"projects":{"/p":{"autoCompactEnabled":true}},"autoCompactEnabled":false}`)
	put(t, filepath.Join(config, ".claude.json"), `{"autoCompactEnabled":true}`)
	s := readLevels(nil, config, "")
	if l := ReadLimits(s, "m", env("HOME", home)); !l.Off {
		t.Errorf("off in the home folder's file: %+v", l)
	}
	if l := ReadLimits(s, "m", env("HOME", home, "CLAUDE_CONFIG_DIR", config)); l.Off {
		t.Errorf("on in the config folder's file: %+v", l)
	}
	put(t, filepath.Join(config, "settings.json"), `{"autoCompactEnabled":true}`)
	if l := ReadLimits(readLevels(nil, config, ""), "m", env("HOME", home)); l.Off {
		t.Errorf("a settings file switches it on: %+v", l)
	}
}

func put(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

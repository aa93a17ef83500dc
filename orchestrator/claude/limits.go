// What a person has set about automatic compactions.

package claude

import (
	"bytes"
	"encoding/json"
	"math"
	"path/filepath"
	"strconv"
	"strings"
)

// Limits are what the environment and the settings say about the size of a
// session. Tokens throughout; zero means not set.
type Limits struct {
	Window     int     // the configured window
	WindowFrom string  // where that stands
	Percent    float64 // of the effective window, above 0, at most 100
	ModelMax   int     // CLAUDE_CODE_MAX_CONTEXT_TOKENS
	MaxOutput  int     // CLAUDE_CODE_MAX_OUTPUT_TOKENS
	No1M       bool    // CLAUDE_CODE_DISABLE_1M_CONTEXT
	Wants1M    bool    // the model was asked for with the suffix [1m]
	Off        bool    // no automatic compaction
	ManualOff  bool    // /compact is off as well
	Why        string  // what switches it off
	Client     Version // whose table of models counts; set by who knows it
}

// LimitVariables are the environment variables [ReadLimits] reads.
func LimitVariables() []string {
	return []string{"CLAUDE_CODE_AUTO_COMPACT_WINDOW", "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "CLAUDE_CODE_DISABLE_1M_CONTEXT",
		"CLAUDE_CODE_MAX_CONTEXT_TOKENS", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "DISABLE_AUTO_COMPACT", "DISABLE_COMPACT", "ANTHROPIC_MODEL"}
}

// A configured window the client accepts, in tokens.
const (
	minConfigured = 100_000
	maxConfigured = 1_000_000
)

// ReadLimits gathers the limits for sessions with that model. The settings'
// own environment counts before getenv's, as it does in the client.
func ReadLimits(s Settings, model string, getenv func(string) string) Limits {
	env := func(name string) string {
		if v := s.Env(name); v.Set {
			return v.Value
		}
		return getenv(name)
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(strings.TrimSpace(env(name)))
		return max(n, 0)
	}
	l := Limits{
		Percent:   percent(env("CLAUDE_AUTOCOMPACT_PCT_OVERRIDE")),
		ModelMax:  number("CLAUDE_CODE_MAX_CONTEXT_TOKENS"),
		MaxOutput: number("CLAUDE_CODE_MAX_OUTPUT_TOKENS"),
		No1M:      truthy(env("CLAUDE_CODE_DISABLE_1M_CONTEXT")),
		Wants1M:   wants1M(model, env("ANTHROPIC_MODEL")) || wants1M(model, s.Text("model").Value),
	}
	l.readWindow(s, model, env("CLAUDE_CODE_AUTO_COMPACT_WINDOW"))
	switch enabled := s.Bool("autoCompactEnabled"); {
	case truthy(env("DISABLE_COMPACT")):
		l.Off, l.ManualOff, l.Why = true, true, "DISABLE_COMPACT"
	case truthy(env("DISABLE_AUTO_COMPACT")):
		l.Off, l.Why = true, "DISABLE_AUTO_COMPACT"
	case enabled.Set && !enabled.Value:
		l.Off, l.Why = true, "autoCompactEnabled is false in "+enabled.Path
	case !enabled.Set && s.config != "" && offInOwnFile(s.config, getenv):
		l.Off, l.Why = true, "autoCompactEnabled is false in "+ownPath(s.config, getenv)
	}
	return l
}

func (l *Limits) readWindow(s Settings, model, fromEnv string) {
	if n := tokens(fromEnv); n > 0 {
		l.Window, l.WindowFrom = n, "CLAUDE_CODE_AUTO_COMPACT_WINDOW"
		return
	}
	for _, key := range []string{model, plainModel(model)} {
		if s.Text("modelSettings", key, "autoCompactWindow").Value == "auto" {
			return
		}
		if v := s.Int("modelSettings", key, "autoCompactWindow"); v.Value > 0 {
			l.Window, l.WindowFrom = clamp(v.Value), "modelSettings in "+v.Path
			return
		}
	}
	if v := s.Int("autoCompactWindow"); v.Value > 0 {
		l.Window, l.WindowFrom = clamp(v.Value), "autoCompactWindow in "+v.Path
	}
}

// tokens reads 400000, 400k, 0.4m and, as the client does, 400 as thousands;
// 0 for what is no number.
func tokens(text string) int {
	text = strings.ToLower(strings.TrimSpace(text))
	unit := 1.0
	if rest, ok := strings.CutSuffix(text, "k"); ok {
		text, unit = rest, 1e3
	} else if rest, ok := strings.CutSuffix(text, "m"); ok {
		text, unit = rest, 1e6
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n*unit >= 1) || n*unit > 1e12 {
		return 0
	}
	if unit == 1 && n >= 100 && n <= 1000 {
		unit = 1e3
	}
	return clamp(int(math.Round(n * unit)))
}

func clamp(n int) int { return min(max(n, minConfigured), maxConfigured) }

// percent reads a share above 0 and at most 100; 0 for anything else.
func percent(text string) float64 {
	p, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(p > 0 && p <= 100) {
		return 0
	}
	return p
}

// wants1M tells whether asked, a model's id or an alias such as opus[1m], asks
// for the long context of model.
func wants1M(model, asked string) bool {
	name, ok := strings.CutSuffix(strings.ToLower(asked), "[1m]")
	return ok && name != "" && strings.Contains(strings.ToLower(model), name)
}

// truthy reads a switch as the client does.
func truthy(v string) bool {
	switch strings.ToLower(strings.TrimSpace(v)) {
	case "1", "true", "yes", "on":
		return true
	}
	return false
}

// offInOwnFile tells whether /config switched automatic compactions off: it
// writes into the client's own file (2.1.100; 2.1.332 reads it where the
// settings are silent). The file can be large, and hardly ever says so.
func offInOwnFile(config string, getenv func(string) string) bool {
	data, err := readBounded(ownPath(config, getenv), maxOwnFile)
	if err != nil || !bytes.Contains(data, []byte(`"autoCompactEnabled"`)) {
		return false
	}
	var own struct {
		Enabled *json.RawMessage `json:"autoCompactEnabled"`
	}
	return json.Unmarshal(trimBOM(data), &own) == nil && own.Enabled != nil && string(*own.Enabled) == "false"
}

// LimitFiles are the files [ReadLimits] depends on, those that may not exist
// included: as long as none of them changes, neither do the limits.
func LimitFiles(config, project string, getenv func(string) string) []string {
	files := append(managedFiles(), filepath.Join(config, "settings.json"), ownPath(config, getenv))
	return append(files, filepath.Join(project, ".claude", "settings.json"), filepath.Join(project, ".claude", "settings.local.json"))
}

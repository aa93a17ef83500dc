// Other tools that act at the same moments.

package claude

import (
	"slices"
	"strings"
)

// Conflict is another tool whose hooks or plugin meet what savectx does.
type Conflict struct {
	Name  string
	Where string // the settings file that names it
	What  string // what collides
}

// tool is a known tool: the words its hook commands hold, its plugin's names.
type tool struct {
	name    string
	words   []string // of a command, in lower case
	plugins []string // before the @
	what    string
}

// tools are the ones whose collision is known from their own hook files, as
// they stood in November 2026.
func tools() []tool {
	return []tool{
		{"claude-mem", []string{"claude-mem"}, []string{"claude-mem"},
			"adds its own record of the session after a compaction, beside the handoff; its Stop hook can hold up the end of a turn"},
		{"mem0 plugin", []string{"block_memory_write", "mem0-plugin"}, []string{"mem0", "mem0-plugin"},
			"keeps Claude from writing MEMORY.md, and adds its own summary after a compaction"},
		{"smart-precompact", []string{"smart-precompact", "compact_hook.py"}, []string{"smart-precompact"},
			"speaks up at its own thresholds and restores its own handoff after a compaction: both are told twice"},
		{"Claudestra", []string{"claudestra", "recall-hook"}, []string{"claudestra"},
			"recalls earlier sessions at the start, and its save skills type /compact and /clear into the pane as well"},
		{"cozempic", []string{"cozempic"}, []string{"cozempic"},
			"cuts rows out of transcripts, and its guard may end and resume a session: a compaction then cannot be proven"},
		{"Continuous-Claude", []string{"session-start-continuity", "pre-compact-continuity", "continuous-claude"}, []string{"continuous-claude"},
			"blocks the end of a turn when the context is nearly full, and restores its own handoff after a compaction"},
		{"compact-hooks", []string{"pre-compact-summary", "post-compact-capture", "compact-hooks"}, []string{"compact-hooks"},
			"adds its own list to the summary's instructions, and keeps one summary for all sessions"},
		{"claude-remember", []string{"claude-remember"}, []string{"remember", "claude-remember"},
			"restores its own memory of earlier sessions at the start: the same things may be told twice"},
		{"ai-memory", []string{"ai-memory"}, []string{"ai-memory"},
			"saves and loads sessions of its own, with skills of the same names (save, load)"},
		{"context-handoff", []string{"pre-compact-handoff", "session-end-handoff", "context-handoff"}, []string{"context-handoff", "claude-code-context-handoff"},
			"restores its own handoff after a compaction; its supervisor turns /compact into /clear"},
		{"everything-claude-code", []string{"suggest-compact", "strategic-compact", "everything-claude-code"}, []string{"ecc", "everything-claude-code"},
			"suggests compactions by the number of tool calls, beside the thresholds"},
		{"cc-context-awareness", []string{"context-awareness"}, []string{"cc-context-awareness"},
			"speaks up at its own thresholds, and uses the status line for it"},
		{"intelligent-compact", []string{"intelligent-compact", "intelligent_compact"}, []string{"intelligent-compact"},
			"adds its own rules to the summary's instructions"},
		{"gastown", []string{"gt handoff", "gt prime"}, nil,
			"may replace the session in its pane before a compaction"},
	}
}

// Conflicts are the known tools among the hooks and plugins of all files, each
// once per file. A plugin's own hooks are not looked at, only its name.
func (s Settings) Conflicts() []Conflict {
	var out []Conflict
	add := func(t tool, path string) {
		if c := (Conflict{t.name, path, t.what}); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	hooks, plugins := s.Handlers(""), s.Plugins()
	for _, t := range tools() {
		for _, h := range hooks {
			if t.calledBy(h) {
				add(t, h.Path)
			}
		}
		for _, p := range plugins {
			name, _, _ := strings.Cut(p.Value, "@")
			if slices.Contains(t.plugins, strings.ToLower(name)) {
				add(t, p.Path)
			}
		}
	}
	return out
}

func (t tool) calledBy(h Handler) bool {
	line := strings.ToLower(strings.Join(append([]string{h.Command}, h.Args...), " "))
	return slices.ContainsFunc(t.words, func(w string) bool { return wordIn(line, w) })
}

// wordIn tells whether a word stands in a command by itself: the letters
// around it belong to a path or an option, not to a longer name.
func wordIn(line, word string) bool {
	for at := 0; ; {
		i := strings.Index(line[at:], word)
		if i < 0 {
			return false
		}
		i += at
		if !letter(line, i-1) && !letter(line, i+len(word)) {
			return true
		}
		at = i + 1
	}
}

func letter(s string, i int) bool {
	return i >= 0 && i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9')
}

// A home folder as people have one, for the measurements of the hooks.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"time"
)

var hookEvents = []string{"UserPromptSubmit", "PostToolUse", "Stop", "StopFailure", "PreCompact", "PostCompact", "SessionStart", "SessionEnd"}

const benchSession = "0b5e7a52-6f3c-4c53-9d0a-3f5f0f6f7d11"

// event is what the client writes to a hook's stdin (2.1.332).
func (p place) event(name string) string {
	more := map[string]string{
		"UserPromptSubmit": `"prompt":"Add a test for the retry of the queue, and run it."`,
		"PostToolUse":      `"tool_name":"Read","tool_input":{"file_path":"/srv/shop/queue.go"},"tool_response":{"text":` + quoted(strings.Repeat("func retry() {}\n", 200)) + `},"tool_use_id":"toolu_1","duration_ms":12`,
		"Stop":             `"stop_hook_active":false,"last_assistant_message":"The test is green.","background_tasks":[]`,
		"StopFailure":      `"error":"overloaded"`,
		"PreCompact":       `"trigger":"auto","custom_instructions":null`,
		"PostCompact":      `"trigger":"auto","compact_summary":` + quoted(strings.Repeat("The queue keeps its jobs for three days. ", 150)),
		"SessionStart":     `"source":"startup","model":"claude-opus-4-5"`,
		"SessionEnd":       `"reason":"prompt_input_exit"`,
	}
	return fmt.Sprintf(`{"session_id":%q,"transcript_path":%q,"cwd":%q,"permission_mode":"default","hook_event_name":%q,%s}`+"\n",
		benchSession, p.transcript, p.cwd, name, more[name])
}

func quoted(text string) string {
	b, _ := json.Marshal(text) // of a text this cannot fail
	return string(b)
}

// furnish makes the folder: settings, configuration, a saved snapshot, a
// handoff, and a sweep of today.
func (p *place) furnish(home string, lines int) error {
	p.cwd = filepath.Join(home, "shop")
	p.env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID=" + benchSession, "CLAUDE_PROJECT_DIR=" + p.cwd}
	state := filepath.Join(home, ".local", "state", "savectx")
	handoff := "# Handoff . " + p.cwd + " . " + time.Now().Format("2006-01-02 15:04") + "\n\nContinue where we left off.\n" + strings.Repeat("- Decided: the queue keeps its jobs for three days.\n", 20)
	files := map[string]string{
		filepath.Join(home, ".claude", "settings.json"):                    settings(lines),
		filepath.Join(home, ".claude", "handoffs", benchSession[:8]+".md"): handoff,
		filepath.Join(home, ".config", "savectx", "config.toml"):           "lang = \"en\"\n\n[save]\nto = [\"context\", \"handoff\", \"memory\"]\n\n[nudge]\nat = [60, 80]\ntell = \"both\"\n",
		filepath.Join(p.cwd, ".git", "HEAD"):                               "ref: refs/heads/main\n",
		filepath.Join(p.cwd, ".claude", "settings.local.json"):             "{\"permissions\": {\"allow\": [\"Bash(go test:*)\"]}}\n",
		filepath.Join(state, "sessions", benchSession, "saved.json"):       fmt.Sprintf(`{"id":"abcdef","at":%q,"snapshot":%s}`, time.Now().Format(time.RFC3339), sample(1)),
		filepath.Join(state, "swept"):                                      time.Now().Format(time.RFC3339) + "\n",
	}
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// settings is a settings file of so many lines, most of them permissions, as
// they collect over the months.
func settings(lines int) string {
	var b strings.Builder
	b.WriteString("{\n  \"model\": \"opus\",\n  \"env\": {\n    \"DISABLE_TELEMETRY\": \"1\"\n  },\n  \"hooks\": {\n")
	for i, event := range hookEvents {
		fmt.Fprintf(&b, "    %q: [{\"hooks\": [{\"type\": \"command\", \"command\": \"savectx-hook %s\"}]}]", event, event)
		if i < len(hookEvents)-1 {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	b.WriteString("  },\n  \"permissions\": {\n    \"allow\": [\n")
	for used := strings.Count(b.String(), "\n"); used < lines-4; used++ {
		fmt.Fprintf(&b, "      \"Bash(make -C services/svc%d deploy --environment=staging:*)\",\n", used)
	}
	b.WriteString("      \"Bash(go test:*)\"\n    ]\n  }\n}\n")
	return b.String()
}

// transcripts writes one of 100 KiB and one of 1 GiB. Both end in an answer
// with 70,000 tokens in use, below every threshold. All rows are different
// within 64 MiB.
func transcripts(short, long string) error {
	const part = 64 << 20
	var b strings.Builder
	random := rand.New(rand.NewSource(1))
	for i := 0; b.Len() < part; i++ {
		turn(&b, i, random)
	}
	rows := b.String()
	begin := strings.Index(rows[len(rows)-100<<10:], "\n") + 1
	if err := os.WriteFile(short, []byte(rows[len(rows)-100<<10+begin:]), 0o600); err != nil {
		return err
	}
	f, err := os.Create(long)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	for written := 0; written < 1<<30; written += len(rows) {
		if _, err := w.WriteString(rows); err != nil {
			return err
		}
	}
	return w.Flush()
}

// turn is a prompt, a tool's call, its answer of up to 24 KiB, and the end.
func turn(b *strings.Builder, i int, random *rand.Rand) {
	common := fmt.Sprintf(`"sessionId":%q,"cwd":"/srv/shop","version":"2.1.332","uuid":"%032x","timestamp":"2026-11-30T10:00:00.000Z"`, benchSession, random.Int63())
	answer := func(content, stop string) {
		fmt.Fprintf(b, `{"type":"assistant",%s,"message":{"id":"msg_%d","role":"assistant","model":"claude-opus-4-5","content":[%s],"stop_reason":%q,"usage":{"input_tokens":12,"cache_creation_input_tokens":988,"cache_read_input_tokens":69000,"output_tokens":310}}}`+"\n", common, i, content, stop)
	}
	fmt.Fprintf(b, `{"type":"user",%s,"message":{"role":"user","content":"Step %d: look at the queue again."}}`+"\n", common, i)
	answer(fmt.Sprintf(`{"type":"tool_use","id":"toolu_%d","name":"Read","input":{"file_path":"/srv/shop/queue%d.go"}}`, i, i), "tool_use")
	fmt.Fprintf(b, `{"type":"user",%s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":%s}]}}`+"\n",
		common, i, quoted(strings.Repeat(fmt.Sprintf("\tif err := retry(%d, \"queue\"); err != nil {\n", random.Intn(1e6)), 1+random.Intn(500))))
	answer(fmt.Sprintf(`{"type":"text","text":"Step %d is done: the queue keeps its jobs for %d hours."}`, i, random.Intn(99)), "end_turn")
}

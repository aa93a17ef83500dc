// Records real transcripts into testdata, on request only: they need the
// client.  go test -tags record -run TestRecord ./preserve/transcript

//go:build record

package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"savectx/scripts/live"
	"savectx/scripts/loopback"
)

// call is one tool call the scripted model makes.
type call struct {
	name, input string
}

// calls are the prompts that stand for tool calls.
var calls = map[string][]call{
	"Run both checks.": {{"Bash", `{"command":"echo one","description":"First"}`}, {"Bash", `{"command":"cat missing.txt","description":"Second"}`}},
	"Write the file.":  {{"Write", `{"file_path":"$WORK/notes.md","content":"# Notes\n\n- one\n"}`}},
	"Read the file.":   {{"Read", `{"file_path":"$WORK/notes.md"}`}},
	"List what is to do.": {{"TodoWrite", `{"todos":[{"content":"Write the parser","status":"in_progress","activeForm":"Writing the parser"},` +
		`{"content":"Test it","status":"pending","activeForm":"Testing it"}]}`}},
	"Make tasks of it.": {{"TaskCreate", `{"subject":"Write the parser","description":"Rows of JSON"}`}, {"TaskCreate", `{"subject":"Test it","description":"With real files"}`}},
	"Begin the first.":  {{"TaskUpdate", `{"taskId":"1","status":"in_progress"}`}},
	"Show the tasks.":   {{"TaskList", `{}`}},
	"Which colours?": {{"AskUserQuestion", `{"questions":[{"question":"Which colour?","header":"Colour","multiSelect":false,"options":[{"label":"Red","description":"warm"},{"label":"Blue","description":"cold"}]},` +
		`{"question":"Which sizes?","header":"Size","multiSelect":true,"options":[{"label":"Small","description":"less"},{"label":"Large","description":"more"}]}]}`}},
	"Write the plan down.": {{"Write", `{"file_path":"$PLAN","content":"1. Look.\n2. Change one file.\n"}`}},
	"Send a helper.":       {{"$AGENT", `{"description":"Look around","prompt":"Look at the folder and report.","subagent_type":"general-purpose"}`}},
}

// scripted answers the prompts of calls itself and hands the rest to the
// loopback model.
func scripted(t *testing.T) *loopback.Model {
	t.Helper()
	m, err := loopback.Start()
	if err != nil {
		t.Fatal(err)
	}
	inner, n := m.URL, 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if c, ok := wanted(body); ok {
			n++
			streamCalls(w, n, c)
			return
		}
		req, _ := http.NewRequestWithContext(r.Context(), r.Method, inner+r.URL.String(), bytes.NewReader(body))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return
		}
		defer resp.Body.Close()
		w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
		w.WriteHeader(resp.StatusCode)
		buf := make([]byte, 4096)
		for {
			k, err := resp.Body.Read(buf)
			_, _ = w.Write(buf[:k])
			_ = http.NewResponseController(w).Flush()
			if err != nil {
				return
			}
		}
	}))
	m.URL = s.URL
	t.Cleanup(func() { _ = m.Close(); s.CloseClientConnections() })
	return m
}

var workFolder = regexp.MustCompile(`orking directory: (\S+)`)

var planFile = regexp.MustCompile(`/[\w./-]+/plans/[\w-]+\.md`)

func wanted(body []byte) ([]call, bool) {
	var in struct {
		Tools    []struct{ Name string }
		System   json.RawMessage
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
	}
	if json.Unmarshal(body, &in) != nil || len(in.Tools) == 0 || len(in.Messages) == 0 {
		return nil, false
	}
	var texts []string
	for i := len(in.Messages) - 1; i >= 0 && len(texts) == 0; i-- {
		if in.Messages[i].Role != "user" {
			continue
		}
		var text string
		if json.Unmarshal(in.Messages[i].Content, &text) == nil {
			texts = append(texts, text)
			break
		}
		var blocks []struct{ Type, Text string }
		_ = json.Unmarshal(in.Messages[i].Content, &blocks)
		for _, b := range blocks { // a refused call's result can stand before a prompt
			texts = append(texts, b.Text)
		}
		if n := len(blocks); n > 0 && blocks[n-1].Type == "tool_result" {
			return nil, false
		}
	}
	for _, text := range texts {
		c, ok := calls[strings.TrimSpace(text)]
		if !ok {
			continue
		}
		work := ""
		if m := workFolder.FindStringSubmatch(string(body)); m != nil {
			work, _, _ = strings.Cut(m[1], `\n`)
		}
		plan := planFile.FindString(string(body))
		agent := "Task"
		for _, tool := range in.Tools {
			if tool.Name == "Agent" {
				agent = "Agent"
			}
		}
		var out []call
		for _, one := range c {
			out = append(out, call{strings.ReplaceAll(one.name, "$AGENT", agent), strings.NewReplacer("$WORK", work, "$PLAN", plan).Replace(one.input)})
		}
		return out, true
	}
	return nil, false
}

func streamCalls(w http.ResponseWriter, n int, calls []call) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(event string, fields map[string]any) {
		fields["type"] = event
		data, _ := json.Marshal(fields)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, data)
		_ = http.NewResponseController(w).Flush()
	}
	send("message_start", map[string]any{"message": map[string]any{"id": fmt.Sprintf("msg_scripted%d", n), "type": "message", "role": "assistant",
		"model": "claude-opus-4-6", "content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": map[string]int{"input_tokens": 12000, "output_tokens": 1}}})
	for i, c := range calls {
		send("content_block_start", map[string]any{"index": i, "content_block": map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_scripted%d_%d", n, i), "name": c.name, "input": map[string]any{}}})
		send("content_block_delta", map[string]any{"index": i, "delta": map[string]string{"type": "input_json_delta", "partial_json": c.input}})
		send("content_block_stop", map[string]any{"index": i})
	}
	send("message_delta", map[string]any{"delta": map[string]any{"stop_reason": "tool_use", "stop_sequence": nil}, "usage": map[string]int{"output_tokens": 20}})
	send("message_stop", map[string]any{})
}

// scene is one recording; which of the transcripts it leaves is kept tells
// keep: all by default.
type scene struct {
	name string
	args []string
	env  map[string]string
	play func(p *person)
}

func scenes() []scene {
	return []scene{
		{"tools", []string{"--allowedTools", "Bash,Write,Read"}, nil, playTools},
		{"todos", nil, map[string]string{"CLAUDE_CODE_ENABLE_TODO_TOOLS": "1", "CLAUDE_CODE_ENABLE_TASKS": "0"}, playTodos},
		{"tasks", nil, map[string]string{"CLAUDE_CODE_ENABLE_TODO_TOOLS": "1", "CLAUDE_CODE_ENABLE_TASKS": "1"}, playTasks},
		{"refusals", nil, nil, playRefusals},
		{"questions", nil, nil, playQuestions},
		{"plan", []string{"--permission-mode", "plan", "--allowedTools", "Write"}, nil, playPlan},
		{"compactions", nil, map[string]string{"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "100000"}, playCompactions},
		{"traces", nil, nil, playTraces},
		{"rewind", nil, nil, playRewind},
		{"partly", nil, nil, playPartly},
		{"resume", nil, nil, playResume},
	}
}

func TestRecord(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		for _, s := range scenes() {
			t.Run(version+"/"+s.name, func(t *testing.T) {
				o := live.Options{Version: version, Args: s.args, Env: s.env, Model: scripted(t), Prepare: func(c *live.Client) error {
					dir := filepath.Join(c.Config, "skills", "greet")
					if err := os.MkdirAll(dir, 0o700); err != nil {
						return err
					}
					return os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte("---\nname: greet\ndescription: Greets somebody.\n---\n\nGreet $ARGUMENTS.\n"), 0o600)
				}}
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
				defer cancel()
				c, err := live.Start(ctx, o)
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				defer func() {
					if t.Failed() {
						for i, f := range c.Transcripts() {
							data, _ := os.ReadFile(f)
							_ = os.WriteFile(fmt.Sprintf("%s/failed-%s-%s-%d.jsonl", os.TempDir(), version, s.name, i), data, 0o600)
						}
					}
				}()
				s.play(&person{c, t, o})
				keep(t, c, version+"-"+s.name)
			})
		}
	}
}

// keep writes what the scene left into testdata.
func keep(t *testing.T, c *live.Client, name string) {
	t.Helper()
	files := c.Transcripts()
	agents, _ := filepath.Glob(c.Config + "/projects/*/*/subagents/*.jsonl")
	for i, f := range append(files, agents...) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		to := "testdata/real-" + name
		if i > 0 {
			to += fmt.Sprintf("-%d", i)
		}
		if raw := os.Getenv("RECORD_RAW"); raw != "" {
			_ = os.WriteFile(filepath.Join(raw, filepath.Base(to)+".jsonl"), data, 0o600)
		}
		if err := os.WriteFile(to+".jsonl", neutral(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

package claude

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestParseRow(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		want Row
	}{
		"prompt": {`{"type":"user","message":{"role":"user","content":"hello"}}`, Row{Kind: RowPrompt, Text: "hello"}},
		"prompt in blocks": {`{"type":"user","message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}`,
			Row{Kind: RowPrompt, Text: "a\nb"}},
		"command": {`{"type":"user","message":{"content":"<command-name>/compact</command-name>\n <command-message>compact</command-message>\n <command-args>Keep it.</command-args>"}}`,
			Row{Kind: RowCommand, Command: "/compact", Text: "Keep it."}},
		"command in a system row": {`{"type":"system","subtype":"local_command","content":"<command-name>/clear</command-name><command-args></command-args>"}`,
			Row{Kind: RowCommand, Command: "/clear"}},
		"skill":  {`{"type":"user","message":{"content":"<command-message>save</command-message><command-name>/save</command-name>"}}`, Row{}},
		"caveat": {`{"type":"user","isMeta":true,"message":{"content":"<local-command-caveat>x</local-command-caveat>"}}`, Row{}},
		"stderr": {`{"type":"system","subtype":"local_command","content":"<local-command-stderr>Error during compaction: API Error: 400</local-command-stderr>"}`,
			Row{Kind: RowStderr, Text: "Error during compaction: API Error: 400"}},
		"stdout with attributes": {`{"type":"user","message":{"content":"<local-command-stdout>\u001b[2mCompacted\u001b[22m</local-command-stdout>"}}`,
			Row{Kind: RowStdout, Text: "Compacted"}},
		"boundary": {`{"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"manual","preTokens":9,"postTokens":3}}`,
			Row{Kind: RowBoundary, Trigger: "manual", Before: 9, After: 3}},
		"bare boundary": {`{"type":"system","subtype":"compact_boundary"}`, Row{Kind: RowBoundary}},
		"summary":       {`{"type":"user","isCompactSummary":true,"message":{"content":"This session…"}}`, Row{Kind: RowSummary}},
		"answer": {`{"type":"assistant","message":{"model":"m","stop_reason":"end_turn","usage":{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":4,"output_tokens":64}}}`,
			Row{Kind: RowAssistant, Model: "m", Tokens: 7, Ends: true}},
		"answer of several requests": {`{"type":"assistant","message":{"model":"m","usage":{"input_tokens":1,"iterations":[{"input_tokens":5},{"input_tokens":8}]}}}`,
			Row{Kind: RowAssistant, Model: "m", Tokens: 8}},
		"api error":          {`{"type":"assistant","isApiErrorMessage":true,"message":{"model":"<synthetic>","content":[{"type":"text","text":"API Error: 400"}]}}`, Row{Kind: RowAPIError, Model: "<synthetic>", Text: "API Error: 400"}},
		"interrupt":          {`{"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by user]"}]}}`, Row{Kind: RowInterrupted}},
		"tool result":        {`{"type":"user","message":{"content":[{"type":"tool_result","content":"ok"}]}}`, Row{Kind: RowToolResult}},
		"shell":              {`{"type":"user","message":{"content":"<bash-input>ls</bash-input>"}}`, Row{}},
		"turn end":           {`{"type":"system","subtype":"turn_duration","durationMs":5}`, Row{Kind: RowTurnEnd}},
		"queued":             {`{"type":"queue-operation","operation":"enqueue","content":"x"}`, Row{Kind: RowQueued, Queue: 1}},
		"taken out":          {`{"type":"queue-operation","operation":"dequeue"}`, Row{Kind: RowQueued, Queue: -1}},
		"subagent":           {`{"type":"user","isSidechain":true,"message":{"content":"hello"}}`, Row{}},
		"no json":            {`{"type":"user","mess`, Row{}},
		"nul bytes":          {"\x00\x00\x00", Row{}},
		"wrong types":        {`{"type":5,"message":[]}`, Row{}},
		"a type of tomorrow": {`{"type":"hologram","x":1}`, Row{}},
	} {
		if got := ParseRow([]byte(c.line)); got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}

func FuzzParseRow(f *testing.F) {
	f.Add([]byte(`{"type":"user","message":{"content":"<command-name>/compact</command-name>"}}`))
	f.Fuzz(func(t *testing.T, line []byte) { ParseRow(line) })
}

const (
	prompt = `{"type":"user","message":{"content":"%s"}}` + "\n"
	ended  = `{"type":"assistant","message":{"model":"m","stop_reason":"end_turn","usage":{"input_tokens":50000}}}` + "\n"
)

func write(t *testing.T, path, text string, flag int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

func texts(t *testing.T, f *Follower) (out []string) {
	t.Helper()
	if err := f.Next(func(r Row) {
		if r.Kind == RowPrompt {
			out = append(out, r.Text)
		}
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func want(t *testing.T, what string, got []string, words string) {
	t.Helper()
	if strings.Join(got, " ") != words {
		t.Errorf("%s: got %q, want %q", what, got, words)
	}
}

func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	f := Follow(path, 0)
	want(t, "before it exists", texts(t, f), "")
	write(t, path, fmt.Sprintf(prompt+prompt, "a", "b"), os.O_APPEND)
	want(t, "two rows", texts(t, f), "a b")
	whole := fmt.Sprintf(prompt, "c")
	write(t, path, whole[:20], os.O_APPEND)
	want(t, "a torn row", texts(t, f), "")
	write(t, path, whole[20:]+"\x00\x00garbage\n"+fmt.Sprintf(prompt, "d"), os.O_APPEND)
	want(t, "its rest, then a bad line", texts(t, f), "c d")
	write(t, path, fmt.Sprintf(prompt, "e"), os.O_TRUNC)
	want(t, "after it shrank", texts(t, f), "e")
	other := path + ".new"
	write(t, other, fmt.Sprintf(prompt+prompt+prompt, "x", "y", "z"), 0)
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	want(t, "after it was replaced", texts(t, f), "x y z")
	want(t, "nothing new", texts(t, f), "")
	info, _ := os.Stat(path)
	want(t, "from the end", texts(t, Follow(path, info.Size())), "")
}

// A row longer than what is kept in memory is skipped, the next one is not.
func TestFollowAVeryLongRow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	write(t, path, fmt.Sprintf(prompt, strings.Repeat("x", rowLimit+chunk)), 0)
	write(t, path, fmt.Sprintf(prompt, "after"), os.O_APPEND)
	want(t, "rows", texts(t, Follow(path, 0)), "after")
}

func TestTail(t *testing.T) {
	p := fmt.Sprintf(prompt, "hello")
	for name, c := range map[string]struct {
		rows        string
		over, empty bool
	}{
		"no file":             {"", true, true},
		"asked":               {p, false, false},
		"answered":            {p + ended, true, false},
		"a tool runs":         {p + `{"type":"assistant","message":{"model":"m","stop_reason":"tool_use"}}` + "\n", false, false},
		"a tool has answered": {p + `{"type":"user","message":{"content":[{"type":"tool_result","content":"x"}]}}` + "\n", false, false},
		"interrupted":         {p + `{"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by user]"}]}}` + "\n", true, false},
		"api error":           {p + `{"type":"assistant","isApiErrorMessage":true,"message":{"model":"<synthetic>"}}` + "\n", true, false},
		"metadata behind":     {p + ended + `{"type":"last-prompt","x":1}` + "\n", true, false},
		"the next prompt":     {p + ended + p, false, false},
	} {
		path := filepath.Join(t.TempDir(), "t.jsonl")
		if c.rows != "" {
			write(t, path, c.rows, 0)
		}
		got, err := ReadTail(path)
		if err != nil || got.Over != c.over || got.Empty != c.empty {
			t.Errorf("%s: over %v, empty %v, %v; want %v, %v", name, got.Over, got.Empty, err, c.over, c.empty)
		}
	}
}

// The tail of a huge transcript is what counts, and its cut first row does not.
func TestTailOfALargeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	write(t, path, fmt.Sprintf(prompt, strings.Repeat("y", 2*tailSize)), 0)
	write(t, path, fmt.Sprintf(prompt, "last")+ended, os.O_APPEND)
	got, err := ReadTail(path)
	if err != nil || !got.Over || got.Tokens != 50000 || got.Model != "m" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestSlug(t *testing.T) {
	for path, slug := range map[string]string{
		"/home/person/my.project": "-home-person-my-project",
		"/tmp/日本":                 "-tmp---",
	} {
		if got := Slug(path); got != slug {
			t.Errorf("%q: got %q, want %q", path, got, slug)
		}
	}
	if long := Slug("/" + strings.Repeat("a", 300)); len(long) <= slugLimit || len(long) > slugLimit+9 {
		t.Errorf("a long path became %d characters", len(long))
	}
}

func TestRecords(t *testing.T) {
	config := t.TempDir()
	if got := Records(config); len(got) != 0 {
		t.Errorf("an empty folder has %d records", len(got))
	}
	dir := filepath.Join(config, "sessions")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/12.json", `{"pid":12,"sessionId":"a","status":"shell","tmux":"work:@3.%17","statusUpdatedAt":1796014816039}`, 0)
	write(t, dir+"/13.json", `{"pid":13,"sess`, 0)
	write(t, dir+"/pid-14.json", `{"pid":14,"sessionId":"old"}`, 0)
	got := Records(config)
	if len(got) != 1 || !got[0].Idle() || got[0].Pane() != "%17" || !got[0].Since().Equal(time.UnixMilli(1796014816039)) {
		t.Errorf("got %+v", got)
	}
	if _, err := ReadRecord(config, 13); err == nil {
		t.Error("half a record was taken")
	}
}

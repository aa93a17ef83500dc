package loopback

import (
	"encoding/json"
	"testing"
)

func withTools(t *testing.T, names []string, messages ...map[string]any) Request {
	t.Helper()
	var tools []any
	for _, name := range names {
		tools = append(tools, map[string]any{"name": name})
	}
	tools = append(tools, map[string]any{"name": "Placeholder", "defer_loading": true})
	data, err := json.Marshal(map[string]any{"model": "m", "tools": tools, "messages": messages})
	if err != nil {
		t.Fatal(err)
	}
	return parse("/v1/messages", data)
}

// A deferred tool is looked up first; what the client says in between is no
// new prompt, and the tool is called once.
func TestToolsAreCalledByName(t *testing.T) {
	const prompt = `[[tool mcp__x__put {"a":["b"],"n":1}]] [[tool mcp__x__get]]`
	reminder := map[string]any{"role": "system", "content": "now there are tools"}
	asks := map[string]any{"role": "assistant", "content": []any{}}
	answers := []map[string]any{block("tool_result", "found"), block("text", toolLoaded)}
	m := &Model{}
	for name, c := range map[string]struct {
		listed []string
		want   []string // tool and arguments, of one answer after another
	}{
		"deferred": {[]string{"Bash", "ToolSearch"}, []string{
			`ToolSearch {"query":"select:mcp__x__put"}`, `mcp__x__put {"a":["b"],"n":1}`, `ToolSearch {"query":"select:mcp__x__get"}`, "mcp__x__get {}", " null"}},
		"listed": {[]string{"ToolSearch", "mcp__x__put", "mcp__x__get"}, []string{`mcp__x__put {"a":["b"],"n":1}`, "mcp__x__get {}", " null"}},
		"old":    {[]string{"Bash"}, []string{`mcp__x__put {"a":["b"],"n":1}`, "mcp__x__get {}", " null"}},
	} {
		talk := []map[string]any{user(block("text", "hello"), block("tool_result", "of an earlier turn")), user(block("text", prompt)), reminder}
		for i, want := range c.want {
			p := m.planLocked(withTools(t, c.listed, talk...), Summary{})
			input, err := json.Marshal(p.input)
			if got := p.tool + " " + string(input); err != nil || got != want {
				t.Errorf("%s, answer %d: %s, want %s (%v)", name, i, got, want, err)
			}
			talk = append(talk, asks, user(answers...), reminder)
		}
	}
}

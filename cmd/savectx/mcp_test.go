package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The server, driven by the official SDK's client over a pipe: what one session
// saves another one loads, and no secret is kept.
func TestMCP(t *testing.T) {
	dir := t.TempDir()
	connect := func(session string) *mcp.ClientSession {
		t.Helper()
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		s, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: savectx(t, dir, []string{"CLAUDE_CODE_SESSION_ID=" + session}, "mcp")}, nil)
		must(t, err)
		t.Cleanup(func() { s.Close() })
		return s
	}
	call := func(s *mcp.ClientSession, name string, args map[string]any) string {
		t.Helper()
		got, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
		must(t, err)
		var text strings.Builder
		for _, c := range got.Content {
			if part, ok := c.(*mcp.TextContent); ok {
				text.WriteString(part.Text)
			}
		}
		if got.IsError {
			t.Fatalf("%s: %s", name, text.String())
		}
		return text.String()
	}

	const first = "11111111-2222-4333-8444-555555555555"
	one := connect(first)
	call(one, "memory_remember", map[string]any{"content": "Tests never mail real customers", "tags": []string{"rule"}, "title": "never-mail"})
	got := call(one, "memory_session", map[string]any{
		"session_id": first, "title": "Abandoned cart mail", "summary": "A mail for carts that were left, with the provider Klaviyo.",
		"compact": "Goal: cart mail\nStatus: in-progress\nNext: deploy to staging\nBlockers: none\n\n---\n\nThe token was ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789.",
	})
	if !strings.HasPrefix(got, "ok") || !strings.Contains(got, "Tests never mail real customers") {
		t.Errorf("memory_session: %s", got)
	}

	two := connect("99999999-2222-4333-8444-555555555555")
	loaded := call(two, "memory_load_session", map[string]any{"ref": "latest"})
	if !strings.Contains(loaded, "Next: deploy to staging") || strings.Contains(loaded, "ghp_") || !strings.Contains(loaded, "REDACTED") {
		t.Errorf("loaded: %s", loaded)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "state", "savectx", "sessions", "99999999-2222-4333-8444-555555555555", "loaded.json")); err != nil || !strings.Contains(string(data), first) {
		t.Errorf("the chain: %s (%v)", data, err)
	}
	if found := call(two, "memory_search", map[string]any{"query": "klaviyo"}); !strings.Contains(found, first) {
		t.Errorf("found: %s", found)
	}
	must(t, os.WriteFile(filepath.Join(dir, "TempContext.md"), []byte("## 2026-11-29 10:00  ·  session: ts-20261129-100000-aaaa\n\n**Topic**: Jobs\n\n### Decisions\n- poll the queue every 219 seconds\n"), 0o600))
	if found := call(two, "memory_search", map[string]any{"query": "queue poll"}); !strings.Contains(found, "every 219 seconds") {
		t.Errorf("an entry of TempContext.md is not found: %s", found)
	}
	if r := outcome(t, savectx(t, dir, nil, "load", "1111")); r.code != exitDone || !strings.Contains(r.stdout, "Abandoned cart mail") {
		t.Errorf("savectx load: %+v", r)
	}
}

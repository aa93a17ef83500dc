// A memory server of the client's configuration, as scripts and tests use it:
// the test binary under the name test-memory.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"savectx/preserve/memory/mem0/mem0test"
	seeds "savectx/preserve/redact/planted"
)

const testMemory = "test-memory"

// testFact is what the server keeps, in the file that FILE names.
type testFact struct {
	ID       string            `json:"id"`
	Text     string            `json:"text"`
	User     string            `json:"user_id,omitempty"`
	Metadata map[string]string `json:"metadata,omitempty"`
}

// testMemoryMain is the server. LACKS names tools that it does not have; with
// USERS=1 it tells users apart.
func testMemoryMain() {
	s := mcp.NewServer(&mcp.Implementation{Name: testMemory, Version: "1"}, nil)
	lacks := strings.Fields(os.Getenv("LACKS"))
	tool := func(name string, required, optional []string, do func(a map[string]any, facts *[]testFact) (any, error)) {
		if slices.Contains(lacks, name) {
			return
		}
		if os.Getenv("USERS") == "1" {
			required = append(required, "user_id")
		}
		properties := map[string]any{}
		for _, p := range append(slices.Clone(required), optional...) {
			properties[p] = map[string]any{"type": "string"}
		}
		if slices.Contains(optional, "metadata") {
			properties["metadata"] = map[string]any{"type": "object"}
		}
		s.AddTool(&mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object", "properties": properties, "required": append([]string{}, required...)}},
			func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var args map[string]any
				if err := json.Unmarshal(r.Params.Arguments, &args); err != nil {
					return nil, err
				}
				var facts []testFact
				if data, err := os.ReadFile(os.Getenv("FILE")); err == nil {
					_ = json.Unmarshal(data, &facts)
				}
				out, err := do(args, &facts)
				if err != nil {
					return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil
				}
				data, err := json.Marshal(facts)
				if err == nil {
					err = os.WriteFile(os.Getenv("FILE"), data, 0o600)
				}
				text, _ := json.Marshal(out)
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, err
			})
	}
	text := func(a map[string]any, name string) string { s, _ := a[name].(string); return s }
	tool("memory_write", []string{"text"}, []string{"metadata"}, func(a map[string]any, facts *[]testFact) (any, error) {
		f := testFact{ID: fmt.Sprintf("fact-%04d", len(*facts)+1), Text: text(a, "text"), User: text(a, "user_id"), Metadata: map[string]string{}}
		meta, _ := a["metadata"].(map[string]any)
		for k, v := range meta {
			f.Metadata[k] = fmt.Sprint(v)
		}
		*facts = append(*facts, f)
		return f, nil
	})
	tool("memory_search", []string{"query"}, nil, func(a map[string]any, facts *[]testFact) (any, error) {
		found := []testFact{}
		for _, f := range *facts {
			if slices.ContainsFunc(strings.Fields(strings.ToLower(text(a, "query"))), func(w string) bool { return strings.Contains(strings.ToLower(f.Text), w) }) {
				found = append(found, f)
			}
		}
		return map[string]any{"results": found}, nil
	})
	tool("memory_list", nil, nil, func(_ map[string]any, facts *[]testFact) (any, error) {
		return map[string]any{"results": append([]testFact{}, *facts...)}, nil
	})
	at := func(a map[string]any, facts []testFact) (int, error) {
		i := slices.IndexFunc(facts, func(f testFact) bool { return f.ID == text(a, "id") })
		if i < 0 {
			return i, errors.New("no such memory")
		}
		return i, nil
	}
	tool("memory_update", []string{"id", "text"}, nil, func(a map[string]any, facts *[]testFact) (any, error) {
		i, err := at(a, *facts)
		if err == nil {
			(*facts)[i].Text = text(a, "text")
		}
		return "updated", err
	})
	tool("memory_delete", []string{"id"}, nil, func(a map[string]any, facts *[]testFact) (any, error) {
		i, err := at(a, *facts)
		if err == nil {
			*facts = slices.Delete(*facts, i, i+1)
		}
		return "deleted", err
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestPlantedInMemory puts facts full of secrets into every store by every
// command, and looks for each secret in all that is left and was said.
func TestPlantedInMemory(t *testing.T) {
	t.Parallel()
	dir, env, server := mem0World(t, mem0test.Options{Key: plantedKey})
	noErrands(t, dir)
	facts := filepath.Join(t.TempDir(), "facts.json")
	must(t, os.MkdirAll(filepath.Join(dir, "claude"), 0o700),
		os.WriteFile(filepath.Join(dir, "claude", ".claude.json"), fmt.Appendf(nil, `{"mcpServers": {"notes": {"command": %q, "env": {"FILE": %q}}}}`, testMemory, facts), 0o600))
	env = append(env, "SAVECTX_MCP_SERVER=notes")
	all := seeds.All()
	said := ""
	run := func(stdin string, args ...string) {
		t.Helper()
		cmd := savectx(t, dir, env, args...)
		cmd.Stdin = strings.NewReader(stdin)
		r := outcome(t, cmd)
		said += r.stdout + r.stderr
		want := exitDone
		if slices.Contains(args, "--replaces") {
			want = exitUsage
		}
		if r.code != want && !(args[1] == "add" && r.code == exitFailed) { // a fact may contradict another one
			t.Errorf("%q: exit %d\n%.2000s\n%.2000s", args[:2], r.code, r.stdout, r.stderr)
		}
	}
	var everything strings.Builder
	for i, p := range all {
		fmt.Fprintf(&everything, "Number %d: %s\n\n", i, p.Text)
	}
	ids := map[string]string{"session": "whole", "mem0": "", "notes": "fact-0001"}
	for _, store := range []string{"session", "mem0", "notes"} {
		name := []string{"--project", all[1].Text}
		if store == "session" {
			name = []string{"--project", all[1].Text, "--title", "whole", "--tags", all[3].Text}
		}
		run(everything.String(), append(append([]string{"memory", "add", "--store", store, "--json"}, name...), "-")...)
		for i := range 3 { // one alone, where nothing around it tells
			p := all[(i*53+len(store))%len(all)]
			run(p.Text, "memory", "add", "--store", store, "-")
			if store != "session" { // which it does not have
				run(p.Text, "memory", "add", "--store", store, "--replaces", all[2].Text, "-")
			}
		}
		if store == "mem0" {
			ids[store] = server.Stored("")[0].ID
		}
		run(everything.String(), "memory", "update", "--store", store, ids[store], "-")
		run("", "memory", "list", "--store", store, "--all", "--json")
	}
	var export strings.Builder
	export.WriteString(`{"format":"savectx-memory","version":1}` + "\n")
	for i, p := range all {
		line, err := json.Marshal(map[string]any{"memory": map[string]any{"id": fmt.Sprintf("seed%d", i), "project": "shop", "type": "reference", "content": p.Text,
			"created": "2026-11-30T10:00:00Z", "updated": "2026-11-30T10:00:00Z"}})
		must(t, err)
		export.Write(append(line, '\n'))
	}
	run(export.String(), "memory", "import", "-")
	run("", "memory", "export")
	hidden := hidden{t, all}
	hidden.in("what was said", said)
	for _, m := range server.Stored("") {
		hidden.in("mem0", fmt.Sprint(m))
	}
	if n := len(server.Stored("")); n < 2 {
		t.Errorf("only %d memories came to mem0", n)
	}
	for _, r := range server.Requests() {
		hidden.in("a request to mem0", fmt.Sprint(r.Path, r.Query, r.Body))
	}
	for _, root := range []string{dir, filepath.Dir(facts)} {
		files, err := readTree(root)
		must(t, err)
		for name, data := range files {
			hidden.in(name, string(data))
		}
	}
	noKeyIn(t, dir)
}

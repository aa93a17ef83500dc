package anymcp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The test binary is also the servers: TestMain runs the one that
// ANYMCP_SERVER names, on stdio.
func TestMain(m *testing.M) {
	if kind := os.Getenv("ANYMCP_SERVER"); kind != "" {
		serve(kind)
		return
	}
	os.Exit(m.Run())
}

// stdio is such a server as the configuration would have it.
func stdio(t *testing.T, kind string, env ...string) Server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := Server{Name: kind, Type: Stdio, Command: self, Dir: t.TempDir(), Env: map[string]string{"ANYMCP_SERVER": kind}, inherit: []string{"PATH=" + os.Getenv("PATH")}}
	for _, pair := range env {
		k, v, _ := strings.Cut(pair, "=")
		s.Env[k] = v
	}
	return s
}

// fact is what the test servers keep, in a file.
type fact struct {
	ID, Text, User string
	Meta           map[string]any
}

type facts struct{ path string }

func (f facts) load() (all []fact) {
	data, err := os.ReadFile(f.path)
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil && !os.IsNotExist(err) {
		panic(err)
	}
	return all
}

func (f facts) save(all []fact) {
	data, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(f.path, data, 0o600)
	}
	if err != nil {
		panic(err)
	}
}

type object = map[string]any

func schema(required []string, fields object) object {
	return object{"type": "object", "required": required, "properties": fields}
}

func str() object { return object{"type": "string"} }

// orNull is how pydantic writes an optional argument.
func orNull(of object) object {
	return object{"anyOf": []any{of, object{"type": "null"}}, "default": nil}
}

type handler func(args object) (text string, structured any)

func addTool(s *mcp.Server, name string, in object, h handler) {
	s.AddTool(&mcp.Tool{Name: name, Description: name, InputSchema: in}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args := object{}
		if len(r.Params.Arguments) > 0 {
			if err := json.Unmarshal(r.Params.Arguments, &args); err != nil {
				return nil, err
			}
		}
		text, structured := h(args)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: structured, IsError: strings.HasPrefix(text, "!")}, nil
	})
}

func asText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func serve(kind string) {
	s := mcp.NewServer(&mcp.Implementation{Name: kind, Version: "1"}, nil)
	store := facts{os.Getenv("FILE")}
	fmt.Fprintln(os.Stderr, "server", kind, "starts")
	switch kind {
	case "mem0":
		serveMem0(s, store)
	case "openmemory":
		serveOpenMemory(s, store)
	case "structured":
		serveStructured(s, store)
	case "prose":
		serveProse(s, store)
	default:
		serveHostile(s, kind)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// serveMem0 has the tools of the hosted server, with its silent empty list
// for a user that was not named.
func serveMem0(s *mcp.Server, store facts) {
	item := func(f fact) object {
		return object{"id": f.ID, "memory": f.Text, "user_id": f.User, "metadata": f.Meta, "score": 0.5, "created_at": "2026-03-01T10:00:00Z"}
	}
	of := func(args object, query string) (out []object) {
		filters, _ := args["filters"].(map[string]any)
		and, _ := filters["AND"].([]any)
		user := ""
		if len(and) == 1 {
			user, _ = and[0].(map[string]any)["user_id"].(string)
		}
		for _, f := range store.load() {
			if f.User == user && strings.Contains(strings.ToLower(f.Text), strings.ToLower(query)) {
				out = append(out, item(f))
			}
		}
		return out
	}
	addTool(s, "add_memory", schema([]string{"text"}, object{"text": str(), "messages": orNull(object{"type": "array"}), "user_id": orNull(str()),
		"agent_id": orNull(str()), "metadata": orNull(object{"type": "object", "additionalProperties": true}), "infer": object{"type": "boolean"}}), func(a object) (string, any) {
		if a["infer"] != false {
			return `!{"error":"it would be reworded"}`, nil
		}
		all := store.load()
		f := fact{ID: "id-" + strconv.Itoa(len(all)), Text: a["text"].(string), User: a["user_id"].(string)}
		f.Meta, _ = a["metadata"].(map[string]any)
		store.save(append(all, f))
		return asText(object{"results": []object{{"id": f.ID, "event": "ADD", "memory": f.Text}}}), nil
	})
	addTool(s, "search_memories", schema([]string{"query"}, object{"query": str(), "filters": orNull(object{"type": "object"}), "limit": orNull(object{"type": "integer"})}), func(a object) (string, any) {
		return asText(object{"results": of(a, a["query"].(string))}), nil
	})
	addTool(s, "get_memories", schema(nil, object{"filters": orNull(object{"type": "object"}), "page": orNull(object{"type": "integer"}), "page_size": orNull(object{"type": "integer"})}), func(a object) (string, any) {
		return asText(object{"count": 9, "results": of(a, "")}), nil
	})
	addTool(s, "get_memory", schema([]string{"memory_id"}, object{"memory_id": str()}), nil)
	addTool(s, "update_memory", schema([]string{"memory_id", "text"}, object{"memory_id": str(), "text": str()}), func(a object) (string, any) {
		all := store.load()
		i := slices.IndexFunc(all, func(f fact) bool { return f.ID == a["memory_id"] })
		if i < 0 {
			return `{"error":"Memory not found!"}`, nil
		}
		all[i].Text = a["text"].(string)
		store.save(all)
		return asText(object{"id": all[i].ID}), nil
	})
	addTool(s, "delete_memory", schema([]string{"memory_id"}, object{"memory_id": str()}), func(a object) (string, any) {
		store.save(slices.DeleteFunc(store.load(), func(f fact) bool { return f.ID == a["memory_id"] }))
		return `{"message":"Memory deleted successfully!"}`, nil
	})
	for _, name := range []string{"delete_all_memories", "delete_entities", "list_entities", "list_events"} {
		addTool(s, name, schema(nil, object{"user_id": orNull(str())}), func(object) (string, any) { os.Exit(9); return "", nil })
	}
}

func serveOpenMemory(s *mcp.Server, store facts) {
	list := func(query string) string {
		found := []object{}
		for _, f := range store.load() {
			if strings.Contains(f.Text, query) {
				found = append(found, object{"id": f.ID, "memory": f.Text, "hash": "h"})
			}
		}
		return asText(found)
	}
	addTool(s, "add_memories", schema([]string{"text"}, object{"text": str(), "infer": object{"type": "boolean"}}), func(a object) (string, any) {
		all := store.load()
		store.save(append(all, fact{ID: strconv.Itoa(len(all) + 1), Text: a["text"].(string)}))
		return "Memory added (id: " + strconv.Itoa(len(all)+1) + ")", nil
	})
	addTool(s, "search_memory", schema([]string{"query"}, object{"query": str()}), func(a object) (string, any) { return list(a["query"].(string)), nil })
	addTool(s, "list_memories", schema(nil, object{}), func(object) (string, any) { return list(""), nil })
	addTool(s, "delete_memories", schema([]string{"memory_ids"}, object{"memory_ids": object{"type": "array", "items": str()}}), func(a object) (string, any) {
		store.save(slices.DeleteFunc(store.load(), func(f fact) bool { return slices.Contains(a["memory_ids"].([]any), any(f.ID)) }))
		return "Deleted", nil
	})
	addTool(s, "delete_all_memories", schema(nil, object{}), func(object) (string, any) { os.Exit(9); return "", nil })
}

// serveStructured drops near duplicates, has numbers for ids, and a schema
// with references.
func serveStructured(s *mcp.Server, store facts) {
	in := schema([]string{"messages", "userId", "category"}, object{
		"messages": object{"type": "array", "items": object{"$ref": "#/$defs/Message"}}, "userId": str(),
		"category": object{"enum": []any{"decision", "note"}, "type": "string"},
		"metadata": object{"type": "object", "properties": object{"project": str()}, "additionalProperties": false}})
	in["$defs"] = object{"Message": schema([]string{"role", "content"}, object{"role": str(), "content": str()})}
	addTool(s, "memory-write", in, func(a object) (string, any) {
		message := a["messages"].([]any)[0].(map[string]any)
		text := message["content"].(string)
		all := store.load()
		for _, f := range all {
			if f.Text == text {
				return "", object{"results": []any{object{"event": "DROPPED_NEAR_DUPLICATE", "duplicate_of": f.ID}}}
			}
		}
		f := fact{ID: strconv.Itoa(len(all)), Text: text, User: a["userId"].(string), Meta: object{"category": a["category"], "meta": a["metadata"]}}
		store.save(append(all, f))
		out := object{"id": len(all)}
		if len(all) > 0 && text[:4] == all[0].Text[:4] {
			out["near_duplicate_of"], out["existing_memory"] = all[0].ID, object{"id": all[0].ID, "memory": all[0].Text}
		}
		return "stored", out
	})
	addTool(s, "memory-search", schema([]string{"query", "userId"}, object{"query": str(), "userId": str(), "topK": object{"type": "integer"}}), func(a object) (string, any) {
		var hits []any
		for i, f := range store.load() {
			if f.User == a["userId"] && strings.Contains(f.Text, a["query"].(string)) {
				hits = append(hits, object{"memory": object{"id": i, "content": f.Text, "category": f.Meta["category"], "metadata": f.Meta["meta"], "created": 1772359200}, "distance": float64(i)})
			}
		}
		return "see structured content", object{"result": hits}
	})
	addTool(s, "memory-delete", schema([]string{"id"}, object{"id": object{"type": "integer"}}), func(a object) (string, any) {
		all := store.load()
		at := int(a["id"].(float64))
		all[at].User = ""
		store.save(all)
		return "ok", nil
	})
}

func serveProse(s *mcp.Server, store facts) {
	addTool(s, "qdrant-store", schema([]string{"information"}, object{"information": str(), "metadata": orNull(object{"type": "object"})}), func(a object) (string, any) {
		store.save(append(store.load(), fact{Text: a["information"].(string)}))
		return "Remembered: " + a["information"].(string), nil
	})
	addTool(s, "qdrant-find", schema([]string{"query"}, object{"query": str()}), func(a object) (string, any) {
		out := ""
		for i, f := range store.load() {
			if strings.Contains(f.Text, a["query"].(string)) {
				out += fmt.Sprintf("%d. %s\n", i+1, f.Text)
			}
		}
		if out == "" {
			out = "No results found."
		}
		return out, nil
	})
}

// hang waits for what never comes.
func hang() {
	never := make(chan os.Signal, 1)
	signal.Notify(never, syscall.SIGUSR1)
	<-never
}

func serveHostile(s *mcp.Server, kind string) {
	text := schema([]string{"text"}, object{"text": str()})
	answer := func(string) (string, any) { return "ok", nil }
	switch kind {
	case "deaf": // says nothing, reads nothing
		hang()
	case "stubborn":
		cmd := exec.Command("sleep", "3600") // keeps the pipes, ignores their end
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		if err := os.WriteFile(os.Getenv("FILE"), []byte(strconv.Itoa(cmd.Process.Pid)), 0o600); err != nil {
			panic(err)
		}
	case "broken":
		fmt.Fprintln(os.Stderr, "cannot open \x1b[31mthe store\x07\nkey is "+os.Getenv("MEM_API_KEY"))
		os.Exit(3)
	case "noise":
		fmt.Println("this is not a message")
	case "many":
		for i := range 10_000 {
			addTool(s, fmt.Sprintf("tool_%d", i), text, nil)
		}
		addTool(s, "tool_add_memory", text, func(object) (string, any) { return answer("") })
	case "hang":
		answer = func(string) (string, any) { hang(); return "", nil }
	case "die":
		answer = func(string) (string, any) { fmt.Fprintln(os.Stderr, "out of memory"); os.Exit(7); return "", nil }
	case "huge":
		answer = func(string) (string, any) { return strings.Repeat("x", maxFrame+1), nil }
	case "refuse":
		answer = func(string) (string, any) { return "!quota \x1b]0;owned\x07 used\nup " + os.Getenv("MEM_API_KEY"), nil }
	}
	if kind != "many" {
		addTool(s, "add_memory", text, func(a object) (string, any) { return answer("") })
	}
}

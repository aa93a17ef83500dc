package remote_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/remote"
)

// entity is one of a knowledge graph.
type entity struct {
	Name         string   `json:"name"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`
}

// graphWorld has the tools of @modelcontextprotocol/server-memory.
type graphWorld struct {
	address string
	mu      sync.Mutex
	all     []entity
}

func newGraph(t *testing.T, canChange bool, all ...entity) *graphWorld {
	w := &graphWorld{all: all}
	s := mcp.NewServer(&mcp.Implementation{Name: "memory", Version: "1"}, nil)
	w.serve(s, canChange)
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	t.Cleanup(web.Close)
	w.address = web.URL
	return w
}

func (w *graphWorld) store(t *testing.T) remote.Store {
	s := remote.MCP(anymcp.Server{Name: "graph", Type: anymcp.HTTP, URL: w.address}, anymcp.Options{}, anymcp.Config{})
	t.Cleanup(s.Close)
	return s
}

func (w *graphWorld) entities() []entity {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.all)
}

// observe adds to an entity, as somebody else would.
func (w *graphWorld) observe(name, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := w.at(name); i >= 0 {
		w.all[i].Observations = append(slices.Clone(w.all[i].Observations), text)
	}
}

func (w *graphWorld) at(name string) int {
	return slices.IndexFunc(w.all, func(e entity) bool { return e.Name == name })
}

func (w *graphWorld) pick(is func(entity) bool) any {
	found := []entity{}
	for _, e := range w.all {
		if is(e) {
			found = append(found, e)
		}
	}
	return object{"entities": found, "relations": []any{}}
}

type graphArgs struct {
	Entities           []entity
	Query              string
	Names, EntityNames []string
	Observations       []struct {
		EntityName string
		Contents   []string
	}
	Deletions []struct {
		EntityName   string
		Observations []string
	}
}

func (w *graphWorld) serve(s *mcp.Server, canChange bool) {
	str := object{"type": "string"}
	list := object{"type": "array", "items": str}
	of := func(fields object) object {
		return object{"type": "array", "items": object{"type": "object", "properties": fields}}
	}
	tool := func(name string, fields object, do func(a graphArgs) any) {
		required := []string{}
		for k := range fields {
			required = append(required, k)
		}
		s.AddTool(&mcp.Tool{Name: name, Description: name, InputSchema: object{"type": "object", "properties": fields, "required": required}},
			func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var a graphArgs
				if err := json.Unmarshal(r.Params.Arguments, &a); err != nil {
					return nil, err
				}
				w.mu.Lock()
				defer w.mu.Unlock()
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: asText(do(a))}}}, nil
			})
	}
	tool("create_entities", object{"entities": of(object{"name": str, "entityType": str, "observations": list})}, func(a graphArgs) any {
		made := []entity{}
		for _, e := range a.Entities {
			if w.at(e.Name) < 0 {
				w.all, made = append(w.all, e), append(made, e)
			}
		}
		return made
	})
	tool("search_nodes", object{"query": str}, func(a graphArgs) any {
		return w.pick(func(e entity) bool {
			return strings.Contains(strings.ToLower(e.Name+"\n"+strings.Join(e.Observations, "\n")), strings.ToLower(a.Query))
		})
	})
	tool("read_graph", object{}, func(graphArgs) any { return w.pick(func(entity) bool { return true }) })
	tool("open_nodes", object{"names": list}, func(a graphArgs) any {
		return w.pick(func(e entity) bool { return slices.Contains(a.Names, e.Name) })
	})
	tool("delete_entities", object{"entityNames": list}, func(a graphArgs) any {
		w.all = slices.DeleteFunc(slices.Clone(w.all), func(e entity) bool { return slices.Contains(a.EntityNames, e.Name) })
		return "Entities deleted successfully"
	})
	if !canChange {
		return
	}
	tool("add_observations", object{"observations": of(object{"entityName": str, "contents": list})}, func(a graphArgs) any {
		for _, o := range a.Observations {
			if i := w.at(o.EntityName); i >= 0 {
				w.all[i].Observations = append(slices.Clone(w.all[i].Observations), o.Contents...)
			}
		}
		return []any{}
	})
	tool("delete_observations", object{"deletions": of(object{"entityName": str, "observations": list})}, func(a graphArgs) any {
		for _, d := range a.Deletions {
			if i := w.at(d.EntityName); i >= 0 {
				w.all[i].Observations = slices.DeleteFunc(slices.Clone(w.all[i].Observations), func(o string) bool { return slices.Contains(d.Observations, o) })
			}
		}
		return "Observations deleted successfully"
	})
}

// What others keep in a graph stays, whatever a fact says that it replaces: it
// may be the name of a local memory, by chance.
func TestOthersEntitiesStay(t *testing.T) {
	redisEntity := entity{"redis", "technology", []string{"runs on port 6379", "owned by Anna", "replaced memcached in 2024"}}
	limitEntity := entity{"limit", "rule", []string{limit219}}
	for name, canChange := range map[string]bool{"": true, "no update": false} {
		t.Run(name, func(t *testing.T) {
			w := newGraph(t, canChange, redisEntity, limitEntity)
			b, _ := box(t)
			theirs := func() {
				t.Helper()
				if got := w.entities(); len(got) < 2 || !reflect.DeepEqual(got[:2], []entity{redisEntity, limitEntity}) {
					t.Fatalf("theirs are now %+v", got)
				}
			}
			become(t, remote.Save(t.Context(), b, w.store(t), facts(redis), nil), remote.Added)

			// Said already: what it names would go.
			said := fact(redis)
			said.Replaces = "redis"
			out := remote.Save(t.Context(), b, w.store(t), []remote.Fact{said}, nil)
			become(t, out, remote.Unchanged)
			if len(out[0].Others) != 1 || out[0].Others[0].ID != "redis" {
				t.Errorf("others %+v", out[0].Others)
			}
			theirs()

			// New: it would take the place.
			fresh := fact(mail)
			fresh.Replaces = "redis"
			single := fact(deployA)
			single.Replaces = "limit"
			out = append(out, remote.Save(t.Context(), b, w.store(t), []remote.Fact{fresh, single}, nil)...)
			// It contradicts one, and a person says yes.
			out = append(out, remote.Save(t.Context(), b, w.store(t), facts(limit220), yes)...)
			become(t, out[1:], remote.Conflict, remote.Conflict, remote.Conflict)
			for _, o := range out[1:] {
				if !o.Firm || o.Err == nil || !strings.Contains(o.Err.Error(), "not one fact") {
					t.Errorf("%+v", o)
				}
				become(t, []remote.Outcome{remote.Settle(t.Context(), b, w.store(t), o.Item)}, remote.Conflict)
			}
			counts(t, b, 0, 3)
			theirs()

			for _, o := range out {
				if err := remote.Revert(t.Context(), b, w.store(t), stored(t, o)); err != nil {
					t.Error(err)
				}
			}
			theirs()
			if n := len(w.entities()); n != 3 {
				t.Errorf("%d entities: %+v", n, w.entities())
			}

			// By hand they can go.
			if err := w.store(t).Remove(t.Context(), "redis"); err != nil {
				t.Error(err)
			}
			if got := w.entities(); len(got) != 2 || got[0].Name != "limit" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What savectx has written gives way, and comes back; what somebody has added
// to is not one fact any more.
func TestOurEntitiesGiveWay(t *testing.T) {
	for name, canChange := range map[string]bool{"": true, "no update": false} {
		t.Run(name, func(t *testing.T) {
			w := newGraph(t, canChange)
			b, _ := box(t)
			first := remote.Save(t.Context(), b, w.store(t), facts(limit219), nil)
			become(t, first, remote.Added)
			f := fact(limit220)
			f.Replaces = first[0].ID
			out := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)
			become(t, out, remote.Replaced)
			are(t, w.store(t), "shop", limit220)
			if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
				t.Fatal(err)
			}
			are(t, w.store(t), "shop", limit219)

			w.observe(first[0].ID, "says Anna")
			before := w.entities()
			become(t, remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, yes), remote.Conflict)
			if got := w.entities(); !reflect.DeepEqual(got, before) {
				t.Errorf("%+v", got)
			}
		})
	}
}

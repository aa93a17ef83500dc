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
	no      map[string]string // what a tool says instead of doing it
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

// refuse makes a tool say no; "": it works again.
func (w *graphWorld) refuse(tool, said string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.no = map[string]string{tool: said}
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
				if said := w.no[name]; said != "" {
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: said}}, IsError: true}, nil
				}
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
			become(t, out[1:], remote.Conflict, remote.Conflict)
			for _, o := range out[1:] {
				if !o.Firm || o.Err == nil || !strings.Contains(o.Err.Error(), "not one fact") {
					t.Errorf("%+v", o)
				}
				become(t, []remote.Outcome{remote.Settle(t.Context(), b, w.store(t), o.Item)}, remote.Conflict)
			}
			counts(t, b, 0, 2)
			theirs()

			// It contradicts one: a person may have it beside that.
			out = append(out, remote.Save(t.Context(), b, w.store(t), facts(limit220), nil)...)
			if o := out[3]; o.State != remote.Conflict || o.Firm || o.Text != "limit: "+limit219 {
				t.Errorf("%+v", o)
			}
			out[3] = remote.Settle(t.Context(), b, w.store(t), out[3].Item)
			become(t, out[3:], remote.Added)
			if o := out[3]; len(o.Others) != 1 || o.Others[0].ID != "limit" {
				t.Errorf("others %+v", o.Others)
			}
			counts(t, b, 0, 2)
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

// Changing an entity of ours stops between its two steps: the next try finishes
// it, and an undo takes it back, whenever it comes.
func TestHalfChanged(t *testing.T) {
	const theRedis, oneRedis = "Sessions live in the Redis", "Sessions live in one Redis"
	for name, tt := range map[string]struct {
		old, text, said string
		named           bool
		approve         remote.Approve
		want            remote.State
	}{
		"named":               {limit219, limit220, "database is locked", true, nil, remote.Waiting},
		"reworded":            {theRedis, oneRedis, "database is locked", false, nil, remote.Waiting},
		"approved":            {limit219, limit220, "database is locked", false, yes, remote.Waiting},
		"refused":             {limit219, limit220, "no permission", true, nil, remote.Failed},
		"refused, unapproved": {theRedis, oneRedis, "no permission", false, nil, remote.Failed},
	} {
		for _, undo := range []string{"half way", "when done"} {
			t.Run(name+", undone "+undo, func(t *testing.T) {
				w := newGraph(t, true)
				b, _ := box(t)
				f := fact(tt.text)
				first := remote.Save(t.Context(), b, w.store(t), facts(tt.old), nil)
				if tt.named {
					f.Replaces = first[0].ID
				}
				w.refuse("delete_observations", tt.said)
				out := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, tt.approve)
				become(t, out, tt.want)
				if n := len(w.entities()[0].Observations); n != 4 {
					t.Fatalf("it did not stop half way: %+v", w.entities())
				}
				w.refuse("", "")
				switch {
				case undo == "half way":
				case tt.want == remote.Failed:
					o := remote.Settle(t.Context(), b, w.store(t), out[0].Item)
					if o.Text != tt.old || o.State != remote.Replaced && o.State != remote.Updated {
						t.Errorf("%+v", o)
					}
				default:
					if rep, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil || len(rep.Delivered) != 1 {
						t.Fatalf("%+v %v", rep, err)
					}
				}
				if undo == "when done" {
					are(t, w.store(t), "shop", tt.text)
				}
				for range 2 {
					if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
						t.Fatal(err)
					}
					are(t, w.store(t), "shop", tt.old)
				}
				counts(t, b, 0, 0)
			})
		}
	}
}

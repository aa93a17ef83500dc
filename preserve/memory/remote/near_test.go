package remote_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/remote"
)

// A server that measures distances takes other numbers for the same. Its
// search finds nothing here, so that only its answer tells.
func TestPutNearDuplicates(t *testing.T) {
	for name, tt := range map[string]struct {
		has          tools
		stored, fact string
		approve      remote.Approve
		want         remote.State
		left         []string
		others       int
	}{
		"dropped, another number":           {stored: limit219 + long, fact: limit220 + long, want: remote.Conflict, left: []string{limit219 + long}},
		"dropped, another number, approved": {stored: limit219 + long, fact: limit220 + long, approve: yes, want: remote.Replaced, left: []string{limit220 + long}},
		"dropped, the same":                 {stored: limit219, fact: limit219, want: remote.Unchanged, left: []string{limit219}},
		"dropped, hidden":                   {has: tools{hideDuplicate: true}, stored: limit219 + long, fact: limit220 + long, want: remote.Conflict, left: []string{limit219 + long}},
		"stored beside":                     {stored: limit219, fact: limit220, want: remote.Added, left: []string{limit219, limit220}, others: 1},
		"dropped, no update, approved":      {has: tools{noUpdate: true}, stored: limit219 + long, fact: limit220 + long, approve: yes, want: remote.Replaced, left: []string{limit220 + long}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.has.near = true
			w := newMCP(t, tt.has)
			w.blindFor = 1
			w.seed(tt.stored)
			o := w.store(t).Put(t.Context(), fact(tt.fact), tt.approve)
			become(t, []remote.Outcome{o}, tt.want)
			holds(t, w, tt.left...)
			if len(o.Others) != tt.others {
				t.Errorf("others %+v", o.Others)
			}
			if tt.others > 0 && o.Others[0].Text != tt.stored {
				t.Errorf("others %+v", o.Others)
			}
		})
	}
}

// A server that takes the fact for something else: it is not lost in silence,
// whichever way it goes to the server.
func TestDroppedForSomethingElse(t *testing.T) {
	const theirs, ours = "Bananas grow in the garden behind the house of the neighbour", redis
	w := newMCP(t, tools{dropAll: true})
	w.seed(theirs)
	o := w.store(t).Put(t.Context(), fact(ours), nil)
	if o.State != remote.Conflict || o.Text != theirs || o.Err == nil {
		t.Errorf("mcp: %+v", o)
	}
	m := newMem0(t, noOptions)
	id := m.seed(theirs)
	m.Break(mem0test.Fault{Method: "POST", Path: "/memories", Times: -1, Status: 200, Body: `{"results":[{"event":"NONE","status":"DROPPED_NEAR_DUPLICATE","duplicate_of":"` + id + `"}]}`})
	o = m.store(t).Put(t.Context(), fact(ours), nil)
	if o.State != remote.Conflict || o.Text != theirs || o.Err == nil {
		t.Errorf("mem0: %+v", o)
	}
}

// What another project keeps is neither compared with nor replaced, unless it
// is named by its id.
func TestProjectsApart(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		s := w.store(t)
		other := fact(limit219)
		other.Project = "depot"
		o := s.Put(t.Context(), other, nil)
		become(t, []remote.Outcome{o}, remote.Added)
		become(t, []remote.Outcome{s.Put(t.Context(), fact(limit219), nil)}, remote.Added)
		f := fact(limit220)
		f.Replaces = limit219
		become(t, []remote.Outcome{s.Put(t.Context(), f, nil)}, remote.Replaced)
		holds(t, w, limit219, limit220)
		f = fact(redis)
		f.Replaces = limit219 // of the other project only, by now
		become(t, []remote.Outcome{s.Put(t.Context(), f, nil)}, remote.Added)
		holds(t, w, limit219, limit220, redis)
		f = fact(mail)
		f.Replaces = o.ID
		become(t, []remote.Outcome{s.Put(t.Context(), f, nil)}, remote.Replaced)
		holds(t, w, limit220, redis, mail)
	})
}

// project gives the texts of a project, and fails where there are others of none.
func project(t *testing.T, s remote.Store, name string) (out []string) {
	t.Helper()
	list, err := s.List(t.Context(), name, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Project != name {
			t.Errorf("%+v is listed for %s", r, name)
		}
		out = append(out, r.Text)
	}
	return out
}

// are fails unless a project has exactly these texts.
func are(t *testing.T, s remote.Store, name string, want ...string) {
	t.Helper()
	if got := project(t, s, name); !slices.Equal(got, want) {
		t.Errorf("%s has %q, want %q", name, got, want)
	}
}

// The server takes the fact for a memory of another project: nobody is asked,
// that one stays as it is, and the fact is set aside with the reason.
func TestDroppedForAnotherProjects(t *testing.T) {
	depot := map[string]any{"project": "depot", "type": "decision"}
	for name, tt := range map[string]struct{ theirs, ours string }{
		"the same":       {limit219, limit219},
		"another number": {limit219 + long, limit220 + long},
		"reworded":       {"Sessions live in the Redis" + long, "Sessions live in one Redis" + long},
	} {
		for kind, make := range map[string]func() world{
			"mcp": func() world {
				w := newMCP(t, tools{near: true})
				w.insert(tt.theirs, "decision", "depot")
				w.blindFor = 1
				return w
			},
			"mcp, told": func() world {
				w := newMCP(t, tools{near: true, tell: true})
				w.insert(tt.theirs, "decision", "depot")
				w.blindFor = 1
				return w
			},
			"mcp, found": func() world {
				w := newMCP(t, tools{near: true, noUpdate: true})
				w.insert(tt.theirs, "decision", "depot")
				return w
			},
			"mem0": func() world {
				w := newMem0(t, mem0test.Options{NearDuplicates: true, SearchLag: 1})
				w.Put(person, tt.theirs, depot)
				return w
			},
		} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				w := make()
				b, _ := box(t)
				never := func(_ context.Context, _, old record.Record) bool { t.Errorf("asked about %+v", old); return true }
				o := remote.Save(t.Context(), b, w.store(t), facts(tt.ours), never)[0]
				for range 2 { // a person who says yes gets the same answer
					if o.State != remote.Conflict || !o.Firm || o.Text != tt.theirs || o.Err == nil || !strings.Contains(o.Err.Error(), "depot") {
						t.Errorf("%+v", o)
					}
					counts(t, b, 0, 1)
					are(t, w.store(t), "depot", tt.theirs)
					are(t, w.store(t), "shop")
					o = remote.Settle(t.Context(), b, w.store(t), o.Item)
				}
				apart, err := b.Aside()
				if err != nil || len(apart) != 1 || apart[0].Record.Text != tt.ours || !strings.Contains(apart[0].Error, "depot") {
					t.Errorf("%+v %v", apart, err)
				}
			})
		}
	}
}

// The server tells the text of a memory that it does not show: of which project
// that is, nobody knows.
func TestTheServerTellsWhatItDoesNotShow(t *testing.T) {
	const inCapitals = "Sessions Live in Redis"
	for name, tt := range map[string]struct {
		has            tools
		theirs, ours   string
		id             bool // named by its id
		want           remote.State
		stored, others int
	}{
		"dropped, the same":          {has: tools{tell: true}, theirs: redis, ours: redis, want: remote.Conflict, stored: 1},
		"dropped, reworded":          {has: tools{tell: true}, theirs: "Sessions live in the Redis" + long, ours: "Sessions live in one Redis" + long, want: remote.Conflict, stored: 1},
		"dropped, named":             {has: tools{tell: true}, theirs: limit219 + long, ours: limit220 + long, id: true, want: remote.Conflict, stored: 1},
		"dropped, and not told":      {theirs: redis, ours: redis, want: remote.Conflict, stored: 1},
		"stored beside the same":     {theirs: inCapitals, ours: redis, want: remote.Added, stored: 2},
		"stored beside what differs": {theirs: limit219, ours: limit220, want: remote.Added, stored: 2, others: 1},
		"stored beside the named":    {theirs: limit219, ours: limit220, id: true, want: remote.Added, stored: 2, others: 1},
	} {
		t.Run(name, func(t *testing.T) {
			tt.has.near = true
			w := newMCP(t, tt.has)
			id := w.insert(tt.theirs, "decision", "depot")
			w.blindFor = 1000
			f := fact(tt.ours)
			if tt.id {
				f.Replaces = id
			}
			o := w.store(t).Put(t.Context(), f, yes)
			become(t, []remote.Outcome{o}, tt.want)
			if tt.want == remote.Conflict && (!o.Firm || o.Err == nil || !strings.Contains(o.Err.Error(), "project it is, is not known")) {
				t.Errorf("%+v", o)
			}
			if got := w.texts(); len(got) != tt.stored || got[0] != tt.theirs || len(o.Others) != tt.others {
				t.Errorf("stored %q, others %+v", got, o.Others)
			}
		})
	}
	t.Run("mem0", func(t *testing.T) {
		w := newMem0(t, mem0test.Options{NearDuplicates: true, SearchLag: 1})
		w.Put(person, redis, map[string]any{"project": "shop"})
		w.Break(mem0test.Fault{Method: "GET", Path: "/memories/", Times: -1, Status: 404})
		o := w.store(t).Put(t.Context(), fact(redis), yes)
		if o.State != remote.Conflict || !o.Firm || o.Err == nil || !strings.Contains(o.Err.Error(), "cannot be read") {
			t.Errorf("%+v", o)
		}
		holds(t, w, redis)
	})
}

// Stored beside a memory of another project, whatever that says: both stay.
func TestStoredBesideAnotherProjects(t *testing.T) {
	w := newMCP(t, tools{near: true})
	w.insert("Sessions Live in Redis", "decision", "depot")
	w.blindFor = 1
	o := w.store(t).Put(t.Context(), fact(redis), yes)
	become(t, []remote.Outcome{o}, remote.Added)
	are(t, w.store(t), "shop", redis)
	are(t, w.store(t), "depot", "Sessions Live in Redis")
}

// A memory of another project that is named by its id gives way: the fact is of
// its own project, and an undo gives the other one back its memory.
func TestNamedOfAnotherProject(t *testing.T) {
	depot := map[string]any{"project": "depot", "type": "decision"}
	for name, make := range map[string]func(text string) (world, string){
		"mcp": func(text string) (world, string) {
			w := newMCP(t, tools{})
			return w, w.insert(text, "decision", "depot")
		},
		"mcp, no update": func(text string) (world, string) {
			w := newMCP(t, tools{noUpdate: true})
			return w, w.insert(text, "decision", "depot")
		},
		"mcp, near": func(text string) (world, string) {
			w := newMCP(t, tools{near: true})
			return w, w.insert(text, "decision", "depot")
		},
		"mem0": func(text string) (world, string) { w := newMem0(t, noOptions); return w, w.Put(person, text, depot) },
	} {
		for _, theirs := range []string{limit219, limit220, mail} {
			t.Run(name+"/"+theirs, func(t *testing.T) {
				w, id := make(theirs)
				b, _ := box(t)
				f := fact(limit219)
				f.Replaces = id
				o := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)[0]
				become(t, []remote.Outcome{o}, remote.Replaced)
				are(t, w.store(t), "shop", limit219)
				are(t, w.store(t), "depot")
				become(t, []remote.Outcome{w.store(t).Put(t.Context(), f, nil)}, remote.Unchanged)
				for range 2 {
					if err := remote.Revert(t.Context(), b, w.store(t), stored(t, o)); err != nil {
						t.Fatal(err)
					}
					are(t, w.store(t), "shop")
					are(t, w.store(t), "depot", theirs)
				}
			})
		}
	}
	t.Run("cannot be removed", func(t *testing.T) {
		w := newMCP(t, tools{noRemove: true})
		f := fact(limit219)
		f.Replaces = w.insert(limit220, "decision", "depot")
		o := w.store(t).Put(t.Context(), f, yes)
		if o.State != remote.Conflict || !o.Firm || o.Err == nil || !strings.Contains(o.Err.Error(), "depot") {
			t.Errorf("%+v", o)
		}
		are(t, w.store(t), "shop")
		are(t, w.store(t), "depot", limit220)
	})
}

// The search hides the memory that the fact supersedes, and the server stores
// the fact beside it.
func TestStoredBesideTheNamedOne(t *testing.T) {
	seeded := func(has tools) (*mcpWorld, remote.Fact) {
		has.near = true
		w := newMCP(t, has)
		w.insert(limit219, "decision", "shop")
		w.blindFor = 2
		f := fact(limit220)
		f.Replaces = limit219
		return w, f
	}
	for name, has := range map[string]tools{"": {}, "no update": {noUpdate: true}} {
		t.Run(name, func(t *testing.T) {
			w, f := seeded(has)
			b, _ := box(t)
			o := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)[0]
			become(t, []remote.Outcome{o}, remote.Replaced)
			if o.Text != limit219 || len(o.Others) != 0 {
				t.Errorf("%+v", o)
			}
			are(t, w.store(t), "shop", limit220)
			for range 2 {
				if err := remote.Revert(t.Context(), b, w.store(t), stored(t, o)); err != nil {
					t.Fatal(err)
				}
				are(t, w.store(t), "shop", limit219)
			}
		})
	}
	for name, has := range map[string]tools{"no remove": {noRemove: true}, "refused": {keeps: "no permission to remove it"}} {
		t.Run(name, func(t *testing.T) {
			w, f := seeded(has)
			o := w.store(t).Put(t.Context(), f, nil)
			become(t, []remote.Outcome{o}, remote.Added)
			if len(o.Others) != 1 || o.Others[0].Text != limit219 || o.Text != "" {
				t.Errorf("%+v", o)
			}
			holds(t, w, limit219, limit220)
		})
	}
	t.Run("not now", func(t *testing.T) {
		w, f := seeded(tools{keeps: "rate limit exceeded"})
		b, _ := box(t)
		out := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)
		become(t, out, remote.Waiting)
		holds(t, w, limit219, limit220)
		w.mu.Lock()
		w.keeps = ""
		w.mu.Unlock()
		if rep, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil || len(rep.Delivered) != 1 {
			t.Fatalf("%+v %v", rep, err)
		}
		holds(t, w, limit220)
		if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
			t.Fatal(err)
		}
		holds(t, w, limit219)
	})
}

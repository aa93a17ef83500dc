package remote_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/remote"
)

const (
	limit219 = "The limit is 219 requests a second"
	limit220 = "The limit is 220 requests a second"
	redis    = "Sessions live in Redis"
	redisTTL = "Sessions live in Redis, with a TTL of 30 minutes"
	deployA  = "We deploy to Fly.io using blue-green because rolling deploys dropped websockets"
	deployB  = "Deployments go to Fly.io with blue-green, since rolling deploys dropped the websockets"
	mails    = "In tests, never send mails to real customers"
	mailsB   = "Never send mail to real customers in tests"
	mail     = "Tests never mail real customers"
)

// long makes two digits a small distance.
const long = ", as measured by the team on the big machine in the cellar, and again on the small one"

func yes(context.Context, record.Record, record.Record) bool { return true }

// What becomes of a fact beside what is stored, in every store.
func TestPut(t *testing.T) {
	for name, tt := range map[string]struct {
		stored, fact, replaces string
		approve                remote.Approve
		want                   remote.State
		left                   []string
	}{
		"new":                  {stored: mail, fact: redis, want: remote.Added, left: []string{mail, redis}},
		"the same":             {stored: "sessions live in **Redis**.", fact: redis, want: remote.Unchanged, left: []string{"sessions live in **Redis**."}},
		"said with more":       {stored: redisTTL, fact: redis, want: remote.Unchanged, left: []string{redisTTL}},
		"reworded":             {stored: deployA, fact: deployB, want: remote.Updated, left: []string{deployB}},
		"more than is stored":  {stored: redis, fact: redisTTL, want: remote.Updated, left: []string{redisTTL}},
		"another number":       {stored: limit219, fact: limit220, want: remote.Conflict, left: []string{limit219}},
		"another, named":       {stored: limit219, fact: limit220, replaces: limit219, want: remote.Replaced, left: []string{limit220}},
		"another, approved":    {stored: limit219, fact: limit220, approve: yes, want: remote.Replaced, left: []string{limit220}},
		"names what is gone":   {stored: mail, fact: redis, replaces: "Sessions live in files", want: remote.Added, left: []string{mail, redis}},
		"yes for no":           {stored: "Migrations are run at start", fact: "Migrations are not run at start", want: remote.Conflict, left: []string{"Migrations are run at start"}},
		"names something else": {stored: mail, fact: redis, replaces: mail, want: remote.Replaced, left: []string{redis}},
	} {
		t.Run(name, func(t *testing.T) {
			worlds(t, func(t *testing.T, w world) {
				id := w.seed(tt.stored)
				f := fact(tt.fact)
				f.Replaces = tt.replaces
				o := w.store(t).Put(t.Context(), f, tt.approve)
				become(t, []remote.Outcome{o}, tt.want)
				holds(t, w, tt.left...)
				switch tt.want {
				case remote.Added:
					if o.ID == "" || o.ID == id || o.Text != "" || o.Err != nil {
						t.Errorf("%+v", o)
					}
				case remote.Conflict:
					if o.Err == nil || !strings.Contains(o.Err.Error(), tt.stored) {
						t.Errorf("error %v", o.Err)
					}
					fallthrough
				default:
					if o.ID != id || o.Text != tt.stored {
						t.Errorf("%+v, want %s %q", o, id, tt.stored)
					}
				}
				// Put twice is put once.
				again := w.store(t).Put(t.Context(), f, nil)
				if again.State != remote.Unchanged && !(tt.want == remote.Conflict && again.State == remote.Conflict) {
					t.Errorf("again: %+v", again)
				}
				holds(t, w, tt.left...)
			})
		})
	}
}

func TestPutByID(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		id := w.seed(limit219)
		f := fact(limit220)
		f.Replaces = id
		become(t, []remote.Outcome{w.store(t).Put(t.Context(), f, nil)}, remote.Replaced)
		holds(t, w, limit220)
		// It says it already; what it names goes.
		f.Replaces = w.seed(mail)
		o := w.store(t).Put(t.Context(), f, nil)
		become(t, []remote.Outcome{o}, remote.Replaced)
		if o.ID != id || o.Text != mail {
			t.Errorf("%+v", o)
		}
		holds(t, w, limit220)
	})
}

func TestUpdateKeepsTypeAndProject(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		s := w.store(t)
		o := s.Put(t.Context(), fact(redis), nil)
		if err := s.Update(t.Context(), o.ID, "Sessions live in Postgres"); err != nil {
			t.Fatal(err)
		}
		list, err := s.List(t.Context(), "shop", 10)
		if err != nil || len(list) != 1 || list[0].Type != record.Decision || list[0].Project != "shop" || list[0].Text != "Sessions live in Postgres" || list[0].Store != s.Name() {
			t.Errorf("%+v %v", list, err)
		}
		if found, err := s.Search(t.Context(), "where do sessions live", "other", 10); err != nil || len(found) != 0 {
			t.Errorf("of another project: %+v %v", found, err)
		}
		if err := s.Remove(t.Context(), o.ID); err != nil {
			t.Fatal(err)
		}
		holds(t, w)
	})
}

func TestConflictOfMem0(t *testing.T) {
	w := newMem0(t, noOptions)
	id := w.seed(limit219)
	o := w.store(t).Put(t.Context(), fact(limit220), nil)
	var c *mem0.ConflictError
	if !errors.As(o.Err, &c) || c.ID != id || c.Text != limit219 {
		t.Errorf("%+v", o)
	}
}

// What a server cannot do.
func TestPutPoorServers(t *testing.T) {
	for name, tt := range map[string]struct {
		has              tools
		stored, fact     string
		approve          remote.Approve
		want             remote.State
		left             []string
		noID, otherIs219 bool
	}{
		"no update, reworded the same":    {has: tools{noUpdate: true}, stored: mails, fact: mailsB, want: remote.Unchanged, left: []string{mails}},
		"no update, reworded with more":   {has: tools{noUpdate: true}, stored: redis, fact: redisTTL, want: remote.Added, left: []string{redis, redisTTL}},
		"no update, approved":             {has: tools{noUpdate: true}, stored: limit219, fact: limit220, approve: yes, want: remote.Replaced, left: []string{limit220}},
		"neither update nor remove":       {has: tools{noUpdate: true, noRemove: true}, stored: limit219, fact: limit220, approve: yes, want: remote.Conflict, left: []string{limit219}},
		"no search":                       {has: tools{noSearch: true}, stored: limit219, fact: limit220, want: remote.Conflict, left: []string{limit219}},
		"no search, the same":             {has: tools{noSearch: true}, stored: redis, fact: redis, want: remote.Unchanged, left: []string{redis}},
		"no list":                         {has: tools{noList: true}, stored: limit219, fact: limit220, want: remote.Conflict, left: []string{limit219}},
		"blind":                           {has: tools{noSearch: true, noList: true}, stored: mail, fact: redis, want: remote.Added, left: []string{mail, redis}},
		"blind, drops another number":     {has: tools{noSearch: true, noList: true, near: true}, stored: limit219 + long, fact: limit220 + long, want: remote.Conflict, left: []string{limit219 + long}},
		"blind, drops one without number": {has: tools{noSearch: true, noList: true, near: true}, stored: deployA, fact: deployA, want: remote.Conflict, left: []string{deployA}},
		"pending":                         {has: tools{pending: true}, stored: mail, fact: redis, want: remote.Added, left: []string{mail, redis}, noID: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newMCP(t, tt.has)
			w.seed(tt.stored)
			o := w.store(t).Put(t.Context(), fact(tt.fact), tt.approve)
			become(t, []remote.Outcome{o}, tt.want)
			holds(t, w, tt.left...)
			if tt.noID && o.ID != "" || tt.want == remote.Conflict && o.Err == nil {
				t.Errorf("%+v", o)
			}
		})
	}
}

func TestPutRefused(t *testing.T) {
	for refuse, want := range map[string]remote.State{
		"the text holds words that are not allowed":                              remote.Failed,
		"Error: Memory system is currently unavailable. Please try again later.": remote.Waiting,
		"rate limit exceeded": remote.Waiting,
	} {
		w := newMCP(t, tools{refuse: refuse})
		o := w.store(t).Put(t.Context(), fact(redis), nil)
		if o.State != want || o.Err == nil || !strings.Contains(o.Err.Error(), refuse) {
			t.Errorf("%s: %+v", refuse, o)
		}
	}
}

func TestSettingsMissing(t *testing.T) {
	w := newMCP(t, tools{user: true})
	s := remote.MCP(w.server(), anymcp.Options{}, anymcp.Config{})
	defer s.Close()
	o := s.Put(t.Context(), fact(redis), nil)
	if o.State != remote.Waiting || !errors.Is(o.Err, anymcp.ErrUserID) {
		t.Errorf("%+v", o)
	}
	s = remote.MCP(w.server(), anymcp.Options{}, anymcp.Config{UserID: person, Names: anymcp.Names{Add: "no_such"}})
	defer s.Close()
	o = s.Put(t.Context(), fact(redis), nil)
	if o.State != remote.Waiting || !errors.Is(o.Err, anymcp.ErrNoTool) {
		t.Errorf("%+v", o)
	}
	s = remote.MCP(w.server(), anymcp.Options{}, anymcp.Config{UserID: person})
	defer s.Close()
	become(t, []remote.Outcome{s.Put(t.Context(), fact(redis), nil)}, remote.Added)
}

// A server that cannot be started is not started again and again, and a hurry
// of the caller is not held against it.
func TestConnecting(t *testing.T) {
	w := newMCP(t, tools{})
	s := w.store(t)
	short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	w.break_(fault{kind: "hang"})
	if o := s.Put(short, fact(redis), nil); o.State != remote.Waiting || !errors.Is(o.Err, context.DeadlineExceeded) {
		t.Errorf("%+v", o)
	}
	w.mend()
	become(t, []remote.Outcome{s.Put(t.Context(), fact(redis), nil)}, remote.Added)

	gone := remote.MCP(w.server(), anymcp.Options{}, anymcp.Config{UserID: person})
	w.break_(fault{kind: "500"})
	if _, err := gone.Search(t.Context(), "x", "", 5); err == nil {
		t.Error("no error")
	}
	w.mend()
	before := w.asked()
	if _, err := gone.List(t.Context(), "", 5); err == nil || w.asked() != before {
		t.Errorf("it was tried again at once: %v", err)
	}
	gone.Close()
	gone.Close()
	if err := gone.Remove(t.Context(), "n1"); err == nil {
		t.Error("a closed store works")
	}
	never := remote.MCP(anymcp.Server{Name: "never", Type: anymcp.Stdio, Command: "no-such-program"}, anymcp.Options{}, anymcp.Config{})
	never.Close()
}

// A connection that died while it was idle is made anew.
func TestIdleConnection(t *testing.T) {
	w := newMCP(t, tools{})
	s := w.store(t)
	become(t, []remote.Outcome{s.Put(t.Context(), fact(redis), nil)}, remote.Added)
	w.break_(fault{kind: "away", times: 1})
	become(t, []remote.Outcome{s.Put(t.Context(), fact(mail), nil)}, remote.Added)
	holds(t, w, redis, mail)
}

func TestAddress(t *testing.T) {
	w := newMem0(t, noOptions)
	if got, want := w.store(t).Address(), w.URL+" "+person; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, tt := range []struct {
		server anymcp.Server
		want   string
	}{
		{anymcp.Server{Name: "memory", Type: anymcp.Stdio, Command: "/opt/bin/npx", Args: []string{"--key", secret}}, "mcp memory npx person-7"},
		{anymcp.Server{Name: "a\nb", Type: anymcp.HTTP, URL: "https://u:pw@mcp.example/" + secret + "/sse?key=" + secret}, "mcp a b https://mcp.example#"},
	} {
		s := remote.MCP(tt.server, anymcp.Options{}, anymcp.Config{UserID: person})
		got := s.Address()
		if !strings.HasPrefix(got, tt.want) || strings.Contains(got, "SECRET") || strings.Contains(got, "pw") || strings.Contains(got, "\n") {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// A server whose search knows only later what it was given: the facts of one
// save are compared with each other all the same.
func TestSearchThatLags(t *testing.T) {
	for _, hosted := range []bool{true, false} {
		w := newMem0(t, mem0test.Options{Hosted: hosted, SearchLag: 20})
		b, _ := box(t)
		list := facts(limit219, deployA, deployB, limit220, deployB)
		list[3].Replaces = limit219
		s := w.store(t)
		become(t, remote.Save(t.Context(), b, s, list, nil), remote.Added, remote.Added, remote.Updated, remote.Replaced, remote.Unchanged)
		holds(t, w, limit220, deployB)
		become(t, remote.Save(t.Context(), b, s, facts(limit219), nil), remote.Conflict)
		// What was removed in between is not remembered.
		found, err := s.List(t.Context(), "", 10)
		if err != nil || len(found) != 2 {
			t.Fatalf("%+v %v", found, err)
		}
		for _, r := range found {
			if err := s.Remove(t.Context(), r.ID); err != nil {
				t.Fatal(err)
			}
		}
		become(t, remote.Save(t.Context(), b, s, facts(limit219), nil), remote.Added)
		holds(t, w, limit219)
	}
}

// Two processes, one after the other, and a search that does not know the first
// one's fact yet: it is there once, and the second one's undo leaves it.
func TestTheSearchLagsBehind(t *testing.T) {
	for _, hosted := range []bool{true, false} {
		w := newMem0(t, mem0test.Options{Hosted: hosted, SearchLag: 20})
		b, _ := box(t)
		first := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
		become(t, first, remote.Added)
		second := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
		become(t, second, remote.Unchanged)
		if err := remote.Revert(t.Context(), b, w.store(t), second[0]); err != nil {
			t.Error(err)
		}
		if n := len(w.Stored("")); n != 1 {
			t.Errorf("hosted %v: %d times on the server", hosted, n)
		}
		// One that somebody has removed since is written again.
		if err := w.store(t).Remove(t.Context(), first[0].ID); err != nil {
			t.Fatal(err)
		}
		become(t, remote.Save(t.Context(), b, w.store(t), facts(redis), nil), remote.Added)
	}
}

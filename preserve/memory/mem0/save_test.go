package mem0_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/record"
)

func TestSave(t *testing.T) {
	const text = "The limit is 219 requests a second"
	for _, tt := range []struct {
		name     string
		stored   []string // in project shop
		fact     string
		replaces string // "ID" stands for the id of the first stored one
		approve  bool
		want     mem0.State
		after    []string
	}{
		{"new", nil, text, "", false, mem0.Created, []string{text}},
		{"the same", []string{"the limit is **219** requests a second."}, text, "", false, mem0.Unchanged, []string{"the limit is **219** requests a second."}},
		{"reworded", []string{"We deploy to Fly.io using blue-green because rolling deploys dropped websockets"}, "Deployments go to Fly.io with blue-green, since rolling deploys dropped the websockets", "", false,
			mem0.Updated, []string{"Deployments go to Fly.io with blue-green, since rolling deploys dropped the websockets"}},
		{"another number", []string{"The limit is 220 requests a second"}, text, "", false, mem0.Conflict, []string{"The limit is 220 requests a second"}},
		{"another number, named by id", []string{"The limit is 220 requests a second"}, text, "ID", false, mem0.Replaced, []string{text}},
		{"another number, named by text", []string{"The limit is 220 requests a second"}, text, "the limit is 220 requests a second.", false, mem0.Replaced, []string{text}},
		{"another number, approved", []string{"The limit is 220 requests a second"}, text, "", true, mem0.Replaced, []string{text}},
		{"contradicted", []string{"Migrations are run at start"}, "Migrations are not run at start", "", false, mem0.Conflict, []string{"Migrations are run at start"}},
		{"an unrelated one is named", []string{"Mail goes out by Mailchimp"}, text, "ID", false, mem0.Replaced, []string{text}},
		{"an unrelated one is named by text", []string{"Mail goes out by Mailchimp"}, text, "mail goes out by Mailchimp.", false, mem0.Replaced, []string{text}},
		{"names nothing", []string{"Mail goes out by Mailchimp"}, text, "some-local-memory", false, mem0.Created, []string{"Mail goes out by Mailchimp", text}},
		{"said already, and names another", []string{"Mail goes out by Mailchimp", text}, text, "ID", false, mem0.Replaced, []string{text}},
		{"names itself", []string{text}, text, "ID", false, mem0.Unchanged, []string{text}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, near := range []bool{false, true} { // with and without a server that judges by itself
				styles(t, mem0test.Options{NearDuplicates: near}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
					first := ""
					for _, text := range tt.stored {
						id := s.Put(user, text, map[string]any{"project": "shop", "type": "decision"})
						if first == "" {
							first = id
						}
					}
					ch := mem0.Choices{Replaces: map[int]string{}}
					if tt.replaces != "" {
						ch.Replaces[0] = tt.replaces
					}
					if tt.replaces == "ID" {
						ch.Replaces[0] = first
					}
					if tt.approve {
						ch.Approve = func(_ context.Context, fact, old record.Record) bool {
							return fact.Text == tt.fact && old.Text == tt.stored[0] && old.ID == first
						}
					}
					o := c.Save(t.Context(), []record.Record{fact(tt.fact)}, ch)[0]
					if o.State != tt.want || o.Err != nil || o.ID == "" {
						t.Errorf("%s %q %q %v, want %s", o.State, o.ID, o.Text, o.Err, tt.want)
					}
					if o.State == mem0.Conflict && (o.ID != first || o.Text != tt.stored[0]) {
						t.Errorf("the conflict names %q %q", o.ID, o.Text)
					}
					if got := texts(s, user); !slices.Equal(got, tt.after) {
						t.Errorf("stored %q, want %q", got, tt.after)
					}
					// Twice is once.
					before := s.Stored(user)
					again := c.Save(t.Context(), []record.Record{fact(tt.fact)}, mem0.Choices{})[0]
					if want := map[bool]mem0.State{true: mem0.Conflict, false: mem0.Unchanged}[tt.want == mem0.Conflict]; again.State != want {
						t.Errorf("again: %s %v, want %s", again.State, again.Err, want)
					}
					if len(s.Stored(user)) != len(before) {
						t.Errorf("again: stored %q", texts(s, user))
					}
				})
			}
		})
	}
}

// The server measures a small distance and drops, or marks, what differs in a
// number only, and its search does not show the other one: the words decide.
func TestServerTakesAnotherNumberForTheSame(t *testing.T) {
	const old, text = "The limit is 220 requests a second", "The limit is 219 requests a second"
	long := " and it is counted for each shop apart from the others"
	for name, tt := range map[string]struct{ old, text string }{
		"stored beside it": {old, text},
		"dropped":          {old + long, text + long},
	} {
		t.Run(name, func(t *testing.T) {
			styles(t, mem0test.Options{NearDuplicates: true, SearchLag: 3}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
				id := s.Put(user, tt.old, map[string]any{"project": "shop"})
				o := c.Save(t.Context(), []record.Record{fact(tt.text)}, mem0.Choices{})[0]
				if o.State != mem0.Conflict || o.ID != id || o.Text != tt.old || !slices.Equal(texts(s, user), []string{tt.old}) {
					t.Errorf("%+v, stored %q", o, texts(s, user))
				}
				yes := func(context.Context, record.Record, record.Record) bool { return true }
				o = c.Save(t.Context(), []record.Record{fact(tt.text)}, mem0.Choices{Approve: yes})[0]
				if o.State != mem0.Replaced || !slices.Equal(texts(s, user), []string{tt.text}) {
					t.Errorf("%+v, stored %q", o, texts(s, user))
				}
			})
		})
	}
}

// The server's search hides the memory that the fact supersedes; its answer to
// the add does not.
func TestServerTakesTheFactForTheNamedOne(t *testing.T) {
	const old, text = "The limit is 220 requests a second", "The limit is 219 requests a second"
	long := " and it is counted for each shop apart from the others"
	for name, tt := range map[string]struct{ old, text string }{
		"stored beside it": {old, text},
		"dropped":          {old + long, text + long},
	} {
		t.Run(name, func(t *testing.T) {
			styles(t, mem0test.Options{NearDuplicates: true, SearchLag: 2}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
				id := s.Put(user, tt.old, map[string]any{"project": "shop"})
				o := c.Save(t.Context(), []record.Record{fact(tt.text)}, mem0.Choices{Replaces: map[int]string{0: tt.old}})[0]
				if o.State != mem0.Replaced || o.ID != id || o.Former == nil || o.Former.Text != tt.old || !slices.Equal(texts(s, user), []string{tt.text}) {
					t.Errorf("%+v, stored %q", o, texts(s, user))
				}
			})
		})
	}
}

// The server drops the fact for a memory that is not this project's to give: of
// another project, or of another user. Nobody is asked, and it stays.
func TestServerTakesTheFactForOneOfOthers(t *testing.T) {
	const text = "Sessions live in Redis"
	never := mem0.Choices{Approve: func(_ context.Context, _, old record.Record) bool {
		t.Errorf("asked about %+v", old)
		return true
	}}
	for name, tt := range map[string]struct {
		project, why string
		hidden       bool
	}{
		"of another project": {project: "depot", why: `project "depot"`},
		"hidden":             {project: "shop", why: "cannot be read", hidden: true},
	} {
		t.Run(name, func(t *testing.T) {
			styles(t, mem0test.Options{NearDuplicates: true, SearchLag: 100}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
				id := s.Put(user, text, map[string]any{"project": tt.project})
				if tt.hidden {
					s.Break(mem0test.Fault{Method: "GET", Times: -1, Status: 404})
				}
				o := c.Save(t.Context(), []record.Record{fact(text)}, never)[0]
				if o.State != mem0.Conflict || o.ID != id || o.Text != text || !strings.Contains(o.Why, tt.why) || o.Err != nil {
					t.Errorf("%+v", o)
				}
				if m := s.Stored(user); len(m) != 1 || m[0].Text != text || m[0].Metadata["project"] != tt.project {
					t.Errorf("stored %+v", m)
				}
			})
		})
	}
}

func TestSaveKeepsProjectsAndUsersApart(t *testing.T) {
	const text = "The limit is 219 requests a second"
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		s.Put(user, "The limit is 220 requests a second", map[string]any{"project": "other"})
		s.Put("somebody", text, map[string]any{"project": "shop"})
		o := c.Save(t.Context(), []record.Record{fact(text)}, mem0.Choices{})[0]
		if o.State != mem0.Created || len(s.Stored(user)) != 2 {
			t.Errorf("%+v", o)
		}
		m := s.Stored(user)[1]
		if m.Metadata["project"] != "shop" || m.Metadata["type"] != "decision" || m.Metadata["date"] == nil || m.Metadata["savectx_mark"] == nil {
			t.Errorf("metadata %v", m.Metadata)
		}
	})
}

// Facts of one Save know each other, also when the search does not yet.
func TestSaveOfManyFacts(t *testing.T) {
	styles(t, mem0test.Options{SearchLag: 100}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		progress := fact("The build is half done")
		progress.Type = "progress"
		o := c.Save(t.Context(), []record.Record{
			fact("Sessions live in Redis"), fact("sessions live in Redis."), fact("The limit is 219 a second"),
			fact("The limit is 220 a second"), progress, fact(" \x00 "),
		}, mem0.Choices{})
		var got []mem0.State
		for _, x := range o {
			got = append(got, x.State)
		}
		want := []mem0.State{mem0.Created, mem0.Unchanged, mem0.Created, mem0.Conflict, mem0.Failed, mem0.Failed}
		if !slices.Equal(got, want) || len(s.Stored(user)) != 2 {
			t.Errorf("%v, want %v; stored %q", got, want, texts(s, user))
		}
	})
}

// What is told before it is written: nothing was changed by then, and an error
// keeps it so.
func TestSaveTellsBeforeItWrites(t *testing.T) {
	const old, text = "The limit is 220 requests a second", "The limit is 219 requests a second"
	theirs := map[string]any{"project": "other", "type": "guide", "team": "core"}
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		id := s.Put(user, old, theirs)
		no := errors.New("not now")
		var told []mem0.Outcome
		ch := mem0.Choices{Replaces: map[int]string{0: id}, Writes: func(o mem0.Outcome) error {
			told = append(told, o)
			if got := texts(s, user); !slices.Equal(got, []string{old}) {
				t.Errorf("stored by then: %q", got)
			}
			return no
		}}
		facts := []record.Record{fact(text), fact("Sessions live in Redis")}
		for _, o := range c.Save(t.Context(), facts, ch) {
			if o.State != mem0.Failed || !errors.Is(o.Err, no) {
				t.Errorf("%+v", o)
			}
		}
		if len(told) != 2 || told[0].State != mem0.Replaced || told[0].ID != id || told[1].State != mem0.Created || told[1].ID != "" {
			t.Fatalf("told %+v", told)
		}
		o := c.Save(t.Context(), facts[:1], mem0.Choices{Replaces: ch.Replaces})[0]
		if o.State != mem0.Replaced || o.Former == nil || o.Former.Text != old || o.Former.Project != "other" {
			t.Fatalf("%+v", o)
		}
		fatal(t, c.Restore(t.Context(), *o.Former))
		if m := s.Stored(user); len(m) != 1 || m[0].Text != old || !reflect.DeepEqual(m[0].Metadata, theirs) {
			t.Errorf("restored: %+v", m)
		}
	})
}

// Everybody's memory stays everybody's, and keeps its type.
func TestRewordingKeepsProjectAndType(t *testing.T) {
	const old, text = "We deploy to Fly.io using blue-green because rolling deploys dropped websockets", "Deployments go to Fly.io with blue-green, since rolling deploys dropped the websockets"
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		for _, meta := range []map[string]any{nil, {"type": "guide"}, {"type": "guide", "project": "shop"}} {
			id := s.Put(user, old, meta)
			o := c.Save(t.Context(), []record.Record{fact(text)}, mem0.Choices{})[0]
			m := s.Stored(user)
			if o.State != mem0.Updated || len(m) != 1 || m[0].Text != text || m[0].Metadata["project"] != meta["project"] || m[0].Metadata["type"] != meta["type"] {
				t.Errorf("%+v, stored %+v", o, m)
			}
			fatal(t, c.Delete(t.Context(), id))
		}
	})
}

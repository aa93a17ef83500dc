package anymcp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/preserve/memory/record"
)

func open(t *testing.T, s Server, c Config) *Store {
	t.Helper()
	store, err := Open(t.Context(), s, Options{}, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

func add(t *testing.T, s *Store, r record.Record) Added {
	t.Helper()
	a, err := s.Add(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func search(t *testing.T, s *Store, query string) []record.Record {
	t.Helper()
	found, err := s.Search(t.Context(), query, 10)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func texts(found []record.Record) (out []string) {
	for _, r := range found {
		out = append(out, r.Text)
	}
	return out
}

func decision(text string) record.Record {
	return record.Record{Type: record.Decision, Project: "shop", Text: text}
}

func TestMem0Shape(t *testing.T) {
	server := stdio(t, "mem0", "FILE="+filepath.Join(t.TempDir(), "facts"))
	if _, err := Open(t.Context(), server, Options{}, Config{}); !errors.Is(err, ErrUserID) {
		t.Fatalf("error %v, want that a user id is needed", err)
	}
	s := open(t, server, Config{UserID: "ann", Name: "mcp"})
	m := s.Mapping()
	got := []string{m.Add.Tool, m.Search.Tool, m.List.Tool, m.Update.Tool, m.Remove.Tool}
	if want := []string{"add_memory", "search_memories", "get_memories", "update_memory", "delete_memory"}; !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v; %+v", got, want, m)
	}
	a := add(t, s, decision("Klaviyo, not Mailchimp: built-in cart event"))
	add(t, s, decision("Tests never mail real customers"))
	if a.ID == "" || a.Dropped {
		t.Fatalf("%+v", a)
	}
	found := search(t, s, "klaviyo")
	if len(found) != 1 {
		t.Fatalf("%+v", found)
	}
	want := record.Record{Store: "mcp", ID: a.ID, Type: "decision", Project: "shop", Text: "Klaviyo, not Mailchimp: built-in cart event", Score: 0.5, Created: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)}
	if found[0] != want {
		t.Fatalf("got %+v, want %+v", found[0], want)
	}
	if err := s.Update(t.Context(), a.ID, "Klaviyo, since March"); err != nil {
		t.Fatal(err)
	}
	if err := s.Update(t.Context(), "unknown", "x"); err == nil || !strings.Contains(err.Error(), "Memory not found!") || errors.Is(err, ErrUnclear) {
		t.Fatalf("error %v", err)
	}
	s.Close()
	s = open(t, server, Config{UserID: "ann"})
	if list, _, err := s.List(t.Context(), 0); err != nil || !slices.Equal(texts(list), []string{"Klaviyo, since March", "Tests never mail real customers"}) {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := s.Remove(t.Context(), a.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", " ", "*"} {
		if s.Remove(t.Context(), id) == nil {
			t.Errorf("id %q was passed on", id)
		}
	}
	if list, _, err := s.List(t.Context(), 0); err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	other := open(t, server, Config{UserID: "bob"})
	if found := search(t, other, ""); len(found) != 0 {
		t.Fatalf("bob sees %+v", found)
	}
}

func TestOpenMemoryShape(t *testing.T) {
	s := open(t, stdio(t, "openmemory", "FILE="+filepath.Join(t.TempDir(), "facts")), Config{})
	a := add(t, s, decision("端口是 8765"))
	add(t, s, decision("b"))
	if found := search(t, s, "端口"); a.ID != "1" || len(found) != 1 || found[0].ID != "1" {
		t.Fatalf("%+v, %+v", a, found)
	}
	if err := s.Update(t.Context(), "1", "x"); !errors.Is(err, ErrNoTool) {
		t.Fatalf("error %v, want that there is no tool", err)
	}
	if err := s.Remove(t.Context(), "1"); err != nil {
		t.Fatal(err)
	}
	if list, _, err := s.List(t.Context(), 0); err != nil || !slices.Equal(texts(list), []string{"b"}) {
		t.Fatalf("%+v, %v", list, err)
	}
}

func TestStructuredAnswers(t *testing.T) {
	s := open(t, stdio(t, "structured", "FILE="+filepath.Join(t.TempDir(), "facts")), Config{UserID: "ann"})
	first := add(t, s, decision("rate limit 219 per second"))
	again := add(t, s, decision("rate limit 219 per second"))
	near := add(t, s, record.Record{Type: record.Guide, Text: "rate limit 220 per second"})
	if want := (Added{ID: "0"}); first != want {
		t.Fatalf("got %+v, want %+v", first, want)
	}
	if want := (Added{Dropped: true, DuplicateOf: "0"}); again != want {
		t.Fatalf("got %+v, want %+v", again, want)
	}
	if want := (Added{ID: "1", NearDuplicateOf: "0", Existing: "rate limit 219 per second"}); near != want {
		t.Fatalf("got %+v, want %+v", near, want)
	}
	found := search(t, s, "limit")
	want := record.Record{Store: "structured", ID: "0", Type: "decision", Project: "shop", Text: "rate limit 219 per second", Score: 1, Created: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)}
	if len(found) != 2 || found[0] != want || found[1].Type != "note" || found[1].Score != 0.5 {
		t.Fatalf("got %+v, want %+v first", found, want)
	}
	if err := s.Remove(t.Context(), "0"); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(t.Context(), "x"); err == nil {
		t.Fatal("an id that is no number was passed on")
	}
	if found := search(t, s, "limit"); len(found) != 1 {
		t.Fatalf("%+v", found)
	}
}

func TestAnswersInProse(t *testing.T) {
	s := open(t, stdio(t, "prose", "FILE="+filepath.Join(t.TempDir(), "facts")), Config{})
	add(t, s, decision("the mail worker restarts at night"))
	add(t, s, decision("night builds run on arm"))
	if found := search(t, s, "night"); !slices.Equal(texts(found), []string{"the mail worker restarts at night", "night builds run on arm"}) {
		t.Fatalf("%+v", found)
	}
	if found := search(t, s, "nothing like it"); len(found) != 0 {
		t.Fatalf("%+v", found)
	}
}

func TestServersThatFail(t *testing.T) {
	const secret = "m0-planted-secret-value"
	for kind, c := range map[string]struct {
		open    bool // fails when it is opened
		unclear bool // whether it was done
		want    []string
	}{
		"deaf":   {open: true, want: []string{"connecting", "no answer within"}},
		"broken": {open: true, want: []string{"exit status 3", "cannot open [31mthe store key is [hidden]"}},
		"hang":   {unclear: true, want: []string{"add_memory", "no answer within"}},
		"die":    {unclear: true, want: []string{"exit status 7", "out of memory"}},
		"huge":   {unclear: true, want: []string{"add_memory"}},
		"refuse": {want: []string{"it answered: !quota ]0;owned used up [hidden]"}},
	} {
		t.Run(kind, func(t *testing.T) {
			o := Options{Call: 2 * time.Second}
			if kind == "deaf" {
				o.Start = time.Second
			}
			if kind == "huge" {
				o.Call = 0
			}
			s, err := Open(t.Context(), stdio(t, kind, "MEM_API_KEY="+secret), o, Config{})
			if (err != nil) != c.open {
				t.Fatalf("open: %v", err)
			}
			if err == nil {
				defer s.Close()
				_, err = s.Add(t.Context(), decision("a"))
			}
			if err == nil {
				t.Fatal("no error")
			}
			t.Log(err)
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q, want %q", err, want)
				}
			}
			if strings.ContainsAny(err.Error(), "\x1b\x07\n") || strings.Contains(err.Error(), secret) {
				t.Errorf("error %q holds what it must not", err)
			}
			if errors.Is(err, ErrUnclear) != c.unclear {
				t.Errorf("error %v: unclear is %v", err, !c.unclear)
			}
		})
	}
}

func TestNoiseBeforeTheFirstMessage(t *testing.T) {
	_, err := Open(t.Context(), stdio(t, "noise"), Options{Start: 5 * time.Second}, Config{})
	if err == nil {
		t.Fatal("a server that does not speak the protocol was accepted")
	}
	t.Log(err)
}

func TestTheCallersEndCounts(t *testing.T) {
	s := open(t, stdio(t, "hang"), Config{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Add(ctx, decision(strings.Repeat("longer than a pipe ", 20_000))); !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, ErrUnclear) {
		t.Fatalf("error %v", err)
	}
}

func TestManyTools(t *testing.T) {
	s := open(t, stdio(t, "many"), Config{})
	if m := s.Mapping(); m.Add.Tool != "tool_add_memory" {
		t.Fatalf("%+v", m.Add)
	}
	add(t, s, decision("a"))
}

// The server's children end with the connection, and it knows nothing of our
// environment.
func TestTheGroupEnds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	s := open(t, stdio(t, "stubborn", "FILE="+file), Config{})
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(data))
	if err != nil || syscall.Kill(pid, 0) != nil {
		t.Fatalf("no child %q: %v", data, err)
	}
	s.Close()
	limit, look := time.After(10*time.Second), time.Tick(10*time.Millisecond)
	for syscall.Kill(pid, 0) == nil && !zombie(pid) {
		select {
		case <-look:
		case <-limit:
			t.Fatal("the child still runs")
		}
	}
}

// zombie: nobody may have waited for it in a container without an init.
func zombie(pid int) bool {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(data), ") Z ")
}

func TestNoSuchProgram(t *testing.T) {
	_, err := Connect(t.Context(), Server{Name: "gone\x1b", Type: Stdio, Command: "no-such-program", Missing: []string{"TOKEN"}}, Options{})
	if err == nil || err.Error() != "memory server gone: starting: no program no-such-program on PATH; not set: TOKEN" {
		t.Fatalf("error %v", err)
	}
}

// A fact has its own date, however late it is delivered.
func TestDateOfAFact(t *testing.T) {
	now := time.Date(2026, 4, 9, 12, 0, 0, 0, time.UTC)
	s := &Store{config: Config{Now: func() time.Time { return now }}}
	r := decision("Sessions live in Redis")
	for _, want := range []string{"2026-04-09", "2026-04-02"} {
		meta, err := s.meta(param{name: "metadata", kinds: []string{"object"}}, r)
		if m, _ := meta.(map[string]any); err != nil || m["date"] != want || s.date(r) != want {
			t.Errorf("%v %v, want %s", meta, err, want)
		}
		r.Created = now.Add(-7 * 24 * time.Hour)
	}
}

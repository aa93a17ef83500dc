package anymcp

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"savectx/preserve/memory/record"
)

// npmServer fetches a program by its npm name into the cache folder the first
// time, and returns the path of its script.
func npmServer(t *testing.T, name, script string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("runs a program from npm")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "savectx-test", "npm-"+strings.NewReplacer("@", "", "/", "-").Replace(name))
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(t.Context(), 200*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Unlock() }()
	path := filepath.Join(dir, "node_modules", filepath.FromSlash(name), script)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	cmd := exec.CommandContext(t.Context(), "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", name)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm install %s: %v\n%s", name, err, out)
	}
	return path
}

func TestRealKnowledgeGraph(t *testing.T) {
	script := npmServer(t, "@modelcontextprotocol/server-memory", "dist/index.js")
	h := newHome(t)
	file := h.path("~/graph.jsonl")
	h.state(`"memory":{"type":"stdio","command":"node","args":[`+quote(script)+`],"env":{"MEMORY_FILE_PATH":"${HOME}/graph.jsonl"}}`, ``)
	// What somebody else keeps there.
	h.write("~/graph.jsonl", `{"type":"entity","name":"Anna","entityType":"person","observations":["likes tea","works on billing"]}`+"\n"+
		`{"type":"entity","name":"Bob","entityType":"person","observations":["reviews on Fridays"]}`)
	server, err := h.find().Server("memory")
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC) }
	s := open(t, server, Config{Now: now})
	m := s.Mapping()
	got := []string{m.Add.Tool, m.Search.Tool, m.List.Tool, m.Update.Tool, m.Remove.Tool, m.Open.Tool, m.Subtract.Tool}
	if want := []string{"create_entities", "search_nodes", "read_graph", "add_observations", "delete_entities", "open_nodes", "delete_observations"}; !m.Graph || !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}

	limit := decision("The webhook limit is 75 a second: 429 Too Many Requests")
	first := add(t, s, limit)
	mail := add(t, s, record.Record{Type: record.Feedback, Project: "shop", Text: "Tests never mail real customers"})
	chinese := add(t, s, record.Record{Type: record.Guide, Project: "店", Text: "付款回调要验签"})
	if again := add(t, s, limit); !again.Dropped || again.DuplicateOf != first.ID {
		t.Fatalf("the same fact again: %+v", again)
	}

	want := limit
	want.Store, want.ID, want.Created = "memory", first.ID, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	found := search(t, s, "what is the webhook limit?")
	if len(found) == 0 {
		t.Fatal("nothing found")
	}
	want.Score = found[0].Score
	if found[0] != want {
		t.Fatalf("got %+v, want %+v", found[0], want)
	}
	for query, id := range map[string]string{"429 Too Many Requests": first.ID, "customers mail": mail.ID, "回调怎么验签": chinese.ID, "tea": "Anna"} {
		if found := search(t, s, query); len(found) == 0 || found[0].ID != id {
			t.Errorf("%q: got %+v, want %q first", query, found, id)
		}
	}
	if found := search(t, s, "zeppelin"); len(found) != 0 {
		t.Errorf("%+v", found)
	}

	if err := s.Update(t.Context(), first.ID, "The webhook limit is 90 a second"); err != nil {
		t.Fatal(err)
	}
	if err := s.Update(t.Context(), first.ID, "The webhook limit is 90 a second"); err != nil {
		t.Fatalf("again: %v", err)
	}
	if err := s.Update(t.Context(), "Anna", "x"); err == nil {
		t.Error("an entity with several observations was changed")
	}
	if err := s.Update(t.Context(), "nobody", "x"); err == nil {
		t.Error("an entity that is not there was changed")
	}
	s.Close()

	s = open(t, server, Config{Now: now})
	list, _, err := s.List(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"付款回调要验签", "Tests never mail real customers", "The webhook limit is 90 a second", "Bob: reviews on Fridays", "Anna: likes tea; works on billing"}; !slices.Equal(texts(list), want) {
		t.Fatalf("got %q, want %q", texts(list), want)
	}
	var facts []bool
	for _, r := range list {
		facts = append(facts, s.IsFact(r))
	}
	if want := []bool{true, true, true, false, false}; !slices.Equal(facts, want) {
		t.Errorf("facts: %v, want %v", facts, want)
	}
	if list[2].Project != "shop" || list[2].Type != record.Decision || list[2].ID != first.ID {
		t.Fatalf("%+v", list[2])
	}
	for _, a := range []Added{first, mail, chinese} {
		if err := s.Remove(t.Context(), a.ID); err != nil {
			t.Fatal(err)
		}
	}
	if list, _, err := s.List(t.Context(), 0); err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	s.Close()
	if _, _, err := s.List(t.Context(), 0); err == nil || errors.Is(err, ErrUnclear) {
		t.Fatalf("a closed store answers %v", err)
	}
	if data, err := os.ReadFile(file); err != nil || strings.Contains(string(data), "savectx") {
		t.Fatalf("left behind: %s, %v", data, err)
	}
}

// Both texts, in either order, and nothing else.
func TestHalfway(t *testing.T) {
	for text, want := range map[string]bool{
		"e: old; new": true, "e: new; old": true,
		"e: old": false, "e: old; new; says Anna": false, "old; new": false, "new": false,
	} {
		if Halfway(record.Record{ID: "e", Text: text}, "old", "new") != want {
			t.Errorf("%q: not %v", text, want)
		}
	}
}

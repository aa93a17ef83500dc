package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// shelf is a small store that lives as long as its process.
type shelf struct {
	mu       sync.Mutex
	sessions []Session
	memories []Memory
	created  []time.Time // of the memories
	fail     error
}

func (s *shelf) PutSession(_ context.Context, v Session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return s.fail
	}
	i := slices.IndexFunc(s.sessions, func(o Session) bool { return o.ID == v.ID })
	if i < 0 {
		s.sessions = append(s.sessions, v)
		return nil
	}
	if v.Compact == "" {
		v.Compact = s.sessions[i].Compact
	}
	s.sessions[i] = v
	return nil
}

func (s *shelf) Rules(_ context.Context, project, _ string, limit int) (hits []Hit, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.memories {
		if m.Rule && (m.Project == project || m.Project == "") && len(hits) < limit {
			hits = append(hits, s.hit(i))
		}
	}
	return hits, s.fail
}

func (s *shelf) hit(i int) Hit {
	m := s.memories[i]
	return Hit{Ref: "m/" + m.Title, Kind: "fact", Project: m.Project, Title: m.Title, Text: m.Content, Tags: m.Tags, Created: s.created[i]}
}

func (s *shelf) Remember(_ context.Context, m Memory) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.memories, func(o Memory) bool { return o.Title == m.Title && o.Project == m.Project })
	if i < 0 {
		i = len(s.memories)
		s.memories, s.created = append(s.memories, m), append(s.created, time.Date(2026, 3, 1+i, 12, 0, 0, 0, time.UTC))
	}
	s.memories[i] = m
	return "m/" + m.Title, s.fail
}

func (s *shelf) Search(_ context.Context, q Query) (hits []Hit, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	has := func(i int) func(string) bool {
		return func(tag string) bool { return slices.Contains(s.memories[i].Tags, tag) }
	}
	for i, m := range s.memories {
		missing := slices.ContainsFunc(q.Tags, func(t string) bool { return !has(i)(t) })
		if missing || len(q.AnyTags) > 0 && !slices.ContainsFunc(q.AnyTags, has(i)) || slices.ContainsFunc(q.ExcludeTags, has(i)) ||
			!q.Since.IsZero() && s.created[i].Before(q.Since) || !q.Until.IsZero() && s.created[i].After(q.Until) ||
			!strings.Contains(strings.ToLower(m.Content), strings.ToLower(q.Text)) {
			continue
		}
		hits = append(hits, s.hit(i))
	}
	for _, v := range s.sessions {
		if v.ID != q.ExcludeSession && len(q.Tags) == 0 && strings.Contains(v.Summary, q.Text) {
			hits = append(hits, Hit{Ref: v.ID, Kind: "session", Project: v.Project, Title: v.Title, Text: v.Summary})
		}
	}
	return hits[:min(len(hits), q.Limit)], s.fail
}

func (s *shelf) Read(_ context.Context, ref string) (Document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.memories {
		if h := s.hit(i); h.Ref == ref {
			return Document{h, h.Text}, nil
		}
	}
	return Document{}, fmt.Errorf("%s: %w", ref, ErrNotFound)
}

func (s *shelf) LoadSession(_ context.Context, l Load) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range slices.Backward(s.sessions) {
		if l.Ref == "latest" && v.Project == l.Project && v.ID != l.Current || strings.HasPrefix(v.ID, l.Ref) {
			return v.Title + "\n\n" + v.Compact + strings.Repeat(" end", l.Budget), nil // a store that takes too much
		}
	}
	return "", ErrNotFound
}

func (s *shelf) Tags(context.Context) (tags []Tag, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.memories {
		for _, name := range m.Tags {
			i := slices.IndexFunc(tags, func(t Tag) bool { return t.Name == name })
			if i < 0 {
				i, tags = len(tags), append(tags, Tag{Name: name})
			}
			tags[i].Count++
		}
	}
	return tags, nil
}

// The planted secret, and what takes it out.
const secret = "sk-planted-0123456789"

func hideIt(s string) string { return strings.ReplaceAll(s, secret, "[REDACTED]") }

func options() Options {
	return Options{Version: "1.2", Session: "0f0e-current", Project: "shop", Clean: hideIt}
}

func TestMain(m *testing.M) {
	if os.Getenv("MCPSERVER_STDIO") == "1" {
		if err := New(&shelf{}, options()).Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return
	}
	os.Exit(m.Run())
}

// client is the SDK's, connected in memory.
func client(t *testing.T, store Store, o Options) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	srv, err := New(store, o).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	return dial(t, here, func() { _ = srv.Wait() })
}

func dial(t *testing.T, transport mcp.Transport, after func()) *mcp.ClientSession {
	t.Helper()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(); after() })
	return c
}

type args = map[string]any

// call gives the text of an answer, and whether it is an error.
func call(t *testing.T, c *mcp.ClientSession, tool string, a args) (string, bool) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: a})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	text, ok := r.Content[0].(*mcp.TextContent)
	if !ok || len(r.Content) != 1 {
		t.Fatalf("%s: %+v", tool, r.Content)
	}
	return text.Text, r.IsError
}

func good(t *testing.T, c *mcp.ClientSession, tool string, a args) string {
	t.Helper()
	text, bad := call(t, c, tool, a)
	if bad {
		t.Fatalf("%s %v: %s", tool, a, text)
	}
	return text
}

func TestToolsAreAsPublished(t *testing.T) {
	c := client(t, &shelf{}, options())
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{ // all arguments; * is asked for
		"memory_session":      "compact project session_id* summary* tags title*",
		"memory_remember":     "content* tags* title*",
		"memory_search":       "any_tags exclude_session_id exclude_tags limit query since tags until",
		"memory_read":         "ref*",
		"memory_load_session": "current_session_id ref*",
		"memory_explore_tags": "",
	}
	if len(list.Tools) != len(want) {
		t.Errorf("%d tools, want %d", len(list.Tools), len(want))
	}
	for _, tool := range list.Tools {
		in, _ := tool.InputSchema.(map[string]any)
		fields, _ := in["properties"].(map[string]any)
		required, _ := in["required"].([]any)
		var got []string
		for name := range fields {
			if slices.Contains(required, any(name)) {
				name += "*"
			}
			got = append(got, name)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want[tool.Name] {
			t.Errorf("%s takes %v, want %s", tool.Name, got, want[tool.Name])
		}
		writes := tool.Name == "memory_session" || tool.Name == "memory_remember"
		if tool.Annotations == nil || tool.Annotations.ReadOnlyHint == writes || tool.Description == "" || len(tool.Description) > 250 {
			t.Errorf("%s: %+v, %d", tool.Name, tool.Annotations, len(tool.Description))
		}
	}
}

// day is one day of a project, over any transport.
func aDay(t *testing.T, c *mcp.ClientSession) {
	save := args{"session_id": "aaaa-1", "project": "shop", "title": "Abandoned-cart mail", "summary": "Mail after an hour.", "tags": []string{"mail", "mail"},
		"compact": "Goal: mail\nStatus: in-progress\nkey " + secret + "\n\n## Dead ends\n- checkouts/update fires too often"}
	if got := good(t, c, "memory_session", save); got != "ok" {
		t.Fatalf("got %q, want ok", got)
	}
	for i := range 7 {
		if got := good(t, c, "memory_remember", args{"content": fmt.Sprintf("Rule %d: never mail real customers", i), "title": fmt.Sprintf("Never mail, rule %d!", i), "tags": []string{"project/shop", "rule"}}); got != fmt.Sprintf("ok, ref m/never-mail-rule-%d", i) {
			t.Fatalf("got %q", got)
		}
	}
	good(t, c, "memory_remember", args{"content": "退款要先验签", "title": "退款", "tags": []string{"universal"}})
	delete(save, "compact")
	got := good(t, c, "memory_session", save)
	if lines := strings.Split(got, "\n"); lines[0] != "ok" || strings.Count(got, "\n- Rule") != 5 {
		t.Fatalf("got %q, want ok and 5 rules", got)
	}
	if got := good(t, c, "memory_search", args{"query": "验签"}); !strings.HasPrefix(got, "- ref m/退款 · fact · 2026-03-08 · 退款 · [universal]\n  退款要先验签") {
		t.Fatalf("got %q", got)
	}
	if got := good(t, c, "memory_search", args{"tags": []string{"rule"}, "since": "2026-03-02", "until": "2026-03-03", "exclude_tags": []string{"x"}}); strings.Count(got, "- ref") != 2 {
		t.Fatalf("got %q, want two", got)
	}
	if got := good(t, c, "memory_search", args{"query": "Mail after", "exclude_session_id": "aaaa-1"}); got != "nothing found" {
		t.Fatalf("got %q", got)
	}
	if got := good(t, c, "memory_read", args{"ref": "m/never-mail-rule-3"}); !strings.HasSuffix(got, "\n\nRule 3: never mail real customers") {
		t.Fatalf("got %q", got)
	}
	for _, ref := range []string{"latest", "aaaa"} {
		got := good(t, c, "memory_load_session", args{"ref": ref, "current_session_id": "bbbb"})
		if !strings.Contains(got, "checkouts/update") || len([]rune(got)) > LoadBudget || strings.Contains(got, secret) || !strings.Contains(got, "key [REDACTED]") {
			t.Fatalf("%s: got %d characters: %q", ref, len(got), got)
		}
	}
	if got := good(t, c, "memory_explore_tags", nil); got != "project/shop (7)\nrule (7)\nuniversal (1)" {
		t.Fatalf("got %q", got)
	}
}

func TestADayInMemory(t *testing.T) { aDay(t, client(t, &shelf{}, options())) }

func TestADayOverStdio(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = []string{"MCPSERVER_STDIO=1"}
	cmd.Stderr = os.Stderr
	aDay(t, dial(t, &mcp.CommandTransport{Command: cmd}, func() {}))
}

func TestMistakesSayWhatToDo(t *testing.T) {
	store := &shelf{}
	c := client(t, store, options())
	session := func(more args) args {
		a := args{"session_id": "a", "title": "t", "summary": "s"}
		for k, v := range more {
			a[k] = v
		}
		return a
	}
	for name, m := range map[string]struct {
		tool string
		args args
		want string
	}{
		"long notes":   {"memory_session", session(args{"compact": strings.Repeat("点", MaxCompact+1)}), "compact has 2001 characters, at most 2000 are allowed: shorten it and call again. Nothing was saved. Keep the header"},
		"huge notes":   {"memory_session", session(args{"compact": strings.Repeat("x", maxInput+1)}), "compact is larger than 256 KiB"},
		"no title":     {"memory_session", session(args{"title": " \u0000 "}), "title is empty"},
		"bad id":       {"memory_session", session(args{"session_id": "../../x"}), "session_id is no session id"},
		"many tags":    {"memory_session", session(args{"tags": make([]string, maxTags+1)}), "tags has 51 entries"},
		"missing":      {"memory_session", args{"session_id": "a"}, "title"},
		"unknown":      {"memory_session", session(args{"compcat": "x"}), "compcat"},
		"wrong type":   {"memory_search", args{"limit": "many"}, "limit"},
		"no date":      {"memory_search", args{"since": "last week"}, "since is no date: write it as YYYY-MM-DD"},
		"no letters":   {"memory_remember", args{"content": "c", "title": "!!", "tags": []string{}}, "title has no letters"},
		"unknown ref":  {"memory_read", args{"ref": "m/none"}, "nothing has that ref; memory_search gives refs"},
		"unknown load": {"memory_load_session", args{"ref": "zzzz"}, "nothing has that ref"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, bad := call(t, c, m.tool, m.args); !bad || !strings.Contains(got, m.want) {
				t.Fatalf("got %v %q, want an error with %q", bad, got, m.want)
			}
		})
	}
	if len(store.sessions)+len(store.memories) != 0 {
		t.Fatalf("something was saved: %+v", store)
	}
	// Exactly as long as allowed is saved; a placeholder is the session's own.
	good(t, c, "memory_session", args{"session_id": "${CLAUDE_SESSION_ID}", "title": "a\n b", "summary": "s", "compact": strings.Repeat("点", MaxCompact)})
	if s := store.sessions[0]; s.ID != "0f0e-current" || s.Project != "shop" || s.Title != "a b" {
		t.Fatalf("%+v", s)
	}
	store.fail = errors.New("disk full at " + secret)
	if got, bad := call(t, c, "memory_session", session(nil)); !bad || got != "the memory store failed, nothing was saved or read: disk full at [REDACTED]" {
		t.Fatalf("got %v %q", bad, got)
	}
}

// Every text that a tool takes passes Clean before it reaches the store.
func TestNoSecretPasses(t *testing.T) {
	store := &shelf{}
	c := client(t, store, options())
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		in, _ := tool.InputSchema.(map[string]any)
		fields, _ := in["properties"].(map[string]any)
		a := args{}
		for name, field := range fields {
			switch text := "x " + secret[:5] + "\u0000" + secret[5:] + "\u202e " + secret; {
			case strings.HasPrefix(name, "session_id"):
				a[name] = "a"
			case strings.HasSuffix(name, "session_id"):
				a[name] = "b"
			case name == "since", name == "until", name == "limit":
			case strings.Contains(fmt.Sprint(field), "array"):
				a[name] = []string{text, "project/" + secret}
			default:
				a[name] = text
			}
		}
		if got, _ := call(t, c, tool.Name, a); strings.Contains(got, secret) {
			t.Errorf("%s answers %q", tool.Name, got)
		}
	}
	if len(store.sessions) != 1 || len(store.memories) != 1 {
		t.Fatalf("%+v", store)
	}
	if all := fmt.Sprintf("%+v %+v", store.sessions, store.memories); strings.Contains(all, secret) || strings.Contains(all, "0123456789") || !strings.Contains(all, "[REDACTED]") {
		t.Fatal(all)
	}
}

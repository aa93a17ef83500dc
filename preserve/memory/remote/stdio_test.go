package remote_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/remote"
)

// serveStdio is the memory server of these tests on stdio, its memories in a
// file. REMOTE_DIES names a text under which it dies, before or after.
func serveStdio() {
	path := os.Getenv("REMOTE_FILE")
	w := &mcpWorld{}
	if data, err := os.ReadFile(path); err == nil {
		for text := range strings.Lines(string(data)) {
			var s string
			if json.Unmarshal([]byte(text), &s) == nil {
				w.insert(s, "decision", "shop")
			}
		}
	}
	when, dies, _ := strings.Cut(os.Getenv("REMOTE_DIES"), ":")
	s := mcp.NewServer(&mcp.Implementation{Name: "memory", Version: "1"}, nil)
	w.serve(s)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			call, ok := r.(*mcp.CallToolRequest)
			hit := ok && dies != "" && call.Params.Name == "memory_write" && strings.Contains(string(call.Params.Arguments), dies)
			if hit && when == "before" {
				os.Exit(7)
			}
			res, err := next(ctx, method, r)
			lines := ""
			for _, text := range w.texts() {
				lines += asText(text) + "\n"
			}
			if ok {
				_ = os.WriteFile(path, []byte(lines), 0o600)
			}
			if hit {
				os.Exit(7)
			}
			return res, err
		}
	})
	_ = s.Run(context.Background(), &mcp.StdioTransport{})
}

func stdio(t *testing.T, file, dies string) remote.Store {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := remote.MCP(anymcp.Server{Name: "notes", Type: anymcp.Stdio, Command: self, Dir: t.TempDir(),
		Env: map[string]string{"REMOTE_ROLE": "serve", "REMOTE_FILE": file, "REMOTE_DIES": dies}}, anymcp.Options{}, anymcp.Config{})
	t.Cleanup(s.Close)
	return s
}

// A server that dies under a call, before or after it has done it.
func TestServerThatDies(t *testing.T) {
	for _, when := range []string{"before", "after"} {
		t.Run(when, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "memories")
			b, _ := box(t)
			out := remote.Save(t.Context(), b, stdio(t, file, when+":Redis"), facts(mail, redis, limit219), nil)
			become(t, out, remote.Added, remote.Waiting, remote.Waiting)
			if out[1].Err == nil || !strings.Contains(out[1].Err.Error(), "exit status 7") {
				t.Errorf("%v", out[1].Err)
			}
			counts(t, b, 2, 0)
			rep, err := remote.Deliver(t.Context(), b, stdio(t, file, ""))
			if err != nil || rep.Stopped != nil || len(rep.Delivered) != 2 {
				t.Errorf("%+v %v", rep, err)
			}
			counts(t, b, 0, 0)
			list, err := stdio(t, file, "").List(t.Context(), "", 0)
			var texts []string
			for _, r := range list {
				texts = append(texts, r.Text)
			}
			slices.Sort(texts)
			want := []string{mail, redis, limit219}
			slices.Sort(want)
			if err != nil || !slices.Equal(texts, want) {
				t.Errorf("stored %q, want %q: %v", texts, want, err)
			}
		})
	}
}

// graphServer is @modelcontextprotocol/server-memory, fetched by its name into
// the cache folder the first time.
func graphServer(t *testing.T) func() remote.Store {
	t.Helper()
	if testing.Short() {
		t.Skip("runs a program from npm")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	const name = "@modelcontextprotocol/server-memory"
	dir := filepath.Join(cache, "savectx-test", "npm-modelcontextprotocol-server-memory")
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(t.Context(), 200*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Unlock() }()
	script := filepath.Join(dir, "node_modules", filepath.FromSlash(name), "dist", "index.js")
	if _, err := os.Stat(script); err != nil {
		cmd := exec.CommandContext(t.Context(), "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", name)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("npm install %s: %v\n%s", name, err, out)
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "graph.jsonl")
	return func() remote.Store {
		s := remote.MCP(anymcp.Server{Name: "memory", Type: anymcp.Stdio, Command: node, Args: []string{script}, Dir: t.TempDir(),
			Env: map[string]string{"MEMORY_FILE_PATH": file}}, anymcp.Options{}, anymcp.Config{})
		t.Cleanup(s.Close)
		return s
	}
}

func TestRealKnowledgeGraph(t *testing.T) {
	open := graphServer(t)
	b, _ := box(t)
	s := open()
	texts := func() (out []string) {
		list, err := open().List(t.Context(), "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			out = append(out, r.Text)
		}
		slices.Sort(out)
		return out
	}
	same := func(want ...string) {
		t.Helper()
		slices.Sort(want)
		if got := texts(); !slices.Equal(got, want) {
			t.Errorf("stored %q, want %q", got, want)
		}
	}
	become(t, remote.Save(t.Context(), b, s, facts(limit219, deployA, mail), nil), remote.Added, remote.Added, remote.Added)
	same(limit219, deployA, mail)
	out := remote.Save(t.Context(), b, s, facts(limit219, limit220, deployB, redis), nil)
	become(t, out, remote.Unchanged, remote.Conflict, remote.Updated, remote.Added)
	same(limit219, deployB, mail, redis)
	counts(t, b, 0, 1)
	become(t, []remote.Outcome{remote.Settle(t.Context(), b, s, out[1].Item)}, remote.Replaced)
	same(limit220, deployB, mail, redis)
	counts(t, b, 0, 0)
	// The entity keeps the name that it got from its first words: the former
	// fact is not taken for what stands there now.
	again := remote.Save(t.Context(), b, s, facts(limit219), nil)
	become(t, again, remote.Conflict)
	if err := remote.Revert(t.Context(), b, s, again[0]); err != nil {
		t.Error(err)
	}
	for _, o := range []remote.Outcome{out[2], out[3]} {
		for range 2 {
			if err := remote.Revert(t.Context(), b, s, stored(t, o)); err != nil {
				t.Error(err)
			}
		}
	}
	same(limit220, deployA, mail)
	found, err := s.Search(t.Context(), "requests a second", "shop", 5)
	if err != nil || len(found) == 0 || found[0].Text != limit220 || found[0].Project != "shop" {
		t.Errorf("%+v %v", found, err)
	}
	if found, err := s.Search(t.Context(), "requests a second", "other", 5); err != nil || len(found) != 0 {
		t.Errorf("%+v %v", found, err)
	}
	if err := s.Update(t.Context(), found[0].ID, redis); err != nil {
		t.Error(err)
	}
	// An entity says something else than its name by now: the fact of that name
	// is not taken for stored.
	entity := remote.Save(t.Context(), b, s, facts("Builds run on arm"), nil)
	if err := s.Update(t.Context(), entity[0].ID, "Bob reviews"); err != nil {
		t.Error(err)
	}
	become(t, remote.Save(t.Context(), b, s, facts("Builds run on arm"), nil), remote.Conflict)
	if err := s.Remove(t.Context(), entity[0].ID); err != nil {
		t.Error(err)
	}
	if err := s.Remove(t.Context(), found[0].ID); err != nil {
		t.Error(err)
	}
	same(deployA, mail)
}

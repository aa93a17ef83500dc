package mem0_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/record"
	"savectx/preserve/safefile"
)

const official = "mem0ai@3.3.1"

// installed fetches the official client by its npm name into the user's cache
// folder the first time.
func installed(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("needs node, and npm the first time")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs node")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "savectx-test", strings.ReplaceAll(official, "@", "-"))
	unlock, err := safefile.Lock(t.Context(), dir+".lock")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if _, err := os.Stat(filepath.Join(dir, "installed")); err == nil {
		return dir
	}
	cmd := exec.CommandContext(t.Context(), "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund",
		"--loglevel=error", official)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm install %s: %v: %s", official, err, out)
	}
	if err := safefile.Replace(filepath.Join(dir, "package.json"), []byte("{}\n")); err != nil {
		t.Fatal(err)
	}
	if err := safefile.Replace(filepath.Join(dir, "installed"), nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The contract from both sides: the official client works with the test server,
// and our client sends it what the official one sends, call by call.
func TestOfficialClientAndOursSendTheSame(t *testing.T) {
	dir := installed(t)
	s := mem0test.New(mem0test.Options{Hosted: true, Key: secret})
	defer s.Close()
	const text, changed, project = "Klaviyo, not Mailchimp: it has a \"cart\" event <built in> — 5 €", "Klaviyo 2, not Mailchimp", "shop"
	c := client(t, s, mem0.Hosted)
	created := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	meta := func(text string) map[string]any {
		return map[string]any{"type": "decision", "project": project, "date": "2026-11-30", "savectx_mark": c.Mark(text, project, "decision")}
	}
	asJSON := func(v any) string { b, _ := json.Marshal(v); return string(b) }

	script, err := filepath.Abs(filepath.Join("testdata", "official.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "node", script, dir, s.URL, secret, user, project, text, changed, asJSON(meta(text)), asJSON(meta(changed)))
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "MEM0_DIR=" + filepath.Join(home, "mem0"), "MEM0_TELEMETRY=false"}
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if e, ok := err.(*exec.ExitError); ok {
			exit = e
			t.Fatalf("the official client: %v: %s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	type memory struct{ ID, Memory, UserID string }
	var got struct {
		Add, Search, SearchAll, List, ListAll struct{ Results []memory }
		Get, Changed                          memory
		Gone                                  string
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	switch id := got.Add.Results[0].ID; {
	case id == "", got.Get.Memory != text, got.Get.UserID != user, got.Changed.Memory != changed:
		t.Errorf("the official client read back %+v and %+v", got.Get, got.Changed)
	case len(got.Search.Results) != 1 || got.Search.Results[0].ID != id, len(got.SearchAll.Results) != 1, len(got.List.Results) != 1, len(got.ListAll.Results) != 1:
		t.Errorf("the official client found %+v, %+v, %+v", got.Search, got.SearchAll, got.List)
	case got.Gone != "HTTP_404", len(s.Stored("")) != 0:
		t.Errorf("the official client did not delete: %s, %v", got.Gone, s.Stored(""))
	}
	theirs := without(s.Requests(), "/v1/ping/")
	s.Forget()

	rec := record.Record{Type: record.Decision, Project: project, Text: text, Created: created}
	ctx := t.Context()
	added, err := c.Add(ctx, rec)
	fatal(t, err)
	_, err = c.Search(ctx, text, project, 5)
	fatal(t, err)
	_, err = c.List(ctx, project, 10)
	fatal(t, err)
	// Update and Delete read the memory first, to touch none of another user:
	// the official side does so by hand.
	rec.Text = changed
	fatal(t, c.Update(ctx, added.ID, rec))
	fatal(t, c.Delete(ctx, added.ID))
	if _, err := c.Get(ctx, added.ID); err == nil {
		t.Error("the memory is still there")
	}
	ours := s.Requests()

	if len(ours) != len(theirs) {
		t.Fatalf("%d requests, the official client sends %d:\n%s\n%s", len(ours), len(theirs), lines(ours), lines(theirs))
	}
	for i := range ours {
		if a, b := essence(ours[i]), essence(theirs[i]); !reflect.DeepEqual(a, b) {
			t.Errorf("request %d:\nours     %v\nofficial %v", i, a, b)
		}
	}
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func without(all []mem0test.Request, path string) []mem0test.Request {
	var out []mem0test.Request
	for _, r := range all {
		if r.Path != path {
			out = append(out, r)
		}
	}
	return out
}

type comparable struct {
	Method, Path, Auth, Type string
	Query                    url.Values
	Body                     any
}

// essence is what a server acts on. The ids that the server gave are all one;
// a content type counts where there is content.
func essence(r mem0test.Request) comparable {
	c := comparable{Method: r.Method, Path: r.Path, Auth: r.Header.Get("Authorization"), Query: r.Query, Body: r.Body}
	if r.Body != nil {
		c.Type = r.Header.Get("Content-Type")
	}
	if parts := strings.Split(c.Path, "/"); len(parts) == 5 && parts[2] == "memories" && parts[1] == "v1" {
		parts[3] = "ID"
		c.Path = strings.Join(parts, "/")
	}
	return c
}

func lines(rs []mem0test.Request) string {
	var b strings.Builder
	for _, r := range rs {
		fmt.Fprintf(&b, "%s %s?%s\n", r.Method, r.Path, r.Query.Encode())
	}
	return b.String()
}

// The self-hosted server's published routes, call by call.
func TestSelfHostedRoutes(t *testing.T) {
	s := mem0test.New(mem0test.Options{Key: secret})
	defer s.Close()
	c := client(t, s, mem0.SelfHosted)
	ctx := t.Context()
	added, err := c.Add(ctx, fact("Redis keeps the sessions"))
	fatal(t, err)
	found, err := c.Search(ctx, "sessions redis", "shop", 3)
	fatal(t, err)
	listed, err := c.List(ctx, "", 7)
	fatal(t, err)
	got, err := c.Get(ctx, added.ID)
	fatal(t, err)
	fatal(t, c.Update(ctx, added.ID, fact("Valkey keeps the sessions")))
	fatal(t, c.Delete(ctx, added.ID))
	if len(found) != 1 || len(listed) != 1 || got.Text != "Redis keeps the sessions" || got.Project != "shop" || got.Type != "decision" || got.Created.IsZero() {
		t.Errorf("found %v, listed %v, got %+v", found, listed, got)
	}
	want := []struct{ route, query, body string }{
		{"POST /memories", "", `messages user_id metadata infer`},
		{"POST /search", "", `query filters top_k`},
		{"POST /search", "", `query filters top_k`}, // of no project
		{"GET /memories", "top_k=7&user_id=person-7", ""},
		{"GET /memories/" + added.ID, "", ""},
		{"GET /memories/" + added.ID, "", ""},
		{"PUT /memories/" + added.ID, "", "text metadata"},
		{"GET /memories/" + added.ID, "", ""},
		{"DELETE /memories/" + added.ID, "", ""},
	}
	requests := s.Requests()
	if len(requests) != len(want) {
		t.Fatalf("requests:\n%s", lines(requests))
	}
	for i, w := range want {
		r := requests[i]
		if got := r.Method + " " + r.Path; got != w.route || r.Query.Encode() != w.query {
			t.Errorf("request %d: %s?%s, want %s?%s", i, got, r.Query.Encode(), w.route, w.query)
		}
		body, _ := r.Body.(map[string]any)
		if len(body) != len(strings.Fields(w.body)) {
			t.Errorf("%s: body %v, want %s", w.route, body, w.body)
		}
		for _, name := range strings.Fields(w.body) {
			if _, ok := body[name]; !ok {
				t.Errorf("%s: body %v lacks %s", w.route, body, name)
			}
		}
		if r.Header.Get("X-API-Key") != secret || r.Header.Get("Authorization") != "" {
			t.Errorf("%s: the key is not in X-API-Key alone", w.route)
		}
	}
	if body := requests[1].Body.(map[string]any); !reflect.DeepEqual(body["filters"], map[string]any{"user_id": user, "project": "shop"}) {
		t.Errorf("filters %v", body["filters"])
	}
}

package remote_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/remote"
)

// tools say what a memory server cannot do, and how it takes what is near.
type tools struct {
	noSearch, noList, noUpdate, noRemove bool
	near                                 bool // drops and reports near ones, by letters
	dropAll                              bool // takes everything for the first that it has
	hideDuplicate                        bool // says only that it dropped, and for which id
	tell                                 bool // says also for which text
	onlyText                             bool // says for which text, and not the id
	untold                               bool // says only that it dropped
	refuse                               string
	keeps                                string // what it says instead of removing
	pending                              bool
	user                                 bool   // wants a user id
	pages                                string // how a list goes on: page, offset, cursor; "": it does not
	most                                 int    // of one list; 0: as many as are asked for
}

type object = map[string]any

type kept struct{ id, text, kind, project string }

// mcpWorld is a memory server of the official SDK, over HTTP on loopback.
type mcpWorld struct {
	tools
	web   *httptest.Server
	other string

	mu    sync.Mutex
	all   []kept
	last  int
	fault *fault
	count int
	// blindFor is how many lists, and searches up to there, find nothing.
	blindFor int
	deleted  func() // after a removal
}

func newMCP(t *testing.T, has tools) *mcpWorld {
	w := &mcpWorld{tools: has, other: elsewhere(t)}
	server := mcp.NewServer(&mcp.Implementation{Name: "memory", Version: "1"}, nil)
	w.serve(server)
	next := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	stop := make(chan struct{})
	w.web = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.answer(rw, r, next, stop) }))
	t.Cleanup(func() {
		close(stop)
		w.web.CloseClientConnections()
		w.web.Close()
	})
	return w
}

func (w *mcpWorld) server() anymcp.Server {
	return anymcp.Server{Name: "notes", Type: anymcp.HTTP, URL: w.web.URL + "/mcp", Headers: map[string]string{"Authorization": "Bearer " + secret}}
}

func (w *mcpWorld) store(t *testing.T) remote.Store {
	s := remote.MCP(w.server(), anymcp.Options{}, anymcp.Config{UserID: person})
	t.Cleanup(s.Close)
	return s
}

func (w *mcpWorld) texts() (out []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, k := range w.all {
		out = append(out, k.text)
	}
	return out
}

func (w *mcpWorld) seed(text string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.insert(text, "", "")
}

func (w *mcpWorld) change(id, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all[w.at(id)].text = text
}

func (w *mcpWorld) break_(f fault) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fault = &f
}

func (w *mcpWorld) mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fault = nil
}

func (w *mcpWorld) canLook() bool { return !w.noSearch || !w.noList }

func (w *mcpWorld) asked() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count
}

func (w *mcpWorld) insert(text, kind, project string) string {
	w.last++
	id := fmt.Sprintf("n%d", w.last)
	w.all = append(w.all, kept{id, text, kind, project})
	return id
}

func (w *mcpWorld) at(id any) int {
	return slices.IndexFunc(w.all, func(k kept) bool { return k.id == id })
}

// answer is the fault, or what the server does.
func (w *mcpWorld) answer(rw http.ResponseWriter, r *http.Request, next http.Handler, stop <-chan struct{}) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	writes := bytes.Contains(body, []byte(`"memory_write"`)) && bytes.Contains(body, []byte(`tools/call`))
	w.mu.Lock()
	w.count++
	f := w.fault
	if f != nil && f.write && !writes {
		f = nil
	}
	if f != nil && f.times > 0 {
		if f.times--; f.times == 0 {
			w.fault = nil
		}
	}
	w.mu.Unlock()
	if f == nil {
		next.ServeHTTP(rw, r)
		return
	}
	rec := httptest.NewRecorder()
	if f.done {
		next.ServeHTTP(rec, r)
	}
	switch f.kind {
	case "away":
		panic(http.ErrAbortHandler)
	case "hang":
		select {
		case <-r.Context().Done():
		case <-stop:
		}
		panic(http.ErrAbortHandler)
	case "garbage":
		rw.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(rw, `<html>welcome</html>`)
	case "half":
		rw.Header().Set("Content-Type", "text/event-stream")
		rw.Header().Set("Mcp-Session-Id", r.Header.Get("Mcp-Session-Id"))
		_, _ = io.WriteString(rw, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"res")
		_ = http.NewResponseController(rw).Flush()
		panic(http.ErrAbortHandler)
	case "redirect":
		http.Redirect(rw, r, w.other+r.URL.RequestURI(), http.StatusTemporaryRedirect)
	case "401", "429", "500":
		var code int
		fmt.Sscan(f.kind, &code)
		rw.WriteHeader(code)
	}
}

func (w *mcpWorld) serve(s *mcp.Server) {
	str := object{"type": "string"}
	tool := func(name string, required []string, fields object, do func(a object) (string, any)) {
		if w.user {
			required = append(required, "user_id")
			fields["user_id"] = str
		}
		s.AddTool(&mcp.Tool{Name: name, Description: name, InputSchema: object{"type": "object", "required": required, "properties": fields}},
			func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				a := object{}
				if err := json.Unmarshal(r.Params.Arguments, &a); err != nil {
					return nil, err
				}
				w.mu.Lock()
				defer w.mu.Unlock()
				said, out := do(a)
				if said == "" {
					said = asText(out)
				}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: said}}, IsError: strings.HasPrefix(said, "!")}, nil
			})
	}
	tool("memory_write", []string{"text"}, object{"text": str, "type": str, "project": str}, w.write)
	if !w.noSearch {
		tool("memory_search", []string{"query"}, object{"query": str, "limit": object{"type": "integer"}}, func(a object) (string, any) {
			return "", object{"results": w.like(a["query"].(string), int(a["limit"].(float64)))}
		})
	}
	if !w.noList {
		fields := object{"limit": object{"type": "integer"}}
		if w.pages != "" {
			fields[w.pages] = object{"type": map[bool]string{true: "string", false: "integer"}[w.pages == "cursor"]}
		}
		tool("memory_list", []string{}, fields, w.list)
	}
	if !w.noUpdate {
		tool("memory_update", []string{"id", "text"}, object{"id": str, "text": str}, func(a object) (string, any) {
			i := w.at(a["id"])
			if i < 0 {
				return "!no such memory", nil
			}
			w.all[i].text = a["text"].(string)
			return "", object{"id": a["id"]}
		})
	}
	if !w.noRemove {
		tool("memory_delete", []string{"id"}, object{"id": str}, func(a object) (string, any) {
			if w.keeps != "" {
				return "!" + w.keeps, nil
			}
			i := w.at(a["id"])
			if i < 0 {
				return "!no such memory", nil
			}
			w.all = slices.Delete(w.all, i, i+1)
			if w.deleted != nil {
				w.deleted()
			}
			return "", object{"id": a["id"]}
		})
	}
}

func (w *mcpWorld) list(a object) (string, any) {
	limit := int(a["limit"].(float64))
	if w.most > 0 {
		limit = min(limit, w.most)
	}
	from := 0
	switch at, _ := a[w.pages].(float64); w.pages {
	case "page":
		from = max(0, int(at)-1) * limit
	case "offset":
		from = int(at)
	case "cursor":
		cursor, _ := a["cursor"].(string)
		fmt.Sscan(cursor, &from)
	}
	all := w.like("", len(w.all))
	from = min(from, len(all))
	to := min(len(all), from+limit)
	out := object{"results": all[from:to]}
	if w.pages == "cursor" && to < len(all) {
		out["next_cursor"] = fmt.Sprint(to)
	}
	return "", out
}

func (w *mcpWorld) write(a object) (string, any) {
	if w.refuse != "" {
		return "!" + w.refuse, nil
	}
	text, _ := a["text"].(string)
	kind, _ := a["type"].(string)
	project, _ := a["project"].(string)
	for _, k := range w.all {
		if w.dropAll {
			return "", object{"status": "DROPPED_NEAR_DUPLICATE", "duplicate_of": k.id}
		}
		if !w.near {
			break
		}
		switch d := distance(k.text, text); {
		case d < 0.03 && w.hideDuplicate:
			return "", object{"results": []any{object{"event": "DROPPED_NEAR_DUPLICATE", "duplicate_of": "hidden-" + k.id}}}
		case d < 0.03 && w.untold:
			return "", object{"results": []any{object{"event": "DROPPED_NEAR_DUPLICATE"}}}
		case d < 0.03 && w.onlyText:
			return "", object{"results": []any{object{"event": "DROPPED_NEAR_DUPLICATE", "existing_memory": k.text}}}
		case d < 0.03 && w.tell:
			return "", object{"results": []any{object{"event": "DROPPED_NEAR_DUPLICATE", "duplicate_of": k.id, "existing_memory": k.text}}}
		case d < 0.03:
			return "", object{"results": []any{object{"event": "DROPPED_NEAR_DUPLICATE", "duplicate_of": k.id}}}
		case d < 0.12:
			return "", object{"id": w.insert(text, kind, project), "near_duplicate_of": k.id, "existing_memory": object{"id": k.id, "memory": k.text}}
		}
	}
	id := w.insert(text, kind, project)
	if w.pending {
		return "", object{"status": "PENDING", "id": "e1"} // of the event
	}
	return "", object{"id": id, "event": "ADD"}
}

// like ranks by the words in common; "" gives all.
func (w *mcpWorld) like(query string, limit int) []any {
	type scored struct {
		k kept
		n float64
	}
	var found []scored
	if w.blindFor > 0 {
		if query == "" {
			w.blindFor--
		}
		return []any{}
	}
	want := tokens(query)
	for _, k := range w.all {
		n := 0
		for t := range tokens(k.text) {
			if want[t] {
				n++
			}
		}
		if n > 0 || query == "" {
			found = append(found, scored{k, float64(n)})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return int(b.n - a.n) })
	out := []any{}
	for _, f := range found[:min(len(found), limit)] {
		out = append(out, object{"id": f.k.id, "memory": f.k.text, "type": f.k.kind, "project": f.k.project, "score": f.n})
	}
	return out
}

func tokens(s string) map[string]bool {
	out := map[string]bool{}
	for t := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		out[t] = true
	}
	return out
}

// distance is the share of letters in which two texts differ, place by place.
func distance(a, b string) float64 {
	if len(a) != len(b) {
		return 1
	}
	n := 0
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(a)))
}

func asText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

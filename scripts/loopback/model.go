package loopback

import (
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Model is the server. Its zero knobs make a healthy, quick model.
type Model struct {
	URL string

	ln  net.Listener
	srv *http.Server

	mu       sync.Mutex
	requests []Request
	tokens   int
	summary  Summary
	calls    int
	taught   map[string]string
}

// Summary says how the next compactions are answered.
type Summary struct {
	Text     string        // what the summary says; empty: a short standard text
	Analysis string        // what stands before it and never reaches the context
	Delay    time.Duration // before the first byte
	Status   int           // an HTTP error instead, for example 400
}

// DefaultTokens is the context size reported until a prompt sets another.
const DefaultTokens = 12000

// Start listens on a free port of 127.0.0.1.
func Start() (*Model, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &Model{URL: "http://" + ln.Addr().String(), ln: ln, tokens: DefaultTokens}
	m.srv = &http.Server{Handler: http.HandlerFunc(m.serve)}
	go func() { _ = m.srv.Serve(ln) }()
	return m, nil
}

// Close ends the server and every stream still open.
func (m *Model) Close() error { return m.srv.Close() }

// SetSummary sets how compactions are answered from now on.
func (m *Model) SetSummary(s Summary) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.summary = s
}

// Teach gives a prompt the orders it stands for, so that a conversation reads
// naturally: Teach("Which one?", "[[say The second.]]").
func (m *Model) Teach(prompt, orders string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.taught == nil {
		m.taught = map[string]string{}
	}
	m.taught[prompt] = orders
}

// Requests returns what has been asked so far, oldest first.
func (m *Model) Requests() []Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Request(nil), m.requests...)
}

// Compactions returns the requests for a summary so far.
func (m *Model) Compactions() []Request {
	var out []Request
	for _, r := range m.Requests() {
		if r.Compaction() {
			out = append(out, r)
		}
	}
	return out
}

func (m *Model) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	switch {
	case strings.HasSuffix(r.URL.Path, "/count_tokens"):
		writeJSON(w, http.StatusOK, map[string]int{"input_tokens": 1000})
		return
	case !strings.HasSuffix(r.URL.Path, "/v1/messages"):
		writeJSON(w, http.StatusNotFound, apiError("not_found_error", "the loopback model only answers /v1/messages"))
		return
	}
	req := parse(r.URL.Path, body)
	m.mu.Lock()
	m.requests = append(m.requests, req)
	m.calls++
	call, summary := m.calls, m.summary
	plan := m.planLocked(req, summary)
	tokens := m.tokens
	m.mu.Unlock()

	select {
	case <-time.After(plan.delay):
	case <-r.Context().Done():
		return
	}
	if plan.status != 0 {
		writeJSON(w, plan.status, apiError("invalid_request_error", "the loopback model was told to fail"))
		return
	}
	stream(w, r, call, req.Model, tokens, plan)
}

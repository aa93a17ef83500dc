// Package mem0test is a mem0 server on loopback, in both shapes, for tests: it
// stores, searches, scopes by user and answers as the hosted service and the
// self-hosted server do, keeps what it was sent, and breaks on request.
package mem0test

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Options say what server it is.
type Options struct {
	Hosted bool
	Key    string // "" takes any
	TLS    bool
	// Pending answers an add with an event, which succeeds after that many
	// questions (hosted).
	Pending int
	// EventFails ends the events in FAILED, and stores nothing.
	EventFails bool
	// WrongScope stores everything under another user, without a word.
	WrongScope string
	// IgnoreFilter searches and lists the memories of everybody.
	IgnoreFilter bool
	// NearDuplicates drops or reports near ones, as the Claudestra server does.
	// It measures by letters, so that 219 and 220 are near.
	NearDuplicates bool
	// SearchLag hides a memory from that many searches after it was added.
	SearchLag int
	// NullMissing answers 200 and null for a memory that is not there, as older
	// self-hosted servers do.
	NullMissing bool
}

// Request is one that came in.
type Request struct {
	Method, Path string
	Query        url.Values
	Header       http.Header
	Body         any // decoded JSON; nil without a body
	Status       int // that was answered; 0 for a broken one
}

// Server is the server. URL is its address.
type Server struct {
	URL  string
	http *httptest.Server
	opt  Options

	mu       sync.Mutex
	memories []*memory
	events   map[string]*event
	faults   []*Fault
	requests []Request
	last     int
	stop     chan struct{}
}

// New starts a server.
func New(opt Options) *Server {
	s := &Server{opt: opt, events: map[string]*event{}, stop: make(chan struct{})}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.http.Config.ErrorLog = log.New(io.Discard, "", 0) // broken connections are what it is for
	if opt.TLS {
		s.http.StartTLS()
	} else {
		s.http.Start()
	}
	s.URL = s.http.URL
	return s
}

// Close ends it; requests that hang are let go.
func (s *Server) Close() {
	close(s.stop)
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests are all that came in, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Forget clears the list of requests.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}

// Memory is one that is stored.
type Memory struct {
	ID, User, Text string
	Metadata       map[string]any
}

// Stored are the memories of a user, oldest first; "" means of everybody.
func (s *Server) Stored(user string) []Memory {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Memory
	for _, m := range s.memories {
		if user == "" || m.user == user {
			out = append(out, Memory{m.id, m.user, m.text, m.meta})
		}
	}
	return out
}

// Age makes what is stored older.
func (s *Server) Age(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.memories {
		m.made, m.changed = m.made.Add(-by), m.changed.Add(-by)
	}
}

// Put stores a memory as somebody else would, and returns its id.
func (s *Server) Put(user, text string, metadata map[string]any) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.insert(user, text, metadata).id
}

// serve answers one request: faults first, then what a server does.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(io.LimitReader(r.Body, 4<<20))
	req := Request{Method: r.Method, Path: r.URL.Path, Query: r.URL.Query(), Header: r.Header.Clone()}
	if len(raw) > 0 {
		json.Unmarshal(raw, &req.Body)
	}
	s.mu.Lock()
	f := s.fault(r.Method, r.URL.Path)
	var status int
	var body any
	if f == nil || f.Done {
		status, body = s.answer(r, raw)
	}
	if f == nil || f.Status != 0 {
		req.Status = status
		if f != nil {
			req.Status = f.Status
		}
	}
	s.requests = append(s.requests, req)
	s.mu.Unlock()
	if f != nil {
		f.play(w, r, status, body, s.stop)
		return
	}
	send(w, status, body)
}

func send(w http.ResponseWriter, status int, body any) {
	if status == http.StatusNoContent {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(encode(body))
}

func encode(body any) []byte {
	var b bytes.Buffer
	json.NewEncoder(&b).Encode(body)
	return b.Bytes()
}

func (s *Server) allowed(r *http.Request) bool {
	if s.opt.Key == "" {
		return true
	}
	if s.opt.Hosted {
		return r.Header.Get("Authorization") == "Token "+s.opt.Key
	}
	return r.Header.Get("X-API-Key") == s.opt.Key || r.Header.Get("Authorization") == "Bearer "+s.opt.Key
}

type object = map[string]any

// answer is what the server does without a fault. s.mu is held.
func (s *Server) answer(r *http.Request, raw []byte) (int, any) {
	if !s.allowed(r) {
		// Both quote what they were given in some version; a client must not.
		return http.StatusUnauthorized, object{"detail": "invalid key " + r.Header.Get("Authorization") + r.Header.Get("X-API-Key")}
	}
	var body object
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &body); err != nil {
			return http.StatusBadRequest, object{"detail": "JSON parse error"}
		}
	}
	if s.opt.Hosted {
		return s.hosted(r, body)
	}
	return s.selfHosted(r, body)
}

func (s *Server) hosted(r *http.Request, body object) (int, any) {
	id, isMemory := between(r.URL.Path, "/v1/memories/")
	eventID, isEvent := between(r.URL.Path, "/v1/event/")
	switch p := r.Method + " " + r.URL.Path; {
	case p == "GET /v1/ping/":
		return http.StatusOK, object{"status": "ok", "org_id": "org", "project_id": "project", "user_email": "person@example.com"}
	case p == "POST /v3/memories/add/":
		return s.add(body)
	case p == "POST /v3/memories/search/":
		return s.search(body, true)
	case p == "POST /v3/memories/":
		return s.page(r.URL.Query(), body)
	case isEvent && r.Method == http.MethodGet:
		return s.event(eventID)
	case isMemory:
		return s.one(r.Method, id, body)
	}
	return http.StatusNotFound, object{"detail": "Not Found"}
}

func (s *Server) selfHosted(r *http.Request, body object) (int, any) {
	id, isMemory := strings.CutPrefix(r.URL.Path, "/memories/")
	switch p := r.Method + " " + r.URL.Path; {
	case p == "POST /memories":
		return s.add(body)
	case p == "POST /search":
		return s.search(body, false)
	case p == "GET /memories":
		return s.listAll(r.URL.Query())
	case isMemory && id != "" && !strings.Contains(id, "/"):
		return s.one(r.Method, id, body)
	}
	return http.StatusNotFound, object{"detail": "Not Found"}
}

func between(path, before string) (string, bool) {
	rest, ok := strings.CutPrefix(path, before)
	id, slash := strings.CutSuffix(rest, "/")
	return id, ok && slash && id != "" && !strings.Contains(id, "/")
}

func stamp(t time.Time) string { return t.Format("2006-01-02T15:04:05.000000-07:00") }

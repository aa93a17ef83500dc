package anymcp

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func mem0Over(t *testing.T) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "mem0", Version: "1"}, nil)
	serveMem0(s, facts{filepath.Join(t.TempDir(), "facts")})
	return s
}

func TestOverHTTP(t *testing.T) {
	server := mem0Over(t)
	for kind, handler := range map[string]http.Handler{
		HTTP: mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil),
		SSE:  mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil),
	} {
		t.Run(kind, func(t *testing.T) {
			var without atomic.Int32
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Token m0-secret" {
					without.Add(1)
				}
				handler.ServeHTTP(w, r)
			}))
			defer web.Close()
			s := open(t, Server{Name: "web", Type: kind, URL: web.URL + "/mcp", Headers: map[string]string{"Authorization": "Token m0-secret"}}, Config{UserID: "ann"})
			a := add(t, s, decision("over "+kind))
			if found := search(t, s, "over "+kind); len(found) != 1 || found[0].ID != a.ID {
				t.Fatalf("%+v, %+v", a, found)
			}
			s.Close()
			if without.Load() > 0 {
				t.Errorf("%d requests without the header", without.Load())
			}
		})
	}
}

func TestWebServersThatFail(t *testing.T) {
	const secret = "m0-planted-secret-value"
	var leaked atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { leaked.Add(1) }))
	defer other.Close()
	stop := make(chan struct{})
	defer close(stop)
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		want   string
	}{
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/mcp", http.StatusTemporaryRedirect)
		}, "another host"},
		"refused": {func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "no "+r.Header.Get("X-Api-Key"), http.StatusUnauthorized)
		}, "connecting"},
		"garbage": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("{\x1b[31m"))
		}, "connecting"},
		"endless": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for range 2 * maxFrame / 4096 {
				if _, err := w.Write([]byte(strings.Repeat(" ", 4096))); err != nil {
					return
				}
			}
		}, "larger than 16 MiB"},
		"slow": {func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // only then does the server see the client leave
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		}, "no answer within"},
	} {
		t.Run(name, func(t *testing.T) {
			web := httptest.NewServer(c.handle)
			defer web.Close()
			o := Options{Start: 30 * time.Second}
			if name == "slow" {
				o.Start = time.Second
			}
			_, err := Connect(t.Context(), Server{Name: "web", Type: HTTP, URL: web.URL + "/mcp?key=" + secret, Headers: map[string]string{"X-Api-Key": secret}}, o)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "\x1b") {
				t.Fatalf("error %v, want %q", err, c.want)
			}
		})
	}
	if leaked.Load() > 0 {
		t.Fatalf("%d requests went to another host", leaked.Load())
	}
	_, err := Connect(t.Context(), Server{Name: "away", Type: HTTP, URL: "http://127.0.0.1:1/mcp"}, Options{})
	if err == nil || errors.Is(err, ErrUnclear) {
		t.Fatalf("error %v", err)
	}
}

package anymcp

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What an HTTP server answers to a change: whether it may have been done,
// whether it may work later, and whether the connection is of use.
func TestStatusesOfAChange(t *testing.T) {
	for code, want := range map[int]struct{ unclear, later, lost bool }{
		http.StatusUnauthorized:       {false, true, false},
		http.StatusTooManyRequests:    {false, true, false},
		http.StatusBadGateway:         {true, true, true},
		http.StatusGatewayTimeout:     {true, true, true},
		http.StatusServiceUnavailable: {true, true, true},
		http.StatusNotFound:           {true, true, true},
	} {
		server := mem0Over(t)
		next := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if bytes.Contains(body, []byte("tools/call")) {
				w.WriteHeader(code)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
		}))
		s := open(t, Server{Name: "web", Type: HTTP, URL: web.URL + "/mcp"}, Config{UserID: "ann"})
		_, err := s.Add(t.Context(), decision("a"))
		if err == nil || errors.Is(err, ErrUnclear) != want.unclear || Later(err) != want.later || Lost(err) != want.lost {
			t.Errorf("%d: %v: unclear %v, later %v, lost %v, want %+v", code, err, errors.Is(err, ErrUnclear), Later(err), Lost(err), want)
		}
		s.Close()
		web.CloseClientConnections()
		web.Close()
	}
}

// What is about the fact itself is not tried again.
func TestLater(t *testing.T) {
	mem0 := open(t, stdio(t, "mem0", "FILE="+t.TempDir()+"/facts"), Config{UserID: "ann"})
	memories := open(t, stdio(t, "openmemory", "FILE="+t.TempDir()+"/facts"), Config{})
	refuse := open(t, stdio(t, "refuse"), Config{}) // "quota used up"
	dies := open(t, stdio(t, "die"), Config{})
	for name, c := range map[string]struct {
		err         error
		later, lost bool
	}{
		"no such memory": {mem0.Update(t.Context(), "unknown", "x"), false, false},
		"no tool":        {memories.Update(t.Context(), "1", "x"), true, false},
		"no id":          {mem0.Remove(t.Context(), "*"), false, false},
		"quota":          {second(refuse.Add(t.Context(), decision("a"))), true, false},
		"dies":           {second(dies.Add(t.Context(), decision("a"))), true, true},
		"no text":        {second(mem0.Add(t.Context(), decision(" "))), false, false},
	} {
		if c.err == nil || Later(c.err) != c.later || Lost(c.err) != c.lost {
			t.Errorf("%s: %v: later %v, lost %v", name, c.err, Later(c.err), Lost(c.err))
		}
	}
	if Later(nil) || Lost(nil) {
		t.Error("no error is one")
	}
}

func second(_ Added, err error) error { return err }

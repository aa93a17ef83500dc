// Breaking on request.

package mem0test

import (
	"net/http"
	"strconv"
	"strings"
)

// Fault is what happens to requests instead of an answer.
type Fault struct {
	Method string // "" for any
	Path   string // the beginning of it; "" for any
	Skip   int    // requests that fit and are let through first
	Times  int    // requests it happens to; negative for all that come
	Done   bool   // the server does what it was asked for, and breaks then

	// One of these:
	Status   int    // answered, with Body and Header
	Hang     bool   // no answer until the client goes
	Drop     bool   // the connection is closed
	Half     bool   // the answer ends in its middle
	Redirect string // 307 to there, the path kept

	Body   string
	Header map[string]string
}

// Break adds a fault. The first one that fits a request happens to it.
func (s *Server) Break(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// Mend removes all faults.
func (s *Server) Mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

func (s *Server) fault(method, path string) *Fault {
	for _, f := range s.faults {
		if f.Times == 0 || f.Method != "" && f.Method != method || !strings.HasPrefix(path, f.Path) {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		if f.Times > 0 {
			f.Times--
		}
		copied := *f
		return &copied
	}
	return nil
}

func (f *Fault) play(w http.ResponseWriter, r *http.Request, status int, body any, stop <-chan struct{}) {
	for k, v := range f.Header {
		w.Header().Set(k, v)
	}
	switch {
	case f.Hang:
		select {
		case <-r.Context().Done():
		case <-stop:
		}
		panic(http.ErrAbortHandler)
	case f.Drop:
		panic(http.ErrAbortHandler)
	case f.Half:
		whole := encode(body)
		if body == nil {
			whole = []byte(`{"results": [{"id": "1", "memory"`)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(whole)))
		w.WriteHeader(max(status, http.StatusOK))
		w.Write(whole[:len(whole)/2])
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case f.Redirect != "":
		w.Header().Set("Location", f.Redirect+r.URL.RequestURI())
		w.WriteHeader(http.StatusTemporaryRedirect)
	default:
		w.WriteHeader(f.Status)
		w.Write([]byte(f.Body))
	}
}

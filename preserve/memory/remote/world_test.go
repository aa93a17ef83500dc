package remote_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/remote"
)

// secret is the key of every server: nothing that is shown or kept may hold it.
const secret = "m0-SECRET/key+1"

const person = "person-7"

// world is one server with real behaviour, seen from both sides.
type world interface {
	// store is a new Store, as each process has its own.
	store(t *testing.T) remote.Store
	// texts are what is stored for the person, oldest first.
	texts() []string
	// seed stores a text as somebody else would.
	seed(text string) (id string)
	// change gives a memory another text, as somebody else would.
	change(id, text string)
	// break_ makes the server do f to all requests, or to those that write.
	break_(f fault)
	mend()
	// canLook reports whether it tells what it has.
	canLook() bool
	// asked is the number of requests so far.
	asked() int
}

// fault is what happens instead of an answer.
type fault struct {
	kind  string // away, hang, garbage, half, redirect, 401, 429, 500
	write bool   // only to what adds a fact
	done  bool   // it is done all the same
	times int    // 0: always
}

// worlds runs a test against each kind of store.
func worlds(t *testing.T, test func(t *testing.T, w world)) {
	for name, make := range map[string]func(*testing.T) world{
		"hosted":     func(t *testing.T) world { return newMem0(t, mem0test.Options{Hosted: true}) },
		"selfhosted": func(t *testing.T) world { return newMem0(t, mem0test.Options{}) },
		"mcp":        func(t *testing.T) world { return newMCP(t, tools{}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // they wait most of the time
			test(t, make(t))
		})
	}
}

type mem0World struct {
	*mem0test.Server
	opt   mem0test.Options
	other string
}

func newMem0(t *testing.T, opt mem0test.Options) *mem0World {
	opt.Key = secret
	w := &mem0World{Server: mem0test.New(opt), opt: opt, other: elsewhere(t)}
	t.Cleanup(w.Close)
	return w
}

// elsewhere is the address of a server that nobody may be sent to.
func elsewhere(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s was sent to another host", r.Method, r.URL)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func (w *mem0World) config() mem0.Config {
	style := mem0.SelfHosted
	if w.opt.Hosted {
		style = mem0.Hosted
	}
	return mem0.Config{BaseURL: w.URL, Key: secret, UserID: person, Style: style}
}

func (w *mem0World) store(t *testing.T) remote.Store {
	t.Helper()
	s, err := remote.Mem0(w.config())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (w *mem0World) texts() (out []string) {
	for _, m := range w.Stored(person) {
		out = append(out, m.Text)
	}
	return out
}

func (w *mem0World) seed(text string) string { return w.Put(person, text, nil) }

func (w *mem0World) change(id, text string) {
	path := "/memories/" + id
	if w.opt.Hosted {
		path = "/v1/memories/" + id + "/"
	}
	req, err := http.NewRequest(http.MethodPut, w.URL+path, strings.NewReader(`{"text":`+asText(text)+`}`))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Authorization", "Token "+secret)
	req.Header.Set("X-API-Key", secret)
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusOK {
		panic("cannot change " + id)
	}
	res.Body.Close()
}

func (w *mem0World) break_(f fault) {
	m := mem0test.Fault{Times: -1, Done: f.done}
	if f.times > 0 {
		m.Times = f.times
	}
	if f.write {
		m.Method, m.Path = http.MethodPost, "/memories"
		if w.opt.Hosted {
			m.Path = "/v3/memories/add/"
		}
	}
	switch f.kind {
	case "away":
		m.Drop = true
	case "hang":
		m.Hang = true
	case "garbage":
		m.Status, m.Body = 200, "<html>welcome</html>"
	case "half":
		m.Half = true
	case "redirect":
		m.Redirect = w.other
	case "401":
		m.Status, m.Body = 401, `{"detail":"invalid key `+secret+`"}`
	case "429":
		m.Status, m.Header = 429, map[string]string{"Retry-After": "30"}
	case "500":
		m.Status = 500
	}
	w.Break(m)
}

func (w *mem0World) mend() { w.Mend() }

func (w *mem0World) canLook() bool { return true }

func (w *mem0World) asked() int { return len(w.Requests()) }

// fact is one of the project shop.
func fact(text string) remote.Fact {
	return remote.Fact{Record: record.Record{Type: record.Decision, Project: "shop", Text: text}}
}

func facts(texts ...string) (out []remote.Fact) {
	for _, text := range texts {
		out = append(out, fact(text))
	}
	return out
}

// box is an outbox of its own.
func box(t *testing.T) (*outbox.Box, string) {
	dir := filepath.Join(t.TempDir(), "outbox")
	return outbox.Open(dir), dir
}

// counts fails unless the outbox has so many items waiting and aside.
func counts(t *testing.T, b *outbox.Box, waiting, aside int) {
	t.Helper()
	w, err := b.List()
	if err != nil {
		t.Fatal(err)
	}
	a, err := b.Aside()
	if err != nil {
		t.Fatal(err)
	}
	if len(w) != waiting || len(a) != aside {
		t.Errorf("%d wait and %d are aside, want %d and %d: %+v %+v", len(w), len(a), waiting, aside, w, a)
	}
}

// holds fails unless exactly these texts are stored, in any order.
func holds(t *testing.T, w world, want ...string) {
	t.Helper()
	got := w.texts()
	slices.Sort(got)
	want = slices.Clone(want)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("stored %q\nwant   %q", got, want)
	}
}

func states(out []remote.Outcome) (s []remote.State) {
	for _, o := range out {
		s = append(s, o.State)
	}
	return s
}

// become fails unless the outcomes have these states.
func become(t *testing.T, out []remote.Outcome, want ...remote.State) {
	t.Helper()
	if got := states(out); !slices.Equal(got, want) {
		t.Fatalf("states %v, want %v\n%+v", got, want, out)
	}
}

var noOptions mem0test.Options

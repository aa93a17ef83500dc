// A memory server of the client's configuration as a Store.

package remote

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/record"
)

const (
	// connectPause is how long a server that could not be started or reached is
	// left alone.
	connectPause = 30 * time.Second
	// searchMost and listMost bound what is looked at for one fact.
	searchMost = 50
	listMost   = 1000
)

// MCP is a memory server of the client's configuration. It is started or called
// when it is first needed; where that fails, it is not tried again for 30
// seconds. Its methods wait for each other.
func MCP(s anymcp.Server, o anymcp.Options, c anymcp.Config) Store {
	return &mcpStore{server: s, options: o, config: c, turn: make(chan struct{}, 1)}
}

type mcpStore struct {
	server  anymcp.Server
	options anymcp.Options
	config  anymcp.Config

	turn     chan struct{} // guards the rest
	store    *anymcp.Store
	failed   error // of the last connecting
	failedAt time.Time
	closed   bool
}

func (s *mcpStore) Name() string { return cmp.Or(s.config.Name, s.server.Name) }

// Address names the server as the configuration does, where it is, and the
// user. Of a URL only the host is shown, since some hold a key in their path;
// the rest is in a hash.
func (s *mcpStore) Address() string {
	where := s.server.Address()
	if s.server.Type != anymcp.Stdio {
		if u, err := url.Parse(s.server.URL); err == nil {
			sum := sha256.Sum256([]byte(u.EscapedPath()))
			where = u.Scheme + "://" + u.Host + "#" + hex.EncodeToString(sum[:4])
		}
	}
	return strings.Join(strings.Fields(visible("mcp "+s.server.Name+" "+where+" "+s.config.UserID)), " ")
}

// visible has spaces for control characters and those without a shape.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, " "))
}

// Close ends what was started. It does nothing when nothing was.
func (s *mcpStore) Close() {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	s.closed = true
	s.leave()
}

func (s *mcpStore) leave() {
	if s.store != nil {
		s.store.Close()
		s.store = nil
	}
}

// unconnected is an error of connecting: whatever it was, it says nothing about
// a fact.
type unconnected struct{ error }

func (u unconnected) Unwrap() error { return u.error }

// later reports whether the same may work later.
func later(ctx context.Context, err error) bool {
	var u unconnected
	return ctx.Err() != nil || errors.As(err, &u) || errors.Is(err, errUnseen) || anymcp.Later(err)
}

func (s *mcpStore) connect(ctx context.Context) error {
	switch {
	case s.closed:
		return unconnected{fmt.Errorf("memory server %s: it was closed", s.Name())}
	case s.store != nil:
		return nil
	case s.failed != nil && time.Since(s.failedAt) < connectPause:
		return unconnected{s.failed}
	}
	store, err := anymcp.Open(ctx, s.server, s.options, s.config)
	if err != nil {
		if ctx.Err() == nil { // a caller in a hurry says nothing about the server
			s.failed, s.failedAt = err, time.Now()
		}
		return unconnected{err}
	}
	s.store, s.failed = store, nil
	return nil
}

// use runs f with a connection. One that was idle may have died unseen, so that
// f is run twice when it cannot have changed anything.
func (s *mcpStore) use(ctx context.Context, f func(*anymcp.Store) error) error {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("memory server %s: it is in use: %w", s.Name(), ctx.Err())
	}
	defer func() { <-s.turn }()
	for idle := s.store != nil; ; idle = false {
		if err := s.connect(ctx); err != nil {
			return err
		}
		err := f(s.store)
		if !anymcp.Lost(err) {
			return err
		}
		s.leave()
		if !idle || ctx.Err() != nil || errors.Is(err, anymcp.ErrUnclear) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
}

// Search asks for more than limit, because a server that knows no projects is
// filtered here.
func (s *mcpStore) Search(ctx context.Context, query, project string, limit int) (found []record.Record, err error) {
	err = s.use(ctx, func(st *anymcp.Store) error {
		found, err = st.Search(ctx, query, max(searchMost, limit))
		return err
	})
	return of(found, project, limit), err
}

func (s *mcpStore) List(ctx context.Context, project string, limit int) (found []record.Record, err error) {
	found, _, err = s.all(ctx, project, limit)
	return found, err
}

func (s *mcpStore) all(ctx context.Context, project string, limit int) (found []record.Record, whole bool, err error) {
	err = s.use(ctx, func(st *anymcp.Store) error {
		found, whole, err = st.List(ctx, max(listMost, limit))
		return err
	})
	part := of(found, project, limit)
	return part, err == nil && whole && len(part) == len(of(found, project, 0)), err
}

// of leaves out what is of another project, and what is over the limit.
func of(found []record.Record, project string, limit int) []record.Record {
	var out []record.Record
	for _, r := range found {
		if project == "" || r.Project == "" || r.Project == project {
			out = append(out, r)
		}
	}
	if limit > 0 {
		out = out[:min(len(out), limit)]
	}
	return out
}

func (s *mcpStore) Update(ctx context.Context, id, text string) error {
	return s.use(ctx, func(st *anymcp.Store) error { return st.Update(ctx, id, text) })
}

func (s *mcpStore) Remove(ctx context.Context, id string) error {
	return s.use(ctx, func(st *anymcp.Store) error { return st.Remove(ctx, id) })
}

func (s *mcpStore) get(ctx context.Context, id, hint string) (r record.Record, here bool, err error) {
	err = s.use(ctx, func(st *anymcp.Store) error {
		r, here, err = get(ctx, st, id, hint)
		return err
	})
	return r, here, err
}

func (s *mcpStore) add(ctx context.Context, f mem0.Former) error {
	return s.use(ctx, func(st *anymcp.Store) error {
		got, err := st.Add(ctx, f.Record)
		if err == nil && got.Dropped {
			err = tookForAnother(s, got.DuplicateOf)
		}
		return err
	})
}

func (s *mcpStore) restore(ctx context.Context, f mem0.Former) error {
	return s.Update(ctx, f.ID, f.Text)
}

// get finds a fact by its id: no tool for that is asked of a server, so those
// that a search for hint gives are looked through, and then the list.
func get(ctx context.Context, st *anymcp.Store, id, hint string) (record.Record, bool, error) {
	return lookUp(ctx, st, hint, func(r record.Record) bool { return r.ID == id })
}

// lookUp finds a fact in what a search for query gives, and then in the list.
// Where that is cut, one that is not found is errCut.
func lookUp(ctx context.Context, st *anymcp.Store, query string, is func(record.Record) bool) (record.Record, bool, error) {
	tried, whole := 0, true
	for _, ask := range []func() ([]record.Record, error){
		func() ([]record.Record, error) { return st.Search(ctx, query, searchMost) },
		func() (found []record.Record, err error) {
			found, whole, err = st.List(ctx, listMost)
			return found, err
		},
	} {
		found, err := ask()
		switch {
		case errors.Is(err, anymcp.ErrNoTool):
			whole = true
			continue
		case err != nil && (tried == 0 || later(ctx, err)):
			return record.Record{}, false, err
		}
		tried++
		for _, r := range found {
			if is(r) {
				return r, true, nil
			}
		}
	}
	switch {
	case tried == 0:
		return record.Record{}, false, fmt.Errorf("it can be neither searched nor listed: %w", anymcp.ErrNoTool)
	case !whole:
		return record.Record{}, false, errCut
	}
	return record.Record{}, false, nil
}

// oneLine is a foreign text in a message, at most so many runes.
func oneLine(s string, most int) string {
	line := []rune(strings.Join(strings.Fields(visible(s)), " "))
	if len(line) > most {
		return string(line[:most]) + "…"
	}
	return string(line)
}

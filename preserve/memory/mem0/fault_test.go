package mem0_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/record"
)

func addPath(style mem0.Style) string {
	if style == mem0.Hosted {
		return "/v3/memories/add/"
	}
	return "/memories"
}

func styleOf(t *testing.T) mem0.Style {
	if strings.Contains(t.Name(), "/hosted") {
		return mem0.Hosted
	}
	return mem0.SelfHosted
}

// Whatever happens to an add: one memory, and the answer says so.
func TestAddArrivesOnce(t *testing.T) {
	for name, f := range map[string]mem0test.Fault{
		"429 storm, then fine":              {Times: 4, Status: 429, Header: map[string]string{"Retry-After": "1"}},
		"500 then fine":                     {Times: 1, Status: 500},
		"500 after it was stored":           {Times: 1, Status: 500, Done: true},
		"502s after it was stored":          {Times: 3, Status: 502, Done: true},
		"connection closed before":          {Times: 2, Drop: true},
		"connection closed after":           {Times: 2, Drop: true, Done: true},
		"half an answer":                    {Times: 1, Half: true},
		"half an answer after":              {Times: 1, Half: true, Done: true},
		"half answers after, all the time":  {Times: -1, Half: true, Done: true},
		"garbage after it was stored":       {Times: 2, Status: 200, Body: "<html>welcome to the hotel</html>", Done: true},
		"half JSON after, no length":        {Times: 1, Status: 200, Body: `{"results":[{"id":"`, Done: true},
		"garbage before":                    {Times: 2, Status: 200, Body: "<html>"},
		"a list that is empty, stored":      {Times: 1, Status: 200, Body: `{"results":[]}`, Done: true},
		"no answer after it was stored":     {Times: 1, Hang: true, Done: true},
		"no answer, nothing stored":         {Times: 1, Hang: true},
		"a yes without an id, it is stored": {Times: 1, Status: 201, Body: `{"message":"ok"}`, Done: true},
	} {
		t.Run(name, func(t *testing.T) {
			styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, _ *mem0.Client) {
				c := short(t, s, styleOf(t))
				f := f
				f.Method, f.Path = "POST", addPath(styleOf(t))
				s.Break(f)
				got, err := c.Add(t.Context(), fact("Sessions live in Redis"))
				fatal(t, err)
				stored := s.Stored(user)
				if len(stored) != 1 || got.ID != stored[0].ID {
					t.Errorf("added %+v, stored %+v\n%s", got, stored, lines(s.Requests()))
				}
			})
		})
	}
}

// short is a client whose requests time out soon. Nothing is measured with it.
func short(t *testing.T, s *mem0test.Server, style mem0.Style) *mem0.Client {
	t.Helper()
	c, err := mem0.New(mem0.Config{BaseURL: s.URL, Key: secret, UserID: user, Style: style, Timeout: 500 * time.Millisecond})
	fatal(t, err)
	c.SetPause(func(ctx context.Context, _ time.Duration) error { return ctx.Err() })
	return c
}

// The search does not know the memory yet when it is looked for: it is sent
// again, and the copy is removed as soon as it can be seen.
func TestCopiesAreRemoved(t *testing.T) {
	styles(t, mem0test.Options{SearchLag: 1}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		s.Break(mem0test.Fault{Path: addPath(styleOf(t)), Times: 1, Status: 504, Done: true})
		_, err := c.Add(t.Context(), fact("Sessions live in Redis"))
		fatal(t, err)
		o := c.Save(t.Context(), []record.Record{fact("Sessions live in Redis")}, mem0.Choices{})[0]
		if o.State != mem0.Unchanged || len(s.Stored(user)) != 1 {
			t.Errorf("%+v, stored %v", o, texts(s, user))
		}
	})
}

// A server in trouble, seen from Save: it is away, nothing is doubled, and
// sending it later gives one memory. The reason holds no key.
func TestSaveAwayAndLater(t *testing.T) {
	for name, f := range map[string]mem0test.Fault{
		"429 for good":          {Times: -1, Status: 429, Header: map[string]string{"Retry-After": "3600"}},
		"500 for good":          {Times: -1, Status: 500, Body: `{"detail":"key ` + secret + `"}`},
		"401":                   {Times: -1, Status: 401, Body: "bad key " + secret},
		"403":                   {Times: -1, Status: 403},
		"404":                   {Times: -1, Status: 404},
		"connection closed":     {Times: -1, Drop: true},
		"garbage":               {Times: -1, Status: 200, Body: "<html>" + secret},
		"too long an answer":    {Times: -1, Status: 200, Body: strings.Repeat(" ", 1<<20+1)},
		"half an answer":        {Times: -1, Half: true},
		"redirect":              {Times: -1, Redirect: "https://elsewhere.example"},
		"stored, never told":    {Skip: 1, Times: -1, Status: 500, Done: true},
		"stored, then away":     {Skip: 1, Times: -1, Drop: true, Done: true},
		"search works, add 503": {Skip: 1, Times: -1, Status: 503},
		"hangs":                 {Times: -1, Hang: true},
	} {
		t.Run(name, func(t *testing.T) {
			styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, _ *mem0.Client) {
				c := short(t, s, styleOf(t))
				s.Break(f)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if f.Hang {
					ctx, cancel = context.WithTimeout(t.Context(), time.Second)
					defer cancel()
				}
				facts := []record.Record{fact("Sessions live in Redis"), fact("The export runs at 03:00")}
				out := c.Save(ctx, facts, mem0.Choices{})
				for i, o := range out {
					if o.State != mem0.Failed || !mem0.IsAway(o.Err) {
						t.Errorf("fact %d: %s %v", i, o.State, o.Err)
					}
					quiet(t, o.Err)
				}
				s.Mend()
				for _, r := range facts {
					fatal(t, send(t, c, r, ""))
				}
				if got := texts(s, user); len(got) != 2 {
					t.Errorf("stored %v", got)
				}
			})
		})
	}
}

func TestServerThatIsNotThere(t *testing.T) {
	s := mem0test.New(mem0test.Options{})
	address := s.URL
	s.Close()
	for _, style := range []mem0.Style{mem0.Hosted, mem0.SelfHosted} {
		c, err := mem0.New(mem0.Config{BaseURL: address, Key: secret, UserID: user, Style: style})
		fatal(t, err)
		tries := 0
		c.SetPause(func(context.Context, time.Duration) error { tries++; return nil })
		_, err = c.Add(t.Context(), fact("Sessions live in Redis"))
		if !mem0.IsAway(err) || tries != 4 {
			t.Errorf("%v after %d pauses", err, tries)
		}
		quiet(t, err)
	}
}

// The last word of a server about one memory: it is not asked twice.
func TestRejectedIsFinal(t *testing.T) {
	for _, status := range []int{400, 409, 413, 422} {
		styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
			s.Break(mem0test.Fault{Path: addPath(styleOf(t)), Times: 1, Status: status, Body: `{"detail":[{"loc":["body"],"msg":"no"}]}`})
			_, err := c.Add(t.Context(), fact("Sessions live in Redis"))
			var e *mem0.Error
			if !errors.As(err, &e) || !e.Final() || e.Status != status || len(s.Requests()) != 1 {
				t.Errorf("%v, %d requests", err, len(s.Requests()))
			}
			s.Break(mem0test.Fault{Path: addPath(styleOf(t)), Times: 1, Status: status})
			o := c.Save(t.Context(), []record.Record{fact("Sessions live in Redis"), fact("The export runs at 03:00")}, mem0.Choices{})
			if o[0].State != mem0.Failed || mem0.IsAway(o[0].Err) || o[1].State != mem0.Created {
				t.Errorf("%+v", o)
			}
		})
	}
}

// Retry-After is honoured up to a minute, and not waited for when the caller's
// deadline comes first.
func TestRetryAfter(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		var waited []time.Duration
		c.SetPause(func(_ context.Context, d time.Duration) error { waited = append(waited, d); return nil })
		for _, after := range []string{"7", "86400", "soon", time.Now().Add(30 * time.Second).UTC().Format(http.TimeFormat)} {
			s.Break(mem0test.Fault{Times: 1, Status: 429, Header: map[string]string{"Retry-After": after}})
		}
		_, err := c.Search(t.Context(), "redis", "", 1)
		fatal(t, err)
		if len(waited) != 4 || waited[0] != 7*time.Second || waited[1] != time.Minute || waited[2] > 2*time.Second || waited[3] < 25*time.Second || waited[3] > 30*time.Second {
			t.Errorf("waited %v", waited)
		}
		s.Break(mem0test.Fault{Times: -1, Status: 429, Header: map[string]string{"Retry-After": "7200"}})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute-time.Millisecond)
		defer cancel()
		waited = nil
		if _, err := c.Search(ctx, "redis", "", 1); !mem0.IsAway(err) || len(waited) != 0 {
			t.Errorf("%v after %v", err, waited)
		}
	})
}

// Answers of the hosted service that come later.
func TestEventsAreFollowed(t *testing.T) {
	for _, tt := range []struct {
		name  string
		opt   mem0test.Options
		fault mem0test.Fault
		ok    bool
		asked int
	}{
		{"after three questions", mem0test.Options{Pending: 3}, mem0test.Fault{}, true, 4},
		{"a question fails", mem0test.Options{Pending: 2}, mem0test.Fault{Path: "/v1/event/", Times: 2, Status: 503}, true, 5},
		{"no events here", mem0test.Options{Pending: 2}, mem0test.Fault{Path: "/v1/event/", Times: -1, Status: 404}, true, 1},
		{"success without results", mem0test.Options{Pending: 1}, mem0test.Fault{Path: "/v1/event/", Times: 1, Status: 200, Body: `{"status":"SUCCEEDED","results":null}`}, true, 1},
		{"fails", mem0test.Options{Pending: 1, EventFails: true}, mem0test.Fault{}, false, 2},
		{"running for good", mem0test.Options{Pending: 1000}, mem0test.Fault{}, true, 30},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.opt.Hosted, tt.opt.Key = true, secret
			s := mem0test.New(tt.opt)
			defer s.Close()
			s.Break(tt.fault)
			got, err := client(t, s, mem0.Hosted).Add(t.Context(), fact("Sessions live in Redis"))
			if (err == nil) != tt.ok || err == nil && (len(s.Stored(user)) != 1 || s.Stored(user)[0].ID != got.ID) {
				t.Errorf("%+v %v, stored %v", got, err, s.Stored(user))
			}
			asked := 0
			for _, r := range s.Requests() {
				if strings.HasPrefix(r.Path, "/v1/event/") {
					asked++
				}
			}
			if asked != tt.asked {
				t.Errorf("asked %d times, want %d", asked, tt.asked)
			}
		})
	}
}

// When the server is away for the first fact, the others do not wait for it.
func TestAwayIsAskedOnce(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		s.Break(mem0test.Fault{Times: -1, Status: 503})
		out := c.Save(t.Context(), []record.Record{fact("Sessions live in Redis"), fact("The export runs at 03:00"), fact("Mail goes out by Klaviyo")}, mem0.Choices{})
		if n := len(s.Requests()); n != 5 || out[2].State != mem0.Failed || !mem0.IsAway(out[2].Err) {
			t.Errorf("%d requests, %+v", n, out[2])
		}
	})
}

func TestAnswerWithoutEnd(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		for range 3 {
			s.Put(user, strings.Repeat("long ", 100_000), nil)
		}
		_, err := c.List(t.Context(), "", 10)
		if err == nil || !strings.Contains(err.Error(), "1 MiB") || len(s.Requests()) != 1 {
			t.Errorf("%v after %d requests", err, len(s.Requests()))
		}
		o := c.Save(t.Context(), []record.Record{fact(strings.Repeat("words without end ", 100_000))}, mem0.Choices{})[0]
		if o.State != mem0.Failed || mem0.IsAway(o.Err) {
			t.Errorf("%s %v", o.State, o.Err)
		}
	})
}

// A write whose caller gives up is bounded by that, and can be looked for later.
func TestDeadlineBoundsEverything(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		s.Break(mem0test.Fault{Times: -1, Hang: true, Done: true})
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, err := c.Add(ctx, fact("Sessions live in Redis"))
		if !errors.Is(err, context.DeadlineExceeded) || !mem0.IsAway(err) || len(s.Requests()) != 1 {
			t.Errorf("%v after %d requests", err, len(s.Requests()))
		}
		s.Mend()
		fatal(t, send(t, c, fact("Sessions live in Redis"), ""))
		if n := len(s.Stored(user)); n != 1 {
			t.Errorf("%d stored", n)
		}
	})
}

// The words of a near duplicate, wherever a server puts them.
func TestNearDuplicateAnswers(t *testing.T) {
	for body, want := range map[string]mem0.Added{
		`{"status":"DROPPED_NEAR_DUPLICATE","duplicate_of":"a1"}`:                                                                   {Duplicate: "a1"},
		`{"results":[{"event":"DROPPED_NEAR_DUPLICATE","duplicate_of":"a1","memory":"x"}]}`:                                         {Duplicate: "a1"},
		`{"results":[{"id":"n","memory":"x","event":"NONE","reason":"DROPPED_NEAR_DUPLICATE: cosine 0.004","duplicate_of":"a1"}]}`:  {Duplicate: "a1"},
		`[{"id":"n","metadata":{"result":"DROPPED_NEAR_DUPLICATE","duplicate_of":{"id":"a1","memory":"old"}}}]`:                     {Duplicate: "a1", Existing: "old"},
		`{"DROPPED_NEAR_DUPLICATE":true,"duplicate_of":"a1","results":[]}`:                                                          {Duplicate: "a1"},
		`{"results":[{"id":"n","memory":"x","event":"ADD","near_duplicate_of":"a1","existing_memory":"old"}]}`:                      {ID: "n", Near: "a1", Existing: "old"},
		`{"results":[{"id":"n","memory":"x","event":"ADD"}],"near_duplicate_of":"a1","existing_memory":{"id":"a1","memory":"old"}}`: {ID: "n", Near: "a1", Existing: "old"},
		`{"id":"n","memory":"x","metadata":{"near_dup_of":"a1"}}`:                                                                   {ID: "n", Near: "a1"},
		`{"results":[{"id":"n","memory":"we saw DROPPED_NEAR_DUPLICATE","event":"ADD"}]}`:                                           {ID: "n"},
		`{"results":[{"id":"n","memory":"DROPPED_NEAR_DUPLICATE","event":"ADD"}]}`:                                                  {ID: "n"},
		`[{"id":"n","event":"ADD","data":{"memory":"x"}}]`:                                                                          {ID: "n"},
	} {
		got, _, err := mem0.ReadReply([]byte(body))
		if err != nil || got != want {
			t.Errorf("%s\n got  %+v %v\n want %+v", body, got, err, want)
		}
	}
}

func FuzzReadReply(f *testing.F) {
	f.Add([]byte(`{"results":[{"id":"n","memory":"x","event":"ADD","near_duplicate_of":"a1"}]}`))
	f.Add([]byte(`[[[[[[[[{"duplicate_of":[{"id":1}]}]]]]]]]]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, dropped, err := mem0.ReadReply(b)
		if err == nil && dropped && got.ID != "" {
			t.Errorf("dropped and stored: %s", b)
		}
	})
}

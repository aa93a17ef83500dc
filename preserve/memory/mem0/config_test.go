package mem0_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
)

func TestConfig(t *testing.T) {
	for _, tt := range []struct {
		name string
		cfg  mem0.Config
		bad  string // in the error; "" for none
	}{
		{"hosted", mem0.Config{Key: secret, UserID: user}, ""},
		{"no user", mem0.Config{Key: secret}, "no user id"},
		{"blank user", mem0.Config{Key: secret, UserID: " \t"}, "no user id"},
		{"everybody", mem0.Config{Key: secret, UserID: "*"}, "everybody"},
		{"control character", mem0.Config{Key: secret, UserID: "a\nb"}, "control"},
		{"hosted without key", mem0.Config{UserID: user}, "needs a key"},
		{"key with a line end", mem0.Config{Key: secret + "\n", UserID: user}, "white space"},
		{"style", mem0.Config{Key: secret, UserID: user, Style: "v9"}, "neither"},
		{"loopback", mem0.Config{BaseURL: "http://127.0.0.1:8888", UserID: user}, ""},
		{"loopback 6", mem0.Config{BaseURL: "http://[::1]:8888/", UserID: user}, ""},
		{"LAN", mem0.Config{BaseURL: "http://192.168.1.20:8888", UserID: user, Key: secret}, ""},
		{"LAN by name", mem0.Config{BaseURL: "http://nas.lan:8888", UserID: user}, ""},
		{"public http", mem0.Config{BaseURL: "http://93.184.216.34", UserID: user, Key: secret}, "use https"},
		{"mapped public http", mem0.Config{BaseURL: "http://[::ffff:93.184.216.34]", UserID: user, Key: secret}, "use https"},
		{"ftp", mem0.Config{BaseURL: "ftp://host", UserID: user}, "not a scheme"},
		{"no host", mem0.Config{BaseURL: "https://", UserID: user}, "not a URL"},
		{"no URL", mem0.Config{BaseURL: "localhost:8888", UserID: user}, "not a URL"},
		{"key in the URL", mem0.Config{BaseURL: "https://x:" + "m0-SECRET" + "@host", UserID: user}, "password"},
		{"broken URL with a key", mem0.Config{BaseURL: "https://m0-SECRET%zz@host/%", UserID: user}, "not a URL"},
		{"query", mem0.Config{BaseURL: "https://host?k=" + "m0-SECRET", UserID: user}, "query"},
	} {
		_, err := mem0.New(tt.cfg)
		quiet(t, err)
		if tt.bad == "" && err != nil || tt.bad != "" && (err == nil || !strings.Contains(err.Error(), tt.bad)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.bad)
		}
	}
}

func TestKeyIsNotPrinted(t *testing.T) {
	cfg := mem0.Config{Key: secret, UserID: user}
	c, err := mem0.New(cfg)
	fatal(t, err)
	asJSON, err := json.Marshal(cfg)
	fatal(t, err)
	for _, s := range []string{
		fmt.Sprintf("%v %+v %#v %s %q", cfg, cfg, cfg, cfg.Key, cfg.Key), fmt.Sprintf("%x", cfg.Key),
		fmt.Sprintf("%v %+v %#v", c, c, *c), string(asJSON), c.Address(),
	} {
		if strings.Contains(s, "SECRET") || strings.Contains(s, fmt.Sprintf("%x", secret)) {
			t.Errorf("the key is in %s", s)
		}
	}
}

// The other host is real: it counts what it gets.
func TestRedirectToAnotherHostIsRefused(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		other := mem0test.New(mem0test.Options{})
		defer other.Close()
		s.Break(mem0test.Fault{Times: -1, Redirect: other.URL})
		_, err := c.Add(t.Context(), fact("Sessions live in Redis"))
		if !errors.Is(err, mem0.ErrRedirect) || !strings.Contains(err.Error(), strings.TrimPrefix(other.URL, "http://")) {
			t.Errorf("add: %v", err)
		}
		quiet(t, err)
		if _, err := c.Search(t.Context(), "x", "", 5); !errors.Is(err, mem0.ErrRedirect) {
			t.Errorf("search: %v", err)
		}
		if n := len(other.Requests()); n != 0 {
			t.Errorf("the other host got %d requests", n)
		}
		if n := len(s.Requests()); n != 2 {
			t.Errorf("%d requests, want one a call", n)
		}
	})
}

func TestHostileRedirectDoesNotPutTheKeyIntoTheError(t *testing.T) {
	s := mem0test.New(mem0test.Options{Key: secret})
	defer s.Close()
	s.Break(mem0test.Fault{Times: -1, Status: http.StatusTemporaryRedirect, Header: map[string]string{"Location": "https://evil.example/" + secret + "?" + secret}})
	_, err := client(t, s, mem0.SelfHosted).Search(t.Context(), "x", "", 1)
	if !errors.Is(err, mem0.ErrRedirect) || strings.Contains(err.Error(), "evil.example/") {
		t.Errorf("%v", err)
	}
	quiet(t, err)
}

// A redirect on the same host is followed, with the method and the body: what
// web frameworks do about a slash at the end.
func TestRedirectOnTheSameHostIsFollowed(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		s.Break(mem0test.Fault{Times: 1, Redirect: s.URL})
		_, err := c.Add(t.Context(), fact("Sessions live in Redis"))
		fatal(t, err)
		s.Break(mem0test.Fault{Times: 1, Status: http.StatusFound, Header: map[string]string{"Location": "/memories"}})
		if _, err := c.Add(t.Context(), fact("Another one")); !errors.Is(err, mem0.ErrRedirect) {
			t.Errorf("a redirect that loses the body: %v", err)
		}
		if n := len(s.Stored(user)); n != 1 {
			t.Errorf("%d memories", n)
		}
	})
}

func TestUnknownCertificateIsRefused(t *testing.T) {
	s := mem0test.New(mem0test.Options{TLS: true, Key: secret})
	defer s.Close()
	c := client(t, s, mem0.SelfHosted)
	_, err := c.Add(t.Context(), fact("Sessions live in Redis"))
	if err == nil || !strings.Contains(err.Error(), "certificate") || !mem0.IsAway(err) {
		t.Errorf("%v", err)
	}
	quiet(t, err)
	if n := len(s.Requests()); n != 0 {
		t.Errorf("%d requests went out", n)
	}
}

// The ids that would become the route that deletes everything.
func TestIDsThatAreNone(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		for _, id := range []string{"", ".", "..", "a/b", "/", "a?b", "a#b", "a b", "%2e%2e", "\x00", strings.Repeat("a", 300)} {
			for name, err := range map[string]error{"delete": c.Delete(t.Context(), id), "update": c.Update(t.Context(), id, fact("x"))} {
				if !errors.Is(err, mem0.ErrNotFound) {
					t.Errorf("%s %q: %v", name, id, err)
				}
			}
		}
		if n := len(s.Requests()); n != 0 {
			t.Errorf("%d requests went out", n)
		}
	})
}

func TestMemoryOfAnotherUserIsNotTouched(t *testing.T) {
	for _, null := range []bool{false, true} {
		styles(t, mem0test.Options{IgnoreFilter: true, NullMissing: null}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
			id := s.Put("somebody", "Sessions live in Redis", nil)
			for name, err := range map[string]error{"delete": c.Delete(t.Context(), id), "update": c.Update(t.Context(), id, fact("x")), "delete of none": c.Delete(t.Context(), "none")} {
				if !errors.Is(err, mem0.ErrNotFound) {
					t.Errorf("%s: %v", name, err)
				}
			}
			found, err := c.Search(t.Context(), "sessions redis", "", 5)
			listed, err2 := c.List(t.Context(), "", 5)
			if err != nil || err2 != nil || len(found)+len(listed) != 0 {
				t.Errorf("found %v %v, listed %v %v", found, err, listed, err2)
			}
			if got := texts(s, "somebody"); len(got) != 1 || got[0] != "Sessions live in Redis" {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestUpdateKeepsMetadataOfOthers(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		id := s.Put(user, "Sessions live in Redis", map[string]any{"team": "core", "n": 12345678901234567, "type": "guide", "project": "old"})
		rec := fact("Sessions live in Valkey")
		rec.Type, rec.Project = "", ""
		fatal(t, c.Update(t.Context(), id, rec))
		got := s.Stored(user)[0]
		if got.Text != rec.Text || got.Metadata["team"] != "core" || got.Metadata["type"] != "guide" || got.Metadata["project"] != "old" || got.Metadata["date"] == nil {
			t.Errorf("%+v", got)
		}
	})
}

func TestListGoesThroughThePages(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		for i := range 230 {
			s.Put(user, fmt.Sprintf("Fact %d", i), map[string]any{"project": []any{"shop", "other"}[i%2]})
		}
		all, err := c.List(t.Context(), "", 225)
		fatal(t, err)
		shop, err := c.List(t.Context(), "shop", 1000)
		fatal(t, err)
		if len(all) != 225 || len(shop) != 115 || all[224].Text != "Fact 224" || all[0].ID == all[100].ID {
			t.Errorf("%d and %d", len(all), len(shop))
		}
	})
}

func TestCanary(t *testing.T) {
	styles(t, mem0test.Options{SearchLag: 2}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		fatal(t, c.Canary(t.Context()))
		if n := len(s.Stored("")); n != 0 {
			t.Errorf("%d memories stay behind", n)
		}
	})
	styles(t, mem0test.Options{WrongScope: "mem0-mcp"}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		err := c.Canary(t.Context())
		if !errors.Is(err, mem0.ErrScope) || !strings.Contains(err.Error(), user) {
			t.Errorf("a silent wrong scope: %v", err)
		}
		if n := len(s.Stored("")); n != 0 {
			t.Errorf("%d memories stay behind", n)
		}
	})
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		ctx, cancel := context.WithCancel(t.Context())
		s.Break(mem0test.Fault{Path: "/v3/memories/search/", Times: -1, Hang: true})
		s.Break(mem0test.Fault{Path: "/search", Times: -1, Hang: true})
		go func() {
			look := time.NewTicker(time.Millisecond)
			defer look.Stop()
			for len(s.Requests()) < 2 && ctx.Err() == nil {
				<-look.C
			}
			cancel()
		}()
		if err := c.Canary(ctx); err == nil {
			t.Error("no error")
		}
		if n := len(s.Stored("")); n != 0 {
			t.Errorf("%d memories stay behind when the caller gave up", n)
		}
	})
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		s.Break(mem0test.Fault{Method: "DELETE", Times: -1, Status: http.StatusForbidden, Body: secret})
		err := c.Canary(t.Context())
		if err == nil || !strings.Contains(err.Error(), "stays behind") {
			t.Errorf("%v", err)
		}
		quiet(t, err)
	})
}

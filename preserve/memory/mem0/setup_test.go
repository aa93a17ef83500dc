package mem0_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/record"
)

// secret is the key of every test: no error may hold it.
const secret = "m0-SECRET/key+1"

const user = "person-7"

// styles runs a test against both shapes.
func styles(t *testing.T, opt mem0test.Options, test func(t *testing.T, s *mem0test.Server, c *mem0.Client)) {
	for _, style := range []mem0.Style{mem0.Hosted, mem0.SelfHosted} {
		t.Run(string(style), func(t *testing.T) {
			opt := opt
			opt.Hosted = style == mem0.Hosted
			opt.Key = secret
			s := mem0test.New(opt)
			t.Cleanup(s.Close)
			test(t, s, client(t, s, style))
		})
	}
}

// client has a pause that waits for nothing, and ends with the context.
func client(t *testing.T, s *mem0test.Server, style mem0.Style) *mem0.Client {
	t.Helper()
	c, err := mem0.New(mem0.Config{BaseURL: s.URL, Key: secret, UserID: user, Style: style})
	if err != nil {
		t.Fatal(err)
	}
	c.SetPause(func(ctx context.Context, _ time.Duration) error { return ctx.Err() })
	return c
}

func fact(text string) record.Record {
	return record.Record{Type: record.Decision, Project: "shop", Text: text}
}

// quiet fails when an error, in any way of printing it, has the key.
func quiet(t *testing.T, err error) {
	t.Helper()
	for _, s := range []string{fmt.Sprint(err), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", err)} {
		if strings.Contains(s, secret) || strings.Contains(s, "SECRET") {
			t.Errorf("the key is in the error: %s", s)
		}
	}
}

func texts(s *mem0test.Server, of string) []string {
	var out []string
	for _, m := range s.Stored(of) {
		out = append(out, m.Text)
	}
	return out
}

// send saves one fact as an outbox does, later: nil means that it is there.
func send(t *testing.T, c *mem0.Client, rec record.Record, replaces string) error {
	ch := mem0.Choices{}
	if replaces != "" {
		ch.Replaces = map[int]string{0: replaces}
	}
	switch o := c.Save(t.Context(), []record.Record{rec}, ch)[0]; o.State {
	case mem0.Conflict:
		return &mem0.ConflictError{ID: o.ID, Text: o.Text}
	default:
		return o.Err
	}
}

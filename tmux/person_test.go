package tmux

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"savectx/tmux/tmuxtest"
)

func lastKey(t *testing.T, p *Pane) time.Time {
	t.Helper()
	at, err := p.LastKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// A person's keys move it, ours do not.
func TestLastKey(t *testing.T) {
	b := newBed(t)
	if at := lastKey(t, b.pane); !at.IsZero() {
		t.Errorf("nobody is attached, last key %v", at)
	}
	stranger := b.NewReader(80, 24)
	b.Attach(stranger.Pane)
	if at := lastKey(t, b.pane); !at.IsZero() {
		t.Errorf("somebody else is attached, last key %v", at)
	}

	c := b.Attach(b.reader.Pane)
	attached := lastKey(t, b.pane)
	if attached.IsZero() {
		t.Fatal("no activity of an attached client")
	}
	typed := 0
	b.Until(tmuxtest.Limit, func() error {
		c.Type("k")
		typed++
		if at := lastKey(t, b.pane); !at.After(attached) {
			return fmt.Errorf("last key %v", at)
		}
		return nil
	})
	b.reader.Expect(strings.Repeat("k", typed))

	moved := lastKey(t, b.pane)
	b.Until(tmuxtest.Limit, func() error { // whole seconds: let the next one come
		if !time.Now().After(moved.Add(2 * time.Second)) {
			return errors.New("still the same second")
		}
		return nil
	})
	_, y := cursor(t, b.pane)
	b.Tmux("send-keys", "-t", b.reader.Pane, "Enter")
	b.Until(tmuxtest.Limit, func() error {
		x, now := cursor(t, b.pane)
		if x != 2 || now <= y && y != 22 {
			return fmt.Errorf("cursor at %d,%d", x, now)
		}
		return nil
	})
	x, y := cursor(t, b.pane)
	ok, err := b.pane.Paste(t.Context(), "ours", x, y)
	done(t, ok, err)
	b.at(t, x+4, y)
	ok, err = b.pane.Press(t.Context(), KeyEnter, x+4, y)
	done(t, ok, err)
	b.reader.Expect(strings.Repeat("k", typed) + "\r" + bracketed("ours") + "\r")
	if at := lastKey(t, b.pane); !at.Equal(moved) {
		t.Errorf("our own keys moved it from %v to %v", moved, at)
	}
	c.Detach()
	if at := lastKey(t, b.pane); !at.IsZero() {
		t.Errorf("detached, last key %v", at)
	}
}

// A window linked into another session is seen from there too.
func TestClientOfALinkedSession(t *testing.T) {
	b := newBed(t)
	b.Tmux("new-session", "-d", "-s", "grouped", "-t", b.Format(b.reader.Pane, "#{session_name}"))
	b.Attach("grouped")
	if at := lastKey(t, b.pane); at.IsZero() {
		t.Error("the client in the grouped session is not seen")
	}
}

func TestTell(t *testing.T) {
	b := newBed(t)
	if err := b.pane.Tell(t.Context(), "savectx: nobody is here"); err != nil {
		t.Errorf("nobody attached: %v", err)
	}
	c, d := b.Attach(b.reader.Pane), b.Attach(b.reader.Pane)
	message := "savectx: compacted - job 12, it's done. 完了 / ok?"
	if err := b.pane.Tell(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	for _, client := range []*tmuxtest.Client{c, d} {
		b.Until(tmuxtest.Limit, func() error {
			if !strings.Contains(client.Output(), message) {
				return fmt.Errorf("not on the status line")
			}
			return nil
		})
	}
	b.sync(t, "")
}

func TestTellRefuses(t *testing.T) {
	b := newBed(t)
	b.Attach(b.reader.Pane)
	witness := filepath.Join(filepath.Dir(b.Socket), "ran")
	for _, message := range []string{
		"", "#(touch " + witness + ")", "a #(touch " + witness + ")", "a #{pane_id}", "100%", "%H", "-p x", " x", "a;", "a;b", "$(x)", "`x`",
		"a\nb", "a\x1b[31m", "a\"b", "a\\b", "{a}", "a\xff", strings.Repeat("x", maxTell+1),
	} {
		if err := b.pane.Tell(t.Context(), message); err == nil {
			t.Errorf("%q was shown", message)
		}
	}
	if _, err := os.Stat(witness); err == nil {
		t.Error("a message was run")
	}
}

func FuzzTellable(f *testing.F) {
	f.Add("savectx: job 1 is done")
	f.Add("#(x)")
	f.Fuzz(func(t *testing.T, message string) {
		if tellable(message) == nil && (strings.ContainsAny(message, "#%;{}$`\\\"\n\r\x1b\x00") || strings.HasPrefix(message, "-")) {
			t.Errorf("%q passed", message)
		}
	})
}

func TestOffer(t *testing.T) {
	b := newBed(t)
	text := "-/compact keep #{pane_id} $(x) 語;" + strings.Repeat("x", 20_000)
	for range 2 { // replaces
		if err := b.pane.Offer(t.Context(), "savectx-line", text); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.Tmux("show-buffer", "-b", "savectx-line"); got != text {
		t.Errorf("got %.60q", got)
	}
	for _, bad := range [][2]string{
		{"", "x"}, {"-a", "x"}, {"a b", "x"}, {"a;", "x"}, {"a", ""}, {"a", "two\nlines"}, {"a", "\x1b"}, {"a", strings.Repeat("x", maxOffer+1)},
	} {
		if err := b.pane.Offer(t.Context(), bad[0], bad[1]); err == nil {
			t.Errorf("%.40q was taken", bad)
		}
	}
	b.sync(t, "")
}

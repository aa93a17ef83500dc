package tmux

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"savectx/tmux/tmuxtest"
)

func TestMain(m *testing.M) { tmuxtest.Main(m) }

// bed is a private server, a recording program in a pane, and that pane.
type bed struct {
	*tmuxtest.Server
	server *Server
	reader *tmuxtest.Reader
	pane   *Pane
}

func newBed(t *testing.T) *bed {
	t.Helper()
	ts := tmuxtest.New(t)
	r := ts.NewReader(80, 24)
	s, p := openPane(t, ts, r.Pane)
	return &bed{Server: ts, server: s, reader: r, pane: p}
}

func openPane(t *testing.T, ts *tmuxtest.Server, id string) (*Server, *Pane) {
	t.Helper()
	s, err := Open(t.Context(), ts.Socket)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Pane(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

// underShell is a bed whose reader runs below a shell with job control.
func underShell(t *testing.T, shell ...string) *bed {
	t.Helper()
	ts := tmuxtest.New(t)
	log, command := ts.ReaderCommand()
	id := ts.NewPane(80, 24, shell...)
	ts.Tmux("send-keys", "-l", "-t", id, "--", strings.Join(command, " "))
	ts.Tmux("send-keys", "-t", id, "Enter")
	r := ts.ReaderIn(id, log)
	s, p := openPane(t, ts, id)
	return &bed{Server: ts, server: s, reader: r, pane: p}
}

var bash = []string{"bash", "--norc", "--noprofile", "-i"}

func cursor(t *testing.T, p *Pane) (x, y int) {
	t.Helper()
	_, x, y, err := p.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return x, y
}

// at waits until the cursor is at x, y.
func (b *bed) at(t *testing.T, x, y int) {
	t.Helper()
	b.Until(tmuxtest.Limit, func() error {
		_, gotX, gotY, err := b.pane.Read(t.Context())
		if err == nil && (gotX != x || gotY != y) {
			err = fmt.Errorf("cursor at %d,%d, want %d,%d", gotX, gotY, x, y)
		}
		return err
	})
}

// done asserts that a guarded call did its work.
func done(t *testing.T, ok bool, err error) {
	t.Helper()
	if err != nil || !ok {
		t.Fatalf("got %v, %v, want it done", ok, err)
	}
}

// refused asserts that a guarded call did nothing.
func refused(t *testing.T, ok bool, err error) {
	t.Helper()
	if err != nil || ok {
		t.Fatalf("got %v, %v, want it refused", ok, err)
	}
}

func wants(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

// bothRefused tries a paste and an Enter where the cursor is now.
func (b *bed) bothRefused(t *testing.T) {
	t.Helper()
	x, y := cursor(t, b.pane)
	ok, err := b.pane.Paste(t.Context(), "touch PASTED", x, y)
	refused(t, ok, err)
	ok, err = b.pane.Press(t.Context(), KeyEnter, x, y)
	refused(t, ok, err)
	b.noBuffers(t)
}

func (b *bed) noBuffers(t *testing.T) {
	t.Helper()
	if list := b.Tmux("list-buffers"); list != "" {
		t.Fatalf("left behind: %s", list)
	}
}

// sync returns after everything sent so far has been read: it presses Enter
// through tmux itself and waits for it, so that an absence can be asserted.
func (b *bed) sync(t *testing.T, before string) {
	t.Helper()
	b.Tmux("send-keys", "-t", b.reader.Pane, "Enter")
	b.reader.Expect(before + "\r")
}

var background = context.Background()

package tmux

import (
	"fmt"
	"syscall"
	"testing"

	"savectx/tmux/tmuxtest"
)

// An Enter in the queue of a frozen program shows as one byte, and is not taken.
func TestUnread(t *testing.T) {
	ts := tmuxtest.New(t)
	log, command := ts.ReaderCommand()
	// tmux resumes a pane's first process when it stops: a shell lies between.
	id := ts.NewPane(80, 24, append([]string{"sh", "-c", `"$@"; :`, "sh"}, command...)...)
	r := ts.ReaderIn(id, log)
	_, p := openPane(t, ts, id)
	waiting := func(want int) {
		t.Helper()
		ts.Until(tmuxtest.Limit, func() error {
			if n, err := p.Unread(); err != nil || n != want {
				return fmt.Errorf("%d bytes unread, %v, want %d", n, err, want)
			}
			return nil
		})
	}
	waiting(0)
	r.Stop()
	defer r.Signal(syscall.SIGCONT)
	ok, err := p.Press(t.Context(), KeyEnter, 2, 0)
	done(t, ok, err)
	waiting(1)
	ok, err = p.Paste(t.Context(), "語", 2, 0) // nothing is drawn, so the cursor stands
	done(t, ok, err)
	waiting(1 + len(bracketed("語")))
	r.Signal(syscall.SIGCONT)
	r.Expect("\r" + bracketed("語"))
	waiting(0)
}

func TestUnreadOfNoTerminal(t *testing.T) {
	for _, tty := range []string{"", "/etc/passwd", "/dev/null", "/dev/pts/nonexistent", "x"} {
		p := &Pane{id: Identity{TTY: tty}}
		if n, err := p.Unread(); err == nil {
			t.Errorf("%q: %d bytes", tty, n)
		}
	}
}

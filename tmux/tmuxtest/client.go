// A person: a real tmux client in a pseudo-terminal.

package tmuxtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"github.com/creack/pty"
)

// keepOutput bounds what a Client remembers, in bytes.
const keepOutput = 1 << 20

// Client is attached to one session until Detach or the end of the test.
type Client struct {
	s    *Server
	cmd  *exec.Cmd
	term *os.File
	done chan struct{} // closed when the output has ended
	once sync.Once

	mu  sync.Mutex
	out bytes.Buffer
}

// Attach attaches a client of 80 by 24 to the session of a pane, or to a
// session by name, and returns once the server knows it.
func (s *Server) Attach(target string) *Client {
	s.t.Helper()
	c := &Client{s: s, done: make(chan struct{})}
	c.cmd = s.command(context.Background(), "attach-session", "-t", target)
	term, err := pty.StartWithSize(c.cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		s.t.Fatalf("attach: %v", err)
	}
	c.term = term
	go c.drain()
	s.t.Cleanup(c.close)
	pid := strconv.Itoa(c.cmd.Process.Pid)
	s.Until(Limit, func() error {
		list, err := s.Try("list-clients", "-F", "#{client_pid}")
		if err != nil {
			return err
		}
		for p := range strings.FieldsSeq(list) {
			if p == pid {
				return nil
			}
		}
		return fmt.Errorf("client %s is not among %q: %s", pid, list, c.Output())
	})
	return c
}

func (c *Client) drain() {
	defer close(c.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := c.term.Read(buf)
		c.mu.Lock()
		if c.out.Len() > keepOutput {
			c.out.Reset()
		}
		c.out.Write(buf[:n])
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Type sends bytes as the person's keyboard would.
func (c *Client) Type(keys string) {
	c.s.t.Helper()
	if _, err := c.term.WriteString(keys); err != nil {
		c.s.t.Fatalf("type %q: %v", keys, err)
	}
}

// Output is what tmux has drawn on the person's terminal, escapes included.
func (c *Client) Output() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.String()
}

// Detach ends the client and returns once the server has forgotten it.
func (c *Client) Detach() {
	c.s.t.Helper()
	pid := strconv.Itoa(c.cmd.Process.Pid)
	c.close()
	c.s.Until(Limit, func() error {
		list, err := c.s.Try("list-clients", "-F", "#{client_pid}.")
		if err != nil {
			return err
		}
		if strings.Contains("\n"+list, "\n"+pid+".") {
			return errors.New("the client is still attached")
		}
		return nil
	})
}

// close kills the client: a terminal that was closed.
func (c *Client) close() {
	c.once.Do(func() {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
		_ = c.term.Close()
		<-c.done
	})
}

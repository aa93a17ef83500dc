// A connection to one server: bounded in time, size and number of tools.

package anymcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bounds of one connection.
const (
	maxFrame = 16 << 20 // one message, in bytes
	maxTools = 20_000
	maxPages = 1_000 // of the list of tools

	// DefaultStart also covers a server that npx or uvx fetches first.
	DefaultStart = 60 * time.Second
	DefaultCall  = 20 * time.Second
)

// Options of a connection; the zero value is usable.
type Options struct {
	Start, Call time.Duration // DefaultStart, DefaultCall
	Version     string        // savectx's own, told to the server
}

// Conn is a connection to a server. It is used by one caller at a time: some
// servers lose one of two simultaneous changes. Calls wait for each other.
type Conn struct {
	server  Server
	opts    Options
	session *mcp.ClientSession
	process *process // nil for HTTP
	cancel  context.CancelFunc
	turn    chan struct{}
	end     sync.Once
}

// ErrUnclear is in the error of a change that was sent and not answered: it
// may have happened.
var ErrUnclear = errors.New("it is not known whether it was done")

// Connect starts or calls the server. The error quotes the end of what a
// command wrote to stderr, on one line, without the values of its
// configuration that look secret. After an error nothing runs.
func Connect(ctx context.Context, s Server, o Options) (*Conn, error) {
	if o.Start <= 0 {
		o.Start = DefaultStart
	}
	if o.Call <= 0 {
		o.Call = DefaultCall
	}
	if o.Version == "" {
		o.Version = "0"
	}
	ctx, cancel := context.WithTimeoutCause(ctx, o.Start, errLate{o.Start})
	defer cancel()
	// Servers from before 2026-07-28 may never answer the newer greeting, so
	// the older one comes first: who has given it up says so.
	c, err := connect(ctx, s, o, "2025-11-25")
	var said *jsonrpc.Error
	if errors.As(err, &said) && (said.Code == jsonrpc.CodeMethodNotFound || said.Code == mcp.CodeUnsupportedProtocolVersion) {
		c, err = connect(ctx, s, o, "")
	}
	return c, err
}

func connect(ctx context.Context, s Server, o Options, version string) (*Conn, error) {
	c := &Conn{server: s, opts: o, turn: make(chan struct{}, 1)}
	// The SDK binds long-lived streams to the context it connects with.
	var alive context.Context
	alive, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	transport, err := c.transport()
	if err != nil {
		c.cancel()
		return nil, c.failed("starting", err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "savectx", Version: o.Version},
		&mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	err = c.within(ctx, o.Start, func(ctx context.Context) (err error) {
		defer context.AfterFunc(ctx, c.cancel)()
		c.session, err = client.Connect(alive, transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
		return err
	})
	if err != nil {
		err = c.failed("connecting", err)
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *Conn) transport() (mcp.Transport, error) {
	s := c.server
	if s.Type == Stdio {
		var err error
		if c.process, err = start(s); err != nil {
			return nil, err
		}
		return &mcp.IOTransport{Reader: c.process.stdout, Writer: c.process.stdin, MaxLineLength: maxFrame}, nil
	}
	web, err := webClient(s)
	if err != nil {
		return nil, err
	}
	if s.Type == SSE {
		return &mcp.SSEClientTransport{Endpoint: s.URL, HTTPClient: web, MaxEventSize: maxFrame}, nil
	}
	return &mcp.StreamableClientTransport{Endpoint: s.URL, HTTPClient: web, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: maxFrame}, nil
}

// Close ends the server that was started, or the session.
func (c *Conn) Close() {
	c.end.Do(func() {
		defer c.cancel()
		if c.process != nil {
			c.process.stop()
			c.cancel()
		}
		if c.session != nil {
			_ = c.session.Close()
		}
	})
}

// within runs f, and gives up on the whole connection when f has not come
// back in time: a write to a server that reads nothing blocks for good.
func (c *Conn) within(ctx context.Context, limit time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errLate{limit})
	defer cancel()
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	done := make(chan error, 1)
	go func() {
		defer func() { <-c.turn }()
		done <- f(ctx)
	}()
	select {
	case err := <-done:
		if err != nil && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	case <-ctx.Done():
	}
	select {
	case <-done:
		return context.Cause(ctx)
	case <-time.After(readPatience):
	}
	c.cancel()
	if c.process != nil {
		c.process.stop()
	}
	<-done
	return context.Cause(ctx)
}

// Tools lists the server's tools.
func (c *Conn) Tools(ctx context.Context) (tools []*mcp.Tool, err error) {
	err = c.within(ctx, c.opts.Call, func(ctx context.Context) error {
		params := &mcp.ListToolsParams{}
		for range maxPages {
			page, err := c.session.ListTools(ctx, params)
			if err != nil {
				return err
			}
			for _, t := range page.Tools {
				if t != nil {
					tools = append(tools, t)
				}
			}
			if len(tools) > maxTools {
				return fmt.Errorf("it has more than %d tools", maxTools)
			}
			if page.NextCursor == "" {
				return nil
			}
			params.Cursor = page.NextCursor
		}
		return fmt.Errorf("its list of tools has more than %d pages", maxPages)
	})
	if err != nil {
		return nil, c.failed("listing its tools", err)
	}
	return tools, nil
}

// call runs one tool. change says that it changes something, so that a lost
// answer is told apart.
func (c *Conn) call(ctx context.Context, tool string, args map[string]any, change bool) (*answer, error) {
	var result *mcp.CallToolResult
	sent := false
	err := c.within(ctx, c.opts.Call, func(ctx context.Context) (err error) {
		sent = true
		result, err = c.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
		return err
	})
	doing := "calling " + clean(tool, maxName)
	if err != nil {
		err = c.failed(doing, err)
		if sent && change && !refused(err) && !turnedAway(err) {
			err = fmt.Errorf("%w; %w", err, ErrUnclear)
		}
		return nil, err
	}
	a := readAnswer(result)
	if a.failure != "" {
		said := hide(a.failure, c.server.secrets())
		return nil, &refusal{said, fmt.Sprintf("memory server %s: %s: it answered: %s", c.name(), doing, said)}
	}
	return a, nil
}

func (c *Conn) name() string { return clean(c.server.Name, maxName) }

// failed words an error, with what the process said.
func (c *Conn) failed(doing string, err error) error {
	told := ""
	if c.process != nil && !refused(err) {
		patience := readPatience
		if late(err) {
			patience = 0
		}
		told = c.process.story(patience)
	}
	if len(c.server.Missing) > 0 {
		told += "; not set: " + strings.Join(c.server.Missing, ", ")
	}
	secrets := c.server.secrets()
	return &failure{fmt.Sprintf("memory server %s: %s: %s%s", c.name(), doing,
		clean(hide(err.Error(), secrets), maxQuote), hide(told, secrets)), err}
}

// lookPath finds the command with the PATH of the session.
func lookPath(s Server) (string, error) {
	if strings.ContainsRune(s.Command, '/') {
		return s.Command, nil
	}
	path := ""
	for _, pair := range s.environ() {
		if v, ok := strings.CutPrefix(pair, "PATH="); ok {
			path = v
		}
	}
	for _, dir := range filepath.SplitList(path) {
		full := filepath.Join(dir, s.Command)
		if info, err := os.Stat(full); filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return full, nil
		}
	}
	return "", fmt.Errorf("no program %s on PATH", clean(s.Command, maxName))
}

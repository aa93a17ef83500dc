// The server and its tools.

package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options of a server.
type Options struct {
	Version string
	Session string // the session around the server (CLAUDE_CODE_SESSION_ID); may be ""
	Project string // of the folder the server runs in
	// Clean takes secrets out of a text. Every text that comes in passes it
	// before anything else is done with it. Required.
	Clean func(string) string
}

// Bounds, in characters unless said otherwise.
const (
	MaxCompact = 2_000
	LoadBudget = 5_000
	maxID      = 200
	maxTitle   = 200
	maxSummary = 2_000
	maxContent = 10_000
	maxQuery   = 1_000
	maxTag     = 100
	maxTags    = 50 // tags
	maxRules   = 5  // rules
	maxLimit   = 100
	maxExcerpt = 300
	maxAnswer  = 40_000
	// maxInput bounds a text before it is cleaned, in bytes.
	maxInput = 256 << 10
)

type server struct {
	store Store
	opts  Options
}

// New makes the server. It panics without a store or a Clean, which would be
// a program that could leak.
func New(store Store, o Options) *mcp.Server {
	if store == nil || o.Clean == nil {
		panic("mcpserver: no store, or nothing that takes secrets out")
	}
	s := &server{store, o}
	srv := mcp.NewServer(&mcp.Implementation{Name: "savectx", Version: cmp.Or(o.Version, "0")}, &mcp.ServerOptions{
		Instructions: "Sessions and facts saved on this machine. Search before asking the user what was decided earlier; save a session before it is compacted or left.",
	})
	no, yes := false, true
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}
	adds := &mcp.ToolAnnotations{DestructiveHint: &no, IdempotentHint: true, OpenWorldHint: &no}
	replaces := &mcp.ToolAnnotations{DestructiveHint: &yes, IdempotentHint: true, OpenWorldHint: &no}
	add(srv, s, "memory_session", replaces, s.session,
		"Save this session, or update what was saved of it. Use it before a compaction, at the end of a task, and when the topic changes. Replaces the earlier summary. Answers with rules that apply.")
	add(srv, s, "memory_remember", adds, s.remember,
		"Keep one fact, rule or preference for later sessions. Use it when the user states how they want things done, or when something learned will matter again. One fact a call, understandable by itself.")
	add(srv, s, "memory_search", reads, s.search,
		"Search saved sessions, facts and notes by words, tags and dates. Use it when earlier work may hold the answer. Without a query: the newest.")
	add(srv, s, "memory_read", reads, s.read,
		"Read one item whole. Use it with a ref from memory_search when its excerpt is not enough.")
	add(srv, s, "memory_load_session", reads, s.load,
		"Load an earlier session to go on with it: its notes, its facts and the end of its conversation. ref is its id, the beginning of it, or latest.")
	add(srv, s, "memory_explore_tags", reads, s.tags,
		"List the tags in use and how often. Use it before filtering a search by tags.")
	return srv
}

// add installs a tool whose answer is a text and whose error is for the model.
func add[In any](srv *mcp.Server, s *server, name string, a *mcp.ToolAnnotations, run func(context.Context, In) (string, error), description string) {
	mcp.AddTool(srv, &mcp.Tool{Name: name, Description: description, Annotations: a},
		func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			text, err := run(ctx, in)
			if err != nil {
				return nil, nil, s.told(err)
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: shorten(text, maxAnswer)}}}, nil, nil
		})
}

// mistake is an error in the arguments: it is told as it is.
type mistake string

func (m mistake) Error() string { return string(m) }

// told words an error for the model.
func (s *server) told(err error) error {
	var m mistake
	switch {
	case errors.As(err, &m):
		return m
	case errors.Is(err, ErrNotFound):
		return errors.New("nothing has that ref; memory_search gives refs")
	}
	return fmt.Errorf("the memory store failed, nothing was saved or read: %s", shorten(s.opts.Clean(err.Error()), maxExcerpt))
}

// shorten cuts a text to limit characters, the mark included.
func shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	const mark = "\n[cut]"
	return string([]rune(text)[:limit-len(mark)]) + mark
}

// savectx mcp: the embedded store as the tools of an MCP server.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/mcpserver"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/store"
)

func mcpCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "mcp", Usage: "an MCP server on stdin and stdout: memory_session and its siblings, for a model",
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			hide, err := v.secrets()
			if err != nil {
				return err
			}
			return v.remembered(c.Context, func(s *store.Store) error {
				server := mcpserver.New(kept{v, s}, mcpserver.Options{
					Version: versionText(), Session: os.Getenv("CLAUDE_CODE_SESSION_ID"), Project: projectOf(c),
					Clean: func(text string) string { text, _ = hide.Text(text); return text },
				})
				err := server.Run(c.Context, &mcp.StdioTransport{})
				if errors.Is(err, context.Canceled) {
					return nil
				}
				return err
			})
		},
	}
}

// kept is the embedded store as the server's tools see it.
type kept struct {
	v *voice
	s *store.Store
}

// A reference names what it leads to: "session:ID", "fact:ID"; without that it
// is tried as both.
const (
	sessionRef = "session:"
	factRef    = "fact:"
)

func notFound(err error) error { return fmt.Errorf("%w: %w", mcpserver.ErrNotFound, err) }

func (k kept) PutSession(ctx context.Context, s mcpserver.Session) error {
	err := k.s.PutSession(ctx, store.Session{ID: s.ID, Project: s.Project, Title: s.Title, Summary: s.Summary, Tags: s.Tags, Compact: s.Compact})
	if err != nil {
		return err
	}
	transcript := transcriptOf(s.ID)
	k.v.keepTextSoon(ctx, k.s, s.ID, transcript)
	k.v.errandHere(s.ID, transcript)
	return nil
}

func (k kept) Rules(ctx context.Context, project, about string, limit int) ([]mcpserver.Hit, error) {
	hits, err := k.s.Search(ctx, about, store.Filter{Projects: []string{project}, Kinds: []string{store.KindMemory}, Limit: 50})
	var rules []mcpserver.Hit
	for _, h := range hits {
		if h.Type == record.Feedback && (h.Project == project || h.Project == "") && len(rules) < limit {
			rules = append(rules, hitOf(h))
		}
	}
	return rules, err
}

func hitOf(h store.Hit) mcpserver.Hit {
	ref := factRef + h.ID
	switch {
	case h.Kind == store.KindEntry:
		ref = h.Source
	case h.Kind != store.KindMemory:
		ref = sessionRef + h.Session
	}
	return mcpserver.Hit{Ref: ref, Kind: h.Kind, Project: h.Project, Title: h.Title, Text: h.Text, Created: h.Created}
}

func (k kept) Remember(ctx context.Context, m mcpserver.Memory) (string, error) {
	kind := record.Reference
	if m.Rule {
		kind = record.Feedback
	}
	got, err := k.s.Remember(ctx, store.Memory{Project: m.Project, Type: kind, Title: m.Title, Content: m.Content, Tags: m.Tags})
	if err == nil {
		k.v.factsChanged(true) // one of the same title has gone
	}
	return factRef + got.ID, err
}

func (k kept) Search(ctx context.Context, q mcpserver.Query) ([]mcpserver.Hit, error) {
	k.v.indexHere(ctx, k.s)
	hits, err := k.s.Search(ctx, q.Text, store.Filter{Projects: []string{q.Project}, Tags: q.Tags, AnyTags: q.AnyTags, ExcludeTags: q.ExcludeTags,
		Since: q.Since, Until: q.Until, Limit: q.Limit, ExcludeSession: q.ExcludeSession})
	list := make([]mcpserver.Hit, len(hits))
	for i, h := range hits {
		list[i] = hitOf(h)
	}
	return list, err
}

func (k kept) Read(ctx context.Context, ref string) (mcpserver.Document, error) {
	id, isSession := strings.CutPrefix(ref, sessionRef)
	id, isFact := strings.CutPrefix(id, factRef)
	if !isSession {
		m, err := k.s.Get(ctx, id)
		if err == nil {
			return mcpserver.Document{Hit: mcpserver.Hit{Ref: factRef + m.ID, Kind: store.KindMemory, Project: m.Project, Title: m.Title, Tags: m.Tags, Created: m.Created}, Body: m.Content}, nil
		}
		if isFact {
			return mcpserver.Document{}, notFound(err)
		}
	}
	s, err := k.s.Session(ctx, id, "")
	if err != nil {
		return mcpserver.Document{}, notFound(err)
	}
	return mcpserver.Document{
		Hit:  mcpserver.Hit{Ref: sessionRef + s.ID, Kind: store.KindSession, Project: s.Project, Title: s.Title, Text: s.Summary, Tags: s.Tags, Created: s.Created},
		Body: strings.TrimSpace(s.Summary + "\n\n" + s.Compact),
	}, nil
}

func (k kept) LoadSession(ctx context.Context, l mcpserver.Load) (string, error) {
	// latest is another one than that which asks
	ref := latestBut(ctx, k.s, strings.TrimPrefix(l.Ref, sessionRef), l.Project, l.Current)
	got, err := k.s.Load(ctx, ref, l.Project, l.Budget)
	if err != nil {
		return "", notFound(err)
	}
	rememberLoaded(l.Current, got.Session.ID)
	return got.String(), nil
}

func (k kept) Tags(ctx context.Context) ([]mcpserver.Tag, error) {
	tags, err := k.s.Tags(ctx, "")
	list := make([]mcpserver.Tag, len(tags))
	for i, t := range tags {
		list[i] = mcpserver.Tag{Name: t.Name, Count: t.Count}
	}
	return list, err
}

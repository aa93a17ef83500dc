// What each tool does.

package mcpserver

import (
	"context"
	"fmt"
	"strings"
	"time"
)

type sessionArgs struct {
	SessionID string   `json:"session_id" jsonschema:"this session's id"`
	Project   string   `json:"project,omitempty" jsonschema:"the project's name, from the SessionStart context"`
	Title     string   `json:"title" jsonschema:"3 to 8 words"`
	Summary   string   `json:"summary" jsonschema:"1 to 3 sentences about the whole session so far, without names of files and functions; replaces the previous one"`
	Tags      []string `json:"tags,omitempty" jsonschema:"topics"`
	Compact   string   `json:"compact,omitempty" jsonschema:"detailed notes to go on from, at most 2000 characters; leave it out for a short session"`
}

func (s *server) session(ctx context.Context, in sessionArgs) (string, error) {
	var v Session
	err := first(
		into(&v.ID)(s.sessionID("session_id", in.SessionID, true)),
		into(&v.Project)(s.line("project", in.Project, maxTitle, false)),
		into(&v.Title)(s.line("title", in.Title, maxTitle, true)),
		into(&v.Summary)(s.text("summary", in.Summary, maxSummary, true)),
		into(&v.Tags)(s.lines("tags", in.Tags)),
		into(&v.Compact)(s.text("compact", in.Compact, MaxCompact, false)),
	)
	if err != nil {
		return "", mistake(err.Error() + hint(err))
	}
	if v.Project == "" {
		v.Project = s.opts.Project
	}
	if err := s.store.PutSession(ctx, v); err != nil {
		return "", err
	}
	rules, err := s.store.Rules(ctx, v.Project, v.Title+"\n"+v.Summary+"\n"+strings.Join(v.Tags, " "), maxRules)
	if err != nil || len(rules) == 0 {
		return "ok", nil // the session is saved, whatever else
	}
	out := "ok\n\nRules that apply here:"
	for _, r := range rules[:min(len(rules), maxRules)] {
		out += "\n- " + excerpt(r.Text)
	}
	return out, nil
}

// hint says how to shorten notes, in the order the skill has.
func hint(err error) string {
	if strings.HasPrefix(err.Error(), "compact has") {
		return ". Nothing was saved. Keep the header, current state, dead ends, user requirements and recent decisions; drop early history first"
	}
	return ""
}

type rememberArgs struct {
	Content string   `json:"content" jsonschema:"the fact, rule or preference; understandable by itself"`
	Tags    []string `json:"tags" jsonschema:"universal or project/NAME for where it applies; rule or preference when it is one; topics"`
	Title   string   `json:"title" jsonschema:"kebab-case, specific, such as run-regression-test-before-fixing"`
}

func (s *server) remember(ctx context.Context, in rememberArgs) (string, error) {
	v := Memory{Project: s.opts.Project}
	err := first(
		into(&v.Content)(s.text("content", in.Content, maxContent, true)),
		into(&v.Tags)(s.lines("tags", in.Tags)),
		into(&v.Title)(s.line("title", in.Title, maxTitle, true)),
	)
	if err != nil {
		return "", err
	}
	if v.Title = kebab(v.Title); v.Title == "" {
		return "", mistake("title has no letters")
	}
	for _, tag := range v.Tags {
		name, named := strings.CutPrefix(tag, "project/")
		switch {
		case named && name != "":
			v.Project = name
		case tag == "universal":
			v.Project = ""
		case tag == "rule", tag == "preference", tag == "feedback":
			v.Rule = true
		}
	}
	ref, err := s.store.Remember(ctx, v)
	if err != nil {
		return "", err
	}
	return "ok, ref " + ref, nil
}

type searchArgs struct {
	Query          string   `json:"query,omitempty" jsonschema:"words, an identifier, a path or a piece of an error; nothing gives the newest"`
	Tags           []string `json:"tags,omitempty" jsonschema:"all of them"`
	AnyTags        []string `json:"any_tags,omitempty" jsonschema:"at least one of them"`
	ExcludeTags    []string `json:"exclude_tags,omitempty" jsonschema:"none of them"`
	Since          string   `json:"since,omitempty" jsonschema:"YYYY-MM-DD"`
	Until          string   `json:"until,omitempty" jsonschema:"YYYY-MM-DD, that day included"`
	Limit          int      `json:"limit,omitempty" jsonschema:"at most 100; 20 when left out"`
	ExcludeSession string   `json:"exclude_session_id,omitempty" jsonschema:"a session to leave out, usually this one"`
}

func (s *server) search(ctx context.Context, in searchArgs) (string, error) {
	q := Query{Project: s.opts.Project, Limit: in.Limit}
	if q.Limit <= 0 {
		q.Limit = 20
	}
	q.Limit = min(q.Limit, maxLimit)
	err := first(
		into(&q.Text)(s.text("query", in.Query, maxQuery, false)),
		into(&q.Tags)(s.lines("tags", in.Tags)),
		into(&q.AnyTags)(s.lines("any_tags", in.AnyTags)),
		into(&q.ExcludeTags)(s.lines("exclude_tags", in.ExcludeTags)),
		into(&q.Since)(day("since", in.Since, false)),
		into(&q.Until)(day("until", in.Until, true)),
		into(&q.ExcludeSession)(s.sessionID("exclude_session_id", in.ExcludeSession, false)),
	)
	if err != nil {
		return "", err
	}
	hits, err := s.store.Search(ctx, q)
	if err != nil {
		return "", err
	}
	if len(hits) == 0 {
		return "nothing found", nil
	}
	var out strings.Builder
	for _, h := range hits[:min(len(hits), q.Limit)] {
		fmt.Fprintf(&out, "- %s\n  %s\n", heading(h), excerpt(h.Text))
	}
	return strings.TrimSpace(out.String()), nil
}

type readArgs struct {
	Ref string `json:"ref" jsonschema:"from memory_search"`
}

func (s *server) read(ctx context.Context, in readArgs) (string, error) {
	ref, err := s.line("ref", in.Ref, maxID, true)
	if err != nil {
		return "", err
	}
	d, err := s.store.Read(ctx, ref)
	if err != nil {
		return "", err
	}
	return heading(d.Hit) + "\n\n" + d.Body, nil
}

type loadArgs struct {
	Ref     string `json:"ref" jsonschema:"a session's id, the beginning of it, or latest"`
	Current string `json:"current_session_id,omitempty" jsonschema:"this session's id"`
}

func (s *server) load(ctx context.Context, in loadArgs) (string, error) {
	l := Load{Project: s.opts.Project, Budget: LoadBudget}
	err := first(
		into(&l.Ref)(s.line("ref", in.Ref, maxID, true)),
		into(&l.Current)(s.sessionID("current_session_id", in.Current, false)),
	)
	if err != nil {
		return "", err
	}
	if l.Current == "" {
		l.Current = s.opts.Session
	}
	text, err := s.store.LoadSession(ctx, l)
	return shorten(text, LoadBudget), err
}

type tagsArgs struct{}

func (s *server) tags(ctx context.Context, _ tagsArgs) (string, error) {
	tags, err := s.store.Tags(ctx)
	if err != nil {
		return "", err
	}
	if len(tags) == 0 {
		return "no tags yet", nil
	}
	var out strings.Builder
	for _, t := range tags {
		fmt.Fprintf(&out, "%s (%d)\n", t.Name, t.Count)
	}
	return strings.TrimSpace(out.String()), nil
}

// heading is the line above a text.
func heading(h Hit) string {
	parts := []string{"ref " + h.Ref}
	for _, p := range []string{h.Kind, h.Project, dateOf(h.Created), h.Title} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if len(h.Tags) > 0 {
		parts = append(parts, "["+strings.Join(h.Tags, ", ")+"]")
	}
	return strings.Join(parts, " · ")
}

func dateOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

func excerpt(text string) string {
	return strings.ReplaceAll(shorten(strings.Join(strings.Fields(text), " "), maxExcerpt), "\n", " ")
}

// into and first read several arguments and keep the first error.
func into[T any](to *T) func(T, error) error {
	return func(v T, err error) error { *to = v; return err }
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

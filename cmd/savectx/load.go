// savectx load: what is kept of a session, printed.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator/session"
	"savectx/preserve/memory/store"
)

func loadCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "load", Usage: "print what is kept of a session: its text, its facts, the end of its transcript", ArgsUsage: "[SESSION, latest, FACT, or words]",
		Description: "SESSION is an id or its beginning. Inside a session, latest is the newest of the others.\nWords that are no id name the session that a search for them finds first.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "project", Usage: "latest of the project `NAME`; without it, the one this runs in"},
			&cli.IntFlag{Name: "max-chars", Usage: "print at most `N` characters", Value: store.Budget},
			&cli.BoolFlag{Name: "json", Usage: "print it as JSON"}},
		Action: func(c *cli.Context) error {
			if n := c.Int("max-chars"); n < 200 {
				return usageError{fmt.Sprintf("--max-chars %d is too little", n), "give 200 at least, or leave it out"}
			}
			ref := strings.TrimSpace(strings.Join(c.Args().Slice(), " "))
			if ref == "" {
				ref = store.Latest
			}
			return v.remembered(c.Context, func(s *store.Store) error { return v.load(c, s, ref) })
		},
	}
}

func (v *voice) load(c *cli.Context, s *store.Store, ref string) error {
	inside := os.Getenv("CLAUDE_CODE_SESSION_ID")
	project := projectOf(c)
	ref, isFact := strings.CutPrefix(strings.TrimPrefix(ref, sessionRef), factRef)
	budget := c.Int("max-chars") - len("\n")
	l, err := s.Load(c.Context, latestBut(c.Context, s, ref, project, inside), project, budget)
	if errors.Is(err, store.ErrNotFound) && ref != store.Latest {
		if found, ferr := v.showOne(c, s, ref); found || ferr != nil {
			return ferr
		}
		if !isFact {
			l, err = v.loadByWords(c, s, ref, project, inside)
		}
	}
	switch {
	case errors.Is(err, store.ErrNotFound) && ref == store.Latest && project != "":
		return coded{exitNothing, fmt.Errorf("no session of the project %q is kept", oneLine(project)), "savectx load --project NAME loads another one's; /save and memory_session keep sessions"}
	case errors.Is(err, store.ErrNotFound):
		return coded{exitNothing, fmt.Errorf("no session %q is kept", oneLine(ref)), "savectx memory search finds sessions by words; /save and memory_session keep them"}
	case err != nil:
		return err
	}
	if chain, cerr := s.Chain(c.Context, l.Session.ID, ""); cerr == nil && !goesBackTo(chain, l.Session, inside) {
		rememberLoaded(inside, l.Session.ID)
	}
	if c.Bool("json") {
		return v.json(l)
	}
	return v.print(printable(v.withoutSecrets(l.String())) + "\n")
}

// loadByWords is the session that words find first, and says which one it is.
func (v *voice) loadByWords(c *cli.Context, s *store.Store, words, project, but string) (store.Loaded, error) {
	hits, err := s.Search(c.Context, words, store.Filter{Projects: []string{project}, Limit: 1, ExcludeSession: but,
		Kinds: []string{store.KindSession, store.KindFact, store.KindTranscript}})
	if err != nil {
		return store.Loaded{}, err
	}
	if len(hits) == 0 {
		return store.Loaded{}, store.ErrNotFound
	}
	v.tell("session %s (%s) is the one that these words find first", oneLine(hits[0].Session), oneLine(v.withoutSecrets(hits[0].Title)))
	return s.Load(c.Context, hits[0].Session, project, c.Int("max-chars")-len("\n"))
}

// showOne prints a fact, or an entry of TempContext.md, if it is one that ref
// names.
func (v *voice) showOne(c *cli.Context, s *store.Store, ref string) (found bool, err error) {
	if m, err := s.Get(c.Context, ref); err == nil {
		if c.Bool("json") {
			return true, v.json(m)
		}
		return true, v.print(printable(v.withoutSecrets(m.Content)) + "\n")
	}
	if e, err := s.Entry(c.Context, ref); err == nil {
		if c.Bool("json") {
			return true, v.json(e)
		}
		return true, v.print(printable(v.withoutSecrets(e.Text)) + "\n")
	}
	return false, nil
}

// goesBackTo tells whether a session goes on from another one, by whatever way:
// that one then does not go on from it as well.
func goesBackTo(chain []store.Session, from store.Session, to string) bool {
	for range chain {
		if from.Continues == to {
			return to != ""
		}
		i := slices.IndexFunc(chain, func(s store.Session) bool { return s.ID == from.Continues })
		if i < 0 {
			return false
		}
		from = chain[i]
	}
	return false
}

// latestBut is the newest session of the project beside that which asks, where
// ref asks for the newest; else ref.
func latestBut(ctx context.Context, s *store.Store, ref, project, but string) string {
	if ref != store.Latest || but == "" {
		return ref
	}
	if newest, err := s.Session(ctx, ref, project); err != nil || newest.ID != but {
		return ref
	}
	hits, err := s.Search(ctx, "", store.Filter{Kinds: []string{store.KindSession}, ExcludeSession: but, Limit: 200})
	if err != nil {
		return ref
	}
	for _, h := range hits {
		if project == "" || h.Project == project {
			return h.Session
		}
	}
	return ref
}

// rememberLoaded notes for the chain that the session inside goes on from
// another one. That it cannot be noted costs a link of the chain, no more.
func rememberLoaded(inside, loaded string) {
	if inside == loaded || !session.ValidID(inside) {
		return
	}
	state, err := stateDir()
	if err != nil {
		return
	}
	if s, err := state.Session(inside); err == nil {
		_ = s.PutLoaded(loaded)
	}
}

// Reading facts: search, list, show.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/remote"
	"savectx/preserve/memory/store"
)

func (v *voice) searchMemory(c *cli.Context) error {
	query := strings.TrimSpace(strings.Join(c.Args().Slice(), " "))
	if query == "" {
		return usageError{"memory search needs words to look for", "savectx memory list shows the facts there are"}
	}
	query, err := v.without("the query", query) // it goes to other people's servers
	if err != nil {
		return err
	}
	limit := c.Int("limit")
	if limit < 1 {
		return usageError{fmt.Sprintf("--limit %d is no number of facts", limit), "give 1 at least, or leave it out"}
	}
	project := projectOf(c)
	if c.Bool("all") {
		project = ""
	}
	list, err := v.gather(c, func(ctx context.Context, s *store.Store) ([]record.Record, error) {
		v.indexHere(ctx, s)
		hits, err := s.Search(ctx, query, store.Filter{Projects: []string{project}, Limit: limit})
		records := []record.Record{}
		for _, h := range hits {
			records = append(records, record.Record{Store: config.StoreSession, ID: h.ID, Type: cmp.Or(h.Type, h.Kind), Project: h.Project, Text: strings.TrimSpace(h.Title + "\n" + h.Text), Score: h.Score, Created: h.Created})
		}
		return records, err
	}, func(ctx context.Context, s remote.Store) ([]record.Record, error) {
		return s.Search(ctx, query, project, limit)
	})
	if err != nil {
		return err
	}
	records := v.inTurn(list)
	return v.records(c, records[:min(len(records), limit)], len(list) > 1, "nothing that is kept holds these words")
}

// inTurn takes the best of each store, then the second best: their scores say
// nothing about each other.
func (v *voice) inTurn(list []*askedStore) []record.Record {
	all := []record.Record{}
	for rank, more := 0, true; more; rank++ {
		more = false
		for _, s := range list {
			if rank < len(s.records) {
				more = true
				all = append(all, s.shown(v, s.records[rank]))
			}
		}
	}
	return all
}

// shown makes what a server gave fit to be shown: others may have written it.
func (s *askedStore) shown(v *voice, r record.Record) record.Record {
	if s.far == nil {
		return r
	}
	r.Text, r.Project, r.Type = v.withoutSecrets(r.Text), v.withoutSecrets(r.Project), v.withoutSecrets(r.Type)
	return r
}

func (v *voice) listMemory(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	const most = 200
	project := projectOf(c)
	list, err := v.gather(c, func(ctx context.Context, s *store.Store) ([]record.Record, error) {
		f := store.Filter{Limit: most}
		if !c.Bool("all") {
			f.Projects = []string{project, ""}
		}
		memories, err := s.List(ctx, f)
		records := []record.Record{}
		for _, m := range memories {
			records = append(records, record.Record{Store: config.StoreSession, ID: m.ID, Type: m.Type, Project: m.Project, Text: m.Content, Created: m.Created})
		}
		return records, err
	}, func(ctx context.Context, s remote.Store) ([]record.Record, error) {
		if c.Bool("all") {
			return s.List(ctx, "", most)
		}
		return s.List(ctx, project, most)
	})
	if err != nil {
		return err
	}
	records := []record.Record{}
	for _, s := range list {
		for _, r := range s.records {
			records = append(records, s.shown(v, r))
		}
	}
	if len(list) > 1 || list[0].far != nil { // one store of ours has its own order
		slices.SortStableFunc(records, func(a, b record.Record) int { return b.Created.Compare(a.Created) })
	}
	return v.records(c, records, len(list) > 1, "no fact of this project is kept")
}

// records prints what was found, with the store of each where there are
// several.
func (v *voice) records(c *cli.Context, list []record.Record, several bool, none string) error {
	if c.Bool("json") {
		return v.json(list)
	}
	if len(list) == 0 {
		return coded{code: exitNothing, err: errors.New(none)}
	}
	width := v.width()
	for _, r := range list {
		id, when := oneLine(r.ID), ""
		if r.Store == config.StoreSession {
			id = fmt.Sprintf("%-16.16s", id) // the beginning is enough there
		}
		if !r.Created.IsZero() {
			when = r.Created.Local().Format("2006-01-02")
		}
		lead := fmt.Sprintf("%-16s  %-10s  %-10s  ", id, oneLine(r.Type), when)
		if several {
			lead = fmt.Sprintf("%-10s  ", oneLine(r.Store)) + lead
		}
		v.row(lead, r.Text, width)
	}
	return nil
}

func (v *voice) showMemory(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{"memory show needs the id of one fact or session", "savectx memory list and search show the ids"}
	}
	ref := c.Args().First()
	far, err := v.far(c)
	if err != nil {
		return err
	}
	if far != nil {
		return v.showFar(c, far, ref)
	}
	return v.remembered(c.Context, func(s *store.Store) error {
		ref, isFact := strings.CutPrefix(strings.TrimPrefix(ref, sessionRef), factRef)
		if found, err := v.showOne(c, s, ref); found || err != nil {
			return err
		}
		if isFact {
			return noFact(ref)
		}
		l, lerr := s.Load(c.Context, ref, projectOf(c), store.Budget)
		if lerr != nil {
			return usageError{fmt.Sprintf("nothing is kept under %q", ref), "savectx memory list and search show the ids"}
		}
		if c.Bool("json") {
			return v.json(l.Session)
		}
		v.say("%s", printable(l.String()))
		return nil
	})
}

func (v *voice) showFar(c *cli.Context, s remote.Store, ref string) error {
	defer s.Close()
	ctx, cancel, err := within(c)
	if err != nil {
		return err
	}
	defer cancel()
	r, ok, err := findFact(ctx, s, ref)
	switch {
	case err != nil:
		return err
	case !ok:
		return coded{exitFailed, fmt.Errorf("%s cannot show a single fact: it does not list all of them", oneLine(s.Name())), "savectx memory search --store " + s.Name() + " finds it by its words"}
	}
	r = (&askedStore{far: s}).shown(v, r)
	if c.Bool("json") {
		return v.json(r)
	}
	v.say("%s", printable(r.Text))
	return nil
}

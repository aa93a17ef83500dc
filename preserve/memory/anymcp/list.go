// Listing all that a server has, or as much as it gives.

package anymcp

import (
	"context"
	"errors"
	"slices"

	"savectx/preserve/memory/record"
)

// How a list is asked for.
const (
	pageSize = 100 // facts of one page, and of one search
	pagesMax = 50  // of one list
)

// page is a place in a list.
type page struct {
	number, offset int
	cursor         string
}

// most is what is asked for in a limit. A list without pages is asked for as a
// whole.
func (g given) most(p param) int {
	n := g.limit
	if n <= 0 {
		n = pageSize
	}
	if p.most >= 1 {
		n = min(n, int(min(p.most, maxRecords)))
	}
	return n
}

// firstPage is 1, unless the schema has another number for one that is left out.
func (p param) firstPage() int {
	if n, ok := p.usual.(float64); ok && n == 0 {
		return 0
	}
	return 1
}

func (c Choice) has(roles ...role) bool {
	return slices.ContainsFunc(c.fill, func(f filled) bool { return slices.Contains(roles, f.role) })
}

// List gives at most limit facts; the server chooses which. It is followed
// through its pages, by number, offset or cursor. whole is false when the
// server may have more: it says so, or what it gave is as many as was asked
// for, or a round number that no page comes after.
func (s *Store) List(ctx context.Context, limit int) (found []record.Record, whole bool, err error) {
	if s.mapping.Graph {
		return s.listEntities(ctx, limit)
	}
	c := s.mapping.List
	paged := c.has(rolePage, roleOffset, roleCursor)
	g := given{limit: limit}
	if paged && limit > 0 {
		g.limit = min(limit, pageSize)
	}
	known := map[string]bool{}
	for more := true; more; g.page.number++ {
		a, err := s.listed(ctx, c, &g)
		switch {
		case err == nil:
		case g.page.number == 0, Later(err), ctx.Err() != nil:
			return nil, false, err
		default: // there is no such page
			return s.ours(found, limit), limit <= 0 || len(found) <= limit, nil
		}
		got, fresh := a.records(), 0
		for _, r := range got {
			if key := r.ID + "\x00" + r.Text; !known[key] {
				known[key] = true
				found = append(found, r)
				fresh++
			}
		}
		next, goesOn, said := a.next(len(found))
		whole = !goesOn && (said || !full(len(got), g.limit) || len(got) == 0)
		more = paged && !whole && fresh > 0 && g.page.number < pagesMax && (limit <= 0 || len(found) < limit) &&
			(next != "" || c.has(rolePage, roleOffset))
		g.page.cursor = next
		g.page.offset += len(got)
	}
	return s.ours(found, limit), whole && (limit <= 0 || len(found) <= limit), nil
}

// listed asks once; less is asked for when the server does not take that much.
func (s *Store) listed(ctx context.Context, c Choice, g *given) (*answer, error) {
	a, err := s.use(ctx, c, *g, false)
	var said *refusal
	if g.limit > pageSize && errors.As(err, &said) && !Later(err) {
		g.limit = pageSize
		return s.use(ctx, c, *g, false)
	}
	return a, err
}

// full reports whether a server that gave n facts may have stopped there.
func full(n, asked int) bool {
	return asked > 0 && n >= asked || slices.Contains([]int{10, 15, 20, 25, 30, 40, 50, 64, 100, 128, 150, 200, 250, 256, 300, 500, 512, 1000, 1024}, n)
}

// next is what an answer says of its end: the cursor, whether more is to come,
// and whether it says so at all. had is how many came so far.
func (a *answer) next(had int) (cursor string, more, said bool) {
	for _, m := range envelopes(a.value, 0) {
		for _, key := range []string{"next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken", "cursor", "next"} {
			switch v, here := m[key]; v := v.(type) {
			case string:
				if said = true; v != "" && key != "cursor" || v != "" && cursor == "" {
					cursor, more = v, true
				}
			case nil:
				said = said || here
			}
		}
		for _, key := range []string{"has_more", "hasMore", "has_next", "hasNext"} {
			if v, ok := m[key].(bool); ok {
				said, more = true, more || v
			}
		}
		for _, key := range []string{"total", "total_count", "totalCount", "total_results"} {
			if n, ok := m[key].(float64); ok && int(n) > had {
				said, more = true, true
			}
		}
	}
	return cursor, more, said
}

// envelopes are the objects of an answer that speak of the list, not of facts.
func envelopes(v any, depth int) (list []map[string]any) {
	m, ok := v.(map[string]any)
	if !ok || depth > 2 {
		return nil
	}
	list = append(list, m)
	for _, key := range []string{"result", "data", "response", "pagination", "meta", "page_info", "pageInfo"} {
		inner := m[key]
		if s, ok := inner.(string); ok {
			inner, _ = asJSON(s)
		}
		list = append(list, envelopes(inner, depth+1)...)
	}
	return list
}

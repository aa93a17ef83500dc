// Ranking the candidates of a search, and what is shown of them.

package store

import (
	"cmp"
	"database/sql"
	"slices"
)

// bm25 as usual (Robertson and Zaragoza 2009), and from which share of a
// cluster's best score on a document is as good as that one.
const (
	k1    = 1.2
	b     = 0.75
	equal = 0.92
)

// scored is a document that could be meant.
type scored struct {
	id               int64
	kind             kind
	owner, project   string
	created, updated int64
	words            float64
	score            float64
	text             string
	hit              Hit
}

const columns = "doc.id, doc.kind, doc.owner, doc.project, doc.created, doc.updated, doc.words"

func (d *scored) scan(r interface{ Scan(...any) error }) error {
	return r.Scan(&d.id, &d.kind, &d.owner, &d.project, &d.created, &d.updated, &d.words)
}

// rank counts the words in the best candidates, and orders them.
func (f *finder) rank(q []asked) ([]Hit, error) {
	ids := f.best(max(maxRanked, 2*f.f.limit()))
	list := make([]scored, 0, len(ids))
	err := f.each(func(r *sql.Rows) error {
		var d scored
		err := d.scan(r)
		list = append(list, d)
		return err
	}, "SELECT "+columns+" FROM doc WHERE id IN ("+join(ids)+")")
	if err != nil {
		return nil, err
	}
	if err := f.fill(list); err != nil {
		return nil, err
	}
	f.bm25(q, list)
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].score >= equal*list[from].score {
			to++
		}
		f.byProject(list[from:to])
		from = to
	}
	return f.hits(list, q)
}

// best are the n candidates with the highest first score, among equal ones
// those of the projects, then the newest.
func (f *finder) best(n int) []int64 {
	type candidate struct {
		id    int64
		score float64
		mine  int
	}
	list := make([]candidate, 0, len(f.found))
	for id, score := range f.found {
		list = append(list, candidate{id, score, asInt(f.mine[id])})
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.mine, a.mine), cmp.Compare(b.id, a.id))
	})
	ids := make([]int64, min(n, len(list)))
	for i := range ids {
		ids[i] = list[i].id
	}
	return ids
}

func asInt(is bool) int {
	if is {
		return 1
	}
	return 0
}

// byProject orders documents that are as good as each other.
func (f *finder) byProject(list []scored) {
	mine := func(d scored) int { return asInt(slices.Contains(f.f.Projects, d.project)) }
	slices.SortStableFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(mine(b), mine(a)), cmp.Compare(b.updated, a.updated), cmp.Compare(b.id, a.id))
	})
}

// bm25 scores documents. A word that stands in one in several forms counts by
// the best of these forms only.
func (f *finder) bm25(q []asked, list []scored) {
	want := wanted(q)
	counts := make([]float64, len(want.place))
	for i := range list {
		d := &list[i]
		clear(counts)
		want.count(d.text, counts)
		long := 1.0
		if f.words > 0 {
			long = d.words * f.docs / f.words
		}
		for _, a := range q {
			best := 0.0
			for _, v := range a.tokens {
				if n := counts[want.place[v.token]]; n > 0 {
					best = max(best, v.weight*f.idf(f.posts[v.token].df)*n*(k1+1)/(n+k1*(1-b+b*long)))
				}
			}
			d.score += a.weight * best
		}
	}
}

// hits are the first documents, of a transcript only its best place.
func (f *finder) hits(list []scored, q []asked) ([]Hit, error) {
	want := wanted(q)
	seen := map[string]bool{}
	hits := []Hit{}
	for _, d := range list {
		if d.kind == kindTranscript {
			if seen[d.owner] {
				continue
			}
			seen[d.owner] = true
		}
		d.hit.Score = d.score
		d.hit.Text = excerpt(d.hit.Text, want)
		if hits = append(hits, d.hit); len(hits) == f.f.limit() {
			break
		}
	}
	return hits, nil
}

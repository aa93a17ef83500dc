// Search: which documents could be meant.

package store

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	maxAsked  = 40   // words of a question that count
	maxProbe  = 600  // newest documents looked at for one token
	maxLoose  = 3000 // newest documents for the first letters of all words together
	maxBoth   = 200  // for two tokens at once, or one in a project
	maxRanked = 60   // documents read and counted
	scanned   = 8000 // runes of a question that are looked at
)

// Hit is something found.
type Hit struct {
	Kind    string
	ID      string // of the session, the memory, or the entry
	Session string // "" for memories and entries
	Source  string // of an entry
	Project string
	Type    string // of a memory
	Title   string
	Text    string // a part of at most 300 characters, around the words asked for
	Score   float64
	Created time.Time
	Updated time.Time
}

// Search finds sessions, facts, memories, entries and texts of sessions by the
// words of a question, the best first: by bm25, among nearly equal ones those
// of the projects, then the newest. A question without words lists the newest
// of all projects, without transcripts unless Kinds names them. No question is an error. Of words that very many
// documents have, the newest of these are looked at.
func (s *Store) Search(ctx context.Context, question string, f Filter) (hits []Hit, err error) {
	q := ask(question)
	err = s.read(ctx, func(t *tx) error {
		find := finder{tx: t, f: f, posts: map[string]posting{}}
		if len(q) == 0 {
			hits, err = find.newest()
			return err
		}
		defer find.close()
		if q, err = find.collect(q); err != nil {
			return err
		}
		hits, err = find.rank(q)
		return err
	})
	return hits, err
}

// asked is a word of a question.
type asked struct {
	word
	tokens []variant
	weight float64
}

// ask are the words of a question, without doubles, and without those that
// only make it a question, unless there are no others.
func ask(question string) []asked {
	var all, telling []asked
	seen := map[string]bool{}
	for w := range wordsOf(firstRunes(question, scanned)) {
		if seen[w.text] {
			continue
		}
		seen[w.text] = true
		a := asked{w, w.variants(), 1}
		if w.lone {
			a.weight = 0.25 // its pairs say more
		}
		all = append(all, a)
		if !idle()[w.text] {
			telling = append(telling, a)
		}
	}
	if len(telling) == 0 {
		telling = all
	}
	// Pairs before single characters, when there are too many.
	slices.SortStableFunc(telling, func(a, b asked) int { return int(4*b.weight) - int(4*a.weight) })
	return telling[:min(len(telling), maxAsked)]
}

// posting is where a token stands: the newest documents, newest first.
type posting struct {
	ids   []int64
	df    float64 // documents that have it, estimated when more
	more  bool
	ready bool
}

type finder struct {
	*tx
	f     Filter
	docs  float64 // in the whole index
	words float64
	top   int64 // the highest document
	posts map[string]posting
	found map[int64]float64 // candidates, and a first score
	mine  map[int64]bool    // candidates of the projects, when there are too many
	stmt  *sql.Stmt         // of match
}

func (f *finder) close() {
	if f.stmt != nil {
		f.stmt.Close()
	}
}

// collect gathers candidates, and returns the words that are to count.
func (f *finder) collect(q []asked) ([]asked, error) {
	var docs, words int64
	if err := f.row("SELECT docs, words, (SELECT coalesce(max(id), 0) FROM doc) FROM stat").Scan(&docs, &words, &f.top); err != nil {
		return nil, err
	}
	f.docs, f.words, f.found = float64(docs), float64(words), map[int64]float64{}
	loose := min(maxProbe, maxLoose/max(len(q), 1))
	var frequent []string
	for n, a := range q {
		if a.lone && len(f.found) >= maxRanked {
			q = q[:n] // these are the last; pairs have found enough
			break
		}
		best := map[int64]float64{}
		for i, v := range a.tokens {
			if whole := f.posts[a.text]; i > 0 && whole.more {
				// Frequent as it is: its other forms would add little.
				f.posts[v.token] = posting{df: whole.df, ready: true}
				continue
			}
			most := maxProbe
			if a.plain && v.token[0] == '^' {
				most = loose
			}
			p, err := f.probe(v.token, most)
			if err != nil {
				return nil, err
			}
			worth := v.weight * f.idf(p.df)
			for _, id := range p.ids {
				best[id] = max(best[id], worth)
			}
		}
		if f.posts[a.text].more {
			frequent = append(frequent, a.text)
		}
		for id, score := range best {
			f.found[id] += a.weight * score
		}
	}
	if err := f.together(frequent); err != nil {
		return nil, err
	}
	return q, f.ofProjects(q)
}

func (f *finder) idf(df float64) float64 {
	return math.Log(1 + (max(f.docs, df)-df+0.5)/(df+0.5))
}

// probe looks up a token, in so many documents at the most.
func (f *finder) probe(token string, most int) (posting, error) {
	if p := f.posts[token]; p.ready {
		return p, nil
	}
	ids, err := f.match(quote(token), most)
	if err != nil {
		return posting{}, err
	}
	p := posting{ids: ids, df: float64(len(ids)), ready: true}
	if len(ids) == most {
		// As dense in the rest as in the newest.
		p.more = true
		span := float64(f.top - slices.Min(ids) + 1)
		p.df = max(p.df, min(f.docs, p.df*float64(f.top)/span))
	}
	f.posts[token] = p
	return p, nil
}

// together looks for old documents that have several frequent words, which the
// newest places may not have shown.
func (f *finder) together(frequent []string) error {
	slices.SortFunc(frequent, func(a, b string) int { return int(f.posts[a].df - f.posts[b].df) })
	frequent = frequent[:min(len(frequent), 4)]
	var sets [][]string
	for i, a := range frequent {
		for _, b := range frequent[i+1:] {
			sets = append(sets, []string{a, b})
		}
	}
	if len(frequent) > 2 {
		sets = append(sets, frequent)
	}
	for _, set := range sets {
		var quoted []string
		score := 0.0
		for _, w := range set {
			quoted = append(quoted, quote(w))
			if p, ok := f.posts[w]; ok {
				score += f.idf(p.df)
			}
		}
		ids, err := f.match(strings.Join(quoted, " AND "), maxBoth)
		if err != nil {
			return err
		}
		for _, id := range ids {
			f.found[id] = max(f.found[id], score)
		}
	}
	return nil
}

// ofProjects looks for documents of the projects when there are more candidates
// than can be read, so that none of them is left out for being older. Those of
// rare words are candidates already; which of them are of a project is left.
func (f *finder) ofProjects(q []asked) error {
	f.mine = map[int64]bool{}
	if len(f.found) <= maxRanked {
		return nil
	}
	for _, p := range f.f.Projects[:min(len(f.f.Projects), 2)] {
		var rare []string
		for _, a := range q[:min(len(q), 8)] {
			post := f.posts[a.text]
			if !post.more {
				if post.df > 0 {
					rare = append(rare, quote(a.text))
				}
				continue
			}
			if err := f.ofProject(p, quote(a.text), maxBoth, a.weight*f.idf(post.df)); err != nil {
				return err
			}
		}
		if len(rare) > 0 {
			if err := f.ofProject(p, "("+strings.Join(rare, " OR ")+")", len(f.found), 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *finder) ofProject(project, expr string, most int, score float64) error {
	ids, err := f.match(expr+" AND "+quote(mark("p", project)), most)
	for _, id := range ids {
		f.mine[id] = true
		f.found[id] = max(f.found[id], score)
	}
	return err
}

func quote(token string) string { return `"` + token + `"` } // no token has a quote in it

// match are the newest documents for an FTS5 expression that pass the filter.
// They come as one text, which is twice as fast as row by row.
func (f *finder) match(expr string, limit int) ([]int64, error) {
	q, args := "SELECT rowid AS id FROM fts WHERE fts MATCH ?", []any{f.narrow(expr)}
	if !f.f.Since.IsZero() || !f.f.Until.IsZero() {
		q = "SELECT fts.rowid AS id FROM fts CROSS JOIN doc ON doc.id=fts.rowid WHERE fts MATCH ? AND doc.updated>=? AND doc.updated<?"
		args = append(args, f.f.since(), f.f.until())
	}
	if f.stmt == nil { // the same for the whole search
		var err error
		f.stmt, err = f.conn.PrepareContext(f.ctx, "SELECT group_concat(id) FROM ("+q+" ORDER BY fts.rowid DESC LIMIT ?)")
		if err != nil {
			return nil, err
		}
	}
	var list sql.NullString
	err := f.stmt.QueryRowContext(f.ctx, append(args, limit)...).Scan(&list)
	if err != nil || list.String == "" {
		return nil, err
	}
	ids := make([]int64, 0, limit)
	for s := range strings.SplitSeq(list.String, ",") {
		id, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// newest is the answer when nothing was asked.
func (f *finder) newest() ([]Hit, error) {
	if len(f.f.Kinds) == 0 {
		f.f.Kinds = []string{KindSession, KindFact, KindMemory, KindEntry}
	}
	from, args := "doc WHERE kind IN (", []any{}
	for k := kindSession; k < kinds; k++ {
		if slices.Contains(f.f.Kinds, k.String()) {
			from += strconv.Itoa(int(k)) + ", "
		}
	}
	from += "0)"
	if len(f.f.Tags)+len(f.f.AnyTags)+len(f.f.ExcludeTags)+len(f.f.ExcludeSession) > 0 {
		from = "fts CROSS JOIN doc ON doc.id=fts.rowid WHERE fts MATCH ?"
		args = append(args, f.narrow(strings.Join(f.kindMarks(), " OR ")))
	}
	var list []scored
	err := f.each(func(r *sql.Rows) error {
		var d scored
		err := d.scan(r)
		list = append(list, d)
		return err
	}, "SELECT "+columns+" FROM "+from+" AND doc.updated>=? AND doc.updated<? ORDER BY doc.updated DESC, doc.id DESC LIMIT ?",
		append(args, f.f.since(), f.f.until(), f.f.limit())...)
	if err != nil {
		return nil, err
	}
	if err := f.fill(list); err != nil {
		return nil, err
	}
	return f.hits(list, nil)
}

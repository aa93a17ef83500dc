// Sessions, memories, entries and transcripts: what was put comes back.

package store

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestSession(t *testing.T) {
	s, ctx := open(t), t.Context()
	first := Session{ID: "11111111-aaaa", Project: "shop", Title: "Cart mails", Summary: "We chose.", Compact: "Goal: mails\n---\nKlaviyo it is.",
		Goal: "mails", Status: "in-progress", Next: "deploy", Blockers: "none", Branch: "main", CommitStart: "abc", CommitEnd: "def",
		Tags: []string{"mail", "Mail", " cart "}, Facts: []Fact{{2, "fires dozens of times"}}}
	must(t, s.PutSession(ctx, first))
	got, err := s.Session(ctx, "1111", "")
	must(t, err)
	if got.Created.IsZero() || !got.Created.Equal(got.Updated) || got.Created.After(time.Now()) {
		t.Errorf("created %v, updated %v", got.Created, got.Updated)
	}
	created := got.Created
	want := first
	want.Tags, want.Created, want.Updated = []string{"mail", "cart"}, got.Created, got.Updated
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}

	must(t, s.PutSession(ctx, Session{ID: first.ID, Summary: "Other.", Compact: "Goal: sms\nStatus: blocked\n\n---\n\nNext: is text", CommitEnd: "fff", Updated: created.Add(time.Hour)}))
	got, err = s.Session(ctx, first.ID, "")
	must(t, err)
	want.Summary, want.Compact, want.CommitEnd, want.Updated = "Other.", "Goal: sms\nStatus: blocked\n\n---\n\nNext: is text", "fff", created.Add(time.Hour)
	want.Goal, want.Status = "sms", "blocked"
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	none(t, s, "Klaviyo") // its compact text was replaced
	finds(t, s, "dozens", first.ID)

	err = s.PutSession(ctx, Session{ID: "x", Compact: strings.Repeat("界", MaxCompact)})
	if err == nil || !strings.Contains(err.Error(), "2000 characters") {
		t.Errorf("a long compact text: %v", err)
	}
	must(t, s.PutSession(ctx, Session{ID: "x", Compact: strings.Repeat("界", MaxCompact-1)}))
	if err := s.PutSession(ctx, Session{}); err == nil {
		t.Error("a session without an id")
	}
}

func TestReferences(t *testing.T) {
	s, ctx := open(t), t.Context()
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for i, c := range []struct{ id, project, continues string }{
		{"aa11", "p", ""}, {"aa22", "p", "aa11"}, {"bb", "q", ""}, {"aa33", "p", "aa22"}, {"aa", "q", "gone"}, {"loop1", "l", "loop2"}, {"loop2", "l", "loop1"},
	} {
		must(t, s.PutSession(ctx, Session{ID: c.id, Project: c.project, Continues: c.continues, Updated: day.Add(time.Duration(i) * time.Hour)}))
	}
	for _, c := range []struct{ ref, project, want string }{
		{"aa33", "", "aa33"}, {"aa", "", "aa"}, {"b", "", "bb"}, {Latest, "p", "aa33"}, {Latest, "", "loop2"}, {"aa2", "q", "aa22"},
		{"aa1\x00", "", "aa11"},
	} {
		if got, err := s.Session(ctx, c.ref, c.project); err != nil || got.ID != c.want {
			t.Errorf("%q in %q: %s, %v, want %s", c.ref, c.project, got.ID, err, c.want)
		}
	}
	for _, ref := range []string{"", "zz", "%", "a_", "aa11x"} {
		if _, err := s.Session(ctx, ref, ""); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", ref, err)
		}
	}
	if _, err := s.Session(ctx, "loop", ""); err == nil || !strings.Contains(err.Error(), "loop1, loop2") {
		t.Errorf("two begin so: %v", err)
	}
	if _, err := s.Session(ctx, Latest, "nowhere"); !errors.Is(err, ErrNotFound) {
		t.Errorf("latest of no project: %v", err)
	}
	for ref, want := range map[string]string{"aa22": "aa11 aa22 aa33", "bb": "bb", "aa": "aa", "loop1": "loop1 loop2"} {
		chain, err := s.Chain(ctx, ref, "")
		must(t, err)
		var ids []string
		for _, c := range chain {
			ids = append(ids, c.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("chain of %s: %s, want %s", ref, got, want)
		}
	}
}

func TestTranscript(t *testing.T) {
	s, ctx := open(t), t.Context()
	if err := s.PutTranscript(ctx, "none", nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("of no session: %v", err)
	}
	must(t, s.PutSession(ctx, Session{ID: "s", Project: "p", Title: "T"}))
	long := strings.Repeat("die Zeile hört nicht auf 界界 ", 1000)
	turns := []Turn{{"user", "why does the kestrel fail"}, {"assistant", long}, {"user", ""}, {"assistant", "it was the pangolin"}}
	must(t, s.PutTranscript(ctx, "s", turns))
	all, err := s.Tail(ctx, "s", 1<<20)
	must(t, err)
	if !reflect.DeepEqual(all, turns) {
		t.Errorf("%d rows came back changed", len(all))
	}
	tail, err := s.Tail(ctx, "s", 25)
	must(t, err)
	if want := []Turn{{"assistant", "界界 "[1:]}, turns[2], turns[3]}; len(tail) != 3 || tail[2] != want[2] || runes(tail[0].Text+tail[2].Text) != 25 {
		t.Errorf("tail %q", tail)
	}
	hits := finds(t, s, "pangolin", "s")
	if h := hits[0]; h.Kind != KindTranscript || h.Session != "s" || h.Title != "T" || !strings.Contains(h.Text, "pangolin") || runes(h.Text) > 300 {
		t.Errorf("hit %+v", h)
	}
	if hits := finds(t, s, "Zeile", "s"); len(hits) != 1 {
		t.Errorf("%d hits of one transcript", len(hits))
	}
	size, err := s.TranscriptSize(ctx, "s")
	must(t, err)
	z, err := s.Sizes(ctx)
	must(t, err)
	if want := int64(len(long) + 25 + 19); size != want || z.TranscriptBytes != want || z.Transcripts != 1 || z.Sessions != 1 || z.File == 0 {
		t.Errorf("sizes %d, %+v, want %d", size, z, want)
	}
	must(t, s.PutTranscript(ctx, "s", []Turn{{"user", "walrus"}}))
	none(t, s, "pangolin")
	finds(t, s, "walrus", "s")
	must(t, s.PutSession(ctx, Session{ID: "s", Project: "other"})) // moves the text as well
	if hits := finds(t, s, "walrus", "s"); hits[0].Project != "other" {
		t.Errorf("project %s", hits[0].Project)
	}
	must(t, s.DropTranscript(ctx, "s"))
	none(t, s, "walrus")
	whole(t, s)
}

func TestMemory(t *testing.T) {
	s, ctx := open(t), t.Context()
	m, err := s.Remember(ctx, Memory{Project: "p", Type: "guide", Title: "no-floats", Content: "Prices are integers.", Tags: []string{"money"}})
	must(t, err)
	if len(m.ID) != 16 || m.Created.IsZero() {
		t.Errorf("%+v", m)
	}
	again, err := s.Remember(ctx, Memory{Project: "p", Type: "guide", Title: "x", Content: "Prices are integers.", Tags: []string{"db"}})
	must(t, err)
	if again.ID != m.ID || again.Title != "no-floats" || !reflect.DeepEqual(again.Tags, []string{"money", "db"}) {
		t.Errorf("the same again: %+v", again)
	}
	other, err := s.Remember(ctx, Memory{Project: "q", Title: "no-floats", Content: "Never float.", Created: m.Created.Add(-time.Hour)})
	must(t, err)
	if other.ID == m.ID {
		t.Errorf("of another project: %+v", other)
	}
	newer, err := s.Remember(ctx, Memory{Project: "q", Title: "no-floats", Content: "Never ever float."})
	must(t, err)
	if newer.ID != other.ID || !newer.Created.Equal(other.Created) || newer.Content != "Never ever float." {
		t.Errorf("the same title: %+v", newer)
	}
	must(t, s.Remove(ctx, newer.ID))
	for _, ref := range []string{m.ID, m.ID[:12], "no-floats"} {
		if got, err := s.Get(ctx, ref); err != nil || !reflect.DeepEqual(got, again) {
			t.Errorf("%s: %+v, %v", ref, got, err)
		}
	}
	m.Content, m.Tags = "Prices are decimals.", []string{"cash"}
	must(t, s.Update(ctx, m))
	none(t, s, "integers")
	finds(t, s, "decimal", m.ID)
	list, err := s.List(ctx, Filter{Tags: []string{"CASH"}})
	must(t, err)
	if len(list) != 1 || list[0].ID != m.ID || !list[0].Created.Equal(m.Created) {
		t.Errorf("list %+v", list)
	}
	tags, err := s.Tags(ctx, "p")
	must(t, err)
	if !reflect.DeepEqual(tags, []Tag{{"cash", 1}}) {
		t.Errorf("tags %v", tags)
	}
	must(t, s.Remove(ctx, m.ID))
	none(t, s, "decimals")
	for _, err := range []error{s.Remove(ctx, m.ID), s.Update(ctx, m)} {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("of what is gone: %v", err)
		}
	}
	if _, err := s.Remember(ctx, Memory{Content: " \n"}); err == nil {
		t.Error("a memory of nothing")
	}
	whole(t, s)
}

func TestEntries(t *testing.T) {
	s, ctx := open(t), t.Context()
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	put := func(ids ...string) {
		var list []Entry
		for _, id := range ids {
			list = append(list, Entry{ID: id, Project: "p", Text: "about " + id, Created: at})
		}
		must(t, s.PutEntries(ctx, "TempContext.md", list))
	}
	put("otter", "beaver")
	must(t, s.PutEntries(ctx, "else", []Entry{{ID: "otter", Text: "elsewhere an otter"}}))
	before := finds(t, s, "beaver", "beaver")
	put("beaver", "badger")
	if after := finds(t, s, "beaver", "beaver"); !reflect.DeepEqual(before[0].Source, after[0].Source) {
		t.Errorf("%+v", after)
	}
	if hits := finds(t, s, "otter", "otter"); len(hits) != 1 || hits[0].Source != "else" {
		t.Errorf("%+v", hits)
	}
	if err := s.PutEntries(ctx, "x", []Entry{{ID: "a"}, {ID: "a"}}); err == nil {
		t.Error("two of one id")
	}
	put()
	none(t, s, "badger")
	whole(t, s)
}

// finds wants id among the hits.
func finds(t testing.TB, s *Store, q, id string) []Hit {
	t.Helper()
	hits, err := s.Search(t.Context(), q, Filter{})
	must(t, err)
	for _, h := range hits {
		if h.ID == id {
			return hits
		}
	}
	t.Fatalf("%q: %s is not among %d hits", q, id, len(hits))
	return nil
}

func none(t testing.TB, s *Store, q string) {
	t.Helper()
	hits, err := s.Search(t.Context(), q, Filter{})
	must(t, err)
	if len(hits) > 0 {
		t.Errorf("%q: found %+v", q, hits)
	}
}

// whole checks the file and that the index is of what is stored.
func whole(t testing.TB, s *Store) {
	t.Helper()
	must(t, s.Check(t.Context()))
}

func TestLoad(t *testing.T) {
	s, ctx := open(t), t.Context()
	var facts []Fact
	for i := range 80 {
		facts = append(facts, Fact{i % 4, fmt.Sprintf("fact %d, which is not short either", i)})
	}
	full := strings.Repeat("a line of the compact text\n", 80)[:MaxCompact-1]
	var turns []Turn
	for i := range 300 {
		turns = append(turns, Turn{"user", fmt.Sprintf("row %d 界", i)})
	}
	for _, c := range []struct {
		name                string
		s                   Session
		turns               []Turn
		compact, fact, tail int // at least
	}{
		{"all full", Session{Compact: full, Facts: facts}, turns, 1999, 500, 900},
		{"no transcript", Session{Compact: full, Facts: facts}, nil, 1999, 1700, 0},
		{"no facts", Session{Compact: full}, turns, 1999, 0, 2000},
		{"summary only", Session{Summary: "what it was"}, nil, 11, 0, 0},
		{"nothing", Session{}, nil, 0, 0, 0},
	} {
		c.s.ID, c.s.Title, c.s.Project = c.name, "A title", "p"
		must(t, s.PutSession(ctx, c.s))
		must(t, s.PutTranscript(ctx, c.name, c.turns))
		l, err := s.Load(ctx, c.name, "", Budget)
		must(t, err)
		if n := runes(l.String()); n > Budget {
			t.Errorf("%s: %d characters", c.name, n)
		}
		if runes(l.Compact) < c.compact || runes(factText(l.Facts)) < c.fact || runes(tailText(l.Tail)) < c.tail || len(l.Facts) > maxFacts {
			t.Errorf("%s: compact %d, facts %d (%d), tail %d", c.name, runes(l.Compact), runes(factText(l.Facts)), len(l.Facts), runes(tailText(l.Tail)))
		}
		if len(c.turns) > 0 && l.Tail[len(l.Tail)-1] != turns[len(turns)-1] {
			t.Errorf("%s: the tail ends with %v", c.name, l.Tail[len(l.Tail)-1])
		}
		for _, budget := range []int{0, 1, 30, 100, 700, 1600, 2500} {
			l, err := s.Load(ctx, c.name, "", budget)
			must(t, err)
			if n := runes(l.String()); n > budget {
				t.Errorf("%s: %d characters of %d", c.name, n, budget)
			}
			if budget >= 700 && (runes(l.Compact) < min(c.compact, budget/3) || c.fact > 0 && len(l.Facts) == 0 || c.tail > 0 && len(l.Tail) == 0) {
				t.Errorf("%s, of %d: compact %d, facts %d, tail %d", c.name, budget, runes(l.Compact), len(l.Facts), len(l.Tail))
			}
			if cut := l.Compact != c.s.Compact && c.s.Compact != ""; cut && l.Compact != "" && !strings.HasSuffix(l.Compact, "…") {
				t.Errorf("%s, of %d: a cut without a mark: %q", c.name, budget, lastRunes(l.Compact, 20))
			}
		}
	}
	l, err := s.Load(ctx, "all full", "", Budget)
	must(t, err)
	if l.Facts[0].Importance != 3 || !strings.Contains(l.String(), "- [3] fact 3,") {
		t.Errorf("the first fact is %v", l.Facts[0])
	}
}

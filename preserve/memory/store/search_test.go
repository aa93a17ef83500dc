// What finds what, what the filter lets through, and in which order.

package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func tokensOf(text string) (tokens []string) {
	for w := range wordsOf(text) {
		tokens = append(tokens, w.text)
	}
	return tokens
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"Hello, World!":               "hello world",
		"parseHTTPHeader":             "parsehttpheader parse http header",
		"rate_limit":                  "ratelimit rate limit",
		"rate-limit":                  "ratelimit rate limit",
		"app.rate.limit":              "appratelimit app rate limit",
		"preserve/memory/open.go":     "preserve memory opengo open go",
		`C:\Users\Anna`:               "c users anna",
		"ECONNREFUSED 127.0.0.1:5432": "econnrefused 127001 127 0 0 1 5432",
		"429 Too Many Requests":       "429 too many requests",
		"utf8 sha256sum":              "utf8 utf 8 sha256sum sha 256 sum",
		"C++, C# and F#!":             "c c++ c c# and f f#",
		"l’erreur d'un élève":         "lerreur l erreur dun d un eleve",
		"Straße STRASSE":              "strasse strasse",
		"ＡＢＣ ｶﾞ":                      "abc カ ガ"[0:3] + " ガ",
		"ёлка Ёлка":                   "елка елка",
		"数据库":                         "数 数据 据 据库 库",
		"猫":                           "猫",
		"用Redis缓存":                    "用 redis 缓 缓存 存",
		"サーバー":                        "サ サー ー ーバ バ バー ー",
		"배포를":                         "배 배포 포 포를 를",
		"soft\u00adhyphen a\u200bb":   "softhyphen ab",
		"🦦 x":                         "🦦 x",
	} {
		got := tokensOf(text)
		slices.Sort(got)
		wanted := strings.Fields(want)
		slices.Sort(wanted)
		if !slices.Equal(got, wanted) {
			t.Errorf("%q: %q, want %q", text, got, wanted)
		}
	}
	for _, same := range []string{
		"run running runs", "cache caches cached caching", "retry retries retried retrying", "deployment deployments",
		"Prüfung Prüfungen", "Fehler Fehlern", "factura facturas", "reserva reservas", "habitación habitaciones",
		"serveur serveurs", "таблица таблицы таблицу таблицей", "пароль пароли пароля", "websocket websockets",
	} {
		var stems []string
		for w := range wordsOf(same) {
			stems = append(stems, w.variants()[1].token)
		}
		if slices.Sort(stems); stems[0] != stems[len(stems)-1] {
			t.Errorf("%s: %q", same, stems)
		}
	}
}

func TestFinds(t *testing.T) {
	s := open(t)
	put(t, s, table(t, "items.tsv"))
	for q, id := range map[string]string{
		"幂等": "z02", "猫": "", "蓄": "", "灰": "z32", "打刻": "j10", "敵": "j17", "환율": "k12", "배터리": "k01", // two characters, and one
		"parse_http_header": "e12", "get user by email": "x13", "feature-flags": "x01", "matchbest": "x02", "OrderBook": "x02",
		"engine/book.go:214": "x02", "book.go": "x02", "ops/grafana": "e34", "rotar_claves.sh": "s25", "~/.cache/go-build": "e31",
		"rate limit 75/s exceeded": "e02", "ECONNREFUSED": "e10", "127.0.0.1:5432": "e10", `"ORA-00060: deadlock`: "x14", "x509: certificate": "x04",
		`react@"^17"`: "x15", "C#": "x12", "*.example.org": "e30", "137": "x07",
		"webhooks": "e02", "Rezepten": "d17", "Patient": "d10", "facturación": "s17", "vélo": "f18", "принтеры": "r02", "paramètres verrouillages": "f18",
	} {
		hits, err := s.Search(t.Context(), q, Filter{Limit: 5})
		must(t, err)
		if id == "" {
			if len(hits) > 0 {
				t.Errorf("%q: found %s", q, hits[0].ID)
			}
			continue
		}
		if !slices.ContainsFunc(hits, func(h Hit) bool { return h.ID == id }) {
			t.Errorf("%q: %s is not among %d hits", q, id, len(hits))
		}
	}
}

func TestFilter(t *testing.T) {
	s, ctx := open(t), t.Context()
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	for i, tags := range [][]string{{"a"}, {"a", "B"}, {"b"}, nil} {
		_, err := s.Remember(ctx, Memory{ID: fmt.Sprint("m", i+1), Project: "p", Content: fmt.Sprint("otter ", i), Tags: tags, Created: day(i + 1)})
		must(t, err)
	}
	must(t, s.PutSession(ctx, Session{ID: "s", Project: "p", Summary: "otter", Tags: []string{"a"}, Facts: []Fact{{1, "otter fact"}}, Created: day(5), Updated: day(5)}))
	must(t, s.PutTranscript(ctx, "s", []Turn{{"user", "otter said"}}))
	must(t, s.PutEntries(ctx, "f", []Entry{{ID: "e", Text: "otter entry", Created: day(6)}}))
	for name, c := range map[string]struct {
		f    Filter
		want string // kind and id, sorted
	}{
		"all":        {Filter{}, "entry e, fact s, memory m1, memory m2, memory m3, memory m4, session s, transcript s"},
		"tag":        {Filter{Tags: []string{"A"}}, "fact s, memory m1, memory m2, session s"},
		"both tags":  {Filter{Tags: []string{"a", "b"}}, "memory m2"},
		"any tag":    {Filter{AnyTags: []string{"b", "zz"}}, "memory m2, memory m3"},
		"no tag":     {Filter{ExcludeTags: []string{"a", "b"}}, "entry e, memory m4, transcript s"},
		"since":      {Filter{Since: day(4)}, "entry e, fact s, memory m4, session s, transcript s"},
		"until":      {Filter{Until: day(2)}, "memory m1"},
		"session":    {Filter{ExcludeSession: "s"}, "entry e, memory m1, memory m2, memory m3, memory m4"},
		"kinds":      {Filter{Kinds: []string{KindFact, KindEntry}}, "entry e, fact s"},
		"no kind":    {Filter{Kinds: []string{"x"}}, ""},
		"everything": {Filter{Tags: []string{"a"}, ExcludeTags: []string{"b"}, Since: day(1), Until: day(5), ExcludeSession: "s", Kinds: []string{KindMemory}}, "memory m1"},
	} {
		for _, q := range []string{"otter", ""} {
			hits, err := s.Search(ctx, q, c.f)
			must(t, err)
			got := []string{}
			for _, h := range hits {
				got = append(got, h.Kind+" "+h.ID)
			}
			slices.Sort(got)
			want := c.want
			if q == "" {
				want = strings.TrimPrefix(strings.ReplaceAll(want, ", transcript s", ""), "transcript s")
			}
			if g := strings.Join(got, ", "); g != want {
				t.Errorf("%s, %q: %s, want %s", name, q, g, want)
			}
		}
	}
	if hits, err := s.Search(ctx, "otter", Filter{Limit: 2}); err != nil || len(hits) != 2 {
		t.Errorf("limit: %d, %v", len(hits), err)
	}
}

func TestOrder(t *testing.T) {
	s, ctx := open(t), t.Context()
	for i, c := range []struct{ project, content string }{
		{"mine", "the otter swims in the river"}, {"other", "the otter swims in the river too"}, {"other", "a badger walks in the wood"},
		{"mine", "an otter and an otter and an otter in the river, the river"}, {"other", "the otter swims in the lake"},
	} {
		_, err := s.Remember(ctx, Memory{ID: fmt.Sprint("m", i), Project: c.project, Content: c.content, Created: time.Date(2026, 1, i+1, 0, 0, 0, 0, time.UTC)})
		must(t, err)
	}
	order := func(q string, f Filter) (ids []string) {
		hits, err := s.Search(ctx, q, f)
		must(t, err)
		for _, h := range hits {
			ids = append(ids, h.ID)
		}
		return ids
	}
	if got, want := order("otter swims", Filter{}), []string{"m4", "m1", "m0", "m3"}; !reflect.DeepEqual(got, want) {
		t.Errorf("equal ones by time: %v, want %v", got, want)
	}
	if got, want := order("otter swims", Filter{Projects: []string{"mine"}}), []string{"m0", "m4", "m1", "m3"}; !reflect.DeepEqual(got, want) {
		t.Errorf("equal ones by project: %v, want %v", got, want)
	}
	if got := order("badger", Filter{Projects: []string{"mine"}}); !reflect.DeepEqual(got, []string{"m2"}) {
		t.Errorf("of another project: %v", got)
	}
	if got, want := order("", Filter{}), []string{"m4", "m3", "m2", "m1", "m0"}; !reflect.DeepEqual(got, want) {
		t.Errorf("nothing asked: %v, want %v", got, want)
	}
}

// TestFrequent: an old document with frequent words is found by having them together.
func TestFrequent(t *testing.T) {
	s, ctx := open(t), t.Context()
	var b strings.Builder
	b.WriteString(headLine)
	add := func(i int, project, text string) {
		fmt.Fprintf(&b, `{"memory":{"id":"m%d","project":%q,"content":%q,"updated":"2026-01-01T00:00:00Z"}}`+"\n", i, project, text)
	}
	add(0, "old", "the walrus eats the kelp")
	add(1, "alone", "kelp")
	for i := range 3 * maxProbe {
		add(2+i, "new", fmt.Sprintf("%s number %d", []string{"walrus", "kelp", "eats"}[i%3], i))
	}
	must(t, s.Import(ctx, strings.NewReader(b.String())))
	hits, err := s.Search(ctx, "what kelp does a walrus eat", Filter{Limit: 1})
	must(t, err)
	if hits[0].ID != "m0" {
		t.Errorf("found %+v", hits[0])
	}
	hits, err = s.Search(ctx, "kelp", Filter{Limit: 1, Projects: []string{"alone"}})
	must(t, err)
	if hits[0].ID != "m1" {
		t.Errorf("found %+v", hits[0])
	}
}

// TestLongQuestion: an old document with many words of a long question is found,
// however many newer ones have one of them.
func TestLongQuestion(t *testing.T) {
	s, ctx := open(t), t.Context()
	words := strings.Fields("deployment pipeline staging migration database rollback container registry credentials rotation " +
		"scheduler websocket gateway certificate renewal monitoring dashboard latency throughput retention")
	must(t, s.PutEntries(ctx, "old", []Entry{{ID: "old", Project: "shop", Text: "gateway certificate renewal monitoring dashboard latency retention"}}))
	for i, w := range words {
		var list []Entry
		for k := range 250 {
			list = append(list, Entry{ID: fmt.Sprintf("%s%d", w, k), Project: "depot", Text: fmt.Sprintf("%s filler%d", w, k%7)})
		}
		must(t, s.PutEntries(ctx, fmt.Sprint(i), list))
	}
	for _, n := range []int{4, 9, 12, 20} {
		question := strings.Join(words[len(words)-n:], " ")
		for _, projects := range [][]string{nil, {"shop"}} {
			hits, err := s.Search(ctx, question, Filter{Limit: 1, Projects: projects})
			must(t, err)
			if hits[0].ID != "old" {
				t.Errorf("%d words, for %v: found %+v", n, projects, hits[0])
			}
		}
	}
}

// TestRareWordOfProject: the project's document with a rare word goes first,
// however many of the project have the other word, and of others this one.
func TestRareWordOfProject(t *testing.T) {
	s, ctx := open(t), t.Context()
	list := []Entry{{ID: "mine", Project: "shop", Text: "kafka broker"}}
	add := func(n int, project, text string) {
		for range n {
			list = append(list, Entry{ID: fmt.Sprint(len(list)), Project: project, Text: text})
		}
	}
	add(70, "depot", "kafka broker")
	add(250, "shop", "queue broker")
	add(1000, "depot", "something else")
	must(t, s.PutEntries(ctx, "e", list))
	hits, err := s.Search(ctx, "kafka queue", Filter{Limit: 1, Projects: []string{"shop"}})
	must(t, err)
	if hits[0].ID != "mine" {
		t.Errorf("found %+v", hits[0])
	}
}

// FuzzWords: no panic; each word of a text finds that text.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "parseHTTPHeader_2 a.b/c:d 用Redis缓存 サーバー 배포를 l’été C++ C# ¨ ﷺ \xff", "é\u0301 ﬁ ǅ İ ẞ ſ ͅ", "a\u00adb 🦦👩‍💻", "कखग ไทย ខ្មែរ"} {
		f.Add(s)
	}
	s := open(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5000 {
			t.Skip()
		}
		text = clean(text)
		all := map[string]bool{}
		for w := range wordsOf(text) {
			for token := range w.tokens() {
				all[token] = true
				if token == "" || strings.ContainsAny(token, " \"\x00") {
					t.Fatalf("token %q of %q", token, text)
				}
			}
		}
		for _, field := range strings.Fields(text) {
			for w := range wordsOf(field) {
				for token := range w.tokens() {
					if !all[token] {
						t.Fatalf("%q has %q, the whole %q does not", field, token, text)
					}
				}
			}
		}
		if len(all) == 0 {
			return
		}
		must(t, s.PutEntries(t.Context(), "fuzz", []Entry{{ID: "e", Text: text}}))
		for i, field := range strings.Fields(text) {
			if len(tokensOf(field)) > 0 && i < 20 {
				finds(t, s, field, "e")
			}
		}
	})
}

package dest

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/prompts"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestCompactGolden: the whole text and the facts beside it, in three scripts.
func TestCompactGolden(t *testing.T) {
	snapshots, err := filepath.Glob("testdata/compact/*.json")
	if err != nil || len(snapshots) != 3 {
		t.Fatalf("%q, %v", snapshots, err)
	}
	for _, path := range snapshots {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := preserve.ParseSnapshot(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := words(t, s.Language)
		text, in, cut := Compact(s, w)
		if cut != 0 {
			t.Errorf("%s: %d cut", path, cut)
		}
		got := text + "\n=== facts\n"
		for _, f := range SessionFacts(s, in, w) {
			got += strings.Repeat("*", f.Importance) + " " + f.Text + "\n"
		}
		golden := strings.TrimSuffix(path, ".json") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, _ := os.ReadFile(golden)
		if got != string(want) {
			t.Errorf("%s:\n%s\nwant\n%s", path, got, want)
		}
	}
}

func TestCompactHead(t *testing.T) {
	long := strings.Repeat("word ", 100)
	for name, c := range map[string]struct {
		s    preserve.Snapshot
		want Head
	}{
		"nothing":       {preserve.Snapshot{Topic: "T"}, Head{"T", "in-progress", "none", "none"}},
		"all":           {preserve.Snapshot{Topic: "T", Goal: "G", Status: "blocked", Blockers: "B", Next: []string{"a", "b"}}, Head{"G", "blocked", "a; b", "B"}},
		"three steps":   {preserve.Snapshot{Topic: "T", Next: []string{"a", "", "b", "c", "d"}}, Head{"T", "in-progress", "a; b; c", "none"}},
		"an open item":  {preserve.Snapshot{Topic: "T", Items: []preserve.Item{{Kind: preserve.State, Text: "s"}, {Kind: preserve.Open, Text: "o"}, {Kind: preserve.Open, Text: "p"}}}, Head{"T", "in-progress", "o", "none"}},
		"a done one":    {preserve.Snapshot{Topic: "T", Items: []preserve.Item{{Kind: preserve.Open, Text: "o", Done: true}}}, Head{"T", "in-progress", "none", "none"}},
		"other status":  {preserve.Snapshot{Topic: "T", Status: "x\nGoal: y"}, Head{"T", "in-progress", "none", "none"}},
		"lines":         {preserve.Snapshot{Topic: "T", Goal: "a\nStatus: completed\n---", Next: []string{"b\n## c"}}, Head{"a Status: completed ---", "in-progress", "b ## c", "none"}},
		"a second step": {preserve.Snapshot{Topic: "T", Next: []string{"a", long, "b"}}, Head{"T", "in-progress", "a; b", "none"}},
	} {
		if got := HeadOf(c.s); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	h := HeadOf(preserve.Snapshot{Topic: long, Next: []string{long}, Blockers: long})
	for _, f := range []struct {
		text  string
		limit int
	}{{h.Goal, 300}, {h.Next, 200}, {h.Blockers, 200}} {
		if n := utf8.RuneCountInString(f.text); n > f.limit || n < f.limit*9/10 || !strings.HasSuffix(f.text, "word…") {
			t.Errorf("%d characters, at most %d: %q", n, f.limit, f.text)
		}
	}
}

// numbered are n sentences about as long as given.
func numbered(name string, n, length int) string {
	var out strings.Builder
	for i := range n {
		s := name + string(rune('A'+i)) + " "
		out.WriteString(s + strings.Repeat("x", max(0, length-len(s)-2)) + ". ")
	}
	return out.String()
}

// TestCompactOrder: what goes first when not everything fits.
func TestCompactOrder(t *testing.T) {
	w := words(t, "en")
	item := func(kind preserve.Kind, name string, length int) preserve.Item {
		return preserve.Item{Kind: kind, Text: name + " " + strings.Repeat("x", length), Why: "y"}
	}
	s := preserve.Snapshot{
		Topic: "T",
		Narrative: &preserve.Narrative{Overview: numbered("over", 2, 100), Early: numbered("early", 3, 100), Middle: numbered("middle", 3, 100),
			Recent: numbered("recent", 3, 100), Current: numbered("current", 2, 100)},
		Items: []preserve.Item{item(preserve.Preference, "like", 75), item(preserve.DeadEnd, "dead", 65), item(preserve.Correction, "rule", 55)},
	}
	// Growing the last sentence takes the room of the others, one after the other.
	gone := []string{"earlyA", "earlyB", "earlyC", "middleA", "middleB", "middleC", "overA", "overB", "like", "dead", "rule", "recentA", "recentB", "recentC", "currentA"}
	seen := 0
	for grow := 0; grow < 1800; grow += 20 {
		s.Narrative.Current = numbered("current", 1, 100) + "currentB " + strings.Repeat("x", 100+grow) + "."
		text, in, cut := Compact(s, w)
		missing := 0
		for missing < len(gone) && !strings.Contains(text, gone[missing]+" ") {
			missing++
		}
		for _, there := range append(gone[missing:], "currentB") {
			if !strings.Contains(text, there+" ") {
				t.Fatalf("grown by %d: %s is gone, %s is there\n%s", grow, there, gone[missing], text)
			}
		}
		if cut != missing || missing < seen {
			t.Errorf("grown by %d: %d are missing, %d counted, %d before", grow, missing, cut, seen)
		}
		if n := strings.Count(text, "\n- "); n != len(in) {
			t.Errorf("%d items, %v", n, in)
		}
		seen = missing
	}
	if seen != len(gone) {
		t.Errorf("only %d of %d went", seen, len(gone))
	}
}

func TestCompactItems(t *testing.T) {
	w := words(t, "en")
	no := false
	items := []preserve.Item{
		{Kind: preserve.Decision, Text: "no reason"},
		{Kind: preserve.DeadEnd, Text: "no reason either"},
		{Kind: preserve.Decision, Text: "Klaviyo", Why: "cart event"},
		{Kind: preserve.DeadEnd, Text: "webhook", Why: "fires often", Exact: []string{"429 Too Many", "## a\n  b"}},
		{Kind: preserve.Correction, Text: "Never mail", Quote: "never mail!"},
		{Kind: preserve.Correction, Text: "Tests are dry", Quote: "dry-run only", Why: "customers"},
		{Kind: preserve.Preference, Text: "## Tabs", Done: true},
		{Kind: preserve.Preference, Text: "may deploy", Approved: &no},
		{Kind: preserve.Waiting, Text: "drop the table"},
		{Kind: preserve.State, Text: "half", Exact: []string{"a.go:12"}},
		{Kind: preserve.Fact, Text: "two\nlines", Done: true},
		{Kind: preserve.DeadEnd, Text: "curl", Why: "blocked", Done: true},
		{Text: "plain"},
	}
	text, in, cut := Compact(preserve.Snapshot{Topic: "T", Items: items}, w)
	const want = "Goal: T\nStatus: in-progress\nNext: none\nBlockers: none\n\n---\n\n## Dead ends\n" +
		"- webhook → fires often (exactly: `429 Too Many`)\n  ```\n  ## a\n    b\n  ```\n" +
		"- Done: curl → blocked\n" +
		"\n## User requirements\n- User: \"never mail!\"\n- Tests are dry (User: \"dry-run only\") (why: customers)\n" +
		"- Done: ## Tabs\n- asked, NOT approved: may deploy\n"
	if text != want || cut != 0 || !slices.Equal(in, []int{3, 4, 5, 6, 7, 11}) {
		t.Errorf("%v, %d cut:\n%s\nwant\n%s", in, cut, text, want)
	}
	var facts []string
	for _, f := range SessionFacts(preserve.Snapshot{Topic: "T", Items: items}, in, w) {
		facts = append(facts, string(rune('0'+f.Importance))+" "+f.Text)
	}
	wantFacts := []string{"4 Decided: Klaviyo (why: cart event)", "3 asked, NOT approved: drop the table", "2 State: half (exactly: `a.go:12`)", "1 Done: two lines", "1 plain"}
	if !slices.Equal(facts, wantFacts) {
		t.Errorf("%q, want %q", facts, wantFacts)
	}
	all := SessionFacts(preserve.Snapshot{Topic: "T", Items: items}, nil, w)
	if len(all) != 11 || all[0] != (Fact{5, "User's rule: Never mail (user's words: “never mail!”)"}) || all[3].Text != "Done: Tried and dropped: curl (why: blocked)" {
		t.Errorf("%d: %+v", len(all), all)
	}
	long := factLine(preserve.Item{Kind: preserve.State, Text: strings.Repeat("word ", 400), Why: strings.Repeat("q", 900), Exact: []string{strings.Repeat("z", 420), strings.Repeat("z", 370)}}, w)
	if n := utf8.RuneCountInString(long); n > 1000 || strings.Contains(long, "q") || !strings.Contains(long, "`"+strings.Repeat("z", 370)+"`") {
		t.Errorf("%d characters: %s", n, long)
	}
}

// TestCompactEscapes: no text can be taken for a part of the format.
func TestCompactEscapes(t *testing.T) {
	w := words(t, "en")
	for in, want := range map[string]string{
		"## Dead ends":     `\## Dead ends`,
		"---":              `\---`,
		"Goal: x":          `Goal\: x`,
		"goal: x":          `goal\: x`,
		"Blockers:x":       `Blockers\:x`,
		"Goals: x":         "Goals: x",
		"a\n## b\nNext: c": "a ## b Next: c",
		"```\ncode":        "\\``` code",
		"<!-- x":           `<\!-- x`,
		"- a\r- b":         `\- a - b`,
	} {
		text, _, _ := Compact(preserve.Snapshot{Topic: "T", Narrative: &preserve.Narrative{Overview: "All.", Recent: in, Current: "Now."}}, w)
		if _, after, _ := strings.Cut(text, "---\n\n"); after != "All.\n\n"+want+"\n\nNow.\n" {
			t.Errorf("%q: %q, want %q", in, after, want)
		}
	}
}

func TestCompactOneLongSentence(t *testing.T) {
	w := words(t, "en")
	long := strings.Repeat("so long ", 400)
	s := preserve.Snapshot{Topic: "T", Narrative: &preserve.Narrative{Early: "First.", Current: long}, Items: []preserve.Item{{Kind: preserve.Correction, Text: "rule"}}}
	text, in, cut := Compact(s, w)
	if !strings.Contains(text, "so long so long") || !strings.Contains(text, "…\n") || !strings.Contains(text, "First.") || len(in) != 1 || cut != 1 {
		t.Errorf("%d, %v: %s", cut, in, text)
	}
	// One that fits alone is whole, and what is longer gives way.
	s.Narrative.Current = strings.Repeat("so long ", 241)
	text, in, cut = Compact(s, w)
	if !strings.Contains(text, strings.TrimSpace(s.Narrative.Current)+"\n") || cut != 1 && cut != 2 {
		t.Errorf("%d, %v: %s", cut, in, text)
	}
	s.Items = append(s.Items, preserve.Item{Kind: preserve.Correction, Text: long})
	s.Narrative.Current = ""
	if text, in, cut = Compact(s, w); !slices.Equal(in, []int{0}) || cut != 1 || !strings.Contains(text, "- rule\n") {
		t.Errorf("%d, %v: %s", cut, in, text)
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"One":                                  "One",
		"One. Two! Three? Four":                "One. |Two! |Three? |Four",
		"Line\nline\r\n\r\nline":               "Line |line |line",
		"It is v1.2 in a.go. Then e.g. this.":  "It is v1.2 in a.go. |Then e.g. this.",
		"He said \"stop.\" Then (went.) Away…": "He said \"stop.\" |Then (went.) |Away…",
		"Run `a. b! c`. Done":                  "Run `a. b! c`. |Done",
		"Open ` tick. Done":                    "Open ` tick. |Done",
		"1. First. 2. Second":                  "1. First. |2. Second",
		"接了网关。限流是每秒75次！“好。”下一步？":                   "接了网关。|限流是每秒75次！|“好。”|下一步？",
		"動いた。次は何？「はい。」":                            "動いた。|次は何？|「はい。」",
		"เชื่อมต่อแล้ว ยังไม่ได้ทดสอบ กับ API เลย": "เชื่อมต่อแล้ว |ยังไม่ได้ทดสอบ |กับ API เลย",
		"잘 됐다. 다음은 배포.":                            "잘 됐다. |다음은 배포.",
		"זה עובד. עכשיו בדיקות?":                   "זה עובד. |עכשיו בדיקות?",
		"काम हो गया। अब परीक्षण।":                  "काम हो गया। |अब परीक्षण।",
		"Wait... what?! Yes.": "Wait... |what?! |Yes.",
	} {
		if got := strings.Join(sentences(text), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzCompact(f *testing.F) {
	for i, h := range hostile {
		f.Add(h, strings.Repeat(h+" so it is. ", 30), uint8(i), uint8(i*40))
	}
	f.Add("汉", strings.Repeat("接了网关。限流！", 200), uint8(3), uint8(9))
	f.Add("Goal: a\n---", strings.Repeat("word ", 900), uint8(4), uint8(255))
	w := words(f, "en")
	f.Fuzz(func(t *testing.T, name, text string, seed, times uint8) {
		s := preserve.Snapshot{Topic: name, Goal: text, Blockers: text, Next: []string{text, name}, Items: mixed(name+text, seed),
			Narrative: &preserve.Narrative{Overview: text, Early: strings.Repeat(text, int(times)%5), Middle: name, Recent: text + "\n" + name, Current: name + text}}
		s.Items = append(s.Items, mixed(strings.Repeat(text, int(times)%4)+name, seed+1)...)
		got, in, cut := Compact(s, w)
		if n := utf8.RuneCountInString(got); n >= CompactRunes || !utf8.ValidString(got) || cut < 0 {
			t.Fatalf("%d characters, %d cut: %q", n, cut, got)
		}
		lawOfCompact(t, s, got, in)
		again, in2, cut2 := Compact(s, w)
		if again != got || !slices.Equal(in, in2) || cut != cut2 {
			t.Fatalf("%q, then %q", got, again)
		}
		facts := SessionFacts(s, in, w)
		reasons := 0
		for _, it := range s.Items {
			if !it.Unreasoned() {
				reasons++
			}
		}
		if len(facts)+len(in) != reasons {
			t.Fatalf("%d facts and %d items of %d", len(facts), len(in), reasons)
		}
		for _, f := range facts {
			if f.Text == "" || preserve.Clean(f.Text) != f.Text || utf8.RuneCountInString(f.Text) > factRunes || f.Importance < 1 || f.Importance > 5 {
				t.Fatalf("%+v", f)
			}
		}
		for _, part := range []string{text, name} {
			var lines []string
			for line := range strings.FieldsFuncSeq(part, func(r rune) bool { return r == '\n' || r == '\r' }) {
				if line = plain(line); line != "" {
					lines = append(lines, line)
				}
			}
			if joined := strings.Join(sentences(part), ""); joined != strings.Join(lines, " ") {
				t.Fatalf("%q became %q", part, joined)
			}
		}
	})
}

// lawOfCompact: the head is the first four lines, and nothing else looks like a
// part of the format.
func lawOfCompact(t *testing.T, s preserve.Snapshot, text string, in []int) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	heads, rules, sections, items := 0, 0, 0, 0
	for i, line := range lines {
		switch {
		case i < 4:
			if label := [...]string{"Goal: ", "Status: ", "Next: ", "Blockers: "}[i]; !strings.HasPrefix(line, label) {
				t.Fatalf("line %d: %q", i, line)
			}
			heads++
		case line == "---":
			rules++
		case line == "## Dead ends", line == "## User requirements":
			sections++
		case strings.HasPrefix(line, "- "):
			items++
		default:
			for _, start := range []string{"# ", "## ", "---", "goal:", "status:", "next:", "blockers:"} {
				if strings.HasPrefix(strings.ToLower(line), start) {
					t.Fatalf("line %d: %q", i, line)
				}
			}
		}
	}
	if heads != 4 || rules != 1 || lines[5] != "---" || sections > 2 || items != len(in) {
		t.Fatalf("%d, %d, %d, %d of %d items: %q", heads, rules, sections, items, len(in), text)
	}
}

// The words of all languages leave the labels alone.
func TestCompactInEveryLanguage(t *testing.T) {
	for _, lang := range prompts.Languages() {
		text, in, _ := Compact(preserve.Snapshot{Topic: "T", Items: []preserve.Item{{Kind: preserve.DeadEnd, Text: "a", Why: "b"}, {Kind: preserve.Preference, Text: "c", Quote: "d"}}}, words(t, lang))
		if text != "Goal: T\nStatus: in-progress\nNext: none\nBlockers: none\n\n---\n\n## Dead ends\n- a → b\n\n## User requirements\n- c (User: \"d\")\n" || len(in) != 2 {
			t.Errorf("%s: %s", lang, text)
		}
	}
}

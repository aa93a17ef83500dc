package preserve

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"savectx/prompts"
)

func words(t testing.TB, lang string) prompts.Words {
	t.Helper()
	w, err := prompts.Load(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

var shopItems = []Item{
	{Kind: Correction, Text: "Tests never mail real customers", Quote: "never send to real customers in tests"},
	{Kind: DeadEnd, Text: "checkouts/update webhook", Why: "fires dozens of times a cart", Exact: []string{"429 Too Many Requests: rate limit 75/s exceeded"}},
	{Kind: Decision, Text: "Klaviyo, not Mailchimp.", Why: "built-in cart event"},
	{Text: "see @src/mail.go"},
}

func TestComposeReads(t *testing.T) {
	for lang, want := range map[string]string{
		"en": `/compact The summary keeps first, letter for letter where quoted: User's rule: Tests never mail real customers (user's words: “never send to real customers in tests”). Tried and dropped: checkouts/update webhook (why: fires dozens of times a cart) (exactly: "429 Too Many Requests: rate limit 75/s exceeded"). Decided: Klaviyo, not Mailchimp. (why: built-in cart event). see @src/mail.go. Notes of this session: "/h/a b.md". The summary names this file. Also kept, in brief: other decisions and failures with reasons, the user's rules, exact progress and open points; everything else may be condensed.`,
		"zh": `/compact 摘要首先保留以下各条，引号内一字不差：用户定的规则：Tests never mail real customers（用户原话：“never send to real customers in tests”）。试过后放弃：checkouts/update webhook（原因：fires dozens of times a cart）（原文："429 Too Many Requests: rate limit 75/s exceeded"）。已决定：Klaviyo, not Mailchimp.（原因：built-in cart event）。see @src/mail.go。本次会话的笔记："/h/a b.md"。 摘要中写明这个文件。 其他决定和失败的做法及其原因、用户的规则、准确进度、未了结的事也简要保留；除此之外都可以压缩。`,
	} {
		line, err := Compose(shopItems, words(t, lang), Budget{}, "/h/a b.md")
		if err != nil {
			t.Fatal(err)
		}
		if line.Text != want {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, line.Text, want)
		}
		if line.Lang != lang || line.Dropped != 0 {
			t.Errorf("%s: %+v", lang, line)
		}
	}
}

func TestComposeDoesNotRunSentencesTogether(t *testing.T) {
	line, err := Compose([]Item{{Kind: Fact, Text: "v1.2."}, {Kind: Fact, Text: "v1.3！"}}, words(t, "zh"), Budget{}, "")
	if err != nil || !strings.Contains(line.Text, "：事实：v1.2. 事实：v1.3！ 其他") {
		t.Errorf("%v, %v", line.Text, err)
	}
}

func TestNotGrantedIsNeverAFact(t *testing.T) {
	no := false
	for _, lang := range prompts.Languages() {
		w := words(t, lang)
		line, err := Compose([]Item{{Kind: Decision, Text: "delete the old table", Approved: &no}}, w, Budget{}, "")
		if err != nil || !strings.Contains(line.Text, w.Line.Labels["waiting"]+"delete") || strings.Contains(line.Text, w.Line.Labels["decision"]+"delete") {
			t.Errorf("%s: %s, %v", lang, line.Text, err)
		}
	}
}

func TestComposeWithoutItems(t *testing.T) {
	for _, lang := range prompts.Languages() {
		w := words(t, lang)
		whole, err := Compose(nil, w, Budget{MaxChars: DefaultChars}, "")
		if err != nil || whole.Text != "/compact "+w.Line.Whole {
			t.Errorf("%s: %v, %v", lang, whole, err)
		}
		short, err := Compose(nil, w, Budget{MaxWords: 45}, "")
		if err != nil || short.Text != "/compact "+w.Line.Short {
			t.Errorf("%s: %v, %v", lang, short, err)
		}
		// The smallest budget the error names is one that works, and the smallest.
		_, err = Compose(nil, w, Budget{MaxChars: 10, MaxWords: 2}, "/tmp/notes.md")
		var tooSmall *BudgetError
		if !errors.As(err, &tooSmall) {
			t.Fatalf("%s: %v", lang, err)
		}
		if _, err := Compose(nil, w, tooSmall.Least, "/tmp/notes.md"); err != nil {
			t.Errorf("%s: %v", lang, err)
		}
		less := tooSmall.Least
		less.MaxChars--
		if line, err := Compose(nil, w, less, "/tmp/notes.md"); err == nil {
			t.Errorf("%s: fits into less: %s", lang, line.Text)
		}
	}
}

func TestComposeSkipsWhatDoesNotFit(t *testing.T) {
	w := words(t, "en")
	items := []Item{{Text: "first"}, {Text: strings.Repeat("long ", 100)}, {Text: "third"}, {Text: "\x1b[0m"}}
	line, err := Compose(items, w, Budget{MaxWords: 60}, "")
	if err != nil || !strings.Contains(line.Text, ": first. third. Also") || line.Dropped != 2 {
		t.Errorf("%+v, %v", line, err)
	}
	// None fits: the generic line, and all are dropped.
	line, err = Compose(items[1:2], w, Budget{MaxWords: 60}, "")
	if err != nil || line.Text != "/compact "+w.Line.Short || line.Dropped != 1 {
		t.Errorf("%+v, %v", line, err)
	}
}

func TestComposeRefuses(t *testing.T) {
	w := words(t, "en")
	for _, path := range []string{"/tmp/a\nb", "/tmp/\x1b[0m", " /tmp/a", "/tmp/\xff"} {
		if line, err := Compose(nil, w, Budget{}, path); err == nil {
			t.Errorf("path %q: %s", path, line.Text)
		}
	}
	if _, err := Compose(nil, w, Budget{MaxChars: -1}, ""); err == nil {
		t.Error("negative budget")
	}
	if _, err := Compose(nil, w, Budget{}, "/"+strings.Repeat("x", MaxLine)); err == nil || !strings.Contains(err.Error(), "12000 characters") {
		t.Errorf("endless path: %v", err)
	}
}

func TestLineJSON(t *testing.T) {
	got, err := json.Marshal(Line{"t", 1, 2, 3, "en"})
	if want := `{"line":"t","chars":1,"words":2,"dropped":3,"lang":"en"}`; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// checkLine is what holds of every generated line.
func checkLine(t *testing.T, line Line, w prompts.Words) {
	t.Helper()
	s := line.Text
	checkClean(t, s)
	if !strings.HasPrefix(s, "/compact ") || strings.HasPrefix(s, "/compact  ") {
		t.Errorf("begins %.20q", s)
	}
	if !strings.HasSuffix(s, w.Line.Stop) || strings.HasSuffix(s, ";") || closeEnd(s) != s {
		t.Errorf("ends badly: %q", s)
	}
	if line.Chars != utf8.RuneCountInString(s) || line.Words != Words(s) || line.Lang != w.Lang {
		t.Errorf("%+v does not tell of its own text", line)
	}
}

// Random items and budgets: the budget holds, what is kept is whole, and
// nothing is unaccounted for.
func TestBudgetProperty(t *testing.T) {
	bits := []string{"mail", "@src/x.go", ":smile:", "#12", "重构邮件", "テスト", "한국어", "👩‍👩‍👧", "e\u0301", "a;", `C:\x\`, "\x1b[31m", "\n", "\u202e", "שלום", "%s", "100%", "“q”", "."}
	text := func(r *rand.Rand, most int) string {
		var b strings.Builder
		for range r.IntN(most) {
			b.WriteString(bits[r.IntN(len(bits))])
			if r.IntN(3) > 0 {
				b.WriteByte(' ')
			}
		}
		return b.String()
	}
	r := rand.New(rand.NewPCG(1, 2))
	langs, kinds := prompts.Languages(), Kinds()
	fitted := 0
	for range 3000 {
		w := words(t, langs[r.IntN(len(langs))])
		items := make([]Item, r.IntN(8))
		for i := range items {
			items[i] = Item{Kind: kinds[r.IntN(len(kinds))], Text: text(r, 12), Why: text(r, 4), Quote: text(r, 4)}
			for range r.IntN(3) {
				items[i].Exact = append(items[i].Exact, text(r, 4))
			}
		}
		b := Budget{MaxChars: r.IntN(1200), MaxWords: r.IntN(150)}
		handoff := ""
		if r.IntN(2) == 0 {
			handoff = "/home/x/.claude/handoffs/0123abcd.md"
		}
		line, err := Compose(items, w, b, handoff)
		var tooSmall *BudgetError
		if errors.As(err, &tooSmall) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		fitted++
		checkLine(t, line, w)
		if b.MaxChars > 0 && line.Chars > b.MaxChars || b.MaxWords > 0 && line.Words > b.MaxWords {
			t.Fatalf("%+v over %+v", line, b)
		}
		if !strings.Contains(line.Text, handoff) {
			t.Fatalf("no handoff file in %s", line.Text)
		}
		if kept := countWhole(line.Text, items, w); kept < len(items)-line.Dropped {
			t.Fatalf("%d items whole, %d dropped of %d: %s", kept, line.Dropped, len(items), line.Text)
		}
	}
	if fitted < 1000 {
		t.Errorf("only %d lines to look at", fitted)
	}
}

// countWhole counts the items that stand in the line from label to stop.
func countWhole(line string, items []Item, w prompts.Words) int {
	n := 0
	for _, it := range items {
		if s := Sentence(it, w); s != "" && strings.Contains(line, s) {
			n++
		}
	}
	return n
}

func FuzzCompose(f *testing.F) {
	f.Add("text", "why", "quote", "exact", 300, 0)
	f.Add("@a", "%s", "”", "\"'`", 800, 60)
	f.Fuzz(func(t *testing.T, text, why, quote, exact string, chars, limit int) {
		w := words(t, "en")
		b := Budget{MaxChars: max(0, chars), MaxWords: max(0, limit)}
		line, err := Compose([]Item{{Kind: Open, Text: text, Why: why, Quote: quote, Exact: []string{exact}}}, w, b, "")
		if err == nil {
			checkLine(t, line, w)
			if !b.allows(line.Text) {
				t.Errorf("%+v over %+v", line, b)
			}
		}
	})
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int
	}{
		{"", 0}, {"  ", 0}, {"one", 1}, {"one  two\tthree", 3}, {"it's v1.2 — done.", 4},
		{"重", 1}, {"重构", 1}, {"重构邮", 2}, {"重构 邮件", 2}, {"重构，邮件。", 2}, {"サーバー", 2}, {"한국어", 2},
		{"用docker部署", 3}, {"see 重构", 2}, {"“重构”", 1}, {"/compact 摘要", 2},
	} {
		if got := Words(c.in); got != c.want {
			t.Errorf("Words(%q) = %d, want %d", c.in, got, c.want)
		}
	}
}

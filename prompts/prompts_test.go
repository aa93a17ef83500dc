package prompts

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var kinds = []string{
	"correction", "dead_end", "decision", "waiting", "open", "state",
	"investigation", "architecture", "reference", "preference", "fact",
}

func load(t *testing.T, lang string) Words {
	t.Helper()
	w, err := Load(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// fields returns every text of a line under a name for messages.
func fields(l Line) map[string]string {
	m := map[string]string{
		"whole": l.Whole, "short": l.Short, "intro": l.Intro, "why": l.Why, "quote": l.Quote, "exact": l.Exact,
		"exact_sep": l.ExactSep, "outro": l.Outro, "handoff_note": l.HandoffNote, "stop": l.Stop,
	}
	for k, v := range l.Labels {
		m["labels."+k] = v
	}
	return m
}

// words counts as the budgets do, on the safe side: letters of scripts
// written without spaces count half, everything between spaces one.
func words(s string) int {
	half := 0
	for _, f := range strings.Fields(s) {
		n := 0
		for _, r := range f {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー' {
				n++
			}
		}
		half += max(n, 2)
	}
	return (half + 1) / 2
}

func TestEveryLanguageIsComplete(t *testing.T) {
	entries, err := files.ReadDir("words")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(Languages()) {
		t.Errorf("%d files for %d languages", len(entries), len(Languages()))
	}
	for _, lang := range Languages() {
		t.Run(lang, func(t *testing.T) {
			w := load(t, lang)
			if w.Lang != lang {
				t.Errorf("Lang is %q", w.Lang)
			}
			for name, s := range fields(w.Line) {
				checkText(t, name, s)
			}
			for _, k := range kinds {
				if w.Line.Labels[k] == "" {
					t.Errorf("no label for %s", k)
				}
			}
			if len(w.Line.Labels) != len(kinds) {
				t.Errorf("%d labels for %d kinds", len(w.Line.Labels), len(kinds))
			}
		})
	}
}

func checkText(t *testing.T, name, s string) {
	t.Helper()
	if s == "" {
		t.Errorf("%s is empty", name)
	}
	if !utf8.ValidString(s) || strings.ContainsRune(s, utf8.RuneError) {
		t.Errorf("%s is not valid UTF-8: %q", name, s)
	}
	for _, r := range s {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			t.Errorf("%s has %U", name, r)
		case unicode.IsSpace(r) && r != ' ':
			t.Errorf("%s has a space that is not U+0020: %U", name, r)
		case unicode.IsDigit(r):
			t.Errorf("%s has a digit: %q", name, r)
		}
	}
	if strings.Contains(s, "  ") {
		t.Errorf("%s has two spaces in a row", name)
	}
	for _, f := range strings.Fields(s) {
		if strings.ContainsAny(f[:1], "@:#") {
			t.Errorf("%s has the word %q", name, f)
		}
	}
}

func TestSentencesEndAndTemplatesHaveOnePlace(t *testing.T) {
	for _, lang := range Languages() {
		l := load(t, lang).Line
		for name, s := range map[string]string{"whole": l.Whole, "short": l.Short, "outro": l.Outro, "handoff_note": l.HandoffNote} {
			if !strings.HasSuffix(s, l.Stop) {
				t.Errorf("%s %s does not end with %q", lang, name, l.Stop)
			}
			if strings.HasPrefix(s, " ") || strings.HasPrefix(s, "/") {
				t.Errorf("%s %s begins with %q", lang, name, s[:1])
			}
		}
		for name, s := range fields(l) {
			want := 0
			switch name {
			case "why", "quote", "exact", "handoff_note":
				want = 1
			}
			if strings.Count(s, "%s") != want || strings.Count(s, "%") != want {
				t.Errorf("%s %s: %q has not %d places", lang, name, s, want)
			}
		}
		if last, _ := utf8.DecodeLastRuneInString(l.Intro); last == ' ' || last == ';' {
			t.Errorf("%s intro ends with %q", lang, last)
		}
		if i := strings.Index(l.HandoffNote, "%s"); !strings.Contains(l.HandoffNote[i:], l.Stop+" ") {
			t.Errorf("%s handoff note has no sentence after the path", lang)
		}
	}
}

func TestSizes(t *testing.T) {
	wide := []string{"ja", "zh", "ko", "ru", "he"} // more than one byte a letter
	for _, lang := range Languages() {
		l := load(t, lang).Line
		whole := "/compact " + l.Whole
		if n := utf8.RuneCountInString(whole); n > 700 {
			t.Errorf("%s whole: %d characters", lang, n)
		}
		if !slices.Contains(wide, lang) && len(whole) > 900 {
			t.Errorf("%s whole: %d bytes", lang, len(whole))
		}
		if n := words("/compact " + l.Short); n > 45 {
			t.Errorf("%s short: %d words", lang, n)
		}
		if len(l.Short) >= len(l.Whole) {
			t.Errorf("%s short is not shorter", lang)
		}
		// With a budget of 60 words a third is left for items.
		if n := words("/compact " + l.Intro + " " + l.Outro); n > 45 {
			t.Errorf("%s intro and outro: %d words", lang, n)
		}
	}
}

// The agent reads the line after the compaction: no word in it may sound
// like an order to an agent.
func TestEnglishGivesNoOrders(t *testing.T) {
	order := regexp.MustCompile(`(?i)\b(run|execute|continue|resume|fix|read|open the|write|edit|you|your|please|must|make sure|do not|don't)\b`)
	for name, s := range fields(load(t, "en").Line) {
		if m := order.FindString(s); m != "" {
			t.Errorf("%s says %q", name, m)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		tag, lang string
		ok        bool
	}{
		{"en", "en", true}, {"pt-BR", "pt", true}, {"pt_PT", "pt", true}, {"zh_CN.UTF-8", "zh", true}, {"zh-Hant-TW", "zh", true},
		{"ZH", "zh", true}, {"cmn-Hans", "zh", true}, {"iw", "he", true}, {"he_IL.utf8", "he", true}, {"iw-IL", "he", true},
		{"de_DE@euro", "de", true}, {"de.UTF-8", "de", true}, {" fr ", "fr", true}, {"ja_JP.eucJP", "ja", true}, {"ko-KR", "ko", true},
		{"es-419", "es", true}, {"ru@cyrillic", "ru", true},
		{"C", "en", false}, {"POSIX", "en", false}, {"C.UTF-8", "en", false}, {"", "en", false}, {"tlh", "en", false}, {"english", "en", false},
		{"../words/en", "en", false}, {"-", "en", false}, {"eng", "en", false}, {"\x00", "en", false},
	} {
		if lang, ok := Match(c.tag); lang != c.lang || ok != c.ok {
			t.Errorf("Match(%q) = %q, %v; want %q, %v", c.tag, lang, ok, c.lang, c.ok)
		}
	}
}

func TestLoadUnknown(t *testing.T) {
	for _, lang := range []string{"", "xx", "EN", "../doc", "en.json"} {
		if _, err := Load(lang); err == nil {
			t.Errorf("Load(%q) has words", lang)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("zh_CN.UTF-8")
	f.Fuzz(func(t *testing.T, tag string) {
		lang, _ := Match(tag)
		if !slices.Contains(Languages(), lang) {
			t.Errorf("Match(%q) = %q", tag, lang)
		}
	})
}

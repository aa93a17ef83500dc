// Tests of the words of hooks and of the status line.

package prompts

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// hookPlaces has every field of the two groups with the longest text that is
// put in its place, "" where it has none.
var hookPlaces = map[string]string{
	"hook.first":        "100 %",
	"hook.first_alone":  "100 %",
	"hook.second":       "100 %",
	"hook.second_alone": "100 %",
	"hook.nudge":        "23h59m",
	"hook.auto":         "100 %",
	"hook.auto_stopped": "1000",
	"hook.remaining":    "",
	"hook.asked":        "",

	"status.context":    "100 %",
	"status.saved":      "2006-01-02",
	"status.not_saved":  "",
	"status.job":        "",
	"status.scheduled":  "",
	"status.compacting": "",
}

// hookNames has what stands letter for letter in a text, in every language and
// as often as given; no text has another of these.
var hookNames = map[string]map[string]int{
	"hook.first":        {"Claude": 1},
	"hook.first_alone":  {"/save-compact": 1},
	"hook.second":       {"Claude": 1, "/save-compact": 1},
	"hook.second_alone": {"/save-compact": 1},
	"hook.nudge":        {"/save-compact": 1, "/save": 1},
	"hook.auto":         {"savectx": 1, "auto.compact_at": 1},
	"hook.auto_stopped": {"savectx": 1},
}

// hookTexts returns the texts of hooks and status line.
func hookTexts(t *testing.T, lang string) map[string]string {
	t.Helper()
	texts, _ := flat(t, file(t, lang))
	maps.DeleteFunc(texts, func(name, _ string) bool {
		return !strings.HasPrefix(name, "hook.") && !strings.HasPrefix(name, "status.")
	})
	return texts
}

func TestHookWords(t *testing.T) {
	want := slices.Sorted(maps.Keys(hookPlaces))
	for _, lang := range Languages() {
		t.Run(lang, func(t *testing.T) {
			texts := hookTexts(t, lang)
			if got := slices.Sorted(maps.Keys(texts)); !slices.Equal(got, want) {
				t.Errorf("the fields are %q", got)
			}
			stop := load(t, lang).Line.Stop
			for name, s := range texts {
				if name == "hook.remaining" {
					checkRemaining(t, lang, s)
					continue
				}
				checkText(t, name, s)
				if s != strings.TrimSpace(s) {
					t.Errorf("%s: %q has a space at an end", name, s)
				}
				if strings.ContainsAny(s, "!！¡") {
					t.Errorf("%s: %q is not calm", name, s)
				}
				if sentence := strings.HasPrefix(name, "hook.") && name != "hook.asked"; strings.HasSuffix(s, stop) != sentence {
					t.Errorf("%s: that %q ends with %q is %v", name, s, stop, !sentence)
				}
				checkPlace(t, name, s)
				checkNames(t, name, s)
			}
		})
	}
}

// checkRemaining checks the one label: nothing to fill in, its colon at the end.
func checkRemaining(t *testing.T, lang, s string) {
	t.Helper()
	text, ok := strings.CutSuffix(s, labelEnd(lang))
	if !ok || text != strings.TrimSpace(text) || strings.ContainsAny(text, ":：") {
		t.Errorf("hook.remaining: %q does not end with %q and no more", s, labelEnd(lang))
	}
	checkText(t, "hook.remaining", text)
	checkPlace(t, "hook.remaining", s)
	checkNames(t, "hook.remaining", s)
}

// checkPlace checks the places of a text, and its length with the place filled.
func checkPlace(t *testing.T, name, s string) {
	t.Helper()
	want, limit := 0, 40
	if hookPlaces[name] != "" {
		want = 1
	}
	if strings.HasPrefix(name, "hook.") {
		limit = 200
	}
	if strings.Count(s, "%s") != want || strings.Count(s, "%") != want {
		t.Errorf("%s: %q has not %d places", name, s, want)
	}
	full := strings.Replace(s, "%s", hookPlaces[name], 1)
	if n := utf8.RuneCountInString(full); n > limit {
		t.Errorf("%s: %d characters, limit %d: %q", name, n, limit, full)
	}
}

// checkNames checks the commands, which stand between spaces so that they can
// be picked up as they are, and the other names.
func checkNames(t *testing.T, name, s string) {
	t.Helper()
	commands := map[string]int{}
	for _, f := range strings.Fields(s) {
		if strings.Contains(f, "/") {
			commands[strings.TrimRight(f, ".,;")]++
		}
	}
	want := map[string]int{}
	for exact, n := range hookNames[name] {
		if strings.HasPrefix(exact, "/") {
			want[exact] = n
		}
	}
	if !maps.Equal(commands, want) {
		t.Errorf("%s: %q has the commands %v, want %v", name, s, commands, want)
	}
	for _, exact := range []string{"Claude", "savectx", "auto.compact_at"} {
		if n := strings.Count(s, exact); n != hookNames[name][exact] {
			t.Errorf("%s: %q has %s %d times", name, s, exact, n)
		}
	}
}

// Two languages that say the same are a translation that was forgotten.
func TestHookWordsAreTranslated(t *testing.T) {
	seen := map[string]string{} // the language of a field and its text
	for _, lang := range Languages() {
		for name, s := range hookTexts(t, lang) {
			key := name + "\x00" + s
			if other, ok := seen[key]; ok {
				t.Errorf("%s: %s and %s both say %q", name, lang, other, s)
			}
			seen[key] = lang
		}
	}
}

// A person sees one of these at a time and has to know which one it is.
func TestHookWordsDiffer(t *testing.T) {
	for _, lang := range Languages() {
		seen := map[string]string{}
		for name, s := range hookTexts(t, lang) {
			if other, ok := seen[s]; ok {
				t.Errorf("%s: %s and %s are both %q", lang, name, other, s)
			}
			seen[s] = name
		}
	}
}

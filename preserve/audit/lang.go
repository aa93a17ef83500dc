// In which script and language a text is, as far as its words tell.

package audit

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"savectx/prompts"
)

// foreign reports whether nothing was said in the script or language of a text.
// A language is known by its own words, of which sure are enough.
func (v voice) foreign(text string, sure int) bool {
	mine := scriptOf(text)
	if len(v.page.units) == 0 {
		return mine != scriptOf(sampleOf(v.lang))
	}
	if mine == "la" && v.strange(text, sure) {
		return true
	}
	return !slices.ContainsFunc(v.page.units, func(u unit) bool { return scriptOf(u.text) == mine })
}

// sampleOf is a text in the script of a language.
func sampleOf(lang string) string {
	w, err := prompts.Load(lang)
	if err != nil {
		return "a"
	}
	return w.Line.Intro
}

// scriptOf names the script most letters of a text are in. Chinese, Japanese
// and Korean win over Latin letters beside them, which are names.
func scriptOf(s string) string {
	counts := map[string]int{}
	for _, r := range s {
		switch {
		case hangul(r):
			counts["ko"] += 3
		case wide(r):
			counts["zh"] += 3
		case unicode.Is(unicode.Cyrillic, r):
			counts["ru"]++
		case unicode.Is(unicode.Hebrew, r):
			counts["he"]++
		case unicode.IsLetter(r):
			counts["la"]++
		}
	}
	best := "la"
	for _, name := range []string{"ko", "zh", "ru", "he"} {
		if counts[name] > counts[best] {
			best = name
		}
	}
	return best
}

// sureLanguage is how many words of its own tell the language of a sentence.
const sureLanguage = 2

// strange reports whether a text in Latin letters is in a language of which
// nothing was said, while enough was said in another one.
func (v voice) strange(text string, sure int) bool {
	mine := languages(text)
	best := leading(mine)
	if mine[best] < sure || v.langs[best] > 0 {
		return false
	}
	return v.langs[leading(v.langs)] >= sureLanguage
}

// leading is the language with most words, "" without a single one.
func leading(counts map[string]int) string {
	best, even := "", false
	for _, l := range latinLists {
		switch {
		case counts[l] > counts[best]:
			best, even = l, false
		case counts[l] > 0 && counts[l] == counts[best]:
			even = true
		}
	}
	if even {
		return ""
	}
	return best
}

// ownWords are the stop words that only one language in Latin letters has.
var ownWords = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for i, list := range stopLists() {
		if i == len(latinLists) {
			break
		}
		for w := range strings.FieldsSeq(list) {
			if l, ok := out[w]; ok && l != latinLists[i] {
				out[w] = ""
			} else {
				out[w] = latinLists[i]
			}
		}
	}
	return out
})

// latinLists name the first of the lists of stop words.
var latinLists = [...]string{"en", "de", "es", "fr", "pt"}

// languages count the words of a text that only one language has.
func languages(text string) map[string]int {
	out := map[string]int{}
	for _, p := range pieces(text) {
		if l := ownWords()[strings.ToLower(p)]; l != "" {
			out[l]++
		}
	}
	return out
}

// mixes reports whether a text in another language has English words that tell
// something, as technical talk does: by letters that seldom stand side by side
// elsewhere.
func mixes(text string) bool {
	if l := leading(languages(text)); l == "" || l == "en" {
		return false
	}
	english := 0
	for _, w := range telling(text) {
		if !w.hard && !strings.Contains(w.s, "sch") && containsAny(w.s+" ", "aw", "ee", "ea", "oo", "ow", "sh", "th", "wh", "gh", "ck", "ing ", "rr", "ly ") {
			english++
		}
	}
	return english > 1
}

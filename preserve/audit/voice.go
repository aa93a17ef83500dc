// What the user said, and how much of a claim it supports.

package audit

import (
	"slices"
	"strings"
)

// voice is what the user said, read once.
type voice struct {
	page    page  // all prompts, one after the other
	ends    []int // by unit: where its prompt ends
	yeses   int   // answers that say yes and nothing else
	yes     bool  // some prompt says yes
	lang    string
	langs   map[string]int  // words that only one language has
	mixed   bool            // English words stand in another language
	clauses map[string]bool // flattened
	senses  []uint8         // the meanings of the page's vocabulary
}

// Spoken is what the user has said so far; each text is read once, however
// often it is asked about.
type Spoken struct{ v voice }

// NewSpoken begins with nothing said. lang is the language of the user, as
// package prompts names it.
func NewSpoken(lang string) *Spoken {
	return &Spoken{voice{lang: lang, langs: map[string]int{}, clauses: map[string]bool{}}}
}

// Add adds a prompt or a chosen answer.
func (s *Spoken) Add(text string) {
	v, units := &s.v, readPage(text).units
	for l, n := range languages(text) {
		v.langs[l] += n
	}
	v.mixed = v.mixed || mixes(text)
	if !v.yes {
		v.yes = has(flatten(text), yes)
	}
	for _, u := range units {
		for _, c := range flatClauses(u.text) {
			v.clauses[c] = true
		}
	}
	v.page.units = append(v.page.units, units...)
	for range units {
		v.ends = append(v.ends, len(v.page.units))
	}
	const bare = 20 // bytes of a yes without a topic, at least
	if len(text) > 4*bare {
		return
	}
	if f := flatten(text); has(f, yes) && !has(f, negative) && len(telling(text)) <= 1 {
		v.yeses++
	}
}

// voice is what was said, ready to be searched.
func (s *Spoken) voice() voice {
	v := s.v
	v.page.index()
	for _, w := range v.page.vocabulary {
		v.senses = append(v.senses, meanings(w))
	}
	return v
}

func hear(said []string, lang string) voice {
	s := NewSpoken(lang)
	for _, text := range said {
		s.Add(text)
	}
	return s.voice()
}

// support looks for the place where the user said what a sentence claims.
func (v voice) support(u unit) found {
	f := found{Invention: Invention{Text: u.text}}
	words := claimWords(u.text)
	f.words = len(words)
	if len(words) == 0 {
		f.share = 1 // nothing that could be missing
		return f
	}
	f.strict = len(words) <= shortClaim && counts(u.flat, always)
	hard := slices.ContainsFunc(words, func(w word) bool { return w.hard && inWordsOf(w, v.page.vocabulary) == 0 })
	f.foreign = !hard && (v.foreign(u.text, sureLanguage) || v.mixed && !f.strict && !has(u.flat, credited) && len(words) < shortClaim && leading(languages(u.text)) != "en")
	at := v.search(&f, words)
	if has(u.flat, instead) {
		without := f
		if kept := claimWords(chosen(u.text)); len(kept) > 0 && len(kept) < len(words) {
			if i := v.search(&without, kept); without.share > f.share {
				f, at = without, i
			}
		}
	}
	if at < 0 {
		return f
	}
	if best := v.page.units[at]; f.share >= saidNear {
		f.Evidence = best.text
		f.refused = has(best.flat, negative) && !has(u.flat, negative) && !has(u.flat, untouched)
	}
	return f
}

// shortClaim is the number of telling words up to which a claim is short.
const shortClaim = 3

// search fills in the shares of words, and returns the sentence that has most
// of them, -1 if there is none.
func (v voice) search(f *found, words []word) int {
	heard := newField(subject{words: words}, v.page)
	heard.reword(v.page, v.senses)
	f.share, f.together, f.named = 0, 0, true
	at, single := -1, 0.0
	for i := range v.page.units {
		f.share = max(f.share, heard.plain(i, min(i+saidSpan, v.ends[i])))
		_, _, total, soft := heard.sums(i, i+1)
		f.named = f.named && total > 0 && soft == 0
		if share := heard.plain(i, i+1); share > single {
			at, single = i, share
		}
	}
	if at >= 0 {
		f.together = heard.plain(0, len(v.page.units))
	}
	return at
}

// chosen is a text without what it turns down: "A rather than B" claims A.
func chosen(text string) string {
	var out []string
	for _, c := range clauses(text) {
		f := flatten(c)
		at := places(f, instead)
		switch {
		case len(at) == 0:
			out = append(out, c)
		case containsAny(f[at[0]:], "ではなく", "の代わり", "대신", "가 아니라", "아닌"):
			out = append(out, f[at[0]:])
		default:
			out = append(out, f[:at[0]])
		}
	}
	return strings.Join(out, ", ")
}

// claimWords are the telling words of a claim without those that make it one.
func claimWords(text string) []word {
	flat := flatten(text)
	var out []word
	for _, w := range telling(text) {
		if w.hard { // flat has it in parts
			out = append(out, w)
			flat = strings.Replace(flat, flatten(w.raw), " ", 1)
		}
	}
	for _, noun := range nouns() {
		flat = strings.ReplaceAll(flat, noun, strings.ToUpper(noun)) // no marker is in capitals
	}
	flat = strings.ReplaceAll(flat, "拉取请求", "PULL REQUEST")
	for _, c := range []class{credited, person, claim} {
		for _, m := range markers()[c] {
			if t := strings.TrimSpace(m); t != "" && flat != "" {
				flat = strings.ReplaceAll(flat, m, blank(m))
			}
		}
	}
	var short []string // abbreviations, whose capitals flatten has taken
	for _, p := range pieces(text) {
		if a := abbreviation(word{raw: p}); a != "" {
			short = append(short, a)
		}
	}
	for _, w := range telling(flat) {
		switch singular := strings.TrimSuffix(w.s, "s"); {
		case slices.Contains(short, singular) || slices.Contains(short, w.s):
			w.raw = strings.ToUpper(singular)
		case alsoWord(w.s):
			continue
		default:
			w.raw = w.s
		}
		out = append(out, w)
	}
	return distinct(out)
}

// nouns are things whose names hold a word of claiming.
func nouns() []string {
	return []string{" pull request", " merge request", " feature request", " http request", " api request", " rule set", " data set", " test set"}
}

// blank stands for a marker that was taken out; of a word with any ending the
// ending stays, and is too short to tell much.
func blank(m string) string {
	if strings.HasPrefix(m, " ") && !strings.HasSuffix(m, " ") {
		return " x"
	}
	return " "
}

// alsoWord reports whether a word only joins a claim to the one before.
func alsoWord(s string) bool {
	return len(s) < 3 && s[0] < 0x80 || strings.HasPrefix(s, "x") || slices.Contains([]string{"also", "further", "außerdem", "zudem", "además", "également", "também", "также", "還要", "还要"}, s)
}

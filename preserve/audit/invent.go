// What a summary says of the user that the user never said.

package audit

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"savectx/prompts"
)

// Invention is a sentence of a summary without a counterpart in the user's
// own words.
type Invention struct {
	Text     string `json:"text"`     // the sentence
	Evidence string `json:"evidence"` // the nearest thing the user said; "" when nothing is near
}

// The shares of a claim's telling words that the user must have said.
const (
	saidOnce     = 0.38 // in one place
	saidTogether = 0.7  // in all places together
	saidNear     = 0.15 // from here on a sentence is named as the nearest
	saidSpan     = 4    // sentences of a prompt that are read together
)

// Invented lists the sentences of a summary that claim that the user asked,
// decided, approved, wants or set a rule, and that nothing in said supports:
// the user's own prompts and chosen answers, in lang, the language of the user
// as package prompts names it. An "ok" only says that something was read; a yes without a topic stands for one approval:
// if there are more approvals than such answers, those nearest to what was
// said have them. A claim in another script than everything that was said is
// left aside unless it is an approval and nothing was approved.
func Invented(summary string, said []string, lang string) []Invention {
	v := hear(said, lang)
	var out, granted []found
	for i, u := range readPage(summary).units {
		kind := claimOf(u)
		if kind == noClaim {
			continue
		}
		f := v.support(u)
		f.at = i
		switch {
		case kind == approval && f.refused, f.share < saidOnce && f.together < saidTogether:
		default:
			continue
		}
		switch {
		case kind == approval && f.refused:
			out = append(out, f)
		case kind == approval:
			granted = append(granted, f)
		case !f.foreign:
			out = append(out, f)
		}
	}
	slices.SortStableFunc(granted, func(a, b found) int { return cmp.Compare(b.share, a.share) })
	out = append(out, granted[min(v.yeses, len(granted)):]...)
	slices.SortFunc(out, func(a, b found) int { return cmp.Compare(a.at, b.at) })
	inv := make([]Invention, len(out))
	for i, f := range out {
		inv[i] = f.Invention
	}
	return inv
}

type found struct {
	Invention
	at       int
	share    float64 // of the claim in one place
	together float64 // of the claim in all places
	refused  bool    // the place says no
	foreign  bool    // everything was said in another script
}

type claimKind int

const (
	noClaim claimKind = iota
	request
	approval
)

// claimOf tells what a sentence says the user did. What waits for an answer
// claims nothing.
func claimOf(u unit) claimKind {
	plain, _ := said(u.text, granted)
	if u.isHead || has(u.flat, pending) || has(u.headFlat, pending) && !plain && !(has(u.flat, person) && has(u.flat, claim)) {
		return noClaim
	}
	byUser := has(u.flat, person) || has(u.headFlat, person)
	if plain && (byUser || has(u.flat, granted) && approvalWord(u.flat)) {
		return approval
	}
	if !byUser || !has(u.headFlat+u.flat, claim) || askedOfUser(u.flat) {
		return noClaim
	}
	return request
}

// approvalWord reports whether a sentence speaks of a yes even when it does not
// say whose: the weaker words also tell what a program accepts or allows.
func approvalWord(flat string) bool {
	return containsAny(flat, " approv", " signed off ", " green light", " genehmig", " freigegeben ", " aprob", " aprov", " approuv", " feu vert ", " одобр", "אושר", "אישור", "批准", "获准", "承認", "승인")
}

// askedOfUser reports whether the assistant asks the user, or shows something.
func askedOfUser(flat string) bool {
	p, m := places(flat, person), places(flat, model)
	return len(p) > 0 && len(m) > 0 && slices.Min(m) < slices.Min(p) ||
		containsAny(flat, " asked the user ", " ask the user ", " tell the user ", " told the user ", " den nutzer gefragt ", " preguntar al usuario ", " demander à l utilisateur ", " perguntar ao usuário ", " спросить пользователя ", "询问用户", "问用户", "ユーザーに確認", "ユーザーに質問", "사용자에게 물")
}

// voice is what the user said, read once.
type voice struct {
	page  page  // all prompts, one after the other
	ends  []int // by unit: where its prompt ends
	yeses int   // answers that say yes and nothing else
	lang  string
}

func hear(said []string, lang string) voice {
	v := voice{lang: lang}
	for _, s := range said {
		units := readPage(s).units
		v.page.units = append(v.page.units, units...)
		for range units {
			v.ends = append(v.ends, len(v.page.units))
		}
		const bare = 20 // bytes of a yes without a topic, at least
		if len(s) > 4*bare {
			continue
		}
		if f := flatten(s); has(f, yes) && !has(f, negative) && len(telling(s)) <= 1 {
			v.yeses++
		}
	}
	v.page.index()
	return v
}

// support looks for the place where the user said what a sentence claims.
func (v voice) support(u unit) found {
	f := found{Invention: Invention{Text: u.text}}
	words := claimWords(u.text)
	if len(words) == 0 {
		f.share = 1 // nothing that could be missing
		return f
	}
	f.foreign = v.foreign(u.text) && !slices.ContainsFunc(words, func(w word) bool { return w.hard })
	heard := newField(subject{words: words}, v.page)
	at, single := -1, 0.0
	for i := range v.page.units {
		f.share = max(f.share, heard.plain(i, min(i+saidSpan, v.ends[i])))
		if share := heard.plain(i, i+1); share > single {
			at, single = i, share
		}
	}
	if at < 0 {
		return f
	}
	f.together = heard.plain(0, len(v.page.units))
	if best := v.page.units[at]; f.share >= saidNear {
		f.Evidence = best.text
		f.refused = has(best.flat, negative) && !has(u.flat, negative)
	}
	return f
}

// claimWords are the telling words of a claim without those that make it one.
func claimWords(text string) []word {
	flat := flatten(text)
	for _, c := range []class{person, claim} {
		for _, m := range markers()[c] {
			if t := strings.TrimSpace(m); t != "" && flat != "" {
				flat = strings.ReplaceAll(flat, m, blank(m))
			}
		}
	}
	var out []word
	for _, w := range telling(flat) {
		if !alsoWord(w.s) {
			out = append(out, w)
		}
	}
	return distinct(out)
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

// foreign reports whether nothing was said in the script of a text.
func (v voice) foreign(text string) bool {
	mine := scriptOf(text)
	if len(v.page.units) == 0 {
		return mine != scriptOf(sampleOf(v.lang))
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

// Words that turn a sentence: no, always, only, approved, done, dropped.

package audit

import (
	"strings"
	"sync"
	"unicode/utf8"

	"savectx/prompts"
)

// class is a kind of word that a paraphrase may exchange but not lose.
type class int

const (
	negative class = iota
	always
	only
	must
	until
	most
	least
	instead
	granted   // yes was said
	pending   // asked, no answer
	asked     // brought up; weaker than pending
	finished  // done
	remaining // still to do
	dropped   // tried and given up
	advised   // recommended, or simply used
	person    // the user
	model     // the assistant
	claim     // asked, wants, decided, ruled
	yes       // a person's yes, as a person says it
	untouched // a no to any change
	credited  // as you asked, per the user: said to be the user's wish
	heard     // in a heading: messages, words
	wanted    // in a heading: requests, tasks
	ruled     // in a heading: rules, constraints
	classes
)

// markers are all of them, those of the item labels of package prompts
// included, because a list in a summary often copies these.
var markers = sync.OnceValue(func() [classes][]string {
	var out [classes][]string
	for c, list := range lists() {
		for line := range strings.SplitSeq(list, "\n") {
			for m := range strings.SplitSeq(line, "|") {
				if m = markerText(m); m != "" {
					out[c] = append(out[c], m)
				}
			}
		}
	}
	labels := map[string]class{"waiting": pending, "open": remaining, "dead_end": dropped, "correction": person, "preference": person}
	for _, lang := range prompts.Languages() {
		w, err := prompts.Load(lang)
		if err != nil {
			continue // a test of package prompts loads each
		}
		for kind, c := range labels {
			out[c] = append(out[c], markerText(w.Line.Labels[kind]))
		}
		out[finished] = append(out[finished], markerText(w.Mark.Done))
		out[pending] = append(out[pending], markerText(w.Mark.Asked))
	}
	return out
})

// markerText puts the space of a whole word around a marker. A star stands for
// any ending, a tilde for any beginning; Chinese, Japanese and Korean have
// both without saying so, unless an equals sign asks for a whole word or a
// dollar sign for the end of one.
func markerText(m string) string {
	m = strings.TrimSpace(m)
	if m == "" {
		return ""
	}
	open, tail := strings.HasPrefix(m, "~"), strings.HasSuffix(m, "*")
	text := strings.TrimSpace(flatten(m))
	r, _ := utf8.DecodeRuneInString(text)
	switch {
	case strings.HasPrefix(m, "="):
		return " " + text + " "
	case strings.HasSuffix(m, "$"):
		return text + " "
	case wide(r) || hangul(r):
		return text
	}
	if !open {
		text = " " + text
	}
	if !tail {
		text += " "
	}
	return text
}

// has reports whether a flattened text holds a word of a class.
func has(flat string, c class) bool { return len(places(flat, c)) > 0 }

// places are the byte offsets at which words of a class begin.
func places(flat string, c class) []int {
	var out []int
	for _, m := range markers()[c] {
		if c == negative && m == " no " && portuguese(flat) {
			continue // "in the"
		}
		for from := 0; m != ""; {
			i := strings.Index(flat[from:], m)
			if i < 0 {
				break
			}
			if len(out) == placesMax {
				return out
			}
			at := from + i
			if !innocent(flat, at, m) {
				out = append(out, at)
			}
			from = at + max(1, len(strings.TrimRight(m, " ")))
		}
	}
	return out
}

// placesMax bounds the places that are looked at: more than a sentence has.
const placesMax = 64

// innocent reports whether a marker without borders is a part of a word that
// means something else.
func innocent(flat string, at int, m string) bool {
	if m == " left " && containsAny(flat[at:min(len(flat), at+len(" left untouched "))], " left alone ", " left as ", " left un", " left intact ") {
		return true // nothing is left to do
	}
	for _, w := range []string{
		"特别", "分别", "级别", "类别", "区别", "个别", "识别", "别名", "不同", "不过", "不断", "不仅", "无论", "无线", "未来", "没错", "只要", "才能", "少ない", "少なく", "하지만", "지만", "못지",
	} {
		if i := strings.Index(w, m); i >= 0 && at >= i && strings.HasPrefix(flat[at-i:], w) {
			return true
		}
	}
	return false
}

func portuguese(flat string) bool {
	count := func(words string) (n int) {
		for w := range strings.FieldsSeq(words) {
			n += strings.Count(flat, " "+w+" ")
		}
		return n
	}
	return count("não com uma um o os do da ao em é foi as seu sem são pelas pelo pela dos das já máximo mínimo") > count("el la los las con una un del y en the it")
}

// flatClauses are the clauses of a text, flattened.
func flatClauses(s string) []string {
	var out []string
	for _, c := range clauses(s) {
		if f := flatten(c); f != "  " && f != " " {
			out = append(out, f)
		}
	}
	return out
}

// near bounds how far a word of negation stands from what it negates: words,
// or characters where there are no spaces.
const (
	nearWords = 6
	nearRunes = 12
)

// said reports whether a text says a class without a no to it; denied whether
// it says it with one.
func said(text string, c class) (plain, denied bool) {
	for _, f := range flatClauses(text) {
		noes := places(f, negative)
		if c == finished && has(f, remaining) {
			denied = denied || has(f, finished)
			continue // "still has to be finished"
		}
		for _, at := range places(f, c) {
			no := false
			for _, n := range noes {
				if n != at && apart(f, n, at) {
					no = true
				}
			}
			plain, denied = plain || !no, denied || no
		}
	}
	return plain, denied
}

// apart reports whether two places of a flattened clause are near each other.
func apart(f string, a, b int) bool {
	between := f[min(a, b):max(a, b)]
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(between, " ")); wide(r) || hangul(r) {
		return utf8.RuneCountInString(between) <= nearRunes
	}
	return strings.Count(between, " ") <= nearWords
}

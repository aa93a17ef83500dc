// What a person took back later.

package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// takeBacks marks the sentences that a later one takes back: it says so and
// speaks of the same thing, or it gives another value for one that was too
// much.
func takeBacks(list []said) {
	for i := range list {
		if list[i].option {
			continue
		}
		for _, s := range list[i].list {
			switch {
			case s.means&takeBack != 0:
				forget(list[:i], s.text)
			case s.means&too != 0:
				replaceValue(list[:i], list[i].list)
			}
		}
	}
}

func forget(before []said, text string) {
	const far = 1000 // prompts
	keys := topics(text)
	for k := max(0, len(before)-far); k < len(before); k++ {
		for n := range before[k].list {
			old := &before[k].list[n]
			if old.empty || old.gone {
				continue
			}
			if old.about == nil {
				old.about = topics(old.text)
			}
			if sharesTopic(keys, old.about) {
				old.gone = true
			}
		}
	}
}

// replaceValue: "too far. 4.5" takes back the number of the prompt before it.
func replaceValue(before []said, now []sentence) {
	if len(before) == 0 || !anyDigit(now) {
		return
	}
	last := before[len(before)-1].list
	words := 0
	for _, s := range last {
		words += len(split(s.text))
	}
	const short = 12 // words of a prompt that does little else than give a value
	if words > short {
		return
	}
	for n := range last {
		if digits(last[n].text) && last[n].means&(rule|stop|fix|taste) == 0 {
			last[n].gone = true
		}
	}
}

func anyDigit(list []sentence) bool {
	for _, s := range list {
		if digits(s.text) {
			return true
		}
	}
	return false
}

// topics are the words of a text that name what it is about: true for those
// that do so alone, such as numbers and names.
func topics(text string) map[string]bool {
	found := map[string]bool{}
	for _, w := range split(strings.ToLower(text)) {
		if !strings.ContainsFunc(w, isDense) {
			n := utf8.RuneCountInString(w)
			if digits(w) {
				found[w] = n > 1
			} else if n > 4 {
				found[w] = false
			}
			continue
		}
		for _, run := range runs(w) {
			r := []rune(run)
			switch {
			case digits(run):
				found[run] = len(r) > 1
			case unicode.Is(unicode.Katakana, r[0]) && len(r) > 2, !isDense(r[0]) && len(r) > 2:
				found[run] = false
			case unicode.In(r[0], unicode.Han, unicode.Hangul):
				for i := 0; i+1 < len(r); i++ {
					found[string(r[i:i+2])] = false
				}
			}
		}
	}
	return found
}

// runs cuts a run of text where its script changes.
func runs(w string) []string {
	var list []string
	begin, last := 0, 0
	for i, r := range w {
		k := script(r)
		if i > 0 && k != last {
			list = append(list, w[begin:i])
			begin = i
		}
		last = k
	}
	return append(list, w[begin:])
}

func script(r rune) int {
	switch {
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return 1
	case unicode.Is(unicode.Hiragana, r):
		return 2
	case unicode.Is(unicode.Han, r):
		return 3
	case unicode.Is(unicode.Hangul, r):
		return 4
	}
	return 5
}

// sharesTopic: one telling word, or two others that are a third of b.
func sharesTopic(a, b map[string]bool) bool {
	weak := 0
	for w, alone := range a {
		if _, ok := b[w]; !ok {
			continue
		}
		if alone {
			return true
		}
		weak++
	}
	return weak > 1 && 3*weak >= len(b)
}

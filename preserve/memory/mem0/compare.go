// Whether a stored memory says the same as a fact, more, less, or otherwise.

package mem0

import (
	"slices"

	"savectx/preserve"
	"savectx/preserve/audit"
)

type relation int

const (
	unrelated   relation = iota
	same                 // the same words, numbers and negations, in the same order
	covered              // the memory says all that the fact says, and more
	reworded             // the fact says all that the memory says, in other words or more of them
	contradicts          // the memory has another number, name, or yes for no
)

// Shares of the telling words that two texts have to have in common.
const (
	shareClose = 0.6 // they speak of the same thing
	shareSame  = 0.7 // they may say the same
	sharePart  = 0.3 // one is a part of the other
	shareOther = 0.4 // they may contradict each other
)

// relate compares a fact with a stored text. To take two facts for one loses
// one of them, so what cannot be told apart for certain is a contradiction,
// which a person decides, or unrelated, which keeps both.
func relate(fact, stored string) relation {
	a, b := read(fact), read(stored)
	if slices.Equal(a.seq, b.seq) {
		return same
	}
	if len(a.content) == 0 || len(b.content) == 0 {
		return unrelated
	}
	onlyA, onlyB := without(a.content, b.content), without(b.content, a.content)
	shareA, shareB := share(onlyA, a.content), share(onlyB, b.content)
	low := min(shareA, shareB)
	if max(shareA, shareB) < shareOther {
		return unrelated // also spares the two verdicts
	}
	kept, back := judge(fact, stored), judge(stored, fact)
	changed := kept == audit.Changed || back == audit.Changed
	otherwise := unrelated
	if low >= shareClose || changed && low >= shareOther {
		otherwise = contradicts
	}
	switch {
	case a.negative != b.negative:
		return otherwise
	case len(onlyB) == 0 && len(onlyA) == 0:
		if changed || moved(a, b) {
			return contradicts
		}
		return reworded
	case len(onlyB) == 0 && subset(b.numbers, a.numbers):
		if back == audit.Changed {
			return otherwise
		}
		if shareA >= sharePart {
			return reworded
		}
		return unrelated
	case len(onlyA) == 0 && subset(a.numbers, b.numbers):
		if kept == audit.Kept {
			return covered
		}
		return otherwise
	case !slices.Equal(a.numbers, b.numbers):
		return otherwise
	case low < shareClose || changed:
		return otherwise
	case hasHeavy(b, onlyB), slot(a.seq, b.seq):
		return contradicts
	case low >= shareSame && kept == audit.Kept && back == audit.Kept:
		return reworded
	}
	return unrelated
}

// judge is what the audit of a compaction says: whether text keeps the fact.
func judge(fact, text string) audit.Outcome {
	return audit.Judge([]preserve.Item{{Kind: preserve.Fact, Text: fact}}, []string{text})[0].Outcome
}

func share(missing, all []string) float64 { return 1 - float64(len(missing))/float64(len(all)) }

// subset reports whether b has all of a, as often.
func subset(a, b []string) bool {
	left := slices.Clone(b)
	for _, n := range a {
		i := slices.Index(left, n)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

func hasHeavy(w wording, words []string) bool {
	return slices.ContainsFunc(words, func(s string) bool { return w.heavy[s] })
}

// moved reports whether texts of the same telling words may mean different
// things because of their order: nothing but the order differs, or a word such
// as "instead" or "before" depends on it.
func moved(a, b wording) bool {
	if slices.EqualFunc(a.content, b.content, func(x, y string) bool { return x == y || inflected(x, y) }) {
		return false
	}
	x, y := slices.Sorted(slices.Values(a.seq)), slices.Sorted(slices.Values(b.seq))
	return slices.Equal(x, y) || a.contrast || b.contrast
}

// slotMax bounds the words in the one place where two texts differ.
const slotMax = 3

// slot reports whether two texts are one sentence with another word in one
// place: "the tests use staging", "the tests use production". Who rewords
// changes the sentence; who changes a fact changes the word.
func slot(a, b []string) bool {
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	x, y := a[from:], b[from:]
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return len(x) > 0 && len(y) > 0 && max(len(x), len(y)) <= slotMax
}

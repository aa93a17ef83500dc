// Whether a stored memory says the same as a fact, more, less, or otherwise.

package compare

import (
	"slices"
	"strings"

	"savectx/preserve"
	"savectx/preserve/audit"
)

// Relation is what a stored text is to a fact.
type Relation int

// The relations.
const (
	Unrelated   Relation = iota
	Same                 // the same words, numbers and negations, in the same order
	Covered              // the stored one says all that the fact says, and more
	Reworded             // the fact says all that the stored one says, in other words or more of them
	Contradicts          // the stored one has another number, name, or yes for no
)

// Shares of the telling words that two texts have to have in common.
const (
	shareClose = 0.6 // they speak of the same thing
	shareSame  = 0.7 // they may say the same
	sharePart  = 0.3 // one is a part of the other
	shareOther = 0.4 // they may contradict each other
)

// Relate compares a fact with a stored text. To take two facts for one loses
// one of them, so what cannot be told apart for certain is a contradiction,
// which a person decides, or unrelated, which keeps both.
func Relate(fact, stored string) Relation {
	a, b := read(fact), read(stored)
	if slices.Equal(a.seq, b.seq) {
		return Same
	}
	if len(a.content) == 0 || len(b.content) == 0 {
		return Unrelated
	}
	onlyA, onlyB := without(a.content, b.content), without(b.content, a.content)
	shareA, shareB := share(onlyA, a.content), share(onlyB, b.content)
	low := min(shareA, shareB)
	if max(shareA, shareB) < shareOther {
		return Unrelated // also spares the two verdicts
	}
	kept, back := judge(fact, stored), judge(stored, fact)
	changed := kept == audit.Changed || back == audit.Changed
	otherwise := Unrelated
	if low >= shareClose || changed && low >= shareOther {
		otherwise = Contradicts
	}
	switch {
	case a.negative != b.negative:
		return otherwise
	case len(onlyB) == 0 && len(onlyA) == 0:
		if changed || moved(a, b) {
			return Contradicts
		}
		return Reworded
	case len(onlyB) == 0 && subset(b.numbers, a.numbers):
		if back == audit.Changed {
			return otherwise
		}
		if shareA >= sharePart {
			return Reworded
		}
		return Unrelated
	case len(onlyA) == 0 && subset(a.numbers, b.numbers):
		if kept == audit.Kept {
			return Covered
		}
		return otherwise
	case !slices.Equal(a.numbers, b.numbers):
		return otherwise
	case low < shareClose || changed:
		return otherwise
	case hasHeavy(b, onlyB), slot(a.seq, b.seq), otherHead(fact, stored):
		return Contradicts
	case low >= shareSame && kept == audit.Kept && back == audit.Kept:
		return Reworded
	}
	return Unrelated
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

// slotMax bounds the words in the one place where two texts differ, unless what
// they have in common around it is much longer.
const slotMax = 3

// slot reports whether two texts are one sentence with other words in one
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
	around := len(a) - len(x)
	return len(x) > 0 && len(y) > 0 && max(len(x), len(y)) <= max(slotMax, around/3)
}

// head is what a text speaks of, before what it adds in brackets: why, and the
// exact words. Two dead ends of the same reason are two.
func head(text string) string {
	for _, bracket := range []string{" (", "（"} {
		text, _, _ = strings.Cut(text, bracket)
	}
	return text
}

// otherHead reports whether two texts with something in brackets speak of
// different things before it.
func otherHead(fact, stored string) bool {
	a, b := head(fact), head(stored)
	if a == fact || b == stored {
		return false
	}
	how := Relate(a, b)
	return how == Unrelated || how == Contradicts
}

// SameNumbers reports whether two texts have the same numbers, each as often.
func SameNumbers(a, b string) bool { return slices.Equal(read(a).numbers, read(b).numbers) }

// Which sentences of a person tell nothing but that a way is none.

package evidence

import (
	"strings"
	"unicode/utf8"
)

// part is a stretch of sentences that are one kind of thing.
type part struct {
	list []sentence
	left bool // a way that was tried and is none
}

// parted cuts what a person said where it goes from a way that failed to what
// they want instead. A sentence that tells both is no failure as it stands: it
// would turn what was chosen into what was dropped.
func parted(list []sentence, l *lexicon) []part {
	left := make([]bool, len(list))
	for i, s := range list {
		left[i] = failed(s, l)
	}
	for i, s := range list {
		prior := i > 0 && s.onlyRefuses() && (left[i-1] || list[i-1].means&attempt != 0 && statement(list[i-1], l))
		if prior { // "tried foam, costs 11 ms. so don't bother"
			left[i-1], left[i] = true, true
		}
	}
	for i := range list {
		if i > 0 && strings.HasSuffix(list[i-1].text, ";") { // one sentence
			left[i-1] = left[i-1] && left[i]
			left[i] = left[i-1]
		}
	}
	var parts []part
	for i, s := range list {
		if n := len(parts); n > 0 && parts[n-1].left == left[i] {
			parts[n-1].list = append(parts[n-1].list, s)
			continue
		}
		parts = append(parts, part{[]sentence{s}, left[i]})
	}
	return parts
}

// onlyRefuses tells "so don't bother" and "no": short, and nothing but that
// something is not to be.
func (s sentence) onlyRefuses() bool {
	const most, mostDense = 4, 10 // words, code points
	short := len(split(s.text)) <= most
	if dense(s.text) {
		short = utf8.RuneCountInString(s.text) <= mostDense
	}
	return short && !s.exact && !s.question && s.means&(picks|instead|later) == 0 && (s.means&(ways|stop|negates) != 0 || loneNo(s.text))
}

// failed tells a sentence of which every clause tells that a way is none, what
// the way was, or why.
func failed(s sentence, l *lexicon) bool {
	if s.means&(tried|gaveUp) == 0 && s.means&(ails|attempt) != ails|attempt || s.question || !statement(s, l) {
		return false
	}
	for i, clause := range clauses(s.text) {
		means := l.of(clause)
		if means&(lost|attempt) != 0 {
			return true
		}
		if i > 0 || !topic(clause, 4) {
			return false // something else comes first
		}
	}
	return true
}

// statement tells a sentence in which no clause orders something, chooses or
// asks.
func statement(s sentence, l *lexicon) bool {
	if s.means&(drops|instead|please|later) != 0 {
		return false
	}
	list := clauses(s.text)
	for i, clause := range list {
		means := l.of(clause)
		if means&(lost|attempt) != 0 {
			if dense(clause) {
				clause = afterWay(clause, l)
			}
			if means = l.of(clause); dense(clause) && means&picks != 0 || !dense(clause) && orders(clause, l) {
				return false
			}
			continue
		}
		switch {
		case means&fares != 0, i > 0 && i == len(list)-1 && topic(clause, 2) && means&(tellsOf|negates) == 0 && !past(clause):
			return false // "polling is too slow, web hooks are better", "MD5 is no good, SHA-256"
		case dense(clause):
			if means&picks != 0 {
				return false
			}
		case orders(clause, l):
			return false
		case i > 0 && means&(tellsOf|negates) == 0 && !topic(clause, 2) && !past(clause):
			return false
		}
	}
	return true
}

// afterWay is a clause of a script without spaces without the words that tell
// of the way, in which words of orders stand by chance.
func afterWay(clause string, l *lexicon) string {
	for i, r := range clause {
		for _, p := range l.inside[r] {
			if p.means&(lost|attempt) != 0 && strings.HasPrefix(clause[i:], p.words[0]) {
				return clause[i+len(p.words[0]):]
			}
		}
	}
	return clause
}

// orders tells whether a clause begins with a verb that orders, or with "then",
// "so", "please" before one.
func orders(clause string, l *lexicon) bool {
	const skipped = " and so then ok okay well just und also dann ok et donc alors y así pues entonces e então и так тогда אז ו "
	list := split(strings.ToLower(clause))
	for len(list) > 0 && strings.Contains(skipped, " "+list[0]+" ") {
		list = list[1:]
	}
	if len(list) == 0 {
		return false
	}
	for _, p := range l.first[list[0]] {
		if p.means == picks && p.at(list) {
			return true
		}
	}
	return false
}

// topic tells a clause too short to say more than what it is about: of at most
// so many words, or twice as many letters.
func topic(clause string, most int) bool {
	if dense(clause) {
		return utf8.RuneCountInString(strings.TrimSpace(clause)) <= 2*most
	}
	return len(split(clause)) <= most
}

// past tells verbs of Russian by their ending.
func past(clause string) bool {
	for _, w := range split(strings.ToLower(clause)) {
		for _, end := range []string{"ла", "ло", "ли", "лся", "лась", "лось", "лись"} {
			if strings.HasSuffix(w, end) && len(w) > 2*len(end) {
				return true
			}
		}
	}
	return false
}

// clauses are the parts of a sentence between commas, colons and dashes, and of
// one whose words stand apart also before "and", "so" and "then".
func clauses(text string) []string {
	for _, w := range []string{" so ", " then ", " and ", " also ", " dann ", " und ", " donc ", " alors ", " et ", " así que ", " entonces ", " y ", " então ", " e ", " поэтому ", " тогда ", " и ", " אז "} {
		text = strings.ReplaceAll(text, w, ","+w)
	}
	var list []string
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",，、:：;；–—()（）", r) }) {
		if strings.TrimSpace(clause) != "" {
			list = append(list, clause)
		}
	}
	return list
}

// Rules: a pattern that is compiled and run only near its keywords.

package redact

import (
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A rule finds tokens that have a form of their own.
type rule struct {
	name     string
	rank     int
	keywords []string // in small letters; the pattern runs only around them
	pattern  func() *regexp.Regexp
	group    int                             // the group that is the secret; 0: the first that matched, else all
	entropy  float64                         // bits a character that the secret must exceed
	allow    func(secret, match string) bool // what is no secret after all; may be nil
}

// lazily returns a function that compiles expr when it is first called. A
// pattern that is wrong finds nothing; a test compiles them all.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		re, err := regexp.Compile(expr)
		if err != nil {
			return nil
		}
		return re
	})
}

// A keyword is what must occur for some rules to run.
type keyword struct {
	text  string
	rules []int
}

// trigrams is the size of the index of keywords by their first three bytes.
const trigrams = 1 << 12

func trigram(s string) int {
	return (int(s[0])*961 + int(s[1])*31 + int(s[2])) % trigrams
}

// indexKeywords makes the index, and the list of the keywords too short for it.
func indexKeywords(keywords []keyword) (index [][]int, short []int) {
	index = make([][]int, trigrams)
	for i, k := range keywords {
		if len(k.text) < 3 {
			short = append(short, i)
			continue
		}
		n := trigram(k.text)
		index[n] = append(index[n], i)
	}
	return index, short
}

func byKeyword(rules []*rule) []keyword {
	at := map[string]int{}
	var out []keyword
	for i, r := range rules {
		for _, k := range r.keywords {
			n, ok := at[k]
			if !ok {
				n = len(out)
				at[k] = n
				out = append(out, keyword{text: k})
			}
			out[n].rules = append(out[n].rules, i)
		}
	}
	return out
}

// A pattern sees this many bytes before and behind a keyword. The longest
// token of a fixed form has about 1,100; longer ones are followed to their end.
const (
	windowBefore = 80
	windowAfter  = 1500
)

// findTokens runs the rules whose keywords occur.
func (r *Redactor) findTokens(v *view, add func(from, to int, name string, rank int)) {
	places := map[int][]int{} // rule to the places of its keywords
	found := func(k, at int) {
		for _, n := range r.keywords[k].rules {
			places[n] = append(places[n], at)
		}
	}
	l := v.lower
	for i := 0; i+3 <= len(l); i++ {
		for _, k := range r.index[trigram(l[i:])] {
			if strings.HasPrefix(l[i:], r.keywords[k].text) {
				found(k, i)
			}
		}
	}
	for _, k := range r.short {
		each(l, r.keywords[k].text, func(at int) { found(k, at) })
	}
	for _, n := range slices.Sorted(maps.Keys(places)) { // in the order of the rules: the first of equals gives the name
		slices.Sort(places[n])
		r.rules[n].run(v, places[n], add)
	}
}

// windows yields the parts of a text of size bytes around places, which are
// sorted, with after bytes behind each.
func windows(places []int, after, size int) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(places); {
			from, to := max(0, places[i]-windowBefore), places[i]+after
			for i++; i < len(places) && places[i]-windowBefore <= to; i++ {
				to = places[i] + after
			}
			if !yield(from, min(to, size)) {
				return
			}
		}
	}
}

// run applies the rule around places, which are sorted.
func (r *rule) run(v *view, places []int, add func(from, to int, name string, rank int)) {
	re := r.pattern()
	if re == nil {
		return
	}
	for from, to := range windows(places, windowAfter, len(v.text)) {
		for _, m := range re.FindAllStringSubmatchIndex(v.text[from:to], -1) {
			if m[0] == 0 && from > 0 {
				continue // the edge of the window is no edge of a word
			}
			r.hit(v, re, from, m, add)
		}
	}
}

// hit judges one match, whose indices count from from.
func (r *rule) hit(v *view, re *regexp.Regexp, from int, m []int, add func(from, to int, name string, rank int)) {
	if q := v.firstWeak(from+m[0], from+m[1]); q < from+m[1] {
		// A line break: if what stands before it is a whole token, the next
		// line is not part of it.
		if short := re.FindStringSubmatchIndex(v.text[from+m[0] : q]); short != nil && short[0] == 0 {
			from, m = from+m[0], short
		}
	}
	a, b := secretGroup(m, r.group)
	a, b = a+from, b+from
	secret := v.text[a:b]
	if entropy(secret) <= r.entropy || strings.IndexByte(secret, island) >= 0 {
		return
	}
	if r.allow != nil && r.allow(secret, v.text[from+m[0]:from+m[1]]) {
		return
	}
	add(a, wholeToken(v, a, b), r.name, r.rank)
}

func secretGroup(m []int, group int) (from, to int) {
	if group > 0 && 2*group+1 < len(m) && m[2*group] >= 0 {
		return m[2*group], m[2*group+1]
	}
	for g := 1; 2*g < len(m); g++ {
		if m[2*g] >= 0 && m[2*g] < m[2*g+1] {
			return m[2*g], m[2*g+1]
		}
	}
	return m[0], m[1]
}

// wholeToken moves the end of the token to where its letters end: no tail of a
// secret stays behind.
func wholeToken(v *view, from, to int) int {
	if to == 0 || !isAlnum(v.text[to-1]) && v.text[to-1] != '_' && v.text[to-1] != '-' {
		return to
	}
	base64 := strings.ContainsAny(v.text[from:to], "+/")
	for to < len(v.text) {
		c := v.text[to]
		if !isAlnum(c) && c != '_' && c != '-' && !(base64 && (c == '+' || c == '/')) {
			break
		}
		if v.firstWeak(to-1, to+1) == to {
			break
		}
		to++
	}
	for n := 0; n < 2 && to < len(v.text) && v.text[to] == '=' && base64; n++ {
		to++
	}
	return to
}

// The way of a text: views, finders, ranges, replacement, until nothing is found.

package redact

import (
	"cmp"
	"slices"
	"strings"
)

// Redactor replaces secrets. Make one with [New]; it is safe for concurrent
// use.
type Redactor struct {
	rules    []*rule
	keywords []keyword
	index    [][]int // keywords by their first three bytes
	short    []int   // keywords that have fewer
}

// New reads the rules, about 2 ms. Their patterns are compiled when a text
// first contains one of their keywords, so the first texts cost more than
// later ones. An error means that gitleaks' rules are not what this package
// was built for; no text causes one.
func New() (*Redactor, error) {
	theirs, err := gitleaksRules()
	if err != nil {
		return nil, err
	}
	r := &Redactor{rules: append(ownRules(), theirs...)}
	r.keywords = byKeyword(r.rules)
	r.index, r.short = indexKeywords(r.keywords)
	return r, nil
}

// Text replaces each secret in s with "[REDACTED: what it is]" and returns
// what was found, in order. A text without secrets comes back byte for byte,
// and what Text returned comes back as it is. Any bytes are allowed, UTF-8 or
// not. The time is linear in the length of s for each round; a text with
// secrets takes two rounds, seldom three.
func (r *Redactor) Text(s string) (string, []string) {
	old := len(markers(s))
	names := make([]string, old) // of the markers in s; "" for those that were in it before
	for {
		islands := markers(s)
		hits := r.find(s, islands)
		if len(hits) == 0 {
			break
		}
		s, names = replace(s, hits, islands, names)
	}
	var found []string
	for _, n := range names {
		if n != "" {
			found = append(found, n)
		}
	}
	return s, found
}

// A span is a range of bytes of a text that holds a secret.
type span struct {
	from, to int
	name     string
	rank     int
}

// The ranks settle which name two finders' find gets.
const (
	rankGuess  = iota // a name announced it
	rankVendor        // a rule of gitleaks
	rankToken         // its own form says what it is
	rankPlace         // it is where only such a thing can be: a header, a connection string
)

// finders are all that look for secrets beside the rules.
func finders() []func(*view, func(from, to int, name string, rank int)) {
	return []func(*view, func(from, to int, name string, rank int)){
		findKeys, findHeaders, findURLs, findAssignments, findCommands, findCards, findShapes,
	}
}

// find returns the spans of s to replace, sorted, none overlapping another or
// an island.
func (r *Redactor) find(s string, islands []span) []span {
	var spans []span
	for _, v := range views(s, islands) {
		add := func(from, to int, name string, rank int) {
			if from < to {
				spans = append(spans, span{v.start(from), v.end(to), name, rank})
			}
		}
		r.findTokens(v, add)
		for _, f := range finders() {
			f(v, add)
		}
	}
	if len(spans) == 0 {
		return nil
	}
	spans = merge(spans)
	spans = merge(append(spans, repeats(s, spans)...))
	return without(s, spans, islands)
}

// merge sorts spans and makes one of those that overlap, under the name of the
// longest, of the highest rank among equally long ones, or of the one found
// first: the rules stand so that a vendor's own prefix comes before a wider one.
func merge(spans []span) []span {
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to), cmp.Compare(b.rank, a.rank))
	})
	out := spans[:0:0]
	longest := 0
	for _, sp := range spans {
		n := sp.to - sp.from
		if len(out) == 0 || sp.from >= out[len(out)-1].to {
			out = append(out, sp)
			longest = n
			continue
		}
		last := &out[len(out)-1]
		last.to = max(last.to, sp.to)
		if n > longest || n == longest && sp.rank > last.rank {
			last.name, last.rank, longest = sp.name, sp.rank, n
		}
	}
	return out
}

// maxRepeats bounds how many different secrets are looked for again.
const maxRepeats = 64

// repeats finds the other places of the secrets in spans: a password that was
// announced once is often used a line later, unannounced.
func repeats(s string, spans []span) []span {
	var more []span
	seen := map[string]bool{}
	for _, sp := range spans {
		secret := s[sp.from:sp.to]
		if seen[secret] || len(seen) == maxRepeats || len(secret) > 4096 || !distinctive(secret) {
			continue
		}
		seen[secret] = true
		for at := 0; ; {
			i := strings.Index(s[at:], secret)
			if i < 0 {
				break
			}
			more = append(more, span{at + i, at + i + len(secret), sp.name, sp.rank})
			at += i + len(secret)
		}
	}
	return more
}

// without cuts the islands out of spans.
func without(s string, spans, islands []span) []span {
	var out []span
	keep := func(sp span, from, to int, cut bool) {
		if from < to && (!cut || strings.ContainsFunc(s[from:to], isWordRune)) {
			out = append(out, span{from, to, sp.name, sp.rank})
		}
	}
	at := 0
	for _, sp := range spans {
		for at < len(islands) && islands[at].to <= sp.from {
			at++
		}
		from, cut := sp.from, false
		for i := at; i < len(islands) && islands[i].from < sp.to; i++ {
			keep(sp, from, islands[i].from, true)
			from, cut = max(from, islands[i].to), true
		}
		keep(sp, from, sp.to, cut)
	}
	return out
}

// replace puts the markers into s, and their names among names, one for each
// island.
func replace(s string, hits, islands []span, names []string) (string, []string) {
	var b strings.Builder
	var all []string
	at, k := 0, 0
	for _, h := range hits {
		for ; k < len(islands) && k < len(names) && islands[k].from < h.from; k++ {
			all = append(all, names[k])
		}
		b.WriteString(s[at:h.from])
		b.WriteString(markerStart + h.name + markerEnd)
		all = append(all, h.name)
		at = h.to
	}
	b.WriteString(s[at:])
	return b.String(), append(all, names[min(k, len(names)):]...)
}

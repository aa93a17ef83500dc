// Strings that are kept letter for letter, or not.

package audit

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func sortWindows(ws []window, literal int) []window {
	slices.SortStableFunc(ws[literal:], func(a, b window) int {
		if c := cmp.Compare(b.share, a.share); c != 0 {
			return c
		}
		return cmp.Compare(a.to-a.from, b.to-b.from)
	})
	const most = 40 // places looked at
	return ws[:min(len(ws), literal+most)]
}

// bareExact is an exact string without white space and quotes around it.
func bareExact(s string) string {
	s = oneLine(s)
	for {
		t := strings.TrimSpace(s)
		if n := len(t); n > 2 {
			first, a := utf8.DecodeRuneInString(t)
			last, b := utf8.DecodeLastRuneInString(t)
			pair := string(first) + string(last)
			if slices.Contains([]string{`""`, "''", "``", "“”", "„“", "«»", "「」", "‘’"}, pair) && n > a+b {
				t = t[a : n-b]
			}
		}
		if t == s {
			return s
		}
		s = t
	}
}

// missing is an exact string that no text has.
type missing struct {
	differs  string
	sentence string
	page     int
	near     bool // something like it stands in sentence
}

// exactMissing is the first exact string that is nowhere, nil if there is none.
func (s subject) exactMissing(pages []page) *missing {
	for _, e := range s.exact {
		if slices.ContainsFunc(pages, func(p page) bool { return p.has(e) }) {
			continue
		}
		m := nearest(pages, e)
		return &m
	}
	return nil
}

// has reports whether a page has a string, which the number of a list is not.
// The case of plain words makes no difference: a sentence may begin with it.
func (p page) has(e string) bool {
	text := p.flat
	if strings.Trim(e, "0123456789.)( ") == "" {
		text = p.bare
	}
	return holds(text, e) || ordinary(e) && holds(lower(text), lower(e))
}

// ordinary reports whether a string has words as anybody writes them, and no
// identifier: letters only, and no capital inside.
func ordinary(e string) bool {
	words := false
	for f := range strings.FieldsSeq(e) {
		plain := strings.IndexFunc(f, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
		if strings.ContainsFunc(f, unicode.IsLetter) && (!plain || f != strings.ToUpper(f) && capitals(f)) {
			return false
		}
		words = words || plain
	}
	return words
}

// lower is s in lower case, where that changes no length.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if l := unicode.ToLower(r); utf8.RuneLen(l) == utf8.RuneLen(r) {
			return l
		}
		return r
	}, s)
}

// holds reports whether a text has a string that is not a part of a longer
// word, number or version.
func holds(text, e string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], e)
		if i < 0 {
			return false
		}
		at := from + i
		if freeBefore(text[:at], e) && freeAfter(text[at+len(e):], e) {
			return true
		}
		_, n := utf8.DecodeRuneInString(e)
		from = at + n
	}
}

func freeBefore(before, e string) bool {
	r, n := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(e)
	if joined(r, first) {
		return false
	}
	prev, _ := utf8.DecodeLastRuneInString(before[:len(before)-n])
	return !(unicode.IsDigit(first) && (r == '.' || r == ',') && n > 0 && unicode.IsDigit(prev))
}

func freeAfter(after, e string) bool {
	r, n := utf8.DecodeRuneInString(after)
	last, _ := utf8.DecodeLastRuneInString(e)
	if joined(last, r) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(after[n:])
	return !(unicode.IsDigit(last) && (r == '.' || r == ',') && n > 0 && unicode.IsDigit(next))
}

// joined reports whether two characters side by side are in one word. Chinese,
// Japanese and Korean end no word in Latin letters, but begin one of their own.
func joined(a, b rune) bool {
	if !alnum(a) || !alnum(b) {
		return false
	}
	cjk := func(r rune) bool { return wide(r) || hangul(r) }
	return !cjk(a) && !cjk(b)
}

// nearest is the piece of the texts most like a string that is missing.
func nearest(pages []page, e string) missing {
	best := missing{differs: quoteIt(e) + " is gone", page: -1}
	score := 0.0
	fields := len(strings.Fields(e))
	want := []rune(e)
	if len(want) > exactMax {
		return best
	}
	for p, pg := range pages {
		for _, u := range pg.units {
			words := strings.Fields(u.text)
			for i := 0; i+fields <= len(words); i++ {
				got := strings.TrimRight(strings.TrimLeft(strings.Join(words[i:i+fields], " "), quotes+"(["), quotes+")],.;:。，、")
				if s := likeness(want, []rune(got)); s > score && s >= 0.6 {
					score = s
					best = missing{differs: quoteIt(got) + " instead of " + quoteIt(e), sentence: u.text, page: p, near: true}
				}
			}
		}
	}
	return best
}

// quotes are the marks that stand around a string.
const quotes = "\"'`“”„«»「」"

// exactMax bounds the strings that are compared in parts, in runes.
const exactMax = 200

// likeness is the part of two strings that agrees at both ends: what a swapped
// digit or another ending leaves.
func likeness(a, b []rune) float64 {
	long := max(len(a), len(b))
	if long == 0 || long > exactMax || min(len(a), len(b))*2 < long {
		return 0
	}
	head := prefix(a, b)
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	same := float64(head+tail) / float64(long)
	x, y := slices.Clone(a), slices.Clone(b)
	slices.Sort(x)
	slices.Sort(y)
	if slices.Equal(x, y) {
		same = max(same, 0.9)
	}
	return same
}

func quoteIt(s string) string { return "`" + s + "`" }

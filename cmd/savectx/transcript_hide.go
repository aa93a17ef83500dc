// Secrets, out of the text of a session.

package main

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"

	"savectx/preserve/memory/store"
	"savectx/preserve/redact"
)

// clean takes secrets out of the pieces, then cuts each, and answers as many of
// the last ones as may be kept. A secret that one piece gives away is taken out
// of all: a password that a command printed is named later, by itself.
func (q *turnQueue) clean(r *redact.Redactor) []store.Turn {
	pieces := q.pieces[q.first:]
	var told secretWords
	inBatches(len(pieces), func(i int) { pieces[i].hide(r, &told) })
	hidden := told.replacer()
	turns := make([]store.Turn, len(pieces))
	inBatches(len(pieces), func(i int) { turns[i] = store.Turn{Role: pieces[i].role, Text: pieces[i].short(hidden)} })
	kept, size := len(turns), 0
	for kept > 0 && size+len(turns[kept-1].Text) <= turnsMost {
		kept--
		size += len(turns[kept].Text)
	}
	var list []store.Turn
	for _, t := range turns[kept:] {
		if t.Text != "" {
			list = append(list, t)
		}
	}
	return list
}

// inBatches calls do for 0 to n-1, on more than one processor where there are
// more.
func inBatches(n int, do func(i int)) {
	const batch = 64
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 4) {
		workers.Go(func() {
			for from := range next {
				for i := from; i < min(from+batch, n); i++ {
					do(i)
				}
			}
		})
	}
	for from := 0; from < n; from += batch {
		next <- from
	}
	close(next)
	workers.Wait()
}

// hide takes what is known by itself for a secret out of a piece.
func (p *piece) hide(r *redact.Redactor, told *secretWords) {
	text, found := r.Text(p.text)
	if len(found) > 0 {
		told.add(p.text, text)
	}
	text, changed := plainLines(text)
	if changed { // what was not seen may have parted a secret
		text, _ = r.Text(text)
	}
	p.text = text
}

// short is a piece, hidden, as it is kept.
func (p *piece) short(hidden *strings.Replacer) string {
	text := hidden.Replace(p.text)
	if p.cut {
		text, _ = bounded(text, max(0, len(text)-doubtful))
	}
	if p.end {
		text = text[min(doubtful, len(text)):]
		text = text[max(0, strings.IndexAny(text+" ", " \t\n")):]
	}
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	return strings.TrimSpace(p.trim(text))
}

// secretWords are the words that secrets were made of.
type secretWords struct {
	mu   sync.Mutex
	list []string
	has  map[string]bool
}

const (
	mostWords = 1000
	leastWord = 8 // bytes: a shorter one is too often something else
)

// add notes the words of a text that its clean form lacks and that look like no
// words of a language.
func (s *secretWords) add(text, clean string) {
	apart := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-+.!$#%", r)
	}
	left := map[string]bool{}
	for word := range strings.FieldsFuncSeq(clean, apart) {
		left[word] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.has == nil {
		s.has = map[string]bool{}
	}
	for word := range strings.FieldsFuncSeq(text, apart) {
		if len(word) < leastWord || len(s.list) == mostWords || left[word] || s.has[word] || !strings.ContainsFunc(word, unicode.IsDigit) || !strings.ContainsFunc(word, unicode.IsLetter) {
			continue
		}
		s.has[word] = true
		s.list = append(s.list, word)
	}
}

// replacer puts a sign in the place of each, a longer one before those that it
// begins with.
func (s *secretWords) replacer() *strings.Replacer {
	slices.SortFunc(s.list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	var pairs []string
	for _, word := range s.list {
		pairs = append(pairs, word, "[REDACTED]")
	}
	return strings.NewReplacer(pairs...)
}

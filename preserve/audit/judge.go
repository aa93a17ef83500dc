// What became of each item.

package audit

import (
	"cmp"
	"strings"

	"savectx/preserve"
)

// Outcome is what a compaction did to an item.
type Outcome string

// The outcomes, as the JSON of a report has them.
const (
	Kept    Outcome = "kept"
	Changed Outcome = "changed"
	Lost    Outcome = "lost"
)

// Verdict is the outcome for one item and what shows it.
type Verdict struct {
	Outcome Outcome
	// Sentence is the sentence that carries the item, or the nearest one; ""
	// when nothing is near.
	Sentence string
	// Differs says what the sentence changes or lacks; "" for a kept item.
	Differs string
	// Text is the index in kept of the text that holds Sentence; -1 without one.
	Text int
}

// Evidence is the verdict's reason in one line: what differs, and the sentence.
func (v Verdict) Evidence() string {
	switch {
	case v.Differs == "":
		return v.Sentence
	case v.Sentence == "":
		return v.Differs
	}
	return v.Differs + ": " + v.Sentence
}

// The shares of an item's telling words, by weight, that a text has to have.
const (
	shareOne    = 0.5  // in one sentence
	shareTwo    = 0.6  // in two or more that follow each other
	shareReason = 0.4  // of a reason or a quote, around the sentence
	shareClose  = 0.25 // how far behind the best sentence another one may be
	shareNear   = 0.2  // from here on a sentence is looked at
	shareNamed  = 0.4  // from here on it is named as the nearest
)

// Judge says for each item whether the texts that are in the context after a
// compaction keep it: the summary, and what stays word for word. The verdicts
// are in the order of the items. An item without a text is kept.
func Judge(items []preserve.Item, kept []string) []Verdict {
	pages := make([]page, len(kept))
	for i, text := range kept {
		pages[i] = readPage(text)
	}
	out := make([]Verdict, len(items))
	for i, it := range items {
		out[i] = newSubject(it).judge(pages)
	}
	return out
}

// longMax bounds the sentences that are looked at together.
const longMax = 8

// subject is an item, read once.
type subject struct {
	it      preserve.Item
	text    string
	why     string // of a decision or dead end only
	quote   string
	exact   []string
	words   []word
	figures []figure
	long    int // sentences of the text
}

func newSubject(it preserve.Item) subject {
	s := subject{it: it, text: oneLine(it.Text), quote: oneLine(it.Quote)}
	if it.Kind == preserve.Decision || it.Kind == preserve.DeadEnd {
		s.why = oneLine(it.Why)
	}
	for _, e := range it.Exact {
		if e = bareExact(e); e != "" {
			s.exact = append(s.exact, e)
		}
	}
	s.words = distinct(telling(s.text))
	s.figures = figures(s.text)
	s.long = min(longMax, len(sentences(s.text)))
	return s
}

// window is one sentence or some that follow each other.
type window struct {
	page     int
	from, to int // units, to not included
	share    float64
	verbatim bool
}

func (s subject) judge(pages []page) Verdict {
	if s.text == "" {
		return Verdict{Outcome: Kept, Text: -1}
	}
	exact := s.exactMissing(pages)
	windows := s.windows(pages)
	best := Verdict{Outcome: Lost, Text: -1, Differs: "not found"}
	if len(windows) == 0 {
		return s.altered(pages, exact, best)
	}
	top := windows[0]
	if !top.verbatim && top.share < s.enough(top) {
		return s.lost(pages, top, exact)
	}
	otherwise := false
	var neutral *Verdict // kept, unless another sentence says otherwise
	for i, w := range windows {
		if !w.verbatim && (w.share < s.enough(w) || w.share < top.share-shareClose) {
			continue
		}
		view := look(pages, w)
		status := s.status(view)
		differs := cmp.Or(status, s.check(pages, view))
		if differs == "" && exact != nil {
			differs = exact.differs
		}
		v := Verdict{Outcome: Changed, Sentence: view.text, Differs: differs, Text: w.page}
		switch {
		case differs == "" && s.confirms(view):
			v.Outcome = Kept
			return v
		case differs == "" && neutral == nil:
			v.Outcome = Kept
			neutral = &v
		case differs == "":
		case i == 0, status != "" && !otherwise, exchanged(differs) && !exchanged(best.Differs):
			best = v
		}
		otherwise = otherwise || status != ""
	}
	if neutral != nil && !otherwise {
		return *neutral
	}
	if exact != nil && exact.near && !strings.Contains(best.Sentence, exact.sentence) {
		best.Sentence, best.Differs, best.Text = exact.sentence, exact.differs, exact.page
	}
	return best
}

// exchanged reports whether a difference names what stands in an item's place,
// which is the best evidence.
func exchanged(differs string) bool { return strings.Contains(differs, " instead of ") }

// enough is the share that a window needs.
func (s subject) enough(w window) float64 {
	if w.to-w.from > max(1, s.long) {
		return shareTwo
	}
	return shareOne
}

// lost is the verdict when no sentence says the item. A sentence that has a
// part of it and one of its strings or numbers wrong has changed it.
func (s subject) lost(pages []page, top window, exact *missing) Verdict {
	v := Verdict{Outcome: Lost, Differs: "not found", Text: -1}
	if top.share >= shareNamed {
		view := look(pages, top)
		if s.common(view.units) > 1 {
			v.Sentence, v.Text, v.Differs = view.text, top.page, "only in part"
		}
	}
	return s.altered(pages, exact, v)
}

// altered is v, or the verdict that one of the item's strings or numbers was
// changed where no sentence says the rest of it.
func (s subject) altered(pages []page, exact *missing, v Verdict) Verdict {
	if exact != nil && exact.near {
		return Verdict{Outcome: Changed, Sentence: exact.sentence, Differs: exact.differs, Text: exact.page}
	}
	for _, f := range s.figures {
		if f.soft || f.anywhere(pages) {
			continue
		}
		for p, pg := range pages {
			for _, u := range pg.units {
				for _, g := range u.figures {
					if f.anagram(g) && f.unit == g.unit && (f.unit != "" || f.value == "") {
						return Verdict{Outcome: Changed, Sentence: u.text, Differs: quoteIt(g.raw) + " instead of " + quoteIt(f.raw), Text: p}
					}
				}
			}
		}
	}
	return v
}

// common counts the item's words that some units have.
func (s subject) common(units []unit) int {
	n := 0
	for _, w := range s.words {
		for _, u := range units {
			if inWordsOf(w, u.words) > 0 {
				n++
				if w.hard {
					n++
				}
				break
			}
		}
	}
	return n
}

// windows are the places that may speak of the item, best first: those that say
// it letter for letter, then by share.
func (s subject) windows(pages []page) []window {
	var out []window
	for p, pg := range pages {
		out = append(out, s.literal(p, pg)...)
	}
	literal := len(out)
	if literal == 0 || !s.plain() {
		for p, pg := range pages {
			out = append(out, s.prose(p, newField(s, pg))...)
		}
	}
	return sortWindows(out, literal)
}

// plain reports whether a text in the words of the item is all it needs.
func (s subject) plain() bool { return s.it.Kind == preserve.Fact || s.it.Kind == "" }

// literalMax bounds the places where the same text is looked at.
const literalMax = 20

func (s subject) literal(p int, pg page) []window {
	var out []window
	for from := 0; len(out) < literalMax; {
		at := pg.clause(s.text, from)
		if at < 0 {
			return out
		}
		w := window{page: p, from: -1, share: 1, verbatim: true}
		for i, u := range pg.units {
			if u.end > at && u.start < at+len(s.text) {
				if w.from < 0 {
					w.from = i
				}
				w.to = i + 1
			}
		}
		if w.from >= 0 {
			out = append(out, w)
		}
		from = at + len(s.text)
	}
	return out
}

// view is what a window shows.
type view struct {
	window
	text   string // its sentences
	around []unit // with the neighbours
	units  []unit
}

func look(pages []page, w window) view {
	units := pages[w.page].units
	v := view{window: w, units: units[w.from:w.to]}
	v.around = units[max(0, w.from-1):min(len(units), w.to+1)]
	var texts []string
	for _, u := range v.units {
		texts = append(texts, u.text)
	}
	v.text = strings.Join(texts, " ")
	return v
}

// flat is the window with its heading for markers.
func (v view) flat() string { return v.with(v.text) }

// with is its heading before a text, flattened.
func (v view) with(text string) string {
	head := ""
	if len(v.units) > 0 {
		head = v.units[0].headFlat
	}
	return head + flatten(text)
}

// whole is the window with its heading, as text.
func (v view) whole() string {
	if len(v.units) > 0 && v.units[0].head != "" {
		return v.units[0].head + " : " + v.text
	}
	return v.text
}

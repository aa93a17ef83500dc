// Which trigger words a text holds.

package evidence

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// sense is what words of a person, or of the model, can be a sign of.
type sense uint64

const (
	rule     sense = 1 << iota // always, never, only, until
	stop                       // don't, leave alone, not yet
	fix                        // I said, wrong, instead, again
	taste                      // I prefer, I don't like
	takeBack                   // forget that, no longer
	tried                      // it did not work, it broke
	attempt                    // we had that, I tried: says nothing of what came of it
	later                      // tomorrow, on the list, I'll ask
	putOff                     // not yet, I'll think: no answer to a question
	but                        // however, only that
	talk                       // thanks, praise, laughter, anecdotes, leave-taking
	asks                       // opens a question
	asksBack                   // a question that says something is wrong
	please                     // a request in the form of a question
	still                      // what is left to do
	aside                      // what follows or precedes is somebody else's, for information
	too                        // too much, too far: a value is replaced
	story                      // an anecdote, reassurance: no word of it is about the work
	changed                    // the model says it has put something right
	negates                    // plain negation: in a question, a hint that something is wrong
	reported                   // what follows in quotation marks are somebody else's words
	polite                     // greetings, excuses: what stands beside them counts
	gaveUp                     // does not help, no use: the way is none
	ails                       // broke, too slow: a way that failed if it was a try, else a fault to mend
	fares                      // beside a failure: what works, or what followed
	drops                      // drop it, not that way: an order
	picks                      // begins an order, or asks for something
	tellsOf                    // a verb or pronoun of what tells something and orders nothing
	besides                    // what stands beside it is said by the way
	instead                    // another way is taken, if the model says so
	wonders                    // why, since when
	newly                      // now, suddenly: with wonders, something is not as it was
	reasons                    // because: who is named behind it is an example, no anecdote
	permits                    // the model needs a yes, without asking
	turns                      // found by of: a but stands behind praise or thanks
)

// ways are the signs that a way was tried or left.
const ways = tried | attempt | gaveUp | ails | drops

// lost are those that tell that it is none.
const lost = tried | gaveUp | ails

// table has the words of one language, those of one sense separated by "|". A
// "*" at the end stands for any ending. Words of scripts without spaces, and
// of Korean, whose words carry endings, are found inside of others.
type table map[sense]string

// lexicon finds words: by their first word where words stand apart, else one
// by one.
type lexicon struct {
	first  map[string][]phrase // by the first word
	prefix map[string][]phrase // of one word with an open end, by its first two letters
	inside map[rune][]phrase   // by the first letter
	acks   map[string]bool
}

type phrase struct {
	words []string // of an inside phrase one, as it stands
	open  bool
	dense bool
	means sense
}

// pasts before words that tell what is left say that it was.
const pasts = " was were had war waren hatte hatten était étaient avait estaba estaban estava estavam было были היה היו "

// denials before words that tell of a way say that it is none of these.
const denials = " not nothing isn't wasn't hasn't haven't never nicht nichts pas rien não nada не ничего לא "

// words is built at the first use: hooks that never ask pay nothing.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{first: map[string][]phrase{}, prefix: map[string][]phrase{}, inside: map[rune][]phrase{}, acks: map[string]bool{}}
	for _, t := range []table{english(), german(), french(), spanish(), portuguese(), russian(), hebrew(), chinese(), japanese(), korean()} {
		for means, list := range t {
			for text := range strings.SplitSeq(list, "|") {
				l.add(text, means)
			}
		}
	}
	for _, w := range strings.Fields(assent) {
		l.acks[w] = true
	}
	return l
})

func (l *lexicon) add(text string, means sense) {
	if text == "" {
		return
	}
	if dense(text) {
		r, _ := utf8.DecodeRuneInString(text)
		l.inside[r] = append(l.inside[r], phrase{words: []string{text}, dense: true, means: means})
		return
	}
	text, open := strings.CutSuffix(text, "*")
	p := phrase{words: split(text), open: open, means: means}
	switch {
	case len(p.words) == 0:
	case len(p.words) == 1 && open:
		l.prefix[two(text)] = append(l.prefix[two(text)], p)
	default:
		l.first[p.words[0]] = append(l.first[p.words[0]], p)
	}
}

// of is every sense of the words in text.
func (l *lexicon) of(text string) sense {
	var found sense
	praise, turned := -1, -1 // where the last such word stands
	low := strings.ToLower(text)
	list := split(low)
	seen := func(p phrase, at int) {
		if p.means&ways != 0 && at > 0 && !p.dense && strings.Contains(denials, " "+list[at-1]+" ") {
			return // "that is not tried", "nothing broke"
		}
		if p.means == still && at > 0 && !p.dense && strings.Contains(pasts, " "+list[at-1]+" ") {
			return // "was still there"
		}
		found |= p.means
		if p.means == talk {
			praise = max(praise, at)
		} else if p.means == but {
			turned = max(turned, at)
		}
	}
	for i, w := range list {
		for _, p := range l.first[w] {
			if p.at(list[i:]) {
				seen(p, i)
			}
		}
		for _, p := range l.prefix[two(w)] {
			if strings.HasPrefix(w, p.words[0]) {
				seen(p, i)
			}
		}
	}
	if strings.ContainsAny(low, ":);^") || strings.ContainsFunc(low, isDense) {
		for i, r := range low {
			for _, p := range l.inside[r] {
				if strings.HasPrefix(low[i:], p.words[0]) && !(p.means == attempt && denied(low[:i])) {
					seen(p, i)
				}
			}
		}
	}
	if praise >= 0 && turned > praise {
		found |= turns
	}
	return found
}

// denied tells whether a word of Chinese that follows says that it was not done.
func denied(before string) bool {
	return strings.HasSuffix(before, "没") || strings.HasSuffix(before, "未") || strings.HasSuffix(before, "没有")
}

func (p phrase) at(list []string) bool {
	if len(list) < len(p.words) {
		return false
	}
	for i, w := range p.words {
		if list[i] != w && !(p.open && i == len(p.words)-1 && strings.HasPrefix(list[i], w)) {
			return false
		}
	}
	return true
}

// assents tells whether text is nothing but "ok", "go on" and the like.
func (l *lexicon) assents(text string) bool {
	const most = 6 // words
	list := split(strings.ToLower(text))
	if len(list) > most {
		return false
	}
	for _, w := range list {
		if !l.acks[w] {
			return false
		}
	}
	return true
}

// split are the words of a text in lower case: letters, digits and the
// apostrophe, which is always the straight one.
func split(low string) []string {
	low = strings.ReplaceAll(low, "’", "'")
	return strings.FieldsFunc(low, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\'' && r != '_'
	})
}

func two(w string) string {
	_, n := utf8.DecodeRuneInString(w)
	_, m := utf8.DecodeRuneInString(w[n:])
	return w[:n+m]
}

// dense tells whether text is of a script whose words are found inside of
// others, or a sign such as ":)" that is no word.
func dense(text string) bool {
	letters := false
	for _, r := range text {
		if isDense(r) {
			return true
		}
		letters = letters || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	return !letters
}

func isDense(r rune) bool {
	return r >= 0x2e80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー')
}

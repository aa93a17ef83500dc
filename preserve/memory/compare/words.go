// A fact as words that can be compared.

package compare

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// wording is a text, read once.
type wording struct {
	seq      []string // all words, in order
	content  []string // those that tell something
	heavy    map[string]bool
	numbers  []string // sorted
	negative bool
	contrast bool // the order of the words says which is which
}

// dateMark is a date before or after a fact, which says when it was saved.
var dateMark = sync.OnceValue(func() *regexp.Regexp {
	const date = `[\[(]?\d{4}-\d\d-\d\d[\])]?`
	return regexp.MustCompile(`^\s*` + date + `(?:\s*[:：–—-]\s*|\s+)|\s*[\[(]\d{4}-\d\d-\d\d[\])]\s*$`)
})

func read(text string) wording {
	text = norm.NFKC.String(text)
	if bare := dateMark().ReplaceAllString(text, ""); strings.TrimSpace(bare) != "" {
		text = bare
	}
	w := wording{heavy: map[string]bool{}}
	lists := wordLists()
	flat := strings.ToLower(text)
	for _, s := range lists.negativeParts {
		w.negative = w.negative || strings.Contains(flat, s)
	}
	first := true
	for field := range strings.FieldsSeq(spaced(text)) {
		t := strings.Trim(unmarked(field), "\"'`()[],;‘’“”„«»「」『』、。，；：！")
		ends := unmarked(strings.TrimRight(t, ".,;:!?…\"'`)]"))
		question := strings.Contains(t[len(ends):], "?")
		stop := strings.ContainsAny(field, ".!?。！？:")
		t = ends
		if t != "" {
			w.add(t, first, lists)
			first = stop
		}
		if question {
			w.seq = append(w.seq, "?")
		}
		if t == "" && field != "" && strings.ContainsFunc(field, unicode.IsSymbol) {
			w.seq = append(w.seq, field)
			w.tell(field, true)
		}
	}
	slices.Sort(w.numbers)
	return w
}

// unmarked takes the marks of emphasis off, and leaves those of a pattern such
// as *.go or **/x.
func unmarked(t string) string {
	for _, mark := range []string{"**", "__"} {
		if bare, ok := strings.CutPrefix(t, mark); ok && strings.IndexFunc(bare, alphanumeric) == 0 {
			t = bare
		}
		if bare, ok := strings.CutSuffix(t, mark); ok && bare != "" && bare[len(bare)-1] != '/' {
			t = bare
		}
	}
	for _, mark := range []string{"*", "_"} {
		if len(t) > 2 && strings.HasPrefix(t, mark) && strings.HasSuffix(t, mark) {
			t = t[1 : len(t)-1]
		}
	}
	return t
}

func alphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func (w *wording) add(t string, first bool, lists *wordSets) {
	pure := strings.IndexFunc(t, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) < 0
	low := strings.ToLower(t)
	word := t
	inner := strings.IndexFunc(t, unicode.IsUpper) > 0 && t != strings.ToUpper(t)
	if pure && !inner {
		word = low
	}
	w.seq = append(w.seq, word)
	w.negative = w.negative || lists.negative[low] || strings.HasSuffix(low, "n't") || strings.HasSuffix(low, "n’t")
	w.contrast = w.contrast || lists.contrast[low]
	switch {
	case strings.ContainsFunc(t, unicode.IsDigit):
		w.numbers = append(w.numbers, t)
		w.tell(word, true)
	case pure:
		if !lists.stop[low] {
			w.tell(word, inner || !first && unicode.IsUpper([]rune(t)[0]))
		}
	case strings.Trim(t, "-'’") == t && strings.IndexFunc(t, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-'’", r)
	}) < 0: // a compound, or a word with an apostrophe
		for _, part := range strings.FieldsFunc(low, func(r rune) bool { return strings.ContainsRune("-'’", r) }) {
			if !lists.stop[part] && len(part) > 1 {
				w.tell(part, false)
			}
		}
	default:
		w.tell(word, true)
	}
}

func (w *wording) tell(word string, heavy bool) {
	w.content = append(w.content, word)
	if heavy {
		w.heavy[word] = true
	}
}

// spaced puts Chinese and Japanese characters apart, one word each.
func spaced(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// without lists the words of a that b has no match for, each word matched once.
func without(a, b []string) []string {
	left := slices.Clone(b)
	var out []string
	for _, word := range a {
		i := slices.Index(left, word)
		if i < 0 {
			i = slices.IndexFunc(left, func(other string) bool { return inflected(word, other) })
		}
		if i < 0 {
			out = append(out, word)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	return out
}

// inflected reports whether two plain words may be forms of one: the same
// beginning, and not much more.
func inflected(a, b string) bool {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if len(x) > len(y) {
		x, y = y, x
	}
	for _, r := range a + b {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return false
		}
	}
	n := 0
	for n < len(x) && x[n] == y[n] {
		n++
	}
	if unicode.In(y[0], unicode.Hangul) {
		return n >= 2 && len(y)-n <= 3
	}
	return n >= 4 && n*10 >= len(x)*7 && len(y)-n <= 6
}

type wordSets struct {
	stop, negative, contrast map[string]bool
	negativeParts            []string
}

// The words are few on purpose: one that is missing makes two facts look more
// different, and then both are kept.
var wordLists = sync.OnceValue(func() *wordSets {
	set := func(s string) map[string]bool {
		m := map[string]bool{}
		for w := range strings.FieldsSeq(s) {
			m[w] = true
		}
		return m
	}
	return &wordSets{
		stop: set(`a an the is are was were be been being it its this that these those we i you they our my your their he she
			of to in on at by for with from as and or so then than because since due use uses used using do does did has have had
			there here which who what will would should must can could may also very just into onto per via if when
			er sie man der die das den dem des ein eine einen einem einer ist sind war wird werden wir ich sie es und oder weil da zu im am in an auf für mit von aus bei als dass
			le la les un une des du de est sont nous je il elle on et ou parce que car pour avec dans sur par au aux qui ce cette
			el los las una unos unas es son nosotros y o porque que para con en por del al se lo
			и или в на с по для из к у это мы я они он она что как потому так при от
			的 了 是 在 我 们 用 使 和 与 及 把 被 为 因 将 这 那 其 の は が を に で と も へ や る た て し す ま`),
		negative: set(`not no never none without neither nor cannot avoid don't dont won't isn't
			nicht kein keine keinen keinem keiner nie niemals ohne weder
			ne pas jamais sans aucun aucune ni non sin nunca jamás ningún ninguna tampoco
			не нет никогда без нельзя não nunca sem nem mai senza nessun
			不 没 沒 未 非 無 无 别 勿 禁 못 안`),
		negativeParts: []string{"ない", "ません", "なし", "않", "없", "말아", "말 것", "아니"},
		contrast: set(`not over instead than vs versus before after rather but nicht statt sondern als lieber plutôt lieu avant après pas
			vez antes después sino que не вместо до после а чем 不 而 比 先 后 後 替 より 前`),
	}
})

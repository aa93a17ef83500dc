// Texts taken apart: lines, the heading above them, sentences and clauses.

package audit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"savectx/preserve"
)

// unit is one sentence of a kept text.
type unit struct {
	text       string // as it reads, one line
	head       string // the heading or lead-in line above it
	isHead     bool   // it is one
	start, end int    // its place in page.flat
	words      []word // what it is about
	headWords  []word
	flat       string // for markers: see flatten
	headFlat   string
	figures    []figure
	han        []rune // its Chinese characters that tell something
	part       part   // what the headings above promise
	listed     bool   // in a line of a list
	quotes     []string
}

// page is one kept text.
type page struct {
	flat       string // all of it in one line, single spaces
	lines      string // the same with the line breaks
	bare       string // flat with blanks for the numbers of lists and headings
	units      []unit
	vocabulary []word  // the different words of the units and their headings
	postings   [][]int // by word of the vocabulary: the units that have it
}

// sentenceMax bounds a unit, in bytes: a longer one is cut where a word ends,
// one four times as long anywhere, so that a text without full stops is still
// read in parts.
const sentenceMax = 600

func readPage(text string) page {
	var p page
	var flat strings.Builder
	var breaks []int // in flat, where a line begins
	var numbers [][2]int
	head, headWords, headFlat := "", []word(nil), ""
	var at place
	for raw := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		line := oneLine(raw)
		if line == "" {
			continue
		}
		body, isHead := heading(line)
		if isHead {
			head, headWords, headFlat = "", nil, ""
		}
		at = at.next(raw, line, body, isHead)
		here := at.part
		if before, ok := lead(line); ok && !isHead && here != messages && strings.ContainsAny(line, quotes) && partOf(flatten(before)) == messages {
			here = messages
		}
		listed := bulleted(line) || numbering(line) > 0
		var marks quoting
		breaks = append(breaks, flat.Len())
		for i, s := range sentences(line) {
			if flat.Len() > 0 {
				flat.WriteByte(' ')
			}
			u := unit{text: unlisted(s), head: head, isHead: isHead, start: flat.Len(), part: here, listed: listed, quotes: marks.quotes(s)}
			if i == 0 {
				u.text = unlisted(unnumbered(s))
				numbers = append(numbers, [2]int{u.start, u.start + len(s) - len(unnumbered(s))})
			}
			flat.WriteString(s)
			u.end = flat.Len()
			u.words, u.flat = telling(u.text), flatten(u.text)
			u.headWords, u.headFlat = headWords, headFlat
			u.figures = figures(u.text)
			for _, w := range u.words {
				if w.han {
					u.han = append(u.han, w.runes...)
				}
			}
			p.units = append(p.units, u)
		}
		if isHead {
			head, headWords, headFlat = body, telling(body), flatten(body)
		}
	}
	p.flat = flat.String()
	lines := []byte(p.flat)
	for _, at := range breaks[min(1, len(breaks)):] {
		lines[at] = '\n'
	}
	p.lines = string(lines)
	blanked := []byte(p.flat)
	for _, n := range numbers {
		for i := n[0]; i < n[1]; i++ {
			blanked[i] = ' '
		}
	}
	p.bare = string(blanked)
	p.index()
	return p
}

// index fills the vocabulary.
func (p *page) index() {
	type key struct {
		s    string
		hard bool
	}
	number := map[key]int{}
	for i, u := range p.units {
		for _, list := range [][]word{u.words, u.headWords} {
			for _, w := range list {
				k := key{w.s, w.hard}
				n, ok := number[k]
				if !ok {
					n = len(p.vocabulary)
					number[k] = n
					p.vocabulary, p.postings = append(p.vocabulary, w), append(p.postings, nil)
				}
				p.postings[n] = append(p.postings[n], i)
			}
		}
	}
}

// oneLine is s cleaned, with single spaces.
func oneLine(s string) string {
	return strings.Join(strings.Fields(preserve.Clean(s)), " ")
}

// heading reports whether a line stands above what follows: a Markdown
// heading, a line in bold, or a short line that ends in a colon.
func heading(line string) (body string, ok bool) {
	plain := strings.TrimLeft(line, "#*-_ ")
	marked := strings.HasPrefix(line, "#") || strings.HasPrefix(line, "**") && strings.HasSuffix(strings.TrimRight(line, ":："), "**")
	plain = strings.TrimRight(plain, "*_ ")
	const short = 60 // runes
	if marked || (strings.HasSuffix(plain, ":") || strings.HasSuffix(plain, "：")) && utf8.RuneCountInString(plain) <= short {
		return strings.Trim(unnumbered(plain), ":：* "), true
	}
	return "", false
}

// unlisted is a sentence without the mark of a list or heading before it.
func unlisted(s string) string {
	if t := strings.TrimLeft(s, "-*+#> "); strings.IndexFunc(t, alnum) >= 0 && len(s)-len(t) > 1 && strings.Contains(s[:len(s)-len(t)], " ") {
		return t
	}
	return s
}

// sentences cuts a line behind full stops and their like.
func sentences(line string) []string {
	var out []string
	start := 0
	cut := func(end int) {
		if s := strings.TrimSpace(line[start:end]); s != "" {
			out = append(out, s)
		}
		start = end
	}
	for i, r := range line {
		end := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			end = i + 1
		}
		switch {
		case strings.ContainsRune("。！？", r):
			cut(end)
		case strings.ContainsRune(".!?", r) && strings.HasPrefix(line[end:], " ") && !abbreviated(line[start:i]):
			cut(end)
		case r == ' ' && end-start > sentenceMax, end-start > 4*sentenceMax:
			cut(end)
		}
	}
	cut(len(line))
	return out
}

// abbreviated reports whether a text ends in a single letter or a bare number,
// as "e.g", "z. B" and the mark of a list do: a full stop ends no sentence there.
func abbreviated(before string) bool {
	i := strings.LastIndexAny(before, " .(")
	last := before[i+1:]
	r, n := utf8.DecodeRuneInString(last)
	if n == len(last) && unicode.IsLetter(r) && !wide(r) {
		return i < 1 || before[i] != ' ' || !digitAt(before, i-1) // "30 s." ends one
	}
	return strings.Trim(before, "#*-( 0123456789") == ""
}

// clauses cuts a sentence at its commas, colons, dashes and brackets.
func clauses(s string) []string {
	var out []string
	runes := []rune(s)
	start := 0
	for i, r := range runes {
		next := ' '
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		if strings.ContainsRune("，、；：（）—–。！？", r) || strings.ContainsRune(",;:()", r) && (next == ' ' || r == '(' || r == ')') {
			out = append(out, string(runes[start:i]))
			start = i + 1
		}
	}
	return append(out, string(runes[start:]))
}

// flatten makes a text comparable with markers: compatibility forms and case
// folded, letters and digits only, single spaces, a space at both ends, "n't"
// written out.
func flatten(s string) string {
	s = strings.ToLower(norm.NFKC.String(s))
	s = strings.NewReplacer("’", "'", "n't", " not ", "cannot", "can not").Replace(s)
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return r
		}
		return ' '
	}, s)
	return " " + strings.Join(strings.Fields(s), " ") + " "
}

// wide reports whether r is of a script that puts no spaces between words.
func wide(r rune) bool {
	return r == 0x30FC || r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func hangul(r rune) bool { return r >= 0x1100 && unicode.Is(unicode.Hangul, r) }

// clause reports where part stands in a page as a clause of its own, from a
// place on: neither letter nor digit beside it in the line. -1: nowhere.
func (p page) clause(part string, from int) int {
	for part != "" && from <= len(p.flat) {
		i := strings.Index(p.flat[from:], part)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(p.lines[:i], " "))
		after, _ := utf8.DecodeRuneInString(strings.TrimLeft(p.lines[i+len(part):], " "))
		if !alnum(before) && !alnum(after) {
			return i
		}
		_, n := utf8.DecodeRuneInString(part)
		from = i + n
	}
	return -1
}

func alnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

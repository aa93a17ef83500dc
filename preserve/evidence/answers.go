// What the model said: questions that wait for an answer, and what it says is
// left to do.

package evidence

import (
	"strings"
	"unicode/utf8"
)

const (
	mostAnswer = 6 << 10 // of an answer that is looked at, its end, in bytes
	mostSpoken = 40      // answers that are looked at
)

// claim is a sentence of the model.
type claim struct {
	at     place
	text   string
	means  sense
	figure bool   // tells a number with a unit
	half   string // the main clause that does
}

// spoken is an answer that has not been looked at: what the model says of the
// work is soon overtaken, so that only the last ones are.
type spoken struct {
	at    place
	text  string
	edits int // files written before it in its turn
}

// answer keeps an answer of the last few turns, and of each turn its last
// words.
func (c *Collector) answer(text string, aborted bool) {
	t := c.now()
	if aborted || strings.TrimSpace(text) == "" {
		return
	}
	t.answered = true
	c.at.source = text
	c.judges(text)
	if len(text) > mostAnswer {
		text = text[len(text)-mostAnswer:]
		for len(text) > 0 && !utf8.RuneStart(text[0]) {
			text = text[1:]
		}
	}
	t.lastAt = c.at
	t.last = strings.Clone(lastLine(text))
	old := 0
	for old < len(c.spoken) && (len(c.spoken)-old >= mostSpoken || !c.recent(c.spoken[old].at, true)) {
		old++
	}
	c.spoken = append(c.spoken[old:], spoken{c.at, text, t.edits})
}

// lastLine is the last line of an answer, if it is not too long to ask
// something.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	text = text[strings.LastIndexByte(text, '\n')+1:]
	if len(text) > 4*mostItem || strings.HasPrefix(text, "```") || strings.HasPrefix(text, ">") {
		return ""
	}
	return text
}

// asked is the question that the last answer of a turn ends with, or "".
func (c *Collector) asked(t turn) string {
	list := cutSentences(strings.TrimLeft(t.last, "#*- "))
	for i := len(list) - 1; i >= 0 && i >= len(list)-2; i-- { // "Run all? It takes a while."
		s := list[i]
		if strings.ContainsAny(s, "?？؟") || c.words.of(s)&permits != 0 || i == len(list)-1 && isQuestion(s, c.words.of(s), c.words) {
			const short = 20 // code points
			if i > 0 && utf8.RuneCountInString(s) < short && !strings.ContainsAny(list[i-1], "?？؟") {
				s = list[i-1] + " " + s // "There is none for steel. Do you have one?"
			}
			return oneLine(s, mostItem)
		}
	}
	return ""
}

// claims are the sentences of the last answers that say what is left, or that
// tell a quantity.
func (c *Collector) claims() []claim {
	var list []claim
	for _, a := range c.spoken {
		lines, _ := own(a.text)
		for _, line := range lines {
			for _, s := range wholeSentences(strings.TrimLeft(line, "#*- ")) {
				one := claim{at: a.at, text: oneLine(s, mostItem), means: c.words.of(s)}
				for _, half := range cutSentences(s) {
					if means := c.words.of(half); a.edits == 0 && tells(half) && means&(rule|stop) == 0 {
						one.figure, one.means, one.half = true, one.means&^(rule|stop), strings.TrimRight(half, ";")
					}
				}
				one.figure = one.figure || a.edits == 0 && tells(s)
				if (one.figure || one.means&(still|tried|ails) != 0) && !strings.ContainsAny(s, "?？؟") {
					list = append(list, one)
				}
			}
		}
	}
	return list
}

// wholeSentences are those of a line that end as sentences do: what stands
// before a semicolon is one with what follows it, and what introduces a list
// says nothing without it.
func wholeSentences(line string) []string {
	var list []string
	half := ""
	for _, s := range cutSentences(line) {
		if half != "" && strings.ContainsAny(s, "?？؟") {
			list = append(list, strings.TrimRight(half, ";")) // and then a question
		} else if half != "" {
			s = half + " " + s
		}
		half = ""
		if strings.HasSuffix(s, ";") {
			half = s
			continue
		}
		if !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, "：") && !strings.HasSuffix(s, ",") {
			list = append(list, s)
		}
	}
	return list
}

// tells: a sentence of some length with a quantity or the name of something.
func tells(s string) bool {
	const short = 16 // code points; of Chinese, Japanese and Korean half as many
	n := 0
	for _, r := range s {
		n++
		if isDense(r) {
			n++
		}
	}
	return n > short && hasUnit(s)
}

// Whether a question of the model still waits.

package evidence

import (
	"strings"
	"unicode/utf8"
)

// refusals are the words that say no at the begin of an answer.
const refusals = " no nope nah nein nee ne non não nao нет не לא 不 不要 不行 いいえ いや 아니 아니요 "

// waits tells whether the question at the end of a turn still waits: nobody
// spoke after it, or who did put it off, asked something themselves, or spoke
// of something else.
func (c *Collector) waits(t turn, question string) bool {
	about := topics(question)
	other := 0
	for i := range c.said {
		s := &c.said[i]
		if s.at.line <= t.lastAt.line {
			continue
		}
		var signs sense
		asked := len(s.list) > 0
		for _, one := range s.list {
			signs |= one.means
			asked = asked && one.question
		}
		if other == 0 && (signs&(putOff|later) != 0 || asked) {
			return true
		}
		const most = 3 // prompts about something else
		if other++; other > most || c.answers(s, question, about) {
			return false
		}
	}
	return true
}

// answers tells whether words can be an answer to a question: they agree or
// refuse, are short, give a number, or speak of the same thing.
func (c *Collector) answers(s *said, question string, about map[string]bool) bool {
	const short, shortDense = 6, 12 // words, code points
	for i, one := range s.list {
		if i == 0 {
			n := len(split(one.text))
			if dense(one.text) && utf8.RuneCountInString(one.text) < shortDense || !dense(one.text) && n < short {
				return true
			}
			first, _, _ := strings.Cut(strings.ToLower(one.text), " ")
			first = strings.TrimFunc(first, func(r rune) bool { return strings.ContainsRune(",.!，。、！", r) })
			if one.empty || c.words.acks[first] || strings.Contains(refusals, " "+first+" ") || one.means&(negates|stop|takeBack) != 0 {
				return true
			}
		}
		if digits(one.text) && (digits(question) || c.words.of(question)&asks != 0) {
			return true
		}
		for w := range topics(one.text) {
			if _, ok := about[w]; ok {
				return true
			}
		}
	}
	return len(s.list) == 0
}

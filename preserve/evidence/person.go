// Items of what a person said.

package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"savectx/preserve"
)

const (
	mostItem  = 300 // code points of an item's text
	mostGroup = 240 // code points of sentences that stand in one item
)

// person lists what the person said that still holds.
func (c *Collector) person() []Found {
	takeBacks(c.said)
	var list []Found
	first := true
	for i := range c.said {
		s := &c.said[i]
		if s.pasted != "" {
			it := preserve.Item{Kind: preserve.Fact, Text: s.pasted, Exact: []string{s.pasted}}
			if s.frame != "" {
				it.Exact = append(it.Exact, s.frame)
			}
			list = append(list, c.found(s.at, Tool, it, 45))
		}
		if s.question != "" {
			list = append(list, c.chosen(s))
			continue
		}
		holds := c.holding(s, first)
		q := c.replies(s, holds)
		if q != "" && len(holds) == 1 && loneNo(holds[0].text) {
			list = append(list, c.refusedOffer(s, q))
			continue
		}
		for k, group := range c.groups(s, holds) {
			kind, score := c.judge(s, group, first, q)
			text := joined(group.list)
			it := preserve.Item{Kind: kind, Text: oneLine(text, mostItem+mostGroup), Exact: exacts(text)}
			at := s.at
			if s.refused != "" && k == 0 {
				it.Why = "refused: " + s.refused
				it.Exact = append(it.Exact, letters(s.refused)...)
			} else if q != "" {
				it.Why = asked + q
				at.source += "\n" + q
			}
			list = append(list, c.found(at, User, it, score))
		}
		if s.refused != "" && len(holds) == 0 {
			list = append(list, c.waiting(s.at, s.refused))
		}
		first = first && (!s.prompt || len(holds) == 0)
	}
	return list
}

// replies is the question of the model that a few words reply to, which alone
// say little: "10, the ninth is a holiday".
func (c *Collector) replies(s *said, holds []sentence) string {
	if !s.prompt || s.at.turn == 0 || s.after {
		return ""
	}
	const most = 8
	words := 0
	for _, one := range holds {
		if n := len(split(one.text)); dense(one.text) {
			words += max(n, utf8.RuneCountInString(one.text)/2)
		} else {
			words += n
		}
	}
	if words > most || onlyQuestions(holds) {
		return ""
	}
	return c.asked(c.turns[s.at.turn-1])
}

func (c *Collector) chosen(s *said) Found {
	answer := s.list[0].text
	if loneNo(answer) && !s.option {
		return c.refusedOffer(s, s.question)
	}
	it := preserve.Item{Kind: preserve.Decision, Text: answer, Exact: exacts(answer)}
	if s.option {
		it.Text = s.question + " " + answer
	} else {
		it.Quote, it.Why = answer, asked+s.question
	}
	f := c.found(s.at, User, it, 75)
	f.Option = s.option
	return f
}

// asked stands before a question of the model in a reason.
const asked = "asked: "

// refusedOffer: a "no" says something only with the question that it answers,
// which is none of the person's words.
func (c *Collector) refusedOffer(s *said, question string) Found {
	no := s.list[0].text
	f := c.found(s.at.from(question, no), User, preserve.Item{Kind: preserve.Correction, Text: question + " " + no, Quote: no, Exact: exacts(question)}, 80)
	f.Option = true
	return f
}

// loneNo tells a refusal without content.
func loneNo(text string) bool {
	const most = 3 // "no no no"
	list := split(strings.ToLower(text))
	for _, w := range list {
		if !strings.Contains(refusals, " "+w+" ") {
			return false
		}
	}
	return len(list) > 0 && len(list) <= most
}

// holding are the sentences that say something, were not taken back, and do
// not ask what was answered.
func (c *Collector) holding(s *said, first bool) []sentence {
	var list []sentence
	gone, signs := false, sense(0)
	for _, one := range s.list {
		if one.gone {
			gone = true
		} else if !one.empty {
			list = append(list, one)
			signs |= one.means
		}
	}
	if len(list) == 1 && loneNo(list[0].text) && c.replies(s, list) == "" {
		return nil // nobody knows to what
	}
	if len(list) == 1 && len(s.list) > 1 && !gone && bareValue(list[0]) {
		return s.list // "fine. 0.95": a value alone says nothing
	}
	if gone && signs&(rule|stop|fix|taste|ways|later) == 0 {
		return nil // the rest is a request that has long been dealt with
	}
	if len(list) > 0 && !s.after && onlyQuestions(list) && !c.questionStands(s, signs, first) {
		return nil
	}
	if s.prompt && !s.after && len(list) == 1 && leaves(list[0]) {
		return nil
	}
	return list
}

// leaves tells "brb" and "tomorrow", which say nothing about the work.
func leaves(s sentence) bool {
	const few = 3 // words
	return s.means&putOff != 0 && !s.exact && len(split(s.text)) <= few && utf8.RuneCountInString(s.text) <= 2*few && s.means&(rule|stop|fix) == 0
}

func bareValue(s sentence) bool { return digits(s.text) && len(split(s.text)) < 3 }

func onlyQuestions(list []sentence) bool {
	for _, s := range list {
		if !s.question {
			return false
		}
	}
	return true
}

// questionStands: a question is worth keeping when nobody answered it, when
// the model asked back and got no answer, or when it is a correction in the
// form of a question, so that something was changed instead of explained.
func (c *Collector) questionStands(s *said, signs sense, first bool) bool {
	t := c.turns[s.at.turn]
	switch {
	case first && s.prompt && t.edits+t.runs > 0, signs&asksBack != 0:
		return true
	case signs&(rule|stop|taste) != 0 && (t.edits > 0 || signs&please != 0), signs&fix != 0 && t.edits > 0:
		return true
	case signs&(negates|please) != 0, t.edits > 0, !t.answered, c.words.of(t.last)&changed != 0:
		return true
	}
	q := c.asked(t)
	return q != "" && c.waits(t, q)
}

// judge says what kind of item sentences are, and how much they matter.
func (c *Collector) judge(s *said, p part, first bool, question string) (preserve.Kind, int) {
	var signs sense
	exact := false
	group := p.list
	for _, one := range group {
		signs |= one.means
		exact = exact || one.exact
	}
	t := c.turns[s.at.turn]
	kind, score := preserve.Decision, 55
	switch {
	case p.left:
		kind, score = preserve.DeadEnd, 80
	case s.after:
		kind, score = preserve.Correction, 95
	case question != "" && !onlyQuestions(group) && offers(question) && !c.agrees(s):
		kind, score = preserve.Correction, 80
	case onlyQuestions(group) && signs&(asksBack|negates) == 0 && t.edits == 0 && !first && c.words.of(t.last)&changed == 0,
		signs&later != 0 && signs&(stop|fix|taste) == 0:
		kind, score = preserve.Open, 75
	case !first && signs&(stop|rule|fix|taste|asksBack) != 0:
		kind, score = preserve.Correction, 80
	case signs&(stop|rule) != 0:
		kind, score = preserve.Correction, 75
	case s.prompt && !t.answered && t.edits+t.runs == 0 && (first || question == "" && c.requests(group)):
		kind, score = preserve.Open, 65
	case first:
		kind, score = preserve.State, 50
	case onlyQuestions(group), c.praised(s), signs&(tellsOf|negates|reasons) != 0 && !c.requests(group):
		kind, score = preserve.Correction, 70 // how things are
	}
	if exact {
		score += 4
	}
	if kind != preserve.Correction && kind != preserve.DeadEnd && c.longAgo(s.at) {
		score -= 25
	}
	return kind, score
}

// offers tells questions of the model whether it may do something.
func offers(question string) bool {
	low := " " + strings.ToLower(question)
	return has(low, " shall i ", " should i ", " may i ", " can i ", " do you want me to", " would you like me to", " want me to", " soll ich ", " darf ich ", " möchtest du, dass ich", " möchten sie, dass ich", "dois-je", "puis-je", "veux-tu que je", "voulez-vous que je",
		"quieres que ", "quiere que ", " puedo ", " hago ", "quer que eu", " devo ", " posso ", " мне ", " можно ли", "хотите, чтобы я", "хочешь, чтобы я", "שאני ", " האם ל", "要我", "需要我", "要不要", "我可以", "让我", "しましょうか", "てもいいですか", "ても良いですか", "よろしいでしょうか", "할까요", "드릴까요", "될까요", "해도 되나요")
}

// agrees tells words that begin with a yes.
func (c *Collector) agrees(s *said) bool {
	if len(s.list) == 0 || s.list[0].empty && s.list[0].means&polite == 0 {
		return true
	}
	list := split(strings.ToLower(s.list[0].text))
	return len(list) > 0 && c.words.acks[list[0]]
}

// requests tells whether sentences order something.
func (c *Collector) requests(list []sentence) bool {
	return slices.ContainsFunc(list, func(s sentence) bool { return requests(s, c.words) })
}

func requests(s sentence, l *lexicon) bool {
	if s.question || s.means&please != 0 {
		return true
	}
	for _, clause := range clauses(s.text) {
		if dense(clause) && l.of(clause)&picks != 0 || !dense(clause) && orders(clause, l) {
			return true
		}
	}
	return false
}

// praised tells "lovely. the horizon line though": what follows praise or
// thanks is a correction.
func (c *Collector) praised(s *said) bool {
	return len(s.list) > 1 && s.list[0].empty && s.list[0].means&talk != 0
}

// groups are the items of what a person said.
func (c *Collector) groups(s *said, holds []sentence) []part {
	if s.after {
		return whole(part{list: holds})
	}
	var all []part
	for _, p := range parted(holds, c.words) {
		all = append(all, whole(p)...)
	}
	return all
}

func whole(p part) []part {
	var all []part
	for _, list := range groups(p.list) {
		all = append(all, part{list, p.left})
	}
	return all
}

// groups puts the sentences of a prompt into items: all into one when it is
// short; else those with a sign, and the first.
func groups(list []sentence) [][]sentence {
	var all [][]sentence
	size := 0
	for i, s := range list {
		n := utf8.RuneCountInString(s.text)
		if i == 0 || size+n > mostGroup {
			all = append(all, nil)
			size = 0
		}
		all[len(all)-1] = append(all[len(all)-1], s)
		size += n
	}
	const many = 2
	if len(all) <= many {
		return all
	}
	kept := all[:1:1]
	for _, g := range all[1:] {
		for _, s := range g {
			if s.exact || s.means&(rule|stop|fix|taste|ways|later|but|negates) != 0 {
				kept = append(kept, g)
				break
			}
		}
	}
	return kept
}

func joined(list []sentence) string {
	var b strings.Builder
	for i, s := range list {
		if i > 0 {
			if last, _ := utf8.DecodeLastRuneInString(list[i-1].text); !(last >= 0x3000 && unicode.IsPunct(last)) {
				b.WriteByte(' ')
			}
		}
		b.WriteString(s.text)
	}
	return b.String()
}

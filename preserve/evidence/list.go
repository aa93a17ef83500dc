// What still holds at the end, as a list.

package evidence

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"savectx/preserve"
)

func (c *Collector) found(at place, by By, it preserve.Item, score int) Found {
	it.Text = preserve.Clean(it.Text)
	it.Exact = slices.DeleteFunc(it.Exact, bareNumber)
	return Found{Item: it, By: by, Row: at.line, Time: at.time, Score: min(score, 100), kept: at.kept, source: at.source}
}

func (c *Collector) waiting(at place, what string) Found {
	no := false
	return c.found(at, Model, preserve.Item{Kind: preserve.Waiting, Text: what, Exact: letters(what), Approved: &no}, 75)
}

// Found is the list of the rows so far, as [Generate] describes it.
func (c *Collector) Found() []Found {
	list := c.person()
	for _, r := range c.refused {
		if !r.gone {
			list = append(list, c.waiting(r.at, r.what))
		}
	}
	if c.plan.text != "" {
		text := oneLine(c.plan.text, 2*mostItem)
		list = append(list, c.found(c.plan.at, Model, preserve.Item{Kind: preserve.Decision, Text: text, Exact: exacts(text)}, 75))
	}
	list = append(list, c.failed()...)
	list = append(list, c.tried()...)
	for path, f := range c.files.list {
		list = append(list, c.found(f.at, Tool, preserve.Item{Kind: preserve.State, Text: "not committed: " + oneLine(path, mostItem), Exact: letters(preserve.Clean(path))}, 50))
	}
	for _, t := range c.todos.open() {
		list = append(list, c.found(t.at.from(t.text), Model, preserve.Item{Kind: preserve.Open, Text: oneLine(t.text, mostItem), Exact: exacts(oneLine(t.text, mostItem))}, 70))
	}
	list = append(list, c.claimed(list)...)
	list = append(list, c.recurring(list)...)
	if c.o.SinceCompaction {
		list = slices.DeleteFunc(list, func(f Found) bool { return f.kept < c.kept })
	}
	list = rank(merge(list), c.o.Most)
	if c.o.Clean != nil {
		for i := range list {
			list[i].hide(c.o.Clean)
		}
	}
	return list
}

// failed are the failures nothing repaired, and those that were worked around.
func (c *Collector) failed() []Found {
	var list []Found
	for _, f := range c.fails.list {
		kind, score := preserve.Open, 60
		if f.cure != "" {
			list = append(list, c.found(f.cured, Tool, preserve.Item{Kind: preserve.Fact, Text: f.cure, Exact: letters(f.cure)}, 40))
		}
		switch {
		case f.state == repaired:
			continue
		case f.state == standing && !f.left && lacksRight(f.line):
		case f.state == workedPast, f.left, f.offers && f.on, c.left(f):
			kind, score = preserve.DeadEnd, 70
		}
		if f.strong {
			score += 5
		}
		if c.longAgo(f.at) {
			score -= 25
		}
		text := f.line
		if f.command != "" {
			text = f.command + ": " + f.line
		} else if strings.HasPrefix(f.tool, "mcp__") {
			text = f.tool + ": " + f.line
		}
		list = append(list, c.found(f.at, Tool, preserve.Item{Kind: kind, Text: text, Why: f.why, Exact: letters(f.lines...)}, score))
		list[len(list)-1].source += "\n" + f.whyFrom
	}
	return list
}

// longAgo: what was asked or failed so many turns ago is mostly dealt with,
// even if no row says so.
func (c *Collector) longAgo(at place) bool {
	const turns = 30
	return at.turn+turns < len(c.turns)
}

// left tells whether the person spoke after a failure and the work went on
// with something else.
func (c *Collector) left(f failure) bool {
	for i := f.at.turn + 1; i < len(c.turns); i++ {
		if c.turns[i].edits > 0 {
			return true
		}
	}
	return false
}

// tried are the figures of programs that ran more than once, of jobs that go
// on by themselves, and of measurements.
func (c *Collector) tried() []Found {
	var list []Found
	for _, t := range c.tries.list {
		list = append(list, c.ran(t)...)
	}
	for _, one := range c.ways {
		if !c.explains(one.at) {
			list = append(list, c.found(one.at, Model, preserve.Item{Kind: preserve.DeadEnd, Text: one.text, Exact: exacts(one.text)}, 50))
		}
	}
	for _, one := range c.deeds {
		list = append(list, c.found(one.at, Tool, preserve.Item{Kind: preserve.State, Text: one.text, Exact: letters(one.lines...)}, 40))
	}
	for _, one := range c.outcomes {
		kind, score := preserve.Fact, 35
		if one.left {
			kind, score = preserve.DeadEnd, 60
		}
		list = append(list, c.found(one.at, Tool, preserve.Item{Kind: kind, Text: one.text, Why: one.why, Exact: letters(one.lines...)}, score))
	}
	return list
}

// ran are the runs of a series: those that were left in one item, and what the
// last one gave, if it was not left too, in another. Failures that stand have items
// of their own.
func (c *Collector) ran(t *try) []Found {
	runs := slices.DeleteFunc(slices.Clone(t.runs), func(r run) bool { return r.bad && (broken(r.gave) || c.fails.lists(r.at)) })
	if len(runs) == 0 {
		return nil
	}
	one := func(kind preserve.Kind, score int, runs []run) Found {
		f := c.found(runs[len(runs)-1].at, Tool, preserve.Item{Kind: kind, Text: oneLine(textOf(runs), 2*mostItem), Why: whyOf(runs), Exact: exactsOf(runs)}, score)
		for _, r := range runs {
			f.source += "\n" + r.at.source
		}
		return f
	}
	last := len(runs) - 1
	switch {
	case t.job:
		return []Found{one(preserve.State, 60, runs)}
	case runs[last].bad && last == 0:
		return nil
	case runs[last].left, runs[last].bad:
		return []Found{one(preserve.DeadEnd, 65, runs)}
	case last == 0 && (len(t.runs) > 1 || t.gone > 0):
		return []Found{one(preserve.State, 50, runs)}
	case last == 0:
		return []Found{one(preserve.Fact, 35, runs)}
	}
	return []Found{one(preserve.DeadEnd, 60, runs[:last]), one(preserve.State, 50, runs[last:])}
}

// claimed are the model's questions that wait and what it says is left, as far
// as it is no reason of a known item.
func (c *Collector) claimed(known []Found) []Found {
	var list []Found
	for i, t := range c.turns {
		if q := ""; i >= len(c.turns)-turnsAsked {
			if q = c.asked(t); q != "" && c.waits(t, q) {
				list = append(list, c.found(t.lastAt, Model, preserve.Item{Kind: preserve.Waiting, Text: q, Exact: exacts(q)}, 60))
			}
		}
	}
	for _, one := range c.claims() {
		if one.half != "" && one.means&(still|tried|ails) == 0 && utf8.RuneCountInString(one.text) > shortAnswer && c.explains(one.at) {
			one.text = one.half
		}
		switch {
		case one.means&still == 0 && slices.ContainsFunc(known, func(f Found) bool { return strings.Contains(f.Item.Why, one.text) }):
		case !c.recent(one.at, one.means&still != 0 && tellsExactly(one.text)):
		case one.means&still != 0 && !advises(one.text):
			list = append(list, c.found(one.at, Model, preserve.Item{Kind: preserve.Open, Text: one.text, Exact: exacts(one.text)}, 45))
		case one.means&(tried|ails) != 0 && !c.explains(one.at):
			list = append(list, c.found(one.at, Model, preserve.Item{Kind: preserve.DeadEnd, Text: one.text, Exact: exacts(one.text)}, 50))
		case one.means&(rule|stop) != 0 || c.explains(one.at) && utf8.RuneCountInString(one.text) > shortAnswer:
		}
	}
	return list
}

// shortAnswer is the length up to which an answer with a figure is worth
// keeping although it is one, in code points: an address, an id.
const shortAnswer = 50

// turnsAsked: a question older than so many turns waits no longer.
const turnsAsked = 12

// explains: an answer to a question that is answered with it.
func (c *Collector) explains(at place) bool {
	for i := range c.said {
		if s := &c.said[i]; s.prompt && s.at.turn == at.turn {
			return onlyQuestions(s.list) && c.turns[at.turn].edits == 0
		}
	}
	return false
}

// recent: what the model says of the work is soon overtaken.
func (c *Collector) recent(at place, open bool) bool {
	turns := 4
	if open {
		turns = 6 // what is left, by name or number
	}
	return at.turn >= len(c.turns)-turns
}

// merge keeps of items that say the same the one that matters most.
func merge(list []Found) []Found {
	slices.SortStableFunc(list, byScore)
	const most = 1000 // compared with one another
	list = list[:min(len(list), most)]
	var kept []Found
	var texts []string
	for _, f := range list {
		text := plain(f.Item.Text)
		if strings.TrimSpace(text) == "" || slices.ContainsFunc(texts, func(t string) bool { return t == text || len(text) > 8 && strings.Contains(t, text) }) {
			continue
		}
		kept = append(kept, f)
		texts = append(texts, text)
	}
	return kept
}

// plain is a text for comparing: its words in lower case.
func plain(s string) string { return " " + strings.Join(split(strings.ToLower(s)), " ") + " " }

// rank puts the list into its order and cuts it. No kind takes more than half
// of the places that another needs.
func rank(list []Found, most int) []Found {
	if len(list) > most {
		taken := map[preserve.Kind]int{}
		var first, rest []Found
		for _, f := range list { // sorted by score
			if taken[f.Item.Kind]++; taken[f.Item.Kind] <= (most+1)/2 {
				first = append(first, f)
			} else {
				rest = append(rest, f)
			}
		}
		list = append(first, rest...)[:most]
	}
	slices.SortStableFunc(list, byScore)
	items := make([]preserve.Item, len(list))
	for i, f := range list {
		items[i] = f.Item
	}
	sorted := make([]Found, 0, len(list))
	for _, i := range preserve.Ranked(items) {
		sorted = append(sorted, list[i])
	}
	return sorted
}

func byScore(a, b Found) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Row, a.Row), cmp.Compare(a.By, b.By), cmp.Compare(a.Item.Text, b.Item.Text))
}

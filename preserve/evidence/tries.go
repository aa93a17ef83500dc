// What tries gave, and what the model said of it.

package evidence

import (
	"cmp"
	"slices"
	"strings"
)

const (
	mostOfTries = 12  // exact strings
	mostTold    = 100 // calls without figures that the model spoke of
)

// tries are the figures that runs of one program gave, in their order: what
// was tried, and that it was not enough, is nowhere else.
type tries struct {
	byProgram map[string]int
	list      []try
}

type try struct {
	at      place
	program string
	runs    []run
	all     int
	bad     int      // that failed
	job     bool     // runs on by itself
	why     []string // what the model said of the runs
	left    bool     // that the last one is no way
}

type run struct{ command, gave, source string }

func (t *tries) add(one call, gave string, at place) {
	if gave == "" {
		return
	}
	key := program(one.command)
	if strings.HasPrefix(key, "git ") {
		return // bookkeeping, no try
	}
	job := background(one.command)
	i, ok := t.byProgram[key]
	if !ok {
		i = len(t.list)
		t.byProgram[key] = i
		t.list = append(t.list, try{program: key})
	}
	s := &t.list[i]
	s.at, s.job, s.left = at, job, false
	s.all++
	s.runs = append(s.runs, run{oneLine(one.command, mostCommand), gave, at.source})
	if len(s.runs) > mostTries {
		s.runs = s.runs[1:]
	}
}

// failed says that the last run was a failure, which has an item of its own.
func (t *tries) failed(one call) {
	if i, ok := t.byProgram[program(one.command)]; ok {
		t.list[i].bad++
	}
}

func (t *try) explain(why string, left bool) {
	const most = 3
	t.why, t.left = append(t.why, why), left
	if len(t.why) > most {
		t.why = t.why[1:]
	}
}

// exacts are the strings of what the tries gave, of the last first, and then
// of their commands.
func (t try) exacts() []string {
	var list []string
	add := func(text string) {
		for _, e := range exacts(text) {
			if len(list) < mostOfTries && !slices.Contains(list, e) {
				list = append(list, e)
			}
		}
	}
	for _, r := range slices.Backward(t.runs) {
		add(r.gave)
	}
	for _, r := range slices.Backward(t.runs) {
		add(r.command)
	}
	return list
}

// text tells the tries of a program in one line: what changed in the command,
// and what came of it.
func (t try) text() string {
	var b strings.Builder
	last := ""
	for i, r := range t.runs {
		if i > 0 {
			b.WriteString("; ")
		}
		if r.command != last {
			b.WriteString(r.command)
			b.WriteString(": ")
		}
		b.WriteString(r.gave)
		last = r.command
	}
	return b.String()
}

// outcome is the last call of a turn that the model has said nothing of.
type outcome struct {
	turn    int
	at      place
	command string
	text    string
	failed  bool
}

// told is what was run, and its output, if that is short; else nothing.
func (o outcome) told() (told, bool) {
	const few = 3 // lines
	if o.at.line == 0 || o.failed || len(o.text) > mostLine || looks(o.command) || passes(o.text) {
		return told{}, false
	}
	lines := outputLines(o.text)
	if len(lines) == 0 || len(lines) > few {
		return told{}, false
	}
	return told{at: o.at, text: oneLine(o.command, mostCommand) + ": " + oneLine(strings.Join(lines, "; "), mostLine), lines: lines}, true
}

// told is what came of a call that gave no figures, and what the model said of
// it: that it is no way, or what it means.
type told struct {
	at    place
	text  string
	lines []string
	why   string
	left  bool
}

// judges takes what the model says of the call before: why it failed, and
// whether another way is taken.
func (c *Collector) judges(text string) {
	last := c.last
	c.last = outcome{}
	var f *failure
	if n := len(c.fails.list); n > 0 && c.fails.list[n-1].why == "" && c.fails.list[n-1].at.turn == c.at.turn {
		f = &c.fails.list[n-1]
	}
	i, measured := c.tries.byProgram[program(last.command)]
	measured = measured && c.tries.list[i].at.line == last.at.line
	spoke := !last.failed && last.at.line != 0 && last.turn == c.at.turn && (measured || len(last.text) <= mostLine)
	if f == nil && !spoke {
		c.drops(text)
		return
	}
	why, left := c.reason(text)
	if why == "" {
		return
	}
	if f != nil {
		f.why, f.whyFrom, f.left = why, text, left && last.failed
	}
	if !spoke {
		return
	}
	if measured {
		if told := c.told(text); left || told != "" {
			c.tries.list[i].explain(cmp.Or(told, why), left)
			c.tries.list[i].at.source += "\n" + text
		}
		return
	}
	one, ok := last.told()
	if !ok || !left && (len(one.lines) > 1 || !digits(one.lines[0]) || c.told(text) == "") {
		return
	}
	one.why, one.left = why, left
	one.at.source += "\n" + text
	c.outcomes = append(c.outcomes, one)
	if len(c.outcomes) > mostTold {
		c.outcomes = c.outcomes[1:]
	}
}

// drops takes words of the model that leave a way without a call: "the API has
// no such field, so that does not work; I read the page instead".
func (c *Collector) drops(text string) {
	const longest = 1 << 10 // bytes: no report
	if len(text) > longest {
		return
	}
	why, left := c.reason(text)
	if means := c.words.of(why); left && means&(tried|gaveUp) != 0 && !strings.ContainsAny(why, "?？؟") {
		c.ways = append(c.ways, claim{at: c.at, text: why})
		if len(c.ways) > mostTold {
			c.ways = c.ways[1:]
		}
	}
}

// told are the sentences of an answer's begin that tell quantities or that
// another way is taken.
func (c *Collector) told(text string) string {
	var b strings.Builder
	const most = 2
	for i, s := range cutSentences(oneLine(text, mostItem)) {
		if i < most && (hasUnit(s) || c.words.of(s)&(tried|gaveUp|instead) != 0) && !strings.ContainsAny(s, "?？؟") {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(s)
		}
	}
	return b.String()
}

// reason is what an answer says of a failure or a figure: the first of its
// first sentences that says that it is no way, with the one before it; else the
// first.
func (c *Collector) reason(text string) (why string, left bool) {
	const enough, most = 1 << 10, 3 // bytes, sentences
	text = strings.ReplaceAll(strings.ToValidUTF8(text[:min(len(text), enough)], ""), "\n", " ")
	list := firstSentences(text, most)
	for i, s := range list {
		if c.words.of(s)&(tried|gaveUp|instead) == 0 {
			continue
		}
		if i > 0 {
			s = list[i-1] + " " + s
		}
		return oneLine(s, mostItem), true
	}
	if len(list) == 0 {
		return "", false
	}
	return oneLine(list[0], mostCommand), false
}

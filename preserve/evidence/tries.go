// What tries gave, and what the model said of it.

package evidence

import (
	"cmp"
	"slices"
	"strings"
)

const (
	mostOfTries = 12  // exact strings
	mostSeries  = 200 // of runs that can be compared; the oldest go first
	mostTold    = 100 // calls without figures that the model spoke of
)

// tries are the figures that runs of one program gave, in their order: what
// was tried, and that it was not enough, is nowhere else.
type tries struct {
	byProgram map[string]*try // the series of a program's last run
	list      []*try
}

// try is a series of runs of one program that can be compared.
type try struct {
	program string
	runs    []run
	job     bool // runs on by itself
	gone    int  // runs that were too many to keep
}

type run struct {
	at      place
	command string
	gave    string
	bad     bool     // failed
	why     string   // what the model said of it
	left    bool     // which is that it is no way
	labels  []string // what stands beside its numbers
	inputs  []string // what it worked on
}

func (t *tries) add(one call, gave string, at place) {
	if gave == "" {
		return
	}
	key := program(one.command)
	if strings.HasPrefix(key, "git ") {
		return // bookkeeping, no try
	}
	r := run{at: at, command: oneLine(one.command, mostCommand), gave: gave, labels: wordsBeside(gave)}
	r.inputs = inputs(r.command)
	s := t.series(key, &r)
	if s == nil {
		s = &try{program: key}
		if t.list = append(t.list, s); len(t.list) > mostSeries {
			t.list = t.list[1:]
		}
	}
	t.byProgram[key] = s
	s.job = background(one.command)
	s.runs = append(s.runs, r)
	if len(s.runs) > mostTries {
		s.runs, s.gone = s.runs[1:], s.gone+1
	}
}

// series is the series of a program that a run goes on with, or nil: runs on
// other input, or that measure something else, are no tries of the same.
func (t *tries) series(program string, r *run) *try {
	for _, s := range slices.Backward(t.list) {
		if s.program == program && comparableRuns(s.last(), r) {
			return s
		}
	}
	return nil
}

// failed says that the run at a place was a failure.
func (t *tries) failed(one call, at place) {
	if s := t.byProgram[program(one.command)]; s != nil && s.last().at.line == at.line {
		s.last().bad = true
	}
}

func (t *try) last() *run { return &t.runs[len(t.runs)-1] }

// exactsOf are the strings of what runs gave, of the last first, and then of
// their commands.
func exactsOf(runs []run) []string {
	var list []string
	add := func(text string) {
		for _, e := range exacts(text) {
			if len(list) < mostOfTries && !slices.Contains(list, e) {
				list = append(list, e)
			}
		}
	}
	for _, r := range slices.Backward(runs) {
		add(r.gave)
	}
	for _, r := range slices.Backward(runs) {
		add(r.command)
	}
	return list
}

// textOf tells runs in one line: what changed in the command, and what came of
// it.
func textOf(runs []run) string {
	var b strings.Builder
	last := ""
	for i, r := range runs {
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

// whyOf is what the model said of runs, of the last ones.
func whyOf(runs []run) string {
	const most = 3
	var list []string
	for _, r := range runs {
		if r.why != "" {
			list = append(list, r.why)
		}
	}
	return oneLine(strings.Join(list[max(0, len(list)-most):], " "), mostItem)
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
	series := c.tries.byProgram[program(last.command)]
	measured := series != nil && series.last().at.line == last.at.line
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
		means := c.words.of(why)
		f.why, f.whyFrom = why, text
		f.left = left && last.failed && means&(gaveUp|ails|drops) != 0
		f.offers = left && last.failed && means&instead != 0 // that it failed, the call says itself
	}
	if !spoke {
		return
	}
	if measured {
		if told := c.told(text); left || told != "" {
			left = left && c.words.of(why)&(lost|drops) != 0 // "with the median instead 0.69" is what it is
			r := series.last()
			r.why, r.left = cmp.Or(told, why), left
			r.at.source += "\n" + text
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
	if means := c.words.of(why); left && means&(lost|drops) != 0 && !strings.ContainsAny(why, "?？؟") {
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
		if i < most && (hasUnit(s) || c.words.of(s)&(lost|drops|instead) != 0) && !strings.ContainsAny(s, "?？؟") {
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
		if c.words.of(s)&(lost|drops|instead) == 0 {
			continue
		}
		if strings.HasSuffix(s, ";") && i+1 < len(list) {
			s += " " + list[i+1]
		}
		if i > 0 {
			s = list[i-1] + " " + s
		}
		return oneLine(strings.TrimRight(s, ";"), mostItem), true
	}
	if len(list) == 0 {
		return "", false
	}
	return oneLine(list[0], mostCommand), false
}

// Rows in, what happened kept.

package evidence

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"savectx/preserve/transcript"
)

// place is where something stands.
type place struct {
	line, turn, kept int
	time             time.Time
	source           string // the whole text that what is kept was taken from
}

// from is the place with the text that something is taken from.
func (p place) from(texts ...string) place {
	p.source = strings.Join(texts, "\n")
	return p
}

// turn is what happened between a prompt and the next.
type turn struct {
	answered bool
	edits    int
	runs     int
	last     string // the end of the model's last words
	lastAt   place
}

// said are words of a person.
type said struct {
	at       place
	list     []sentence
	prompt   bool   // not words with a refusal
	after    bool   // behind an interruption or a refusal without words
	refused  string // what the words refused
	pasted   string // an error line in what was pasted
	frame    string // the first place in a file its stack names
	question string // of the model, that was answered
	option   bool   // an option of the model was chosen: no words of the person
}

// Collector takes the rows of one session, in their order.
type Collector struct {
	o        Options
	words    *lexicon
	kept     int // boundaries so far
	at       place
	turns    []turn
	said     []said
	calls    map[string]call
	broken   bool // an interruption stands before the next prompt
	fails    failures
	tries    tries
	last     outcome
	outcomes []told
	deeds    []told
	ways     []claim
	files    files
	todos    todos
	refused  []refusal
	plan     plan
	spoken   []spoken
	often    often
}

// refusal is a call that a person did not let run.
type refusal struct {
	at   place
	what string
	gone bool
}

// plan is what a person approved last.
type plan struct {
	at   place
	text string
}

// New returns a Collector for one session.
func New(o Options) *Collector {
	if o.Most <= 0 {
		o.Most = usualMost
	}
	return &Collector{o: o, words: words(), calls: map[string]call{}, turns: make([]turn, 1), fails: failures{}, tries: tries{byProgram: map[string]*try{}}, files: files{list: map[string]*file{}}, often: often{seen: map[string]*seen{}}}
}

// Add takes the next row. Rows that are not part of the conversation that
// leads to the last row say nothing here. The row is not kept.
func (c *Collector) Add(r *transcript.Row) {
	if r.Off || r.Twice || r.Sidechain {
		return
	}
	if r.Kind == transcript.Boundary {
		c.kept = r.Segment
	}
	c.at = place{line: r.Line, turn: len(c.turns) - 1, kept: max(r.Segment, r.Kept), time: r.Time}
	switch r.Kind {
	case transcript.Prompt, transcript.Queued:
		if r.Who == transcript.Person {
			c.hear(r.Text)
		}
	case transcript.Interruption:
		c.broken = true
	case transcript.Answer:
		c.answer(r.Text, r.Aborted)
	case transcript.ToolCall:
		if r.Text != "" {
			c.answer(r.Text, r.Aborted)
		}
		for _, one := range r.Calls {
			call := parse(one)
			call.line, call.turn = r.Line, c.at.turn
			c.calls[one.ID] = call
			if len(call.command) < mostCommand {
				c.often.add(call.command, c.at.from(call.command))
			}
		}
	case transcript.ToolResult:
		for i := range r.Results {
			c.result(&r.Results[i])
		}
	case transcript.Shell:
		c.files.shell(r.Text)
	}
}

// hear takes a prompt.
func (c *Collector) hear(text string) {
	c.turns = append(c.turns, turn{})
	c.at.turn = len(c.turns) - 1
	c.at.source = text
	list, pasted := sentences(text, c.words)
	for _, one := range list {
		c.often.add(one.text, c.at) // its source is the prompt
	}
	s := said{at: c.at, list: list, prompt: true, after: c.broken, pasted: pastedError(pasted), frame: frame(pasted)}
	c.broken = false
	c.said = append(c.said, s)
}

func (c *Collector) now() *turn { return &c.turns[len(c.turns)-1] }

func (c *Collector) result(r *transcript.Result) {
	one, known := c.calls[r.ID]
	delete(c.calls, r.ID)
	if !known {
		one = call{tool: r.Name, line: c.at.line}
	}
	if one.tool == "" {
		one.tool = r.Name
	}
	c.at.source = r.Text
	if len(r.Todos) > 0 {
		c.todos.set(r.Name, r.Todos, c.at.from())
	}
	switch r.Outcome {
	case transcript.Refused, transcript.Interrupted:
		c.refuse(one, r)
	case transcript.Chosen:
		c.choose(r)
	case transcript.Approved:
		c.plan = plan{c.at.from(r.Plan), r.Plan}
		c.unrefuse(one)
	case transcript.Failed, transcript.Denied:
		c.now().runs++
		c.fail(one, r.Text)
	case transcript.Done:
		c.done(one, r.Text)
	}
}

func (c *Collector) refuse(one call, r *transcript.Result) {
	what := cmp.Or(one.command, one.file, one.question)
	at := c.at.from(what, r.Said)
	if what == "" && strings.HasPrefix(one.tool, "mcp__") {
		what = one.tool
	}
	what = oneLine(what, mostCommand)
	if r.Said != "" {
		list, pasted := sentences(r.Said, c.words)
		if r.Outcome == transcript.Refused && what != "" && putsOff(list) {
			c.refused = append(c.refused, refusal{at: at, what: what}) // not now, but later
		}
		c.said = append(c.said, said{at: at, list: list, after: true, refused: what, pasted: pastedError(pasted)})
		return
	}
	if r.Outcome == transcript.Refused {
		c.broken = true
		if what != "" {
			c.refused = append(c.refused, refusal{at: at, what: what})
		}
	}
}

// putsOff tells words that name another time for what they refuse.
func putsOff(list []sentence) bool {
	for _, s := range list {
		if s.means&(drops|instead) != 0 {
			return false
		}
	}
	return slices.ContainsFunc(list, func(s sentence) bool { return s.means&(later|putOff) != 0 || tellsTime(s.text) })
}

// unrefuse forgets a refusal once the same was let run, and tells whether it
// was.
func (c *Collector) unrefuse(one call) (allowed bool) {
	for i := range c.refused {
		if w := c.refused[i].what; w == oneLine(one.command, mostCommand) || w == oneLine(one.file, mostCommand) {
			c.refused[i].gone, allowed = true, true
		}
	}
	return allowed
}

func (c *Collector) choose(r *transcript.Result) {
	for _, a := range r.Answers {
		c.settleOn(a.Question, a.Answer, !a.Typed)
		c.settleOn(a.Question, a.Note, false)
	}
}

func (c *Collector) settleOn(question, answer string, option bool) {
	whole := answer
	one := read(oneLine(answer, mostItem), c.words)
	if question = oneLine(question, mostCommand); one.text == "" || question == "" {
		return
	}
	one.empty = false
	c.said = append(c.said, said{at: c.at.from(question, whole, strings.TrimRight(question, "?？؟ ")+": "+whole), list: []sentence{one}, question: question, option: option})
}

func (c *Collector) done(one call, text string) {
	t := c.now()
	allowed := len(c.refused) > 0 && c.unrefuse(one)
	c.fails.goesOn(c.at.turn)
	if one.file != "" {
		t.edits++
		c.files.write(one.file, one.tool == "Write" && !has(text, "updated"), c.at.from(one.file))
		c.fails.settle(one, c.at)
		return
	}
	switch one.tool {
	case "Read", "Grep", "Glob", "LS", "TodoWrite", "TaskCreate", "TaskUpdate", "TaskList":
		return
	case "Bash", "PowerShell":
	default:
		t.runs++
		c.fails.settle(one, c.at)
		return
	}
	t.runs++
	c.files.shell(one.command)
	if !looks(one.command) && c.complains(text) {
		c.fail(one, text)
		return
	}
	c.fails.settle(one, c.at)
	gave := figures(text)
	if gave == "" && background(one.command) {
		gave = oneLine(text, mostCommand) // the number of a process or a job
	}
	c.tries.add(one, gave, c.at.from(one.command, text))
	c.last = outcome{turn: c.at.turn, at: c.at.from(one.command, text), command: one.command, text: text}
	if allowed && gave == "" && tellsExactly(text) {
		if deed, ok := c.last.told(); ok {
			c.deeds = append(c.deeds, deed)
		}
	}
}

// complains tells whether a call that went well reports an error all the same.
func (c *Collector) complains(text string) bool {
	text = ends(text)
	if !has(text, "rror", "RROR", "xception", "ailed", "FAIL", "atal", "anic", "ncaught", "egmentation", "core dumped", "imeout", "utOfMemory") {
		return false // most outputs, at the price of one look
	}
	const sure, short = 3, 500 // an output this short is about the error, in bytes
	for line := range strings.Lines(text) {
		if codeLike(strings.TrimSpace(line)) {
			continue
		}
		if n := failing(line); n >= sure || n == sure-1 && len(text) < short || n > 0 && reports(line) {
			return true
		}
	}
	return false
}

// reports tells lines that say "failed" of themselves and not of a count.
func reports(line string) bool {
	return has(line, " failed:", " failed with", "failed: ", "FAIL ", "Failed ")
}

func (c *Collector) fail(one call, text string) {
	at := c.at.from(one.command, text)
	added := c.fails.add(one, text, at)
	c.last = outcome{turn: c.at.turn, at: at, failed: added}
	if added && one.command != "" && one.tool != "WebFetch" {
		c.tries.add(one, figures(text), at)
		c.tries.failed(one, at)
	}
}

// frame is the place in a file that the first frame of a pasted stack names:
// "(Screen.kt:52)".
func frame(lines []string) string {
	for i, line := range lines {
		if i > mostOutput {
			break
		}
		_, inner, ok := strings.Cut(line, "(")
		inner, _, closed := strings.Cut(inner, ")")
		name, number, colon := strings.Cut(inner, ":")
		if ok && closed && colon && allDigits(number) && isPath(name) {
			return inner
		}
	}
	return ""
}

func pastedError(lines []string) string {
	best, most := "", 1
	for i, line := range lines {
		if i > mostOutput {
			break
		}
		if n := failing(line); n > most && !advises(line) {
			best, most = oneLine(line, mostLine), n
		}
	}
	return best
}

// advises tells lines that tell somebody what to do: no place in a list of
// facts for words that nobody of this session said.
func advises(line string) bool {
	low := " " + line + " "
	return has(low, " should ", " never ", " always ", " must ", " do not ", " don't ", " immer ", " niemals ", " toujours ", " jamais ", " siempre ", " nunca ", " всегда ", " никогда ",
		" no toc", " nicht an", " ne touche", " ne pas ", " não mex", " не трога", "不要", "请勿", "切勿", "禁止", "ないでください", "しないこと", "하지 마", "하지 말")
}

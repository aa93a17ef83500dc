// Tool calls that failed, what became of them, and what tries gave.

package evidence

import (
	"strings"
)

const (
	mostFailures = 400 // that are remembered; the oldest settled ones go first
	mostTries    = 6   // of one program in an item
)

// failure is a call that failed.
type failure struct {
	at      place
	tool    string
	program string
	command string
	line    string // the telling lines, with the exit code
	lines   []string
	why     string // what the model said of it next
	whyFrom string // the text that says so
	check   bool   // a check of the code, not a limit of the world
	strong  bool
	state   state
	cure    string // the command that went well instead, in the same turn
	cured   place
}

type state int

const (
	standing   state = iota
	repaired         // the same call went well later: nothing is left of it
	workedPast       // it went well only with another approach
)

type failures struct{ list []failure }

// explain takes the model's words that follow a failure in its turn.
func (f *failures) explain(text string, at place) {
	if n := len(f.list); n > 0 && f.list[n-1].why == "" && f.list[n-1].at.turn == at.turn {
		if list := cutSentences(oneLine(text, mostItem)); len(list) > 0 {
			f.list[n-1].why, f.list[n-1].whyFrom = oneLine(list[0], mostCommand), text
		}
	}
}

// add takes a failure; false when it is of a kind that says nothing.
func (f *failures) add(one call, text string, at place) bool {
	switch one.tool {
	case "Read", "Grep", "Glob", "LS", "ToolSearch", "AskUserQuestion", "ExitPlanMode", "TodoWrite", "TaskUpdate", "TaskCreate", "TaskOutput", "WebSearch":
		return false
	}
	if one.command != "" && looks(one.command) {
		return false // grep that finds nothing fails as well
	}
	if has(text, "No such tool available", "InputValidationError") {
		return false // the model's slip, not the world's
	}
	lines, strength := errorLines(text)
	if code := exitCode(text); code != "" {
		lines = append([]string{code}, lines...)
	}
	if len(lines) == 0 {
		return false
	}
	line := strings.Join(lines, "; ")
	one.command = oneLine(one.command, mostCommand)
	key := one.key()
	for i := range f.list { // the same error again: one item, where it was last
		if f.list[i].line == line && f.list[i].program == key {
			f.list = append(f.list[:i], f.list[i+1:]...)
			break
		}
	}
	f.list = append(f.list, failure{at: at, tool: one.tool, program: key, command: one.command, line: line, lines: lines, check: asserts(text), strong: strength > 1})
	if len(f.list) > mostFailures {
		f.list = f.list[1:]
	}
	return true
}

// key is what has to go well later for a failure to be repaired.
func (c call) key() string {
	switch {
	case c.file != "":
		return c.file
	case c.tool == "WebFetch":
		return c.command
	case c.command != "":
		return program(c.command)
	}
	return c.tool
}

// settle takes a call that went well.
func (f *failures) settle(one call, at place) {
	if len(f.list) == 0 {
		return
	}
	key := one.key()
	for i := range f.list {
		old := &f.list[i]
		if old.program != key || old.state != standing {
			continue
		}
		if now := oneLine(one.command, mostCommand); now != old.command && old.at.turn == at.turn {
			old.cure, old.cured = now, at.from(one.command)
		}
		same := one.file != "" || strings.Join(steps(old.command), "&&") == strings.Join(steps(oneLine(one.command, mostCommand)), "&&")
		switch {
		case (old.check || same) && old.at.turn == at.turn, old.check && same, one.command == "":
			old.state = repaired
		default:
			old.state = workedPast
		}
	}
}

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
	bad     int  // that failed
	job     bool // runs on by itself
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
	s.at, s.job = at, job
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

// Tool calls that failed, what became of them, and what tries gave.

package evidence

import (
	"slices"
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
	best    string // of these, the strongest
	lines   []string
	why     string // what the model said of it next
	whyFrom string // the text that says so
	left    bool   // which is that it is no way
	offers  bool   // or that there is another
	on      bool   // something was done after it in its turn
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
	best := ""
	if len(lines) > 0 {
		best = lines[0]
	}
	if code := exitCode(text); code != "" {
		lines = append([]string{code}, lines...)
	}
	if len(lines) == 0 {
		return false
	}
	line := strings.Join(lines, "; ")
	one.command = oneLine(one.command, mostCommand)
	key := one.key()
	f.list = slices.DeleteFunc(f.list, func(old failure) bool { // the same error again: one item, where it was last
		return old.program == key && (old.line == line || old.strong && strength > 1 && old.best == best)
	})
	for i := range f.list { // the check that failed goes on to fail at something else: its first mistake is mended
		if old := &f.list[i]; old.check && !old.left && !old.offers && old.state == standing && old.at.turn == at.turn && old.command == one.command && old.command != "" {
			old.state = repaired
		}
	}
	f.list = append(f.list, failure{at: at, tool: one.tool, program: key, command: one.command, line: line, best: best, lines: lines, check: asserts(text), strong: strength > 1})
	if len(f.list) > mostFailures {
		f.list = f.list[1:]
	}
	return true
}

// goesOn says that something was done after the last failure of a turn.
func (f *failures) goesOn(turn int) {
	if n := len(f.list); n > 0 && f.list[n-1].at.turn == turn {
		f.list[n-1].on = true
	}
}

// lists tells whether the failure at a place has an item of its own.
func (f *failures) lists(at place) bool {
	return slices.ContainsFunc(f.list, func(one failure) bool { return one.at.line == at.line && one.state != repaired })
}

// lacksRight tells errors of somebody who may not do this, and whom another
// person can allow it.
func lacksRight(line string) bool {
	return has(strings.ToLower(line), "permission", "not authori", "unauthori", "forbidden", "access denied", "accessdenied", "access is denied", "not allowed to", "privilege", "requires admin", "must be admin", "must be owner", "missing scope", "token scope", "insufficient scope",
		"berechtigung", "keine rechte", "zugriff verweigert", "droits insuffisants", "accès refusé", "accès interdit", "permiso", "acceso denegado", "permissão", "acesso negado", "нет прав", "доступ запрещ", "отказано в доступе", "אין הרשאה", "权限", "拒绝访问", "権限", "アクセスが拒否", "권한", "액세스가 거부")
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
		if (old.left || old.offers) && (oneLine(one.command, mostCommand) != old.command || one.command == "" && one.file == "") {
			old.state = workedPast
			continue
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

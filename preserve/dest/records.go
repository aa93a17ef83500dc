// The project's own records: docs/DECISIONS.md, docs/TASKS.md, CLAUDE.md.

package dest

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/preserve/markdown"
	"savectx/prompts"
)

// The records, relative to the root, and how many items a save adds to each.
const (
	DecisionsFile = "docs/DECISIONS.md"
	TasksFile     = "docs/TASKS.md"
	RulesFile     = "CLAUDE.md"

	MaxDecisions = 2
	MaxTasks     = 5
	MaxRules     = 1
)

// Decision is the block of a decision or a dead end for docs/DECISIONS.md.
// replaces is the date or title of the entry it takes the place of, or "".
func Decision(it preserve.Item, topic, replaces string, at time.Time, w prompts.Words) []string {
	title := plain(it.Text)
	if it.Kind == preserve.DeadEnd { // a heading that is read alone must not recommend it
		title = w.Line.Labels[string(preserve.DeadEnd)] + title
	}
	lines := []string{"## " + at.Format(time.DateOnly) + ": " + shorten(title, 70)}
	if replaces != "" {
		lines = append(lines, "**Replaces**: "+plain(replaces))
	}
	lines = append(lines, "**Context**: "+plain(topic))
	what := "Decision"
	if it.Kind == preserve.DeadEnd {
		what = "Rejected"
	}
	rest := it
	rest.Why = ""
	lines = append(lines, "**"+what+"**: "+plain(it.Text)+about(rest, w), "**Why**: "+plain(it.Why))
	for i := 1; i < len(lines)-1; i++ {
		lines[i] += "  " // each field is a line of its own, in Markdown too
	}
	for _, e := range it.Exact {
		if manyLines(e) {
			lines = append(lines, fenced(e, "")...)
		}
	}
	return lines
}

var decisionHeading = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2}): (.+)$`)

// Contradicts finds an entry of DECISIONS.md about the same thing as an item
// that says something else: most of the telling words of the shorter of the
// two are in both. It returns "date: title", or "".
func Contradicts(src []byte, it preserve.Item) string {
	mine := tellingWords(it.Text)
	if len(mine) == 0 {
		return ""
	}
	found := ""
	for _, h := range markdown.Headings(src) {
		m := decisionHeading.FindStringSubmatch(h.Title)
		if m == nil || Fold(m[2]) == Fold(shorten(it.Text, 70)) {
			continue
		}
		theirs := tellingWords(m[2])
		both := 0
		for w := range theirs {
			if mine[w] {
				both++
			}
		}
		if least := min(len(mine), len(theirs)); least > 1 && both*5 >= least*3 {
			found = h.Title // the last one is the newest
		}
	}
	return found
}

// Replaced is the entry of DECISIONS.md that a "replaces" names: by its date, its title, or
// both. "" when there is none.
func Replaced(src []byte, name string) string {
	found := ""
	for _, h := range markdown.Headings(src) {
		m := decisionHeading.FindStringSubmatch(h.Title)
		if m != nil && (Fold(name) == m[1] || Fold(name) == Fold(m[2]) || Fold(name) == Fold(h.Title)) {
			found = h.Title
		}
	}
	return found
}

// Task is the line of an open item for docs/TASKS.md.
func Task(it preserve.Item, w prompts.Words) []string {
	box := "[ ] "
	if it.Done {
		box, it.Done = "[x] ", false
	}
	lines := Bullet(it, w)
	lines[0] = "- " + box + strings.TrimPrefix(lines[0], "- ")
	return lines
}

// taskLine is a task as TASKS.md lists it.
var taskLine = regexp.MustCompile(`^(\s*[-*+] \[)([ xX])(\] )(.*)$`)

// Tick marks the open task that says the same as text as done. The line is
// otherwise left as it is. ok is false when there is no such task, or more than
// one; had is true when it is there and ticked already, or more than once.
func Tick(src []byte, text string) (out []byte, ok, had bool) {
	want, at, start := Fold(text), -1, 0
	for want != "" && start < len(src) {
		end := len(src)
		if i := slices.Index(src[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		m := taskLine.FindSubmatchIndex([]byte(strings.TrimRight(string(src[start:end]), "\r\n")))
		if m != nil && sameTask(string(src[start+m[8]:start+m[9]]), want) {
			if src[start+m[4]] != ' ' {
				had = true
			} else if at >= 0 {
				return src, false, true
			} else {
				at = start + m[4]
			}
		}
		start = end
	}
	if at < 0 {
		return src, false, had
	}
	out = slices.Clone(src)
	out[at] = 'x'
	return out, true, had
}

// OpenTasks is the path of the last section that lists an open task itself, "" if
// none does: new ones do not belong behind the finished ones.
func OpenTasks(src []byte) string {
	heads := markdown.Headings(src)
	lines := linesOf(src)
	for i := len(heads) - 1; i >= 0; i-- {
		end := len(lines)
		if i+1 < len(heads) {
			end = heads[i+1].Line - 1
		}
		for _, line := range lines[heads[i].Line:end] {
			if m := taskLine.FindStringSubmatch(line); m != nil && m[2] == " " {
				return strings.Join(heads[i].Path, " > ")
			}
		}
	}
	return ""
}

// sameTask compares a task's line with a folded text; what stands behind it in
// parentheses, reasons and quotations, does not count.
func sameTask(line, want string) bool {
	line = Fold(line)
	rest, ok := strings.CutPrefix(line, want)
	return ok && (rest == "" || strings.HasPrefix(strings.TrimLeft(rest, " .,;:"), "(") || strings.HasPrefix(rest, "（"))
}

// RuleFault says why an item is no rule for CLAUDE.md, which every session
// pays for, or "" if it is one: the user said it, the file does not say it
// yet, and it says what it changes. The answer is one of the constants below.
func RuleFault(it preserve.Item, src []byte) string {
	switch {
	case preserve.Clean(it.Quote) == "":
		return NotQuoted
	case Covered(src, it):
		return AlreadySaid
	case it.Memory == nil || preserve.Clean(it.Memory.Hook) == "":
		return NoEffect
	}
	return ""
}

// What can keep a rule out of CLAUDE.md.
const (
	NotQuoted   = "not_quoted"
	NoEffect    = "no_effect"
	AlreadySaid = "covered"
)

// Covered reports whether a document says an item already: its text, or the
// user's own words, or four of five of its telling words in one line that says
// yes or no as it does, with the same figures.
func Covered(src []byte, it preserve.Item) bool {
	if Says(src, it.Text) || it.Quote != "" && Says(src, it.Quote) {
		return true
	}
	mine := tellingWords(it.Text)
	if len(mine) < 3 {
		return false
	}
	no := negative(it.Text)
	for line := range strings.Lines(string(src)) {
		theirs, both := tellingWords(line), 0
		for w := range mine {
			if theirs[w] {
				both++
			}
		}
		if both*5 >= len(mine)*4 && sameNumbers(it.Text, line) && negative(line) == no {
			return true
		}
	}
	return false
}

var number = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// sameNumbers keeps two rules that differ in a figure apart.
func sameNumbers(a, b string) bool {
	have := number.FindAllString(b, -1)
	for _, n := range number.FindAllString(a, -1) {
		if !slices.Contains(have, n) {
			return false
		}
	}
	return true
}

// Says reports whether a document holds a text of some length, whatever its
// line breaks, case and marks of Markdown.
func Says(src []byte, text string) bool {
	want := Fold(text)
	return len(want) >= leastSaid && Holds(Fold(string(src)), want)
}

// Holds reports whether part is in text and no word or number goes on at its
// ends: "a limit of 75" is not in "a limit of 750".
func Holds(text, part string) bool {
	for from := 0; part != ""; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return false
		}
		at := from + i
		if !goesOn(text[:at], part) && !goesOn(text[:at+len(part)], text[at+len(part):]) {
			return true
		}
		_, n := utf8.DecodeRuneInString(part)
		from = at + n
	}
	return false
}

// goesOn reports whether the last word or number of before goes on in after.
// Scripts without spaces between words have no such ends.
func goesOn(before, after string) bool {
	a, _ := utf8.DecodeLastRuneInString(before)
	b, n := utf8.DecodeRuneInString(after)
	if unicode.IsDigit(a) && (b == '.' || b == ',') {
		b, _ = utf8.DecodeRuneInString(after[n:])
		return unicode.IsDigit(b)
	}
	if unicode.IsDigit(b) && (a == '.' || a == ',') {
		a, _ = utf8.DecodeLastRuneInString(before[:len(before)-1])
		return unicode.IsDigit(a)
	}
	return wordRune(a) && wordRune(b) && !isWide(a) && !isWide(b)
}

// leastSaid is the length in bytes below which a text is in any document.
const leastSaid = 12

// Rule is the line of a rule for CLAUDE.md.
func Rule(it preserve.Item, w prompts.Words) []string { return Bullet(it, w) }

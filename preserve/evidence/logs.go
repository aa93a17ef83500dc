// Lines of logs, stack traces, code and data in what a person sent.

package evidence

import (
	"strings"
	"unicode"
)

// logLines tells for each line whether it is one of a log or the like: by
// itself, or because it stands in a paragraph with such lines.
func logLines(lines []string) []bool {
	sure := make([]bool, len(lines))
	any := false
	for i, line := range lines {
		sure[i] = strings.TrimSpace(line) != "" && logLike(line)
		any = any || sure[i]
	}
	begin := 0
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) && strings.TrimSpace(lines[i]) != "" {
			continue
		}
		paragraph(lines[begin:i], sure[begin:i], any)
		begin = i + 1
	}
	return sure
}

// paragraph marks the lines of a paragraph that are likely of a log because of
// their neighbours. any: there are lines of a log somewhere in the text.
func paragraph(lines []string, sure []bool, any bool) {
	first, last, n := -1, -1, 0
	for i, line := range lines {
		if !sure[i] && any && maybeLog(line) {
			sure[i] = true
		}
		if sure[i] {
			if first < 0 {
				first = i
			}
			last = i
			n++
		}
	}
	if 2*n >= last-first+1 {
		for i := max(0, first); i <= last; i++ {
			sure[i] = true // a message that runs over several lines
		}
	}
	alikeLines(lines, sure)
}

// alikeLines marks lines that most of a paragraph begins like: "web-1 ", "#12 ".
// A list of a person begins with plain words, or with the sign of a list.
func alikeLines(lines []string, sure []bool) {
	const least = 6 // lines
	if len(lines) < least {
		return
	}
	count := map[string]int{}
	for _, line := range lines {
		count[head(line)]++
	}
	for i, line := range lines {
		if h := head(line); h != "" && 3*count[h] >= 2*len(lines) {
			sure[i] = true
		}
	}
}

// head is the shape of the first word of a line that is no plain word: digits
// are all the same, and what stands in brackets.
func head(line string) string {
	w, _, ok := strings.Cut(strings.TrimSpace(line), " ")
	if !ok || len(w) < 2 {
		return ""
	}
	inner := strings.Trim(w, ":,.")
	plain, listed := true, true
	for _, r := range inner {
		plain = plain && (unicode.IsLetter(r) || r == '\'' || r == '’')
		listed = listed && unicode.IsDigit(r)
	}
	if plain && !(ascii(inner) && strings.ToUpper(inner) == inner) || inner == "TODO" || listed || strings.HasSuffix(w, ")") {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, w)
}

// logLike tells lines of logs, stack traces, code and data from what a person
// writes.
func logLike(line string) bool {
	s := strings.TrimSpace(line)
	switch {
	case stamp(s), level(s), traced(s), compiler(s), pairs(s):
		return true
	case strings.HasPrefix(s, "@@ "), strings.HasPrefix(s, "+++ "), strings.HasPrefix(s, "--- "), strings.HasPrefix(s, "$ "), strings.HasPrefix(s, "#!"):
		return true
	case strings.HasSuffix(s, ";") && !prose(s), strings.HasSuffix(s, "{"), s == "}", s == "});", s == "]", strings.HasPrefix(s, "{\""), strings.HasPrefix(s, "//"), strings.HasPrefix(s, "/*"):
		return true
	}
	if before, _, ok := strings.Cut(s, "//"); ok && strings.ContainsAny(before, "{};)") {
		return true // code with a comment behind it
	}
	head, _, ok := strings.Cut(s, ":")
	if !ok || strings.ContainsAny(head, " \t") {
		return false
	}
	low := strings.ToLower(head)
	return strings.HasSuffix(low, "error") || strings.HasSuffix(low, "exception") || low == "err" || low == "warn" || low == "warning" || low == "fatal" || low == "panic" ||
		strings.Count(head, ".") >= 2 && ascii(head)
}

// prose tells a sentence that goes on in the next line.
func prose(s string) bool {
	const least = 5 // words
	return len(strings.Fields(s)) >= least && !strings.ContainsAny(s, "(){}[]=<>$\\\"")
}

// maybeLog tells lines that are of a log where others are, and could else be a
// person's: "help: ...", "note: ...", "info ...".
func maybeLog(line string) bool {
	s := strings.TrimSpace(line)
	head, _, ok := strings.Cut(s, ":")
	if ok {
		switch strings.ToLower(head) {
		case "help", "note", "hint", "info", "debug", "notice", "trace", "caused by", "verbose", "reason":
			return true
		}
	}
	return line != s && (line[0] == ' ' && strings.HasPrefix(line, "    ") || line[0] == '\t') // set in, as what belongs to the line above
}

// level tells lines that begin with the level of a log or the name of a
// package manager.
func level(s string) bool {
	for _, p := range []string{"npm ERR!", "npm WARN", "npm error", "npm warn", "npm notice", "npm info", "npm http", "yarn error", "yarn warn", "pnpm ERR", "ERR_PNPM", " ERR_", "remote: ", "fatal: ", "error: ", "error[", "warning[", "warning: ", "level=", "lvl=", "severity="} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	rest := strings.TrimLeft(s, "[(<*!")
	n := 0
	for n < len(rest) && rest[n] >= 'A' && rest[n] <= 'Z' {
		n++
	}
	switch rest[:n] {
	case "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "ERR", "FATAL", "CRITICAL", "SEVERE", "PANIC", "EMERG", "ALERT":
		return n < len(rest) && strings.IndexByte(" \t:]>)|-!", rest[n]) >= 0
	}
	lowered := strings.ToLower(rest)
	for _, p := range []string{"info]", "warn]", "warning]", "error]", "debug]", "trace]", "notice]", "fatal]"} {
		if len(rest) < len(s) && strings.HasPrefix(lowered, p) {
			return true
		}
	}
	return false
}

// traced tells the frames of a stack.
func traced(s string) bool {
	if at, ok := strings.CutPrefix(s, "at "); ok {
		first, rest, more := strings.Cut(at, " ")
		return strings.Contains(at, "(") || strings.Contains(first, ".") && !digits(first[:1]) && (!more || len(rest) > 0 && rest[0] == '[') || strings.Contains(first, ":") && digits(first) && strings.ContainsFunc(first, unicode.IsLetter)
	}
	for _, p := range []string{"File \"", "Traceback ", "Caused by: ", "goroutine ", "panic: ", "thread '", "#0 0x", "stack backtrace", "Exception in thread", "Unhandled ", "Uncaught ", "Stack trace"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return strings.HasPrefix(s, "... ") && strings.HasSuffix(s, " more") || strings.HasPrefix(s, "from ") && strings.Contains(s, ":in ") ||
		len(s) > 2 && s[0] == '#' && s[1] >= '0' && s[1] <= '9' && (strings.Contains(s, " 0x") || strings.Contains(s, " at ") || strings.Contains(s, " in "))
}

// compiler tells the lines of rustc and the like around a piece of code, and
// those of programs that write their name before a bar.
func compiler(s string) bool {
	for _, p := range []string{"--> ", "= note:", "= help:", "= warning:", "|", "::: "} {
		if strings.HasPrefix(s, p) {
			return !strings.HasPrefix(s, "|") || s == "|" || strings.ContainsAny(s, "^") || strings.HasPrefix(s, "| ^") || strings.HasPrefix(s, "| -")
		}
	}
	if strings.HasPrefix(s, "help: ") && strings.Contains(s, "`") {
		return true
	}
	before, _, ok := strings.Cut(s, "|")
	name := strings.TrimSpace(before)
	return ok && name != before && name != "" && !strings.Contains(name, " ") && digits(name) && ascii(name)
}

// pairs tells lines of key=value.
func pairs(s string) bool {
	const least = 2
	n, all := 0, 0
	inside := false // of a value in quotation marks
	for w := range strings.FieldsSeq(s) {
		if inside {
			inside = !strings.HasSuffix(w, "\"")
			continue
		}
		all++
		key, value, ok := strings.Cut(w, "=")
		if ok && key != "" && value != "" && letter(key[0]) && strings.IndexFunc(key, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.", r)
		}) < 0 {
			n++
			inside = strings.HasPrefix(value, "\"") && (len(value) == 1 || !strings.HasSuffix(value, "\""))
		}
	}
	return n >= least && 2*n >= all
}

// stamp tells whether a line begins as lines of logs do: with a time of day, a
// date and time, a number in brackets, or a letter of a level and digits.
func stamp(s string) bool {
	opened := len(s)
	s = strings.TrimLeft(s, "[(<")
	opened -= len(s)
	if rest, ok := cutMonth(s); ok {
		s = rest
	}
	n, digits, colons, dashes := 0, 0, 0, 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || strings.IndexByte(":.-/T, ", s[n]) >= 0) {
		switch c := s[n]; {
		case c == ':':
			colons++
		case c == '-' || c == '/':
			dashes++
		case c >= '0' && c <= '9':
			digits++
		}
		n++
	}
	const dated = 12 // digits of a date and a time without seconds
	if colons >= 2 && digits >= 5 || colons == 1 && dashes >= 2 && digits >= dated {
		return true
	}
	const number = 3 // digits of a process
	if opened > 0 && digits >= number && colons == 0 && n < len(s) && strings.IndexByte("])>", s[n]) >= 0 && s[0] >= '0' && s[0] <= '9' {
		return true
	}
	const klog = 5 // a level and month and day: E1104
	return len(s) > klog && strings.IndexByte("IWEF", s[0]) >= 0 && allDigits(s[1:klog]) && s[klog] == ' '
}

// cutMonth takes "Nov" or "Mon Nov" from before the day of a log's time.
func cutMonth(s string) (rest string, ok bool) {
	for range 2 {
		const short = 3 // letters
		w, after, cut := strings.Cut(s, " ")
		if !cut || len(w) != short || !strings.Contains(daysAndMonths, " "+strings.ToLower(w)+" ") {
			break
		}
		s, ok = strings.TrimLeft(after, " "), true
	}
	return s, ok
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

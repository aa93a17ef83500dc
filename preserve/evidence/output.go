// The telling line of what a tool printed.

package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	mostOutput = 300 // lines of an output that are looked at, from each end
	mostLine   = 240 // code points of a line in an item
)

// outputLines are the lines of an output that can tell something: no frames of
// a stack.
func outputLines(text string) []string {
	all := strings.Split(shortenedTo(text, mostPrompt), "\n")
	if len(all) > 2*mostOutput {
		all = append(all[:mostOutput:mostOutput], all[len(all)-mostOutput:]...)
	}
	var list []string
	for _, line := range all {
		s := strings.TrimSpace(line)
		if s == "" || strings.HasPrefix(s, "at ") || strings.HasPrefix(s, "File \"") || strings.HasPrefix(s, "Traceback ") {
			continue
		}
		if rest, ok := strings.CutPrefix(s, "E   "); ok { // pytest
			s = strings.TrimSpace(rest)
		}
		list = append(list, s)
	}
	return list
}

// failing are signs of an error in a line, strongest first.
func failing(line string) int {
	low := strings.ToLower(line)
	switch {
	case strings.Contains(low, "0 failed") || strings.Contains(low, "0 error") || strings.Contains(low, "no error") || strings.Contains(low, "0 failures"):
		return 0
	case has(low, "error:", "exception:", "fatal:", "panic:", "panicked at", "err:", "error[", "error!", "uncaught", "segmentation fault", "core dumped", "timeouterror", "outofmemory"):
		return 3
	case has(low, "error", "exception", "fatal", "cannot ", "can't ", "could not", "couldn't", "denied", "refused", "forbidden", "unauthorized", "not found", "no such", "timed out", "timeout", "did not", "does not", "killed", "invalid", "unable", "exceed", "too many", "mismatch", "out of memory", "unexpected", "unresolved", "aborting",
		"fehler", "fehlgeschlagen", "erreur", "échec", "échoué", "fallo", "falló", "falha", "falhou", "ошибк", "не удалось", "сбой", "שגיאה", "נכשל", "エラー", "失敗", "できません", "错误", "失败", "无法", "오류", "실패", "할 수 없"),
		codeOfError(line):
		return 2
	case has(low, "failed", "fail ", "failure", "missed", "missing", "warning"):
		return 1
	}
	return 0
}

// codeOfError tells lines that begin with the number of an error: "ORA-12520:",
// "TS2345:", "E0308:".
func codeOfError(line string) bool {
	code, _, ok := strings.Cut(line, ":")
	letters := strings.TrimRight(code, "0123456789")
	const most, least = 12, 3 // bytes of a code, digits
	return ok && len(code) <= most && len(code)-len(letters) >= least && letters != "" && strings.TrimRight(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_") == ""
}

func has(s string, signs ...string) bool {
	for _, sign := range signs {
		if strings.Contains(s, sign) {
			return true
		}
	}
	return false
}

// errorLines are the line that says best what went wrong, one or two more that
// say as much or nearly, and how strong the best is. Of a short output every
// line that tells something is there.
func errorLines(text string) (best []string, strength int) {
	first, second, weaker := "", "", 0
	all := outputLines(text)
	all = slices.DeleteFunc(all, func(s string) bool { return strings.HasPrefix(s, "Exit code ") })
	for _, s := range all {
		n := failing(s)
		switch {
		case n > strength:
			if strength > 1 {
				second, weaker = first, strength
			}
			first, strength = s, n
		case n > 1 && n > weaker:
			second, weaker = s, n
		}
		if first == "" {
			first = s
		}
	}
	lines := []string{first, second}
	const few = 3
	if len(all) <= few {
		lines = append(lines[:1], slices.DeleteFunc(all, func(s string) bool { return s == first || !telling(s) })...)
	}
	for _, s := range lines {
		if s = oneLine(s, mostLine); s != "" && !slices.Contains(best, s) {
			best = append(best, s)
		}
	}
	return best, strength
}

// telling tells lines with a fact from those that only say that something
// begins or goes on.
func telling(s string) bool {
	return failing(s) > 0 || digits(s) || strings.Contains(s, ": ")
}

// exitCode is "Exit code 137", unless the code is 1, which says nothing.
func exitCode(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	first = strings.TrimSpace(first)
	if code, ok := strings.CutPrefix(first, "Exit code "); ok && allDigits(code) && code != "1" {
		return first
	}
	return ""
}

// asserts tells failures of a check that the code was to meet: when it passes
// later, the failure was a mistake in the code and is forgotten; another
// failure that was worked around has taught something.
func asserts(text string) bool {
	low := strings.ToLower(shortenedTo(text, mostPrompt))
	return has(low, "assert", "expected", "received", "to equal", "--- fail", "tests failed", "test failed", "unresolved reference", "syntax", "undefined", "cannot use", "does not exist on type",
		"error[e", "unexpected key", "not found in file", "no such file or directory", "filenotfounderror", "has been modified", "no module named", "typeerror", "nameerror", "referenceerror", "compil", "decode", "connection refused", "econnrefused", "lint")
}

// passes tells what a test runner prints: no measurement.
func passes(text string) bool {
	low := strings.ToLower(text)
	return has(low, " passed", "passed,", " passing", "ok  \t", "test result", "examples,", "assertions", "build success", "finished `", "tests:", "0 failures")
}

// figures are the lines of a short output of which one holds a number: what a
// try gave.
func figures(text string) string {
	const most = 5 // lines
	if len(text) > 4*most*mostLine {
		return ""
	}
	list := outputLines(text)
	if len(list) == 0 || len(list) > most || passes(text) {
		return ""
	}
	var out []string
	measures := false
	for _, s := range list {
		if m := measured(s); (m || telling(s)) && !strings.HasPrefix(s, "Exit code ") && utf8.RuneCountInString(s) <= mostLine {
			out = append(out, s)
			measures = measures || m
		}
	}
	if !measures {
		return ""
	}
	return oneLine(strings.Join(out, "; "), mostLine)
}

// measured tells a line with a word and a number that is a figure and not part
// of a name, an address or a place in a file.
func measured(s string) bool {
	if utf8.RuneCountInString(s) > mostLine || strings.Contains(s, "://") {
		return false
	}
	words := false
	number := false
	for w := range strings.FieldsSeq(s) {
		w = strings.Trim(w, ",;:()[]=")
		switch {
		case w == "":
		case unicode.IsDigit(rune(w[0])) || len(w) > 1 && strings.IndexByte("+-<>~", w[0]) >= 0 && unicode.IsDigit(rune(w[1])):
			number = number || !strings.Contains(w, "/") || strings.Count(w, "/") == 1 && !strings.ContainsFunc(w, unicode.IsLetter)
		case strings.ContainsFunc(w, unicode.IsLetter):
			words = true
		}
	}
	return words && number
}

// ends are the first and last lines of an output, where programs tell how it
// went.
func ends(text string) string {
	const begin, end = 300, 1200 // bytes
	if len(text) <= begin+end {
		return text
	}
	first, last := text[:begin], text[len(text)-end:]
	return first[:strings.LastIndexByte(first, '\n')+1] + last[strings.IndexByte(last, '\n')+1:]
}

// codeLike tells a line of a program that speaks of errors from an error.
func codeLike(line string) bool {
	return strings.HasSuffix(line, "{") || strings.HasSuffix(line, ";") || strings.HasSuffix(line, "}") || strings.HasSuffix(line, ",") ||
		has(line, "(\"", "('", "return ", "throw ", "raise ", "catch", "except ", ":= ", "=> ", "//")
}

// looks tells commands that only show what stands somewhere; what a log shows
// is news.
func looks(command string) bool {
	list := steps(command)
	if len(list) == 0 {
		return false
	}
	w := strings.Fields(list[len(list)-1])
	switch w[0] {
	case "cat", "sed", "grep", "rg", "ls", "find", "head", "tail", "awk", "less", "jq", "wc", "tree", "diff", "echo":
		return !has(command, "log", ".err", ".out", "journal")
	case "git":
		return len(w) > 1 && (w[1] == "diff" || w[1] == "log" || w[1] == "show" || w[1] == "grep" || w[1] == "blame")
	}
	return false
}

// Which runs of a program can be compared.

package evidence

import (
	"slices"
	"strings"
	"unicode"
)

// comparableRuns tells two runs that measure the same of the same input: a later
// one takes the place of the earlier.
func comparableRuns(a, b *run) bool {
	return (a.bad || b.bad || alike(a.labels, b.labels)) && (a.command == b.command || slices.Equal(a.inputs, b.inputs))
}

// broken tells what a run gave that failed for a mistake in the code, which is
// mended, from a result that was not good enough.
func broken(gave string) bool {
	return has(gave, "rror:", "Error in ", "xception", "FATAL", "Fatal", "fatal", "panic", "Traceback", "mismatch", "not found")
}

// wordsBeside are the words of what a run gave, without its numbers.
func wordsBeside(gave string) []string {
	var list []string
	for w := range strings.FieldsFuncSeq(strings.ToLower(gave), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_' && r != '@'
	}) {
		w = strings.TrimFunc(w, unicode.IsDigit)
		if w != "" && !digits(w) && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// alike: half of the words of the shorter stand in the other too. Where there
// are no words, only the numbers differ.
func alike(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	same := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			same++
		}
	}
	return 2*same >= len(a) && (same > 0 || len(b) == 0)
}

// inputs are the words of a command that say what it works on. Commands that
// differ in their options or their code, and not in these, are ways to the same
// end; another file of data, another host, month or person is no other way.
func inputs(command string) []string {
	list := steps(command)
	if len(list) == 0 {
		return nil
	}
	words := strings.Fields(list[len(list)-1])
	var found []string
	add := func(w string) {
		w = strings.Trim(w, `"'`)
		if w != "" && !code(w) {
			found = append(found, w)
		}
	}
	for i := 1; i < len(words); i++ {
		w := words[i]
		if strings.IndexByte("<>|2&", w[0]) >= 0 && strings.ContainsAny(w, "<>|&") {
			if strings.HasPrefix(w, "|") {
				break
			}
			if strings.HasPrefix(w, "<") && len(w) == 1 {
				continue
			}
			i++ // where the output goes
			continue
		}
		name, value, joined := strings.Cut(w, "=")
		if !strings.HasPrefix(w, "-") {
			if i > 1 || strings.ContainsAny(w, "./@") || digits(w) {
				add(w)
			}
			continue
		}
		given := givesInput(strings.TrimLeft(name, "-"))
		switch {
		case joined && given:
			add(value)
		case !joined && i+1 < len(words) && !strings.HasPrefix(words[i+1], "-"):
			if i++; given || code(words[i]) {
				add(words[i])
			} else if strings.HasPrefix(name, "--") || len(name) == 2 {
				continue // the value of an option
			} else {
				add(words[i])
			}
		}
	}
	return found
}

// code tells files that are the way and not what it works on.
func code(w string) bool {
	dot := strings.LastIndexByte(w, '.')
	if dot < 0 {
		return false
	}
	switch strings.ToLower(w[dot+1:]) {
	case "sql", "py", "r", "sh", "js", "ts", "go", "rb", "pl", "jl", "tcl", "lua", "awk", "sed", "jq", "conf", "cfg", "yaml", "yml", "toml", "ini", "nix", "mk", "cu", "c", "cc", "cpp", "rs":
		return true
	}
	return false
}

// givesInput tells options whose value says what is worked on.
func givesInput(name string) bool {
	switch name {
	case "i", "in", "input", "file", "f", "src", "source", "data", "dataset", "host", "h", "url", "uri", "id", "user", "u", "customer", "client", "tenant", "account", "project", "p", "repo", "month", "year", "day", "date", "from", "to", "since", "until", "split", "region", "zone", "city", "branch", "db", "database", "table", "bucket", "page", "lang", "only", "monat", "jahr", "tag", "kunde", "mois", "mes", "bis", "von":
		return true
	}
	return false
}

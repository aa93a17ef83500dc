// Shell lines: written so that sh reads one word, and read back.

package install

import (
	"path/filepath"
	"slices"
	"strings"

	"savectx/prompts"
)

// Quote writes a word for sh.
func Quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_@%+=:,./-", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// firstWord reads the first word of a shell line, with its quotes undone, and
// what follows it. Nothing is expanded.
func firstWord(line string) (word, rest string) {
	line = strings.TrimLeft(line, " \t")
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')':
			return b.String(), line[i:]
		case '\\':
			if i++; i < len(line) {
				b.WriteByte(line[i])
			}
		case '\'', '"':
			end := strings.IndexByte(line[i+1:], c)
			if end < 0 {
				return "", line
			}
			b.WriteString(line[i+1 : i+1+end])
			i += end + 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

// wholly tells a handler that does nothing but call us from a line of
// somebody's own with our call in it.
func wholly(command string, args []string, event string) bool {
	line := command
	program, rest := command, args
	if len(args) == 0 {
		program, command = firstWord(command)
		rest = strings.Fields(command)
	}
	switch filepath.Base(program) {
	case "savectx":
		return slices.Equal(rest, []string{"hook", event})
	case "savectx-hook":
		return slices.Equal(rest, []string{event})
	}
	if len(args) > 0 {
		return false
	}
	if strings.TrimSpace(line) == prompts.HookOnPath(event) {
		return true
	}
	// The form that does nothing where the program is missing:
	// command -v savectx-hook >/dev/null 2>&1 && savectx-hook Stop || true
	known := []string{"command", "-v", "savectx", "savectx-hook", "hook", event, "/dev/null", "1", "2", "true", "exit", "0"}
	return program == "command" && !slices.ContainsFunc(strings.FieldsFunc(command, func(r rune) bool {
		return strings.ContainsRune(" \t;&|<>\"'", r)
	}), func(w string) bool { return !slices.Contains(known, w) && !slices.Contains(known, filepath.Base(w)) })
}

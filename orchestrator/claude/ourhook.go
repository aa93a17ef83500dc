// Recognising savectx's own hooks, however they were written.

package claude

import (
	"path/filepath"
	"slices"
	"strings"
)

// OurHook tells whether a handler calls savectx, and for which event:
// `savectx hook Stop` and `savectx-hook Stop`, with or without a path, quoted
// or not, as a shell line, inside one, or with its words as args.
func OurHook(command string, args []string) (event string, ok bool) {
	var words []string
	if len(args) > 0 { // exec form: no shell
		words = append([]string{command}, args...)
	} else {
		words = ShellWords(command)
	}
	for i, w := range words {
		rest := words[i+1:]
		if w == "-c" && len(rest) > 0 { // a shell in the shell
			if event, ok := OurHook(rest[0], nil); ok {
				return event, true
			}
		}
		switch filepath.Base(w) {
		case "savectx":
			if len(rest) < 2 || rest[0] != "hook" {
				continue
			}
			rest = rest[1:]
		case "savectx-hook":
		default:
			continue
		}
		if len(rest) > 0 && slices.Contains(Events(), rest[0]) {
			return rest[0], true
		}
	}
	return "", false
}

// ShellWords splits a shell line into words: quotes and backslashes are
// undone, operators are words of their own, comments are gone, and nothing is
// expanded.
func ShellWords(line string) []string {
	var words []string
	var word strings.Builder
	started := false
	end := func() {
		if started {
			words = append(words, word.String())
		}
		word.Reset()
		started = false
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t', '\n', '\r':
			end()
		case ';', '&', '|', '<', '>', '(', ')':
			end()
			words = append(words, string(c))
		case '#':
			if started {
				word.WriteByte(c)
				continue
			}
			for i+1 < len(line) && line[i+1] != '\n' {
				i++
			}
		case '\\':
			if i++; i < len(line) && line[i] != '\n' {
				word.WriteByte(line[i])
				started = true
			}
		case '\'', '"':
			started = true
			for i++; i < len(line) && line[i] != c; i++ {
				if c == '"' && line[i] == '\\' && i+1 < len(line) && strings.IndexByte("\"\\$`", line[i+1]) >= 0 {
					i++
				}
				word.WriteByte(line[i])
			}
		default:
			word.WriteByte(c)
			started = true
		}
	}
	end()
	return words
}

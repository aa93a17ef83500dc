// Recognising savectx's own hooks, however they were written.

package claude

import (
	"path/filepath"
	"slices"
	"strings"
)

// OurHook tells whether a handler calls savectx, and for which event:
// `savectx hook Stop` and `savectx-hook Stop`, with or without a path, quoted
// or not, as a shell line, inside one, or with its words as args. The program
// must stand where a shell would run it: what only speaks of it, as an argument
// of echo does, is nobody's hook.
func OurHook(command string, args []string) (event string, ok bool) {
	return ourHook(command, args, 0)
}

// maxShells is how deep shells in shells are looked into.
const maxShells = 8

func ourHook(command string, args []string, depth int) (event string, ok bool) {
	if depth > maxShells {
		return "", false
	}
	if len(args) == 0 {
		for _, words := range simpleCommands(command) {
			if event, ok := calledBy(words, depth); ok {
				return event, true
			}
		}
		return "", false
	}
	return calledBy(append([]string{command}, args...), depth) // exec form: no shell
}

// before are the words a command can stand behind, with those of their options
// that take a word of their own.
var before = map[string]string{
	"then": "", "do": "", "else": "", "elif": "", "if": "", "while": "", "until": "", "!": "", "{": "", "time": "",
	"exec": "a", "command": "", "env": "uCS", "nohup": "", "setsid": "", "nice": "n", "timeout": "ks", "sudo": "ugh",
}

// calledBy looks at one simple command.
func calledBy(words []string, depth int) (event string, ok bool) {
	for len(words) > 0 {
		word, rest := filepath.Base(words[0]), words[1:]
		valued, wraps := before[word]
		switch {
		case assignment(words[0]):
			words = rest
		case wraps:
			if words = wrapped(word, rest, valued); words == nil {
				return "", false
			}
		case word == "savectx" && len(rest) > 1 && rest[0] == "hook" && slices.Contains(Events(), rest[1]):
			return rest[1], true
		case word == "savectx-hook" && len(rest) > 0 && slices.Contains(Events(), rest[0]):
			return rest[0], true
		case slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh"}, word):
			for i, w := range rest[:max(0, len(rest)-1)] {
				if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.Contains(w, "c") {
					return ourHook(rest[i+1], nil, depth+1)
				}
			}
			return "", false
		default:
			return "", false
		}
	}
	return "", false
}

// wrapped is the command behind a word such as exec and its options; nil when
// none is run.
func wrapped(word string, rest []string, valued string) []string {
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		option := rest[0]
		rest = rest[1:]
		if option == "--" {
			break
		}
		if word == "command" && strings.ContainsAny(option, "vV") { // it only asks
			return nil
		}
		if len(option) == 2 && strings.Contains(valued, option[1:]) && len(rest) > 0 {
			rest = rest[1:]
		}
	}
	if word == "timeout" && len(rest) > 0 { // how long
		rest = rest[1:]
	}
	return rest
}

// assignment tells NAME=value, as it may stand before a command.
func assignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}

// simpleCommands splits a shell line into the words of its commands, without
// redirections.
func simpleCommands(line string) (commands [][]string) {
	var now []string
	skip := false // the word behind < or >
	tokens := shellTokens(line)
	for i, t := range tokens {
		switch {
		case t.operator && (t.text == "<" || t.text == ">"):
			skip = true
		case t.operator && t.text == "&" && skip: // 2>&1
		case t.operator:
			commands, now, skip = append(commands, now), nil, false
		case skip:
			skip = false
		case t.number && i+1 < len(tokens) && tokens[i+1].operator && tokens[i+1].joined: // 2>
		default:
			now = append(now, t.text)
		}
	}
	return append(commands, now)
}

// ShellWords splits a shell line into words: quotes and backslashes are
// undone, operators are words of their own, comments and line ends are gone,
// and nothing is expanded.
func ShellWords(line string) []string {
	var words []string
	for _, t := range shellTokens(line) {
		if t.text != "\n" || !t.operator {
			words = append(words, t.text)
		}
	}
	return words
}

type shellToken struct {
	text     string
	operator bool
	number   bool // digits without quotes
	joined   bool // a < or > with no blank before it
}

func shellTokens(line string) (tokens []shellToken) {
	var word strings.Builder
	started, quoted := false, false
	end := func() {
		if started {
			text := word.String()
			number := !quoted && text != "" && strings.Trim(text, "0123456789") == ""
			tokens = append(tokens, shellToken{text: text, number: number})
		}
		word.Reset()
		started, quoted = false, false
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t', '\r':
			end()
		case ';', '&', '|', '<', '>', '(', ')', '\n':
			joined := started && (c == '<' || c == '>')
			end()
			tokens = append(tokens, shellToken{text: string(c), operator: true, joined: joined})
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
				started, quoted = true, true
			}
		case '\'', '"':
			started, quoted = true, true
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
	return tokens
}

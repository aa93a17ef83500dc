// What a tool call does, as far as a list needs it.

package evidence

import (
	"bytes"
	"encoding/json"
	"strings"

	"savectx/preserve"
	"savectx/preserve/transcript"
)

const (
	mostInput   = 8 << 10 // of a call's input that is looked at for one field, in bytes
	mostCommand = 160     // code points of a command in an item
)

// call is one tool call that has no result yet.
type call struct {
	line     int
	turn     int
	tool     string
	command  string // of a shell, in one line
	file     string // that it writes
	question string // the first that it asks
}

// parse reads the fields that matter; the input is not valid later.
func parse(c transcript.Call) call {
	one := call{tool: c.Name}
	switch c.Name {
	case "Bash", "PowerShell":
		one.command = field(c.Input, "command")
	case "Edit", "Write", "MultiEdit":
		one.file = field(c.Input, "file_path")
	case "NotebookEdit":
		one.file = field(c.Input, "notebook_path")
	case "AskUserQuestion":
		one.question = field(c.Input, "question")
	case "WebFetch":
		one.command = field(c.Input, "url")
	}
	if preserve.Clean(one.file) == "" {
		one.file = ""
	}
	return one
}

// field is a string of a JSON object by its key. Inside of a string the quotes
// around a key would be escaped, so the first place where they stand bare is
// one: no need to decode what a call writes into a file.
func field(input json.RawMessage, key string) string {
	i := bytes.Index(input, []byte(`"`+key+`"`))
	if i < 0 {
		return ""
	}
	rest := bytes.TrimLeft(input[i+len(key)+2:], " \t\r\n")
	if len(rest) == 0 || rest[0] != ':' {
		return ""
	}
	rest = bytes.TrimLeft(rest[1:], " \t\r\n")
	if len(rest) == 0 || rest[0] != '"' {
		return ""
	}
	end := 1
	for end < len(rest) && rest[end] != '"' && end < mostInput {
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(rest) {
		return ""
	}
	text := append(bytes.Clone(rest[:end]), '"')
	var s string
	if json.Unmarshal(text, &s) == nil {
		return s
	}
	for cut := 1; cut < len(`\u0000`)+2 && len(text) > cut+1; cut++ { // cut in an escape
		if json.Unmarshal(append(bytes.Clone(text[:len(text)-1-cut]), '"'), &s) == nil {
			return s
		}
	}
	return ""
}

// oneLine is a text for an item: without control characters, at most n code
// points.
func oneLine(s string, n int) string {
	if len(s) > 8*n {
		s = strings.ToValidUTF8(s[:8*n], "")
	}
	s = preserve.Clean(s)
	for i := range s {
		if n--; n < 0 {
			return strings.TrimSpace(s[:i]) + "…"
		}
	}
	return s
}

// letters is what of a line of an item is there letter for letter.
func letters(lines ...string) []string {
	var list []string
	for _, s := range lines {
		if s = strings.TrimSuffix(s, "…"); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// steps are the commands of a shell line, without what only prepares them: a
// change of folder, variables, sudo.
func steps(command string) []string {
	first, _, _ := strings.Cut(command, "\n")
	var list []string
	for _, part := range parts(first) {
		words := strings.Fields(part)
		for len(words) > 0 && (strings.Contains(words[0], "=") && !strings.HasPrefix(words[0], "-") || prepares(words[0])) {
			words = words[1:]
		}
		if len(words) > 0 && words[0] != "cd" && words[0] != "export" && words[0] != "set" {
			list = append(list, strings.Join(words, " "))
		}
	}
	return list
}

// parts cuts a shell line at ";", "&&" and "||".
func parts(line string) []string {
	var list []string
	begin := 0
	for i := 0; i < len(line); i++ {
		n := 0
		switch {
		case line[i] == ';':
			n = 1
		case strings.HasPrefix(line[i:], "&&"), strings.HasPrefix(line[i:], "||"):
			n = 2
		default:
			continue
		}
		list = append(list, line[begin:i])
		i += n - 1
		begin = i + 1
	}
	return append(list, line[begin:])
}

func prepares(w string) bool {
	switch w {
	case "sudo", "time", "nohup", "env", "exec", "npx", "command":
		return true
	}
	return false
}

// program names what a command runs, without options: "npm test", "python
// train.py", "./bench water".
func program(command string) string {
	list := steps(command)
	if len(list) == 0 {
		return command
	}
	words := strings.Fields(list[0])
	if len(words) > 1 && !strings.HasPrefix(words[1], "-") && !strings.ContainsAny(words[1], "<>|\"'") {
		return words[0] + " " + words[1]
	}
	return words[0]
}

// background tells commands whose number somebody needs later: a job that
// goes on by itself.
func background(command string) bool {
	c := strings.TrimSpace(command)
	for _, s := range []string{"nohup ", "sbatch ", "qsub ", "bsub ", "setsid ", " & echo $!", "docker run -d", "--detach"} {
		if strings.Contains(c, s) || strings.HasPrefix(c, s) {
			return true
		}
	}
	return strings.HasSuffix(c, " &")
}

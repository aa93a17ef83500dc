package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// What a program wants goes to stdout: the line, the job, the document. The
// talk goes to stderr with "savectx: " in front, in lower case and without a
// full stop; a hint follows on a line of its own and names the next step.
type voice struct {
	out io.Writer
	err io.Writer
}

// say prints one line of result.
func (v *voice) say(format string, args ...any) { fmt.Fprintf(v.out, format+"\n", args...) }

// tell prints one line of talk.
func (v *voice) tell(format string, args ...any) {
	fmt.Fprintf(v.err, "savectx: "+format+"\n", args...)
}

func (v *voice) hint(text string) { fmt.Fprintf(v.err, "savectx: hint: %s\n", text) }

// json prints v as one document.
func (v *voice) json(doc any) error {
	e := json.NewEncoder(v.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}

// exit says what went wrong, and turns it into the exit code.
func (v *voice) exit(err error) int {
	if err != nil && err.Error() != "" {
		for _, line := range strings.Split(strings.TrimRight(printable(err.Error()), "\n"), "\n") {
			v.tell("%s", line)
		}
		if hint := hintOf(err); hint != "" {
			v.hint(hint)
		}
	}
	return codeOf(err)
}

// printable keeps what somebody else wrote from driving the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r >= ' ' && r != 0x7f && (r < 0x80 || r > 0x9f) {
			return r
		}
		return '\ufffd'
	}, s)
}

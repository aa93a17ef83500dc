package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// What a program wants goes to stdout: the line, the job, the document. The
// talk goes to stderr with "savectx: " in front, in lower case and without a
// full stop; a hint follows on a line of its own and names the next step.
type voice struct {
	out *output
	err io.Writer

	hide      *secrets       // made when the first text comes in
	saved     bool           // a save of this run has succeeded
	hookLimit time.Duration  // how long a hook may take; tests on a busy machine have more of it
	server    time.Duration  // the longest wait for a server, in tests; 0: as it is
	sent      sync.WaitGroup // errands that were sent: tests wait for them before they clear away
}

// output remembers the first write that failed: a line that went nowhere was
// not printed.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// say prints one line of result.
func (v *voice) say(format string, args ...any) { fmt.Fprintf(v.out, format+"\n", args...) }

// tell prints one line of talk.
func (v *voice) tell(format string, args ...any) {
	fmt.Fprintf(v.err, "savectx: "+format+"\n", args...)
}

func (v *voice) hint(text string) { fmt.Fprintf(v.err, "savectx: hint: %s\n", text) }

// json prints v as one document, in which what would drive a terminal is
// escaped. JSON itself asks for that below U+0020 only.
func (v *voice) json(doc any) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(v.out, harmless(b.String()))
	return err
}

// harmless escapes what drives a terminal inside the strings of a JSON text:
// nothing else can hold it.
func harmless(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && drives(r) }) {
		return text
	}
	var safe strings.Builder
	for _, r := range text {
		if r != '\n' && drives(r) {
			fmt.Fprintf(&safe, `\u%04x`, r)
		} else {
			safe.WriteRune(r)
		}
	}
	return safe.String()
}

// exit says what went wrong, and turns it into the exit code.
func (v *voice) exit(err error) int {
	if v.out.err != nil && !errors.Is(err, v.out.err) {
		err = errors.Join(err, fmt.Errorf("cannot print the result: %w", v.out.err))
	}
	if codeOf(err) == exitInterrupted && errors.Is(err, context.Canceled) {
		err = coded{exitInterrupted, errors.New("interrupted"), ""}
	}
	if err != nil && err.Error() != "" {
		for _, line := range strings.Split(strings.TrimRight(printable(v.withoutSecrets(err.Error())), "\n"), "\n") {
			v.tell("%s", line)
		}
		if hint := hintOf(err); hint != "" {
			v.hint(v.withoutSecrets(hint))
		}
	}
	return codeOf(err)
}

// printable keeps what somebody else wrote from driving the terminal. Line
// breaks stay.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && drives(r) {
			return '\ufffd'
		}
		return r
	}, s)
}

// oneLine is printable for a place where a line break would begin a line that
// savectx did not write.
func oneLine[S ~string](s S) string { return strings.ReplaceAll(printable(string(s)), "\n", " ") }

// drives tells whether a terminal obeys r instead of showing it: C0, DEL, C1,
// and the characters that turn the direction of a text.
func drives(r rune) bool {
	return r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

package main

import (
	"io"
	"testing"

	"github.com/creack/pty"
)

// TestNothingIsAskedOfTheTerminal: libraries that draw like to ask a terminal
// for its colours as soon as a program starts. One that does not answer makes
// every command wait for seconds, and the answer of one that does lands in
// somebody's shell.
func TestNothingIsAskedOfTheTerminal(t *testing.T) {
	cmd := savectx(t, t.TempDir(), []string{"TERM=xterm-256color", "COLORTERM=truecolor"}, "version")
	terminal, err := pty.Start(cmd)
	must(t, err)
	defer terminal.Close()
	out, _ := io.ReadAll(terminal) // ends with EIO when the program has gone
	must(t, cmd.Wait())
	if string(out) != "savectx "+versionText()+"\r\n" {
		t.Errorf("the terminal got %q", out)
	}
}

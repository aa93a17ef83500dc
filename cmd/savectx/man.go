package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

func manCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "man", Usage: "print the manual page, for example for man -l -",
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			return writeMan(v.out, c.App)
		},
	}
}

// writeMan renders the command tree in the man(7) macros.
func writeMan(w io.Writer, app *cli.App) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH SAVECTX 1 \"\" \"savectx %s\" \"User Commands\"\n", roff(versionText()))
	fmt.Fprintf(&b, ".SH NAME\nsavectx \\- %s\n.SH SYNOPSIS\n.B savectx\n.I COMMAND\n.RI [ FLAGS ]\n.SH COMMANDS\n", roff(app.Usage))
	for _, c := range app.Commands {
		manOf(&b, "savectx", c)
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, row := range exitTable {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", row.code, roff(row.text))
	}
	b.WriteString(".SH FILES\n")
	for _, f := range [][2]string{
		{"$XDG_CONFIG_HOME/savectx/config.toml", "what you have set (default: ~/.config/savectx/config.toml); .savectx.toml at a project's root adds to it"},
		{"$XDG_STATE_HOME/savectx/jobs/", "one JSON file and one log a job (default: ~/.local/state/savectx/jobs/)"},
		{"$XDG_STATE_HOME/savectx/journal/", "what the last saves wrote, and what was there before"},
		{"$XDG_STATE_HOME/savectx/plans/", "plans that wait for savectx apply, for a week"},
		{"$CLAUDE_CONFIG_DIR/handoffs/", "one handoff file a session (default: ~/.claude/handoffs/)"},
	} {
		fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", f[0], roff(f[1]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func manOf(b *strings.Builder, path string, c *cli.Command) {
	if c.Hidden {
		return
	}
	fmt.Fprintf(b, ".SS \"%s %s %s\"\n%s\n", path, roff(c.Name), roff(c.ArgsUsage), roff(c.Usage))
	for _, f := range c.VisibleFlags() {
		name, usage, _ := strings.Cut(strings.TrimSpace(f.String()), "\t")
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(name), roff(usage))
	}
	for _, sub := range c.Subcommands {
		manOf(b, path+" "+c.Name, sub)
	}
}

// roff escapes text for troff: backslashes, hyphens that are minus signs, and
// a control character at the start of a line.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

// exitTable says in words what the constants of exit.go are.
var exitTable = []struct {
	code int
	text string
}{
	{exitDone, "done"},
	{exitFailed, "failed"},
	{exitUsage, "wrong usage"},
	{exitNothing, "nothing to save, to show or to find"},
	{exitNotTyped, "not typed: the line is in your hands, printed, or for a job that was already waiting in its file and in the tmux buffer savectx"},
	{exitNoProof, "typed, but the compaction failed, could not be proven, or went out as a prompt"},
	{exitInterrupted, "interrupted"},
}

package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst puts the flags of a command line before its arguments, where
// urfave/cli looks for them: people write them behind. What follows "--" stays
// as it is.
func flagsFirst(app *cli.App, args []string) []string {
	if len(args) < 2 {
		return args
	}
	if last := len(args) - 1; args[last] == completion { // it speaks of what stands before it
		return append(flagsFirst(app, args[:last]), completion)
	}
	at, flags, commands := 1, app.Flags, app.Commands
	for at < len(args) { // the names of command and subcommand, flags between them too
		n := flagLength(args[at:], flags)
		if n == 0 {
			c := named(commands, args[at])
			if c == nil {
				break
			}
			flags, commands, n = c.Flags, c.Subcommands, 1
		}
		at += n
	}
	lead := args[:min(at, len(args))]
	var front, behind []string
	for at < len(args) {
		if args[at] == "--" {
			behind = append(behind, args[at:]...)
			break
		}
		n := flagLength(args[at:], flags)
		if n > len(args)-at { // its value is missing: no argument is to become it
			front, behind = append(front, args[at]), nil
			break
		}
		if n == 0 {
			behind = append(behind, args[at])
			at++
			continue
		}
		front = append(front, args[at:at+n]...)
		at += n
	}
	return append(append(append([]string{}, lead...), front...), behind...)
}

// completion is the word a shell's completion script puts last.
const completion = "--generate-bash-completion"

// flagLength is how many words a flag takes, its value included; 0 if the
// first word is none. One that nobody knows is taken for a flag without a value.
func flagLength(args []string, flags []cli.Flag) int {
	word := args[0]
	if len(word) < 2 || word[0] != '-' || word == "--" {
		return 0
	}
	name, _, valued := strings.Cut(strings.TrimLeft(word, "-"), "=")
	if valued {
		return 1
	}
	for _, f := range flags {
		for _, n := range f.Names() {
			if n != name {
				continue
			}
			if _, isBool := f.(*cli.BoolFlag); isBool {
				return 1
			}
			return 2
		}
	}
	return 1
}

func named(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

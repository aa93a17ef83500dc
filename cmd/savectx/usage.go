// Mistakes in the command line: what is wrong, and what would be right.

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"savectx/preserve"
)

// onUsage says in our words what the flag package says in its own.
func onUsage(c *cli.Context, err error, _ bool) error {
	hint := c.Command.HelpName + " --help lists the flags"
	if unknown, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		if near := preserve.Nearest(unknown, flagNames(c.Command)); near != "" {
			hint = "did you mean --" + near + "? " + hint
		} else if c.Command.HelpName == c.App.HelpName {
			hint = "the flags of a command come behind its name: " + c.App.UsageText
		}
		return usageError{"there is no flag " + dashed(unknown), hint}
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		return usageError{dashed(name) + " needs a value", hint}
	}
	if m := badValue.FindStringSubmatch(err.Error()); m != nil {
		return usageError{fmt.Sprintf("%s %s is not %s", dashed(m[2]), m[1], wanted(c.Command, m[2])), hint}
	}
	return usageError{err.Error(), hint}
}

// badValue is how the flag package (Go 1.26) and urfave/cli (2.27) say that a
// value does not parse.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([^:]+): `)

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// wanted says what the flag takes.
func wanted(c *cli.Command, name string) string {
	for _, f := range c.Flags {
		if f.Names()[0] != name {
			continue
		}
		switch f.(type) {
		case *cli.DurationFlag:
			return "a time such as 90s, 20m or 1h30m"
		case *cli.IntFlag:
			return "a whole number"
		case *cli.BoolFlag:
			return "true or false"
		}
	}
	return "a value it takes"
}

func flagNames(c *cli.Command) []string {
	var names []string
	for _, f := range c.VisibleFlags() {
		names = append(names, f.Names()...)
	}
	return names
}

// noCommand answers a command line that names no command, or an unknown one.
func noCommand(c *cli.Context) error {
	if !c.Args().Present() {
		return cli.ShowSubcommandHelp(c)
	}
	return unknownCommand(c.Args().First(), c.Command.Subcommands)
}

func unknownCommand(name string, known []*cli.Command) error {
	var names []string
	for _, k := range known {
		if !k.Hidden {
			names = append(names, k.Name)
		}
	}
	hint := "the commands are " + strings.Join(names, ", ")
	if near := preserve.Nearest(name, names); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return usageError{fmt.Sprintf("there is no command %q", name), hint}
}

// atMost refuses arguments a command does not take.
func atMost(c *cli.Context, n int) error {
	if c.NArg() <= n {
		return nil
	}
	extra := c.Args().Get(n)
	return usageError{fmt.Sprintf("%q is one argument too many", extra), c.Command.HelpName + " --help shows what it takes"}
}

// without leaves flags out by name.
func without(flags []cli.Flag, names ...string) []cli.Flag {
	return slices.DeleteFunc(flags, func(f cli.Flag) bool { return slices.Contains(names, f.Names()[0]) })
}

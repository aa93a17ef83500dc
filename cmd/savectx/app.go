package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"
)

// version is set at the release; without it the build information speaks.
var version = ""

func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// newApp is the command tree. urfave/cli's own exits, its error output and its
// required flags are off: every error comes back to run.
func newApp(v *voice) *cli.App {
	app := &cli.App{
		Name:                   "savectx",
		Usage:                  "type one /compact line into a Claude Code session, at the right moment, exactly once",
		UsageText:              "savectx COMMAND [FLAGS]",
		Writer:                 v.out,
		ErrWriter:              v.err,
		HideVersion:            true,
		HideHelpCommand:        true,
		EnableBashCompletion:   true,
		UseShortOptionHandling: false,
		ExitErrHandler:         func(*cli.Context, error) {},
		OnUsageError:           onUsage,
		Action:                 noCommand,
		CommandNotFound:        nil,
		Commands: []*cli.Command{
			compactCommand(v), clearCommand(v), lineCommand(v), scheduleCommand(v), jobsCommand(v),
			completionCommand(v), manCommand(v), versionCommand(v), hookCommand(v), orchestrateCommand(v),
		},
	}
	prepare(app.Commands, "savectx")
	return app
}

// prepare gives every command the same manners.
func prepare(commands []*cli.Command, path string) {
	for _, c := range commands {
		c.OnUsageError = onUsage
		c.HideHelpCommand = true
		if c.Subcommands != nil && c.Action == nil {
			c.Action = noCommand
		}
		prepare(c.Subcommands, path+" "+c.Name)
	}
}

func onUsage(c *cli.Context, err error, _ bool) error {
	name := "savectx"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != "savectx" {
		name += " " + c.Command.Name
	}
	text := strings.Replace(err.Error(), "flag provided but not defined: ", "there is no flag ", 1)
	return usageError{text, name + " --help lists the flags"}
}

// noCommand answers a command line that names no command, or an unknown one.
func noCommand(c *cli.Context) error {
	if !c.Args().Present() {
		return cli.ShowSubcommandHelp(c)
	}
	var names []string
	for _, k := range c.App.VisibleCommands() {
		names = append(names, k.Name)
	}
	if c.Command != nil {
		for _, k := range c.Command.VisibleCommands() {
			names = append(names, k.Name)
		}
	}
	return usageError{fmt.Sprintf("there is no command %q", c.Args().First()), "the commands are " + strings.Join(names, ", ")}
}

// atMost refuses arguments a command does not take.
func atMost(c *cli.Context, n int) error {
	if c.NArg() > n {
		extra := c.Args().Get(n)
		hint := "savectx " + c.Command.Name + " --help shows what it takes"
		if strings.HasPrefix(extra, "-") {
			hint = "flags come before the arguments"
		}
		return usageError{fmt.Sprintf("%q is one argument too many", extra), hint}
	}
	return nil
}

func versionCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "print the version",
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			v.say("savectx %s", versionText())
			return nil
		},
	}
}

var errNotTyped = errors.New("not typed")

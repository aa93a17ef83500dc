package main

import (
	"runtime/debug"

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
		HelpName:               "savectx",
		Usage:                  "save what matters of a Claude Code session, then type one /compact line at the right moment, exactly once",
		UsageText:              "savectx COMMAND [FLAGS]",
		Writer:                 v.out,
		ErrWriter:              v.err,
		HideVersion:            true,
		HideHelpCommand:        true,
		EnableBashCompletion:   true,
		UseShortOptionHandling: false,
		ExitErrHandler:         func(*cli.Context, error) {},
		OnUsageError:           onUsage,
		Flags:                  []cli.Flag{&cli.BoolFlag{Name: "version", Hidden: true}, cli.HelpFlag},
		Action: func(c *cli.Context) error {
			switch {
			case c.Args().Present():
				return noCommand(c)
			case c.Bool("version"):
				return v.version()
			}
			return cli.ShowAppHelp(c)
		},
		Commands: []*cli.Command{
			saveCommand(v), applyCommand(v), undoCommand(v), contextCommand(v), handoffCommand(v),
			compactCommand(v), clearCommand(v), lineCommand(v), scheduleCommand(v), jobsCommand(v),
			preserveCommand(v), auditCommand(v), loadCommand(v), memoryCommand(v), mcpCommand(v),
			installCommand(v), uninstallCommand(v), doctorCommand(v),
			completionCommand(v), manCommand(v), versionCommand(v), hookCommand(v), statusLineCommand(v), orchestrateCommand(v), errandCommand(v), helpCommand(),
		},
	}
	prepare(app.Commands)
	return app
}

// prepare gives every command the same manners.
func prepare(commands []*cli.Command) {
	for _, c := range commands {
		if c.OnUsageError == nil {
			c.OnUsageError = onUsage
		}
		for _, f := range c.Flags {
			if b, ok := f.(*cli.BoolFlag); ok {
				b.DisableDefaultText = true
			}
		}
		c.HideHelpCommand = true
		if c.Subcommands != nil && c.Action == nil {
			c.Action = noCommand
		}
		prepare(c.Subcommands)
	}
}

func versionCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "print the version",
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			return v.version()
		},
	}
}

func (v *voice) version() error {
	v.say("savectx %s", versionText())
	return nil
}

// helpCommand answers people who write "savectx help" for "savectx --help".
func helpCommand() *cli.Command {
	return &cli.Command{
		Name: "help", Hidden: true, ArgsUsage: "[COMMAND]",
		Action: func(c *cli.Context) error {
			name := c.Args().First()
			if name == "" {
				return cli.ShowAppHelp(c)
			}
			if c.App.Command(name) == nil {
				return unknownCommand(name, c.App.Commands)
			}
			return cli.ShowCommandHelp(c, name)
		},
	}
}

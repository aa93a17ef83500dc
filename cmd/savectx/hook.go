package main

import (
	"os"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/hook"
)

func hookCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "hook", Usage: "entry point of the client's hooks: reads one event on stdin", ArgsUsage: "EVENT",
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError{"hook needs the name of one event", "it is called by the client, with JSON on stdin"}
			}
			dir, err := stateDir()
			if err == nil {
				err = hook.Run(c.Args().First(), os.Stdin, dir, func(job string) error {
					store, err := openStore()
					if err != nil {
						return err
					}
					return spawn(store, job)
				})
			}
			if err != nil {
				v.tell("hook %s: %s", c.Args().First(), printable(err.Error()))
			}
			return nil // a hook never fails the agent
		},
	}
}

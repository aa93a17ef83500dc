package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"savectx/preserve/memory/store"
)

func loadCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "load", Usage: "print what is kept of a session: its text, its facts, the end of its transcript", ArgsUsage: "[SESSION or latest]",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "project", Usage: "latest of the project `NAME`; without it, the one this runs in"},
			&cli.IntFlag{Name: "max-chars", Usage: "print at most `N` characters", Value: store.Budget},
			&cli.BoolFlag{Name: "json", Usage: "print it as JSON"}},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 1); err != nil {
				return err
			}
			if n := c.Int("max-chars"); n < 200 {
				return usageError{fmt.Sprintf("--max-chars %d is too little", n), "give 200 at least, or leave it out"}
			}
			ref := c.Args().First()
			if ref == "" {
				ref = store.Latest
			}
			return v.remembered(c.Context, func(s *store.Store) error {
				l, err := s.Load(c.Context, ref, projectOf(c), c.Int("max-chars"))
				switch {
				case errors.Is(err, store.ErrNotFound):
					return coded{exitNothing, fmt.Errorf("no session %q is kept", ref), "savectx memory search finds sessions by words; /save and memory_session keep them"}
				case err != nil:
					return err
				case c.Bool("json"):
					return v.json(l)
				}
				return v.print(printable(v.withoutSecrets(l.String())) + "\n")
			})
		},
	}
}

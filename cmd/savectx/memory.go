// savectx memory: the facts that are kept, in this machine's own store and in
// others.

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/preserve/memory/record"
	"savectx/preserve/memory/store"
)

// serverPatience is how long a command waits for a server, unless --timeout says
// otherwise. When it is over, a fact that was to be kept waits in the outbox.
const serverPatience = 30 * time.Second

func memoryCommand(v *voice) *cli.Command {
	asJSON := &cli.BoolFlag{Name: "json", Usage: "print it as JSON"}
	project := &cli.StringFlag{Name: "project", Usage: "of the project `NAME`; without it, the one this runs in"}
	all := &cli.BoolFlag{Name: "all", Usage: "of every project"}
	everywhere := &cli.BoolFlag{Name: "all", Usage: "no project before the others; servers are asked for this one alone without it"}
	one := &cli.StringFlag{Name: "store", Usage: "in `STORE`: session (on this machine), mem0, mcp, or the name of the memory server", Value: "session"}
	several := &cli.StringFlag{Name: "store", Usage: "in these `STORES`, with commas, or all that are set up: session (on this machine), mem0, mcp", Value: "session"}
	timeout := &cli.DurationFlag{Name: "timeout", Usage: "wait at most `TIME` for a server", Value: serverPatience}
	return &cli.Command{
		Name: "memory", Usage: "facts and sessions that are kept: search, list, add, update, remove, export, import",
		Subcommands: []*cli.Command{
			{Name: "search", Usage: "find sessions, facts, texts of sessions and entries of TempContext.md by words", ArgsUsage: "QUERY", Action: v.searchMemory,
				Flags: []cli.Flag{several, project, everywhere, &cli.IntFlag{Name: "limit", Usage: "print at most `N`", Value: 10}, timeout, asJSON}},
			{Name: "list", Usage: "list the facts of the project, the newest first", Action: v.listMemory,
				Flags: []cli.Flag{several, project, all, timeout, asJSON}},
			{Name: "show", Usage: "print a fact or a session whole", ArgsUsage: "ID", Action: v.showMemory, Flags: []cli.Flag{one, timeout, asJSON}},
			{Name: "add", Usage: "keep a fact", ArgsUsage: "TEXT or -", Action: v.addMemory,
				Description: "A server is asked first what it knows: the same fact is not added twice, and one that says otherwise\nis replaced only when --replaces names it, or when you say so. What a server cannot take now waits.",
				Flags: []cli.Flag{one, project, &cli.StringFlag{Name: "type", Usage: "one of " + strings.Join(factTypes(), ", "), Value: record.Reference},
					&cli.StringFlag{Name: "replaces", Usage: "in place of the fact `ID`"},
					&cli.StringFlag{Name: "tags", Usage: "with these `TAGS`, with commas; in the session store"},
					&cli.StringFlag{Name: "title", Usage: "a short `NAME`; the same name again replaces the fact; in the session store"}, timeout, asJSON}},
			{Name: "update", Usage: "replace the text of a fact", ArgsUsage: "ID TEXT or -", Action: v.updateMemory, Flags: []cli.Flag{one, timeout, asJSON}},
			{Name: "rm", Usage: "forget facts and sessions", ArgsUsage: "ID [ID...]", Action: v.removeMemory, Flags: []cli.Flag{one, timeout}},
			{Name: "waiting", Usage: "list what a store could not take yet, or was not sure about", ArgsUsage: "[ID...]", Action: v.waitingMemory,
				Flags: []cli.Flag{
					&cli.BoolFlag{Name: "deliver", Usage: "deliver now what waits"},
					&cli.BoolFlag{Name: "retry", Usage: "try those again that were set aside; to the store of --store when it is given"},
					&cli.BoolFlag{Name: "replace", Usage: "put these in place of what the store has"},
					&cli.BoolFlag{Name: "drop", Usage: "forget these"},
					&cli.StringFlag{Name: "store", Usage: "of the `STORE` only"}, timeout, asJSON}},
			{Name: "export", Usage: "print everything as JSON Lines", Action: v.exportMemory},
			{Name: "import", Usage: "take in what export printed", ArgsUsage: "FILE or -", Action: v.importMemory},
		},
	}
}

func factTypes() []string {
	return []string{record.Decision, record.Feedback, record.Reference, record.Guide}
}

// memoryFile is the embedded store, below the state folder.
const memoryFile = "memory.db"

// remembered runs f with the embedded store.
func (v *voice) remembered(ctx context.Context, f func(*store.Store) error) error {
	dir, err := stateDir()
	if err != nil {
		return err
	}
	s, err := store.Open(ctx, filepath.Join(string(dir), memoryFile))
	if err != nil {
		return err
	}
	return errors.Join(f(s), s.Close())
}

// projectOf is the project a flag names, else the one around this process.
func projectOf(c *cli.Context) string {
	if c.IsSet("project") {
		return c.String("project")
	}
	root, err := here()
	if err != nil {
		return ""
	}
	return projectName(root)
}

// factsChanged has what a session of this project begins with fetched anew, and
// what waits delivered; facts that are gone do not come back from what was
// fetched before.
func (v *voice) factsChanged(gone bool) {
	root, err := here()
	if err != nil {
		return
	}
	if state, err := stateDir(); err == nil && gone {
		if err := forgetRecall(state, ""); err != nil { // it may be of any project
			v.tell("what the next session begins with may still hold the former fact: %s", oneLine(err.Error()))
		}
	}
	v.sendErrand(root)
}

// within bounds what a server may take.
func within(c *cli.Context) (context.Context, context.CancelFunc, error) {
	t := c.Duration("timeout")
	if t <= 0 {
		return nil, nil, usageError{fmt.Sprintf("--timeout %s is no time to wait", t), "give a time such as 10s, or leave it out"}
	}
	ctx, cancel := context.WithTimeout(c.Context, t)
	return ctx, cancel, nil
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/preserve/audit"
	"savectx/preserve/history"
	"savectx/preserve/inforce"
	"savectx/preserve/safefile"
)

func auditCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "audit", Usage: "check what each compaction of a session kept, changed, lost and invented", ArgsUsage: "[SESSION]", BashComplete: v.completeSession,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "watch", Usage: "go on, and report each compaction when it happens"},
			&cli.StringFlag{Name: "html", Usage: "write it as a page to `FILE`, list and summary side by side; - is stdout"},
			&cli.BoolFlag{Name: "json", Usage: "print it as JSON"},
		},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 1); err != nil {
				return err
			}
			for _, other := range []string{"json", "watch"} {
				if c.IsSet("html") && c.Bool(other) {
					return usageError{"--html and --" + other + " exclude each other", "a page is of one moment"}
				}
			}
			if name := c.String("html"); c.IsSet("html") && (name == "" || name != "-" && strings.HasPrefix(name, "-")) {
				return usageError{"--html needs the name of a file", "for example --html audit.html"}
			}
			k, err := v.conversationOf(c.Args().First())
			if err != nil {
				return err
			}
			if c.Bool("watch") {
				return v.watch(c, k)
			}
			v.mayTake(k.transcript)
			r, err := v.examine(k)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return v.json(r)
			}
			inLocalTime(r)
			switch {
			case c.IsSet("html"):
				return v.page(r, c.String("html"))
			case len(r.Compactions) == 0:
				v.tell("session %s has not been compacted", oneLine(k.ID))
				return coded{code: exitNothing}
			}
			if err := v.print(audit.Table(r, v.width())); err != nil {
				return err
			}
			if n := len(k.Waiting()); n > 0 {
				v.tell("still to be put back: %d; they come with the next prompts and tool results", n)
			}
			return nil
		},
	}
}

// examine audits every compaction of a conversation.
func (v *voice) examine(k conversation) (audit.Report, error) {
	hide, err := v.secrets()
	if err != nil {
		return audit.Report{}, err
	}
	done, err := history.Read(k.transcript, history.Options{
		Clean: hide.clean,
		Lang:  v.languageIn(k),
		InForce: func(after, until time.Time) ([]inforce.Entry, bool) {
			l, _ := k.ListAt(after, until)
			list := entriesOf(l)
			return list, len(list) > 0 // an empty one may only not have been finished
		},
	})
	return audit.Report{Session: k.ID, Compactions: append([]audit.Compaction{}, done...)}, unreadable(k.transcript, err)
}

// inLocalTime turns the times of a report into those of the person's clock.
func inLocalTime(r audit.Report) {
	for i := range r.Compactions {
		c := &r.Compactions[i]
		c.At = c.At.Local()
		for j, it := range c.Items {
			if it.PutBackAt != nil {
				at := it.PutBackAt.Local()
				c.Items[j].PutBackAt = &at
			}
		}
	}
}

// replaceable tells whether there is no file, an empty one, or such a page.
func replaceable(path string) bool {
	old, existed, err := safefile.ReadState(path, 64<<20)
	return err == nil && (!existed || len(bytes.TrimSpace(old)) == 0 || bytes.Contains(old[:min(len(old), 1<<10)], []byte("<title>Audit of session ")))
}

// page writes the report as one HTML file, for its owner alone.
func (v *voice) page(r audit.Report, name string) error {
	doc, err := audit.HTML(r)
	if err != nil {
		return err
	}
	if name == "-" {
		return v.print(string(doc))
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	if !replaceable(path) {
		return usageError{fmt.Sprintf("--html %q is there already and is no page", name), "give the name of a new file, such as audit.html"}
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return usageError{fmt.Sprintf("--html %q: there is no folder %s", name, filepath.Dir(path)), "make it first, or name another place"}
	}
	if err := safefile.Replace(path, doc); err != nil {
		return fmt.Errorf("the page was not written: %w", err)
	}
	v.tell("written: %s", oneLine(path))
	return nil
}

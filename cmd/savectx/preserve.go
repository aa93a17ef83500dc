package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"savectx/preserve"
	"savectx/preserve/evidence"
	"savectx/preserve/inforce"
)

func preserveCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "preserve", Usage: "list what must survive of a session, from its transcript and the last save", ArgsUsage: "[SESSION]", BashComplete: v.completeSession,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "also from before the last compaction"},
			&cli.BoolFlag{Name: "since-last-compaction", Usage: "only from after it, as without a flag"},
			&cli.StringFlag{Name: "grep", Usage: "instead find the rows that hold `TEXT`, before a compaction too"},
			&cli.BoolFlag{Name: "json", Usage: "print it as JSON"},
		},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 1); err != nil {
				return err
			}
			if c.Bool("all") && c.Bool("since-last-compaction") {
				return usageError{"--all and --since-last-compaction exclude each other", "--since-last-compaction is what it does without a flag"}
			}
			if c.IsSet("grep") && strings.TrimSpace(c.String("grep")) == "" {
				return usageError{"--grep has nothing to look for", "give a word or a few of what was said"}
			}
			k, err := v.conversationOf(c.Args().First())
			if err != nil {
				return err
			}
			v.mayTake(k.transcript)
			if c.IsSet("grep") {
				return v.grep(c, k)
			}
			return v.showList(c, k)
		},
	}
}

// list is the JSON document of the command.
type list struct {
	Session string          `json:"session"`
	Items   []inforce.Entry `json:"items"`
}

// showList prints the list. It is the one of [conversation.inForce], but of the
// whole transcript or, as people mostly want, of what the context still holds.
func (v *voice) showList(c *cli.Context, k conversation) error {
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	found, err := evidence.Read(k.transcript, evidence.Options{Clean: hide.clean, SinceCompaction: !c.Bool("all")})
	if err != nil {
		return unreadable(k.transcript, err)
	}
	l := list{k.ID, inforce.Merge(k.savedEntries(), inforce.FromFound(found, k.transcript))}
	if c.Bool("json") {
		return v.json(l)
	}
	if len(l.Items) == 0 {
		if c.Bool("all") {
			return coded{code: exitNothing, err: fmt.Errorf("nothing was found that must survive in session %s", k.ID)}
		}
		return coded{exitNothing, fmt.Errorf("nothing was found that must survive since the last compaction of session %s", k.ID), "--all lists what is from before it, too"}
	}
	width := v.width()
	for _, e := range l.Items {
		v.row(fmt.Sprintf("%-13s  %-5s  %6s  ", e.Kind, e.By, rowNumber(e)), words(e), width)
	}
	return nil
}

// rowNumber is the row an entry comes from.
func rowNumber(e inforce.Entry) string {
	if e.Saved() {
		return "saved"
	}
	return fmt.Sprint(e.Source.Row)
}

// words are an entry in one line: its text and what it hangs on.
func words(e inforce.Entry) string {
	s := preserve.Clean(e.Text)
	if e.Why != "" {
		s += " (why: " + preserve.Clean(e.Why) + ")"
	}
	if e.Quote != "" && e.Quote != e.Text {
		s += " (user: " + preserve.Clean(e.Quote) + ")"
	}
	for _, x := range e.Exact {
		if x = preserve.Clean(x); !strings.Contains(s, x) {
			s += " `" + x + "`"
		}
	}
	return s
}

// row prints a text behind a narrow lead, within width columns unless that is 0.
func (v *voice) row(lead, text string, width int) {
	if width > 0 {
		width = max(width-len(lead), 20)
	}
	v.say("%s%s", lead, preserve.Fit(text, width))
}

// width is that of the terminal on stdout, in columns; 0 when it is none.
func (v *voice) width() int {
	f, ok := v.out.w.(*os.File)
	if !ok || !isTerminal(f) {
		return 0
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 {
		return 80
	}
	return int(size.Col)
}

package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator/claude"
	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/plan"
	"savectx/prompts"
)

func saveFlags() []cli.Flag {
	return append(without(runFlags(), "dry-run", "json"),
		&cli.StringFlag{Name: "to", Usage: "write to `PLACES`, with commas: " + strings.Join(plan.Destinations(), ", ") + "; without it what save.to says, else context,handoff"},
		&cli.BoolFlag{Name: "plan", Usage: "show what would be written and keep it under an id for savectx apply"},
		&cli.BoolFlag{Name: "yes", Usage: "write without asking"},
		&cli.BoolFlag{Name: "check", Usage: "list every rule the snapshot breaks, and write nothing"},
		&cli.BoolFlag{Name: "blocks", Usage: "print the /compact line and the resume prompt; without --to nothing is written"},
		&cli.BoolFlag{Name: "compact", Usage: "then compact the session, with these items in the line"},
		&cli.BoolFlag{Name: "clear", Usage: "then clear the session"},
		&cli.StringFlag{Name: "session", Usage: "the session `ID` it belongs to; without it, the one this runs in"},
		&cli.StringFlag{Name: "lang", Usage: "write in `LANG` instead of the snapshot's language: " + strings.Join(prompts.Languages(), ", ")},
		&cli.BoolFlag{Name: "schema", Usage: "print the JSON Schema of a snapshot"},
		&cli.BoolFlag{Name: "template", Usage: "print a filled example"},
		&cli.BoolFlag{Name: "unasked", Hidden: true, Usage: "nobody made the snapshot: it came from auto.compact_at"},
		&cli.BoolFlag{Name: "json", Usage: "print the receipt as JSON"})
}

func saveCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "save", Usage: "write a snapshot of the session to every place it belongs", ArgsUsage: "[FILE or -]",
		Flags: saveFlags(),
		Action: func(c *cli.Context) error {
			if err := atMost(c, 1); err != nil {
				return err
			}
			switch {
			case c.Bool("schema"):
				return v.print(preserve.Schema())
			case c.Bool("template"):
				return v.print(preserve.Template())
			}
			if err := saveConflicts(c); err != nil {
				return err
			}
			return v.save(c)
		},
	}
}

// askedLately is how long after a hook's request a save is taken to answer it.
const askedLately = time.Hour

// print writes a document as it is.
func (v *voice) print(text string) error {
	_, err := v.out.Write([]byte(text))
	return err
}

func saveConflicts(c *cli.Context) error {
	exclude := [][2]string{{"compact", "clear"}, {"plan", "compact"}, {"plan", "clear"}, {"plan", "check"}, {"check", "compact"}, {"check", "clear"}, {"plan", "yes"}, {"plan", "blocks"}, {"blocks", "json"}}
	for _, pair := range exclude {
		if c.Bool(pair[0]) && c.Bool(pair[1]) {
			return usageError{"--" + pair[0] + " and --" + pair[1] + " exclude each other", "savectx save --help tells what they do"}
		}
	}
	if !c.Bool("compact") && !c.Bool("clear") {
		for _, name := range []string{"then", "foreground", "deadline", "pane", "socket"} {
			if c.IsSet(name) {
				return usageError{"--" + name + " needs --compact or --clear", "without them nothing is typed"}
			}
		}
	}
	return nil
}

func (v *voice) save(c *cli.Context) error { return v.saveTo(c, nil) }

// saveTo saves to these places, or, without any, to those the flags or the
// configuration name.
func (v *voice) saveTo(c *cli.Context, to []string) error {
	data, err := v.readSnapshot(c)
	if err != nil {
		return err
	}
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	snapshot, err := preserve.ParseSnapshot(data, hide.clean)
	if err != nil {
		return usageError{err.Error(), "nothing was written; savectx save --template prints a snapshot that is right"}
	}
	lang, err := snapshotLanguage(c, snapshot)
	if err != nil {
		return err
	}
	if c.Bool("check") {
		return v.check(c, snapshot, data, hide, lang)
	}
	if err := v.mayFollow(c); err != nil {
		return err
	}
	if snapshot.Empty() {
		return v.nothing(c, lang)
	}
	where, err := v.scene(c)
	if err != nil {
		return err
	}
	if to == nil {
		if to, err = destinations(c, where.settings); err != nil {
			return err
		}
	}
	where.place.Stores = v.storePlaces(where, to)
	at := time.Now()
	tag := dest.Tag(at)
	r := plan.Request{
		ID: saveID(at), Snapshot: snapshot, To: to, Lang: lang, At: at, Tag: tag, Redacted: hide.found, Place: where.place,
		CompactedBefore: claude.CompactedBefore(claude.TranscriptPath(where.place.Config, where.cwd, where.place.Session)),
		Restored:        claude.HookInstalled(where.place.Config, where.place.Root, "SessionStart"),
	}
	if s, err := where.state.Session(where.place.Session); err == nil {
		if asked, ok := s.TakeAsked(); ok && time.Since(asked.At) < askedLately {
			r.Share = asked.Percent
		}
	}
	if !c.Bool("plan") && !v.asks(c) {
		return v.write(c, where, plan.Stored{Request: r}, hide)
	}
	p, err := plan.Make(c.Context, r, hide.Text)
	if err != nil {
		return err
	}
	if c.Bool("plan") {
		return v.keepPlan(c, where, p)
	}
	stored := p.Stored()
	if !p.Nothing() {
		if stored.Request.Choice, err = v.review(c.Context, p, hide.Text); err != nil {
			return err
		}
	}
	return v.write(c, where, stored, hide)
}

// readSnapshot reads the argument, or stdin when something is piped into it.
func (v *voice) readSnapshot(c *cli.Context) ([]byte, error) {
	name := c.Args().First()
	if name == "" {
		if isTerminal(os.Stdin) {
			return nil, usageError{"save needs a snapshot", "savectx save --template prints one to fill in; savectx save - reads it from stdin"}
		}
		name = "-"
	}
	data, err := until(c.Context, func() ([]byte, error) { return readUpTo(name, preserve.MaxSnapshotBytes+1) })
	if c.Context.Err() != nil {
		return nil, c.Context.Err()
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if err != nil {
		return nil, usageError{fmt.Sprintf("%q: %v", name, err), "give a readable file, or - for stdin"}
	}
	return data, nil
}

// snapshotLanguage is the language of what is written: the flag's, else the
// snapshot's, else the person's.
func snapshotLanguage(c *cli.Context, s preserve.Snapshot) (string, error) {
	if !c.IsSet("lang") && s.Language != "" {
		if lang, ok := prompts.Match(s.Language); ok {
			return lang, nil
		}
	}
	return language(c.String("lang"), os.Getenv)
}

// destinations reads --to, else the configuration.
func destinations(c *cli.Context, settings config.Config) ([]string, error) {
	asked, from := settings.List(config.SaveTo), settings.Get(config.SaveTo).From
	if c.IsSet("to") {
		asked, from = strings.Split(c.String("to"), ","), "--to"
	} else if c.Bool("blocks") {
		return nil, nil
	}
	var to []string
	for _, name := range asked {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if !slices.Contains(plan.Destinations(), name) {
			hint := "the places are " + strings.Join(plan.Destinations(), ", ")
			if near := preserve.Nearest(name, plan.Destinations()); near != "" {
				hint = "did you mean " + near + "? " + hint
			}
			return nil, usageError{fmt.Sprintf("%s: there is no place %q to save to", from, oneLine(name)), hint}
		}
		if !slices.Contains(to, name) {
			to = append(to, name)
		}
	}
	if to == nil && !c.Bool("blocks") {
		return nil, usageError{from + " names no place to save to", "the places are " + strings.Join(plan.Destinations(), ", ")}
	}
	return to, nil
}

// saveID names a save, and its step in the journal: many can begin in one
// second.
func saveID(at time.Time) string {
	var random [4]byte
	_, _ = rand.Read(random[:]) // never fails: crypto/rand
	return at.Format("20060102-150405") + "-" + hex.EncodeToString(random[:])
}

// nothing answers an empty snapshot: no file is touched.
func (v *voice) nothing(c *cli.Context, lang string) error {
	const text = "✅ No unsaved context detected this session. Safe to /clear now."
	if c.Bool("compact") || c.Bool("clear") {
		if !c.Bool("json") {
			v.say("%s", text)
		}
		return v.andThen(c, preserve.Snapshot{}, lang, "", nil)
	}
	if c.Bool("json") {
		if err := v.json(plan.Receipt{Version: 1, Destinations: []plan.Destination{}}); err != nil {
			return err
		}
	} else {
		v.say("%s", text)
	}
	return coded{code: exitNothing}
}

// asks tells whether a person is there to be asked.
func (v *voice) asks(c *cli.Context) bool {
	return !c.Bool("yes") && !c.Bool("json") && isTerminal(os.Stdin) && isTerminal(os.Stdout)
}

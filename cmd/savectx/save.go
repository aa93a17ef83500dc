package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

func saveFlags() []cli.Flag {
	return append(targetFlags(),
		&cli.StringFlag{Name: "to", Usage: "write to `PLACES`, with commas: " + strings.Join(plan.Destinations(), ", ") + "; without it what save.to says, else context,handoff"},
		&cli.BoolFlag{Name: "plan", Usage: "show what would be written and keep it under an id for savectx apply"},
		&cli.BoolFlag{Name: "yes", Usage: "write without asking"},
		&cli.BoolFlag{Name: "check", Usage: "list every rule the snapshot breaks, and write nothing"},
		&cli.BoolFlag{Name: "blocks", Usage: "print the /compact line and the resume prompt; without --to nothing is written"},
		&cli.BoolFlag{Name: "compact", Usage: "then compact the session, with these items in the line"},
		&cli.BoolFlag{Name: "clear", Usage: "then clear the session"},
		&cli.StringFlag{Name: "then", Usage: "type `TEXT` as a prompt once that is done"},
		&cli.BoolFlag{Name: "foreground", Usage: "stay until that is done, and answer with its outcome"},
		&cli.DurationFlag{Name: "deadline", Usage: "hand the line over after `TIME`", Value: orchestrator.DefaultDeadline, DefaultText: "30m"},
		&cli.StringFlag{Name: "session", Usage: "the session `ID` it belongs to; without it, the one this runs in"},
		&cli.StringFlag{Name: "lang", Usage: "write in `LANG` instead of the snapshot's language: " + strings.Join(prompts.Languages(), ", ")},
		&cli.BoolFlag{Name: "schema", Usage: "print the JSON Schema of a snapshot"},
		&cli.BoolFlag{Name: "template", Usage: "print a filled example"},
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

// print writes a document as it is.
func (v *voice) print(text string) error {
	_, err := v.out.Write([]byte(text))
	return err
}

func saveConflicts(c *cli.Context) error {
	exclude := [][2]string{{"compact", "clear"}, {"plan", "compact"}, {"plan", "clear"}, {"plan", "check"}, {"check", "compact"}, {"check", "clear"}, {"plan", "yes"}, {"plan", "blocks"}}
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

func (v *voice) save(c *cli.Context) error {
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
	to, err := destinations(c, where.settings)
	if err != nil {
		return err
	}
	at := time.Now()
	tag := dest.Tag(at)
	r := plan.Request{
		ID: saveID(tag), Snapshot: snapshot, To: to, Lang: lang, At: at, Tag: tag, Redacted: hide.found, Place: where.place,
		CompactedBefore: claude.CompactedBefore(claude.TranscriptPath(where.place.Config, where.cwd, where.place.Session)),
		Restored:        claude.HookInstalled(where.place.Config, where.place.Root, "SessionStart"),
	}
	if !c.Bool("plan") && !v.asks(c) {
		return v.write(c, where, r, nil, hide)
	}
	p, err := plan.Make(c.Context, r, hide.Text)
	if err != nil {
		return err
	}
	if c.Bool("plan") {
		return v.keepPlan(c, where, p)
	}
	if len(p.Changes) > 0 {
		if r.Choice, err = v.review(c.Context, p, hide.Text); err != nil {
			return err
		}
	}
	return v.write(c, where, r, p.Seen, hide)
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

// saveID names a save by the time and the digits of its tag.
func saveID(tag string) string { return strings.TrimPrefix(tag, "ts-") }

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

// write carries a plan out, prints its receipt, and goes on to what was asked
// to follow. seen is how the files were when a person said yes, or nil.
func (v *voice) write(c *cli.Context, where scene, r plan.Request, seen map[string]string, hide *secrets) error {
	words, err := prompts.Load(r.Lang)
	if err != nil {
		return err
	}
	p, receipt, wrote, err := v.locked(c.Context, where, r, seen, hide.Text)
	var stale *plan.StaleError
	if errors.As(err, &stale) {
		return coded{exitFailed, err, "nothing was written; look at the new state and save again"}
	}
	var choice *plan.ChoiceError
	if errors.As(err, &choice) {
		return usageError{err.Error(), "nothing was written; the numbers are those that savectx save --plan showed"}
	}
	if err != nil {
		return err
	}
	if !receipt.Failed() {
		v.saved = true
		if err := v.remember(where, r); err != nil {
			v.tell("the snapshot could not be kept for this session: %v", err)
		}
	}
	handoff := ""
	if slices.Contains(p.Request.To, plan.Handoff) && !receipt.Failed() {
		handoff = p.Request.HandoffPath()
	}
	then := c.Bool("compact") || c.Bool("clear")
	asJSON := c.Bool("json")
	if !asJSON {
		v.receipt(receipt, p, words, wrote, c.Bool("blocks"))
		if c.Bool("blocks") {
			v.blocks(p, handoff != "")
		}
	}
	if receipt.Failed() {
		if asJSON {
			if err := v.json(receipt); err != nil {
				return err
			}
		}
		return saveFailed(receipt, p, wrote, then)
	}
	if then {
		return v.andThen(c, p.Request.Snapshot, p.Request.Lang, handoff, &receipt)
	}
	if asJSON {
		return v.json(receipt)
	}
	return nil
}

func saveFailed(r plan.Receipt, p *plan.Plan, wrote, then bool) error {
	var failed []string
	for _, d := range r.Destinations {
		if d.Error != "" {
			failed = append(failed, strings.TrimSpace(d.Name+" "+d.Path)+": "+d.Error)
		}
	}
	text := "not everything was written: " + strings.Join(failed, "; ")
	if then {
		text += "; so nothing is typed"
	}
	hint := "mend the cause and save again"
	switch {
	case wrote && !p.Rest:
		hint += ", what was written is not written twice; savectx undo " + p.Request.ID + " takes it back"
	case p.Rest:
		hint = "savectx apply " + p.Request.ID + " writes the rest once the cause is gone, savectx undo " + p.Request.ID + " takes back what was written"
	}
	return coded{exitFailed, errors.New(text), hint}
}

// locked makes the plan under the locks of its files and carries it out. With
// seen, nothing may have changed since.
func (v *voice) locked(ctx context.Context, where scene, r plan.Request, seen map[string]string, redact func(string) (string, []string)) (*plan.Plan, plan.Receipt, bool, error) {
	if len(r.To) > 0 { // else nothing is written, not even a lock
		unlock, err := v.lock(ctx, where, r.Locks())
		if err != nil {
			return nil, plan.Receipt{}, false, err
		}
		defer unlock()
	}
	p, err := plan.Stored{Request: r, Seen: seen}.Again(ctx, redact)
	if err != nil || len(p.Changes) == 0 {
		if p == nil {
			return nil, plan.Receipt{}, false, err
		}
		return p, p.Receipt, false, err
	}
	journal := safefile.NewJournal(where.journal())
	receipt, wrote, err := p.Write(journal)
	if err == nil {
		journal.Prune(keepSaves, keepSavesFor)
	}
	return p, receipt, wrote, err
}

// The journal keeps what can be taken back.
const (
	keepSaves    = 100
	keepSavesFor = 30 * 24 * time.Hour
)

func (v *voice) lock(ctx context.Context, where scene, paths []string) (func(), error) {
	bounded, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	unlock, err := safefile.LockAll(bounded, where.locks(), paths)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, coded{exitFailed, errBusySave, "nothing was written; try again"}
	}
	return unlock, err
}

// remember keeps the snapshot for what comes after a compaction.
func (v *voice) remember(where scene, r plan.Request) error {
	if r.Place.Session == "" || len(r.To) == 0 {
		return nil
	}
	s, err := where.state.Session(r.Place.Session)
	if err != nil {
		return err
	}
	data, err := json.Marshal(r.Snapshot)
	if err != nil {
		return err
	}
	return s.PutSaved(r.ID, r.At, data)
}

// mayFollow finds what is wrong with the flags of the job that is to follow,
// before anything is written.
func (v *voice) mayFollow(c *cli.Context) error {
	if !c.Bool("compact") && !c.Bool("clear") {
		return nil
	}
	if _, err := v.draft(c, orchestrator.Compact, "", nil); err != nil {
		return err
	}
	var usage usageError
	if _, _, err := paneOf(c); errors.As(err, &usage) {
		return err
	}
	return nil
}

// andThen starts the job that follows a save. receipt is nil when nothing was
// saved.
func (v *voice) andThen(c *cli.Context, s preserve.Snapshot, lang, handoff string, receipt *plan.Receipt) error {
	command, line := orchestrator.Clear, "/clear"
	if c.Bool("compact") {
		words, err := prompts.Load(lang)
		if err != nil {
			return err
		}
		composed, err := preserve.Compose(plan.Worth(s), words, preserve.Budget{MaxChars: preserve.DefaultChars}, handoff)
		if err != nil {
			return err
		}
		v.dropped(composed)
		command, line = orchestrator.Compact, composed.Text
	}
	if !c.Bool("json") {
		return v.start(c, command, line, nil)
	}
	var job bytes.Buffer
	aside := &voice{out: &output{w: &job}, err: v.err, hide: v.hide, saved: v.saved}
	err := aside.start(c, command, line, nil)
	if receipt == nil {
		receipt = &plan.Receipt{Version: 1, Destinations: []plan.Destination{}}
	}
	if json.Valid(job.Bytes()) {
		receipt.Job = json.RawMessage(job.Bytes())
	}
	return errors.Join(v.json(receipt), err)
}

// check lists every rule a snapshot breaks.
func (v *voice) check(c *cli.Context, s preserve.Snapshot, data []byte, hide *secrets, lang string) error {
	words, err := prompts.Load(lang)
	if err != nil {
		return err
	}
	faults := plan.Check(s, secretsIn(data, hide), words)
	if c.Bool("json") {
		if faults == nil {
			faults = []plan.Fault{}
		}
		if err := v.json(map[string]any{"faults": faults}); err != nil {
			return err
		}
	} else {
		for _, f := range faults {
			v.say("%s: %s", f.Path, oneLine(f.Rule))
		}
	}
	if len(faults) > 0 {
		return coded{exitFailed, fmt.Errorf("the snapshot breaks %d rules", len(faults)), "nothing was written"}
	}
	if !c.Bool("json") {
		v.tell("the snapshot keeps every rule")
	}
	return nil
}

// secretsIn finds the secrets of a snapshot by the path of their text.
func secretsIn(data []byte, hide *secrets) map[string][]string {
	found := map[string][]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case string:
			if _, names := hide.Text(v); len(names) > 0 {
				found[path] = names
			}
		case []any:
			for i, e := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), e)
			}
		case map[string]any:
			for name, e := range v {
				walk(strings.TrimPrefix(path+"."+name, "."), e)
			}
		}
	}
	var doc any
	if json.Unmarshal(data, &doc) == nil {
		walk("", doc)
	}
	return found
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator/claude"
	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/prompts"
)

// lineFlags choose the words of a line; compact, schedule and compact-line
// share them.
func lineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "items", Usage: "keep what `FILE` lists, most important first: a JSON array of items or one item a line; - is stdin"},
		&cli.StringFlag{Name: "lang", Usage: "write the line in `LANG`: " + strings.Join(prompts.Languages(), ", ")},
		&cli.IntFlag{Name: "max-chars", Usage: "let the line have at most `N` characters", Value: preserve.DefaultChars},
		&cli.IntFlag{Name: "max-words", Usage: "let the line have at most `N` words; 0 is no limit"},
	}
}

func lineCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "compact-line", Usage: "print the line, ready to paste",
		Flags: append(lineFlags(),
			&cli.StringFlag{Name: "session", Usage: "keep what the session `ID` needs; without it, the one this runs in, else the newest of this project"},
			&cli.BoolFlag{Name: "copy", Usage: "put it on the clipboard and into a tmux buffer as well"},
			&cli.BoolFlag{Name: "json", Usage: "print it as JSON, with its length and what was dropped"}),
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			k, err := v.lineFor(c)
			if err != nil {
				return err
			}
			line, err := v.composed(c, k)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				if err := v.json(line); err != nil {
					return err
				}
			} else {
				v.say("%s", line.Text)
			}
			v.dropped(c, line)
			if c.Bool("copy") {
				return v.copyLine(c.Context, line.Text)
			}
			return nil
		},
	}
}

// lineFor is the conversation a line is for; none where there is no session,
// and the line is then of no session in particular.
func (v *voice) lineFor(c *cli.Context) (conversation, error) {
	if c.IsSet("items") {
		return conversation{}, nil
	}
	k, err := v.conversationOf(c.String("session"))
	if err != nil && !c.IsSet("session") {
		return conversation{}, nil
	}
	return k, err
}

// dropped says what the line has no room for, where nothing else brings it.
func (v *voice) dropped(c *cli.Context, line preserve.Line) {
	switch {
	case hooked() && !c.IsSet("items"):
	case line.Dropped == 1:
		v.tell("1 item did not fit and was left out")
	case line.Dropped > 1:
		v.tell("%d items did not fit and were left out", line.Dropped)
	}
}

// composed makes the line the flags ask for, of the items they name or of what
// is to survive of a conversation, if one is given.
func (v *voice) composed(c *cli.Context, k conversation) (preserve.Line, error) {
	for _, name := range []string{"max-chars", "max-words"} {
		if n := c.Int(name); n < 0 || name == "max-chars" && n == 0 && c.IsSet(name) {
			return preserve.Line{}, usageError{fmt.Sprintf("--%s %d is not a length", name, n), "leave it out for the usual length"}
		}
	}
	lang, err := language(c.String("lang"), os.Getenv)
	if err != nil {
		return preserve.Line{}, err
	}
	words, err := prompts.Load(lang)
	if err != nil {
		return preserve.Line{}, err
	}
	var items []preserve.Item
	switch {
	case c.IsSet("items"):
		if items, err = v.readItems(c.Context, c.String("items")); err != nil {
			return preserve.Line{}, err
		}
	case k.transcript != "":
		if items, err = v.listed(k); err != nil {
			return preserve.Line{}, err
		}
	}
	budget := preserve.Budget{MaxChars: c.Int("max-chars"), MaxWords: c.Int("max-words")}
	if !c.IsSet("items") && !c.IsSet("max-chars") && !c.IsSet("max-words") {
		budget = lineBudget()
	}
	line, err := preserve.Compose(items, words, budget, "")
	var small *preserve.BudgetError
	if errors.As(err, &small) {
		return line, usageError{err.Error(), "leave the length out for the usual one"}
	}
	if err == nil { // items that are a secret only together
		line.Text, err = v.without("the line", line.Text)
	}
	return line, err
}

// hooked tells whether our PreCompact hook adds what was saved to what the
// summariser is told: it is set, the program it names is there, and the client
// trusts the folder.
func hooked() bool {
	folder, err := claude.Folder(os.Getenv)
	if err != nil {
		return false
	}
	root, _ := here()
	if trusted, known := claude.Trusted(folder, root, os.Getenv); known && !trusted || !claude.HookInstalled(folder, root, "PreCompact") {
		return false
	}
	for _, h := range claude.ReadSettings(folder, root).Hooks("PreCompact") {
		if event, ours := claude.OurHook(h.Command, h.Args); ours && event == "PreCompact" {
			return slices.ContainsFunc(calledPrograms(h), func(program string) bool { return executable(program, root) })
		}
	}
	_, err = exec.LookPath("savectx") // as the plugin finds it
	return err == nil
}

// lineBudget is how long a line may be that savectx makes of a save: short
// where the hook adds the rest, so that the person and the context are spared.
func lineBudget() preserve.Budget {
	if hooked() {
		return preserve.Budget{MaxChars: preserve.DefaultChars, MaxWords: dest.LineWords}
	}
	return preserve.Budget{MaxChars: preserve.DefaultChars}
}

// language is the one asked for, else the user's own where it is known.
func language(flag string, getenv func(string) string) (string, error) {
	asked := []struct{ from, tag string }{{"--lang", flag}, {"SAVECTX_LANG", getenv("SAVECTX_LANG")}}
	for _, a := range asked {
		if a.tag == "" {
			continue
		}
		if lang, ok := prompts.Match(a.tag); ok {
			return lang, nil
		}
		return "", usageError{fmt.Sprintf("%s %q is not a language savectx has words for", a.from, a.tag),
			"it has " + strings.Join(prompts.Languages(), ", ")}
	}
	root, _ := here()
	if set, err := config.Load(root, getenv); err == nil && set.String(config.Lang) != "" { // scene says what is wrong with it
		tag := set.String(config.Lang)
		if lang, ok := prompts.Match(tag); ok {
			return lang, nil
		}
		return "", usageError{fmt.Sprintf("%s: lang %q is not a language savectx has words for", set.Get(config.Lang).From, tag),
			"it has " + strings.Join(prompts.Languages(), ", ")}
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			lang, _ := prompts.Match(value)
			return lang, nil
		}
	}
	return prompts.Languages()[0], nil
}

func (v *voice) readItems(ctx context.Context, name string) ([]preserve.Item, error) {
	data, err := until(ctx, func() ([]byte, error) { return readUpTo(name, preserve.MaxItemsBytes+1) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if err != nil {
		return nil, usageError{fmt.Sprintf("--items %q: %v", name, err), "give a readable file, or - for stdin"}
	}
	hide, err := v.secrets()
	if err != nil {
		return nil, err
	}
	before := hide.found
	items, err := preserve.ParseItems(data, hide.clean)
	if err != nil {
		return nil, usageError{fmt.Sprintf("--items %q: %v", name, err), "an item needs a text, and a kind such as decision, dead_end, correction, open, state, fact"}
	}
	if n := hide.found - before; n > 0 {
		v.tell("--items: secrets replaced: %d", n)
	}
	return items, nil
}

// readUpTo reads at most limit bytes of a file, of a pipe, or, for -, of stdin.
func readUpTo(name string, limit int64) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(os.Stdin, limit))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// until waits for a read that may block for good, on a terminal or on a fifo
// that nobody writes to, and gives up when ctx ends.
func until(ctx context.Context, read func() ([]byte, error)) ([]byte, error) {
	var data []byte
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		data, err = read()
	}()
	select {
	case <-done:
		return data, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

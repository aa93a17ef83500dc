package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/preserve/dest"
	"savectx/preserve/markdown"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

func contextCommand(v *voice) *cli.Command {
	asJSON := &cli.BoolFlag{Name: "json", Usage: "print it as JSON"}
	yes := &cli.BoolFlag{Name: "yes", Usage: "write without asking"}
	dry := &cli.BoolFlag{Name: "dry-run", Usage: "print what would change, and change nothing"}
	return &cli.Command{
		Name: "context", Usage: "the project's documents, and the entries of TempContext.md",
		Subcommands: []*cli.Command{
			{Name: "scan", Usage: "list every .md document with its headings", Flags: []cli.Flag{asJSON}, Action: v.scan},
			{Name: "list", Usage: "list the entries of TempContext.md", Flags: []cli.Flag{asJSON}, Action: v.listEntries},
			{Name: "show", Usage: "print one entry", ArgsUsage: "N", Action: v.showEntry},
			{Name: "promote", Usage: "move an entry's items into a document and delete the entry", ArgsUsage: "N",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "to", Usage: "the document `FILE`"},
					&cli.StringFlag{Name: "section", Usage: "its section `S`; with the parents, as in \"API > Mail\", if it is not unique"},
					yes, dry, asJSON},
				Action: v.promote},
			{Name: "prune", Usage: "delete entries", ArgsUsage: "N [N...]",
				Flags: []cli.Flag{&cli.StringFlag{Name: "older-than", Usage: "every entry older than `TIME`, such as 30d"}, yes, dry, asJSON}, Action: v.pruneEntries},
		},
	}
}

// entries reads TempContext.md.
func entries() (root string, src []byte, blocks []dest.Block, err error) {
	if root, err = here(); err != nil {
		return "", nil, nil, err
	}
	src, existed, err := safefile.ReadState(filepath.Join(root, dest.TempContext), 16<<20)
	if err == nil && !existed {
		err = coded{exitNothing, errors.New("there is no " + dest.TempContext + " in " + root), "savectx save writes one"}
	}
	return root, src, dest.Blocks(src), err
}

func (v *voice) listEntries(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	_, src, blocks, err := entries()
	if err != nil {
		return err
	}
	type row struct {
		N       int      `json:"n"`
		When    string   `json:"when"`
		Tag     string   `json:"tag"`
		Topic   string   `json:"topic"`
		Line    int      `json:"line"`
		Bullets []string `json:"bullets"`
	}
	rows := []row{}
	for i, b := range blocks {
		rows = append(rows, row{i + 1, b.When, b.Tag, b.Topic, b.From, append([]string{}, b.Bullets...)})
	}
	if c.Bool("json") {
		return v.json(rows)
	}
	for _, r := range rows {
		v.say("%3d  %s  %s  (items: %d)", r.N, r.When, oneLine(r.Topic), len(r.Bullets))
	}
	if len(src) >= dest.LargeBytes || len(blocks) >= dest.LargeEntries {
		v.tell("there are %d entries and %d KiB in %s: promote what has proved itself, prune the rest", len(blocks), len(src)>>10, dest.TempContext)
	}
	return nil
}

// entry is the block an argument names.
func entryOf(arg string, blocks []dest.Block) (dest.Block, error) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(blocks) {
		return dest.Block{}, usageError{fmt.Sprintf("there is no entry %q, the entries are 1 to %d", oneLine(arg), len(blocks)), "savectx context list shows them"}
	}
	return blocks[n-1], nil
}

func (v *voice) showEntry(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{"context show needs the number of one entry", "savectx context list shows them"}
	}
	_, src, blocks, err := entries()
	if err != nil {
		return err
	}
	b, err := entryOf(c.Args().First(), blocks)
	if err != nil {
		return err
	}
	v.say("%s", printable(strings.TrimRight(strings.Join(linesOf(src, b), "\n"), "\n")))
	return nil
}

func linesOf(src []byte, b dest.Block) []string {
	lines := strings.Split(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n")
	return lines[b.From-1 : min(b.To-1, len(lines))]
}

func (v *voice) promote(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{"context promote needs the number of one entry", "savectx context list shows them"}
	}
	file, section := c.String("to"), c.String("section")
	if file == "" || section == "" {
		return usageError{"context promote needs --to FILE and --section S", "savectx context scan lists the documents and their sections"}
	}
	root, src, blocks, err := entries()
	if err != nil {
		return err
	}
	b, err := entryOf(c.Args().First(), blocks)
	if err != nil {
		return err
	}
	if len(b.Other) > 0 {
		return usageError{fmt.Sprintf("this entry holds text that is no list item, such as %q: it would be lost", oneLine(b.Other[0])), "move it by hand, or make it a list item"}
	}
	if len(b.Bullets) == 0 {
		return usageError{"this entry has no items to move", "savectx context prune deletes it"}
	}
	settings, err := v.settings(root)
	if err != nil {
		return err
	}
	path, err := plan.Document(root, file, settings.List(config.ContextExclude))
	if err != nil {
		return usageError{fmt.Sprintf("--to %q: %v", oneLine(file), err), "name an existing .md file of the project, relative to its root"}
	}
	temp := filepath.Join(root, dest.TempContext)
	if sameFile(path, temp) {
		return usageError{"an entry cannot be promoted into " + dest.TempContext + " itself", "savectx context scan lists the documents and their sections"}
	}
	old, _, err := safefile.ReadState(path, 16<<20)
	if err != nil {
		return err
	}
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	items, found := hide.Text(strings.Join(b.Bullets, "\n"))
	if len(found) > 0 {
		v.tell("secrets replaced in what is moved: %d", len(found))
	}
	bullets := strings.Split(items, "\n")
	out, at, err := markdown.Append(old, section, bullets)
	if err != nil {
		return usageError{fmt.Sprintf("%s, section %q: %v", file, oneLine(section), err), "savectx context scan lists the sections"}
	}
	if done, err := v.confirm(c, append([]string{fmt.Sprintf("into %s, section %q, from line %d:", file, section, at)}, bullets...), "and the entry of "+b.When+" is deleted from "+dest.TempContext); done || err != nil {
		return err
	}
	return v.change(c, root, "promote the entry of "+b.When+" to "+file, []safefile.Change{
		{Path: path, Old: old, Existed: true, New: out},
		{Path: temp, Old: src, Existed: true, New: markdown.Cut(src, b.From, b.To)},
	})
}

func (v *voice) pruneEntries(c *cli.Context) error {
	root, src, blocks, err := entries()
	if err != nil {
		return err
	}
	var gone []dest.Block
	for _, arg := range c.Args().Slice() {
		b, err := entryOf(arg, blocks)
		if err != nil {
			return err
		}
		gone = append(gone, b)
	}
	if text := c.String("older-than"); text != "" {
		age, err := days(text)
		if err != nil {
			return err
		}
		for _, b := range blocks {
			if when, err := time.ParseInLocation("2006-01-02 15:04", b.When, time.Local); err == nil && time.Since(when) > age {
				gone = append(gone, b)
			}
		}
	} else if len(gone) == 0 {
		return usageError{"context prune needs the numbers of entries, or --older-than", "savectx context list shows them"}
	}
	slices.SortFunc(gone, func(a, b dest.Block) int { return b.From - a.From })
	gone = slices.CompactFunc(gone, func(a, b dest.Block) bool { return a.From == b.From })
	if len(gone) == 0 {
		v.tell("no entry is that old")
		return coded{code: exitNothing}
	}
	out, lines := src, []string{}
	for _, b := range gone {
		out = markdown.Cut(out, b.From, b.To)
		lines = append(lines, b.When+"  "+b.Topic)
	}
	if done, err := v.confirm(c, lines, fmt.Sprintf("%d of %d entries are deleted from %s", len(gone), len(blocks), dest.TempContext)); done || err != nil {
		return err
	}
	return v.change(c, root, fmt.Sprintf("prune %s by %d", dest.TempContext, len(gone)), []safefile.Change{
		{Path: filepath.Join(root, dest.TempContext), Old: src, Existed: true, New: out},
	})
}

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/preserve"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/store"
)

func memoryCommand(v *voice) *cli.Command {
	asJSON := &cli.BoolFlag{Name: "json", Usage: "print it as JSON"}
	project := &cli.StringFlag{Name: "project", Usage: "of the project `NAME`; without it, the one this runs in"}
	kind := &cli.StringFlag{Name: "type", Usage: "one of " + strings.Join(factTypes(), ", "), Value: record.Reference}
	tags := &cli.StringFlag{Name: "tags", Usage: "with these `TAGS`, with commas"}
	return &cli.Command{
		Name: "memory", Usage: "facts and sessions that are kept: search, list, add, update, remove, export, import",
		Subcommands: []*cli.Command{
			{Name: "search", Usage: "find sessions, facts and texts of sessions by words", ArgsUsage: "QUERY", Action: v.searchMemory,
				Flags: []cli.Flag{project, &cli.IntFlag{Name: "limit", Usage: "print at most `N`", Value: 10}, asJSON}},
			{Name: "list", Usage: "list the facts of the project, the newest first", Action: v.listMemory,
				Flags: []cli.Flag{project, &cli.BoolFlag{Name: "all", Usage: "of every project"}, asJSON}},
			{Name: "show", Usage: "print a fact or a session whole", ArgsUsage: "ID", Action: v.showMemory, Flags: []cli.Flag{asJSON}},
			{Name: "add", Usage: "keep a fact", ArgsUsage: "TEXT or -", Action: v.addMemory,
				Flags: []cli.Flag{project, kind, tags, &cli.StringFlag{Name: "title", Usage: "a short `NAME`; the same name again replaces the fact"}, asJSON}},
			{Name: "update", Usage: "replace the text of a fact", ArgsUsage: "ID TEXT or -", Action: v.updateMemory, Flags: []cli.Flag{asJSON}},
			{Name: "rm", Usage: "forget facts", ArgsUsage: "ID [ID...]", Action: v.removeMemory},
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
	return preserve.Clean(filepath.Base(root))
}

func (v *voice) searchMemory(c *cli.Context) error {
	query := strings.TrimSpace(strings.Join(c.Args().Slice(), " "))
	if query == "" {
		return usageError{"memory search needs words to look for", "savectx memory list shows the facts there are"}
	}
	return v.remembered(c.Context, func(s *store.Store) error {
		hits, err := s.Search(c.Context, query, store.Filter{Projects: []string{projectOf(c)}, Limit: c.Int("limit")})
		if err != nil {
			return err
		}
		records := []record.Record{}
		for _, h := range hits {
			records = append(records, record.Record{Store: "session", ID: h.ID, Type: h.Kind, Project: h.Project, Text: strings.TrimSpace(h.Title + "\n" + h.Text), Score: h.Score, Created: h.Created})
		}
		return v.records(c, records, "nothing that is kept holds these words")
	})
}

// records prints what was found.
func (v *voice) records(c *cli.Context, list []record.Record, none string) error {
	if c.Bool("json") {
		return v.json(list)
	}
	if len(list) == 0 {
		return coded{code: exitNothing, err: errors.New(none)}
	}
	width := v.width()
	for _, r := range list {
		v.row(fmt.Sprintf("%-16.16s  %-10s  %-10s  ", oneLine(r.ID), oneLine(r.Type), r.Created.Local().Format("2006-01-02")), r.Text, width)
	}
	return nil
}

func (v *voice) listMemory(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	return v.remembered(c.Context, func(s *store.Store) error {
		var f store.Filter
		if !c.Bool("all") {
			f.Projects = []string{projectOf(c), ""}
		}
		f.Limit = 200
		list, err := s.List(c.Context, f)
		if err != nil {
			return err
		}
		records := []record.Record{}
		for _, m := range list {
			records = append(records, record.Record{Store: "session", ID: m.ID, Type: m.Type, Project: m.Project, Text: m.Content, Created: m.Created})
		}
		return v.records(c, records, "no fact of this project is kept")
	})
}

func (v *voice) showMemory(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{"memory show needs the id of one fact or session", "savectx memory list and search show the ids"}
	}
	ref := c.Args().First()
	return v.remembered(c.Context, func(s *store.Store) error {
		m, err := s.Get(c.Context, ref)
		if err == nil {
			if c.Bool("json") {
				return v.json(m)
			}
			v.say("%s", printable(m.Content))
			return nil
		}
		l, lerr := s.Load(c.Context, ref, projectOf(c), store.Budget)
		if lerr != nil {
			return usageError{fmt.Sprintf("nothing is kept under %q", ref), "savectx memory list and search show the ids"}
		}
		if c.Bool("json") {
			return v.json(l.Session)
		}
		v.say("%s", printable(l.String()))
		return nil
	})
}

// fact reads the text of an argument, or of stdin, without secrets.
func (v *voice) fact(c *cli.Context, arg string) (string, error) {
	if arg == "-" {
		data, err := until(c.Context, func() ([]byte, error) { return io.ReadAll(io.LimitReader(os.Stdin, 1<<20)) })
		if err != nil {
			return "", err
		}
		arg = string(data)
	}
	text, err := v.without("the fact", arg)
	if text = strings.TrimSpace(text); err == nil && text == "" {
		err = usageError{"the fact has no text", "write it so that it can be understood by itself"}
	}
	return text, err
}

func (v *voice) addMemory(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{"memory add needs the text of one fact", "put it in quotation marks; - reads it from stdin"}
	}
	kind := c.String("type")
	if !slices.Contains(factTypes(), kind) {
		return usageError{fmt.Sprintf("--type %q is not a type of facts", kind), "it is one of " + strings.Join(factTypes(), ", ")}
	}
	text, err := v.fact(c, c.Args().First())
	if err != nil {
		return err
	}
	title, err := v.without("--title", c.String("title"))
	if err != nil {
		return err
	}
	named, err := v.without("--tags", c.String("tags"))
	if err != nil {
		return err
	}
	project, err := v.without("--project", projectOf(c))
	if err != nil {
		return err
	}
	var tags []string
	for t := range strings.SplitSeq(named, ",") {
		if t = strings.TrimSpace(t); t != "" {
			tags = append(tags, t)
		}
	}
	return v.remembered(c.Context, func(s *store.Store) error {
		m, err := s.Remember(c.Context, store.Memory{Project: project, Type: kind, Title: title, Content: text, Tags: tags, Created: time.Now()})
		if err != nil {
			return err
		}
		if c.Bool("json") {
			return v.json(m)
		}
		v.say("kept as %s", oneLine(m.ID))
		return nil
	})
}

func (v *voice) updateMemory(c *cli.Context) error {
	if c.NArg() != 2 {
		return usageError{"memory update needs an id and the new text", "savectx memory list shows the ids; - reads the text from stdin"}
	}
	text, err := v.fact(c, c.Args().Get(1))
	if err != nil {
		return err
	}
	return v.remembered(c.Context, func(s *store.Store) error {
		m, err := s.Get(c.Context, c.Args().First())
		if err != nil {
			return usageError{fmt.Sprintf("no fact is kept under %q", c.Args().First()), "savectx memory list shows the ids"}
		}
		m.Content, m.Updated = text, time.Now()
		if err := s.Update(c.Context, m); err != nil {
			return err
		}
		if c.Bool("json") {
			return v.json(m)
		}
		v.say("%s has the new text", oneLine(m.ID))
		return nil
	})
}

func (v *voice) removeMemory(c *cli.Context) error {
	if c.NArg() == 0 {
		return usageError{"memory rm needs the ids of facts", "savectx memory list shows them"}
	}
	return v.remembered(c.Context, func(s *store.Store) error {
		for _, id := range c.Args().Slice() { // all or none
			if _, err := s.Get(c.Context, id); err != nil {
				return usageError{fmt.Sprintf("no fact is kept under %q", id), "savectx memory list shows the ids; nothing was removed"}
			}
		}
		for _, id := range c.Args().Slice() {
			if err := s.Remove(c.Context, id); err != nil {
				return err
			}
			v.say("%s is forgotten", oneLine(id))
		}
		return nil
	})
}

func (v *voice) exportMemory(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	return v.remembered(c.Context, func(s *store.Store) error { return s.Export(c.Context, v.out) })
}

func (v *voice) importMemory(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{"memory import needs a file", "it takes what savectx memory export printed; - is stdin"}
	}
	name := c.Args().First()
	in := io.Reader(os.Stdin)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return usageError{fmt.Sprintf("%q cannot be read: %v", name, err), "give what savectx memory export printed"}
		}
		defer f.Close()
		in = f
	}
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	clean, feed := io.Pipe()
	go func() { feed.CloseWithError(withoutSecretsIn(in, feed, hide.clean)) }()
	defer clean.Close()
	return v.remembered(c.Context, func(s *store.Store) error { return s.Import(c.Context, clean) })
}

// withoutSecretsIn copies line by line what came from somewhere else.
func withoutSecretsIn(in io.Reader, out io.Writer, clean func(string) string) error {
	r := bufio.NewReader(in)
	for {
		line, err := r.ReadString('\n')
		if _, werr := io.WriteString(out, clean(line)); werr != nil {
			return werr
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

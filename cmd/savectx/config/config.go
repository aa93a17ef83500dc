// Package config reads what a person has set, and where.
//
//	defaults ◄─ $XDG_CONFIG_HOME/savectx/config.toml ◄─ .savectx.toml in the project ◄─ SAVECTX_* ◄─ flags
//
// Each later place wins. Flags are the commands' own. A project's file comes
// with the project, from whoever wrote it: it can choose among the
// destinations inside the project and Claude's own folders, and it cannot name
// a folder outside the project, a server or a command. What it may not say is
// ignored, with a warning.
package config

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"savectx/preserve"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// maxFile bounds a configuration file, in bytes.
const maxFile = 256 << 10

// The keys. A list is written as a TOML array, or with commas in a variable.
const (
	Lang           = "lang"             // language of what is written and said
	SaveTo         = "save.to"          // destinations of a save without --to
	ContextExclude = "context.exclude"  // folders left out of the scan
	NotesVault     = "notes.vault"      // folder of a person's notes
	NotesDailyLogs = "notes.daily_logs" // folder of daily logs in it
	NotesDecisions = "notes.decisions"  // folder of decisions in it
	NudgeAt        = "nudge.at"         // shares of the way to the automatic compaction, percent: the first, the second
	NudgeTell      = "nudge.tell"       // who is told: both, person, none
	NudgeAfter     = "nudge.after"      // remind after so long without a save
	AutoCompactAt  = "auto.compact_at"  // save and compact without being asked from this share on, percent
)

// The keys of what is remembered.
const (
	SessionTranscript = "session.transcript" // keep the text of a session that is saved: on, off
	RecallFrom        = "recall.from"        // stores that a session begins with facts from; none: it does not
	Mem0URL           = "mem0.url"           // address of the server; without it the hosted one
	Mem0Style         = "mem0.style"         // hosted, selfhosted; without it as the address says
	Mem0User          = "mem0.user"          // whose memories
	Mem0KeyFile       = "mem0.key_file"      // file with the key, readable by its owner alone; without it MEM0_API_KEY
	MCPServer         = "mcp.server"         // memory server, by its name in the client's configuration
	MCPUser           = "mcp.user"           // whose memories, where the server tells users apart
	MCPAdd            = "mcp.add"            // its tools, where their names and schemas do not say it
	MCPSearch         = "mcp.search"
	MCPList           = "mcp.list"
	MCPUpdate         = "mcp.update"
	MCPRemove         = "mcp.remove"
	MCPArgs           = "mcp.args" // constants for arguments, NAME=VALUE
)

type key struct {
	name    string
	list    bool
	project bool                        // a project's file may set it
	limits  []string                    // what a project's file may choose from, if not anything
	check   func(values []string) error // what else is wrong with it
}

func keys() []key {
	return []key{
		{name: Lang, project: true},
		{name: SaveTo, list: true, project: true, limits: []string{"context", "docs", "memory", "handoff"}},
		{name: ContextExclude, list: true, project: true},
		{name: NotesVault},
		{name: NotesDailyLogs},
		{name: NotesDecisions},
		{name: NudgeAt, list: true, project: true, check: checkShares},
		{name: NudgeTell, project: true, check: checkTell},
		{name: NudgeAfter, project: true, check: checkDuration},
		{name: AutoCompactAt, check: checkShares},
		{name: SessionTranscript, check: oneOf("on", "off")},
		{name: RecallFrom, list: true, check: oneOf(Stores()...)},
		{name: Mem0URL},
		{name: Mem0Style, check: oneOf("hosted", "selfhosted")},
		{name: Mem0User},
		{name: Mem0KeyFile},
		{name: MCPServer},
		{name: MCPUser},
		{name: MCPAdd},
		{name: MCPSearch},
		{name: MCPList},
		{name: MCPUpdate},
		{name: MCPRemove},
		{name: MCPArgs, list: true, check: checkArgs},
	}
}

// Value is a setting and where it comes from.
type Value struct {
	Value []string
	From  string // "default", a file, or a variable
}

// Config has every key's value.
type Config struct {
	values   map[string]Value
	given    func() Given
	Warnings []string // what was ignored, and why
}

// Given tells which variables a project may have set. The files are read once,
// when somebody asks.
func (c Config) Given() Given {
	if c.given == nil {
		return Given{}
	}
	return c.given()
}

// String is a key's value, "" when it is not set.
func (c Config) String(name string) string { return strings.Join(c.values[name].Value, ",") }

// List is a key's values.
func (c Config) List(name string) []string { return c.values[name].Value }

// Get is a key's value with its origin.
func (c Config) Get(name string) Value { return c.values[name] }

// Names lists the keys.
func Names() []string {
	var names []string
	for _, k := range keys() {
		names = append(names, k.name)
	}
	return names
}

// Path is the person's configuration file. XDG_CONFIG_HOME does not count where
// a project may have set it.
func Path(getenv func(string) string) (string, error) {
	path, _, err := ownFile(getenv, func() Given { return FindGiven("", getenv) })
	return path, err
}

const configHome = "XDG_CONFIG_HOME"

// ownFile says with the path what has set XDG_CONFIG_HOME in the person's place.
func ownFile(getenv func(string) string, given func() Given) (path, by string, err error) {
	if dir := getenv(configHome); filepath.IsAbs(dir) {
		if by = given().By(configHome); by == "" {
			return filepath.Join(dir, "savectx", "config.toml"), "", nil
		}
	}
	home := getenv("HOME")
	if home == "" {
		return "", by, errors.New("neither XDG_CONFIG_HOME nor HOME is set")
	}
	return filepath.Join(home, ".config", "savectx", "config.toml"), by, nil
}

// ProjectFile is the name of a project's file, at its root.
const ProjectFile = ".savectx.toml"

func defaults() Config {
	return Config{values: map[string]Value{
		SaveTo:    {[]string{"context", "handoff"}, "default"},
		NudgeAt:   {[]string{"60", "80"}, "default"},
		NudgeTell: {[]string{TellBoth}, "default"},

		SessionTranscript: {[]string{"on"}, "default"},
		RecallFrom:        {Stores(), "default"},
	}}
}

// Load reads everything. root is the project's root, or "". An error names the
// file and every mistake of a person's own file or variables, and what is right
// counts all the same; a project's file that cannot be read is a warning.
func Load(root string, getenv func(string) string) (Config, error) {
	c := defaults()
	c.given = sync.OnceValue(func() Given { return FindGiven(root, getenv) })
	path, by, err := ownFile(getenv, c.given)
	if by != "" {
		c.warn("%s: a project cannot set %q: it is ignored", by, configHome)
	}
	if err != nil {
		return c, err
	}
	errs := []error{c.file(path, false)}
	if root != "" {
		if err := c.file(filepath.Join(root, ProjectFile), true); err != nil {
			c.warn("%v: it is ignored", err)
		}
	}
	for _, k := range keys() {
		errs = append(errs, c.variable(k, getenv))
	}
	return c, errors.Join(errs...)
}

// Variable is the one that sets a key.
func Variable(key string) string {
	return "SAVECTX_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func (c *Config) variable(k key, getenv func(string) string) error {
	name := Variable(k.name)
	text := getenv(name)
	if text == "" {
		return nil
	}
	if !k.project {
		if from := c.Given().By(name); from != "" {
			c.warn("%s: a project cannot set %q: it is ignored", from, name)
			return nil
		}
	}
	values := split(k, text)
	if other := k.beyond(values); other != "" {
		if from := c.Given().By(name); from != "" {
			c.warn("%s: %s", from, k.notTo(name, other))
			return nil
		}
	}
	if k.check != nil {
		if err := k.check(values); err != nil {
			return fmt.Errorf("%s %w", name, err)
		}
	}
	c.values[k.name] = Value{values, name}
	return nil
}

func split(k key, text string) []string {
	if !k.list {
		return []string{text}
	}
	var out []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func (c *Config) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

func (c *Config) file(path string, project bool) error {
	data, existed, err := safefile.ReadState(path, maxFile)
	if err != nil {
		var pathErr *os.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	if !existed {
		return nil
	}
	var doc map[string]any
	if err := toml.Unmarshal(data, &doc); err != nil {
		var parse *toml.DecodeError
		if errors.As(err, &parse) {
			line, _ := parse.Position()
			return fmt.Errorf("%s line %d: %s", path, line, preserve.Clean(strings.TrimPrefix(parse.Error(), "toml: ")))
		}
		return fmt.Errorf("%s: %s", path, preserve.Clean(err.Error()))
	}
	flat := map[string]any{}
	flatten("", doc, flat)
	names := make([]string, 0, len(flat))
	for name := range flat {
		names = append(names, name)
	}
	slices.Sort(names)
	var errs []error // what is right is set all the same
	for _, name := range names {
		errs = append(errs, c.set(path, name, flat[name], project))
	}
	return errors.Join(errs...)
}

func flatten(prefix string, doc, flat map[string]any) {
	for name, v := range doc {
		if table, ok := v.(map[string]any); ok {
			flatten(prefix+name+".", table, flat)
		} else {
			flat[prefix+name] = v
		}
	}
}

func (c *Config) set(file, name string, v any, project bool) error {
	i := slices.IndexFunc(keys(), func(k key) bool { return k.name == name })
	if i < 0 {
		text := fmt.Sprintf("%s: there is no setting %q", file, preserve.Clean(name))
		if near := preserve.Nearest(name, Names()); near != "" {
			text += fmt.Sprintf(", did you mean %q?", near)
		}
		c.warn("%s", text)
		return nil
	}
	k := keys()[i]
	if project && !k.project {
		c.warn("%s: a project cannot set %q: it is ignored", file, name)
		return nil
	}
	values, err := k.read(v)
	if err != nil {
		return fmt.Errorf("%s: %s %w", file, name, err)
	}
	if k.check != nil {
		if err := k.check(values); err != nil && project {
			c.warn("%s: %s %v: it is ignored", file, name, err)
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %s %w", file, name, err)
		}
	}
	if other := k.beyond(values); project && other != "" {
		c.warn("%s: %s", file, k.notTo(name, other))
		return nil
	}
	if name == ContextExclude {
		for _, pattern := range values {
			if _, err := path.Match(pattern, ""); err == nil {
				continue
			}
			text := fmt.Sprintf("%s: %s: %q is not a pattern", file, name, preserve.Clean(pattern))
			if !project {
				return errors.New(text)
			}
			c.warn("%s: it is ignored", text)
			return nil
		}
	}
	if _, ok := prompts.Match(strings.Join(values, "")); project && name == Lang && !ok {
		c.warn("%s: there are no words in the language %q: it is ignored", file, preserve.Clean(strings.Join(values, "")))
		return nil
	}
	c.values[name] = Value{values, file}
	return nil
}

// beyond is the first value that a project may not choose, or "".
func (k key) beyond(values []string) string {
	for _, v := range values {
		if k.limits != nil && !slices.Contains(k.limits, v) {
			return v
		}
	}
	return ""
}

func (k key) notTo(name, value string) string {
	return fmt.Sprintf("a project cannot set %s to %q, only to %s: it is ignored", name, preserve.Clean(value), strings.Join(k.limits, ", "))
}

func (k key) read(v any) ([]string, error) {
	if s, ok := scalar(v); ok && !k.list {
		return []string{s}, nil
	}
	list, ok := v.([]any)
	if !k.list || !ok {
		if k.list {
			return nil, errors.New(`wants a list, such as ["a", "b"]`)
		}
		return nil, errors.New(`wants a text, such as "a"`)
	}
	values := []string{}
	for _, e := range list {
		s, ok := scalar(e)
		if !ok {
			return nil, errors.New(`wants a list, such as ["a", "b"]`)
		}
		values = append(values, s)
	}
	return values, nil
}

func scalar(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case int64:
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}

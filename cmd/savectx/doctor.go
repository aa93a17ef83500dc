// savectx doctor: says how things stand, and what to do where they stand badly.

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
)

func doctorCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "doctor", Usage: "say how things stand between savectx, Claude Code and tmux, and what to do",
		Description: "Looks at client, hooks, trust, compaction, tmux, skills, memory and jobs of the session and project\nit runs in. It answers 1 when something keeps savectx from working. --fix mends only what is its own.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print it as JSON"},
			&cli.BoolFlag{Name: "fix", Usage: "first mend what is savectx's own: dead jobs, modes, expired handoffs, stale hook entries"},
		},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			return v.doctor(c)
		},
	}
}

// The levels of a finding. One that fails keeps savectx from working.
const (
	levelOK   = "ok"
	levelWarn = "warn"
	levelFail = "fail"
)

// finding is one answer of the doctor. Its id stays the same from version to
// version; one id can come more than once, for different files.
type finding struct {
	ID    string `json:"id"`
	Level string `json:"level"`
	Text  string `json:"text"`
	Fix   string `json:"fix"` // "" when there is nothing to do; a tip where all is well
}

type configRow struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// doctor is one examination, with what several of its parts look at.
type doctor struct {
	*voice
	c   *cli.Context
	now time.Time

	cwd     string
	root    string // of the project, as savectx sees it
	project string // the folder whose settings the client reads
	config  string // Claude's folder
	state   session.Dir

	set      config.Config
	setErr   error
	settings claude.Settings
	plugins  []plugin
	hooks    []entry

	client     claude.Version
	clientFrom string
	clientErr  error
	session    string // the one around this process, or the project's newest

	findings []finding
}

func (v *voice) doctor(c *cli.Context) error {
	d := &doctor{voice: v, c: c, now: time.Now()}
	if err := d.place(); err != nil {
		return err
	}
	if err := d.askMem0User(c); err != nil {
		return err
	}
	d.client, d.clientFrom, d.clientErr = claude.FindVersion(c.Context, d.config, os.Getenv)
	d.read()
	if c.Bool("fix") {
		d.mend()
		d.read()
	}
	for _, examine := range []func(){d.examineClient, d.examineHooks, d.examineWorkspace, d.examineContext, d.examineTmux,
		d.examineSkills, d.examineStatusLine, d.examineMCPServer, d.examineMemory, d.examineStores, d.examineHandoff, d.examineState, d.examineConfig, d.examineJobs} {
		examine()
	}
	if err := d.print(); err != nil {
		return err
	}
	if n := d.count(levelFail); n > 0 {
		return coded{exitFailed, fmt.Errorf("%d of %d findings keep savectx from working", n, len(d.findings)), "what to do stands with each; savectx doctor --fix mends what is savectx's own"}
	}
	return nil
}

// place finds the folders everything else is found in.
func (d *doctor) place() (err error) {
	if d.cwd, err = os.Getwd(); err != nil {
		return fmt.Errorf("the working folder is gone: %w", err)
	}
	d.root = config.ProjectRoot(d.cwd)
	if d.project = os.Getenv("CLAUDE_PROJECT_DIR"); d.project == "" {
		d.project = d.root
	}
	d.config, err = claude.Folder(os.Getenv)
	state, serr := stateDir()
	d.state = state
	return errors.Join(err, serr)
}

// read looks at what --fix may change.
func (d *doctor) read() {
	d.set, d.setErr = config.Load(d.root, os.Getenv)
	d.settings = claude.ReadSettings(d.config, d.project)
	d.plugins = d.ourPlugins()
	d.hooks = d.ourHooks()
	d.session = d.sessionHere()
}

func (d *doctor) ok(id, text string)        { d.add(levelOK, id, text, "") }
func (d *doctor) warn(id, text, fix string) { d.add(levelWarn, id, text, fix) }
func (d *doctor) fail(id, text, fix string) { d.add(levelFail, id, text, fix) }

func (d *doctor) add(level, id, text, fix string) {
	d.findings = append(d.findings, finding{id, level, d.tame(text), d.tame(fix)})
}

// What is shown of a text that holds others' words, in runes. Secrets are
// looked for in more than is shown, so that none is cut in two.
const (
	tameLook = 8000
	tameShow = 1000
)

// tame makes one line of a text, without secrets, and not longer than a person
// reads.
func (d *doctor) tame(text string) string {
	text = oneLine(d.withoutSecrets(firstRunes(text, tameLook)))
	if cut := firstRunes(text, tameShow); cut != text {
		return cut + "…"
	}
	return text
}

func (d *doctor) count(level string) (n int) {
	for _, f := range d.findings {
		if f.Level == level {
			n++
		}
	}
	return n
}

// notSet is where a value that nobody has set comes from.
const notSet = "not set"

func (d *doctor) configRows() []configRow {
	rows := []configRow{}
	if d.setErr != nil {
		return rows // no save goes by them
	}
	for _, name := range config.Names() {
		value := d.set.Get(name)
		if value.From == "" {
			value.From = notSet
		}
		if name == config.Mem0KeyFile && !filepath.IsAbs(d.set.String(name)) && !strings.HasPrefix(d.set.String(name), "~/") && value.From != notSet {
			value.Value = []string{"(not shown: no absolute path, so it may be the key itself)"}
		}
		rows = append(rows, configRow{name, d.tame(strings.Join(value.Value, ",")), d.tame(value.From)})
	}
	return rows
}

func (d *doctor) print() error {
	rows := d.configRows()
	if d.c.Bool("json") {
		return d.json(struct {
			Findings []finding   `json:"findings"`
			Config   []configRow `json:"config"`
		}{d.findings, rows})
	}
	paint := func(_, text string) string { return text }
	if isTerminal(d.out.w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		paint = func(level, text string) string { return colours()[level] + text + "\x1b[0m" }
	}
	problemsFirst := slices.Clone(d.findings)
	slices.SortStableFunc(problemsFirst, func(a, b finding) int { return grave(b.Level) - grave(a.Level) })
	for _, f := range problemsFirst {
		d.say("%s %s", paint(f.Level, marks()[f.Level]), f.Text)
		if f.Fix != "" {
			d.say("    %s", f.Fix)
		}
	}
	d.say("")
	if len(rows) > 0 {
		d.say("settings of savectx:")
	}
	for _, r := range rows {
		if r.From == notSet {
			d.say("  %s: %s", r.Key, notSet)
		} else {
			d.say("  %s = %s  (%s)", r.Key, r.Value, r.From)
		}
	}
	if len(rows) > 0 {
		d.say("")
	}
	d.say("%s", d.summary())
	return nil
}

// grave orders the levels.
func grave(level string) int { return slices.Index([]string{levelOK, levelWarn, levelFail}, level) }

// summary counts what is not as it should be.
func (d *doctor) summary() string {
	broken, warnings := "nothing broken", "no warnings"
	if n := d.count(levelFail); n > 0 {
		broken = fmt.Sprintf("%d broken", n)
	}
	switch n := d.count(levelWarn); n {
	case 0:
	case 1:
		warnings = "1 warning"
	default:
		warnings = fmt.Sprintf("%d warnings", n)
	}
	return warnings + ", " + broken
}

func marks() map[string]string {
	return map[string]string{levelOK: "✓", levelWarn: "!", levelFail: "✗"}
}

func colours() map[string]string {
	return map[string]string{levelOK: "\x1b[32m", levelWarn: "\x1b[33m", levelFail: "\x1b[31m"}
}

// savectx install: our hooks into the client's settings, our skills beside
// them, or everything as a plugin.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/install"
	"savectx/orchestrator/claude"
	"savectx/preserve"
	"savectx/prompts"
)

func installCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "install", Usage: "put the hooks into Claude Code's settings and the skills beside them",
		Description: "Shows the difference and asks first. Every other byte of the settings stays; a copy of them is kept,\nand savectx uninstall puts it back. Installing twice changes nothing.",
		Flags: append(levelFlags(),
			&cli.StringFlag{Name: "skills", Value: "all", Usage: "`NAMES` of skills with commas between, all, or none"},
			&cli.BoolFlag{Name: "status-line", Usage: "record the context share in the status line; one that is set is wrapped and goes on showing"},
			&cli.BoolFlag{Name: "mcp", Usage: "add the MCP server savectx to Claude Code as well, by its own command claude mcp add"},
			&cli.StringFlag{Name: "plugin", Usage: "write hooks and skills as a plugin into `DIR` instead, new or empty or an earlier one"},
			&cli.BoolFlag{Name: "json", Usage: "print what was done as JSON; needs --yes or --dry-run"},
		),
		Action: func(c *cli.Context) error {
			if err := v.install(c); err != nil || c.Bool("dry-run") {
				return err
			}
			return v.askMem0User(c)
		},
	}
}

// levelFlags are those of install and uninstall.
func levelFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "user", Usage: "for all of your projects: settings.json in Claude's folder (the default)"},
		&cli.BoolFlag{Name: "project", Usage: "for everybody in this project: .claude/settings.json"},
		&cli.BoolFlag{Name: "local", Usage: "for you in this project: .claude/settings.local.json"},
		&cli.BoolFlag{Name: "dry-run", Usage: "show the difference and write nothing"},
		&cli.BoolFlag{Name: "yes", Usage: "do not ask"},
	}
}

// installDoc is the answer to --json.
type installDoc struct {
	Version int             `json:"version"`
	Files   []install.File  `json:"files"`
	Client  *clientDoc      `json:"client,omitempty"`
	Hooks   []string        `json:"hooks,omitempty"` // the events that are hooked then
	Adds    []install.Entry `json:"adds,omitempty"`
	Removes []install.Entry `json:"removes,omitempty"`
	Changes []install.Entry `json:"changes,omitempty"` // they call what they called, with other fields
	MCP     *mcpStep        `json:"mcp,omitempty"`
	Written bool            `json:"written"`
}

type clientDoc struct {
	Version string `json:"version"` // "unknown" if it is
	From    string `json:"from"`
}

func (v *voice) install(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	if c.IsSet("plugin") {
		return v.installPlugin(c)
	}
	where, config, root, err := installPlace(c)
	if err != nil {
		return err
	}
	skills, err := chosenSkills(c.String("skills"))
	if err != nil {
		return err
	}
	program, err := ourProgram()
	if err != nil {
		return err
	}
	own := program.Main
	if c.Bool("project") {
		program = program.Shared()
	}
	settings := claude.ReadSettings(config, root)
	if err := v.notTwice(c, settings, where); err != nil {
		return err
	}
	if err := v.mayInstall(c, where); err != nil {
		return err
	}
	client, from, err := claude.FindVersion(c.Context, config, os.Getenv)
	if err != nil {
		v.tell("the client's version is not known, so only hooks that every client since 2.0 has are set: %s", oneLine(err.Error()))
	}
	if why, path := settings.HooksOff(); why != "" {
		v.tell("%s in %s keeps hooks from running", why, path)
	}
	if len(skills) > 0 || c.Bool("project") {
		v.tellPath(own)
	}
	wanted := install.Wanted{Hooks: program.Hooks(client), StatusLine: program.StatusLine(), Insist: c.Bool("status-line")}
	plan, err := install.Install(where, wanted, skills)
	if err != nil {
		return notInstalled(where.Settings, err)
	}
	doc := installDoc{Version: 1, Files: plan.Files, Client: &clientDoc{client.String(), from}}
	for _, h := range wanted.Hooks {
		doc.Hooks = append(doc.Hooks, h.Event)
	}
	if c.Bool("mcp") {
		doc.MCP = addsMCP(mcpPlace(config, root), levelOf(c), program.Main)
	}
	written, err := v.carryOut(c, where, plan, &doc, "install")
	if written && !c.Bool("json") {
		v.say("done: %d hooks for client %s in %s", len(wanted.Hooks), client, oneLine(where.Settings))
		v.hint("sessions that run pick up hooks and skills by themselves, once their folder is trusted; savectx doctor checks it")
	}
	if err == nil && c.Bool("local") {
		v.tellUnignored(c.Context, where, root, len(skills) > 0)
	}
	return err
}

// installPlace is where to install, Claude's own folder and the project's root.
func installPlace(c *cli.Context) (where install.Place, config, root string, err error) {
	state, err := stateDir()
	if err != nil {
		return where, "", "", err
	}
	if config, err = claude.Folder(os.Getenv); err != nil {
		return where, "", "", err
	}
	if dir := os.Getenv("CLAUDE_CONFIG_DIR"); dir != "" && !filepath.IsAbs(dir) || !filepath.IsAbs(config) {
		return where, "", "", usageError{fmt.Sprintf("the folder of Claude Code's settings is a relative path, %q: it would be another one in every folder", oneLine(cmp.Or(dir, config))),
			"set CLAUDE_CONFIG_DIR, or HOME without it, to an absolute path"}
	}
	if root, err = here(); err != nil {
		return where, "", "", err
	}
	var levels []string
	for _, level := range []string{"user", "project", "local"} {
		if c.Bool(level) {
			levels = append(levels, level)
		}
	}
	if len(levels) > 1 {
		return where, "", "", usageError{"--" + strings.Join(levels, " and --") + " exclude each other", "name one; without any, it is --user"}
	}
	where = install.Place{State: string(state), Settings: filepath.Join(config, "settings.json"), Skills: filepath.Join(config, "skills")}
	if len(levels) == 1 && levels[0] != "user" {
		folder := filepath.Join(root, ".claude")
		where.Settings, where.Skills, where.Shared = filepath.Join(folder, "settings.json"), filepath.Join(folder, "skills"), true
		if levels[0] == "local" {
			where.Settings = filepath.Join(folder, "settings.local.json")
		}
	}
	return where, config, root, nil
}

func ourProgram() (install.Program, error) {
	program, err := install.FindProgram()
	var name *install.NameError
	if errors.As(err, &name) {
		return program, coded{exitFailed, fmt.Errorf("hooks under another name than savectx would not be known again: this program lies in %s", oneLine(name.Path)),
			"name it savectx, or put a link of that name on PATH"}
	}
	var temporary *install.TemporaryError
	if errors.As(err, &temporary) {
		hint := "go build -o ~/.local/bin/ ./cmd/... puts it in a place of its own; run it from there"
		if temporary.Named {
			hint += ", or set TMPDIR to another folder if " + oneLine(temporary.Folder) + " is to stay"
		}
		return program, coded{exitFailed, fmt.Errorf("this savectx will be gone tomorrow, and the hooks with it: %w", err), hint}
	}
	if err != nil {
		return program, fmt.Errorf("savectx cannot tell where it lies itself: %w", err)
	}
	return program, nil
}

// chosenSkills reads --skills.
func chosenSkills(text string) ([]prompts.Skill, error) {
	all := prompts.Skills()
	switch text {
	case "all":
		return all, nil
	case "none":
		return nil, nil
	}
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	var chosen []prompts.Skill
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		i := slices.Index(names, name)
		if i < 0 {
			hint := "the skills are " + strings.Join(names, ", ") + "; all and none are taken too"
			if near := preserve.Nearest(name, names); near != "" {
				hint = "did you mean " + near + "? " + hint
			}
			return nil, usageError{fmt.Sprintf("there is no skill %q", oneLine(name)), hint}
		}
		if !slices.ContainsFunc(chosen, func(s prompts.Skill) bool { return s.Name == name }) {
			chosen = append(chosen, all[i])
		}
	}
	return chosen, nil
}

// installPlugin writes the plugin and says how the client gets it.
func (v *voice) installPlugin(c *cli.Context) error {
	for _, flag := range []string{"user", "project", "local", "status-line", "skills"} {
		if c.IsSet(flag) {
			return usageError{"--plugin and --" + flag + " exclude each other", "the client asks where a plugin is for: claude plugin install savectx@savectx --scope project"}
		}
	}
	if c.String("plugin") == "" {
		return usageError{"--plugin needs a folder", "name one that is new, empty or holds an earlier plugin of savectx"}
	}
	dir, err := filepath.Abs(c.String("plugin"))
	if err != nil {
		return err
	}
	program, err := ourProgram()
	if err != nil {
		return err
	}
	where, config, root, err := installPlace(c)
	if err != nil {
		return err
	}
	if err := v.mayInstall(c, where); err != nil {
		return err
	}
	client, from, err := claude.FindVersion(c.Context, config, os.Getenv)
	if err != nil {
		v.tell("the client's version is not known, so hooks are written for a shell: %s", oneLine(err.Error()))
	}
	plan, err := install.Plugin(where.State, dir, program, client, c.Bool("mcp"))
	if errors.Is(err, install.ErrTaken) {
		return coded{exitFailed, fmt.Errorf("%s %w", dir, install.ErrTaken), "name a folder that is new, empty or holds an earlier plugin of savectx"}
	}
	if err != nil {
		return notInstalled(dir, err)
	}
	doc := installDoc{Version: 1, Files: plan.Files, Client: &clientDoc{client.String(), from}}
	_, err = v.carryOut(c, where, plan, &doc, "plugin")
	if err == nil && !c.Bool("json") && !c.Bool("dry-run") {
		v.say("claude plugin marketplace add %s", oneLine(install.Quote(dir)))
		v.say("claude plugin install savectx@savectx")
		v.hint("the two commands above install it")
		for _, f := range ourFiles(claude.ReadSettings(config, root)) {
			v.tell("%s has the hooks as well, and with the plugin each would run twice", oneLine(f.Path))
			v.hint(uninstallOf(f.Level) + " takes them out")
		}
	}
	return err
}

// What install and uninstall look at around the file they change: other places
// with our hooks, PATH, git.

package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/install"
	"savectx/orchestrator/claude"
)

// ourFiles are the settings files with hooks of ours.
func ourFiles(s claude.Settings) (files []claude.File) {
	for _, f := range s.Files {
		if slices.ContainsFunc(claude.Settings{Files: []claude.File{f}}.Handlers(""), func(h claude.Handler) bool {
			_, ours := claude.OurHook(h.Command, h.Args)
			return ours
		}) {
			files = append(files, f)
		}
	}
	return files
}

// uninstallOf is the command that takes our hooks out of a level's file.
func uninstallOf(level string) string {
	if level == claude.LevelProject || level == claude.LevelLocal {
		return "savectx uninstall --" + level
	}
	return "savectx uninstall"
}

// notTwice refuses hooks that would run twice, beside the plugin or another
// file. A person's own are for all projects, so one project's are only told.
func (v *voice) notTwice(c *cli.Context, s claude.Settings, where install.Place) error {
	for _, p := range s.Plugins() {
		if claude.OurPlugin(p.Value) {
			return coded{exitFailed, fmt.Errorf("the plugin %s is enabled in %s: every hook would run twice", oneLine(p.Value), oneLine(p.Path)),
				"keep the plugin, or run claude plugin disable " + oneLine(p.Value) + " and install again"}
		}
	}
	if why, _ := s.HooksOff(); why != "" {
		return nil // none of them runs
	}
	for _, f := range ourFiles(s) {
		if sameFile(f.Path, where.Settings) {
			continue
		}
		path := oneLine(f.Path)
		if !where.Shared {
			v.tell("%s has hooks of savectx as well: in this project each would run twice", path)
			v.hint("keep one of the two: " + uninstallOf(f.Level) + " takes those out")
			continue
		}
		hint := "keep those, or run " + uninstallOf(f.Level) + " and install again"
		if f.Level == claude.LevelManaged {
			hint = "keep those: they are for everybody on this machine"
		}
		return coded{exitFailed, fmt.Errorf("%s has hooks of savectx, which run here too: every hook would run twice", path), hint}
	}
	return nil
}

// tellOthers says where savectx is still at work after it was taken out of one
// place.
func (v *voice) tellOthers(where install.Place, config, root string) {
	s := claude.ReadSettings(config, root)
	for _, p := range s.Plugins() {
		if claude.OurPlugin(p.Value) {
			v.tell("the plugin %s is enabled in %s and goes on", oneLine(p.Value), oneLine(p.Path))
			v.hint("claude plugin uninstall " + oneLine(p.Value) + " takes it out")
		}
	}
	for _, f := range ourFiles(s) {
		if !sameFile(f.Path, where.Settings) {
			v.tell("%s has hooks of savectx as well", oneLine(f.Path))
			v.hint(uninstallOf(f.Level) + " takes them out")
		}
	}
}

// whatStays names the files of ours that an uninstall leaves.
func whatStays(p *install.Plan) string {
	var stay []string
	for _, f := range p.Files {
		if f.Stays {
			stay = append(stay, oneLine(f.Path))
		}
	}
	if len(stay) == 0 {
		return ""
	}
	return "; what stays: " + strings.Join(stay, ", ")
}

// pathLine puts a folder in front of PATH, in the words of a POSIX shell.
func pathLine(dir string) string { return "export PATH=" + install.Quote(dir) + `:"$PATH"` }

// tellPath warns where the skills, which call savectx by its name, would not
// find program.
func (v *voice) tellPath(program string) {
	put := oneLine(pathLine(filepath.Dir(program))) + " in the start file of your shell puts it there, for sessions that are started then"
	switch found, err := exec.LookPath("savectx"); {
	case err != nil:
		v.tell("savectx is not on PATH, and the skills call it by its name")
		v.hint(put)
	case !sameFile(found, program):
		v.tell("the skills call %s, which is first on PATH, and not this savectx", oneLine(found))
		v.hint(put)
	}
}

// gitPatience bounds the question to git: it answers in milliseconds.
const gitPatience = 2 * time.Second

// tellUnignored warns of files for one person that git would put into a commit.
func (v *voice) tellUnignored(ctx context.Context, where install.Place, root string, skills bool) {
	lines := map[string]string{where.Settings: ".claude/settings.local.json"}
	paths := []string{where.Settings}
	if skills {
		path := filepath.Join(where.Skills, "save", "SKILL.md")
		lines[path] = ".claude/skills/"
		paths = append(paths, path)
	}
	var names, missing []string
	for _, path := range paths {
		if unignored(ctx, root, path) {
			names = append(names, strings.TrimSuffix(lines[path], "/"))
			missing = append(missing, lines[path])
		}
	}
	if len(names) > 0 {
		v.tell("%s: for you alone and not for committing, but git does not ignore it", strings.Join(names, " and "))
		v.hint("lines for .gitignore or .git/info/exclude: " + strings.Join(missing, " "))
	}
}

// unignored tells whether git knows the project and would not pass over path.
// Without git, or where it refuses, nothing is known.
func unignored(ctx context.Context, root, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, gitPatience)
	defer cancel()
	// fsmonitor would run a program that the project names.
	err := exec.CommandContext(ctx, "git", "-C", root, "-c", "core.fsmonitor=false", "check-ignore", "-q", "--", path).Run()
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == 1
}

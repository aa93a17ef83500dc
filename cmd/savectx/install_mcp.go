// The MCP server in Claude Code's own configuration: what install --mcp and
// uninstall have the client do there, and what the doctor says of it.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/install"
	"savectx/orchestrator/claude"
	"savectx/preserve/memory"
	"savectx/prompts"
)

// serverName is what the client calls our server; its tools are
// mcp__savectx__memory_session and so on.
const serverName = "savectx"

// What becomes of the server.
const (
	mcpAdd    = "add"
	mcpUpdate = "update" // ours, with another path: removed and added again
	mcpRemove = "remove"
	mcpKeep   = "keep"
	mcpRefuse = "refuse" // it cannot be done
)

// mcpStep is what the client is to be told, decided before anything is done.
type mcpStep struct {
	Level    string     `json:"scope"`
	Path     string     `json:"path"` // the file it stands in
	Action   string     `json:"action"`
	Reason   string     `json:"reason,omitempty"` // to keep or refuse
	Commands [][]string `json:"commands,omitempty"`
	Done     bool       `json:"done"`

	place   claude.MCPPlace
	program string // of the client; "" when there is none
	missing error
	wanted  string // the command the server is to have
	ran     int    // commands that have run
}

func mcpPlace(folder, root string) claude.MCPPlace {
	return claude.MCPPlace{Config: folder, Root: root, Main: memory.Project(root), Getenv: os.Getenv}
}

// levelOf is the level that the flags of install and uninstall name.
func levelOf(c *cli.Context) string {
	switch {
	case c.Bool("project"):
		return claude.LevelProject
	case c.Bool("local"):
		return claude.LevelLocal
	}
	return claude.LevelUser
}

func newStep(place claude.MCPPlace, level string) *mcpStep {
	s := &mcpStep{Level: level, Path: place.File(level), place: place}
	s.program, s.missing = claude.FindProgram(place.Getenv)
	return s
}

// keeps notes why nothing is done.
func (s *mcpStep) keeps(action, reason string) *mcpStep {
	s.Action, s.Reason = action, reason
	return s
}

// does notes what the client is to be told.
func (s *mcpStep) does(action string, commands ...[]string) *mcpStep {
	s.Action = action
	for _, args := range commands {
		s.Commands = append(s.Commands, append([]string{cmp.Or(s.program, "claude")}, args...))
	}
	return s
}

// runs tells whether the client is to be run.
func (s *mcpStep) runs() bool { return s != nil && len(s.Commands) > 0 && s.missing == nil }

// addsMCP decides how a level gets a server that calls program. One of that
// name that is somebody else's is left alone, and so is one at a level that
// ours would hide.
func addsMCP(place claude.MCPPlace, level, program string) *mcpStep {
	s := newStep(place, level)
	s.wanted = program
	if strings.Contains(program, "${") {
		return s.keeps(mcpRefuse, "the client would replace the ${ in its path, "+program)
	}
	there, found, err := place.Server(level, serverName)
	if _, _, stateErr := place.Server(claude.LevelUser, serverName); err != nil || stateErr != nil {
		return s.keeps(mcpRefuse, oneLine(cmp.Or(err, stateErr).Error())) // a client may begin the file anew
	}
	add := claude.AddMCP(level, serverName, program, "mcp")
	switch {
	case found && !there.Ours():
		return s.keeps(mcpKeep, "is somebody else's: "+called(there))
	case found && there.Command == program:
		return s.keeps(mcpKeep, "is there already")
	case found && len(there.Env) > 0:
		return s.keeps(mcpKeep, "calls "+there.Command+" and has an environment of its own, which would be lost: change its path by hand")
	case found:
		return s.does(mcpUpdate, claude.RemoveMCP(level, serverName), add)
	}
	for _, l := range hiddenBy(level) {
		there, found, err := place.Server(l, serverName)
		switch {
		case err != nil || !found:
		case !there.Ours():
			return s.keeps(mcpKeep, "is somebody else's in "+there.Path+": "+called(there))
		case level == claude.LevelLocal && l == claude.LevelUser:
			return s.keeps(mcpKeep, "is there for all of your projects already")
		}
	}
	return s.does(mcpAdd, add)
}

// hiddenBy are the levels whose server of the same name a level hides.
func hiddenBy(level string) []string {
	all := []string{claude.LevelLocal, claude.LevelProject, claude.LevelUser}
	return all[slices.Index(all, level)+1:]
}

// called is the command of a server, without its arguments, which may hold keys.
func called(s claude.MCPServer) string { return cmp.Or(s.Command, "it has no command") }

// removesMCP decides how a level loses our server; nil when it has none. The
// client is not started then.
func removesMCP(place claude.MCPPlace, level string) *mcpStep {
	there, found, err := place.Server(level, serverName)
	switch {
	case err != nil:
		return newStep(place, level).keeps(mcpKeep, "cannot be looked for: "+oneLine(err.Error()))
	case !found || !there.Ours():
		return nil
	}
	if _, _, err := place.Server(claude.LevelUser, serverName); err != nil { // a client may begin that file anew
		return newStep(place, level).keeps(mcpKeep, "cannot be taken out while "+oneLine(err.Error()))
	}
	return newStep(place, level).does(mcpRemove, claude.RemoveMCP(level, serverName))
}

// showMCP says what the client will be told.
func (v *voice) showMCP(s *mcpStep) {
	switch {
	case s == nil:
	case s.Action == mcpKeep:
		v.say("keep the MCP server savectx in %s: it %s", oneLine(s.Path), v.tamed(s.Reason))
	case s.runs():
		for _, argv := range s.Commands {
			v.say("runs %s", oneLine(quoted(argv)))
		}
	case len(s.Commands) > 0:
		v.say("left to you, since %s: %s", s.missing, oneLine(s.byHand()))
	}
}

func quoted(argv []string) string {
	words := make([]string, len(argv))
	for i, word := range argv {
		words[i] = install.Quote(word)
	}
	return strings.Join(words, " ")
}

// byHand is what a person would type, for what is not done yet.
func (s *mcpStep) byHand() string {
	var lines []string
	if dir := s.place.Dir(s.Level); s.Level != claude.LevelUser {
		if cwd, err := os.Getwd(); err != nil || !sameFile(cwd, dir) {
			lines = append(lines, "cd "+install.Quote(dir))
		}
	}
	for _, argv := range s.Commands[s.ran:] {
		lines = append(lines, quoted(append([]string{"claude"}, argv[1:]...)))
	}
	return strings.Join(lines, " && ")
}

// tamed makes one line without secrets of what others have written.
func (v *voice) tamed(text string) string {
	return firstRunes(oneLine(v.withoutSecrets(firstRunes(text, tameLook))), tameShow)
}

// runMCP has the client do it, and looks whether it has.
func (v *voice) runMCP(ctx context.Context, s *mcpStep, quiet bool) error {
	if !s.runs() {
		return nil
	}
	err := s.carryOut(ctx)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return coded{exitFailed, fmt.Errorf("claude did not %s the MCP server savectx: %s", s.Action, v.tamed(err.Error())),
			"all the rest is done; to try it yourself: " + oneLine(s.byHand())}
	}
	s.Done = true
	if quiet {
		return nil
	}
	switch s.Action {
	case mcpRemove:
		v.say("done: the MCP server savectx is out of %s", oneLine(s.Path))
	default:
		v.say("done: the MCP server savectx is in %s", oneLine(s.Path))
		if s.Level == claude.LevelProject {
			v.hint("Claude Code asks everybody in this project whether they want the servers of .mcp.json")
		}
		v.hint("sessions that are started from now on have its tools, mcp__savectx__memory_session and its siblings; they ask for permission like all tools")
	}
	return nil
}

func (s *mcpStep) carryOut(ctx context.Context) error {
	alone := s.Level == claude.LevelProject && s.place.Holds(s.Level, serverName)
	for _, argv := range s.Commands {
		if err := s.place.Manage(ctx, argv[0], s.Level, argv[1:]); err != nil {
			return err
		}
		s.ran++
	}
	there, found, err := s.place.Server(s.Level, serverName)
	switch {
	case err != nil:
		return err
	case s.Action == mcpRemove && found:
		s.ran-- // it has not done what it says
		return fmt.Errorf("it says that it has, but the server is still in %s", s.Path)
	case s.Action != mcpRemove && (!there.Ours() || there.Command != s.wanted):
		s.ran--
		return fmt.Errorf("it says that it has, but the server is not in %s", s.Path)
	case alone && s.Action == mcpRemove:
		return s.sweep()
	}
	return nil
}

// sweep removes a project's .mcp.json in which the client has left nothing.
func (s *mcpStep) sweep() error {
	if info, err := os.Lstat(s.Path); err != nil || !info.Mode().IsRegular() || !s.place.Holds(s.Level) {
		return nil // a link is somebody's own arrangement
	}
	return os.Remove(s.Path)
}

// leftMCP says what was not done, with what to do.
func (v *voice) leftMCP(s *mcpStep) error {
	switch {
	case s == nil || s.Done:
	case s.Action == mcpRefuse:
		return coded{exitFailed, fmt.Errorf("the MCP server savectx was not added: %s", v.tamed(s.Reason)), "nothing else depends on it; mend that and run it again"}
	case len(s.Commands) > 0 && s.missing != nil:
		v.tell("the MCP server savectx is left as it is: %s", s.missing)
		v.hint("to do it yourself: " + oneLine(s.byHand()))
	}
	return nil
}

// tellOtherServers says where our server still is after it was taken out of one
// level.
func (v *voice) tellOtherServers(place claude.MCPPlace, level string) {
	for _, l := range []string{claude.LevelLocal, claude.LevelProject, claude.LevelUser} {
		if there, found, err := place.Server(l, serverName); l != level && err == nil && found && there.Ours() {
			v.tell("%s has the MCP server savectx as well", oneLine(there.Path))
			v.hint(uninstallOf(l) + " takes it out")
		}
	}
}

// examineMCPServer says whether the client has our server, as the one of its
// name that counts here: local goes before project, project before user.
func (d *doctor) examineMCPServer() {
	const id = "mcp-server"
	place, seen := mcpPlace(d.config, d.project), false
	for _, p := range d.plugins {
		if p.folder != "" && exists(filepath.Join(p.folder, prompts.ServersFile)) {
			d.ok(id, "the plugin "+p.name+" brings savectx's MCP server")
			seen = true
		}
	}
	here := false // the one that counts is found
	for _, level := range []string{claude.LevelLocal, claude.LevelProject, claude.LevelUser} {
		there, found, err := place.Server(level, serverName)
		again := d.install(level) + " --mcp"
		switch {
		case err != nil && level == claude.LevelLocal: // the user's file as well
		case err != nil:
			d.warn(id, fmt.Sprintf("whether Claude Code has the MCP server savectx cannot be told: %v", err), "mend the file; savectx leaves it alone until then")
			seen = true
		case !found || here: // a higher level counts
		case !there.Ours():
			d.warn(id, fmt.Sprintf("the MCP server savectx in %s is somebody else's: %s", there.Path, called(there)), "claude mcp remove --scope "+level+" savectx takes it out, "+again+" puts savectx in its place")
			here = true
		case !d.runnable(there.Command, "", false):
			d.warn(id, fmt.Sprintf("the MCP server savectx in %s calls %s, which cannot be run", there.Path, there.Command), again+" brings it up to date")
			here = true
		default:
			text := fmt.Sprintf("Claude Code has savectx's MCP server (%s): %s", there.Path, there.Command)
			if level == claude.LevelProject {
				text += "; it counts once you have approved it there"
			}
			d.ok(id, text)
			here = true
		}
	}
	if !seen && !here {
		d.add(levelOK, id, "Claude Code does not have savectx's MCP server; skills and hooks do without", d.install(claude.LevelUser)+" --mcp adds it")
	}
}

// The doctor on memory servers of the client's configuration.

package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/anymcp"
)

// toolsPatience bounds starting a server and asking for its tools.
const toolsPatience = 20 * time.Second

func (d *doctor) examineMemoryServer() {
	name := d.set.String(config.MCPServer)
	found, err := mcpServers()
	if err != nil {
		d.warn("memory-mcp-servers", fmt.Sprintf("the servers of Claude Code cannot be read: %v", err), "mend that file; claude mcp list shows what the client reads")
		return
	}
	d.listServers(found)
	if name == "" {
		d.suggestServer(found)
		return
	}
	server, err := found.Server(name)
	if err != nil {
		d.fail("memory-mcp", fmt.Sprintf("mcp.server: %v", err), "claude mcp list shows the servers; mcp.server names one")
		return
	}
	d.examineTools(server)
}

// listServers tells of those that may be used, and why others may not.
func (d *doctor) listServers(found anymcp.Found) {
	var names, left []string
	for _, s := range found.Servers {
		if filepath.Base(s.Command) != "savectx" { // ours keeps what is kept here already
			names = append(names, s.Name)
		}
	}
	for _, s := range found.Skipped {
		left = append(left, fmt.Sprintf("%s (%s)", cmp.Or(s.Name, s.From), s.Reason))
	}
	if names == nil && left == nil {
		return
	}
	text := "servers of Claude Code that could keep facts: " + cmp.Or(strings.Join(names, ", "), "none")
	if left != nil {
		text += "; left out: " + strings.Join(left, ", ")
	}
	d.ok("memory-mcp-servers", text)
}

// suggestServer names those that look like a memory.
func (d *doctor) suggestServer(found anymcp.Found) {
	var like []string
	for _, s := range found.Servers {
		if strings.Contains(strings.ToLower(s.Name), "mem") {
			like = append(like, s.Name)
		}
	}
	if like == nil {
		d.ok("memory-mcp", "no memory server is set up")
		return
	}
	d.add(levelOK, "memory-mcp", "no memory server is set up; of Claude Code's servers these may be one: "+strings.Join(like, ", "), "mcp.server names the one that facts are to go to")
}

// examineTools starts the server, and tells which of its tools does what.
func (d *doctor) examineTools(server anymcp.Server) {
	text := fmt.Sprintf("the memory server is %s (%s, %s), from %s", server.Name, server.Address(), server.Scope, server.From)
	ctx, cancel := context.WithTimeout(d.c.Context, toolsPatience)
	defer cancel()
	conn, err := anymcp.Connect(ctx, server, anymcp.Options{Version: versionText(), Start: toolsPatience})
	if err != nil {
		d.warn("memory-mcp", text+": it does not answer: "+err.Error(), "facts wait, and are delivered when it does; claude mcp get "+server.Name+" shows how it is started")
		return
	}
	defer conn.Close()
	tools, err := conn.Tools(ctx)
	if err != nil {
		d.warn("memory-mcp", text+": it does not tell its tools: "+err.Error(), "facts wait, and are delivered when it does")
		return
	}
	m := anymcp.Discover(tools, mcpNames(d.set))
	text += fmt.Sprintf("; tools: %d", len(tools))
	if m.Graph {
		text += ", a knowledge graph"
	}
	d.ok("memory-mcp", text)
	if m.UserID && d.set.String(config.MCPUser) == "" {
		d.fail("memory-mcp-user", "the memory server tells users apart, and mcp.user is not set", "set mcp.user to the user whose memories these are")
	}
	d.toolLine("mcp.search", m.Search)
	d.toolLine("mcp.list", m.List)
	d.toolLine("mcp.update", m.Update)
	d.toolLine("mcp.remove", m.Remove)
	if add := choiceText("mcp.add", m.Add); m.Add.Tool == "" {
		d.fail("memory-mcp-tool", add, "name the tool with mcp.add; what it asks for beside the text, mcp.args can give")
	} else {
		d.ok("memory-mcp-tool", add)
	}
	if m.Search.Tool == "" && m.List.Tool == "" {
		d.warn("memory-mcp-tool", "without a tool that searches or lists, a fact that the server has already cannot be recognized", "name it with mcp.search or mcp.list")
	}
}

func (d *doctor) toolLine(key string, c anymcp.Choice) { d.ok("memory-mcp-tool", choiceText(key, c)) }

// choiceText is one line about a choice: the tool, what goes into which of its
// arguments, and why this one.
func choiceText(key string, c anymcp.Choice) string {
	tool := "none"
	if c.Tool != "" {
		tool = c.Tool
		var args []string
		for name, what := range c.Args {
			args = append(args, name+" = "+what)
		}
		slices.Sort(args)
		if args != nil {
			tool += "(" + strings.Join(args, ", ") + ")"
		}
	}
	text := fmt.Sprintf("%s: %s: %s", key, tool, c.Reason)
	if len(c.Others) > 0 {
		text += "; others that fit: " + strings.Join(c.Others, ", ")
	}
	return text
}

// How the scripted model calls any tool by its name.

package loopback

import (
	"encoding/json"
	"slices"
	"strings"
)

// toolSearch is the client's own tool that makes a deferred one callable.
const toolSearch = "ToolSearch"

// toolLoaded stands behind the answer of ToolSearch (2.1.332).
const toolLoaded = "Tool loaded."

// calls are the tool calls that a prompt orders, one after another. A client
// that has ToolSearch names the tools of MCP servers only in a reminder and
// wants them looked up first (2.1.332); the look-up also waits for a server
// that is still connecting; a tool that was found is listed, marked as
// deferred still. 2.1.100 lists them with all others.
func (r Request) calls(prompt string) (calls []plan) {
	for _, o := range order.FindAllStringSubmatch(prompt, -1) {
		if o[1] != "tool" {
			continue
		}
		name, args, _ := strings.Cut(o[2], " ")
		if args == "" {
			args = "{}"
		}
		if slices.Contains(r.Names, toolSearch) && !slices.Contains(r.Names, name) {
			calls = append(calls, plan{text: "Looking it up.", tool: toolSearch, input: map[string]any{"query": "select:" + name}})
		}
		calls = append(calls, plan{text: "Calling it.", tool: name, input: json.RawMessage(args)})
	}
	return calls
}

// answers are the results of the tools that were called since the last prompt,
// oldest first. The client may put a message of its own behind them.
func (r Request) answers() (results []string) {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		m := r.Messages[i]
		if m.Role != "user" {
			continue
		}
		results = append(slices.Clone(m.Results), results...)
		if len(Request{Messages: r.Messages[i : i+1]}.Prompts()) > 0 {
			break
		}
	}
	return results
}

// Answer is what the tools that were called since the last prompt have
// answered, as it reaches the model.
func (r Request) Answer() string { return strings.Join(r.answers(), "\n") }

// Package anymcp keeps facts in a memory server that the user already has: any
// MCP server of the client's configuration whose tools fit.
//
//	.claude.json, settings, .mcp.json ── Find ── Servers, and what was left out
//	Server ── Connect ── Conn ── Tools ──┐
//	names, constants of the config ──────┴─ Discover ── Mapping, with reasons
//	Conn, Mapping, Config ── NewStore ── Store: Add, Search, List, Update, Remove
//
// # Which servers count
//
// Seen with Claude Code 2.1.332 (`claude mcp add`, `claude mcp list`):
//
//   - The state file is ~/.claude.json, or .claude.json in CLAUDE_CONFIG_DIR;
//     but .config.json in the config folder where that is there.
//     mcpServers at its top are the user's, projects[dir].mcpServers the ones
//     added for one project ("local", the default of `mcp add`). dir is the git
//     root, of a worktree its main repository, else the working directory.
//     A mcpServers key in settings.json does nothing.
//   - `mcp add` writes "type":"stdio", command, args, env ({} when empty), or
//     "type":"http" or "sse", url, headers. `mcp add-json` may leave the type
//     out for a command; an url without a type is refused. "streamable-http"
//     is http. "ws" exists, and is left out here.
//   - ${NAME} and ${NAME:-default} are replaced in command, args, env, url and
//     headers. A variable that is set, if only to nothing, wins over the
//     default; a default ends at the first "}"; one that is neither set nor
//     has a default stays as it is, with a warning. $NAME is text.
//   - A .mcp.json counts in the working directory and in all folders above
//     it, even above the git root; its servers wait for approval.
//   - Approval is enabledMcpjsonServers (names) or enableAllProjectMcpServers
//     in settings.json of the config folder, always; and, once the folder is
//     trusted (hasTrustDialogAccepted), in projects[dir] of the state file and
//     in the project's settings.json and settings.local.json.
//     disabledMcpjsonServers, anywhere, wins. disabledMcpServers in
//     projects[dir] switches any server off for that project.
//
// This package is stricter in three places, because facts are sent away:
// settings.json of the project approves nothing, and neither does its
// settings.local.json when git tracks it, since both may come with a clone; a
// .mcp.json above the git root is not read; and a project's server never
// takes the place of the user's own of the same name. Nothing is written.
//
// # Which tools fit
//
// Names and schemas have to agree: a name alone is never enough, and nor is a
// schema (a shell tool takes a text, too). A tool that needs an argument that
// nobody can give does not fit. Two that fit equally well are a question for
// the user. Descriptions are not looked at: they are written to persuade.
//
// # Knowledge graphs
//
// Servers shaped as @modelcontextprotocol/server-memory get one entity a
// fact. Its name is "project/type: first words #hash", the same for the same
// fact, so that adding it twice is adding it once; its observations are the
// text and two labels ("savectx project: ...", "savectx saved: ..."). One
// entity a project would make each answer the whole project, and removing one
// fact an edit of something shared. Entities of others are found, too, but
// only one with a single observation can be changed.
package anymcp

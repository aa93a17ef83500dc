// Package mcpserver is savectx's own MCP server: saved sessions and remembered
// facts for a model, over any transport of the official SDK.
//
//	client ── arguments ── bounds ── clean (secrets) ── check ──┐
//	                                                            │
//	   memory_session       save a session, answer its rules ───┤
//	   memory_remember      keep one fact ──────────────────────┼── Store
//	   memory_search        sessions, facts, entries ───────────┤
//	   memory_read          one of them ────────────────────────┤
//	   memory_load_session  a session, in 5,000 characters ─────┤
//	   memory_explore_tags  the tags in use ────────────────────┘
//	                                                            │
//	client ── text ── bounds ───────────────────────────────────┘
//
// Names and arguments are those of dankinsoid/ai-memory, so that its save and
// load skills work unchanged. Mistakes are answered as tool errors that say
// what to do: a model reads them and tries again. What the store says of its
// own failure passes clean, too.
//
// A compact text over 2,000 characters is refused, not cut. The model that
// wrote it is still there and knows what matters least; cutting here would
// drop the end, and the newest and most detailed part stands there. The answer
// says how much is too much, and nothing is written.
package mcpserver

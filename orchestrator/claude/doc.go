// Package claude is all that savectx knows of Claude Code. Nothing here acts;
// it turns what the client leaves behind into facts.
//
//	<config>/sessions/<pid>.json   → Record   who it is, idle or busy (2.1.139 and later)
//	<transcript>.jsonl             → Row      prompts, commands, boundaries, the end of a turn
//	a captured pane                → Screen   which view, and what the composer holds
//	settings files                 → Settings what they say, and which file says it
//	a version                      → Version  what this client is able to do
//	a model, settings, environment → Trigger  where the next compaction is
//	<config>/.claude.json          → Trusted  whether hooks run in a folder
//
// The formats are the client's own and nobody promises them. A field that is
// missing makes a fact unknown, never false, and a screen that fits nothing
// known is KindUnknown, on which no key is pressed.
package claude

// Package memory plans changes to a store of remembered facts: existing bytes
// in, changes out. The one store so far is "local", Claude Code's auto-memory
// folder: one fact a file with front matter, one index line in MEMORY.md.
//
//	config, cwd, env, settings ── Locate ── Place{Dir, From, Disabled}
//	Place.Dir ─────────────────── Read ──── Existing
//
//	facts ── clean, title, hook, name ──┐
//	Existing ── front matter, text ─────┴─ Merge
//	                                         │ replaces  ── the memory named there gives way
//	                                         │ same name, title or hook, same text
//	                                         │   └─ nothing new: duplicate
//	                                         │      something new: updated, a dated line
//	                                         │ none ── added: a file and an index line
//	                                         ▼
//	                     files to write (nil: to remove), one Outcome a fact
//
// Only Locate and Read look at the disk, and nothing here writes: the caller
// writes the files, under its lock. What a file holds beside the lines that
// change stays byte for byte; what the reader of front matter does not
// understand it leaves alone. Merging the same facts twice is merging them
// once, unless one of them replaces a name that another one takes.
package memory

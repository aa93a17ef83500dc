// Package preserve owns what a compaction must not lose, and the line that
// says so.
//
//	--items FILE ── ParseItems ─┐
//	snapshot ───── Order ───────┴─ items, most important first
//	                                 │
//	                               Compose ── prompts.Words, Budget, handoff file
//	                                 │          drops whole items, last first, to fit
//	--line TEXT ── Given ───────────┤
//	                                 ▼
//	                          one line "/compact …"
//	--then TEXT ── Then ──── one line, the follow-up prompt, later
//
// Every text that comes in passes [Clean] and is one line without control
// characters from there on. Nothing in this package reads or writes files.
package preserve

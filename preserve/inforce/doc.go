// Package inforce makes the list that is to survive the next compaction: what
// was last saved, and what the transcript shows beside it.
//
//	last snapshot ─┐
//	               ├─ Merge ── the list in force, most important first
//	evidence.Found ┘
//
// The snapshot was made with judgement and wins: what it says of a thing
// replaces what the transcript shows of it. Which things are the same is the
// audit's judgement. Nothing here reads or writes files.
package inforce

// Package plan turns a snapshot into files.
//
//	Request ── route ──► entries, numbered        what goes where, what is left out and why
//	              │
//	           choice   --drop, --only, --move
//	              │
//	           render   each destination into a draft of the files it touches
//	              │
//	            Plan ──► changes, receipt          nothing is written so far
//	              │
//	           Write ── journal first, then file by file ──► receipt with what failed
//
// Making a plan reads files and writes none. The same request over the same
// files makes the same plan: that is how a stored plan is applied, after
// [Plan.Stale] has found no file that changed since.
//
// A step that was begun and not finished, because the machine went down or a
// disk was full, is brought to an end by [Finish] or taken back by [Undo].
package plan

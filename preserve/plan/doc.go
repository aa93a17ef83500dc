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
// files makes the same plan (but for documents that could not be looked through
// in three seconds): that is how a stored plan is applied, after [Stored.Again]
// has found that no file changed since and everything still goes where it was to.
//
// A step that was begun and not finished, because the machine went down or a
// disk was full, is brought to an end by [safefile.Step.Finish] or taken back
// by [safefile.Step.Undo].
package plan

// Package evidence makes the preservation list of a session from its
// transcript, without a model: what a careful person would want to survive a
// compaction, each item with its row and with who said it.
//
//	rows → Collector.Add     what was said, run, written, asked, refused
//	     → Collector.Found   what of it still holds: taken back, repaired,
//	                         answered and committed things are gone; the rest
//	                         scored, merged, ranked and limited
//
// A person's words are taken as they stand. What they pasted or quoted is not
// theirs (own.go, logs.go, mail.go). What makes words a correction, a rule, small talk or an
// answered question is a matter of trigger words in the languages of prompts
// (words_*.go) and of what happened around them: an interruption, a refusal, a
// file changed in the same turn, a question answered. Where no trigger speaks,
// words of a person that are neither small talk, assent nor an answered
// question are kept: a missed correction costs more than an item too many.
//
// A way that was left is told by words of the person that tell nothing else
// (left.go), by what the model says of a call when it sees what came of it, by a
// failure that only another command got past, and by the figures of one
// program's runs side by side, of which the last stands (tries.go, compare.go).
// A kind is read as a label: where it is in doubt, what was chosen must not be
// said to be dropped.
//
// The same rows give the same list. Nothing is read but by [Read].
package evidence

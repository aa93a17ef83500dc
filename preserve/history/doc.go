// Package history tells what the compactions of a session did, from its
// transcript alone.
//
//	rows up to a boundary ─── the list in force, what the user said
//	the boundary ──────────── when, why, tokens, what stays word for word
//	the summary behind it ─┐
//	                       ├─ audit.Examine ── a verdict an item, inventions
//	what hooks added then ─┘                └─ when an item was put back
//
// Beside a manual compaction the client leaves what was typed behind /compact,
// and what hooks printed, in the context, under a remark that the model is not
// to consider it (2.1.100, 2.1.332): it counts neither as kept nor as put back.
//
// That something was put back is not believed but read: the client writes down
// what hooks add to the context, and that is judged as the summary is.
package history

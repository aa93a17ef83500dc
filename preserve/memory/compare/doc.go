// Package compare decides what is to be done with a fact, for every store that
// looks before it writes.
//
//	                       stored, of the project or of none
//	                                   │ Relate, one by one
//	fact ── Decide ── Same, or Covered ┼─▶ Keep: nothing to write
//	                                   │     └─ another is named ─▶ Remove that one
//	                  one is named ────┼─▶ Replace it
//	                  Contradicts ─────┼─▶ Ask a person: it is replaced, or a conflict
//	                  Reworded ────────┼─▶ Reword: it can have the new words
//	                  Unrelated ───────┴─▶ Add
//	                                        │ the server finds one near by itself
//	                                        └─ Taken: as above; dropped for anything else ─▶ Ask
//
// The first that fits counts, from the top. The one that is named is what the
// fact supersedes ([Names]): nothing but its very words keeps it, and they do,
// whatever else has them.
//
// A distance between texts cannot do it: "219 requests" and "220 requests" are
// closer to each other than any two ways of saying one thing. So the words are
// compared ([Relate]): those that tell something, the numbers, the negations,
// and the one place where two sentences differ.
package compare

// Package compare tells whether a stored text says the same as a fact, for
// every store that looks before it writes.
//
//	Same, Covered ── nothing to write
//	Reworded ─────── the stored one can have the new words
//	Contradicts ──── a person decides
//	Unrelated ────── both are kept
//
// A distance between texts cannot do it: "219 requests" and "220 requests" are
// closer to each other than any two ways of saying one thing. So the words are
// compared: those that tell something, the numbers, the negations, and the one
// place where two sentences differ.
package compare

// Package remote keeps facts in a store beyond this machine's own: a mem0
// server, or a memory server of the client's configuration.
//
//	facts ── Save ──▶ outbox (each fact a file) ──▶ Store.Put, one after the other
//	                      ▲                            │
//	                      │                            ├─ added, updated, unchanged, replaced ──▶ out of the outbox
//	                      ├──────── waiting ◀──────────┤ the server is away: the rest waits as well
//	                      └──────── conflict, failed ◀─┘ set aside, for a person to decide
//
//	later: Deliver hands what waits to the store again
//	       Settle puts one again that was set aside, and what contradicts it gives way
//	undo:  Revert takes back what an Outcome tells, if nobody has changed it since
//	       Unqueue does the part of it that needs no store
//
// An undo takes back what its save has written and nothing else. The outbox
// knows the saves that want a fact, by the date that the fact has in each; what
// is about to be written is noted in its item, and what was written in what is
// left of it, whoever delivered it. Of a memory for which nothing is noted, it
// cannot be told whose it is: it is left alone, with an error.
//
// The outbox is written first, so that a save that is killed at any moment has
// lost no fact; and a store looks before it writes, so that none is doubled.
// What is to be done beside what it finds is for package compare to say.
package remote

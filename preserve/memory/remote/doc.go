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
//
// The outbox is written first, so that a save that is killed at any moment has
// lost no fact; and a store looks before it writes, so that none is doubled.
package remote

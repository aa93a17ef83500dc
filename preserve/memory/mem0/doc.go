// Package mem0 is a client of a mem0 server, hosted or self-hosted, by its REST
// interface, and the rules of what is written there.
//
//	Save   search ── compare.Decide ── keep ─────▶ nothing to do
//	                                ├─ remove ───▶ delete the named one
//	                                ├─ replace ──▶ update
//	                                ├─ reword ───▶ update
//	                                ├─ ask ──────▶ update when approved, else reported
//	                                └─ add ──────▶ below; a near one is for compare.Taken
//
//	add    send ── answered ── ids, a near duplicate, or an event that is followed to its end
//	        │
//	        ├─ 429, or never sent ──▶ wait, send again
//	        └─ may have arrived ────▶ wait, look for it ── there ──▶ done
//	           (5xx, time-out,                          └─ not ──▶ send again
//	           half an answer, garbage)
//
// Each memory carries an idempotency mark in its metadata, a hash of user,
// project, type and text. It finds a memory whose add was never answered. When
// an add turns out to have arrived twice all the same, the younger ones with
// the same mark are removed; so does the next Save that sees them.
//
// The two shapes, as the npm client mem0ai 3.3.1 sends the first one and as the
// published routes of mem0's server have the second one:
//
//	           hosted (https://api.mem0.ai)           self-hosted
//	key        Authorization: Token KEY               X-API-Key: KEY
//	add        POST   /v3/memories/add/               POST   /memories
//	search     POST   /v3/memories/search/            POST   /search
//	list       POST   /v3/memories/?page&page_size    GET    /memories?user_id&top_k
//	get        GET    /v1/memories/ID/                GET    /memories/ID
//	update     PUT    /v1/memories/ID/                PUT    /memories/ID
//	delete     DELETE /v1/memories/ID/                DELETE /memories/ID
//	event      GET    /v1/event/ID/                   -
//
// Everything goes under one user id, which has no default: a server answers a
// wrong one with an empty list and no error. [Client.Canary] proves the scope.
// The routes that delete everything are never called, and an id that could
// become one of them is refused.
//
// The key is sent to the configured address and nowhere else, redirects to
// another address are refused, and no error holds it, also when the server
// repeats it.
//
// Not promised: a request that the server still works on long after it was
// given up can arrive after its copy; the next Save of the same fact tidies.
package mem0

// Package loopback is a model that answers on 127.0.0.1, so that the real
// client can be driven without a network: it speaks the streamed form of
// POST /v1/messages and does what the person's prompt tells it.
//
//	prompt "[[slow 3s]] hello"            → waits, then streams a text
//	prompt "[[bash touch x]]"             → one call of the Bash tool, then a text
//	prompt "[[tool NAME {...}]]"          → one call of any tool, found by a tool
//	                                        search where the client defers it, then a text
//	prompt "[[ask Which?|Red|Blue]]"      → one AskUserQuestion call, then a text
//	prompt "[[tokens 150000]] hello"      → reports that context size from now on
//	prompt "[[fail 400]]" / "[[stall]]"   → an API error / a stream that hangs
//	a request to summarise                → the summary set by Compaction
//
// Every request is kept and can be asked for its exact instructions.
package loopback

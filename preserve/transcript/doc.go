// Package transcript reads the rows of a session's transcript: a file of JSON
// Lines of any size, to which a client appends while it is read.
//
//	Newest   the last rows first, block by block from the end, in bounded memory
//
// It knows lines, not what they say. The client appends several rows in one
// write, so the last line can be torn; a row in the middle can be damaged, or
// begin with NUL bytes, which the client's own loader skips (since 2.1.121). Every reader here hands out what is there and leaves judging a
// line to its caller.
package transcript

// Package transcript reads the rows of a session's transcript: a file of JSON
// Lines of any size, to which a client appends while it is read.
//
//	Newest   the last lines first, block by block from the end, in bounded memory
//	Read     every row in order, as a conversation knows it, in bounded memory
//
// The client appends several rows in one write, so the last line can be torn;
// a row in the middle can be damaged, or begin with NUL bytes, which the
// client's own loader skips (since 2.1.121). What is damaged is left out.
//
// Read goes over the file twice:
//
//	lines → split → index     ids and parents: 100 bytes a row
//	                resolve   which rows lead to the last one
//	lines → split → parse     rows, with their place in the conversation
//
// Rows hang together by parentUuid, and by logicalParentUuid where a
// compaction parts them; not by their order, because two clients can write
// into one file and a person can take turns back. The shapes are those of
// 2.1.100 and 2.1.332, recorded from both (testdata), and older ones as far as
// they differ only in what is missing. To record them anew, with the client:
//
//	go test -tags record -run TestRecord ./preserve/transcript
package transcript

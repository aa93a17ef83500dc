// Package store is the embedded memory: sessions, facts, memories, entries of
// other files and the text of sessions, in one SQLite file that many processes
// use at once.
//
//	PutSession, PutTranscript, Remember, PutEntries
//	   │ cleaned (valid UTF-8, no NUL)
//	   ├──▶ tables: session, fact, turn, memory, entry      what was given
//	   └──▶ tokens ──▶ fts (FTS5), doc                      where it is found
//
//	Search  query ── tokens ── for each the newest 600 places, fewer for first letters in a long question (probe)
//	           │                    └─ frequent ones also together, and in the projects
//	           ├─ the best 60 by what they hold, read and counted anew (rank)
//	           └─ bm25, nearly equal ones by project, then by time
//
//	Tidy    many parts of the index ──▶ one, once a day and after an import
//
//	Open    no file ──▶ folder 0700, file 0600, layout of today
//	        older   ──▶ migrated in one transaction
//	        newer   ──▶ ErrNewer, not touched
//	        else    ──▶ ErrForeign, not touched
//
// Tokens are made here and not by SQLite (words.go): Chinese, Japanese, Korean
// and Thai in single characters and pairs, identifiers and paths whole and in
// parts, other words as they are, by stem and by their first five letters. The
// index holds these tokens and not the text.
//
// Writes are in WAL with synchronous=NORMAL: what a method acknowledged
// survives the end of the process at any moment; a power cut can take the last
// writes, and nothing else. A writer waits at most 30 seconds for another one.
// The file is for a local disk, as all of SQLite's WAL is.
//
// Everything that comes in must already be without secrets.
package store

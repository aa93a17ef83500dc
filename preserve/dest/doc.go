// Package dest writes a snapshot in the form each destination wants. Bytes
// in, bytes out: nothing here reads or writes files.
//
//	TempContext.md        Entry, AppendEntry, Blocks     one ## block a save
//	~/.claude/handoffs    CompactLine, Resume, Handoff   one file a session, overwritten
//	memory/HANDOFF.md     Now                            the newest state of the project
//	docs, CLAUDE.md       Decision, Task, Tick, Rule     one block or line an item
//	notes                 Log, DecisionNote              a daily log, a file a decision
//	session store         Compact, SessionFacts          a text below 2,000 characters, a line an item beside it
//
// Headings, labels and file names that other programs recognise never change
// with the language; what a person reads does.
package dest

// What a save is asked to do.

package plan

import (
	"slices"
	"time"

	"savectx/preserve"
	"savectx/preserve/memory"
)

// The destinations. The last three are stores, which are not files: a plan
// says what they get, and the caller gives it to them.
const (
	Context = "context" // TempContext.md, and edits of the project's documents
	Docs    = "docs"    // docs/DECISIONS.md, docs/TASKS.md, CLAUDE.md
	Memory  = "memory"  // Claude Code's memory folder
	Handoff = "handoff" // the session's handoff file, and HANDOFF.md in the memory folder
	Notes   = "notes"   // the person's own notes
	Session = "session" // the embedded store: the session as a whole
	Mem0    = "mem0"    // a mem0 server: long-lived facts
	MCP     = "mcp"     // a memory server of the client's configuration: the same
)

// Destinations lists them in the order in which they are written.
func Destinations() []string {
	return []string{Context, Docs, Memory, Handoff, Notes, Session, Mem0, MCP}
}

// Request is one save. Its snapshot is redacted already.
type Request struct {
	ID       string            `json:"id"` // of the save, and of its journal step
	Snapshot preserve.Snapshot `json:"snapshot"`
	To       []string          `json:"to"`
	Lang     string            `json:"lang"` // one of prompts.Languages
	At       time.Time         `json:"at"`
	Tag      string            `json:"tag"` // of the TempContext entry
	Redacted int               `json:"redacted"`
	Place    Place             `json:"place"`
	Choice   Choice            `json:"choice"`

	Share           int  `json:"share,omitempty"` // percent of the way to the automatic compaction, when a hook asked for the save
	CompactedBefore bool `json:"compacted_before,omitempty"`
	Restored        bool `json:"restored,omitempty"` // a hook puts the handoff back after a compaction
}

// Place says where things are. Every path is absolute.
type Place struct {
	Root    string       `json:"root"`    // of the project
	Config  string       `json:"config"`  // Claude's folder
	Memory  memory.Place `json:"memory"`  // Claude Code's memory folder
	Session string       `json:"session"` // its id, or ""
	Exclude []string     `json:"exclude,omitempty"`
	Notes   NotesPlace   `json:"notes"`

	// Stores has for each store how people know it: a file, or a server.
	Stores map[string]StorePlace `json:"stores,omitempty"`
}

// StorePlace is a store as people know it, or why it cannot be used.
type StorePlace struct {
	Name  string `json:"name"`
	Fault string `json:"fault,omitempty"`
}

// NotesPlace has the folders of a person's notes; "" is none.
type NotesPlace struct {
	Vault     string `json:"vault,omitempty"`
	DailyLogs string `json:"daily_logs,omitempty"`
	Decisions string `json:"decisions,omitempty"`
}

// Choice narrows a plan down, by the numbers of its entries.
type Choice struct {
	Drop []int        `json:"drop,omitempty"`
	Only []int        `json:"only,omitempty"`
	Move map[int]Spot `json:"move,omitempty"`
}

// Spot is a place in a document. Without a section it is TempContext.md.
type Spot struct {
	File    string `json:"file"`
	Section string `json:"section,omitempty"`
}

func (c Choice) takes(n int) bool {
	return !slices.Contains(c.Drop, n) && (len(c.Only) == 0 || slices.Contains(c.Only, n))
}

// Why an item, or a part of the save, is left out of a destination.
const (
	Duplicate    = "duplicate"
	OverCap      = "cap"
	TooLong      = "length"
	NoReason     = "no_reason"
	UnsafeTarget = "unsafe_target"
	NotWritten   = "failed"
	Contradicted = "conflict" // a memory of the store says otherwise
)

// What a store beyond this machine's own does, and what becomes of a fact.

package remote

import (
	"context"

	"savectx/preserve/memory/record"
)

// Store is one server, as one user. A memory of no project is everybody's: each
// project finds it and is compared with it, and new words leave it so.
type Store interface {
	// Name is what records and people call it: "mem0", or the name of the
	// server in the client's configuration.
	Name() string
	// Address is the server and the user in one line. It never changes for one
	// configuration, and holds no key: the outbox knows the store by it.
	Address() string
	// Put writes a fact, after it has looked what is there already. approve is
	// asked before a memory that contradicts the fact is replaced; nil: never.
	Put(ctx context.Context, f Fact, approve Approve) Outcome
	// Search finds at most limit facts, the best ones first: those of the
	// project and those of no project, which are everybody's; "": all.
	Search(ctx context.Context, query, project string, limit int) ([]record.Record, error)
	// List gives at most limit facts, of the same projects. [Listed] tells
	// whether these are all.
	List(ctx context.Context, project string, limit int) ([]record.Record, error)
	// Update replaces the text of a fact. The rest of it stays.
	Update(ctx context.Context, id, text string) error
	// Remove removes a fact.
	Remove(ctx context.Context, id string) error
	// Close ends what was started or connected.
	Close()
}

// Approve decides whether the stored fact gives way to the new one.
type Approve func(ctx context.Context, fact, stored record.Record) bool

// Fact is what is to be kept, and the memory that it supersedes: its id, or
// its text, or "".
type Fact struct {
	record.Record
	Replaces string
}

// State is what became of a fact.
type State string

// The states.
const (
	Added     State = "added"
	Updated   State = "updated"   // a memory said the same in other words; it has the new ones now
	Unchanged State = "unchanged" // a memory says it already
	Replaced  State = "replaced"  // a memory that was named, or approved, gave way
	Conflict  State = "conflict"  // a memory says otherwise, or is in the way; nothing was written
	Waiting   State = "waiting"   // in the outbox: the server is away, or not for us
	Failed    State = "failed"    // the server does not want it
)

// Outcome is the state of one fact. It can be kept as JSON for a later Revert.
type Outcome struct {
	Fact  Fact
	State State
	// ID and Text are those of the memory that decided: the one added (no
	// Text), or the one that was found, with the text it had before. The ID is
	// "" when the server does not tell. A fact that waits has them when it was
	// to be the text of that memory, and changing it failed.
	ID, Text string
	// Others are further memories that were left alone: they contradict the fact,
	// or the server found them near it, or they were to give way and cannot.
	Others []record.Record
	// Firm: approval does not end this conflict, and Err says why. It is not kept
	// as JSON.
	Firm bool
	// Item is the id of the fact in the outbox, where it waits or was set aside.
	Item string
	// Err is the reason of waiting, conflict and failed.
	Err error

	undo undo
}

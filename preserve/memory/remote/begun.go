// What is known of a fact before a save has tried it.

package remote

import (
	"time"

	"savectx/preserve/memory/outbox"
)

// Begun is the outcome of a fact that a save which began at this time may have
// been killed over: Revert finds out how far it came. The outbox knows the save
// by the date of the fact, and notes what is written before it is written; so
// what was there already, in the outbox or in the store, stays.
func Begun(to Store, f Fact, at time.Time) Outcome {
	if f.Created.IsZero() {
		f.Created = at
	}
	item := outbox.Item{To: to.Address(), Record: f.Record, Replaces: f.Replaces}
	return Outcome{Fact: f, State: Waiting, Item: item.Hash(), undo: undo{To: to.Address(), At: at, Item: item.Hash()}}
}

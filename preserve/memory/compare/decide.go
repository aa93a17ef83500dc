// What is to be done with a fact beside what a store has.

package compare

import "savectx/preserve/memory/record"

// Action is what is to be done with a fact.
type Action int

// The actions. Old is that of the [Decision].
const (
	Add     Action = iota // nothing stored is near; both stay
	Keep                  // Old says it already: nothing to write
	Remove                // Old says it already, and the named one goes
	Replace               // Old is the named one: the fact takes its place
	Ask                   // Old says otherwise, or was taken for the fact: it gives way if a person approves
	Reword                // Old says the same in other words, or less: it can have the fact's
)

// Decision is an action, and the stored memories that it is about, by index.
type Decision struct {
	Action Action
	Old    int   // the one that decided; -1 for Add
	Others []int // further ones that contradict the fact, in the order of the store
}

// Decide says what is to be done with a fact. stored is what the store has
// around it, best first; what is of another project counts for nothing. named
// is the index of the memory that the fact supersedes, of whatever project; -1
// for none. It goes, also when it says more than the fact, and stays only when
// it is the one that says just the same.
func Decide(fact record.Record, stored []record.Record, named int) Decision {
	first := [...]int{Unrelated: -1, Same: -1, Covered: -1, Reworded: -1, Contradicts: -1}
	var against []int
	for i, r := range stored {
		if !Near(r, fact.Project) {
			continue
		}
		how := Relate(fact.Text, r.Text)
		if named >= 0 && one(r, stored[named]) {
			if how != Same {
				continue
			}
			first[Same] = i // before any twin of it, whatever the order
		}
		if how == Contradicts {
			against = append(against, i)
		}
		if first[how] < 0 {
			first[how] = i
		}
	}
	said := first[Same]
	if said < 0 {
		said = first[Covered]
	}
	switch {
	case said >= 0 && named >= 0 && !one(stored[said], stored[named]):
		return Decision{Remove, said, against}
	case said >= 0:
		return Decision{Keep, said, against}
	case named >= 0:
		return Decision{Replace, named, against}
	case len(against) > 0:
		return Decision{Ask, against[0], against[1:]}
	case first[Reworded] >= 0:
		return Decision{Reword, first[Reworded], nil}
	}
	return Decision{Add, -1, nil}
}

// Taken decides about a memory that a server found near by itself: it stored
// the fact beside it, or took the fact for it and dropped it. A dropped fact is
// not lost in silence: where Decide would add it, it is Ask, which a person can
// answer only where old is [Near]. Never Remove; Add only of what is stored.
func Taken(fact, old record.Record, replaces string, stored bool) Action {
	named := -1
	if Names(replaces, old, fact.Project) {
		named = 0
	}
	do := Decide(fact, []record.Record{old}, named).Action
	if do == Add && !stored {
		return Ask
	}
	return do
}

// Names reports whether what a fact of a project supersedes is r: its id, of
// whatever project, or its words, of that project or of none. What has no words
// names nothing.
func Names(replaces string, r record.Record, project string) bool {
	return len(read(replaces).seq) > 0 && (r.ID == replaces || Near(r, project) && Relate(replaces, r.Text) == Same)
}

// Near reports whether a memory is of the project, or of none.
func Near(r record.Record, project string) bool { return r.Project == "" || r.Project == project }

// one reports whether two are one memory. Some servers tell no ids.
func one(a, b record.Record) bool { return a.ID == b.ID && (a.ID != "" || a.Text == b.Text) }

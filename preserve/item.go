// One thing to keep, and its place when not everything fits.

package preserve

import (
	"cmp"
	"slices"
)

// Kind says what sort of thing an [Item] is.
type Kind string

// The kinds of a snapshot's items. An item read from plain text has none.
const (
	Correction    Kind = "correction"    // the user set a rule or put something right
	DeadEnd       Kind = "dead_end"      // tried and dropped
	Decision      Kind = "decision"      // settled
	Waiting       Kind = "waiting"       // asked, not granted
	Open          Kind = "open"          // still to do or to answer
	State         Kind = "state"         // where the work stands
	Investigation Kind = "investigation" // found out
	Architecture  Kind = "architecture"  // how something is built
	Reference     Kind = "reference"     // where something is
	Preference    Kind = "preference"    // how the user likes it
	Fact          Kind = "fact"          // anything else
)

// Kinds lists all kinds in the order above.
func Kinds() []Kind {
	return []Kind{
		Correction, DeadEnd, Decision, Waiting, Open, State,
		Investigation, Architecture, Reference, Preference, Fact,
	}
}

// Item is one thing to keep, as a snapshot holds it. Only Text is always there.
type Item struct {
	Kind     Kind     `json:"kind,omitempty"`
	Text     string   `json:"text"`
	Why      string   `json:"why,omitempty"`      // the reason of a decision or dead end
	Quote    string   `json:"quote,omitempty"`    // the user's own words
	Exact    []string `json:"exact,omitempty"`    // strings to keep letter for letter
	Approved *bool    `json:"approved,omitempty"` // false: asked, not granted; nil: nothing to approve
	Origin   string   `json:"origin,omitempty"`   // "requested" or "implied"
	Target   *Target  `json:"target,omitempty"`   // a proposed document edit
	Memory   *Memory  `json:"memory,omitempty"`   // how to remember it
	Replaces string   `json:"replaces,omitempty"` // name or id of the memory this one supersedes
	Done     bool     `json:"done,omitempty"`
}

// Target is the place in a document where an item belongs.
type Target struct {
	File    string `json:"file,omitempty"`
	Section string `json:"section,omitempty"`
}

// Memory says how an item is to be remembered.
type Memory struct {
	Type  string `json:"type,omitempty"`  // "user", "feedback", "project" or "reference"
	Name  string `json:"name,omitempty"`  // the memory's name, a slug
	Hook  string `json:"hook,omitempty"`  // the one conclusion that changes behaviour
	Store string `json:"store,omitempty"` // "local", "session", "mem0" or "mcp"; empty: where the kind belongs
}

// Ranks of things that have no kind of their own.
const (
	rankWaiting = 3
	rankExact   = 5
	rankRest    = 7
)

// Rank is a kind's place when not everything fits: 0 is kept longest.
// Corrections, dead ends, decisions, what waits for a yes, what is open, exact
// strings (which are no kind: see [Order]), state, and then the rest, all
// alike.
func Rank(k Kind) int {
	switch k {
	case Correction:
		return 0
	case DeadEnd:
		return 1
	case Decision:
		return 2
	case Waiting:
		return rankWaiting
	case Open:
		return 4
	case State:
		return 6
	}
	return rankRest
}

// Order returns the items most important first, by [Rank], those of the same
// rank as they came. An item with exact strings, or one that was asked and not
// granted, ranks as such if its kind alone would rank it lower. Items that a
// person has put in order are not for Order.
func Order(items []Item) []Item {
	sorted := make([]Item, 0, len(items))
	for _, i := range Ranked(items) {
		sorted = append(sorted, items[i])
	}
	return sorted
}

// Ranked is the order of [Order] as indexes into items.
func Ranked(items []Item) []int {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(itemRank(items[a]), itemRank(items[b])) })
	return order
}

func itemRank(it Item) int {
	rank := Rank(it.Kind)
	if len(it.Exact) > 0 {
		rank = min(rank, rankExact)
	}
	if it.NotGranted() {
		rank = min(rank, rankWaiting)
	}
	return rank
}

// NotGranted reports whether the user was asked and has not said yes, whatever
// the kind claims.
func (it Item) NotGranted() bool {
	return it.Kind == Waiting || it.Approved != nil && !*it.Approved
}

// Unreasoned reports whether an item lacks the reason without which it is
// worth nothing.
func (it Item) Unreasoned() bool {
	return (it.Kind == Decision || it.Kind == DeadEnd) && Clean(it.Why) == ""
}

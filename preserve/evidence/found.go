// What is found, and how it is asked for.

package evidence

import (
	"iter"
	"time"

	"savectx/preserve"
	"savectx/preserve/transcript"
)

// By is whose words or deeds an item is made of.
type By string

// The sources of items.
const (
	User  By = "user"
	Model By = "model"
	Tool  By = "tool"
)

// Found is one item of the list, and its evidence.
type Found struct {
	// Item: where By is User, Text is in the person's own words; where there is a
	// Quote, only that is, and where Option is set, nothing else is. Exact holds
	// strings of the row that must not change by a letter; most of them stand in
	// Text too. The Why of a failure, or of what a call gave, is what the model
	// said of it next, that of a refusal the call that was refused, and that of
	// a few words in reply, or of an answer that was typed, the model's question.
	Item preserve.Item
	By   By
	Row  int       // the line in the transcript, from 1
	Time time.Time // zero when the row has none
	// Option: Text begins with a question of the model. The person answered it by
	// choosing one of the model's options, or by a "no" that says nothing alone
	// and is the Quote.
	Option bool
	// Score is from 0 to 100: how sure it is that this must not be lost.
	Score int

	kept   int    // the last compaction in whose context the row stands
	source string // the texts that it was taken from, whole
}

// Options of Generate; the zero value takes the whole file into account.
type Options struct {
	// SinceCompaction leaves out items whose rows stand before the last
	// compaction and were not preserved word for word by it. They still count
	// as what later rows repair, answer or take back.
	SinceCompaction bool
	// Most is how many items are returned, lowest left out first, of each kind
	// at most half as many unless there is room. 0: 60.
	Most int
	// Clean takes secrets out of a text. It is given the whole texts that the
	// items were taken from, so that no secret is cut in two before it is seen,
	// and then each string of the items. nil: they are left as they are.
	Clean func(string) string
	// Last bounds how much of the transcript's end Read reads, in bytes; 0: all.
	Last int64
}

const usualMost = 60

// Generate lists what is worth keeping of a session, most important first: by
// the kind's place when a list is cut ([preserve.Ranked]), and in it by score
// and age, newer first. The rows are used one after the other, and none is
// kept.
func Generate(rows iter.Seq[*transcript.Row], o Options) []Found {
	c := New(o)
	for r := range rows {
		c.Add(r)
	}
	return c.Found()
}

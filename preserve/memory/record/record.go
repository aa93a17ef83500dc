// Package record is what every store of remembered facts takes and gives.
package record

import "time"

// The types of facts that are kept for long.
const (
	Decision  = "decision"
	Feedback  = "feedback"  // what the user wants, and how
	Reference = "reference" // where something is, how it is built
	Guide     = "guide"     // what was found out, and what does not work
)

// Record is one fact. Text is without secrets, understandable by itself, and
// written down as it is.
type Record struct {
	Store   string    `json:"store"`
	ID      string    `json:"id"` // of the store; "" for one that is new
	Type    string    `json:"type"`
	Project string    `json:"project"`
	Text    string    `json:"text"`
	Score   float64   `json:"score"`   // of a search, higher is better; 0 in lists
	Created time.Time `json:"created"` // zero when the store does not tell
}

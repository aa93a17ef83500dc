// The words of hooks and of the status line.

package prompts

// Hook has what hooks tell the person, one line each, at most 200 code points
// once its place is filled. A template holds exactly one "%s", which stands for
// text that is put in as it is, never formatted. A share such as "62 %" counts
// the way to the automatic compaction.
type Hook struct {
	// First is the template, with a share, for the first threshold, when Claude
	// is asked to save the handoff.
	First string `json:"first"`
	// FirstAlone is the same for when only the person is told.
	FirstAlone string `json:"first_alone"`
	// Second is the template, with a share, for the second threshold, when
	// Claude is asked to save.
	Second string `json:"second"`
	// SecondAlone is the same for when only the person is told.
	SecondAlone string `json:"second_alone"`
	// Nudge is the template, with a duration such as "45m", for when nothing
	// was saved for that long.
	Nudge string `json:"nudge"`
	// Auto is the template, with a share, for a compaction that starts because
	// of auto.compact_at.
	Auto string `json:"auto"`
	// AutoStopped is the template, with the number of such compactions in a
	// row, for when the limit is reached.
	AutoStopped string `json:"auto_stopped"`
	// Remaining stands before the list that is added to a manual compaction,
	// with its colon and the space the language puts behind it. The summariser
	// and the agent read it: it tells nobody to do something.
	Remaining string `json:"remaining"`
	// Asked stands before the user's last request, in their words.
	Asked string `json:"asked"`
}

// Status has the pieces of one status line, at most 40 code points each once
// its place is filled, without a full stop.
type Status struct {
	// Context is the template for a share of the way to the automatic
	// compaction.
	Context string `json:"context"`
	// Saved is the template for the clock time, as 15:04, or the date of the
	// last save.
	Saved    string `json:"saved"`
	NotSaved string `json:"not_saved"`
	// Job says that a job waits for the end of the turn to compact.
	Job string `json:"job"`
	// Scheduled says that a schedule waits.
	Scheduled  string `json:"scheduled"`
	Compacting string `json:"compacting"`
}

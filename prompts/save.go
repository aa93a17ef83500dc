// The words of a save: handover, receipt, review.

package prompts

// Mark has what stands before an item that needs it, with the space behind it.
type Mark struct {
	Done  string `json:"done"`
	Asked string `json:"asked"` // asked and not granted
}

// Blocks has the labels of the /compact line to paste and of the resume
// prompt, each with its colon and the space behind it.
type Blocks struct {
	Continue  string `json:"continue"` // the sentence that opens the resume prompt
	Building  string `json:"building"`
	State     string `json:"state"`
	Decisions string `json:"decisions"`
	Failed    string `json:"failed"`
	Rules     string `json:"rules"`
	Read      string `json:"read"`
	Next      string `json:"next"`
	// Keep, Compress and HandoffFile are the parts of the line.
	Keep        string `json:"keep"`
	Compress    string `json:"compress"`
	HandoffFile string `json:"handoff_file"`
	// Resume is the template of the one sentence for a new session.
	Resume string `json:"resume"`
	// ListSep stands between two items behind one label.
	ListSep string `json:"list_sep"`
}

// Handoff has the six headings of HANDOFF.md, in the file's order, and its
// other words. Labels have their colon and the space behind it.
type Handoff struct {
	Doing    string `json:"doing"`
	Done     string `json:"done"`
	Progress string `json:"progress"`
	Next     string `json:"next"`
	Waiting  string `json:"waiting"`
	Paths    string `json:"paths"`
	// Hook stands in the index line of the memory folder.
	Hook     string `json:"hook"`
	Others   string `json:"others"`
	Blockers string `json:"blockers"`
	LeftOut  string `json:"left_out"`
}

// Headings are the six headings in the file's order.
func (h Handoff) Headings() []string {
	return []string{h.Doing, h.Done, h.Progress, h.Next, h.Waiting, h.Paths}
}

// Receipt has what a save says it did. Fields that end in a colon and a space
// have a number or a name put behind them.
type Receipt struct {
	Dropped string            `json:"dropped"`
	Reasons map[string]string `json:"reasons"`

	Moved         string `json:"moved"`
	Contradiction string `json:"contradiction"`
	Candidate     string `json:"candidate"`
	NotQuoted     string `json:"not_quoted"`
	NoEffect      string `json:"no_effect"`
	Covered       string `json:"covered"`
	OneRule       string `json:"one_rule"`

	Redacted        string `json:"redacted"`
	Many            string `json:"many"`
	CompactedBefore string `json:"compacted_before"`
	Share           string `json:"share"`
	Unrelated       string `json:"unrelated"`
	Degraded        string `json:"degraded"`
	NoTarget        string `json:"no_target"`
	Restored        string `json:"restored"`
	Failed          string `json:"failed"`
	Undo            string `json:"undo"`
	Waiting         string `json:"waiting"`
	Decide          string `json:"decide"`
	Large           string `json:"large"`
}

// Panel has the review before a save.
type Panel struct {
	Title   string `json:"title"`
	Edits   string `json:"edits"`
	Entry   string `json:"entry"`
	Docs    string `json:"docs"`
	Memory  string `json:"memory"`
	Handoff string `json:"handoff"`
	Notes   string `json:"notes"`
	Session string `json:"session"`
	Facts   string `json:"facts"`
	Dropped string `json:"dropped"`

	Ask       string `json:"ask"`
	Approve   string `json:"approve"`
	Cancel    string `json:"cancel"`
	Revise    string `json:"revise"`
	Which     string `json:"which"`
	Cancelled string `json:"cancelled"`
}

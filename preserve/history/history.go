// The walk over a transcript.

package history

import (
	"strings"
	"time"

	"savectx/preserve"
	"savectx/preserve/audit"
	"savectx/preserve/evidence"
	"savectx/preserve/inforce"
	"savectx/preserve/transcript"
)

// Options of Read.
type Options struct {
	// InForce is the list that was in force at a compaction, as it was written
	// down then: after the compaction before it, zero for none, and not later
	// than its boundary. false where nobody did: then it is what the rows above
	// show. nil is never.
	InForce func(after, until time.Time) ([]inforce.Entry, bool)
	// Clean takes secrets out of a text; nil leaves them.
	Clean func(string) string
	// Lang is the language of the user, as package prompts names it.
	Lang string
}

// Read examines each compaction of the conversation in the transcript at path,
// in their order. Errors are those of [transcript.Read].
func Read(path string, o Options) ([]audit.Compaction, error) {
	if o.Clean == nil {
		o.Clean = func(s string) string { return s }
	}
	w := walk{o: o, path: path, rows: evidence.New(evidence.Options{Clean: o.Clean}), kept: map[int][]string{}, asked: map[string]string{}, spoken: audit.NewSpoken(o.Lang)}
	_, err := transcript.Read(path, transcript.Options{Done: mostResult, Result: mostResult}, func(r *transcript.Row) error {
		w.add(r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	w.close()
	return w.done, nil
}

const (
	mostResult = 8 << 10 // bytes of a tool's result: it can stay in the context
	mostAsked  = 200     // code points of a call in what the user approved
	mostCalls  = 1000    // without a result yet
)

// walk is what is known so far.
type walk struct {
	o      Options
	path   string
	rows   *evidence.Collector
	spoken *audit.Spoken     // by the user, so far
	asked  map[string]string // calls by id, as a dialog shows them
	kept   map[int][]string  // texts that stay word for word, by the compaction they outlive
	open   *compaction
	last   time.Time // of the boundary before
	done   []audit.Compaction
}

// compaction is one whose summary, or what follows it, is still being read.
type compaction struct {
	audit.Compaction
	number int
	items  []preserve.Item
	judged bool // its summary was there
	added  []added
}

// added is a text that a hook put into the context.
type added struct {
	text string
	at   time.Time
}

func (w *walk) add(r *transcript.Row) {
	if !r.Off && !r.Twice && !r.Sidechain {
		w.look(r)
	}
	w.rows.Add(r)
}

func (w *walk) look(r *transcript.Row) {
	switch r.Kind {
	case transcript.Boundary:
		w.close()
		w.begin(r)
		return
	case transcript.Summary:
		if w.open != nil && !w.open.judged {
			w.judge(framed(r.Text, r.Session))
		}
		return
	case transcript.Attachment:
		if w.open != nil && strings.HasPrefix(r.Text, Ours) {
			w.open.added = append(w.open.added, added{r.Text, r.Time})
		}
	default:
		w.hear(r)
	}
	for n := r.Segment + 1; n <= r.Kept; n++ {
		w.kept[n] = append(w.kept[n], words(r)...)
	}
}

// begin opens a compaction with the list that was in force.
func (w *walk) begin(r *transcript.Row) {
	c := &compaction{number: r.Segment}
	c.At = r.Time
	if m := r.Compaction; m != nil {
		c.Trigger, c.TokensBefore, c.TokensAfter, c.DurationMS = m.Trigger, m.Before, m.After, m.Duration.Milliseconds()
	}
	list, ok := []inforce.Entry(nil), false
	if w.o.InForce != nil {
		list, ok = w.o.InForce(w.last, r.Time)
	}
	if !ok {
		list = inforce.FromFound(w.rows.Found(), w.path)
	}
	c.items = inforce.Items(list)
	w.open, w.last = c, r.Time
}

// judge examines the summary of the compaction that is open, by what the user
// has said up to it.
func (w *walk) judge(summary string) {
	c := w.open
	rest := make([]string, 0, len(w.kept[c.number]))
	for _, text := range w.kept[c.number] {
		rest = append(rest, w.o.Clean(text))
	}
	seen := audit.Examine(c.items, w.o.Clean(summary), rest, w.spoken)
	c.Items, c.Invented, c.Summary, c.judged = seen.Items, seen.Invented, seen.Summary, true
}

// close ends the compaction that is open.
func (w *walk) close() {
	c := w.open
	if c == nil {
		return
	}
	if !c.judged {
		w.judge("")
	}
	c.putBack(w.o.Clean)
	w.done = append(w.done, c.Compaction)
	w.open = nil
}

// putBack finds when a hook said what the summary did not.
func (c *compaction) putBack(clean func(string) string) {
	var missing []int
	for i, it := range c.Items {
		if it.Verdict != audit.Kept {
			missing = append(missing, i)
		}
	}
	long := "" // what was said so far: a long item comes in several parts
	for _, a := range c.added {
		if len(missing) == 0 {
			return
		}
		text := clean(a.text)
		long = joined(long, text)
		wanted := make([]preserve.Item, len(missing))
		for n, i := range missing {
			wanted[n] = c.items[i]
		}
		var still []int
		for n, v := range audit.Judge(wanted, []string{text}) {
			i, back := missing[n], v.Outcome == audit.Kept
			if len(wanted[n].Text) > inParts {
				back = wanted[n].SaidIn(long)
			}
			if back {
				c.Items[i].PutBackAt = &a.at
			} else {
				still = append(still, i)
			}
		}
		missing = still
	}
}

// Ours begins every text that savectx adds to the context: other hooks add
// theirs, and put nothing back.
const Ours = "savectx"

// GoesOn begins each part but the first of an item that is put back in parts.
const GoesOn = "- (it goes on) "

const (
	inParts  = 3000     // bytes of an item that may come in parts
	mostLong = 64 << 10 // bytes of these parts
)

// joined adds the items of a text to those of the texts before it.
func joined(long, text string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, GoesOn); ok {
			long = strings.TrimRight(long, "\n") + rest
		} else if strings.HasPrefix(line, "- ") {
			long += "\n" + line
		}
	}
	return long[max(0, len(long)-mostLong):]
}

// hear takes what the user said, chose and let run.
func (w *walk) hear(r *transcript.Row) {
	switch {
	case r.Who == transcript.Person && r.Kind == transcript.Command:
		w.say(r.Args)
	case r.Who == transcript.Person && (r.Kind == transcript.Prompt || r.Kind == transcript.Queued):
		w.say(r.Text)
	case r.Kind == transcript.ToolCall:
		for _, c := range r.Calls {
			if len(w.asked) < mostCalls && !looks(c.Name) {
				w.asked[c.ID] = w.shown(c)
			}
		}
	}
	for _, res := range r.Results {
		call := w.asked[res.ID]
		delete(w.asked, res.ID)
		w.say(res.Said)
		for _, a := range res.Answers {
			w.say(a.String())
			w.say(a.Note)
		}
		switch {
		case res.Outcome == transcript.Approved:
			w.say("yes, approved: " + res.Plan)
		case call != "" && res.Outcome == transcript.Done && (res.Permission == "" || strings.HasPrefix(res.Permission, "user")):
			// 2.1.100 does not say who let it run.
			w.say("yes, approved: " + call)
		}
	}
}

// shown is a call as a dialog shows it: without secrets, and only then cut.
func (w *walk) shown(c transcript.Call) string {
	const seen = 5 * mostAsked // bytes: a secret that begins in what is kept is seen whole
	text := shortest(strings.Join(c.Texts(), " "), seen)
	return shortest(w.o.Clean(text), mostAsked)
}

// looks: tools that nobody is asked about.
func looks(tool string) bool {
	switch tool {
	case "Read", "Grep", "Glob", "LS", "TodoWrite", "TaskCreate", "TaskUpdate", "TaskList", "AskUserQuestion", "ExitPlanMode":
		return true
	}
	return false
}

func (w *walk) say(text string) {
	if strings.TrimSpace(text) != "" {
		w.spoken.Add(w.o.Clean(text))
	}
}

// words are the texts of a row that stays in the context.
func words(r *transcript.Row) []string {
	list := []string{r.Text}
	for _, res := range r.Results {
		list = append(list, res.Text, res.Said, res.Plan)
	}
	for _, c := range r.Calls {
		list = append(list, c.Texts()...)
	}
	return list
}

func shortest(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

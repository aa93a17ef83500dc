// What is due: a threshold, a reminder, a text that is to come back.

package hook

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/preserve/transcript"
)

// Reading is how much context a session has in use.
type Reading struct {
	Tokens    int // 0 when not known
	Model     string
	Compacted bool      // since the last answer
	At        time.Time // of the last answer, or of the compaction
	Text      string    // of the last answer
	Version   string    // of the client that wrote it
}

// readLimit bounds how much of a transcript's end is looked at, in bytes. A
// session whose last answer lies further back has just read something huge, and
// is measured after its next answer.
const readLimit = 4 << 20

// Measure reads the end of a transcript.
func Measure(path string) (r Reading, err error) {
	usage, boundary := []byte(`"usage":`), []byte(`"compact_boundary"`)
	_, err = transcript.Newest(path, readLimit, func(line []byte) bool {
		if !bytes.Contains(line, usage) && !bytes.Contains(line, boundary) {
			return true
		}
		switch row := claude.ParseRow(line); {
		case row.Kind == claude.RowBoundary:
			r = Reading{Tokens: row.After, Compacted: true, At: row.Time, Version: row.Version}
			return false
		case row.Kind == claude.RowAssistant && row.Tokens > 0:
			r = Reading{Tokens: row.Tokens, Model: row.Model, At: row.Time, Text: row.Text, Version: row.Version}
			return false
		}
		return true
	})
	return r, err
}

// Share is how much of the way to the automatic compaction a session has gone,
// in percent, 0 when that is not known.
func (h Hook) Share(e Event, s session.Session) (percent int, r Reading) {
	r, err := Measure(e.Transcript)
	if err != nil || r.Tokens == 0 {
		return 0, r
	}
	return h.percent(e, s, r), r
}

func (h Hook) percent(e Event, s session.Session, r Reading) int {
	told, window := s.Share(), 0
	if r.Model == "" {
		r.Model = told.Model
	}
	if claude.SameModel(told.Model, r.Model) { // else it was told of another one
		window = told.Window
	}
	limits := h.limits(e, s, r.Model)
	limits.Client = claude.ParseVersion(r.Version)
	return claude.TriggerFor(r.Model, window, r.Tokens, limits).Share(r.Tokens)
}

// The names under which other things than thresholds are claimed.
const (
	nudged = "nudged"
	seen   = "seen" // the session's first prompt
)

// Due is what a prompt or a tool's answer is the occasion for.
type Due struct {
	Tier    string        // session.First, session.Second or ""
	Percent int           // of the way to the automatic compaction
	Nudge   time.Duration // without a save; 0: no reminder
	Waiting bool          // texts are to come back
}

// Any tells whether there is anything.
func (d Due) Any() bool { return d.Tier != "" || d.Nudge > 0 || d.Waiting }

// Due tells what is due. A threshold is due again only after a compaction, or
// when the context has become less than half as full as the first.
func (h Hook) Due(e Event, s session.Session) Due {
	if e.Name == "UserPromptSubmit" && OwnPrompt(e.Prompt) { // no turn of the model follows, or the context goes
		return Due{}
	}
	d := Due{Waiting: s.Waits()}
	set := h.Settings(e.CWD)
	if set.First > 0 || set.Second > 0 {
		percent, r := h.Share(e, s)
		d.Percent = percent
		if r.Compacted && s.Claim("rearmed-"+strconv.FormatInt(r.At.UnixNano(), 36)) || !r.Compacted && percent > 0 && percent*2 < set.First {
			s.Rearm()
		}
		d.Tier = tier(set, percent, s)
	}
	if set.After > 0 && e.Name == "UserPromptSubmit" {
		d.Nudge = overdue(set.After, s)
	}
	return d
}

// Take claims what is due, and leaves of it what no hook that ran at the same
// time has claimed. Whatever is said counts as a reminder.
func (d Due) Take(s session.Session) Due {
	if d.Tier != "" && !s.Claim(d.Tier) {
		d.Tier = ""
	}
	if d.Tier == session.Second {
		s.Claim(session.First) // it is passed: nothing more to say about it
	}
	if d.Tier != "" || d.Nudge > 0 {
		s.Unclaim(nudged)
		if !s.Claim(nudged) || d.Tier != "" {
			d.Nudge = 0
		}
	}
	return d
}

// tier is the highest threshold that is reached and was not told yet.
func tier(set Settings, percent int, s session.Session) string {
	for _, t := range []struct {
		name string
		at   int
	}{{session.Second, set.Second}, {session.First, set.First}} {
		if t.at > 0 && percent >= t.at {
			if s.Told(t.name) {
				return ""
			}
			return t.name
		}
	}
	return ""
}

// overdue is how long nothing was saved by the person or the model, if that is
// longer than after, and longer than after since the last reminder.
func overdue(after time.Duration, s session.Session) time.Duration {
	s.Claim(seen)
	since, _ := s.Claimed(seen)
	if asked := s.Saved().Asked; asked.After(since) {
		since = asked
	}
	waited := time.Since(since)
	if at, ok := s.Claimed(nudged); waited < after || ok && recent(at, after) {
		return 0
	}
	return waited
}

// OwnPrompt tells whether a prompt is about compacting already: the client's
// own commands, and the skills that save.
func OwnPrompt(prompt string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(prompt), " ")
	name, _, _ = strings.Cut(name, "\n")
	name, ok := strings.CutPrefix(name, "/")
	name = strings.TrimPrefix(name, "savectx:")
	if !ok {
		return false
	}
	switch name {
	case "compact", "clear", "save-compact", "save-clear", "save-context", "precompact", "save", "load", "promote-context":
		return true
	}
	return false
}

// When a session is compacted without being asked.

package hook

import (
	"strings"
	"time"

	"savectx/orchestrator/session"
)

// The limits of auto.compact_at: a compaction that frees too little must not
// bring about the next one.
const (
	autoPause  = 10 * time.Minute // from one to the next
	AutoMost   = 3                // of one session within autoWithin
	autoWithin = 2 * time.Hour
)

// autoDue is the share, in percent, if a turn's end is the moment of
// auto.compact_at, else 0. before is when the turn before it ended. Outside
// tmux nothing can be typed, so it never is.
func (h Hook) autoDue(e Event, s session.Session, before time.Time) int {
	at := h.Settings(e.CWD).Auto
	if at <= 0 || h.Getenv("TMUX") == "" || s.Working() || AutoPaused(s) || AutoEnough(s) && s.Told(AutoStopped) {
		return 0
	}
	r, _ := measureEnd(e, before)
	if r.Tokens == 0 || r.Compacted {
		return 0
	}
	if percent := h.percent(e, s, r); percent >= at {
		return percent
	}
	return 0
}

// AutoPaused tells whether the last compaction of this kind is not long ago.
func AutoPaused(s session.Session) bool {
	runs := s.Auto().Runs
	return len(runs) > 0 && recent(runs[len(runs)-1], autoPause)
}

// recent tells whether at is less than d ago. A time that is still to come,
// because the clock was set back, is not.
func recent(at time.Time, d time.Duration) bool {
	since := time.Since(at)
	return since >= 0 && since < d
}

// endPatience bounds the wait for a turn's last row, which the client can write
// after it has called the Stop hook (seen with 2.1.100 and 2.1.332): past it,
// what is there counts.
const (
	endPatience = 400 * time.Millisecond
	endPoll     = 20 * time.Millisecond
)

// measureEnd reads the end of a transcript whose turn has just ended: the event
// says with which words, of which the last block has a row, and that row is
// younger than the end of the turn before. found tells whether it was there.
func measureEnd(e Event, before time.Time) (r Reading, found bool) {
	last := strings.TrimSpace(e.Last)
	for end := time.Now().Add(endPatience); ; time.Sleep(endPoll) {
		r, err := Measure(e.Transcript)
		text := strings.TrimSpace(r.Text)
		found = text != "" && strings.HasSuffix(last, text) && r.At.After(before)
		if found || err != nil || r.Compacted || last == "" || time.Now().After(end) {
			return r, found
		}
	}
}

// AutoStopped is what is claimed when it is said that there were enough.
const AutoStopped = "auto-stopped"

// AutoEnough tells whether there were enough of them for a while.
func AutoEnough(s session.Session) bool { return len(AutoRuns(s)) >= AutoMost }

// AutoRuns are the recent ones, the oldest first.
func AutoRuns(s session.Session) []time.Time {
	var runs []time.Time
	for _, at := range s.Auto().Runs {
		if recent(at, autoWithin) {
			runs = append(runs, at)
		}
	}
	return runs
}

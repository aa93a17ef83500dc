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

// AutoDue tells whether a turn's end is the moment of auto.compact_at.
func (h Hook) AutoDue(e Event, s session.Session) bool {
	at := h.Settings(e.CWD).Auto
	if at <= 0 {
		return false
	}
	if runs := s.Auto().Runs; len(runs) > 0 && time.Since(runs[len(runs)-1]) < autoPause {
		return false
	}
	r := measureEnd(e)
	return r.Tokens > 0 && !r.Compacted && h.percent(e, s, r) >= at
}

// endPatience bounds the wait for a turn's last row, which the client can write
// after it has called the Stop hook (seen with 2.1.100 and 2.1.332): past it,
// what is there counts.
const (
	endPatience = 600 * time.Millisecond
	endPoll     = 20 * time.Millisecond
)

// measureEnd reads the end of a transcript whose turn has just ended: the event
// says with which words.
func measureEnd(e Event) Reading {
	for end := time.Now().Add(endPatience); ; time.Sleep(endPoll) {
		r, err := Measure(e.Transcript)
		if err != nil || r.Compacted || e.Last == "" || strings.TrimSpace(r.Text) == strings.TrimSpace(e.Last) || time.Now().After(end) {
			return r
		}
	}
}

// AutoRuns are the recent ones, the oldest first. More than [AutoMost] are too
// many.
func AutoRuns(s session.Session) []time.Time {
	var recent []time.Time
	for _, at := range s.Auto().Runs {
		if time.Since(at) < autoWithin {
			recent = append(recent, at)
		}
	}
	return recent
}

package orchestrator

import (
	"fmt"
	"time"
)

// Condition is what a scheduled job waits for before it is armed in earnest.
// Exactly one of Due, Percent and Idle is set.
type Condition struct {
	Text    string        `json:"text"`              // as the person wrote it
	Due     time.Time     `json:"due,omitzero"`      // --in, --at
	Percent int           `json:"percent,omitempty"` // --when-context, of the way to the automatic compaction
	Idle    time.Duration `json:"idle,omitempty"`    // --when-idle
	Every   bool          `json:"every,omitempty"`   // armed again after each run
	Repeat  time.Duration `json:"repeat,omitempty"`  // --in with --every: the interval
	After   time.Time     `json:"after,omitzero"`    // --every: not again before this
}

// lateLimit is how late a time may be met, for example after the machine
// slept: beyond it the line is handed over instead of typed by surprise.
const lateLimit = 5 * time.Minute

// everyPause is the shortest time between two runs of one schedule.
const everyPause = 10 * time.Minute

// facts are what a condition is judged by.
type facts struct {
	now     time.Time
	percent int           // 0 when unknown
	idle    time.Duration // how long the agent has been idle, 0 when it is not
}

// judge tells whether the condition is met, or how long it surely is not yet,
// or that its time was missed.
func (c Condition) judge(f facts) (met bool, wait time.Duration, missed string) {
	switch {
	case f.now.Before(c.After):
		return false, c.After.Sub(f.now), ""
	case !c.Due.IsZero():
		wait = c.Due.Sub(f.now.Round(0)) // the wall clock: it goes on while the machine sleeps
		if -wait > lateLimit {
			return false, 0, fmt.Sprintf("its time, %s, was missed by %s", c.Due.Local().Format("15:04"), (-wait).Round(time.Second))
		}
		return wait <= 0, max(wait, 0), ""
	case c.Percent > 0:
		return f.percent >= c.Percent, contextPoll, ""
	default:
		return f.idle >= c.Idle, max(c.Idle-f.idle, time.Second), ""
	}
}

// contextPoll is the slow net under the watch on the transcript.
const contextPoll = 30 * time.Second

// next is the condition of the run after this one.
func (c Condition) next(now time.Time) Condition {
	c.After = now.Add(everyPause).Round(0)
	switch {
	case c.Due.IsZero():
	case c.Repeat > 0:
		c.Due = now.Add(max(c.Repeat, everyPause))
	default: // --at: the same time of the next day that is still to come
		for !c.Due.After(now.Add(everyPause)) {
			c.Due = c.Due.AddDate(0, 0, 1)
		}
	}
	return c
}

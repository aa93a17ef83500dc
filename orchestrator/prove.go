package orchestrator

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
)

// provePoll is the slow net under the watch on the transcript while a
// compaction runs.
const provePoll = 250 * time.Millisecond

// prove follows what became of the submitted line.
func (r *Run) prove(ctx context.Context) end {
	if r.job.Command == Clear {
		return r.proveClear(ctx)
	}
	r.watch.on(r.job.Agent.Transcript, r.session.Path+"/compacting.json", claude.RecordPath(r.job.Agent.Config, r.job.Agent.PID))
	start, quiet := time.Now(), time.Now()
	var boundary time.Time
	for {
		r.readRows()
		if e, done := r.outcome(&boundary); done {
			return e
		}
		if !r.began && r.signs(ctx) {
			r.began = true
			r.enter(Compacting, "")
		}
		if r.frozen() {
			quiet = time.Now()
		}
		switch {
		case r.agentGone() != "":
			return end{Failed, "Claude ended before the compaction was done"}
		case !r.began && time.Since(quiet) > eventPatience && r.asPrompt():
			return end{SentAsPrompt, "the line went out as an ordinary prompt; nothing was compacted"}
		case !r.began && r.seen.queued > 0: // the client has put it behind a turn
		case !r.began && time.Since(quiet) > eventPatience:
			return end{Failed, "Enter was pressed, but there is no sign of a compaction"}
		case time.Since(start) > provePatience:
			return end{Failed, "the compaction began and was not done within " + provePatience.String()}
		}
		r.watch.wait(ctx, provePoll)
	}
}

// outcome reads the transcript's verdict, if there is one yet.
func (r *Run) outcome(boundary *time.Time) (end, bool) {
	s := &r.seen
	ours := s.command != nil && sameLine(s.command.Command+" "+s.command.Text, r.job.Line)
	switch {
	case s.boundary != nil && ours:
		r.job.TokensBefore, r.job.TokensAfter = s.boundary.Before, s.boundary.After
		return end{Compacted, proof(*s.boundary, r.began)}, true
	case s.failure != "" && (ours || s.command == nil):
		return end{Failed, r.clean(s.failure)}, true
	case ours && s.output != "" && s.boundary == nil:
		return end{Failed, r.clean(s.output)}, true // after a compaction the boundary stands before this row
	case s.boundary == nil && s.answered && r.asPrompt():
		return end{SentAsPrompt, "the line went out as an ordinary prompt; nothing was compacted"}, true
	case s.boundary != nil:
		if boundary.IsZero() {
			*boundary = time.Now()
		}
		if time.Since(*boundary) > commandPatience {
			return end{Failed, "a compaction happened, but its command is not ours"}, true
		}
	}
	return end{}, false
}

func proof(b claude.Row, seen bool) string {
	text := "proven by the transcript"
	if seen {
		text = "seen to run, and proven by the transcript"
	}
	if b.Before > 0 && b.After > 0 {
		text += fmt.Sprintf(": %d tokens became %d", b.Before, b.After)
	}
	return text
}

// asPrompt tells whether the transcript shows our line as a person's prompt.
func (r *Run) asPrompt() bool {
	for _, p := range r.seen.prompts {
		if sameLine(p, r.job.Line) {
			return true
		}
	}
	return false
}

// clean is what the client said without secrets.
func (r *Run) clean(text string) string {
	if r.Clean == nil {
		return text
	}
	return r.Clean(text)
}

// signs looks for a witness beside the transcript that the compaction began.
func (r *Run) signs(ctx context.Context) bool {
	m := r.session.Compacting()
	if m.Trigger == "manual" && m.At.After(r.seen.submitted) && m.Instructions == session.Digest(strings.TrimPrefix(r.job.Line, "/compact ")) {
		return true
	}
	record, err := claude.ReadRecord(r.job.Agent.Config, r.job.Agent.PID)
	if err == nil && record.Tells() && record.Status != "busy" {
		return false
	}
	capture, x, y, err := r.Terminal.Read(ctx)
	return err == nil && claude.ReadScreen(capture, x, y).Kind == claude.KindCompacting
}

// recorded is the session the client's record names, "" without one.
func (r *Run) recorded() string {
	record, _ := claude.ReadRecord(r.job.Agent.Config, r.job.Agent.PID)
	return record.SessionID
}

// newSession is the session that took the place of the job's, or "": its
// record tells, or, where it does not tell much, the new transcript.
func (r *Run) newSession() string {
	record, err := claude.ReadRecord(r.job.Agent.Config, r.job.Agent.PID)
	switch {
	case err != nil:
		return ""
	case record.SessionID != r.job.Agent.Session:
		return record.SessionID
	case !record.Tells():
		return claude.ClearedInto(r.job.Agent.Transcript, r.seen.submitted)
	}
	return ""
}

// proveClear waits until the same process has a new session.
func (r *Run) proveClear(ctx context.Context) end {
	r.watch.on(claude.RecordPath(r.job.Agent.Config, r.job.Agent.PID), r.job.Agent.Transcript)
	for start := time.Now(); time.Since(start) < eventPatience; r.watch.wait(ctx, provePoll) {
		if id := r.newSession(); id != "" {
			if id != r.recorded() {
				r.stale = r.job.Agent.Session
			}
			r.job.Agent.Session = id
			r.job.Agent.Transcript = filepath.Join(filepath.Dir(r.job.Agent.Transcript), id+".jsonl")
			return end{Cleared, "the same process has a new session, " + id}
		}
		if r.readRows(); r.asPrompt() && r.seen.answered {
			return end{SentAsPrompt, "the line went out as an ordinary prompt; nothing was cleared"}
		}
		if gone := r.agentGone(); gone != "" {
			return end{Failed, gone}
		}
		if r.frozen() {
			start = time.Now()
		}
	}
	return end{Failed, "Enter was pressed, but the session is still the same"}
}

package orchestrator

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/preserve/safefile"
)

// Every wait, and what its end means.
const (
	settleTime      = 300 * time.Millisecond  // idle without a break for this long: the turn is over
	oldSettleTime   = 1500 * time.Millisecond // the same for clients whose record has no status
	settleLead      = 50 * time.Millisecond   // this long before its end the guards behind it are asked
	keyPause        = 3 * time.Second         // no key for this long, by a clock of whole seconds: surely none for 2 s
	scrollPatience  = 30 * time.Second        // then the person's scrolling is ended for them
	draftPatience   = 30 * time.Second        // then an unfinished draft is put aside
	composePause    = 5 * time.Second         // no key for this long: the draft is as finished as it gets
	drawTime        = 400 * time.Millisecond  // a composer that stays the same for this long is drawn
	shutPatience    = 30 * time.Second        // then a pane that takes no input, or lost its program, is given up
	echoPatience    = 10 * time.Second        // then a paste that did not show is given up
	stashPatience   = 5 * time.Second         // then the stash key is taken not to work
	mixPatience     = 10 * time.Second        // then a line that somebody typed into is left to them
	commandPatience = 5 * time.Second         // after a boundary, for the row of the command
	enterPause      = time.Second             // our text still there after this long: Enter was swallowed
	enterPatience   = 60 * time.Second        // the last moment for another Enter
	enterTries      = 3
	eventPatience   = 20 * time.Second     // submitted, but no sign of a compaction
	provePatience   = 15 * time.Minute     // then a compaction that began is taken to be lost
	finishPatience  = 10 * time.Second     // to bring the draft back when nothing was submitted
	afterPatience   = 2 * time.Minute      // then the draft or the follow-up is handed over
	DefaultDeadline = 30 * time.Minute     // then the line is handed over
	echoPoll        = 5 * time.Millisecond // between two looks at a paste that is being drawn
	quickPoll       = 15 * time.Millisecond
	slowPoll        = 5 * time.Second
)

// Run is one job's way from armed to its end.
type Run struct {
	Store    *Store
	State    session.Dir
	Terminal Terminal
	Log      *slog.Logger
	Limits   func(model string) claude.Limits // nil: none are set
	Progress func(Job)                        // told of each state; may be nil
	Holding  func()                           // told when the job is this run's; may be nil
	// Clean takes secrets out of what the client said, before it becomes the
	// reason of a job; nil takes out nothing.
	Clean func(string) string

	job     Job
	session session.Session
	rows    *claude.Follower
	watch   *watch

	seen       seen
	idleSince  time.Time // zero while busy
	shutSince  map[string]time.Time
	stashed    bool   // a draft of the person's is put aside by us
	stale      string // the session an old client's record still names after our /clear
	noStash    bool   // the stash key did not work here
	draft      string // the composer's text at the last look, since draftSince
	draftSince time.Time
	holding    string // our own text, while it is in the composer
	began      bool   // there was a sign of the compaction
	armedAt    time.Time
	deadlineAt time.Time
}

// seen is what the transcript has shown since the job was armed.
type seen struct {
	boundary  *claude.Row
	prompts   []string
	command   *claude.Row // the row of our command
	failure   string
	output    string // what our command said
	answered  bool   // an answer followed one of the prompts
	asked     bool   // a person has prompted
	queued    int
	submitted time.Time // rows before it are not about our line
}

// end is how a job ends; it travels as an error inside a run only.
type end struct {
	state  State
	reason string
}

func (e end) Error() string { return string(e.state) + ": " + e.reason }

// ErrBusy says that another orchestrator works for this session or job.
var ErrBusy = errors.New("another orchestrator works for this session")

// Do carries the job to its end and returns it. The only errors are those
// that keep it from being worked at: ErrNoJob, ErrBusy, a file that cannot be
// read or locked. Everything else is an end of the job. When ctx is cancelled
// the job ends cancelled, or handed over if its line was already typed.
func (r *Run) Do(ctx context.Context, id string) (Job, error) {
	release, ok, err := r.Store.Hold(id)
	if err != nil {
		return Job{}, err
	}
	if !ok {
		return Job{}, ErrBusy
	}
	defer release()
	if r.job, err = r.Store.Load(id); err != nil || r.job.State.Ended() {
		return r.job, err
	}
	if r.session, err = r.State.Session(r.job.Agent.Session); err != nil {
		return r.job, err
	}
	if r.Holding != nil {
		r.Holding()
	}
	r.watch = newWatch()
	defer r.watch.close()
	r.finish(ctx, r.rounds(ctx))
	return r.job, nil
}

// rounds runs the job once, or, for a repeated schedule, until it ends.
func (r *Run) rounds(ctx context.Context) end {
	for {
		e := r.once(ctx)
		c := r.job.Condition
		if c == nil || !c.Every || e.state != Compacted && e.state != Superseded && e.state != Failed {
			return e
		}
		r.note(e.state, e.reason)
		next := c.next(time.Now())
		r.job.Condition = &next
		r.rearm()
		r.tell(e)
	}
}

// once is the order of a run.
func (r *Run) once(ctx context.Context) end {
	if e := r.condition(ctx); e != nil {
		return *e
	}
	unlock, ok, err := safefile.TryLock(r.session.Lock())
	if err != nil {
		return end{HandedOver, "the session's lock cannot be taken: " + err.Error()}
	}
	if !ok && r.job.Condition != nil {
		return end{Superseded, "another job is already compacting this session"}
	}
	if !ok {
		return end{HandedOver, "another job is already compacting this session, with a line of its own"}
	}
	defer unlock()
	ctx, cancel := context.WithDeadlineCause(ctx, r.deadlineAt, errDeadline)
	defer cancel()
	return r.compact(ctx)
}

var errDeadline = errors.New("deadline")

// enter journals a state. A journal that cannot be written is logged and does
// not stop a line that is already on its way.
func (r *Run) enter(s State, reason string) {
	if err := r.enterOrStop(s, reason); err != nil {
		r.Log.Error("cannot write the job", "state", s, "error", err)
	}
}

func (r *Run) enterOrStop(s State, reason string) error {
	if s == r.job.State && reason == r.job.Reason {
		return nil
	}
	r.job.enter(s, reason, time.Now())
	r.Log.Info(string(s), "reason", reason)
	if r.Progress != nil {
		r.Progress(r.job)
	}
	if err := r.Store.save(r.job); err != nil {
		return end{HandedOver, "the job cannot be written down: " + err.Error()}
	}
	return nil
}

// rearm makes a repeated schedule ready for its next condition.
func (r *Run) rearm() {
	r.seen, r.idleSince, r.stashed, r.began = seen{}, time.Time{}, false, false
	r.rows = claude.Follow(r.job.Agent.Transcript, sizeOf(r.job.Agent.Transcript))
	r.enter(Waiting, "armed again")
}

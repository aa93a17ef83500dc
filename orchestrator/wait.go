package orchestrator

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"savectx/orchestrator/claude"
)

// untilOpen looks until every guard is open. It returns an end, as an error,
// when a guard ends the job, when somebody cancels it, or at the deadline.
func (r *Run) untilOpen(ctx context.Context, list []guard) (*look, error) {
	pace := quickPoll
	last := ""
	var lasting finding // the last one that was not the end of ctx itself
	for {
		if err := r.answer(); err != nil {
			return nil, err
		}
		l, found := r.findings(ctx, list, false)
		f := found[len(found)-1]
		if ctx.Err() == nil {
			lasting = f
		}
		if err := r.interrupted(ctx, lasting); err != nil {
			return nil, err
		}
		switch f.verdict {
		case open:
			if r.ripen(ctx, l) {
				return l, nil
			}
			continue
		case stop:
			return nil, end{f.state, f.reason}
		case leave:
			if err := r.Terminal.LeaveModes(ctx); err != nil {
				r.Log.Warn("cannot leave the mode", "error", err)
			}
		case stash:
			if err := r.putAside(ctx, l); err != nil {
				return nil, err
			}
		}
		if f.guard != last {
			pace, last = quickPoll, f.guard
			r.Log.Debug("waiting", "guard", f.guard, "reason", f.reason)
			if f.state != "" && r.holding == "" && !r.job.State.Touched() {
				if err := r.enterOrStop(f.state, f.reason); err != nil {
					return nil, err
				}
			}
		}
		pace = r.pause(ctx, f, pace)
	}
}

// ripen waits out what is left of the settling, which the guards behind it
// have already used, and tells whether the agent stayed idle.
func (r *Run) ripen(ctx context.Context, l *look) bool {
	left := time.Until(l.ripe)
	if left <= 0 {
		return true
	}
	r.watch.on(claude.RecordPath(r.job.Agent.Config, r.job.Agent.PID))
	r.watch.wait(ctx, left)
	_, found := r.findings(ctx, cheapGuards(), false)
	return found[len(found)-1].verdict == open && !time.Now().Before(l.ripe)
}

// pause waits for the next look: while a turn runs for the files that tell of
// its end, with a slow net under them; else at a pace that slows down.
func (r *Run) pause(ctx context.Context, f finding, pace time.Duration) time.Duration {
	files := []string{claude.RecordPath(r.job.Agent.Config, r.job.Agent.PID), r.Store.path(r.job.ID, ".ask")}
	telling := f.guard == "turn" || f.guard == "queue"
	if telling && f.state == TurnRunning {
		if rec, err := claude.ReadRecord(r.job.Agent.Config, r.job.Agent.PID); err != nil || !rec.Tells() || f.guard == "queue" {
			files = append(files, r.job.Agent.Transcript, filepath.Join(r.session.Path, "turn.json"))
		}
		r.watch.on(files...)
		if r.behind(f) {
			return quickPoll // it changed before the watch was on
		}
		r.watch.wait(ctx, slowPoll)
		return quickPoll
	}
	r.watch.on(files...)
	if f.pause > 0 {
		r.watch.wait(ctx, f.pause)
		return quickPoll
	}
	if r.watch.wait(ctx, pace) {
		return quickPoll
	}
	return min(pace*3/2, slowPoll)
}

// behind looks once more at what the watch would not tell any more.
func (r *Run) behind(f finding) bool {
	if _, err := os.Stat(r.Store.path(r.job.ID, ".ask")); err == nil && !r.job.State.Touched() {
		return true
	}
	l := &look{at: time.Now()}
	if g := r.guardSession(context.Background(), l); g.verdict != open {
		return g.verdict == stop
	}
	return f.guard == "turn" && r.guardTurn(context.Background(), l).verdict == open
}

// interrupted turns the end of ctx into an end of the job. The deadline's
// reason is what the job was waiting for.
func (r *Run) interrupted(ctx context.Context, f finding) error {
	if ctx.Err() == nil {
		return nil
	}
	if f.reason == "" {
		f.reason = "nothing was looked at before it"
	}
	if errors.Is(context.Cause(ctx), errDeadline) {
		return end{HandedOver, "the deadline has passed: " + f.reason}
	}
	return end{Cancelled, "interrupted"}
}

// answer takes a request of another process: an end, or another line.
func (r *Run) answer() error {
	if r.job.State.Touched() {
		return nil // too late: the asker takes its request away again
	}
	a, ok := r.Store.asked(r.job.ID)
	switch {
	case !ok:
		return nil
	case a.Cancel:
		reason := "cancelled"
		if a.By != "" {
			reason = a.By
		}
		return end{Cancelled, reason}
	}
	r.job.Line, r.job.Then = a.Line, a.Then
	return r.enterOrStop(r.job.State, "the line was replaced by a later request")
}

// condition waits for a schedule's condition and arms the job in earnest.
func (r *Run) condition(ctx context.Context) *end {
	if c := r.job.Condition; c == nil {
		r.armedAt = r.job.Created
		r.rows = claude.Follow(r.job.Agent.Transcript, r.job.Agent.Size)
	} else {
		if err := r.enterOrStop(Waiting, c.Text); err != nil {
			return ptr(asEnd(err))
		}
		if e := r.conditionMet(ctx, *c); e != nil {
			return e
		}
		r.armedAt, r.seen = time.Now(), seen{}
		r.rows = claude.Follow(r.job.Agent.Transcript, sizeOf(r.job.Agent.Transcript))
		if err := r.enterOrStop(Armed, "the condition is met: "+c.Text); err != nil {
			return ptr(asEnd(err))
		}
	}
	r.deadlineAt = time.Now().Add(r.job.Deadline)
	return nil
}

// clockCheck is how often a waiting schedule looks at the wall clock: a
// machine that slept or was set back is noticed within it.
const clockCheck = 20 * time.Second

func (r *Run) conditionMet(ctx context.Context, c Condition) *end {
	r.watch.on(claude.RecordPath(r.job.Agent.Config, r.job.Agent.PID), r.Store.path(r.job.ID, ".ask"))
	if c.Percent > 0 {
		r.watch.on(r.job.Agent.Transcript, claude.RecordPath(r.job.Agent.Config, r.job.Agent.PID), r.Store.path(r.job.ID, ".ask"))
	}
	for {
		if err := r.answer(); err != nil {
			return ptr(asEnd(err))
		}
		l := &look{at: time.Now()}
		for _, g := range []func(*Run, context.Context, *look) finding{(*Run).guardProcess, (*Run).guardSession} {
			if f := g(r, ctx, l); f.verdict == stop {
				return &end{f.state, f.reason}
			}
		}
		met, pause, missed := c.judge(r.facts(c, l))
		if missed != "" {
			return &end{HandedOver, missed}
		}
		if met {
			return nil
		}
		r.watch.wait(ctx, min(max(pause, quickPoll), clockCheck))
		if ctx.Err() != nil {
			return &end{Cancelled, "interrupted"}
		}
	}
}

// facts gathers what the condition needs, and only that.
func (r *Run) facts(c Condition, l *look) facts {
	f := facts{now: time.Now()}
	switch {
	case c.Percent > 0:
		if tail, err := claude.ReadTail(r.job.Agent.Transcript); err == nil {
			f.percent = r.share(tail)
		}
	case c.Idle > 0:
		r.guardTurn(context.Background(), l)
		r.readRows()
		fresh := c.After.IsZero() || r.seen.asked // a repeated one needs a turn since the last round
		if !r.idleSince.IsZero() && fresh {
			f.idle = f.now.Sub(r.idleSince)
		}
	}
	return f
}

// share is how much of the way to the automatic compaction is used, in percent.
func (r *Run) share(tail claude.Tail) int {
	model, window := tail.Model, 0
	if told := r.session.Share(); told.Window > 0 && (model == "" || claude.SameModel(told.Model, model)) {
		model, window = told.Model, told.Window
	}
	var limits claude.Limits
	if r.Limits != nil {
		limits = r.Limits(model)
	}
	limits.Client = claude.ParseVersion(tail.Version)
	return claude.TriggerFor(model, window, tail.Tokens, limits).Share(tail.Tokens)
}

func ptr[T any](v T) *T { return &v }

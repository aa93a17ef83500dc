package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"savectx/orchestrator/claude"
)

// putAside stashes the draft and waits until the composer is empty and the
// client says so. When it does not, the draft is waited for instead.
func (r *Run) putAside(ctx context.Context, l *look) error {
	ctx = context.WithoutCancel(ctx) // a draft on its way is followed to where it goes
	ok, err := r.Terminal.Press(ctx, keyStash, l.screen.X, l.screen.Y)
	if err != nil {
		return r.lost(err, "the draft may have been put aside")
	}
	if !ok {
		return nil // the pane moved: the next look decides
	}
	var s claude.Screen
	for patience := time.Now().Add(stashPatience); time.Now().Before(patience); r.watch.wait(ctx, quickPoll) {
		capture, x, y, err := r.Terminal.Read(ctx)
		if err != nil {
			continue
		}
		if s = claude.ReadScreen(capture, x, y); s.Empty() && s.Stashed {
			r.stashed = true
			r.Log.Info("the draft is put aside")
			return nil
		}
		if s.Empty() && !r.idle() {
			return nil // the draft was submitted in the same moment: a turn is running
		}
	}
	r.noStash = true
	if s.Empty() {
		return end{HandedOver, "the draft left the composer, but the client does not say where to"}
	}
	return nil
}

// after brings the draft back and types the follow-up prompt.
func (r *Run) after(ctx context.Context, e end) error {
	ctx, cancel := context.WithTimeoutCause(ctx, afterPatience, errDeadline)
	defer cancel()
	err := r.bringBack(ctx)
	if e.state != Compacted && e.state != Cleared || r.job.Then == "" {
		return err
	}
	return errors.Join(err, r.followUp(ctx))
}

// bringBack waits until the client has restored the draft, and presses the
// stash key on an empty composer when it has not.
func (r *Run) bringBack(ctx context.Context) error {
	if !r.stashed {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, finishPatience)
	defer cancel()
	asked := false
	for ctx.Err() == nil && r.agentGone() == "" {
		capture, x, y, err := r.Terminal.Read(ctx)
		if err != nil {
			return fmt.Errorf("the draft is still put aside (ctrl+s in an empty composer brings it back): %w", err)
		}
		s := claude.ReadScreen(capture, x, y)
		switch {
		case s.Box && !s.Stashed && !s.Empty():
			r.stashed = false
			return nil
		case s.Empty() && s.Stashed && !s.Busy && !asked && r.idle() && !r.frozen() && !r.typing(ctx):
			ok, err := r.Terminal.Press(ctx, keyStash, x, y)
			if err != nil {
				return fmt.Errorf("the draft may still be put aside (ctrl+s in an empty composer brings it back): %w", err)
			}
			asked = ok
		}
		r.watch.wait(ctx, 4*quickPoll)
	}
	return errors.New("the draft is still put aside (ctrl+s in an empty composer brings it back)")
}

// typing tells whether somebody may be typing: what they have typed and the
// client has not drawn yet must not be put aside over the draft.
func (r *Run) typing(ctx context.Context) bool {
	last, err := r.Terminal.LastKey(ctx)
	return err != nil || !last.IsZero() && time.Since(last) < keyPause
}

func (r *Run) idle() bool {
	record, err := claude.ReadRecord(r.job.Agent.Config, r.job.Agent.PID)
	return err == nil && (record.Idle() || !record.Tells())
}

// followUp types the prompt of --then by the same path as the line.
func (r *Run) followUp(ctx context.Context) error {
	r.seen, r.idleSince, r.armedAt = seen{}, time.Time{}, time.Now()
	r.rows = claude.Follow(r.job.Agent.Transcript, sizeOf(r.job.Agent.Transcript))
	if err := r.deliver(ctx, false); err != nil {
		return errors.Join(fmt.Errorf("the follow-up prompt was not sent: %w", err), r.bringBack(context.WithoutCancel(ctx)))
	}
	r.watch.on(r.job.Agent.Transcript)
	for ctx.Err() == nil {
		r.readRows()
		for _, p := range r.seen.prompts {
			if sameLine(p, r.job.Then) {
				return r.bringBack(ctx)
			}
		}
		r.watch.wait(ctx, provePoll)
	}
	return errors.Join(errors.New("the follow-up prompt was sent, but the transcript does not show it"), r.bringBack(context.WithoutCancel(ctx)))
}

// finish writes the end down and tells the person.
func (r *Run) finish(ctx context.Context, e end) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishPatience)
	defer cancel()
	if r.stashed && !r.job.State.submitted() {
		if err := r.bringBack(ctx); err != nil {
			e.reason += "; " + err.Error()
		}
	}
	r.enter(e.state, e.reason)
	r.tell(e)
}

// submitted tells whether Enter was pressed.
func (s State) submitted() bool { return s == Submitted || s == Compacting }

// bufferName is the tmux buffer a handed-over line waits in.
const bufferName = "savectx"

// tell says on the person's screen how the job ended; the line of a job that
// was not carried out is put into a tmux buffer. The message holds fixed words
// and the job's id only: tmux expands formats in what it shows.
func (r *Run) tell(e end) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	message := "savectx job " + r.job.ID + ": " + string(e.state)
	switch e.state {
	case HandedOver, Failed, SentAsPrompt:
		if err := r.Terminal.Offer(ctx, bufferName, r.job.Line); err != nil {
			r.Log.Warn("cannot leave the line in a buffer", "error", err)
		} else {
			message += ". The line is in the tmux buffer " + bufferName
		}
	}
	if err := r.Terminal.Tell(ctx, message); err != nil {
		r.Log.Warn("cannot tell the person", "error", err)
	}
}

package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/proc"
)

// verdict is what a guard's finding asks for.
type verdict int

const (
	open  verdict = iota
	wait          // look again later
	leave         // leave the pane's mode
	stash         // put the draft aside
	stop          // end the job
)

// finding is what one guard found.
type finding struct {
	guard string
	verdict
	reason string
	state  State         // of the end, or of the wait
	pause  time.Duration // how long it surely stays shut, 0 when that is not known
}

// look is one observation, filled by the guards as far as they get.
type look struct {
	at       time.Time
	record   claude.Record
	recorded bool
	agent    proc.Info
	lastKey  time.Time
	screen   claude.Screen
	ripe     time.Time // when the agent has been idle for long enough
}

type guard struct {
	name string
	ask  func(*Run, context.Context, *look) finding
}

// guards are asked in this order, and the first one that is shut decides.
// The cheap ones come first: while a turn runs, tmux is not asked at all but
// for the pane's existence.
func guards() []guard {
	return []guard{
		{"process", (*Run).guardProcess},
		{"session", (*Run).guardSession},
		{"turn", (*Run).guardTurn},
		{"compaction", (*Run).guardCompaction},
		{"queue", (*Run).guardQueue},
		{"pane", (*Run).guardPane},
		{"input", (*Run).guardInput},
		{"foreground", (*Run).guardForeground},
		{"settled", (*Run).guardSettled},
		{"person", (*Run).guardPerson},
		{"mode", (*Run).guardMode},
		{"screen", (*Run).guardScreen},
		{"draft", (*Run).guardDraft},
	}
}

// cheapGuards are asked once more when the agent has been idle for long
// enough: they read files only.
func cheapGuards() []guard { return only("process", "session", "turn", "compaction", "queue") }

// lastGuards are asked between the text and its Enter. What they leave out is
// asked by the pane's server in the instant of the key.
func lastGuards() []guard {
	return only("process", "session", "turn", "compaction", "foreground", "screen", "draft")
}

// only takes guards by name, in their order.
func only(names ...string) []guard {
	return slices.DeleteFunc(guards(), func(g guard) bool { return !slices.Contains(names, g.name) })
}

// findings asks the guards until one is shut; with all, it asks every one.
func (r *Run) findings(ctx context.Context, list []guard, all bool) (*look, []finding) {
	l := &look{at: time.Now()}
	var found []finding
	for _, g := range list {
		f := g.ask(r, ctx, l)
		f.guard = g.name
		found = append(found, f)
		if f.verdict != open && !all {
			r.forget(list, len(found))
			break
		}
		if f.verdict == open {
			delete(r.shutSince, g.name)
		}
	}
	return l, found
}

// forget drops how long the guards from n on have been shut: they are not
// asked now, so nothing is known of them without a break.
func (r *Run) forget(list []guard, n int) {
	for _, g := range list[n:] {
		delete(r.shutSince, g.name)
	}
}

// shutFor is how long the guard has been shut without a break.
func (r *Run) shutFor(name string, now time.Time) time.Duration {
	if r.shutSince == nil {
		r.shutSince = map[string]time.Time{}
	}
	since, ok := r.shutSince[name]
	if !ok {
		r.shutSince[name] = now
	}
	return now.Sub(since) * time.Duration(b2i(ok))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (r *Run) guardProcess(_ context.Context, l *look) finding {
	info, err := proc.Read(r.job.Agent.PID)
	if errors.Is(err, proc.ErrGone) || err == nil && (info.Start != r.job.Agent.Start || info.Zombie) {
		return finding{verdict: stop, state: HandedOver, reason: "Claude has ended"}
	}
	if err != nil {
		return finding{verdict: wait, reason: "Claude's process cannot be read: " + err.Error()}
	}
	l.agent = info
	return finding{reason: fmt.Sprintf("process %d runs", info.PID)}
}

func (r *Run) guardSession(_ context.Context, l *look) finding {
	record, err := claude.ReadRecord(r.job.Agent.Config, r.job.Agent.PID)
	if errors.Is(err, claude.ErrNoRecord) && r.job.Agent.Recorded {
		return r.patiently("session", "the client's session record is gone")
	}
	if errors.Is(err, claude.ErrNoRecord) {
		return finding{reason: "this client keeps no session record"}
	}
	if err != nil {
		return finding{verdict: wait, reason: err.Error()}
	}
	l.record, l.recorded = record, true
	if record.SessionID != r.job.Agent.Session && record.SessionID != r.stale {
		return finding{verdict: stop, state: Cancelled, reason: "the pane has gone on to another session"}
	}
	return finding{reason: "session " + record.SessionID}
}

func (r *Run) guardTurn(_ context.Context, l *look) finding {
	if l.recorded && l.record.Tells() {
		switch {
		case l.record.Idle():
			if since := l.record.Since(); r.idleSince.IsZero() || since.After(r.idleSince) {
				r.idleSince = earlier(since, l.at)
			}
			return finding{reason: "the agent is " + l.record.Status}
		case l.record.Status == "waiting":
			r.idleSince = time.Time{}
			return finding{verdict: wait, state: TurnRunning, reason: "the agent waits for an answer: " + l.record.WaitingFor}
		}
		r.idleSince = time.Time{}
		return finding{verdict: wait, state: TurnRunning, reason: "a turn is running"}
	}
	return r.oldTurn(l)
}

// oldTurn finds the end of a turn for clients whose record has no status: by
// the transcript's tail, or the Stop hook's marker where it is newer.
func (r *Run) oldTurn(l *look) finding {
	tail, err := claude.ReadTail(r.job.Agent.Transcript)
	if err != nil {
		return finding{verdict: wait, reason: "the transcript cannot be read: " + err.Error()}
	}
	marker := r.session.Turn()
	if tail.Over || marker.At.After(tail.LastRow.Time) {
		if r.idleSince.IsZero() {
			r.idleSince = l.at
		}
		return finding{reason: "the last turn is over"}
	}
	r.idleSince = time.Time{}
	return finding{verdict: wait, state: TurnRunning, reason: "a turn is running"}
}

func (r *Run) guardCompaction(_ context.Context, _ *look) finding {
	r.readRows()
	if r.seen.boundary != nil && r.job.Command == Compact {
		return finding{verdict: stop, state: Superseded, reason: "the session has been compacted since"}
	}
	return finding{reason: "no compaction since the job was armed"}
}

func (r *Run) guardQueue(_ context.Context, _ *look) finding {
	if r.seen.queued > 0 {
		r.idleSince = time.Time{}
		return finding{verdict: wait, state: TurnRunning, reason: "prompts are queued behind the turn"}
	}
	return finding{reason: "no prompt is queued"}
}

func (r *Run) guardPane(ctx context.Context, _ *look) finding {
	err := r.Terminal.Prove(ctx)
	switch {
	case err == nil:
		return finding{reason: "pane " + r.job.Target.Pane + " is the recorded one"}
	case errors.Is(err, r.Terminal.Gone):
		return finding{verdict: stop, state: HandedOver, reason: err.Error()}
	}
	return r.patiently("pane", err.Error())
}

func (r *Run) guardInput(ctx context.Context, _ *look) finding {
	reason, err := r.Terminal.Shut(ctx)
	if err != nil {
		reason = err.Error()
	}
	if reason != "" {
		return r.patiently("input", reason)
	}
	return finding{reason: "the pane takes input, alone"}
}

func (r *Run) guardForeground(_ context.Context, l *look) finding {
	if l.agent.Stopped && l.agent.Foreground() {
		r.idleSince = time.Time{}
		return finding{verdict: wait, reason: "Claude is frozen"}
	}
	if on, err := l.agent.On(r.job.Target.TTY); err != nil || !on {
		return finding{verdict: stop, state: HandedOver, reason: "Claude does not sit on this pane's terminal"}
	}
	if l.agent.Stopped || !l.agent.Foreground() {
		return r.patiently("foreground", "Claude is suspended, another program has the terminal")
	}
	return finding{reason: "Claude has the terminal"}
}

// patiently waits for what may pass, and hands over when it does not.
func (r *Run) patiently(name, reason string) finding {
	r.idleSince = time.Time{}
	if r.shutFor(name, time.Now()) > shutPatience {
		return finding{verdict: stop, state: HandedOver, reason: reason}
	}
	return finding{verdict: wait, reason: reason}
}

func (r *Run) guardSettled(_ context.Context, l *look) finding {
	need := settleTime
	if !l.record.Tells() {
		need = oldSettleTime
	}
	if r.idleSince.IsZero() {
		r.idleSince = l.at
	}
	l.ripe = r.idleSince.Add(need)
	if left := l.ripe.Sub(l.at); left > settleLead {
		return finding{verdict: wait, state: Settling, reason: "idle for less than " + need.String(), pause: left - settleLead}
	}
	return finding{reason: "idle for " + l.at.Sub(r.idleSince).Round(time.Millisecond).String()}
}

func (r *Run) guardPerson(ctx context.Context, l *look) finding {
	last, err := r.Terminal.LastKey(ctx)
	if err != nil {
		return r.patiently("person", err.Error())
	}
	l.lastKey = last
	if !last.IsZero() && l.at.Sub(last) < keyPause {
		return finding{verdict: wait, state: Settling, reason: "somebody is typing"}
	}
	return finding{reason: "nobody is typing"}
}

func (r *Run) guardMode(ctx context.Context, l *look) finding {
	modes, err := r.Terminal.Modes(ctx)
	if err != nil {
		return r.patiently("mode", err.Error())
	}
	if modes == 0 {
		return finding{reason: "the pane is in no mode"}
	}
	quiet := l.lastKey.IsZero() || l.at.Sub(l.lastKey) > composePause
	if quiet || r.shutFor("mode", l.at) > scrollPatience {
		return finding{verdict: leave, reason: "the pane is scrolled or in a menu of tmux"}
	}
	return finding{verdict: wait, reason: "somebody is scrolling"}
}

func (r *Run) guardScreen(ctx context.Context, l *look) finding {
	capture, x, y, err := r.Terminal.Read(ctx)
	if err != nil {
		return r.patiently("screen", err.Error())
	}
	l.screen = claude.ReadScreen(capture, x, y)
	if r.holding != "" && !l.screen.Busy && l.screen.Holds(r.holding) {
		return finding{reason: "the composer is there"}
	}
	if l.screen.Box && !l.screen.Busy && (l.screen.Empty() || l.screen.Kind == claude.KindIdleDraft) {
		return finding{reason: "the composer is there"}
	}
	return finding{verdict: wait, reason: "the screen shows " + string(l.screen.Kind) + ", not a free composer"}
}

func (r *Run) guardDraft(_ context.Context, l *look) finding {
	if r.holding != "" {
		return r.guardHeld(l)
	}
	if l.screen.Empty() {
		return finding{reason: "the composer is empty"}
	}
	if r.draft != l.screen.Text {
		r.draft, r.draftSince = l.screen.Text, l.at
	}
	if l.at.Sub(r.draftSince) < drawTime {
		return finding{verdict: wait, reason: "the composer is being drawn, or typed into"}
	}
	typing := !l.lastKey.IsZero() && l.at.Sub(l.lastKey) < composePause
	switch waited := r.shutFor("draft", l.at); {
	case typing && waited < draftPatience:
		return finding{verdict: wait, reason: "a draft is being written"}
	case l.screen.Stashed || r.stashed:
		return finding{verdict: wait, reason: "there is a draft, and another one is already put aside"}
	case !claude.ParseVersion(r.job.Agent.Version).CanStash() || r.noStash:
		return finding{verdict: wait, reason: "there is a draft, and this client cannot put it aside"}
	}
	return finding{verdict: stash, reason: "there is a draft, to be put aside"}
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || a.After(b) {
		return b
	}
	return a
}

// guardHeld is the draft's guard while our own text is in the composer.
func (r *Run) guardHeld(l *look) finding {
	switch {
	case l.screen.Picker, l.screen.Menu != "" && l.screen.Menu != "/"+r.job.Command:
		return finding{verdict: wait, reason: "a menu is open that would take the Enter"}
	case l.screen.Holds(r.holding):
		return finding{reason: "the composer holds exactly the line"}
	case l.screen.Empty():
		return finding{verdict: stop, state: HandedOver, reason: "the line was taken out of the composer"}
	case r.shutFor("draft", l.at) > mixPatience:
		return finding{verdict: stop, state: HandedOver, reason: "the composer holds more than the line; it was left as it is"}
	}
	return finding{verdict: wait, reason: "the composer does not hold exactly the line"}
}

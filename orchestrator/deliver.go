package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/proc"
)

// compact waits for the guards, types, submits, proves and cleans up.
func (r *Run) compact(ctx context.Context) end {
	if err := r.deliver(ctx, true); err != nil {
		return asEnd(err)
	}
	// What is submitted is followed to its end: only its own patience counts now.
	ctx = context.WithoutCancel(ctx)
	e := r.prove(ctx)
	if err := r.after(ctx, e); err != nil {
		e.reason += "; " + err.Error()
	}
	return e
}

// typingTries bounds how often the text is put in when the pane refuses or
// shows something else, always from an empty composer.
const typingTries = 3

// deliver brings the job's line, or its follow-up prompt, into the composer
// and submits it.
func (r *Run) deliver(ctx context.Context, line bool) error {
	for try := 1; ; try++ {
		l, err := r.untilOpen(ctx, guards())
		if err != nil {
			return err
		}
		text := r.job.Then
		if line {
			text = r.job.Line // another one may have been asked for
			if err := r.enterOrStop(Guarded, "every guard is open"); err != nil {
				return err
			}
		}
		err = r.typeIn(ctx, text, l.screen)
		if errors.Is(err, errRefused) && try < typingTries {
			if line { // nothing of ours is there: the job can be changed and cancelled again
				r.enter(Settling, err.Error())
			}
			continue
		}
		if err != nil {
			return err
		}
		if line {
			r.note(Typed, fmt.Sprintf("%d characters", len([]rune(text))))
			r.note(Checked, "the composer holds exactly the line")
		}
		return r.submit(ctx, text, line)
	}
}

// errRefused says that nothing of ours is in the composer and a fresh look may help.
var errRefused = errors.New("the pane kept changing while the line was about to be typed")

func asEnd(err error) end {
	var e end
	if errors.As(err, &e) {
		return e
	}
	return end{HandedOver, err.Error()}
}

// note adds a step to the history that the next journalled one takes along.
func (r *Run) note(s State, reason string) { r.job.enter(s, reason, time.Now()) }

// typeIn puts text into an empty composer, one paste after the other, each
// pinned to the cursor that was just read.
func (r *Run) typeIn(ctx context.Context, text string, s claude.Screen) error {
	typed := ""
	for _, piece := range chunks(text) {
		ok, err := r.Terminal.Paste(context.WithoutCancel(ctx), piece, s.X, s.Y)
		switch {
		case err != nil:
			return r.lost(err, "the line may be in the composer")
		case !ok && typed == "":
			return errRefused
		case !ok:
			return r.takeBack(ctx, typed, "the pane refused a later part of the line")
		}
		typed += piece
		if s, err = r.echo(ctx, typed); err != nil {
			return err
		}
	}
	r.holding = text
	return nil
}

// lost is the end after a call whose effect is not known: nothing is pressed
// any more.
func (r *Run) lost(err error, where string) error {
	if errors.Is(err, r.Terminal.Unknown) {
		return end{HandedOver, "tmux did not answer in time; " + where}
	}
	return end{HandedOver, err.Error() + "; " + where}
}

// echo waits until the composer holds what has been typed so far. As long as
// the client is frozen, or has not read what was sent, it goes on waiting.
func (r *Run) echo(ctx context.Context, typed string) (claude.Screen, error) {
	patience := time.Now().Add(echoPatience)
	for {
		capture, x, y, err := r.Terminal.Read(ctx)
		if err == nil {
			s := claude.ReadScreen(capture, x, y)
			if s.Holds(typed) {
				return s, nil
			}
		}
		if gone := r.agentGone(); gone != "" {
			return claude.Screen{}, end{HandedOver, gone + " while the line was being typed"}
		}
		if r.frozen() {
			patience = time.Now().Add(echoPatience)
		}
		if time.Now().After(patience) {
			return claude.Screen{}, r.takeBack(ctx, typed, "the composer did not show exactly the line")
		}
		if ctx.Err() != nil {
			return claude.Screen{}, r.takeBack(ctx, typed, "the deadline passed while the line was being typed")
		}
		r.watch.wait(ctx, echoPoll)
	}
}

// frozen tells whether the client cannot have answered yet.
func (r *Run) frozen() bool {
	info, err := proc.Read(r.job.Agent.PID)
	if err != nil {
		return false
	}
	unread, err := r.Terminal.Unread()
	return info.Stopped && info.Foreground() || err == nil && unread > 0
}

func (r *Run) agentGone() string {
	info, err := proc.Read(r.job.Agent.PID)
	if errors.Is(err, proc.ErrGone) || err == nil && (info.Start != r.job.Agent.Start || info.Zombie) {
		return "Claude ended"
	}
	return ""
}

// takeBack removes what is provably ours alone: a composer that holds a head
// of the typed text and nothing else. Anything else is left as it is. It
// returns errRefused when the composer is empty again, else the end. A frozen
// client is waited for as long as the job itself may last.
func (r *Run) takeBack(job context.Context, typed, why string) error {
	ctx := context.WithoutCancel(job) // bounded by its own patience
	r.holding = ""
	runes := []rune(typed)
	expected, erased := len(runes), false
	var emptySince time.Time
	for patience := time.Now().Add(echoPatience); time.Now().Before(patience); r.watch.wait(ctx, 4*quickPoll) {
		capture, x, y, err := r.Terminal.Read(ctx)
		if err != nil {
			break
		}
		if r.frozen() {
			emptySince = time.Time{}
			if job.Err() == nil { // nobody else waits for an end
				patience = time.Now().Add(echoPatience)
			}
			continue // what was sent is not read yet: more would be too much
		}
		s := claude.ReadScreen(capture, x, y)
		if !s.Empty() {
			emptySince = time.Time{}
		} else if emptySince.IsZero() {
			emptySince = time.Now()
		}
		if s.Empty() && (erased || time.Since(emptySince) > drawTime) {
			return errRefused
		}
		if s.Empty() {
			continue // it may not be drawn yet
		}
		n := ourHead(s, runes, expected, !erased)
		if n == 0 && erased {
			continue // the backspaces are still being drawn
		}
		if n == 0 {
			break
		}
		ok, err := r.Terminal.Erase(ctx, min(n, eraseStep), x, y)
		if err != nil {
			return r.lost(err, "a part of the line may be in the composer")
		}
		if ok {
			expected, erased = n-min(n, eraseStep), true
		}
	}
	return end{HandedOver, why + "; what is in the composer was left as it is"}
}

// eraseStep bounds the backspaces of one call.
const eraseStep = 100

// ourHead is how many characters the composer holds, if they are a head of our
// text to the letter and nothing else; 0 if not. Any length will do at first,
// if the whole composer is seen; later only the expected one.
func ourHead(s claude.Screen, typed []rune, expected int, any bool) int {
	if !s.Box || s.Placeholder {
		return 0
	}
	lengths := []int{expected}
	if any && s.Hidden == 0 {
		shown := 0
		for _, r := range s.Text {
			if !unicode.IsSpace(r) {
				shown++
			}
		}
		for n, r := range typed {
			if shown == 0 {
				lengths = append(lengths, n, n+1)
				break
			}
			if !unicode.IsSpace(r) {
				shown--
			}
		}
	}
	for _, n := range lengths {
		if n > 0 && n <= len(typed) && s.Holds(string(typed[:n])) {
			return n
		}
	}
	return 0
}

// submit presses Enter on our own complete text, and again only when it is
// surely still there unread by nobody.
func (r *Run) submit(ctx context.Context, text string, line bool) error {
	defer func() { r.holding = "" }()
	list := lastGuards()
	var since time.Time // of the first Enter
	for tries := 0; ; {
		l, err := r.untilOpen(ctx, list)
		if err != nil {
			if !since.IsZero() {
				return nil // it was pressed: what came of it is for prove to say
			}
			return r.withdraw(ctx, text, err)
		}
		if since.IsZero() {
			since = time.Now()
			r.seen.submitted = since.Add(-50 * time.Millisecond)
			r.seen.command, r.seen.failure, r.seen.output, r.seen.prompts = nil, "", "", nil
		}
		if time.Since(since) > enterPatience {
			return nil
		}
		ok, err := r.Terminal.Press(context.WithoutCancel(ctx), keyEnter, l.screen.X, l.screen.Y)
		if errors.Is(err, r.Terminal.Gone) && tries == 0 {
			return end{HandedOver, err.Error()}
		}
		if err != nil {
			r.Log.Warn("Enter's effect is unknown", "error", err)
		}
		if !ok && err == nil {
			if tries == 0 {
				since = time.Time{}
			}
			list = guards() // the server refused: look at everything again
			continue
		}
		tries++
		if line && tries == 1 {
			r.enter(Submitted, "")
		}
		if err != nil || r.left(ctx, text) || tries >= enterTries || time.Since(since) > enterPatience {
			return nil
		}
		r.Log.Warn("the line is still in the composer", "tries", tries)
	}
}

// withdraw takes our text out of the composer again when the job ends before
// its Enter, and says so when that cannot be.
func (r *Run) withdraw(ctx context.Context, text string, why error) error {
	if errors.Is(r.takeBack(ctx, text, ""), errRefused) {
		return why
	}
	e := asEnd(why)
	return end{e.state, e.reason + "; what is in the composer was left as it is"}
}

// left waits until the composer does not hold our text any more, and tells
// whether that came true before Enter may be pressed again.
func (r *Run) left(ctx context.Context, text string) bool {
	ctx = context.WithoutCancel(ctx)
	last := time.Now().Add(enterPatience)
	for patience := time.Now().Add(enterPause); time.Now().Before(last); {
		capture, x, y, err := r.Terminal.Read(ctx)
		if err == nil {
			s := claude.ReadScreen(capture, x, y)
			if !s.Holds(text) {
				return true
			}
		}
		if r.readRows(); r.seen.command != nil || r.seen.boundary != nil || r.agentGone() != "" {
			return true
		}
		if r.frozen() {
			patience = time.Now().Add(enterPause)
		}
		if time.Now().After(patience) {
			return false
		}
		r.watch.wait(ctx, 2*quickPoll)
	}
	return true // frozen for too long to press again: prove goes on looking
}

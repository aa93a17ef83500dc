// Where the client compacts a session by itself.

package claude

// The client's arithmetic of its automatic compaction, in tokens (2.1.100 and
// 2.1.332).
const (
	defaultWindow = 200_000
	largeWindow   = 1_000_000
	outputReserve = 20_000
	compactMargin = 13_000
	hardMargin    = 3_000
)

// Trigger is the point at which a session is compacted, in tokens, and how
// that is known.
type Trigger struct {
	At         int // compacted here; with Off, the client takes no more prompts here
	Window     int // the model's
	Effective  int // what is left of the smaller window without the reserve for an answer
	WindowFrom string
	LimitFrom  string
	Off        bool // no automatic compaction
	Why        string
}

// TriggerFor computes the trigger of a session: window is what the client told
// its status line, 0 if it did not; used is the context in use, which may
// prove a larger window than the model's name does.
func TriggerFor(model string, window, used int, l Limits) Trigger {
	t := Trigger{Off: l.Off, Why: l.Why}
	t.Window, t.WindowFrom = windowOf(model, window, used, l)
	t.Effective, t.At, t.LimitFrom = l.apply(t.Window)
	if t.At <= 0 { // a window no session fits into
		t.Window, t.WindowFrom = defaultWindow, "a default"
		t.Effective, t.At, t.LimitFrom = Limits{Off: l.Off}.apply(defaultWindow)
	}
	return t
}

// apply is the client's arithmetic for a model's window.
func (l Limits) apply(window int) (effective, at int, from string) {
	reserve := outputReserve
	if l.MaxOutput > 0 {
		reserve = min(reserve, l.MaxOutput)
	}
	if l.Off { // a configured window does not count then
		effective = window - reserve
		return effective, effective - hardMargin, "the hard limit"
	}
	from = "the model's window"
	if l.Window > 0 && l.Window < window {
		window, from = l.Window, l.WindowFrom
	}
	effective = window - reserve
	at = effective - compactMargin
	if l.Percent > 0 {
		if share := int(float64(effective) * (l.Percent / 100)); share < at {
			at, from = share, "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE"
		}
	}
	return effective, at, from
}

// windowOf is how much context a model takes.
func windowOf(model string, told, used int, l Limits) (tokens int, from string) {
	switch {
	case told > 0:
		return told, "the status line"
	case l.ModelMax > 0 && (l.ManualOff || model != "" && !known(model)):
		return l.ModelMax, "CLAUDE_CODE_MAX_CONTEXT_TOKENS"
	case used > defaultWindow:
		return largeWindow, "the context in use"
	case l.No1M:
		return defaultWindow, "CLAUDE_CODE_DISABLE_1M_CONTEXT"
	case l.Wants1M, large(model) && !l.Client.asksFor1M():
		return largeWindow, "the model"
	}
	return defaultWindow, "the model"
}

// Share is the part of the way to the trigger that is used, in percent; 0 when
// nothing is known. It passes 100 where the client is late.
func (t Trigger) Share(tokens int) int {
	if tokens <= 0 || t.At <= 0 {
		return 0
	}
	return int(int64(tokens) * 100 / int64(t.At))
}

package claude

import "strings"

// The client's arithmetic of its automatic compaction, in tokens (2.1.332).
const (
	DefaultWindow = 200_000
	LargeWindow   = 1_000_000
	outputReserve = 20_000
	compactMargin = 13_000
)

// Window is how much context a model takes, in tokens. The transcript does
// not tell; a name with the suffix [1m], or more tokens in use than the
// default window holds, mean the large one.
func Window(model string, used int) int {
	if strings.HasSuffix(model, "[1m]") || used > DefaultWindow {
		return LargeWindow
	}
	return DefaultWindow
}

// Limits are what a person has set about automatic compactions; zero means
// not set.
type Limits struct {
	Window  int // CLAUDE_CODE_AUTO_COMPACT_WINDOW, tokens
	Percent int // CLAUDE_AUTOCOMPACT_PCT_OVERRIDE, 1 to 100
}

// CompactsAt is the number of tokens at which a session with that window is
// compacted by the client itself.
func CompactsAt(window int, l Limits) int {
	if l.Window > 0 {
		window = min(window, l.Window)
	}
	effective := window - outputReserve
	at := effective - compactMargin
	if l.Percent > 0 && l.Percent <= 100 {
		at = min(effective*l.Percent/100, at)
	}
	return at
}

// Share is the part of the way to the next compaction that is used, in
// percent, 0 when nothing is known.
func Share(tokens int, model string, l Limits) int {
	at := CompactsAt(Window(model, tokens), l)
	if tokens <= 0 || at <= 0 {
		return 0
	}
	return tokens * 100 / at
}

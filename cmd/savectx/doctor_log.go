// The doctor on the hooks' log: what went wrong lately, and what that means.

package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"savectx/cmd/savectx/hook"
	"savectx/orchestrator/claude"
	"savectx/preserve/safefile"
)

// What of the log is looked at.
const (
	logLook  = 1 << 20   // bytes; it is kept shorter
	logYoung = time.Hour // what is older has passed
	logMany  = 3         // so many young lines are no accident, whoever wrote them
)

// logLine is one line of the log: "2026-11-30T10:00:00Z Stop: the disk is full".
type logLine struct {
	at          time.Time
	event, text string
}

func readLogLine(line string) (l logLine, ok bool) {
	stamp, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	at, err := time.Parse(time.RFC3339, stamp)
	event, text, _ := strings.Cut(rest, ": ")
	return logLine{at, event, text}, err == nil
}

// examineLog looks for hooks that went wrong within the hour. One line that
// names none of the client's events was a call by hand.
func (d *doctor) examineLog() {
	path := hook.LogPath(d.state)
	data, existed, err := safefile.ReadState(path, logLook)
	if err != nil {
		d.warn("hooks-log", fmt.Sprintf("the hooks' log cannot be read: %v", err), "move it away: "+path)
		return
	}
	young := 0
	var last logLine
	for line := range strings.Lines(string(data)) {
		if l, ok := readLogLine(line); ok {
			last = l
			if d.now.Sub(l.at) < logYoung {
				young++
			}
		}
	}
	known := slices.Contains(claude.Events(), last.event)
	said := fmt.Sprintf("the last line is %s old: %s: %s (%s)", age(d.now.Sub(last.at)), last.event, last.text, missed(last.event))
	switch {
	case young >= logMany, known && d.now.Sub(last.at) < logYoung:
		d.warn("hooks-log", fmt.Sprintf("lines about what went wrong in hooks, of the last hour: %d; %s", young, said), "all of it is in "+path)
	case !last.at.IsZero():
		d.ok("hooks-log", "hooks work at present as far as their log tells; "+said)
	case existed:
		d.ok("hooks-log", "there is nothing in the hooks' log")
	default:
		d.ok("hooks-log", "hooks have never logged anything")
	}
}

// missed is what it means that the hook of an event did not do its work. None of
// them holds up the session.
func missed(event string) string {
	switch event {
	case "UserPromptSubmit", "PostToolUse":
		return "a reminder may not have come"
	case "Stop", "StopFailure":
		return "a turn's end was not noted, and a job that waits for it waits for the next"
	case "PreCompact":
		return "a compaction may have gone without the list of what to keep"
	case "PostCompact":
		return "the summary was not kept for comparison"
	case "SessionStart":
		return "a session may have begun without its handoff"
	case "SessionEnd":
		return "nothing was cleared away at a session's end"
	}
	return "that is no event of the client: somebody called it by hand"
}

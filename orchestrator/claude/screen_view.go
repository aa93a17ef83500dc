package claude

import (
	"strings"
)

// viewKind names a screen without a usable composer. It only serves what is
// told to a person: no key is pressed on any of them.
func viewKind(g []line, y int) Kind {
	for _, v := range views {
		if anyRow(g, v.sign) && (v.also == nil || anyRow(g, v.also)) {
			return v.kind
		}
	}
	if y < 0 || y >= len(g) {
		return KindUnknown
	}
	switch last := strings.TrimSpace(g[y].text); {
	case anyRow(g, client):
		return KindUnknown
	case shellPrompt().MatchString(last) && restBlank(g, y):
		return KindShell
	case anyRow(g, program):
		return KindOtherProgram
	}
	return KindUnknown
}

func restBlank(g []line, y int) bool {
	for _, l := range g[y+1:] {
		if len(l.cells) > 0 {
			return false
		}
	}
	return true
}

var (
	client      = lazy(`^─{12,}|^▔{12,}|❯\x{a0}|Esc to cancel`)
	shellPrompt = lazy(`[$#%]$`)
	program     = lazy(`^~$|^\(END\)$`)
)

// views are the client's screens by their words (2.1.100 and 2.1.332), the
// more telling first.
var views = []struct {
	kind       Kind
	sign, also pattern
}{
	{kind: KindSuspended, sign: lazy(`^Claude Code (is|has been) suspended`)},
	{kind: KindTranscriptView, sign: lazy(`^ {0,2}Showing detailed transcript`)},
	{kind: KindHistorySearch, sign: lazy(`^ *(Search prompts · |search prompts:|no matching prompt:)`)},
	{kind: KindPlanApproval, sign: lazy(`^ *(Exit plan mode\?|Ready to code\?|Here is Claude's plan:|Would you like to proceed\?)`)},
	{kind: KindTrust, sign: lazy(`(trust the files in this folder|Quick safety check|Do you trust|trust this folder)`)},
	{kind: KindPicker, sign: lazy(`^ *(Select (model|.*theme|.*style)|Theme$|Choose the text style|Syntax theme: |Use /fast to turn on)`)},
	{kind: KindQuestion, sign: lazy(`Enter to select · .*(navigate|cancel)`)},
	{kind: KindRewind, sign: lazy(`^ *Rewind$`)},
	{kind: KindTasks, sign: lazy(`^ *(Background tasks|Shell details)$|[Ee]nter to view tasks|← to go back · x to stop`)},
	{kind: KindConfig, sign: lazy(`Status +Config +Usage|Search settings`)},
	{kind: KindPermission, sign: lazy(`^ *(│ )?Do you want to `), also: lazy(`^ *(│ )?❯ [0-9]\. `)},
	{kind: KindDialog, sign: lazy(`^ +❯ (Yes|No|[0-9]\. )`)},
	{kind: KindDialog, sign: dialogHint},
}

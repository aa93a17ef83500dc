// The client's own marks in a text, and the text without them.

package transcript

import "strings"

// Marks the client puts into texts (2.1.100 to 2.1.332).
const (
	interruptedMark = "[Request interrupted by user"
	reminderOpen    = "<system-reminder>"
	reminderClose   = "</system-reminder>"
	rejectedMark    = "The user doesn't want to proceed with this tool use."
	saidMark        = "the user said:\n"
	reasonMark      = "the following reason for the rejection:"
	noResponse      = "No response requested."
	apiErrorMark    = "API Error"
	deniedMark      = "Permission to use "
	errorOpen       = "<tool_use_error>"
	errorClose      = "</tool_use_error>"
)

// asides are what the client puts around a text: its reminders, and what an
// editor shows.
var asides = [...][2]string{
	{reminderOpen, reminderClose},
	{"<ide_selection>", "</ide_selection>"},
	{"<ide_opened_file>", "</ide_opened_file>"},
	{"<ide_diagnostics>", "</ide_diagnostics>"},
}

// withoutReminders takes the client's asides off both ends of a text. In the
// middle they stay: that is where a person may quote one.
func withoutReminders(s string) string {
	for {
		t, shorter := strings.TrimSpace(s), false
		for _, tag := range asides {
			if strings.HasPrefix(t, tag[0]) {
				if _, rest, ok := strings.Cut(t, tag[1]); ok {
					s, shorter = strings.TrimLeft(rest, "\n "), true
					break
				}
			}
			if strings.HasSuffix(t, tag[1]) {
				if i := strings.LastIndex(t, tag[0]); i >= 0 {
					s, shorter = strings.TrimRight(t[:i], "\n "), true
					break
				}
			}
		}
		if !shorter {
			return s
		}
	}
}

// tagged is what stands between the first opening and the last closing tag:
// what is inside may hold either.
func tagged(s, tag string) (inner string, ok bool) {
	_, rest, ok := strings.Cut(s, "<"+tag+">")
	end := strings.LastIndex(rest, "</"+tag+">")
	if !ok || end < 0 {
		return "", false
	}
	return rest[:end], true
}

// withoutColors takes SGR sequences out.
func withoutColors(s string) string {
	if !strings.Contains(s, "\x1b[") {
		return s
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if tail, colour := strings.CutPrefix(strings.TrimLeft(rest, "0123456789;"), "m"); colour {
			rest = tail
		} else {
			b.WriteString("\x1b[")
		}
		s = rest
	}
}

// said are a person's words in the result of a tool call they refused.
func said(s string) string {
	for _, mark := range []string{saidMark, reasonMark} {
		if _, words, ok := strings.Cut(s, mark); ok {
			words, _, _ = strings.Cut(words, "\n\nNote: The user's next message")
			return strings.TrimSpace(words)
		}
	}
	return ""
}

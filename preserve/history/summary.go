// What of a summary is in the context.

package history

import "strings"

// Answered is what the client keeps of the answer to a request for a summary,
// which is what its PostCompact hook is told (2.1.100, 2.1.332): without the
// analysis in front of it, which never reaches the context, and without tags.
func Answered(text string) string {
	if from, to := strings.Index(text, "<summary>"), strings.LastIndex(text, "</summary>"); from >= 0 && from < to {
		return strings.TrimSpace(text[from+len("<summary>") : to])
	}
	if _, behind, ok := strings.Cut(text, "</analysis>"); ok {
		text = behind
	}
	return strings.TrimSpace(text)
}

// framed is the summary in a row of a session: without the client's sentences
// before it, which end with a line of the one word, and behind it, which begin
// with the one that names the transcript.
func framed(text, session string) string {
	if _, behind, ok := strings.Cut(text, "\nSummary:\n"); ok {
		text = behind
	}
	if at := strings.LastIndex(text, session+".jsonl"); session != "" && at >= 0 {
		text = text[:strings.LastIndex(text[:at], "\n")+1]
	}
	return strings.TrimSpace(text)
}

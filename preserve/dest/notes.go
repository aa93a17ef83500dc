// Personal notes: a daily log, and a file for each decision.

package dest

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/preserve/markdown"
	"savectx/prompts"
)

// LogName is the file of one day's log.
func LogName(at time.Time) string { return at.Format(time.DateOnly) + ".md" }

// Log adds an entry to the day's log, which it begins if it is new.
func Log(old []byte, s preserve.Snapshot, at time.Time, w prompts.Words) []byte {
	if len(old) == 0 {
		old = []byte("# Daily Log . " + at.Format(time.DateOnly) + "\n")
	}
	var what, decisions []string
	for _, it := range s.Items {
		switch {
		case it.Kind == preserve.Decision, it.Kind == preserve.DeadEnd:
			decisions = append(decisions, Bullet(it, w)...)
		case it.Kind != preserve.Open || it.Done || it.NotGranted():
			what = append(what, Bullet(it, w)...)
		}
	}
	var next []string
	for _, n := range nextSteps(s) {
		next = append(next, "- "+escapeStart(plain(n.text)))
	}
	lines := []string{"## " + at.Format("15:04") + " . " + shorten(plain(s.Topic), 80)}
	for _, part := range []struct {
		name  string
		lines []string
	}{{"What", what}, {"Decisions", decisions}, {"Next", next}} {
		if part.lines != nil {
			lines = append(lines, "", "### "+part.name)
			lines = append(lines, part.lines...)
		}
	}
	return markdown.AppendEnd(old, lines)
}

// DecisionNote is a decision's own file.
func DecisionNote(it preserve.Item, topic string, at time.Time, w prompts.Words) []byte {
	lines := Decision(it, topic, it.Replaces, at, w)
	lines[0] = "# " + strings.TrimPrefix(lines[0], "## ")
	return []byte(strings.Join(lines, "\n") + "\n")
}

// notInNames are characters that some file system or sync program refuses.
var notInNames = regexp.MustCompile(`[/\\:*?"<>|\x00-\x1f\x7f#^\[\]]+`)

// DecisionNoteName is that file's name: the date and a short title.
func DecisionNoteName(it preserve.Item, at time.Time) string {
	title := strings.Join(strings.Fields(notInNames.ReplaceAllString(preserve.Clean(it.Text), " ")), " ")
	title = strings.Trim(strings.TrimSuffix(shorten(title, 50), "…"), " .-")
	for len(title) > longName {
		_, n := utf8.DecodeLastRuneInString(title)
		title = strings.TrimRight(title[:len(title)-n], " .-")
	}
	if title == "" {
		title = "decision"
	}
	return at.Format(time.DateOnly) + " " + title + ".md"
}

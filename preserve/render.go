// One item as one sentence of the line.

package preserve

import (
	"strings"
	"unicode/utf8"

	"savectx/prompts"
)

// Sentence writes an item as a sentence: label, text, reason, the user's words,
// exact strings in quotation marks. It returns "" for an item without text.
// What the user was asked and has not granted says so, whatever its kind.
func Sentence(it Item, w prompts.Words) string {
	l := w.Line
	text := Clean(it.Text)
	if text == "" {
		return ""
	}
	kind := it.Kind
	if it.NotGranted() {
		kind = Waiting
	}
	label := l.Labels[string(kind)]
	if it.Done && kind == Open {
		label = w.Mark.Done
	}
	s := label + text
	if why := Clean(it.Why); why != "" {
		s += fill(l.Why, why)
	}
	if quote := Clean(it.Quote); quote != "" {
		s += fill(l.Quote, quote)
	}
	var exact []string
	for _, e := range it.Exact {
		if e = Clean(e); e != "" {
			exact = append(exact, quoted(e))
		}
	}
	if exact != nil {
		s += fill(l.Exact, strings.Join(exact, l.ExactSep))
	}
	if last, _ := utf8.DecodeLastRuneInString(s); !strings.ContainsRune(".!?。！？…", last) {
		s += l.Stop
	}
	return s
}

// fill puts text, as it is, into the one place of a template.
func fill(template, text string) string {
	return strings.Replace(template, "%s", text, 1)
}

// quoted puts s between quotation marks that it does not hold itself, if there
// are any.
func quoted(s string) string {
	for _, mark := range []string{`"`, `'`, "`"} {
		if !strings.Contains(s, mark) {
			return mark + s + mark
		}
	}
	return `"` + s + `"`
}

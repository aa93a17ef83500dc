// One item as one list item of Markdown.

package dest

import (
	"regexp"
	"strings"

	"savectx/preserve"
	"savectx/prompts"
)

// Bullet writes an item as the lines of one list item, understandable on its
// own: text, reason, the user's words, exact strings. The first line begins
// with "- "; only an exact string of several lines adds more, as a fenced block
// inside the list item.
func Bullet(it preserve.Item, w prompts.Words) []string {
	text := mark(it, w) + plain(it.Text) + about(it, w)
	lines := []string{"- " + escapeStart(text)}
	for _, e := range it.Exact {
		if manyLines(e) {
			lines = append(lines, fenced(e, "  ")...)
		}
	}
	return lines
}

func manyLines(s string) bool {
	return strings.ContainsAny(strings.Trim(s, "\r\n"), "\r\n") && preserve.Clean(s) != ""
}

// mark says in front of an item what its place does not.
func mark(it preserve.Item, w prompts.Words) string {
	switch {
	case it.NotGranted():
		return w.Mark.Asked
	case it.Done:
		return w.Mark.Done
	case it.Kind == preserve.DeadEnd:
		return w.Line.Labels[string(preserve.DeadEnd)]
	}
	return ""
}

// about is what stands behind an item's text.
func about(it preserve.Item, w prompts.Words) string {
	var b strings.Builder
	if why := plain(it.Why); why != "" {
		b.WriteString(fill(w.Line.Why, why))
	}
	if quote := plain(it.Quote); quote != "" {
		b.WriteString(fill(w.Line.Quote, quote))
	}
	var exact []string
	for _, e := range it.Exact {
		if manyLines(e) {
			continue
		}
		if e = preserve.Clean(e); e != "" {
			exact = append(exact, code(e))
		}
	}
	if exact != nil {
		b.WriteString(fill(w.Line.Exact, strings.Join(exact, w.Line.ExactSep)))
	}
	return b.String()
}

// plain makes s one line in which no HTML comment begins or ends: an open one
// would hide the rest of the file from whoever reads it.
func plain(s string) string {
	s = preserve.Clean(s)
	s = strings.ReplaceAll(s, "<!--", `<\!--`)
	return strings.ReplaceAll(s, "-->", `--\>`)
}

// startsBlock is what at the start of a line begins a heading, a quotation, a
// list, a fence, a break, an HTML block, a task or a link definition, which is
// not shown.
var startsBlock = regexp.MustCompile("^(?:#{1,6}(?:\\s|$)|>|[-+*](?:\\s|$)|```|~~~|(?:-[-\\s]*){3}$|(?:\\*[*\\s]*){3}$|(?:_[_\\s]*){3}$|=+\\s*$|<[A-Za-z/!?]|\\[[ xX]?\\](?:\\s|$)|\\[[^\\]]*\\]:)")

var startsNumbered = regexp.MustCompile(`^\d{1,9}[.)](?:\s|$)`)

// escapeStart keeps a text from being read as the beginning of a block.
func escapeStart(s string) string {
	if startsBlock.MatchString(s) {
		return `\` + s
	}
	if startsNumbered.MatchString(s) {
		n := strings.IndexAny(s, ".)")
		return s[:n] + `\` + s[n:]
	}
	return s
}

// code is s as a code span, letter for letter.
func code(s string) string {
	ticks := strings.Repeat("`", longestRun(s, '`')+1)
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		pad = " "
	}
	return ticks + pad + s + pad + ticks
}

// fenced is s as a fenced block.
func fenced(s, indent string) []string {
	fence := strings.Repeat("`", max(3, longestRun(s, '`')+1))
	lines := []string{indent + fence}
	for _, line := range Lines(s) {
		lines = append(lines, strings.TrimRight(indent+line, " \t"))
	}
	return append(lines, indent+fence)
}

// Lines are the lines of an exact string, each cleaned by itself, with its
// indentation.
func Lines(s string) []string {
	s = strings.Trim(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s), "\n")
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		lead := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		lines = append(lines, lead+preserve.Clean(line))
	}
	return lines
}

func longestRun(s string, of byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != of {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// fill puts text, as it is, into the one place of a template.
func fill(template, text string) string { return strings.Replace(template, "%s", text, 1) }

// What a memory's file says, written.

package memory

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// stampForm is RFC 3339 in UTC with milliseconds, as the client stamps it.
const stampForm = "2006-01-02T15:04:05.000Z"

// uuid needs no quotes, whatever digits it begins with.
var uuid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// newFile is a memory in the current form.
func newFile(name string, f Fact, session string, now time.Time) []byte {
	var b strings.Builder
	b.WriteString("---\nname: " + scalar(name) + "\ndescription: " + scalar(f.Hook) + "\nmetadata:\n  node_type: memory\n  type: " + f.Type + "\n")
	if uuid.MatchString(session) {
		b.WriteString("  originSessionId: " + session + "\n")
	} else if session != "" {
		b.WriteString("  originSessionId: " + scalar(session) + "\n")
	}
	b.WriteString("  modified: " + now.UTC().Format(stampForm) + "\n---\n\n" + body(f) + "\n")
	return []byte(b.String())
}

// body is the text below the front matter, without a final line break: the
// fact first.
func body(f Fact) string {
	parts := []string{f.Body}
	if f.Why != "" {
		parts = append(parts, "**Why:** "+f.Why)
	}
	if f.How != "" {
		parts = append(parts, "**How to apply:** "+f.How)
	}
	if f.Quote != "" {
		parts = append(parts, quoted(f.Quote))
	}
	said := strings.Join(parts, "\n\n")
	var items, blocks []string
	for _, e := range f.Exact {
		switch c := code(e); {
		case strings.Contains(said, e), slices.Contains(items, c), slices.Contains(blocks, c):
		case c[0] == '-':
			items = append(items, c)
		default:
			blocks = append(blocks, c)
		}
	}
	if len(items) > 0 {
		parts = append(parts, strings.Join(items, "\n"))
	}
	parts = append(parts, blocks...)
	return strings.Trim(strings.Join(parts, "\n\n"), "\n")
}

// quoted is somebody's words as a block of their own.
func quoted(words string) string {
	return "> \"" + strings.ReplaceAll(words, "\n", "\n> ") + "\""
}

// code shows a string letter for letter: a list item of inline code, or a
// fence when it holds backticks, line breaks or spaces at its ends.
func code(s string) string {
	if !strings.ContainsAny(s, "`\n\t") && strings.TrimSpace(s) == s {
		return "- `" + s + "`"
	}
	longest, run := 2, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	mark := strings.Repeat("`", longest+1)
	return mark + "\n" + s + "\n" + mark
}

// addition is what an update appends: the date and what is new. was is the
// hook that another one takes the place of, when no other line holds it.
func addition(f Fact, was string, now time.Time) string {
	date := now.UTC().Format(time.DateOnly)
	text := body(f)
	if text != "" {
		if f.Body != "" {
			text = "**" + date + ":** " + text
		} else {
			text = "**" + date + ":**\n\n" + text
		}
	}
	if was != "" {
		text = strings.TrimLeft("**→ "+date+":** "+was+"\n\n"+text, "\n")
	}
	return strings.TrimRight(text, "\n")
}

// appendText adds a paragraph in the file's own line breaks. A missing final
// line break stays missing.
func appendText(data []byte, text string) []byte {
	nl := newline(data)
	text = strings.ReplaceAll(text, "\n", nl)
	if len(data) == 0 {
		return []byte(text + nl)
	}
	if data[len(data)-1] != '\n' {
		return slices.Concat(data, []byte(nl+nl+text))
	}
	gap := nl
	if strings.HasSuffix(string(data), nl+nl) {
		gap = ""
	}
	return slices.Concat(data, []byte(gap+text+nl))
}

// replaceText puts text in the place of everything below the front matter.
func replaceText(data []byte, text string) []byte {
	nl := newline(data)
	text = strings.ReplaceAll(text, "\n", nl)
	end := frontEnd(data)
	if end == 0 {
		return []byte(text + nl)
	}
	return slices.Concat(data[:end], []byte(nl+text+nl))
}

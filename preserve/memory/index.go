// The lines of MEMORY.md: one a memory, changed one at a time.

package memory

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"savectx/preserve"
)

const (
	handoffFile = "HANDOFF.md"
	// A handoff's line in the words that another tool writes. It says what
	// ours says and is left as it is.
	handoffLine = "- [HANDOFF](HANDOFF.md) — 上次会话交接：进度 / 未了 / 下一步"

	lineLimit  = 149 // runes of an index line: under 150
	labelLimit = 60  // runes of the title in it
)

// SetIndexLine adds one line for file, or changes the line that file has, as
//
//   - [Title](file.md) — hook
//
// under 150 characters, the hook cut at a word. Every other byte stays. A new
// line goes after the last memory's line. A row of a table that links file
// counts as its line and stays as it is.
func SetIndexLine(index []byte, file, title, hook string) []byte {
	lines, open := scan(index)
	var found []int
	last := -1
	for i, l := range lines {
		if l.part != content {
			continue
		}
		if rowLinks(l.text, file) {
			return index
		}
		if e, ok := parseEntry(l.text); ok {
			last = i
			if sameFile(e.file, file) {
				found = append(found, i)
			}
		}
	}
	if len(found) == 0 {
		return insertLine(index, lines, last, open, "- "+renderEntry(2, file, title, hook))
	}
	out := index
	if sameFile(file, handoffFile) {
		for _, i := range slices.Backward(found[1:]) { // one line, whoever doubled it
			out = slices.Concat(out[:lines[i].start], out[lines[i].next:])
		}
	}
	l := lines[found[0]]
	e, _ := parseEntry(l.text)
	if l.text == handoffLine {
		return out
	}
	text := e.lead + renderEntry(len([]rune(e.lead)), file, title, hook)
	return slices.Concat(out[:l.start], []byte(text), out[l.end:])
}

// RemoveIndexLine removes the lines of file, and no other byte.
func RemoveIndexLine(index []byte, file string) []byte {
	lines, _ := scan(index)
	out := index
	for _, l := range slices.Backward(lines) {
		if e, ok := parseEntry(l.text); ok && l.part == content && sameFile(e.file, file) {
			out = slices.Concat(out[:l.start], out[l.next:])
		}
	}
	return out
}

// insertLine puts text after the line last, or at the end; in a file that
// ends inside a comment or a fence, before that. A missing final line break
// stays missing.
func insertLine(index []byte, lines []line, last, open int, text string) []byte {
	nl := newline(index)
	at := len(index)
	switch {
	case last >= 0:
		at = lines[last].next
	case open >= 0:
		at = lines[open].start
	}
	if len(index) == 0 {
		return []byte(text + nl)
	}
	if at == len(index) && index[at-1] != '\n' {
		return slices.Concat(index, []byte(nl+text))
	}
	return slices.Concat(index[:at], []byte(text+nl), index[at:])
}

// entry is a memory's line: what stands before the link, and the link.
type entry struct {
	lead, title, file, hook string
}

var (
	entryForm = regexp.MustCompile(`^(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)[*_]{0,3}\[((?:\\.|[^\]\\])*)\]\((<[^>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)[*_]{0,3}(.*)$`)
	linkForm  = regexp.MustCompile(`\]\((<[^>]*>|[^()\s]*)\)`)
	separator = regexp.MustCompile(`^\s*(?:—|–|-+|:|：)?\s*`)
)

// parseEntry reads a list item that begins with a link to a Markdown file.
func parseEntry(text string) (entry, bool) {
	m := entryForm.FindStringSubmatch(text)
	if m == nil {
		return entry{}, false
	}
	file, ok := linkTarget(m[3])
	return entry{lead: m[1], title: unescape(m[2]), file: file, hook: m[4][len(separator.FindString(m[4])):]}, ok
}

// linkTarget is the file of this folder that a link names.
func linkTarget(link string) (string, bool) {
	link = strings.TrimSuffix(strings.TrimPrefix(link, "<"), ">")
	if plain, err := url.PathUnescape(link); err == nil {
		link = plain
	}
	link = strings.TrimPrefix(link, "./")
	return link, strings.HasSuffix(strings.ToLower(link), ".md") && !strings.ContainsAny(link, `/\`)
}

func rowLinks(text, file string) bool {
	if !strings.HasPrefix(strings.TrimSpace(text), "|") {
		return false
	}
	for _, m := range linkForm.FindAllStringSubmatch(text, -1) {
		if target, ok := linkTarget(m[1]); ok && sameFile(target, file) {
			return true
		}
	}
	return false
}

func sameFile(a, b string) bool { return norm.NFC.String(a) == norm.NFC.String(b) }

// renderEntry is link and hook, with used runes before them on the line.
func renderEntry(used int, file, title, hook string) string {
	title, hook = cut(preserve.Clean(title), labelLimit), preserve.Clean(hook)
	if title == "" {
		title = strings.TrimSuffix(file, ".md")
	}
	link := "[" + escapeTitle(title) + "](" + escapeFile(file) + ")"
	room := lineLimit - used - len([]rune(link)) - len([]rune(" — "))
	for limit := room; hook != "" && limit > 1; limit-- {
		if h := escapeHook(cut(hook, limit)); len([]rune(h)) <= room {
			return link + " — " + h
		}
	}
	return link
}

// escapeTitle keeps a title inside its link: brackets and backslashes end or
// break it, code and HTML bind tighter than it.
func escapeTitle(s string) string {
	special := `[]\<`
	if strings.Count(s, "`")%2 != 0 || strings.Contains(s, "``") {
		special += "`"
	}
	return escapeAny(s, special)
}

var htmlStart = regexp.MustCompile(`<[!/?a-zA-Z]`)

// escapeHook keeps a hook from opening a comment or a tag.
func escapeHook(s string) string {
	return htmlStart.ReplaceAllStringFunc(s, func(m string) string { return `\` + m })
}

func escapeAny(s, special string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

var escaped = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")

func unescape(s string) string { return escaped.ReplaceAllString(s, "$1") }

// escapeFile writes a file name as a link target.
func escapeFile(file string) string {
	if strings.ContainsAny(file, "<>\\\n\r%") {
		return strings.ReplaceAll(url.PathEscape(file), "(", "%28")
	}
	if strings.ContainsAny(file, " ()\t") {
		return "<" + file + ">"
	}
	return file
}

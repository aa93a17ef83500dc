// Reading an index or a memory line-wise: what is content, what is not.

package memory

import (
	"bytes"
	"regexp"
	"strings"
)

// line is one line of a file with its place and what it belongs to.
type line struct {
	start, end int    // bytes, the line break excluded
	next       int    // start of the next line
	text       string // the line, without its break
	part       part
}

type part int

const (
	content part = iota
	front        // front matter, its fences included
	comment      // a block HTML comment
	fence        // fenced code
)

var (
	codeFence = regexp.MustCompile("^ {0,3}(```+|~~~+)")
	opensHTML = regexp.MustCompile(`^ {0,3}<!--`)
)

// scan splits data into lines. open is the line that opens a comment or a
// fence which never ends, or -1.
func scan(data []byte) (out []line, open int) {
	open = -1
	inside, mark := content, ""
	if frontEnd(data) > 0 {
		inside = front
	}
	for at := 0; at < len(data); {
		l := line{start: at, end: len(data), next: len(data), part: inside}
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			l.end, l.next = at+i, at+i+1
		}
		l.text = strings.TrimSuffix(string(data[at:l.end]), "\r")
		l.end = at + len(l.text)
		switch inside {
		case front:
			if at > 0 && isFence(l.text) {
				inside = content
			}
		case comment:
			if strings.Contains(l.text, "-->") {
				inside, open = content, -1
			}
		case fence:
			m := codeFence.FindStringSubmatch(l.text)
			if m != nil && strings.HasPrefix(m[1], mark) && strings.Trim(strings.TrimSpace(l.text), mark[:1]) == "" {
				inside, open = content, -1
			}
		case content:
			if opensHTML.MatchString(l.text) {
				l.part = comment
				if _, rest, _ := strings.Cut(l.text, "<!--"); !strings.Contains(rest, "-->") {
					inside, open = comment, len(out)
				}
			} else if m := codeFence.FindStringSubmatch(l.text); m != nil {
				l.part, inside, mark, open = fence, fence, m[1], len(out)
			}
		}
		out = append(out, l)
		at = l.next
	}
	return out, open
}

// frontEnd is where the text after the front matter begins, 0 when there is
// no front matter.
func frontEnd(data []byte) int {
	for at, first := 0, true; at < len(data); first = false {
		next := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		fence := isFence(strings.TrimPrefix(string(data[at:next]), "\ufeff"))
		switch {
		case first && !fence:
			return 0
		case !first && fence:
			return next
		}
		at = next
	}
	return 0
}

func isFence(line string) bool { return strings.TrimRight(line, " \t\r\n") == "---" }

// newline is the line break data uses.
func newline(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

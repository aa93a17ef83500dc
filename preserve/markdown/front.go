// Front matter: where it ends, and the title it gives.

package markdown

import (
	"bytes"
	"strconv"
	"strings"
)

// front is the beginning of a document that is no Markdown.
type front struct {
	toml  bool
	block []byte // between the delimiters, nil without front matter
	text  int    // offset where the Markdown begins: behind byte order mark and front matter
	lines int    // lines before text
}

// splitFront finds the front matter of src: from a first line "---" to the
// next line "---" or "...", or from "+++" to "+++". Its first line that is not
// empty and no comment must be a key, so that a document which begins with a
// thematic break keeps its text.
func splitFront(src []byte) front {
	start := bomLen(src)
	none := front{text: start}
	var open string
	switch rest := src[start:]; {
	case bytes.HasPrefix(rest, []byte("---")):
		open = "---"
	case bytes.HasPrefix(rest, []byte("+++")):
		open = "+++"
	default:
		return none
	}
	f := front{toml: open == "+++"}
	known := false
	at := start
	for at < len(src) {
		line, next := cutLine(src, at)
		f.lines++
		trimmed := string(bytes.TrimRight(line, " \t"))
		switch {
		case f.lines == 1:
			if trimmed != open {
				return none
			}
			start = next
		case trimmed == open || !f.toml && trimmed == "...":
			if !known && f.lines > 2 {
				return none
			}
			f.block, f.text = src[start:at:at], next
			return f
		case !known && trimmed != "" && trimmed[0] != '#':
			if !isKey(trimmed, f.toml) {
				return none
			}
			known = true
		}
		at = next
	}
	return none
}

// cutLine is the line of src at offset i without its line end, and the offset
// of the next.
func cutLine(src []byte, i int) (line []byte, next int) {
	j := bytes.IndexAny(src[i:], "\r\n")
	if j < 0 {
		return src[i:], len(src)
	}
	return src[i : i+j], i + j + endLen(src, i+j)
}

func isKey(line string, toml bool) bool {
	if toml {
		return line[0] == '[' || strings.Contains(line, "=")
	}
	return line[0] == '{' || strings.HasSuffix(line, ":") || strings.Contains(line, ": ") || strings.Contains(line, ":\t")
}

// title is the value of the key "title" at the top level, "" if there is none.
// A YAML block scalar (| or >) gives its lines as one.
func (f front) title() string {
	sep := ":"
	if f.toml {
		sep = "="
	}
	for at := 0; at < len(f.block); {
		line, next := cutLine(f.block, at)
		at = next
		if f.toml && len(line) > 0 && line[0] == '[' {
			return ""
		}
		key, value, ok := strings.Cut(string(line), sep)
		if !ok || unquote(strings.TrimRight(key, " \t")) != "title" {
			continue
		}
		value = strings.TrimSpace(value)
		if !f.toml && value != "" && (value[0] == '|' || value[0] == '>') {
			value = indented(f.block, at)
		} else {
			value = unquote(value)
		}
		return strings.Join(strings.Fields(value), " ")
	}
	return ""
}

// indented are the lines of b from offset at that are indented or empty.
func indented(b []byte, at int) string {
	end := at
	for end < len(b) {
		line, next := cutLine(b, end)
		if len(line) > 0 && line[0] != ' ' && line[0] != '\t' {
			break
		}
		end = next
	}
	return string(b[at:end])
}

// unquote takes the quotes from a value, or the comment behind one without.
func unquote(s string) string {
	switch {
	case strings.HasPrefix(s, `"`):
		if q, err := strconv.QuotedPrefix(s); err == nil {
			s, _ = strconv.Unquote(q)
		}
		return s
	case strings.HasPrefix(s, `'`):
		if i := strings.LastIndexByte(s, '\''); i > 0 {
			return strings.ReplaceAll(s[1:i], "''", "'")
		}
		return s
	case strings.HasPrefix(s, "#"):
		return ""
	}
	s, _, _ = strings.Cut(s, " #")
	return strings.TrimSpace(s)
}

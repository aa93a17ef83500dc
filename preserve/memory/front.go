// Front matter, read and changed line-wise in the form it has.

package memory

import (
	"regexp"
	"slices"
	"strings"
)

// matter is a file's front matter as far as it is understood.
type matter struct {
	fields map[string]field // by path: "type", "metadata.type"
	last   line             // the last line below metadata
	indent string           // how the lines below metadata are indented
	ok     bool             // there is some, and every line of it is understood
}

// field is one "key: value" line.
type field struct {
	at, end int // bytes of what follows the colon
	value   string
	tail    string
	ok      bool // a value on one line, which can be changed
}

var keyForm = regexp.MustCompile(`^( *)([A-Za-z0-9_.-]+):(?:[ \t]+(.*))?$`)

// readMatter reads front matter: "key: value" lines and, one level deeper,
// the lines below a key without a value. Values over several lines are passed
// over. Anything else, and a key that comes twice, and it is not understood.
func readMatter(data []byte) matter {
	m := matter{fields: map[string]field{}}
	lines, _ := scan(data)
	if frontEnd(data) == 0 {
		return m
	}
	parent, child, indent := "", "", ""
	for _, l := range lines[1:] {
		if l.part != front || isFence(l.text) {
			m.ok = l.part == front
			break
		}
		trimmed := strings.TrimSpace(l.text)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		k := keyForm.FindStringSubmatch(l.text)
		path := ""
		switch {
		case k != nil && k[1] == "":
			parent, child, indent = k[2], "", ""
			path = parent
		case k != nil && parent != "" && m.fields[parent].ok && m.fields[parent].value == "" && (indent == "" || indent == k[1]):
			indent, child = k[1], k[2]
			path = parent + "." + child
			if parent == "metadata" {
				m.last, m.indent = l, indent
			}
		case parent != "" && (l.text[0] == ' ' || l.text[0] == '-'):
			// It belongs to the value before, which is more than one line.
			if child != "" {
				path = parent + "." + child
			} else {
				path = parent
			}
			f := m.fields[path]
			f.ok = false
			m.fields[path] = f
			if parent == "metadata" {
				m.last = l
			}
			continue
		default:
			return matter{}
		}
		if _, twice := m.fields[path]; twice {
			return matter{}
		}
		f := field{at: l.start + strings.IndexByte(l.text, ':') + 1, end: l.end}
		f.value, f.tail, f.ok = readScalar(k[3])
		m.fields[path] = f
	}
	return m
}

// text is the value of the first of these paths that has one.
func (m matter) text(paths ...string) string {
	for _, p := range paths {
		if f := m.fields[p]; f.ok && f.value != "" {
			return f.value
		}
	}
	return ""
}

// setField changes a value that is there and understood; other data comes
// back as it was.
func setField(data []byte, value string, paths ...string) []byte {
	m := readMatter(data)
	for _, p := range paths {
		if f, there := m.fields[p]; m.ok && there && f.ok && f.value != value {
			return slices.Concat(data[:f.at], []byte(" "+scalar(value)+f.tail), data[f.end:])
		} else if there {
			return data
		}
	}
	return data
}

// stamp sets the time of the last change where front matter has one, and adds
// it to the current form, which is the one with metadata.
func stamp(data []byte, at string) []byte {
	m := readMatter(data)
	_, current := m.fields["metadata.node_type"]
	_, has := m.fields["metadata.modified"]
	if m.ok && current && !has {
		return slices.Concat(data[:m.last.next], []byte(m.indent+"modified: "+at+newline(data)), data[m.last.next:])
	}
	return stampRaw(data, m, at)
}

// stampRaw writes a time as it is: YAML's own form of a time needs no quotes.
func stampRaw(data []byte, m matter, at string) []byte {
	for _, p := range []string{"metadata.modified", "modified"} {
		if f, there := m.fields[p]; m.ok && there && f.ok {
			return slices.Concat(data[:f.at], []byte(" "+at+f.tail), data[f.end:])
		}
	}
	return data
}

// Writing one setting into a person's own file.

package config

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
)

// ErrEdit is in the error of a file that SetText does not dare to change.
var ErrEdit = errors.New("it is not changed")

// SetText sets the key of a table, as in mem0.user, to a text in a file of
// settings: one line is added, or the empty text of a line that is there is
// replaced, and every other byte stays. The file is read back before it counts,
// and only this value has changed.
//
// Errors: ErrEdit for a file that is no TOML, that has the key with another
// value, or that has the table in a form to which no line can be added.
func SetText(old []byte, table, key, value string) ([]byte, error) {
	before, err := tomlOf(old)
	if err != nil {
		return nil, fmt.Errorf("%w: it cannot be read", ErrEdit)
	}
	if !utf8.ValidString(value) {
		return nil, fmt.Errorf("%w: the value is not UTF-8", ErrEdit)
	}
	want, err := withText(before, table, key, value)
	if err != nil {
		return nil, err
	}
	for _, data := range edits(old, table, key, quoted(value)) {
		if after, err := tomlOf(data); err == nil && reflect.DeepEqual(after, want) {
			return data, nil
		}
	}
	return nil, fmt.Errorf("%w: [%s] stands there in a form that no line can be added to", ErrEdit, table)
}

func tomlOf(data []byte) (doc map[string]any, err error) {
	err = toml.Unmarshal(data, &doc)
	if doc == nil {
		doc = map[string]any{}
	}
	return doc, err
}

// withText is doc with the value set.
func withText(doc map[string]any, table, key, value string) (map[string]any, error) {
	out := map[string]any{}
	for name, v := range doc {
		out[name] = v
	}
	inner := map[string]any{}
	if v, ok := doc[table]; ok {
		old, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%w: %s is no table", ErrEdit, table)
		}
		for name, v := range old {
			inner[name] = v
		}
	}
	if v, ok := inner[key]; ok && v != "" {
		return nil, fmt.Errorf("%w: %s.%s is set already", ErrEdit, table, key)
	}
	inner[key] = value
	out[table] = inner
	return out, nil
}

// edits are the files that could be meant, the nearest first. What only looks
// like a table or a key, in a text of several lines, is found out when the
// file is read back.
func edits(old []byte, table, key, value string) (list [][]byte) {
	name := func(s string) string { return `(?:` + s + `|"` + s + `"|'` + s + `')` }
	empty := regexp.MustCompile(`(?m)^[ \t]*(?:` + name(table) + `[ \t]*\.[ \t]*)?` + name(key) + `[ \t]*=[ \t]*(""|'')`)
	for _, m := range empty.FindAllSubmatchIndex(old, -1) {
		if !bytes.HasPrefix(old[m[3]:], []byte(`"`)) && !bytes.HasPrefix(old[m[3]:], []byte(`'`)) {
			list = append(list, splice(old, m[2], m[3], value))
		}
	}
	eol := "\n"
	if i := bytes.IndexByte(old, '\n'); i > 0 && old[i-1] == '\r' {
		eol = "\r\n"
	}
	header := regexp.MustCompile(`(?m)^[ \t]*\[[ \t]*` + name(table) + `[ \t]*\][ \t]*(?:#[^\n]*?)?\r?$`)
	for _, m := range header.FindAllIndex(old, -1) {
		if line := key + " = " + value + eol; m[1] < len(old) {
			list = append(list, splice(old, m[1]+1, m[1]+1, line))
		} else {
			list = append(list, splice(old, m[1], m[1], eol+line))
		}
	}
	dotted := regexp.MustCompile(`(?m)^[ \t]*` + name(table) + `[ \t]*\.`)
	for _, m := range dotted.FindAllIndex(old, -1) {
		list = append(list, splice(old, m[0], m[0], table+"."+key+" = "+value+eol))
	}
	end := "[" + table + "]" + eol + key + " = " + value + eol
	switch {
	case len(old) == 0:
	case !bytes.HasSuffix(old, []byte("\n")):
		end = eol + eol + end
	default:
		end = eol + end
	}
	return append(list, splice(old, len(old), len(old), end))
}

func splice(old []byte, from, to int, text string) []byte {
	out := append([]byte{}, old[:from]...)
	return append(append(out, text...), old[to:]...)
}

// quoted is a text as TOML has it (v1.0.0, Basic strings).
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

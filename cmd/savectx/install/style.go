// How new text is set into a file, so that it looks like the rest and can be
// taken out without a trace.
//
// Something new behind others is set as the last of them is, and nothing else
// changes. Something new in an object or list that was empty has to say so:
//
//	"hooks": {}     in a file:  "hooks": {␣        a blank behind the brace: it was there, and empty
//	                                "Stop": […]
//	                            }
//	no hooks        in a file:  "hooks": {         no blank: it came with what is in it
//
// The top level is always there; the blank means there that the file was
// empty. What stood between the braces stays in front of the closing one.

package install

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// mark is that blank.
const mark = ' '

// unitLimit bounds an indentation that is taken over, in bytes.
const unitLimit = 16

// style is the look of a file.
type style struct {
	eol, unit string
	lines     bool // one member a line
}

func styleOf(d *document) style {
	s := style{eol: "\n", unit: "  ", lines: true}
	if i := bytes.IndexByte(d.data, '\n'); i > 0 && d.data[i-1] == '\r' {
		s.eol = "\r\n"
	}
	if len(d.top.Members) == 0 {
		return s
	}
	first := d.top.Members[0].Name.BeforeExtra
	if s.lines = bytes.IndexByte(first, '\n') >= 0; !s.lines {
		s.unit = ""
		return s
	}
	if unit := indentOf(first); len(unit) <= unitLimit && strings.Trim(unit, " \t") == "" {
		s.unit = unit
	}
	return s
}

// indentOf is what stands behind the last line break.
func indentOf(extra hujson.Extra) string {
	i := bytes.LastIndexByte(extra, '\n')
	if i < 0 {
		return ""
	}
	return string(extra[i+1:])
}

// place is where something new goes in a container.
type place struct {
	before hujson.Extra // in front of it
	after  hujson.Extra // in front of the container's closing bracket
	lines  bool
	indent string // of the line it is on
}

// behind is the place behind the last of a container's elements.
func (s style) behind(last, after hujson.Extra) place {
	p := place{before: slices.Clone(last), after: after}
	if i := bytes.LastIndexByte(last, '\n'); i >= 0 {
		p.indent, p.lines = string(last[i+1:]), true
		p.before = hujson.Extra(s.eol + p.indent)
	}
	return p
}

// inside is the place in an empty container on a line with that indentation.
func (s style) inside(indent string, after hujson.Extra, marked bool) place {
	p := place{lines: s.lines, after: after}
	var before string
	if marked {
		before = string(mark)
	}
	if s.lines {
		p.indent = indent + s.unit
		before += s.eol + p.indent
		p.after = append(hujson.Extra(s.eol+indent), after...)
	}
	if before != "" {
		p.before = hujson.Extra(before)
	}
	return p
}

// emptied is what stood in a container on a line with that indentation, whose
// elements are all gone, the first of which stood behind first.
func emptied(first, after hujson.Extra, indent string) hujson.Extra {
	eol := "\n"
	if i := bytes.IndexByte(first, '\n'); i < 0 {
		return after
	} else if i > 0 && first[i-1] == '\r' {
		eol = "\r\n"
	}
	rest, ok := bytes.CutPrefix(after, []byte(eol+indent))
	if !ok {
		return after
	}
	return rest
}

func marked(first hujson.Extra) bool { return len(first) > 0 && first[0] == mark }

// value writes v as the client would (2.1.332 sets its own files so), beginning
// on a line with that indentation.
func (s style) value(v any, p place) hujson.ValueTrimmed {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if p.lines {
		e.SetIndent(p.indent, s.unit)
	}
	if e.Encode(v) != nil {
		return nil // texts and numbers always encode
	}
	text := strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", s.eol)
	parsed, err := hujson.Parse([]byte(text))
	if err != nil {
		return nil
	}
	return parsed.Value
}

// put adds a member at the end of obj, which stands on a line with that
// indentation. mark says what an empty one was: see above.
func (s style) put(obj *hujson.Object, indent, name string, mark bool, v any) {
	var p place
	if n := len(obj.Members); n > 0 {
		p = s.behind(obj.Members[n-1].Name.BeforeExtra, obj.AfterExtra)
	} else {
		p = s.inside(indent, obj.AfterExtra, mark)
	}
	value := hujson.Value{Value: s.value(v, p)}
	if n := len(obj.Members); p.lines || n > 0 && string(obj.Members[n-1].Value.BeforeExtra) == " " {
		value.BeforeExtra = hujson.Extra(" ")
	}
	obj.AfterExtra = p.after
	obj.Members = append(obj.Members, hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: p.before, Value: literal(name)},
		Value: value,
	})
}

// add adds an element at the end of list.
func (s style) add(list *hujson.Array, indent string, mark bool, v any) {
	var p place
	if n := len(list.Elements); n > 0 {
		p = s.behind(list.Elements[n-1].BeforeExtra, list.AfterExtra)
	} else {
		p = s.inside(indent, list.AfterExtra, mark)
	}
	list.AfterExtra = p.after
	list.Elements = append(list.Elements, hujson.Value{BeforeExtra: p.before, Value: s.value(v, p)})
}

// literal is a text as JSON.
func literal(text string) hujson.Literal {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(text) != nil {
		return nil
	}
	return hujson.Literal(bytes.TrimSpace(b.Bytes()))
}

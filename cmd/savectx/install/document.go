// A settings file as a syntax tree in which every byte has its place.

package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

var bom = []byte("\ufeff")

// blanks are what JSON has between its values.
const blanks = " \t\r\n"

// RefusedError says why a settings file is left alone, and where in it.
type RefusedError struct {
	Line, Column int // from 1; columns in runes
	Text         string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}

// document is a settings file taken apart.
type document struct {
	bom   []byte
	data  []byte // behind the byte order mark
	root  hujson.Value
	top   *hujson.Object
	blank bool // nothing but blanks
	style style
}

// parse takes data apart. A file of blanks alone is an empty object in front
// of them. Only what JSON.parse takes is taken: the client drops a file with a
// comment or a trailing comma.
func parse(data []byte) (*document, error) {
	d := &document{}
	if rest, ok := bytes.CutPrefix(data, bom); ok {
		d.bom, data = bom, rest
	}
	d.data = data
	if d.blank = len(bytes.Trim(data, blanks)) == 0; d.blank {
		d.top = &hujson.Object{}
		d.root = hujson.Value{Value: d.top}
		if len(data) > 0 {
			d.root.AfterExtra = data
		}
		d.style = styleOf(d)
		return d, nil
	}
	if err := d.standard(); err != nil {
		return nil, err
	}
	var err error
	if d.root, err = hujson.Parse(data); err != nil { // it takes all that JSON takes
		return nil, d.refuse(0, err.Error())
	}
	top, ok := d.root.Value.(*hujson.Object)
	if !ok {
		return nil, d.refuse(d.root.StartOffset, "the settings are "+kindOf(d.root.Value)+", not an object")
	}
	d.top = top
	d.style = styleOf(d)
	return d, nil
}

// standard refuses what is no JSON. The standard library bounds the depth as
// well, which the parser of the tree does not.
func (d *document) standard() error {
	var all json.RawMessage
	err := json.Unmarshal(d.data, &all)
	if err == nil {
		return nil
	}
	at, text := len(d.data), "the file ends in the middle of a value"
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && !strings.Contains(err.Error(), "unexpected end") {
		at, text = int(max(0, syntax.Offset-1)), err.Error()
		if at < len(d.data) {
			switch c := d.data[at]; {
			case c == '/':
				text = "a comment, which the client does not read"
			case (c == '}' || c == ']') && bytes.HasSuffix(bytes.TrimRight(d.data[:at], blanks), []byte(",")):
				text = "a comma with nothing behind it, which the client does not read"
			}
		}
	}
	return d.refuse(at, text)
}

// refuse is the error for the byte at offset, behind the byte order mark.
func (d *document) refuse(offset int, text string) error {
	before := d.data[:min(offset, len(d.data))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return &RefusedError{1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:]), text}
}

func (d *document) bytes() []byte {
	return append(slices.Clone(d.bom), d.root.Pack()...)
}

func kindOf(v hujson.ValueTrimmed) string {
	switch v.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 'n':
		return "null"
	case 't', 'f':
		return "true or false"
	}
	return "a number"
}

// last is the member that counts: JSON.parse takes the last of one name. -1
// means there is none.
func last(obj *hujson.Object, name string) int {
	for i := len(obj.Members) - 1; i >= 0; i-- {
		if nameOf(obj, i) == name {
			return i
		}
	}
	return -1
}

func nameOf(obj *hujson.Object, i int) string {
	lit, _ := obj.Members[i].Name.Value.(hujson.Literal)
	return lit.String()
}

// text is a member's value if it is a text.
func text(obj *hujson.Object, name string) (string, bool) {
	i := last(obj, name)
	if i < 0 {
		return "", false
	}
	lit, ok := obj.Members[i].Value.Value.(hujson.Literal)
	if !ok || lit.Kind() != '"' {
		return "", false
	}
	return lit.String(), true
}

// twice tells whether a name stands in obj more than once. The last one is
// then not taken away: that would bring the one before it to life.
func twice(obj *hujson.Object, name string) bool {
	n := 0
	for i := range obj.Members {
		if nameOf(obj, i) == name {
			n++
		}
	}
	return n > 1
}

// removeMember takes member i out. Blanks before a comma would become a
// trailing comma, so they move behind the last value.
func removeMember(obj *hujson.Object, i int) {
	obj.Members = slices.Delete(obj.Members, i, i+1)
	if n := len(obj.Members); n > 0 {
		end := &obj.Members[n-1].Value
		obj.AfterExtra = append(slices.Clone(end.AfterExtra), obj.AfterExtra...)
		end.AfterExtra = nil
	}
}

func removeElement(list *hujson.Array, i int) {
	list.Elements = slices.Delete(list.Elements, i, i+1)
	if n := len(list.Elements); n > 0 {
		end := &list.Elements[n-1]
		list.AfterExtra = append(slices.Clone(end.AfterExtra), list.AfterExtra...)
		end.AfterExtra = nil
	}
}

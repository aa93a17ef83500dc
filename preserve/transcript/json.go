// The fields of a JSON value, found without decoding what nobody asks for.

package transcript

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// depth bounds nested values: more is damage, not a row.
const depth = 1000

// cursor walks over JSON once: whoever reads a value descends into it, and
// what nobody reads is jumped over. Brackets, commas and quotes are checked,
// numbers and escapes are not.
type cursor struct {
	data []byte
	at   int
	bad  bool
}

// fields calls each for every field of the object at the cursor, with the key
// as it stands between its quotes and the cursor at the value; what each does
// not read is jumped over. Anything but an object is jumped over.
func (c *cursor) fields(each func(key []byte)) {
	if !c.open('{') {
		return
	}
	for !c.closed('}') {
		key := c.raw()
		if len(key) < 2 || key[0] != '"' || !c.take(':') {
			c.fail()
			return
		}
		from := c.at
		if each(key[1 : len(key)-1]); c.at == from {
			c.skip()
		}
		if c.take(',') == c.peek('}') { // neither, or a comma too many
			c.fail()
		}
	}
}

// elements is fields for an array.
func (c *cursor) elements(each func()) {
	if !c.open('[') {
		return
	}
	for !c.closed(']') {
		from := c.at
		if each(); c.at == from {
			c.skip()
		}
		if c.take(',') == c.peek(']') { // neither, or a comma too many
			c.fail()
		}
	}
}

func (c *cursor) open(bracket byte) bool {
	if c.take(bracket) {
		c.space()
		return true
	}
	c.skip()
	return false
}

// closed is true behind the closing bracket, and where the value is damaged.
func (c *cursor) closed(bracket byte) bool { return c.take(bracket) || c.bad }

func (c *cursor) peek(b byte) bool {
	c.space()
	return c.at < len(c.data) && c.data[c.at] == b
}

func (c *cursor) take(b byte) bool {
	if !c.peek(b) {
		return false
	}
	c.at++
	c.space()
	return true
}

func (c *cursor) space() {
	for c.at < len(c.data) && (c.data[c.at] == ' ' || c.data[c.at] == '\t' || c.data[c.at] == '\r' || c.data[c.at] == '\n') {
		c.at++
	}
}

func (c *cursor) fail() { c.at, c.bad = len(c.data), true }

// raw is the value at the cursor, which moves behind it.
func (c *cursor) raw() []byte {
	from := c.at
	c.skip()
	if c.bad {
		return nil
	}
	return c.data[from:c.at]
}

// skip jumps over a value.
func (c *cursor) skip() {
	end := value(c.data, c.at)
	if end < 0 {
		c.fail()
		return
	}
	c.at = end
}

// object calls each with the fields of a whole object, and answers whether
// data is one and nothing else.
func object(data []byte, each func(key, value []byte)) bool {
	c := cursor{data: data}
	if !c.peek('{') {
		return false
	}
	c.fields(func(key []byte) {
		if v := c.raw(); v != nil {
			each(key, v)
		}
	})
	c.space()
	return !c.bad && c.at == len(data)
}

// array calls each with the elements of an array.
func array(data []byte, each func(value []byte)) {
	c := cursor{data: data}
	if c.peek('[') {
		c.elements(func() {
			if v := c.raw(); v != nil {
				each(v)
			}
		})
	}
}

// field is the value of one key of an object; nil when it is not there.
func field(data []byte, key string) []byte {
	var found []byte
	object(data, func(k, v []byte) {
		if string(k) == key {
			found = v
		}
	})
	return found
}

// value is the index behind the value that begins at i, -1 for none.
func value(data []byte, i int) int {
	if i >= len(data) {
		return -1
	}
	switch data[i] {
	case '"':
		return text(data, i)
	case '{', '[':
		return nested(data, i)
	}
	from := i
	for i < len(data) && (data[i] >= 'a' && data[i] <= 'z' || data[i] >= '0' && data[i] <= '9' || data[i] == '-' || data[i] == '+' || data[i] == '.' || data[i] == 'E') {
		i++
	}
	if i == from {
		return -1
	}
	return i
}

// nested jumps over an object or array.
func nested(data []byte, i int) int {
	var open [depth]byte
	n := 0
	for ; i < len(data); i++ {
		switch c := data[i]; c {
		case '"':
			end := text(data, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case '{', '[':
			if n == depth {
				return -1
			}
			open[n] = c + 2 // its closing bracket, in ASCII
			n++
		case '}', ']':
			if n--; open[n] != c {
				return -1
			}
			if n == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// text is the index behind the string that begins at i. A quote ends it
// unless an odd number of backslashes stands before it.
func text(data []byte, i int) int {
	from := i + 1
	for at := from; ; {
		n := bytes.IndexByte(data[at:], '"')
		if n < 0 {
			return -1
		}
		end := at + n
		slash := end
		for slash > from && data[slash-1] == '\\' {
			slash--
		}
		if (end-slash)%2 == 0 {
			return end + 1
		}
		at = end + 1
	}
}

// str decodes a string; anything else is empty. An escape that is none stays
// as it stands, and what is no UTF-8 becomes U+FFFD: a damaged text is still
// worth showing.
func str(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return valid(string(inner))
	}
	var out strings.Builder
	out.Grow(len(inner))
	decode(&out, inner)
	return valid(out.String())
}

// decode writes what stands between the quotes of a string.
func decode(out *strings.Builder, inner []byte) {
	for {
		i := bytes.IndexByte(inner, '\\')
		if i < 0 {
			out.Write(inner)
			return
		}
		out.Write(inner[:i])
		n := min(escape(inner[i:]), len(inner)-i)
		if b := letter(inner[i+n-1]); n == 2 && b != 0 {
			out.WriteByte(b)
		} else {
			out.WriteString(unicode(inner[i : i+n]))
		}
		inner = inner[i+n:]
	}
}

func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}

// letter is the character that an escape of one letter stands for, 0 for none.
func letter(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return 0
}

// unicode decodes an escape in hexadecimal, or a surrogate pair.
func unicode(e []byte) string {
	var s string
	if json.Unmarshal(quoted(e), &s) != nil {
		return string(e)
	}
	return s
}

// is compares a raw string without decoding it.
func is(raw []byte, s string) bool {
	return len(raw) == len(s)+2 && raw[0] == '"' && string(raw[1:len(raw)-1]) == s
}

func isTrue(raw []byte) bool { return string(raw) == "true" }

// number is an integer of at most 18 digits, 0 otherwise; a fraction is left
// off.
func number(raw []byte) int {
	n := 0
	for i, c := range raw {
		if c < '0' || c > '9' || i == 18 {
			if c == '.' {
				return n
			}
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// The message of a row: a text, or a list of blocks.

package transcript

import "strings"

// message is a row's message, where its parts stand.
type message struct {
	id, model, whole []byte // whole: the content, where it is a text
	blocks           []part
}

// part is one block of a message's content.
type part struct {
	kind, id, name, input, body, text []byte
	failed                            bool
}

func (m *message) read(c *cursor) {
	c.fields(func(key []byte) {
		switch string(key) {
		case "id":
			m.id = c.raw()
		case "model":
			m.model = c.raw()
		case "content":
			m.body(c)
		}
	})
}

func (m *message) body(c *cursor) {
	if c.peek('"') {
		m.whole = c.raw()
		return
	}
	c.elements(func() {
		var b part
		c.fields(func(key []byte) {
			switch string(key) {
			case "type":
				b.kind = c.raw()
			case "id", "tool_use_id":
				b.id = c.raw()
			case "name":
				b.name = c.raw()
			case "input":
				b.input = c.raw()
			case "content":
				b.body = c.raw()
			case "text":
				b.text = c.raw()
			case "is_error":
				b.failed = isTrue(c.raw())
			}
		})
		m.blocks = append(m.blocks, b)
	})
}

// texts are the texts of a message.
func (m *message) texts() []string {
	if m.whole != nil {
		s, _ := ends(m.whole, textLimit)
		return []string{s}
	}
	var out []string
	for _, b := range m.blocks {
		if is(b.kind, "text") {
			s, _ := ends(b.text, textLimit)
			out = append(out, s)
		}
	}
	return out
}

func (m *message) text() string { return strings.Join(m.texts(), "\n") }

func (m *message) calls() []Call {
	var out []Call
	for _, b := range m.blocks {
		if is(b.kind, "tool_use") || is(b.kind, "server_tool_use") {
			out = append(out, Call{ID: str(b.id), Name: str(b.name), Input: b.input})
		}
	}
	return out
}

func (m *message) count(kind string) int {
	n := 0
	for _, b := range m.blocks {
		if is(b.kind, kind) {
			n++
		}
	}
	return n
}

// textOf joins the texts of a result, at most limit bytes of all of them.
func textOf(body []byte, limit int) (s string, size int, cut bool) {
	if len(body) > 0 && body[0] == '"' {
		s, cut = ends(body, limit)
		return s, len(body) - 2, cut
	}
	array(body, func(b []byte) {
		raw := field(b, "text")
		if len(raw) < 2 {
			return
		}
		size += len(raw) - 2
		if len(s) >= limit {
			cut = true
			return
		}
		more, short := ends(raw, limit-len(s))
		if s != "" && more != "" {
			s += "\n"
		}
		s, cut = s+more, cut || short
	})
	return s, size, cut
}

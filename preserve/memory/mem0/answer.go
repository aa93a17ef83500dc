// Reading what a server answers. Versions differ in where they put things, so
// each is taken from wherever it can stand.

package mem0

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"time"

	"savectx/preserve/memory/record"
)

// hit is a memory with what a Record has no place for.
type hit struct {
	record.Record
	user string
	meta map[string]any
	mark string
	// written is when a Save of this process wrote it; zero for what was found.
	written time.Time
}

func decode(body []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber() // metadata of others goes back as it came
	var v any
	if err := dec.Decode(&v); err != nil {
		if err == io.ErrUnexpectedEOF {
			return nil, errHalf
		}
		return nil, errGarbage
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errGarbage
	}
	return v, nil
}

// readDone takes any JSON, or nothing, for a yes.
func readDone(body []byte) error {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	_, err := decode(body)
	return err
}

// items is the list of an answer, bare or under one of its names.
func items(v any) ([]map[string]any, bool) {
	list, ok := v.([]any)
	if m, isMap := v.(map[string]any); isMap {
		for _, name := range []string{"results", "memories", "data"} {
			inner, here := m[name]
			if !here {
				continue
			}
			if list, ok = inner.([]any); ok || inner == nil {
				ok = true
				break
			}
		}
	}
	if !ok {
		return nil, false
	}
	var out []map[string]any
	for _, it := range list {
		if m, isMap := it.(map[string]any); isMap {
			out = append(out, m)
		}
	}
	return out, len(out) == len(list)
}

// hits reads the memories of an answer. Those of other users, which a server
// that ignores the filter sends, are left out.
func (c *Client) hits(body []byte) ([]hit, error) {
	v, err := decode(body)
	if err != nil {
		return nil, err
	}
	list, ok := items(v)
	if !ok {
		return nil, errGarbage
	}
	var out []hit
	for _, m := range list {
		if h := c.hit(m); h.ID != "" && (h.user == "" || h.user == c.user) {
			out = append(out, h)
		}
	}
	return out, nil
}

func (c *Client) hit(m map[string]any) hit {
	h := hit{user: str(m["user_id"])}
	h.meta, _ = m["metadata"].(map[string]any)
	h.mark = str(h.meta[metaMark])
	h.Store = storeName
	h.ID = idOf(m)
	h.Text = textOf(m)
	h.Type = str(h.meta[metaType])
	h.Project = str(h.meta[metaProject])
	if n, ok := m["score"].(json.Number); ok {
		h.Score, _ = n.Float64()
	}
	h.Created = when(str(m["created_at"]))
	return h
}

const storeName = "mem0"

func str(v any) string { s, _ := v.(string); return s }

func idOf(m map[string]any) string {
	for _, name := range []string{"id", "memory_id"} {
		switch v := m[name].(type) {
		case string:
			if plainID(v) { // any other could stand for something else in a path
				return v
			}
		case json.Number:
			return v.String()
		}
	}
	return ""
}

func textOf(m map[string]any) string {
	for _, name := range []string{"memory", "text", "content", "data"} {
		switch v := m[name].(type) {
		case string:
			if v != "" {
				return v
			}
		case map[string]any:
			if s := textOf(v); s != "" {
				return s
			}
		}
	}
	return ""
}

// when reads the times that servers send: RFC 3339, also with a space, also
// without a zone, which is UTC then.
func when(s string) time.Time {
	s = strings.Replace(s, " ", "T", 1)
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

// Added is what became of an add.
type Added struct {
	ID string // of the memory that holds the text now; "" when it was dropped
	// Duplicate is the memory that the server took the text for, and dropped
	// it; "" when it was stored. The text may differ from it in a number.
	Duplicate string
	// Near is a memory that the server found close to the stored one; "" for none.
	Near string
	// Existing is the text of Duplicate or Near, if the server told it.
	Existing string
}

// reply is an answer to an add.
type reply struct {
	Added
	event   string // to be asked for the end
	dropped bool
	failed  bool
	empty   bool // nothing stored, no reason given
}

const dropped = "DROPPED_NEAR_DUPLICATE"

func readReply(body []byte) (reply, error) {
	v, err := decode(body)
	if err != nil {
		return reply{}, err
	}
	return replyOf(v)
}

func replyOf(v any) (reply, error) {
	var r reply
	near(v, &r, 0)
	top, _ := v.(map[string]any)
	list, isList := items(v)
	if !isList && top != nil {
		list = []map[string]any{top}
	}
	if top == nil && !isList {
		return r, errGarbage
	}
	pending := func(m map[string]any) {
		switch strings.ToUpper(str(m["status"])) {
		case "PENDING", "RUNNING", "QUEUED", "PROCESSING":
			r.event = str(m["event_id"])
		case "FAILED":
			r.failed = true
		}
	}
	if top != nil {
		pending(top)
	}
	for _, m := range list {
		pending(m)
		switch strings.ToUpper(str(m["event"])) {
		case "NONE", "NOOP", "DELETE":
			continue
		}
		if id := idOf(m); id != "" && r.ID == "" && !r.dropped && (textOf(m) != "" || isList || top["event"] != nil || top["status"] == nil) {
			r.ID = id
		}
	}
	if r.dropped {
		r.ID = ""
	}
	known := isList || r.ID != "" || r.dropped || r.event != "" || r.failed
	if !known {
		return r, errGarbage
	}
	r.empty = r.ID == "" && !r.dropped && r.event == "" && !r.failed
	return r, nil
}

const depthMax = 6

// near looks for word of a near duplicate, wherever it stands. The words of
// memories themselves are not looked at.
func near(v any, r *reply, depth int) {
	if depth > depthMax {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, it := range v {
			near(it, r, depth+1)
		}
	case map[string]any:
		for name, it := range v {
			switch name {
			case "memory", "text", "content", "messages", "query", "payload":
				if _, words := it.(string); words || name == "messages" || name == "payload" {
					continue
				}
			case dropped:
				r.dropped = r.dropped || (it != nil && it != false)
			case "duplicate_of":
				r.pointer(it, &r.Duplicate)
				continue
			case "near_duplicate_of", "near_dup_of":
				r.pointer(it, &r.Near)
				continue
			case "existing_memory":
				r.existing(it)
				continue
			}
			if s, ok := it.(string); ok && strings.HasPrefix(s, dropped) {
				r.dropped = true
			}
			near(it, r, depth+1)
		}
	}
}

// pointer reads an id, bare or as a memory.
func (r *reply) pointer(v any, id *string) {
	switch v := v.(type) {
	case string:
		*id = v
	case json.Number:
		*id = v.String()
	case map[string]any:
		*id = idOf(v)
		r.existing(v)
	case []any:
		if len(v) > 0 {
			r.pointer(v[0], id)
		}
	}
}

func (r *reply) existing(v any) {
	switch v := v.(type) {
	case string:
		r.Existing = v
	case map[string]any:
		if s := textOf(v); s != "" {
			r.Existing = s
		}
		if id := idOf(v); id != "" && r.Near == "" && r.Duplicate == "" {
			r.Near = id
		}
	}
}

// detail is what an answer that is no success says, in the names of the servers.
func detail(body []byte) string {
	v, err := decode(body)
	if err != nil {
		return string(body[:min(len(body), 4<<10)])
	}
	m, _ := v.(map[string]any)
	for _, name := range []string{"detail", "message", "error"} {
		switch d := m[name].(type) {
		case string:
			return d
		case nil:
		default:
			b, _ := json.Marshal(d)
			return string(b)
		}
	}
	b, _ := json.Marshal(v)
	return string(b)
}

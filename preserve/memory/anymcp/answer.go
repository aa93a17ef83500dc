// What a tool answered: records, an id, a duplicate, or a failure.

package anymcp

import (
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"savectx/preserve/memory/record"
)

// Bounds of one answer.
const (
	maxRecords = 10_000
	maxText    = 64 << 10 // of one record, in bytes; what is longer is cut
	maxDepth   = 8
)

// answer is a result in a form that does not depend on how it came.
type answer struct {
	value   any    // JSON, from structured content or from a text; nil: none
	text    string // the texts that are no JSON
	failure string // what the server says went wrong
}

func readAnswer(r *mcp.CallToolResult) *answer {
	a := &answer{value: r.StructuredContent}
	var values []any
	var texts []string
	for _, c := range r.Content {
		t, ok := c.(*mcp.TextContent)
		if !ok {
			continue
		}
		if v, ok := asJSON(t.Text); ok {
			values = append(values, v)
		} else if strings.TrimSpace(t.Text) != "" {
			texts = append(texts, t.Text)
		}
	}
	a.text = strings.Join(texts, "\n")
	if a.value == nil || !r.IsError && len(records(a.value)) == 0 && len(values) > 0 {
		switch len(values) {
		case 0:
		case 1:
			a.value = values[0]
		default:
			a.value = values
		}
	}
	a.failure = a.failed(r.IsError)
	return a
}

// asJSON reads a text that is an object or an array.
func asJSON(s string) (v any, ok bool) {
	s = strings.TrimSpace(s)
	if s == "" || s[0] != '{' && s[0] != '[' {
		return nil, false
	}
	return v, json.Unmarshal([]byte(s), &v) == nil
}

// failed finds what went wrong: some servers say so in a good answer.
func (a *answer) failed(flagged bool) string {
	said := ""
	if m, ok := a.value.(map[string]any); ok {
		for _, key := range []string{"error", "message", "detail"} {
			if s, ok := m[key].(string); ok && s != "" && (key == "error" || flagged || m["status"] == "error" || m["success"] == false) {
				said = s
				break
			}
		}
	}
	low := strings.ToLower(strings.TrimSpace(a.text))
	if said == "" && (flagged || strings.HasPrefix(low, "error:")) {
		said = a.text
	}
	if said == "" && flagged {
		said = "an error without words"
	}
	return clean(said, maxQuote)
}

// records of an answer: of its JSON, else of its text.
func (a *answer) records() []record.Record {
	if a.value != nil {
		return records(a.value)
	}
	return textRecords(a.text)
}

func records(v any) []record.Record {
	var found []record.Record
	walk(v, 0, &found)
	return found
}

func walk(v any, depth int, found *[]record.Record) {
	if depth > maxDepth || len(*found) >= maxRecords {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			if s, ok := one.(string); ok && len(*found) < maxRecords {
				if inner, ok := asJSON(s); ok {
					walk(inner, depth+1, found)
				} else if strings.TrimSpace(s) != "" {
					*found = append(*found, record.Record{Text: cut(s)})
				}
				continue
			}
			walk(one, depth+1, found)
		}
	case map[string]any:
		if r, ok := one(v); ok {
			*found = append(*found, r)
			return
		}
		for _, key := range []string{"results", "memories", "items", "data", "facts", "notes", "entries", "matches", "documents", "hits", "result", "response"} {
			switch inner := v[key].(type) {
			case []any, map[string]any:
				walk(inner, depth+1, found)
				return
			case string: // structured content that wraps what was a text
				if of, ok := asJSON(inner); ok {
					walk(of, depth+1, found)
				} else {
					*found = append(*found, textRecords(inner)...)
				}
				return
			}
		}
	}
}

// one reads an object that is a fact.
func one(m map[string]any) (r record.Record, ok bool) {
	for _, key := range []string{"memory", "document", "entry", "note", "fact"} { // {memory: {...}, score}
		if inner, is := m[key].(map[string]any); is {
			if r, ok = one(inner); ok {
				if r.Score == 0 {
					r.Score = score(m)
				}
				return r, true
			}
		}
	}
	r.Text = firstString(m, "memory", "text", "content", "fact", "observation", "note", "information", "document", "body", "value", "thought", "snippet", "data")
	if strings.TrimSpace(r.Text) == "" {
		return r, false
	}
	r.Text, r.ID, r.Score = cut(r.Text), idOf(m), score(m)
	r.Type, r.Project = firstString(m, "type", "category", "kind"), firstString(m, "project", "project_name")
	for _, key := range []string{"metadata", "meta"} {
		meta, _ := m[key].(map[string]any)
		if s := firstString(meta, "type"); s != "" {
			r.Type = s
		}
		if s := firstString(meta, "project"); s != "" {
			r.Project = s
		}
		if r.ID == "" {
			r.ID = idOf(meta)
		}
	}
	r.Type, r.Project = clean(r.Type, maxName), clean(r.Project, maxName)
	for _, key := range []string{"created_at", "createdAt", "created", "timestamp", "date"} {
		if t, ok := moment(m[key]); ok {
			r.Created = t
			break
		}
	}
	return r, true
}

func idOf(m map[string]any) string {
	for _, key := range []string{"id", "memory_id", "memoryId", "uuid", "content_hash", "hash", "permalink", "identifier"} {
		switch id := m[key].(type) {
		case string:
			if id != "" && len(id) <= maxID && utf8.ValidString(id) {
				return id
			}
		case float64:
			if id == float64(int64(id)) {
				return json.Number(jsonNumber(id)).String()
			}
		}
	}
	return ""
}

// maxID bounds an id, in bytes: it is passed back as it came.
const maxID = 1024

func jsonNumber(f float64) string {
	b, _ := json.Marshal(int64(f))
	return string(b)
}

func firstString(m map[string]any, keys ...string) string {
	for _, key := range keys {
		if s, ok := m[key].(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// score is higher for what fits better; distances are turned round.
func score(m map[string]any) float64 {
	for _, key := range []string{"score", "similarity", "similarity_score", "relevance", "relevance_score"} {
		if f, ok := m[key].(float64); ok {
			return f
		}
	}
	if d, ok := m["distance"].(float64); ok && d >= 0 {
		return 1 / (1 + d)
	}
	return 0
}

// moment reads RFC 3339, a date, and seconds or milliseconds since 1970.
func moment(v any) (time.Time, bool) {
	switch v := v.(type) {
	case string:
		for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05", time.DateOnly} {
			if t, err := time.Parse(layout, v); err == nil {
				return t, true
			}
		}
	case float64:
		switch {
		case v > 1e11 && v < 1e14:
			return time.UnixMilli(int64(v)).UTC(), true
		case v > 1e8 && v <= 1e11:
			return time.Unix(int64(v), 0).UTC(), true
		}
	}
	return time.Time{}, false
}

func cut(s string) string {
	if len(s) <= maxText {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:maxText], "")
}

// textRecords reads an answer in prose: each item of a list, else the whole.
func textRecords(s string) []record.Record {
	s = strings.TrimSpace(s)
	low := strings.ToLower(s)
	if s == "" || len(s) < 200 && (strings.HasPrefix(low, "no ") || strings.HasPrefix(low, "found 0") || strings.HasPrefix(low, "nothing")) {
		return nil
	}
	var found []record.Record
	for line := range strings.Lines(s) {
		item, ok := bullet(strings.TrimSpace(line))
		switch {
		case ok && len(found) < maxRecords:
			found = append(found, record.Record{Text: item})
		case !ok && len(found) > 0 && len(found[len(found)-1].Text) < maxText && strings.TrimSpace(line) != "" && (line[0] == ' ' || line[0] == '\t'):
			found[len(found)-1].Text += "\n" + strings.TrimSpace(line)
		}
	}
	if len(found) == 0 {
		found = []record.Record{{Text: s}}
	}
	for i := range found {
		found[i].ID = namedID(found[i].Text)
		found[i].Text = cut(found[i].Text)
	}
	return found
}

func bullet(line string) (string, bool) {
	for _, mark := range []string{"- ", "* ", "• "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.TrimSpace(rest), true
		}
	}
	rest := strings.TrimLeft(line, "0123456789")
	if rest != line && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ")) {
		return strings.TrimSpace(rest[2:]), true
	}
	return "", false
}

// namedID finds "id: x" or "id=x" in prose.
func namedID(s string) string {
	low := strings.ToLower(s)
	for from := 0; ; {
		i := strings.Index(low[from:], "id")
		if i < 0 || len(low) != len(s) {
			return ""
		}
		at := from + i
		from = at + 2
		if at > 0 && (isWord(low[at-1]) && low[at-1] != '_') {
			continue
		}
		rest := strings.TrimLeft(s[from:], "\"'` ")
		if rest == "" || rest[0] != ':' && rest[0] != '=' {
			continue
		}
		rest = strings.TrimLeft(rest[1:], "\"'` ")
		end := 0
		for end < len(rest) && (isWord(rest[end]) || rest[end] == '-' || rest[end] == '.') {
			end++
		}
		if id := strings.TrimRight(rest[:end], "."); id != "" && end <= maxID {
			return id
		}
	}
}

func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

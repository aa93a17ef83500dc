// What the server stores, and how it finds it again.

package mem0test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

type memory struct {
	id, user, text string
	meta           object
	made, changed  time.Time
	hidden         int // searches that do not find it yet
}

type event struct {
	left    int
	results []any
}

func (s *Server) insert(user, text string, meta object) *memory {
	s.last++
	now := time.Now()
	m := &memory{id: fmt.Sprintf("%08x-0000-4000-8000-000000000000", s.last), user: user, text: text, meta: meta, made: now, changed: now, hidden: s.opt.SearchLag}
	s.memories = append(s.memories, m)
	return m
}

func (m *memory) json(score float64) object {
	o := object{"id": m.id, "memory": m.text, "user_id": m.user, "metadata": m.meta, "hash": "h",
		"created_at": stamp(m.made), "updated_at": stamp(m.changed)}
	if score > 0 {
		o["score"] = score
	}
	return o
}

func (s *Server) add(body object) (int, any) {
	user, _ := body["user_id"].(string)
	messages, _ := body["messages"].([]any)
	if len(messages) == 0 {
		return http.StatusBadRequest, object{"detail": "messages is required"}
	}
	if user == "" {
		return http.StatusBadRequest, object{"detail": "at least one of user_id, agent_id, run_id is required"}
	}
	if s.opt.WrongScope != "" {
		user = s.opt.WrongScope
	}
	meta, _ := body["metadata"].(object)
	var results []any
	for _, it := range messages {
		msg, _ := it.(object)
		text, _ := msg["content"].(string)
		if text == "" {
			return http.StatusBadRequest, object{"detail": "content is required"}
		}
		if !s.opt.EventFails {
			results = append(results, s.addOne(user, text, meta))
		}
	}
	if infer, given := body["infer"].(bool); s.opt.Pending > 0 || s.opt.Hosted && (infer || !given) {
		id := fmt.Sprintf("event-%d", len(s.events)+1)
		s.events[id] = &event{left: s.opt.Pending, results: results}
		return http.StatusOK, object{"message": "Memory processing has been queued", "status": "PENDING", "event_id": id}
	}
	return http.StatusOK, object{"results": results}
}

func (s *Server) addOne(user, text string, meta object) object {
	if s.opt.NearDuplicates {
		for _, m := range s.memories {
			if m.user != user {
				continue
			}
			switch d := distance(m.text, text); {
			case d < 0.03:
				return object{"event": "NONE", "status": "DROPPED_NEAR_DUPLICATE", "duplicate_of": m.id, "existing_memory": m.text}
			case d < 0.12:
				near := s.insert(user, text, meta)
				return object{"id": near.id, "memory": text, "event": "ADD", "near_duplicate_of": m.id, "existing_memory": m.text}
			}
		}
	}
	m := s.insert(user, text, meta)
	return object{"id": m.id, "memory": text, "event": "ADD"}
}

// distance is the share of letters in which two texts differ, place by place.
func distance(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	if len(x) != len(y) {
		return 1
	}
	n := 0
	for i := range x {
		if x[i] != y[i] {
			n++
		}
	}
	return float64(n) / float64(len(x))
}

func (s *Server) event(id string) (int, any) {
	e := s.events[id]
	if e == nil {
		return http.StatusNotFound, object{"detail": "Not Found"}
	}
	out := object{"id": id, "event_type": "ADD", "status": "RUNNING", "results": []any{}}
	if e.left--; e.left < 0 {
		out["status"], out["results"] = "SUCCEEDED", e.results
		if s.opt.EventFails {
			out["status"], out["results"] = "FAILED", nil
		}
	}
	return http.StatusOK, out
}

func (s *Server) one(method, id string, body object) (int, any) {
	i := slices.IndexFunc(s.memories, func(m *memory) bool { return m.id == id })
	if i < 0 {
		if s.opt.NullMissing && method == http.MethodGet {
			return http.StatusOK, nil
		}
		return http.StatusNotFound, object{"detail": "Memory not found"}
	}
	m := s.memories[i]
	switch method {
	case http.MethodGet:
		return http.StatusOK, m.json(0)
	case http.MethodPut:
		text, hasText := body["text"].(string)
		meta, hasMeta := body["metadata"].(object)
		if !hasText && !hasMeta {
			return http.StatusBadRequest, object{"detail": "text or metadata is required"}
		}
		if hasText {
			m.text = text
		}
		if hasMeta {
			m.meta = meta
		}
		m.changed = time.Now()
		if s.opt.Hosted {
			return http.StatusOK, m.json(0)
		}
		return http.StatusOK, object{"message": "Memory updated successfully!"}
	case http.MethodDelete:
		s.memories = slices.Delete(s.memories, i, i+1)
		if s.opt.Hosted {
			return http.StatusOK, object{"message": "Memory deleted successfully!"}
		}
		return http.StatusOK, object{"message": "Memory deleted successfully"}
	}
	return http.StatusMethodNotAllowed, object{"detail": "Method Not Allowed"}
}

// search ranks by the words in common. Both shapes want an entity id in the
// filters, and answer 400 without one.
func (s *Server) search(body object, nested bool) (int, any) {
	query, _ := body["query"].(string)
	filters, _ := body["filters"].(object)
	if query == "" || !hasEntity(filters) {
		return http.StatusBadRequest, object{"detail": "query and filters with an entity id are required"}
	}
	limit := number(body["top_k"], 10)
	type scored struct {
		m     *memory
		score float64
	}
	var found []scored
	for _, m := range s.memories {
		if !s.opt.IgnoreFilter && !matches(filters, m, nested) {
			continue
		}
		if m.hidden > 0 {
			m.hidden--
			continue
		}
		if sc := likeness(query, m.text); sc >= 0.1 {
			found = append(found, scored{m, sc})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	results := []any{}
	for _, f := range found[:min(len(found), limit)] {
		results = append(results, f.m.json(f.score))
	}
	return http.StatusOK, object{"results": results}
}

func (s *Server) page(q url.Values, body object) (int, any) {
	filters, _ := body["filters"].(object)
	if !hasEntity(filters) {
		return http.StatusBadRequest, object{"detail": "filters with an entity id are required"}
	}
	var all []any
	for _, m := range s.memories {
		if s.opt.IgnoreFilter || matches(filters, m, true) {
			all = append(all, m.json(0))
		}
	}
	page, size := number(q.Get("page"), 1), number(q.Get("page_size"), 100)
	from := min(len(all), (page-1)*size)
	to := min(len(all), from+size)
	var next any
	if to < len(all) {
		next = fmt.Sprintf("%s/v3/memories/?page=%d&page_size=%d", s.URL, page+1, size)
	}
	return http.StatusOK, object{"count": len(all), "next": next, "previous": nil, "results": append([]any{}, all[from:to]...)}
}

func (s *Server) listAll(q url.Values) (int, any) {
	if q.Get("user_id") == "" && q.Get("agent_id") == "" && q.Get("run_id") == "" {
		return http.StatusBadRequest, object{"detail": "At least one identifier is required."}
	}
	limit := number(q.Get("top_k"), 20)
	results := []any{}
	for _, m := range s.memories {
		if (s.opt.IgnoreFilter || m.user == q.Get("user_id")) && len(results) < limit {
			results = append(results, m.json(0))
		}
	}
	return http.StatusOK, object{"results": results}
}

func hasEntity(filters object) bool {
	for name, v := range filters {
		switch name {
		case "user_id", "agent_id", "app_id", "run_id":
			return true
		case "AND", "OR":
			list, _ := v.([]any)
			if slices.ContainsFunc(list, func(it any) bool { o, _ := it.(object); return hasEntity(o) }) {
				return true
			}
		}
	}
	return false
}

// matches reads filters: of the hosted shape, with AND, OR and metadata, or of
// the self-hosted one, where other names are those of the metadata.
func matches(filters object, m *memory, nested bool) bool {
	for name, v := range filters {
		list, _ := v.([]any)
		sub := func(it any) bool { o, _ := it.(object); return matches(o, m, nested) }
		ok := false
		switch {
		case name == "user_id":
			ok = v == m.user || nested && v == "*"
		case nested && name == "AND":
			ok = !slices.ContainsFunc(list, func(it any) bool { return !sub(it) })
		case nested && name == "OR":
			ok = slices.ContainsFunc(list, sub)
		case nested && name == "metadata":
			ok = true
			want, _ := v.(object)
			for k, x := range want {
				ok = ok && m.meta[k] == x
			}
		case !nested:
			ok = m.meta[name] == v
		}
		if !ok {
			return false
		}
	}
	return true
}

func number(v any, otherwise int) int {
	switch v := v.(type) {
	case float64:
		return int(v)
	case string:
		if n, err := strconv.Atoi(v); err == nil {
			return n
		}
	}
	return otherwise
}

func likeness(a, b string) float64 {
	x, y := tokens(a), tokens(b)
	common := 0
	for w := range x {
		if y[w] {
			common++
		}
	}
	return float64(common) / float64(max(1, len(x)+len(y)-common))
}

func tokens(s string) map[string]bool {
	out := map[string]bool{}
	word := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), word) {
		if r := []rune(w); unicode.In(r[0], unicode.Han, unicode.Hiragana, unicode.Katakana) {
			for _, c := range r {
				out[string(c)] = true
			}
			continue
		}
		out[w] = true
	}
	return out
}

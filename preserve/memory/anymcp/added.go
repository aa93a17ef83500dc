// What became of an added fact.

package anymcp

import (
	"maps"
	"slices"
	"strings"
)

// Added is the answer to an Add.
type Added struct {
	ID string // "" when the server does not tell
	// Dropped: the server has it already and stored nothing (its answer was
	// DROPPED_NEAR_DUPLICATE); DuplicateOf is the id of the one it has.
	Dropped     bool
	DuplicateOf string
	// NearDuplicateOf: stored, and this id is much like it; Existing is its
	// text, when told. A number may be all that differs.
	NearDuplicateOf, Existing string
	Pending                   bool // taken, and stored later
}

const droppedMark = "DROPPED_NEAR_DUPLICATE"

func (a *answer) added() Added {
	var out Added
	if a.value != nil {
		out.collect(a.value, 0)
		if out.ID == "" && !out.Dropped {
			for _, r := range records(a.value) {
				if r.ID != "" {
					out.ID = r.ID
					break
				}
			}
		}
	}
	if strings.Contains(a.text, droppedMark) {
		out.Dropped = true
		if _, rest, ok := strings.Cut(a.text, "duplicate_of"); ok {
			out.DuplicateOf = namedID("id" + rest)
		}
	} else if _, rest, ok := strings.Cut(a.text, "near_duplicate_of"); ok {
		out.NearDuplicateOf = namedID("id" + rest)
	}
	if out.ID == "" && !out.Dropped && a.value == nil {
		out.ID = namedID(a.text)
	}
	return out
}

// collect looks for the marks wherever they stand.
func (out *Added) collect(v any, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case string:
		if inner, ok := asJSON(v); ok {
			out.collect(inner, depth+1)
		} else if v == droppedMark {
			out.Dropped = true
		} else if strings.EqualFold(v, "PENDING") {
			out.Pending = true
		}
	case []any:
		for _, one := range v[:min(len(v), 100)] {
			out.collect(one, depth+1)
		}
	case map[string]any:
		if of, ok := v["duplicate_of"]; ok && out.DuplicateOf == "" {
			out.DuplicateOf, _ = pointed(of)
		}
		if of, ok := v["near_duplicate_of"]; ok && out.NearDuplicateOf == "" {
			out.NearDuplicateOf, out.Existing = pointed(of)
		}
		if of, ok := v["existing_memory"]; ok {
			id, text := pointed(of)
			if s, ok := of.(string); ok {
				id, text = "", cut(s)
			}
			if out.Existing == "" {
				out.Existing = text
			}
			if out.NearDuplicateOf == "" && !out.Dropped {
				out.NearDuplicateOf = id
			}
		}
		event, _ := v["event"].(string)
		if id := idOf(v); id != "" && out.ID == "" && event != droppedMark && v["status"] != droppedMark {
			out.ID = id
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			switch key {
			case "duplicate_of", "near_duplicate_of", "existing_memory", "memory", "text", "content", "metadata":
				if _, deep := v[key].(map[string]any); !deep || key != "memory" {
					continue
				}
			}
			out.collect(v[key], depth+1)
		}
		if out.Dropped {
			out.ID = ""
		}
	}
}

// pointed reads an id, or an object, or a list, that stands for another fact.
func pointed(v any) (id, text string) {
	switch v := v.(type) {
	case string:
		return v, ""
	case float64:
		return jsonNumber(v), ""
	case []any:
		if len(v) > 0 {
			return pointed(v[0])
		}
	case map[string]any:
		return idOf(v), cut(firstString(v, "memory", "text", "content", "data"))
	}
	return "", ""
}

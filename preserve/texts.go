// The texts of a document that came in, before anybody looks at them.

package preserve

import (
	"encoding/json"
	"strings"
)

// cleanTexts passes every text of a decoded JSON value through clean, the
// names of fields too.
func cleanTexts(v any, clean func(string) string) any {
	if clean == nil {
		return v
	}
	switch v := v.(type) {
	case string:
		return clean(v)
	case []any:
		for i := range v {
			v[i] = cleanTexts(v[i], clean)
		}
		return cleanTogether(v, clean)
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			out[clean(name)] = cleanTexts(e, clean)
		}
		return out
	}
	return v
}

// cleanTogether cleans a list of texts once more as one, line after line: a key
// that was taken apart is a secret all the same, and becomes one text.
func cleanTogether(list []any, clean func(string) string) []any {
	texts := make([]string, len(list))
	for i, e := range list {
		s, ok := e.(string)
		if !ok {
			return list
		}
		texts[i] = s
	}
	joined := strings.Join(texts, "\n")
	if whole := clean(joined); len(texts) > 1 && whole != joined {
		return []any{whole}
	}
	return list
}

// decodeInto puts a decoded value that was checked into its type.
func decodeInto(to, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, to)
}

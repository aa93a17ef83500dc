// The texts of a document that came in, before anybody looks at them.

package preserve

import "encoding/json"

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
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			out[clean(name)] = cleanTexts(e, clean)
		}
		return out
	}
	return v
}

// decodeInto puts a decoded value that was checked into its type.
func decodeInto(to, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, to)
}

// The arguments of a tool, as far as its JSON Schema tells.

package anymcp

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// param is one argument.
type param struct {
	name     string
	kinds    []string // JSON types; empty: any
	required bool
	items    *param // of an array
	fields   []param
	closed   bool // an object that takes no other fields
	enum     []any
	most     float64 // the greatest number that it takes; 0: not said
	usual    any     // its value when it is left out
}

// maxSchema bounds how deep a schema is followed, and how wide.
const (
	maxSchema = 6
	maxParams = 200
)

// params reads the input schema of a tool; ok is false when it is no object.
func params(schema any) (list []param, ok bool) {
	root, ok := schema.(map[string]any)
	if !ok {
		return nil, false
	}
	p := reader{root}.param("", root, 0)
	return p.fields, p.is("object")
}

type reader struct{ root map[string]any }

func (r reader) param(name string, schema any, depth int) param {
	p := param{name: name}
	s, ok := schema.(map[string]any)
	if !ok || depth > maxSchema {
		return p
	}
	s = r.follow(s)
	switch kind := s["type"].(type) {
	case string:
		p.kinds = []string{kind}
	case []any:
		for _, k := range kind {
			if k, ok := k.(string); ok && k != "null" {
				p.kinds = append(p.kinds, k)
			}
		}
	}
	p.enum, _ = s["enum"].([]any)
	p.most, _ = s["maximum"].(float64)
	p.usual = s["default"]
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		options, _ := s[key].([]any)
		for _, o := range options[:min(len(options), maxParams)] {
			option := r.param(name, o, depth+1)
			if slices.Equal(option.kinds, []string{"null"}) {
				continue
			}
			p.kinds = append(p.kinds, option.kinds...)
			if p.items == nil {
				p.items = option.items
			}
			if len(p.fields) == 0 {
				p.fields, p.closed = option.fields, option.closed
			}
			p.enum = append(p.enum, option.enum...)
			p.most = max(p.most, option.most)
		}
	}
	if items, ok := s["items"]; ok {
		of := r.param("", items, depth+1)
		p.items = &of
	}
	fields, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if len(p.fields) >= maxParams {
			break
		}
		f := r.param(field, fields[field], depth+1)
		f.required = slices.Contains(required, any(field))
		p.fields = append(p.fields, f)
	}
	for _, field := range required { // one that is named and not described
		if name, ok := field.(string); ok && fields[name] == nil && len(p.fields) < 2*maxParams {
			p.fields = append(p.fields, param{name: name, required: true})
		}
	}
	if len(p.kinds) == 0 && s["properties"] != nil {
		p.kinds = []string{"object"}
	}
	open, said := s["additionalProperties"].(bool)
	p.closed = said && !open
	return p
}

// follow resolves references inside the same schema.
func (r reader) follow(s map[string]any) map[string]any {
	for range maxSchema {
		ref, _ := s["$ref"].(string)
		path, ok := strings.CutPrefix(ref, "#/")
		if !ok {
			break
		}
		var at any = r.root
		for _, step := range strings.Split(path, "/") {
			next, _ := at.(map[string]any)
			at = next[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
		}
		next, ok := at.(map[string]any)
		if !ok {
			break
		}
		s = next
	}
	return s
}

// is reports whether the argument takes that JSON type. Arguments without a
// type take a string or an object, because that is what their users pass.
func (p param) is(kind string) bool {
	if len(p.kinds) == 0 {
		return kind == "string" || kind == "object"
	}
	return slices.Contains(p.kinds, kind)
}

// strings reports an array of strings.
func (p param) strings() bool {
	return slices.Contains(p.kinds, "array") && (p.items == nil || p.items.is("string"))
}

// field is the argument of that name.
func (p param) field(name string) (param, bool) {
	i := slices.IndexFunc(p.fields, func(f param) bool { return f.name == name })
	if i < 0 {
		return param{}, false
	}
	return p.fields[i], true
}

// words splits a name at its separators and humps, in lower case.
func words(name string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out, word = append(out, strings.ToLower(string(word))), nil
		}
	}
	last := rune(0)
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && unicode.IsLower(last):
			flush()
			word = append(word, r)
		default:
			word = append(word, r)
		}
		last = r
	}
	flush()
	return out
}

// What can be wrong with an item, said all at once.

package preserve

import (
	"fmt"
	"slices"
	"strings"
)

// Mistake is one thing wrong in a document, and what would be right.
type Mistake struct {
	Path     string // where: "[3].kind"
	Expected string // what belongs there
	Found    string // what is there
	Nearest  string // the valid value closest to it, if one is close
}

func (m Mistake) String() string {
	s := fmt.Sprintf("%s: expected %s, found %s", m.Path, m.Expected, m.Found)
	if m.Nearest != "" {
		s += fmt.Sprintf(", did you mean %q?", m.Nearest)
	}
	return s
}

// Mistakes is an error with one line for each mistake.
type Mistakes []Mistake

func (ms Mistakes) Error() string {
	lines := make([]string, len(ms))
	for i, m := range ms {
		lines[i] = m.String()
	}
	return strings.Join(lines, "\n")
}

var (
	itemFields   = []string{"kind", "text", "why", "quote", "exact", "approved", "origin", "target", "memory", "replaces", "done"}
	origins      = []string{"requested", "implied"}
	targetFields = []string{"file", "section"}
	memoryFields = []string{"type", "name", "hook", "store"}
	memoryTypes  = []string{"user", "feedback", "project", "reference"}
	memoryStores = []string{"local", "session", "mem0", "mcp"}
)

func kindNames() []string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	return names
}

// checkItem looks at one decoded JSON value that should be an item. A field
// that is null counts as left out.
func (ms *Mistakes) checkItem(path string, v any) {
	obj, ok := v.(map[string]any)
	if !ok {
		ms.add(path, "an object with kind and text", describe(v), "")
		return
	}
	ms.checkFields(path, obj, itemFields)
	if obj["kind"] == nil {
		ms.add(path+".kind", oneOf(kindNames()), "nothing", "")
	}
	ms.checkChoice(path+".kind", obj["kind"], kindNames())
	if s, isText := obj["text"].(string); obj["text"] == nil || isText && Clean(s) == "" {
		ms.add(path+".text", "the text of the item", "nothing", "")
	}
	for _, name := range []string{"text", "why", "quote", "replaces"} {
		ms.checkString(path+"."+name, obj[name])
	}
	for _, name := range []string{"approved", "done"} {
		if _, isBool := obj[name].(bool); obj[name] != nil && !isBool {
			ms.add(path+"."+name, "true or false", describe(obj[name]), "")
		}
	}
	ms.checkStrings(path+".exact", obj["exact"])
	ms.checkChoice(path+".origin", obj["origin"], origins)
	if target := ms.checkObject(path+".target", obj["target"], targetFields); target != nil {
		ms.checkString(path+".target.file", target["file"])
		ms.checkString(path+".target.section", target["section"])
	}
	if memory := ms.checkObject(path+".memory", obj["memory"], memoryFields); memory != nil {
		ms.checkChoice(path+".memory.type", memory["type"], memoryTypes)
		ms.checkString(path+".memory.name", memory["name"])
		ms.checkString(path+".memory.hook", memory["hook"])
		ms.checkChoice(path+".memory.store", memory["store"], memoryStores)
	}
}

func (ms *Mistakes) add(path, expected, found, nearest string) {
	*ms = append(*ms, Mistake{path, expected, found, nearest})
}

// checkFields reports fields that are not among the valid ones, in order of name.
func (ms *Mistakes) checkFields(path string, obj map[string]any, valid []string) {
	var unknown []string
	for name := range obj {
		if !slices.Contains(valid, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		ms.add(strings.TrimPrefix(path+"."+short(name), "."), "one of the fields "+strings.Join(valid, ", "), "an unknown field", Nearest(name, valid))
	}
}

func (ms *Mistakes) checkString(path string, v any) {
	s, ok := v.(string)
	if v != nil && !ok {
		ms.add(path, "a string", describe(v), "")
	}
	ms.checkFilled(path, s)
}

// checkFilled refuses what a skeleton has where a text belongs.
func (ms *Mistakes) checkFilled(path, s string) {
	if strings.TrimSpace(s) == placeholder {
		ms.add(path, "a text, or nothing at all", "the placeholder "+placeholder, "")
	}
}

const placeholder = "…"

func (ms *Mistakes) checkStrings(path string, v any) {
	list, ok := v.([]any)
	if v != nil && !ok {
		ms.add(path, "an array of strings", describe(v), "")
	}
	for i, e := range list {
		s, ok := e.(string)
		if !ok {
			ms.add(fmt.Sprintf("%s[%d]", path, i), "a string", describe(e), "")
		}
		ms.checkFilled(fmt.Sprintf("%s[%d]", path, i), s)
	}
}

// checkChoice lets null through; a missing kind is checkItem's to report.
func (ms *Mistakes) checkChoice(path string, v any, valid []string) {
	if v == nil {
		return
	}
	s, ok := v.(string)
	if !ok || !slices.Contains(valid, s) {
		ms.add(path, oneOf(valid), describe(v), Nearest(s, valid))
	}
}

func (ms *Mistakes) checkObject(path string, v any, valid []string) map[string]any {
	obj, ok := v.(map[string]any)
	if v != nil && !ok {
		ms.add(path, "an object with "+strings.Join(valid, ", "), describe(v), "")
	}
	ms.checkFields(path, obj, valid)
	return obj
}

func oneOf(valid []string) string { return "one of " + strings.Join(valid, ", ") }

// describe names a decoded JSON value in a message.
func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", short(v))
	case bool:
		return fmt.Sprint(v)
	case float64:
		return fmt.Sprintf("the number %v", v)
	case []any:
		return "an array"
	}
	return "an object"
}

// short cuts s to what a message has room for, and makes it one line.
func short(s string) string {
	const room = 40
	s = Clean(s)
	if r := []rune(s); len(r) > room {
		return string(r[:room]) + "…"
	}
	return s
}

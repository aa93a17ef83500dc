// What Claude, or a person, writes down before a compaction.

package preserve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// SnapshotVersion is the version of the format [ParseSnapshot] reads.
const SnapshotVersion = 1

// MaxSnapshotBytes bounds a snapshot, far above what is worth keeping.
const MaxSnapshotBytes = 1 << 20

// Snapshot is what is to be kept of a session. Version, Topic and Items are
// always there; [Snapshot.Empty] when there is nothing to keep.
type Snapshot struct {
	Version      int        `json:"version"`
	Language     string     `json:"language,omitempty"` // BCP 47: the language of the user's messages
	Topic        string     `json:"topic"`
	Goal         string     `json:"goal,omitempty"`
	Status       string     `json:"status,omitempty"` // "in-progress", "completed" or "blocked"
	Blockers     string     `json:"blockers,omitempty"`
	Items        []Item     `json:"items"`
	Next         []string   `json:"next,omitempty"`         // in order
	ReadFirst    []string   `json:"read_first,omitempty"`   // files
	Compressible []string   `json:"compressible,omitempty"` // areas the summary may shorten
	Tags         []string   `json:"tags,omitempty"`         // by which the session store finds it
	Narrative    *Narrative `json:"narrative,omitempty"`
	Unrelated    bool       `json:"unrelated,omitempty"` // the next task has nothing to do with this one
}

// Narrative tells the session from its beginning, with more detail towards
// its end.
type Narrative struct {
	Overview string `json:"overview,omitempty"`
	Early    string `json:"early,omitempty"`
	Middle   string `json:"middle,omitempty"`
	Recent   string `json:"recent,omitempty"`
	Current  string `json:"current,omitempty"`
}

// Empty reports whether there is nothing to keep: no item and no next step.
func (s Snapshot) Empty() bool {
	return len(s.Items) == 0 && !slices.ContainsFunc(s.Next, func(n string) bool { return Clean(n) != "" })
}

// ParseSnapshot reads a snapshot. Every text in it, the names of its fields
// too, passes through clean before anything else is done with it, so that
// neither the snapshot nor a message about it holds what clean takes out; nil
// takes out nothing. Every mistake in it is reported at once, as
// [Mistakes]. Other errors: more than [MaxSnapshotBytes] bytes or [MaxItems]
// items, bytes that are not UTF-8, JSON that cannot be read.
func ParseSnapshot(data []byte, clean func(string) string) (Snapshot, error) {
	if len(data) > MaxSnapshotBytes {
		return Snapshot{}, fmt.Errorf("the snapshot is larger than %d bytes", MaxSnapshotBytes)
	}
	if !utf8.Valid(data) {
		return Snapshot{}, fmt.Errorf("line %d of the snapshot is not UTF-8", badLine(data))
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	if len(data) == 0 {
		return Snapshot{}, errors.New("the snapshot is empty: expected a JSON object")
	}
	var value any
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&value); err != nil {
		return Snapshot{}, jsonError("the snapshot", "}", data, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return Snapshot{}, fmt.Errorf("line %d of the snapshot: text after its end", lineAt(data, dec.InputOffset()))
	}
	value = cleanTexts(value, clean)
	var found Mistakes
	found.checkSnapshot(value)
	if len(found) > 0 {
		return Snapshot{}, found
	}
	var s Snapshot
	if err := decodeInto(&s, value); err != nil {
		return Snapshot{}, fmt.Errorf("the snapshot: %w", err)
	}
	return s, nil
}

var (
	snapshotFields = []string{
		"version", "language", "topic", "goal", "status", "blockers", "items",
		"next", "read_first", "compressible", "tags", "narrative", "unrelated",
	}
	statuses        = []string{"in-progress", "completed", "blocked"}
	narrativeFields = []string{"overview", "early", "middle", "recent", "current"}
)

// checkSnapshot looks at one decoded JSON value that should be a snapshot. A
// field that is null counts as left out.
func (ms *Mistakes) checkSnapshot(v any) {
	obj, ok := v.(map[string]any)
	if !ok {
		ms.add("snapshot", "an object with version, topic and items", describe(v), "")
		return
	}
	ms.checkFields("", obj, snapshotFields)
	if n, isNumber := obj["version"].(float64); !isNumber || n != SnapshotVersion {
		ms.add("version", fmt.Sprintf("the number %d", SnapshotVersion), present(obj["version"]), "")
	}
	if s, isText := obj["topic"].(string); obj["topic"] == nil || isText && Clean(s) == "" {
		ms.add("topic", "one line that says what the session is about", "nothing", "")
	}
	for _, name := range []string{"language", "topic", "goal", "blockers"} {
		ms.checkString(name, obj[name])
	}
	if s, isText := obj["language"].(string); isText && !languageTag(s) {
		ms.add("language", `a language tag such as "en" or "pt-BR"`, describe(s), "")
	}
	ms.checkChoice("status", obj["status"], statuses)
	for _, name := range []string{"next", "read_first", "compressible", "tags"} {
		ms.checkStrings(name, obj[name])
	}
	if n := ms.checkObject("narrative", obj["narrative"], narrativeFields); n != nil {
		for _, name := range narrativeFields {
			ms.checkString("narrative."+name, n[name])
		}
	}
	if _, isBool := obj["unrelated"].(bool); obj["unrelated"] != nil && !isBool {
		ms.add("unrelated", "true or false", describe(obj["unrelated"]), "")
	}
	items, ok := obj["items"].([]any)
	switch {
	case !ok:
		ms.add("items", "an array of items", present(obj["items"]), "")
	case len(items) > MaxItems:
		ms.add("items", fmt.Sprintf("at most %d items", MaxItems), fmt.Sprint(len(items)), "")
	default:
		for i, item := range items {
			ms.checkItem(fmt.Sprintf("items[%d]", i), item)
		}
	}
}

// present describes a value that had to be there.
func present(v any) string {
	if v == nil {
		return "nothing"
	}
	return describe(v)
}

// languageTag reports whether s has the form of a BCP 47 tag, or of a POSIX
// locale, which people write too.
func languageTag(s string) bool {
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("-_.@", r) })
	if len(parts) == 0 || len(parts[0]) < 2 || len(parts[0]) > 3 {
		return false
	}
	return !slices.ContainsFunc(parts, func(p string) bool {
		return len(p) > 8 || strings.ContainsFunc(p, func(r rune) bool {
			return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		})
	})
}

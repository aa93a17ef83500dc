// The form of the marked sessions in testdata/sessions: rows, marks, counts.

package preserve_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/redact"
)

type markedSession struct {
	Language string `json:"language"`
	About    string `json:"about"`
	Items    []struct {
		Kind  preserve.Kind `json:"kind"`
		Row   int           `json:"row"`
		Text  string        `json:"text"`
		Exact []string      `json:"exact"`
		Must  bool          `json:"must"`
		Why   string        `json:"why"`
	} `json:"items"`
	Not []struct {
		Row  int    `json:"row"`
		Text string `json:"text"`
		Why  string `json:"why"`
	} `json:"not"`
}

// sessionRow holds a row's keys that its form depends on, and all its strings.
type sessionRow struct {
	Type        string         `json:"type"`
	UUID        string         `json:"uuid"`
	Parent      *string        `json:"parentUuid"`
	Session     string         `json:"sessionId"`
	Version     string         `json:"version"`
	Meta        bool           `json:"isMeta"`
	Side        bool           `json:"isSidechain"`
	Summary     bool           `json:"isCompactSummary"`
	Attachment  map[string]any `json:"attachment"`
	strings     []string
	conversable bool
}

// byPerson reports whether a person's words can stand in the row.
func (r sessionRow) byPerson() bool {
	if r.Meta || r.Side || r.Summary {
		return false
	}
	return r.Type == "user" || r.Attachment["type"] == "queued_command"
}

func (r sessionRow) has(text string) bool {
	return slices.ContainsFunc(r.strings, func(s string) bool { return strings.Contains(s, text) })
}

func appendStrings(to []string, v any) []string {
	switch v := v.(type) {
	case string:
		to = append(to, v)
	case []any:
		for _, e := range v {
			to = appendStrings(to, e)
		}
	case map[string]any:
		for _, e := range v {
			to = appendStrings(to, e)
		}
	}
	return to
}

func readSession(t *testing.T, path string) (rows []sessionRow, marks markedSession) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		var row sessionRow
		var all map[string]any
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatalf("row %d: %v", i+1, err)
		}
		if err := json.Unmarshal(line, &all); err != nil {
			t.Fatalf("row %d: %v", i+1, err)
		}
		row.strings = appendStrings(nil, all)
		_, row.conversable = all["parentUuid"]
		rows = append(rows, row)
	}
	if data, err = os.ReadFile(strings.TrimSuffix(path, "l")); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&marks); err != nil {
		t.Fatalf("its marks: %v", err)
	}
	return rows, marks
}

// checkRows reports rows that no client would have written in this place.
func checkRows(t *testing.T, rows []sessionRow) {
	t.Helper()
	if len(rows) < 15 || len(rows) > 60 {
		t.Errorf("%d rows, want 15 to 60", len(rows))
	}
	seen := map[string]bool{}
	for i, r := range rows {
		if r.Type == "" || r.Session != rows[0].Session {
			t.Errorf("row %d: type %q in session %q", i+1, r.Type, r.Session)
		}
		if r.conversable && (r.UUID == "" || seen[r.UUID] || r.Version == "") {
			t.Errorf("row %d: uuid %q, version %q", i+1, r.UUID, r.Version)
		}
		if r.Parent != nil && !seen[*r.Parent] {
			t.Errorf("row %d hangs on %s, which does not stand before it", i+1, *r.Parent)
		}
		seen[r.UUID] = true
	}
}

func checkMarks(t *testing.T, rows []sessionRow, marks markedSession) {
	t.Helper()
	kinds := append(preserve.Kinds(), "exact")
	at := func(row int) sessionRow {
		if row < 1 || row > len(rows) {
			t.Fatalf("a mark on row %d of %d", row, len(rows))
		}
		return rows[row-1]
	}
	taken := map[int]bool{}
	for _, it := range marks.Items {
		row := at(it.Row)
		taken[it.Row] = true
		if !slices.Contains(kinds, it.Kind) || it.Text == "" || it.Why == "" || !row.has(it.Text) {
			t.Errorf("row %d does not carry this %q: %q (%s)", it.Row, it.Kind, it.Text, it.Why)
		}
		if it.Kind == preserve.Correction || it.Kind == preserve.Preference {
			if !row.byPerson() {
				t.Errorf("row %d: a %s, but not in a person's row: %q", it.Row, it.Kind, it.Text)
			}
		}
		for _, e := range it.Exact {
			if e == "" || !row.has(e) {
				t.Errorf("row %d does not carry the exact string %q", it.Row, e)
			}
		}
	}
	for _, n := range marks.Not {
		if !at(n.Row).has(n.Text) || n.Why == "" {
			t.Errorf("row %d does not carry %q (%s)", n.Row, n.Text, n.Why)
		}
		if n.Text == "" && taken[n.Row] {
			t.Errorf("row %d is both an item and none, and no words say which is which", n.Row)
		}
	}
	if len(marks.Items) < 5 || marks.Language == "" || marks.About == "" {
		t.Errorf("%d items, language %q, about %q", len(marks.Items), marks.Language, marks.About)
	}
}

func TestMarkedSessions(t *testing.T) {
	folders := map[string]int{}
	languages := map[string]int{}
	versions := map[string]int{}
	redactor, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("testdata/sessions/*/*.json*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if _, err := os.Stat(strings.TrimSuffix(path, "l") + "l"); err != nil {
			t.Errorf("%s has no session beside it", path)
		}
		if !strings.HasSuffix(path, ".jsonl") {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			rows, marks := readSession(t, path)
			checkRows(t, rows)
			checkMarks(t, rows, marks)
			folders[filepath.Base(filepath.Dir(path))]++
			languages[marks.Language]++
			for _, r := range rows {
				if r.Version != "" {
					versions[r.Version]++
					break
				}
			}
			var all strings.Builder
			for _, r := range rows {
				all.WriteString(strings.Join(r.strings, "\n") + "\n")
			}
			if _, found := redactor.Text(all.String()); len(found) > 0 {
				t.Errorf("looks like secrets: %q", found)
			}
		})
	}
	if folders["open"] < 61 || folders["held"] < 16 || len(folders) != 2 {
		t.Errorf("sessions by folder: %v, want at least 61 open and 16 held", folders)
	}
	if len(languages) < 6 {
		t.Errorf("sessions by language: %v, want at least 6 languages", languages)
	}
	if versions["2.1.100"] < 10 || versions["2.1.332"] < 10 {
		t.Errorf("sessions by version: %v, want at least 10 of each", versions)
	}
}

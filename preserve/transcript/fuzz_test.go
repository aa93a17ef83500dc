package transcript

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// Any bytes: no panic, every line is accounted for, a reading is repeatable,
// and rows appended later change nothing above but Off and Kept.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.jsonl")
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		lines := bytes.SplitAfter(data, []byte("\n"))
		f.Add(bytes.Join(lines[:min(len(lines), 12)], nil), uint16(len(lines[0])))
		f.Add(bytes.Join(lines[max(0, len(lines)-12):], nil), uint16(3))
	}
	f.Add([]byte(user("a", "b", "x")+user("b", "a", "y")), uint16(9))
	f.Fuzz(func(t *testing.T, data []byte, at uint16) {
		path := filepath.Join(t.TempDir(), "t.jsonl")
		all, stats := rowsOf(t, path, data)
		if n := bytes.Count(data, []byte("\n")); stats.Lines != n && stats.Lines != n+1 || stats.Rows != len(all) || stats.Change != Unchanged {
			t.Errorf("%d line breaks, %d rows, %+v", n, len(all), stats)
		}
		end := bytes.LastIndexByte(data[:int(at)%(len(data)+1)], '\n') + 1
		some, _ := rowsOf(t, path, data[:end])
		if len(some) > len(all) {
			t.Fatalf("%d rows became %d", len(some), len(all))
		}
		for i, r := range some {
			if later := all[i]; flat(r) != flat(later) {
				t.Fatalf("row %d changed\n%s\n%s", r.Line, flat(r), flat(later))
			}
		}
	})
}

func rowsOf(t *testing.T, path string, data []byte) ([]*Row, Stats) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return readFile(t, path, Options{})
}

// flat is a row without what later rows may change.
func flat(r *Row) string {
	same := *r
	same.Off, same.Kept = false, r.Segment
	return dumpRow(&same) + same.UUID + same.Parent
}

// What encoding/json takes for an object is one here, with the same fields;
// and a string it can decode reads the same.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":[{"c":"d\\"}],"e":null}`, `"a\u00e9\ud83d\ude00\ud83d\"\\\/\b"`, `{"a" : {} , "b":[ ] }`, `{"a":1,}`, `[]`, `{"a":"` + strings.Repeat(`\\\u0041é`, 40) + `"}`} {
		f.Add([]byte(s), 10)
	}
	f.Fuzz(func(t *testing.T, data []byte, limit int) {
		n := 0
		whole := object(data, func(_, v []byte) {
			n++
			object(v, func(_, _ []byte) {})
			array(v, func([]byte) {})
			number(v)
			ends(v, limit&63+4)
			blockText(v)
		})
		var fields map[string]json.RawMessage
		if json.Valid(data) && json.Unmarshal(data, &fields) == nil && fields != nil {
			if !whole || n < len(fields) {
				t.Errorf("%q: an object of %d fields, read %v with %d", data, len(fields), whole, n)
			}
		}
		var want string
		if json.Unmarshal(data, &want) == nil && len(data) > 0 && data[0] == '"' && data[len(data)-1] == '"' && utf8.Valid(data) {
			if got := str(data); got != want {
				t.Errorf("%q: %q, want %q", data, got, want)
			}
			limit = limit&255 + 4
			if got, cut := ends(data, limit); cut && len(got) > limit+len(cutMark)+3*limit || !utf8.ValidString(got) {
				t.Errorf("%q: %q of at most %d", data, got, limit)
			}
		}
	})
}

func blockText(v []byte) {
	var m message
	m.body(&cursor{data: v})
	m.texts()
	m.calls()
	textOf(v, 8)
}

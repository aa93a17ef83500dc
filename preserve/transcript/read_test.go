package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// readAll are the rows of a text, with their statistics.
func readAll(t *testing.T, text string, o Options) ([]*Row, Stats) {
	t.Helper()
	return readFile(t, write(t, text), o)
}

func readFile(t *testing.T, path string, o Options) ([]*Row, Stats) {
	t.Helper()
	var rows []*Row
	stats, err := Read(path, o, func(r *Row) error {
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows, stats
}

// user is a prompt's row; a missing parent is null.
func user(id, parent, text string) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%s,"message":{"role":"user","content":%q}}`+"\n", id, parentOf(parent), text)
}

func answer(id, parent, text string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":%s,"message":{"id":"m%s","content":[{"type":"text","text":%q}]}}`+"\n", id, parentOf(parent), id, text)
}

func parentOf(parent string) string {
	if parent == "" {
		return "null"
	}
	return fmt.Sprintf("%q", parent)
}

func TestReadPlacesAndIDs(t *testing.T) {
	first := `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","version":"2.1.332","timestamp":"2026-11-30T11:13:38.990Z","promptId":"p","agentId":"g","message":{"content":"hi"}}` + "\n"
	rows, stats := readAll(t, first+"\n\r\n"+answer("b", "a", "yes"), Options{})
	if len(rows) != 2 || stats.Lines != 4 || stats.Rows != 2 || stats.Bad != 0 || stats.Torn {
		t.Fatalf("%d rows, %+v", len(rows), stats)
	}
	a, b := rows[0], rows[1]
	if a.Line != 1 || a.Offset != 0 || a.UUID != "a" || a.Parent != "" || a.Session != "s" || a.Version != "2.1.332" || a.PromptID != "p" || a.AgentID != "g" ||
		a.Time.UnixMilli() != 1796037218990 || a.Kind != Prompt || a.Who != Person {
		t.Errorf("%+v", a)
	}
	if b.Line != 4 || b.Offset != int64(len(first)+3) || b.Parent != "a" || b.MessageID != "mb" {
		t.Errorf("%+v", b)
	}
}

func TestReadOfDamage(t *testing.T) {
	whole := user("a", "", "one") + answer("b", "a", "two")
	for name, c := range map[string]struct {
		text string
		rows int
		want Stats
	}{
		"nothing":               {"", 0, Stats{}},
		"torn":                  {whole + `{"type":"user","uuid":"c","parentUuid":"b","mess`, 2, Stats{Lines: 3, Torn: true}},
		"no last line break":    {strings.TrimSuffix(whole, "\n"), 2, Stats{Lines: 2}},
		"sealed in the middle":  {user("a", "", "one") + `{"type":"assist` + "\n" + answer("b", "a", "two"), 2, Stats{Lines: 3, Bad: 1}},
		"two rows on one line":  {strings.Replace(whole, "\n", "", 1), 0, Stats{Lines: 1, Bad: 1}},
		"no object":             {"[1]\n\"x\"\n7\nnull\ntrue\n" + whole, 2, Stats{Lines: 7, Bad: 5}},
		"NULs before":           {"\x00\x00\x00" + whole, 2, Stats{Lines: 2, NULs: 1}},
		"nothing but NULs":      {"\x00\x00\n" + whole, 2, Stats{Lines: 3, NULs: 1}},
		"NULs inside":           {"{\x00}\n" + whole, 2, Stats{Lines: 3, Bad: 1}},
		"crossed brackets":      {`{"a":[{]}}` + "\n" + whole, 2, Stats{Lines: 3, Bad: 1}},
		"deep":                  {`{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "}\n" + whole, 2, Stats{Lines: 3, Bad: 1}},
		"a comma too many":      {`{"a":1,}` + "\n" + whole, 2, Stats{Lines: 3, Bad: 1}},
		"unknown types":         {`{"type":"brand-new","uuid":"x","parentUuid":"y"}` + "\n{}\n" + whole, 4, Stats{Lines: 4, Off: 1}},
		"wrong types":           {`{"type":7,"uuid":{},"parentUuid":[],"message":"x","timestamp":false,"toolUseResult":3,"compactMetadata":"x","origin":9}` + "\n" + whole, 3, Stats{Lines: 3}},
		"wrong types in a user": {`{"type":"user","message":{"content":[1,"x",null,{"type":"text","text":5},{"type":"tool_result","content":{}}]}}` + "\n" + whole, 3, Stats{Lines: 3}},
		"an id twice":           {whole + user("a", "", "one") + answer("c", "b", "three"), 4, Stats{Lines: 4, Off: 1, Twice: 1}},
		"its own parent":        {user("a", "a", "one") + answer("b", "a", "two"), 2, Stats{Lines: 2}},
		"a circle":              {user("a", "b", "one") + answer("b", "a", "two"), 2, Stats{Lines: 2}},
		"a parent that is lost": {user("a", "", "one") + "{damage\n" + answer("c", "b", "three"), 2, Stats{Lines: 3, Bad: 1, Broken: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			rows, got := readAll(t, c.text, Options{})
			c.want.Size, c.want.Rows = int64(len(c.text)), c.rows
			if len(rows) != c.rows || got != c.want {
				t.Errorf("%d rows\ngot  %+v\nwant %+v", len(rows), got, c.want)
			}
		})
	}
}

func TestReadOfOtherThings(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, fifo} {
		if _, err := Read(path, Options{}, nil); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := Read(filepath.Join(dir, "none"), Options{}, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(write(t, user("a", "", "one")), link); err != nil {
		t.Fatal(err)
	}
	if rows, stats := readFile(t, link, Options{}); len(rows) != 1 || stats.Change != Unchanged {
		t.Errorf("a link: %+v", stats)
	}
}

func TestReadEndsWithTheCalleesError(t *testing.T) {
	enough := errors.New("enough")
	n := 0
	_, err := Read(write(t, user("a", "", "one")+answer("b", "a", "two")), Options{}, func(*Row) error {
		n++
		return enough
	})
	if err != enough || n != 1 {
		t.Errorf("%v after %d rows", err, n)
	}
}

// What happens to the file between the two readings is told.
func TestReadOfAFileThatChanges(t *testing.T) {
	var b strings.Builder
	for i := range 20_000 { // more than is read ahead
		b.WriteString(user(fmt.Sprint(i), "", strings.Repeat("word ", 10)))
	}
	text := b.String()
	for want, change := range map[Change]func(path string) error{
		Shrunk: func(path string) error { return os.Truncate(path, int64(len(text)/2)) },
		Replaced: func(path string) error {
			return errors.Join(os.WriteFile(path+"2", nil, 0o600), os.Rename(path+"2", path))
		},
		Rewritten: func(path string) error {
			return overwrite(path, strings.Replace(text, `"uuid":"19000"`, `"uuid":"x9000"`, 1))
		},
		Unchanged: func(path string) error { return overwrite(path, text+user("more", "", "appended")) },
	} {
		path := write(t, text)
		done := false
		stats, err := Read(path, Options{}, func(*Row) error {
			if done {
				return nil
			}
			done = true
			return change(path)
		})
		if err != nil || stats.Change != want {
			t.Errorf("%q: %v, %+v", want, err, stats)
		}
		if want == Unchanged && stats.Rows != 20_000 {
			t.Errorf("%d rows: what is appended meanwhile is not read", stats.Rows)
		}
	}
}

// overwrite writes into the same file.
func overwrite(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func TestLongLines(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for _, n := range []int{1, chunk - 1, chunk, chunk + 1, 4*chunk - 1, 4 * chunk, 5*chunk + 3, 9 * chunk} {
		for _, rest := range []string{"", "\n", "\nb\n"} {
			text := "a\n" + long(n) + rest
			for _, limit := range []int{10, 2 * chunk, 5 * chunk, 1 << 30} {
				ls := lines{file: strings.NewReader(text), size: int64(len(text)), longest: int64(limit)}
				var got []string
				for {
					l, more, err := ls.next()
					if err != nil {
						t.Fatal(err)
					}
					if !more {
						break
					}
					if string(l.data) != text[l.offset:int(l.offset)+len(l.data)] {
						t.Fatalf("a line that is not at its offset %d", l.offset)
					}
					got = append(got, string(l.data))
				}
				want := slices.DeleteFunc(strings.Split(strings.TrimSuffix(text, "\n"), "\n"), func(s string) bool { return len(s) > limit })
				if !slices.Equal(got, want) || ls.long+len(got) != ls.count || ls.torn != (rest == "") {
					t.Errorf("a line of %d, limit %d, then %q: %d lines of %d, %d too long, torn %v", n, limit, rest, len(got), len(want), ls.long, ls.torn)
				}
			}
		}
	}
}

func TestAFileThatShrinksUnderTheLines(t *testing.T) {
	ls := lines{file: strings.NewReader("a\nb\nc"), size: 1 << 20, longest: longest}
	var got []string
	for {
		l, more, err := ls.next()
		if err != nil || !more {
			break
		}
		got = append(got, string(l.data))
	}
	if !ls.shrunk || !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("%q, %v", got, ls.shrunk)
	}
}

// The newest line first and the whole file are the same lines.
func TestNewestAndReadAgree(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.jsonl")
	for _, f := range files {
		var newest [][]byte
		if _, err := Newest(f, 1<<30, func(l []byte) bool { newest = append(newest, bytes.Clone(l)); return true }); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(newest)
		rows, _ := readFile(t, f, Options{})
		data, err := os.ReadFile(f)
		if err != nil || len(rows) != len(newest) {
			t.Fatalf("%s: %d rows, %d lines, %v", f, len(rows), len(newest), err)
		}
		for i, r := range rows {
			if !bytes.HasPrefix(data[r.Offset:], append(newest[i], '\n')) {
				t.Fatalf("%s: row %d is not line %d", f, i, r.Line)
			}
		}
	}
}

// What is read of a file's end is what reading all of it gives there: the same
// lines at the same places, part of the conversation or not, but for results
// whose call stands above; only that lines are numbered from there.
func TestReadTheEndOnly(t *testing.T) {
	files, _ := filepath.Glob("testdata/real-*.jsonl")
	if len(files) == 0 {
		t.Fatal("no recordings")
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole, _ := readFile(t, path, Options{})
		for _, last := range []int64{1, 100, 5000, 20_000, int64(len(data)) - 1, int64(len(data)), int64(len(data)) + 1} {
			end, _ := readFile(t, path, Options{Last: last})
			from := len(whole) - len(end)
			if last >= int64(len(data)) && from != 0 || from < 0 {
				t.Fatalf("%s: %d of %d rows in the last %d bytes", path, len(end), len(whole), last)
			}
			for i, r := range end {
				w := whole[from+i]
				if r.Line-end[0].Line != w.Line-whole[from].Line || r.Offset != w.Offset || r.UUID != w.UUID || r.Text != w.Text || r.Off && !w.Off && r.Kind != ToolResult {
					t.Fatalf("%s, last %d: row %d is %+v, want %+v", path, last, i, r, w)
				}
				if r.Offset < int64(len(data))-last {
					t.Fatalf("%s, last %d: a row at %d", path, last, r.Offset)
				}
			}
		}
	}
}

func TestReadTheEndOfOneLongLine(t *testing.T) {
	text := user("a", "", strings.Repeat("x", 3*chunk)) + answer("b", "a", "yes")
	rows, stats := readAll(t, text, Options{Last: 2 * chunk})
	if len(rows) != 1 || rows[0].UUID != "b" || rows[0].Line != 1 || stats.Lines != 1 {
		t.Fatalf("%d rows, %+v", len(rows), stats)
	}
	if rows, _ := readAll(t, strings.TrimSuffix(text, "\n"), Options{Last: 10}); len(rows) != 0 {
		t.Fatalf("%d rows in the last 10 bytes", len(rows))
	}
}

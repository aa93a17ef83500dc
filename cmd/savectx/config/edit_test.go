package config

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestSetText(t *testing.T) {
	for name, c := range map[string]struct{ old, want string }{
		"no file":             {"", "[mem0]\nuser = \"ann\"\n"},
		"other settings":      {"lang = \"de\"\n", "lang = \"de\"\n\n[mem0]\nuser = \"ann\"\n"},
		"no end of line":      {"# mine\nlang = \"de\"", "# mine\nlang = \"de\"\n\n[mem0]\nuser = \"ann\"\n"},
		"only a comment":      {"# mine", "# mine\n\n[mem0]\nuser = \"ann\"\n"},
		"its table":           {"[mem0] # the server\nurl = \"http://127.0.0.1:1\" # here\n\n[save]\nto = [\"context\"]\n", "[mem0] # the server\nuser = \"ann\"\nurl = \"http://127.0.0.1:1\" # here\n\n[save]\nto = [\"context\"]\n"},
		"its table, at last":  {"lang = \"de\"\n[mem0]", "lang = \"de\"\n[mem0]\nuser = \"ann\"\n"},
		"odd table":           {"  [ \"mem0\" ]\t\nurl = ''\n", "  [ \"mem0\" ]\t\nuser = \"ann\"\nurl = ''\n"},
		"CRLF":                {"[mem0]\r\nurl = \"x\"\r\n", "[mem0]\r\nuser = \"ann\"\r\nurl = \"x\"\r\n"},
		"CRLF, another table": {"[save]\r\nto = [\"context\"]", "[save]\r\nto = [\"context\"]\r\n\r\n[mem0]\r\nuser = \"ann\"\r\n"},
		"dotted":              {"mem0.url = \"x\"\nlang = \"de\"\n", "mem0.user = \"ann\"\nmem0.url = \"x\"\nlang = \"de\"\n"},
		"dotted, spaced":      {"lang = \"de\"\n mem0 . url = \"x\"\n[save]\n", "lang = \"de\"\nmem0.user = \"ann\"\n mem0 . url = \"x\"\n[save]\n"},
		"empty":               {"[mem0]\nuser = \"\" # who\n", "[mem0]\nuser = \"ann\" # who\n"},
		"empty, dotted":       {"mem0.user=''\n", "mem0.user=\"ann\"\n"},
		"empty elsewhere":     {"[mcp]\nuser = \"\"\n[mem0]\nurl = \"x\"\n", "[mcp]\nuser = \"\"\n[mem0]\nuser = \"ann\"\nurl = \"x\"\n"},
		"in a text":           {"lang = \"\"\"\n[mem0]\nmem0.url\n\"\"\"\n[mem0]\nurl = \"x\"\n", "lang = \"\"\"\n[mem0]\nmem0.url\n\"\"\"\n[mem0]\nuser = \"ann\"\nurl = \"x\"\n"},
		"only in a text":      {"lang = '''\n[mem0]\n'''\n", "lang = '''\n[mem0]\n'''\n\n[mem0]\nuser = \"ann\"\n"},
		"table below it":      {"[mem0.more]\na = 1\n", "[mem0.more]\na = 1\n\n[mem0]\nuser = \"ann\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := SetText([]byte(c.old), "mem0", "user", "ann")
			if err != nil || string(got) != c.want {
				t.Errorf("%v\n got %q\nwant %q", err, got, c.want)
			}
		})
	}
	for name, old := range map[string]string{
		"no TOML":      "[mem0\n",
		"inline table": "mem0 = {url = \"x\"}\n",
		"no table":     "mem0 = 1\n",
		"set":          "[mem0]\nuser = \"bob\"\n",
		"a number":     "[mem0]\nuser = 7\n",
		"tables":       "[[mem0]]\nurl = \"x\"\n",
	} {
		if got, err := SetText([]byte(old), "mem0", "user", "ann"); !errors.Is(err, ErrEdit) {
			t.Errorf("%s: %v, %q", name, err, got)
		}
	}
	if _, err := SetText(nil, "mem0", "user", "a\xffb"); !errors.Is(err, ErrEdit) {
		t.Errorf("not UTF-8: %v", err)
	}
}

// FuzzSetText: what was there stays byte for byte around one change, and only
// the value is another one.
func FuzzSetText(f *testing.F) {
	for _, old := range []string{"", "a = 1", "[mem0]\r\nurl = 'x'\r\n", "mem0.user = ''\n", "[a]\nb = '''\n[mem0]\n'''\n", "mem0 = {}\n", "[[x]]\n[x.mem0]\n"} {
		f.Add([]byte(old), "ann")
		f.Add([]byte(old), "a\"b\\c\n\t\x7f\u00e9")
	}
	f.Fuzz(func(t *testing.T, old []byte, value string) {
		if value == "" {
			return
		}
		kept := bytes.Clone(old)
		got, err := SetText(old, "mem0", "user", value)
		if !bytes.Equal(old, kept) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			return
		}
		before, _ := tomlOf(old)
		after, err := tomlOf(got)
		if err != nil {
			t.Fatalf("%v: %q", err, got)
		}
		inner, _ := after["mem0"].(map[string]any)
		if inner["user"] != value {
			t.Fatalf("%q holds %v", got, inner["user"])
		}
		delete(inner, "user")
		if was, ok := before["mem0"].(map[string]any); ok {
			delete(was, "user")
		} else if len(inner) == 0 {
			delete(after, "mem0")
		}
		if !reflect.DeepEqual(before, after) {
			t.Fatalf("%q became %q", old, got)
		}
		from := 0
		for from < len(old) && from < len(got) && old[from] == got[from] {
			from++
		}
		end := 0
		for end < len(old)-from && end < len(got)-from && old[len(old)-1-end] == got[len(got)-1-end] {
			end++
		}
		if gone := string(old[from : len(old)-end]); strings.Trim(gone, `"'`) != "" {
			t.Fatalf("%q has gone from %q, which became %q", gone, old, got)
		}
		if _, err := SetText(got, "mem0", "user", value); !errors.Is(err, ErrEdit) {
			t.Fatalf("set twice: %v", err)
		}
	})
}

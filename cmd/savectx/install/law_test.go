// What holds for every settings file.

package install

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"savectx/orchestrator/claude"
)

// wishes are some of the things a file may be asked to have.
func wishes() []Wanted {
	var exec, shell, few []Hook
	for _, e := range claude.Events() {
		exec = append(exec, Hook{e, "/opt/bin/savectx-hook", []string{e}})
		shell = append(shell, Hook{e, "'/opt/my bin/savectx' hook " + e, nil})
	}
	few = shell[2:4]
	return []Wanted{
		{Hooks: exec},
		{Hooks: shell, StatusLine: "/opt/bin/savectx statusline", Insist: true},
		{Hooks: few, StatusLine: "'/opt/my bin/savectx' statusline"},
	}
}

func FuzzLaws(f *testing.F) {
	for _, dir := range []string{"kept", "refused"} {
		paths, err := filepath.Glob(filepath.Join("testdata", dir, "*.json"))
		if err != nil || len(paths) == 0 {
			f.Fatalf("nothing in testdata/%s: %v", dir, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	for _, seed := range []string{
		`{ }`, "{\n}", "{\n\n}\n", "\ufeff", " \n", `{"hooks":{}}`, `{"hooks": { } }`, "{\n\t\"hooks\": {\n\t}\n}", `{"hooks":{"Stop":[]},"a" : 1 , "b":2 }`,
		`{"hooks":{"Stop":[ ]},"hooks":{}}`, `{"hooks":{"Stop":[{"hooks":[]}]}}`, "{\"a\":1,\n \"b\":2}", `{"statusLine":{"command":"it\u0027s 'x' \/ \"q\""}}`,
		`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"savectx hook Stop"},{"type":"command","command":"x"}]}]}}`, "{\r\n\"a\":1}", "{\"a\":1,\n\"hooks\": {}}",
		`{"statusLine":{"type":"command","command":"savectx statusline -- ccstatus"}}`, `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done; savectx hook Stop"}]}]}}`,
		`{"hooks":{"PostCompact":[],"Stop":[{"matcher":"x","hooks":[{"command":"savectx-hook","args":["Stop"],"type":"command" }]},{}, 3]} }`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, x []byte) {
		clean, err := Remove(x)
		if err != nil {
			if json.Valid(bytes.TrimPrefix(x, bom)) && bytes.HasPrefix(bytes.Trim(bytes.TrimPrefix(x, bom), blanks), []byte("{")) {
				t.Fatalf("an object is refused: %v", err)
			}
			if _, err := Add(x, wishes()[0]); err == nil {
				t.Fatal("refused by Remove, taken by Add")
			}
			return
		}
		if again, err := Remove(clean); err != nil || !bytes.Equal(again, clean) {
			t.Fatalf("twice removed\n%q\n%q: %v", clean, again, err)
		}
		for _, w := range wishes() {
			lawOf(t, x, clean, w)
		}
	})
}

func lawOf(t *testing.T, x, clean []byte, w Wanted) {
	t.Helper()
	added, err := Add(x, w)
	if err != nil {
		return
	}
	if !json.Valid(bytes.TrimPrefix(added, bom)) {
		t.Fatalf("no JSON any more: %q", added)
	}
	if again, err := Add(added, w); err != nil || !bytes.Equal(again, added) {
		t.Fatalf("twice added\n%q\n%q: %v", added, again, err)
	}
	removed, err := Remove(added)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(clean, x) && !bytes.Equal(removed, x) {
		t.Fatalf("not as it was\n%q\n%q\n%q", x, added, removed)
	}
	if before, after := meaning(t, clean), meaning(t, removed); !reflect.DeepEqual(before, after) {
		t.Fatalf("others have changed\n%q\n%q\n%q", x, added, removed)
	}
	for _, h := range w.Hooks {
		if n := calls(t, added, h.Event); n != 1 {
			t.Fatalf("%s is called %d times in %q", h.Event, n, added)
		}
	}
}

// meaning is what the file says without the hooks and the status line, in
// which something of ours may have been the only thing.
func meaning(t *testing.T, data []byte) map[string]any {
	t.Helper()
	all := map[string]any{}
	if data = bytes.TrimPrefix(data, bom); len(bytes.Trim(data, blanks)) > 0 {
		if err := json.Unmarshal(data, &all); err != nil {
			t.Fatal(err)
		}
	}
	delete(all, "hooks")
	return all
}

// calls counts our entries of one event as the client would read them.
func calls(t *testing.T, data []byte, event string) (n int) {
	t.Helper()
	var all map[string]json.RawMessage
	var events map[string][]json.RawMessage
	if json.Unmarshal(bytes.TrimPrefix(data, bom), &all) != nil || json.Unmarshal(all["hooks"], &events) != nil {
		t.Fatalf("no hooks in %q", data)
	}
	for _, raw := range events[event] {
		var group map[string]json.RawMessage
		var handlers []json.RawMessage
		if json.Unmarshal(raw, &group) != nil || json.Unmarshal(group["hooks"], &handlers) != nil {
			continue
		}
		for _, raw := range handlers {
			var h map[string]any
			if json.Unmarshal(raw, &h) != nil || h["type"] != "command" {
				continue
			}
			command, _ := h["command"].(string)
			var args []string
			list, _ := h["args"].([]any)
			for _, a := range list {
				s, ok := a.(string)
				if !ok {
					args = nil
					break
				}
				args = append(args, s)
			}
			if _, ok := claude.OurHook(command, args); ok {
				n++
			}
		}
	}
	return n
}

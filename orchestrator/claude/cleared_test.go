package claude

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestClearedInto(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.jsonl")
	since := time.Now().Add(-time.Second)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	row := func(command string, at time.Time) string {
		return `{"type":"user","isMeta":true,"message":{"content":"<local-command-caveat>x</local-command-caveat>"}}` + "\n" +
			`{"type":"user","timestamp":"` + at.UTC().Format(time.RFC3339Nano) + `","message":{"content":"<command-name>` + command + `</command-name>"}}` + "\n"
	}
	write("old.jsonl", row("/clear", time.Now()))
	write("other.jsonl", row("/help", time.Now()))
	write("earlier.jsonl", row("/clear", since.Add(-time.Minute)))
	write("prompt.jsonl", `{"type":"user","message":{"content":"/clear"}}`+"\n")
	write("torn.jsonl", `{"type":"user","mess`)
	if got := ClearedInto(old, since); got != "" {
		t.Errorf("%q although nothing was cleared", got)
	}
	write("new.jsonl", row("/clear", time.Now()))
	if got := ClearedInto(old, since); got != "new" {
		t.Errorf("%q, want new", got)
	}
}

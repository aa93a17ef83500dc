// What /clear leaves where the session record does not tell.

package claude

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// clearedHead is how much of a new transcript is read for the row of /clear, in
// bytes: it is the first command in it.
const clearedHead = 64 << 10

// ClearedInto finds the session that /clear has begun since then: in 2.1.100 the
// session record keeps the old id, and a new transcript in the folder of the
// old one begins with the command's row. "" when there is none yet.
func ClearedInto(transcript string, since time.Time) (session string) {
	entries, err := os.ReadDir(filepath.Dir(transcript))
	if err != nil {
		return ""
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".jsonl")
		info, err := e.Info()
		if !ok || e.Name() == filepath.Base(transcript) || err != nil || !info.Mode().IsRegular() || info.ModTime().Before(since) {
			continue
		}
		if beganWithClear(filepath.Join(filepath.Dir(transcript), e.Name()), since) {
			return id
		}
	}
	return ""
}

func beganWithClear(path string, since time.Time) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, clearedHead)
	n, _ := f.Read(head)
	for line := range strings.Lines(string(head[:n])) {
		if row := ParseRow([]byte(line)); row.Kind == RowCommand {
			return row.Command == "/clear" && !row.Time.Before(since)
		}
	}
	return false
}

// What goes wrong in a hook: one line in a file, and nothing else.

package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"savectx/orchestrator/session"
	"savectx/preserve/safefile"
)

// logLimit is from where on a full log makes room for a new one, in bytes. One
// old log is kept beside it.
const logLimit = 256 << 10

// lineLimit bounds one line of it, in bytes.
const lineLimit = 1000

// LogPath is the file under the state folder.
func LogPath(state session.Dir) string { return filepath.Join(string(state), "hooks.log") }

// Log writes down what went wrong. Where it cannot, nothing can be done.
func Log(event string, err error) {
	state, derr := session.StateDir(os.Getenv)
	if derr != nil || err == nil {
		return
	}
	path := LogPath(state)
	if info, err := os.Lstat(path); err == nil && info.Size() > logLimit {
		_ = os.Rename(path, path+".1")
	}
	line := fmt.Sprintf("%s %s: %s", time.Now().Format(time.RFC3339), event, err)
	line = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, line[:min(len(line), lineLimit)])
	_ = safefile.Append(path, []byte(line+"\n"))
}

// Leave ends the program without an answer.
func Leave(event, reason string) {
	Log(event, fmt.Errorf("%s", reason))
	os.Exit(0)
}

// Recover is deferred: it writes a panic down and lets the program end well.
func Recover(event string) {
	if p := recover(); p != nil {
		Log(event, fmt.Errorf("%v", p))
	}
}

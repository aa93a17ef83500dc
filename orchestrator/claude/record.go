package claude

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Record is the session record, <config>/sessions/<pid>.json, which an
// interactive client keeps while it runs (seen from 2.1.100 on; Status and
// TMUX from 2.1.139 on).
type Record struct {
	PID             int    `json:"pid"`
	SessionID       string `json:"sessionId"`
	CWD             string `json:"cwd"`
	ProcStart       string `json:"procStart"` // Linux: field 22 of /proc/<pid>/stat
	Version         string `json:"version"`
	Kind            string `json:"kind"`
	Status          string `json:"status"` // idle, busy, waiting, shell; "" in old clients
	WaitingFor      string `json:"waitingFor"`
	TMUX            string `json:"tmux"`            // session:@window.%pane, written once at start
	StatusUpdatedAt int64  `json:"statusUpdatedAt"` // Unix milliseconds
	StartedAt       int64  `json:"startedAt"`       // Unix milliseconds
}

// ErrNoRecord says that no client with that process id keeps a record.
var ErrNoRecord = errors.New("no session record")

// Idle tells whether the client waits for a prompt. A background shell may be
// running then.
func (r Record) Idle() bool { return r.Status == "idle" || r.Status == "shell" }

// Tells says whether this client writes its status at all.
func (r Record) Tells() bool { return r.Status != "" }

// Since is when the status last changed; the zero time when unknown.
func (r Record) Since() time.Time {
	if r.StatusUpdatedAt == 0 {
		return time.Time{}
	}
	return time.UnixMilli(r.StatusUpdatedAt)
}

// Pane is the tmux pane id the client saw at its start, or "".
func (r Record) Pane() string {
	_, id, ok := strings.Cut(r.TMUX, ".%")
	for ok && strings.Contains(id, ".%") { // a session's name may hold anything
		_, id, _ = strings.Cut(id, ".%")
	}
	if _, err := strconv.ParseUint(id, 10, 32); !ok || err != nil {
		return ""
	}
	return "%" + id
}

// Folder is Claude's own folder: CLAUDE_CONFIG_DIR, else ~/.claude.
func Folder(getenv func(string) string) (string, error) {
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Abs(dir) // the orchestrator works in another folder
	}
	home := getenv("HOME")
	if home == "" {
		return "", errors.New("neither CLAUDE_CONFIG_DIR nor HOME is set")
	}
	return filepath.Join(home, ".claude"), nil
}

// RecordPath is where the client of that process keeps its record.
func RecordPath(config string, pid int) string {
	return filepath.Join(config, "sessions", strconv.Itoa(pid)+".json")
}

// recordTries bounds the reads of a record that is being rewritten: after
// them it is taken to be broken.
const recordTries = 5

// ReadRecord reads the record of one process. ErrNoRecord when there is none.
func ReadRecord(config string, pid int) (Record, error) {
	path := RecordPath(config, pid)
	var r Record
	var err error
	for range recordTries {
		var data []byte
		if data, err = os.ReadFile(path); errors.Is(err, fs.ErrNotExist) {
			return Record{}, fmt.Errorf("process %d: %w", pid, ErrNoRecord)
		}
		if err == nil {
			r = Record{}
			if err = json.Unmarshal(data, &r); err == nil && r.SessionID != "" {
				return r, nil
			}
		}
		time.Sleep(2 * time.Millisecond) // half written; the next read is whole
	}
	if err == nil {
		err = errors.New("no session id in it")
	}
	return Record{}, fmt.Errorf("session record %s: %w", path, err)
}

// Records returns every readable record of a config folder, in no order. A
// folder that is missing holds none.
func Records(config string) []Record {
	names, _ := filepath.Glob(filepath.Join(config, "sessions", "*.json"))
	var out []Record
	for _, name := range names {
		pid, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(name), ".json"))
		if err != nil {
			continue // pid-<n>.json of older clients
		}
		if r, err := ReadRecord(config, pid); err == nil {
			if r.PID == 0 {
				r.PID = pid
			}
			out = append(out, r)
		}
	}
	return out
}

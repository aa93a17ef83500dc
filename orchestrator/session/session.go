// Package session is what hooks, save and orchestrator share about one
// session: small files under the state folder, each written whole.
//
//	<state>/sessions/<id>/turn.json        the last turn's end, by the Stop hook
//	<state>/sessions/<id>/compacting.json  the last PreCompact, with what it was given
//	<state>/sessions/<id>/lock             held by the one orchestrator of the session
//	<state>/sessions/<id>/saved.json       the last snapshot that was written everywhere it was to go
//	<state>/sessions/<id>/pending          the job the Stop hook is to start
//	<state>/sessions/<id>/share.json       how full the context is, by the status line
//	<state>/sessions/<id>/limits.json      what settings say about automatic compactions
//	<state>/sessions/<id>/told/            what a hook has said and does not say again
//	<state>/sessions/<id>/asked.json       the last time a hook asked for a save
//	<state>/sessions/<id>/summary.json     the last compaction's summary, without secrets
//	<state>/sessions/<id>/list.json        what is to survive the compaction under way
//	<state>/sessions/<id>/lists/           the same of the last 50
//	<state>/sessions/<id>/restored.json    what the end of the last one brought back
//	<state>/sessions/<id>/waiting.json     texts that are to come back into the context
//	<state>/sessions/<id>/loaded.json      the session that was loaded into this one
//	<state>/sessions/<id>/auto.json        the compactions nobody asked for
//	<state>/jobs/                          the orchestrator's jobs
//
// What hooks write on every turn is swapped in without waiting for the disk.
package session

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"savectx/preserve/safefile"
)

// Dir is the state folder, 0700.
type Dir string

// StateDir is $XDG_STATE_HOME/savectx, else ~/.local/state/savectx.
func StateDir(getenv func(string) string) (Dir, error) {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return Dir(filepath.Join(dir, "savectx")), nil
	}
	home := getenv("HOME")
	if home == "" {
		return "", errors.New("neither XDG_STATE_HOME nor HOME is set: there is no place for the state")
	}
	return Dir(filepath.Join(home, ".local", "state", "savectx")), nil
}

// Jobs is the folder of the jobs.
func (d Dir) Jobs() string { return filepath.Join(string(d), "jobs") }

// idLimit bounds a session's id, in bytes.
const idLimit = 128

// ValidID tells whether id can name a session: it becomes a folder's name.
// Letters, digits, and, behind the first of them, hyphens and underscores.
func ValidID(id string) bool {
	for i := range len(id) {
		switch c := id[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case (c == '-' || c == '_') && i > 0:
		default:
			return false
		}
	}
	return id != "" && len(id) <= idLimit
}

// Session is the folder of one session.
func (d Dir) Session(id string) (Session, error) {
	if !ValidID(id) {
		return Session{}, fmt.Errorf("%q is not a session id", id)
	}
	return Session{ID: id, Path: filepath.Join(string(d), "sessions", id)}, nil
}

// Session is what is remembered about one session.
type Session struct {
	ID   string
	Path string
}

// Lock is the file the session's one orchestrator holds.
func (s Session) Lock() string { return filepath.Join(s.Path, "lock") }

// Working tells whether an orchestrator works for the session at this moment.
func (s Session) Working() bool {
	if _, err := os.Lstat(s.Lock()); err != nil {
		return false
	}
	unlock, free, err := safefile.TryLock(s.Lock())
	if err != nil {
		return false
	}
	if free {
		unlock()
	}
	return !free
}

// Turn is the marker the Stop and StopFailure hooks leave: a turn has ended.
type Turn struct {
	At         time.Time `json:"at"`
	Event      string    `json:"event"`      // Stop, StopFailure
	Background int       `json:"background"` // background tasks still running
}

// Compacting is the marker of the PreCompact hook. What was typed behind
// /compact can hold a secret, and is only told again, never read: of it there
// is the [Digest]. One with the trigger auto
// can be speculative: nothing follows from it until a boundary row.
type Compacting struct {
	At           time.Time `json:"at"`
	Trigger      string    `json:"trigger"`
	Instructions string    `json:"instructions"` // their digest
}

// Digest stands for a text without holding it: SHA-256 of it without the white
// space at its ends, as hexadecimal digits.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(text)))
	return hex.EncodeToString(sum[:])
}

// PutTurn replaces the turn marker.
func (s Session) PutTurn(t Turn) error { return s.swap("turn.json", t) }

// PutCompacting replaces the compaction marker.
func (s Session) PutCompacting(c Compacting) error { return s.swap("compacting.json", c) }

// Turn reads the turn marker; the zero value when there is none, or when it
// cannot be read: a marker only ever adds to what is known.
func (s Session) Turn() (t Turn) { s.get("turn.json", &t); return t }

// Compacting reads the compaction marker, like Turn.
func (s Session) Compacting() (c Compacting) {
	s.get("compacting.json", &c)
	return c
}

// Saved is the last save of the session that succeeded.
type Saved struct {
	ID       string          `json:"id"`
	At       time.Time       `json:"at"`
	Unasked  bool            `json:"unasked,omitempty"` // made by auto.compact_at, without a model or a person
	Asked    time.Time       `json:"asked,omitzero"`    // when a person or a model last saved
	Snapshot json.RawMessage `json:"snapshot"`          // without secrets
	// Judged is the snapshot a person or a model last made: that of Asked.
	Judged json.RawMessage `json:"judged,omitempty"`
}

// PutSaved replaces the last save. Asked and Judged are filled in.
func (s Session) PutSaved(saved Saved) error {
	saved.Asked, saved.Judged = saved.At, nil
	if saved.Unasked {
		last := s.Saved()
		saved.Asked, saved.Judged = last.Asked, last.Judgement()
	}
	return s.put("saved.json", saved)
}

// Judgement is the last snapshot that a person or a model made, nil for none.
func (saved Saved) Judgement() json.RawMessage {
	if saved.Unasked {
		return saved.Judged
	}
	return saved.Snapshot
}

// Saved reads the last save; the zero value when there is none.
func (s Session) Saved() (saved Saved) {
	s.get("saved.json", &saved)
	return saved
}

// ForgetSaved removes the last save, if it is the one of that id.
func (s Session) ForgetSaved(id string) error {
	if s.Saved().ID != id {
		return nil
	}
	return os.Remove(filepath.Join(s.Path, "saved.json"))
}

// PutPending leaves a job for the Stop hook to start.
func (s Session) PutPending(job string) error {
	return safefile.Replace(filepath.Join(s.Path, "pending"), []byte(job+"\n"))
}

// PendingJob is the job that was left for the Stop hook.
func (s Session) PendingJob() (job string, ok bool) {
	data, existed, err := safefile.ReadState(filepath.Join(s.Path, "pending"), 1<<10)
	return strings.TrimSpace(string(data)), existed && err == nil
}

// DropPending forgets it.
func (s Session) DropPending() error { return os.Remove(filepath.Join(s.Path, "pending")) }

// Pending tells whether a job was left for the Stop hook.
func (s Session) Pending() bool {
	_, err := os.Lstat(filepath.Join(s.Path, "pending"))
	return err == nil
}

// put replaces a file that must outlive a power cut, swap one that need not.
func (s Session) put(name string, v any) error  { return s.write(name, v, safefile.Replace) }
func (s Session) swap(name string, v any) error { return s.write(name, v, safefile.Swap) }

func (s Session) write(name string, v any, replace func(string, []byte) error) error {
	if s.Path == "" {
		return errors.New("no session, so no place for " + name)
	}
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return replace(filepath.Join(s.Path, name), append(data, '\n'))
}

// maxFile bounds what is read of one of these files, in bytes. The largest is
// a snapshot.
const maxFile = 8 << 20

func (s Session) get(name string, v any) {
	if s.Path == "" {
		return
	}
	data, _, err := safefile.ReadState(filepath.Join(s.Path, name), maxFile)
	if err != nil {
		return
	}
	_ = json.Unmarshal(data, v)
}

// The text of a session, put into the store.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/preserve/memory/store"
	"savectx/preserve/safefile"
)

// turnsVersion changes with what is made of a transcript: one that was read by
// another version is read again.
const turnsVersion = 1

// keptText is what is remembered of a transcript whose text is in the store.
type keptText struct {
	Version int       `json:"version"`
	Path    string    `json:"path"`
	Size    int64     `json:"size"`
	At      time.Time `json:"at"`   // when the transcript was last written
	Kept    int64     `json:"kept"` // bytes in the store
}

// keepTranscript puts the text of a session that is in the store beside it,
// instead of what was kept before, and answers how many bytes are kept. It does
// nothing when session.transcript is off, when the session is not in the store,
// and when there is no transcript, or none of it is text: what is kept stays. A
// transcript nobody has written to is not read again.
func (v *voice) keepTranscript(ctx context.Context, s *store.Store, id, path string) (kept int64, err error) {
	root, _ := here()
	set, _ := config.Load(root, os.Getenv) // what is wrong with it is said elsewhere
	if !set.On(config.SessionTranscript) {
		return 0, nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, unreadable(path, err)
	}
	switch got, err := s.Session(ctx, id, ""); {
	case errors.Is(err, store.ErrNotFound), err == nil && got.ID != id:
		return 0, nil
	case err != nil:
		return 0, err
	}
	now := keptText{Version: turnsVersion, Path: path, Size: info.Size(), At: info.ModTime()}
	note := keptNote(id)
	if kept, err = s.TranscriptSize(ctx, id); err != nil {
		return 0, err
	}
	if last := readKept(note); kept > 0 && last.Kept == kept && last.is(now) {
		return kept, nil
	}
	turns, size, err := v.sessionTurns(path)
	if err != nil || len(turns) == 0 {
		return kept, err
	}
	if err := ctx.Err(); err != nil {
		return kept, err
	}
	if err := s.PutTranscript(ctx, id, turns); err != nil {
		return kept, fmt.Errorf("the text of session %s: %w", id, err)
	}
	now.Kept = size
	now.write(note)
	return size, nil
}

func (k keptText) is(other keptText) bool {
	return k.Version == other.Version && k.Path == other.Path && k.Size == other.Size && k.At.Equal(other.At)
}

// textNow is the size up to which a transcript is read while somebody waits, in
// bytes: a fraction of a second. A larger one is the errand's.
const textNow = 4 << 20

// keepTextSoon keeps the text of a session at once if that is a matter of
// moments; else the errand that follows does it.
func (v *voice) keepTextSoon(ctx context.Context, s *store.Store, id, path string) {
	if info, err := os.Stat(path); err != nil || info.Size() > textNow {
		return
	}
	if _, err := v.keepTranscript(ctx, s, id, path); err != nil {
		v.tell("the text of session %s is not kept: %s", oneLine(id), oneLine(v.withoutSecrets(err.Error())))
	}
}

// keptNote is where that is remembered; "" for a session that has no folder.
func keptNote(id string) string {
	dir, err := stateDir()
	if err != nil {
		return ""
	}
	s, err := dir.Session(id)
	if err != nil {
		return ""
	}
	return filepath.Join(s.Path, "kept.json")
}

// readKept is the zero value when there is none: the transcript is read again.
func readKept(note string) (k keptText) {
	const most = 16 << 10 // bytes
	if data, _, err := safefile.ReadState(note, most); err == nil {
		_ = json.Unmarshal(data, &k)
	}
	return k
}

func (k keptText) write(note string) {
	if data, err := json.Marshal(k); err == nil && note != "" {
		_ = safefile.Swap(note, append(data, '\n')) // without it the transcript is read again
	}
}

// transcriptOf is where the transcript of a session lies that somebody names by
// its id alone; "" when there is none.
func transcriptOf(id string) string {
	folder, err := claude.Folder(os.Getenv)
	if err != nil || !session.ValidID(id) {
		return ""
	}
	cwd, _ := os.Getwd() // it is looked for elsewhere, too
	if path := claude.TranscriptPath(folder, cwd, id); exists(path) {
		return path
	}
	return ""
}

// Forgetting steps.

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Prune forgets steps that are over, finished or undone, except the newest
// keep of them and those younger than olderThan. What was begun and is not
// over stays, as does what is broken or being worked on. What a killed Begin
// left behind goes too. What cannot be removed is tried again the next time.
func (j *Journal) Prune(keep int, olderThan time.Duration) {
	steps, _ := j.List()
	for _, s := range steps {
		if !s.over() {
			continue
		}
		if keep--; keep >= 0 || time.Since(s.Created) < olderThan {
			continue
		}
		s.forget()
	}
	ids, _ := j.ids()
	for _, id := range ids {
		clearAborted(filepath.Join(j.dir, id))
	}
}

func (s *Step) over() bool { return s.Undone || s.Finished && !s.Undoing }

func (s *Step) forget() {
	unlock, ok, err := tryLock(filepath.Join(s.dir, lockFile))
	if err != nil || !ok {
		return
	}
	defer unlock()
	if s.refresh(); !s.over() {
		return // somebody has begun to undo it
	}
	// The record goes first: without its marks the step would look unfinished.
	if os.Remove(filepath.Join(s.dir, recordFile)) != nil {
		return
	}
	syncDir(s.dir)
	os.RemoveAll(s.dir)
}

// clearAborted removes the folder of a step that has no record. A young one
// may be a Begin that is under way.
func clearAborted(dir string) {
	if info, err := os.Lstat(dir); err != nil || time.Since(info.ModTime()) < leftoverAge || hasRecord(dir) {
		return
	}
	unlock, ok, err := tryLock(filepath.Join(dir, lockFile))
	if err != nil || !ok {
		return
	}
	defer unlock()
	if !hasRecord(dir) {
		os.RemoveAll(dir)
	}
}

func hasRecord(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, recordFile))
	return !errors.Is(err, fs.ErrNotExist)
}

// clearStep empties the folder of a step that has no record, but for its lock,
// which the caller holds.
func clearStep(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if entry.Name() != lockFile {
			os.RemoveAll(filepath.Join(dir, entry.Name()))
		}
	}
}

// Changing a file that other processes change too.

package safefile

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"time"
)

// updateWait is how long Update waits for others at the same file. Each of
// them holds the lock for one small read and write, so its expiry means that a
// holder is stuck, not that there are many.
const updateWait = 30 * time.Second

// Update replaces the content of the file at path by what fn makes of it. No
// two Updates of one file overlap, in this process or in others: they hold the
// lock on path with ".lock" added, a file that stays. fn gets nil when the file
// does not exist. When fn fails, nothing is written and its error comes back
// as it is. Unchanged content is not written again.
//
// When the lock cannot be had within 30 seconds, the error is
// context.DeadlineExceeded under errors.Is.
func Update(path string, fn func(old []byte) ([]byte, error)) error {
	real, err := prepare(path)
	if err != nil {
		return failed("update", path, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), updateWait)
	defer cancel()
	unlock, err := Lock(ctx, real+".lock")
	if err != nil {
		return failed("update", path, err)
	}
	defer unlock()

	old, err := os.ReadFile(real)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed("update", path, err)
	}
	data, err := fn(bytes.Clone(old)) // a copy: fn may write into what it gets
	if err != nil {
		return err
	}
	if old != nil && bytes.Equal(old, data) {
		return nil
	}
	if err := replace(real, data); err != nil {
		return failed("update", path, err)
	}
	return nil
}

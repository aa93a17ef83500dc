// Locks that a dead holder cannot keep.

package safefile

import (
	"context"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// lockRetry is the pause between two tries for a lock: short beside the fsync
// its holder makes, long beside the system calls of a try.
const lockRetry = 5 * time.Millisecond

// TryLock takes the lock that the file at path stands for, or returns ok false
// at once when somebody holds it, in this process or in another. The file is
// made if it is missing and stays when the lock is given back, which unlock
// does; calling unlock again does nothing. The kernel frees the lock when the
// holder dies, however it dies.
func TryLock(path string) (unlock func(), ok bool, err error) {
	real, err := prepare(path)
	if err != nil {
		return nil, false, failed("lock", path, err)
	}
	unlock, ok, err = tryLock(real)
	if err != nil {
		return nil, false, failed("lock", path, err)
	}
	return unlock, ok, nil
}

// Lock is TryLock that waits until ctx ends, and then returns ctx's error for
// path. Whoever waits has no place in a queue.
func Lock(ctx context.Context, path string) (unlock func(), err error) {
	real, err := prepare(path)
	if err != nil {
		return nil, failed("lock", path, err)
	}
	unlock, err = waitLock(ctx, real)
	if err != nil {
		return nil, failed("lock", path, err)
	}
	return unlock, nil
}

// waitLock is Lock for a file whose folder is there.
func waitLock(ctx context.Context, real string) (unlock func(), err error) {
	for {
		unlock, ok, err := tryLock(real)
		if err != nil {
			return nil, err
		}
		if ok {
			return unlock, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockRetry):
		}
	}
}

func tryLock(real string) (unlock func(), ok bool, err error) {
	for {
		lock := flock.New(real, flock.SetPermissions(0o600))
		if ok, err := lock.TryLock(); err != nil || !ok {
			return nil, false, err
		}
		// Whoever clears a folder away can remove the file between our opening
		// and locking it. A lock on a file without a name keeps nobody out, so
		// take the one that has the name now.
		if stillNamed(lock, real) {
			return func() { lock.Close() }, true, nil
		}
		lock.Close()
	}
}

func stillNamed(lock *flock.Flock, path string) bool {
	held, err := lock.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(held, named)
}

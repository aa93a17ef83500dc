package safefile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestLockExcludesAndIsGivenBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "lock")
	unlock, ok, err := TryLock(path)
	if !ok || err != nil {
		t.Fatalf("first: %v, %v", ok, err)
	}
	if _, ok, err := TryLock(path); ok || err != nil {
		t.Fatalf("second: %v, %v", ok, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if _, err := Lock(ctx, path); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), path) {
		t.Fatalf("waiting for a held lock: %v", err)
	}
	time.AfterFunc(20*time.Millisecond, func() {
		unlock()
		unlock()
	})
	again, err := Lock(context.Background(), path)
	must(t, err)
	again()
	if m := mode(t, path); m != 0o600 {
		t.Errorf("mode %o", m)
	}
}

func TestLockOutlivesRemovalOfItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var inside atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				unlock, err := Lock(context.Background(), path)
				if err != nil {
					t.Error(err)
					return
				}
				if n := inside.Add(1); n > 1 {
					t.Errorf("%d holders at once", n)
				}
				runtime.Gosched()
				inside.Add(-1)
				os.Remove(path) // the last act of a holder that clears up
				unlock()
			}
		})
	}
	wg.Wait()
}

func TestKilledHolderFreesTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	cmd := startChild(t, "held true <nil>\n", "hold", path)
	if _, ok, err := TryLock(path); ok || err != nil {
		t.Fatalf("while it is held: %v, %v", ok, err)
	}
	must(t, cmd.Process.Kill())
	cmd.Wait()
	unlock, ok, err := TryLock(path)
	if !ok || err != nil {
		t.Fatalf("after the holder was killed: %v, %v", ok, err)
	}
	unlock()
}

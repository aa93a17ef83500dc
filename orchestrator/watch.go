package orchestrator

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// blindPoll is the pace of looking when the system gives no notifications.
const blindPoll = 250 * time.Millisecond

// watch wakes its owner when one of the named files changes. Folders are
// watched, so that files may come, go and be replaced.
type watch struct {
	fs    *fsnotify.Watcher
	files map[string]bool
}

// newWatch never fails: without notifications, wait polls.
func newWatch() *watch {
	w := &watch{files: map[string]bool{}}
	w.fs, _ = fsnotify.NewWatcher()
	return w
}

func (w *watch) close() {
	if w.fs != nil {
		_ = w.fs.Close()
	}
}

// on sets the files that matter from now on.
func (w *watch) on(files ...string) {
	w.files = map[string]bool{}
	folders := map[string]bool{}
	for _, f := range files {
		if f == "" {
			continue
		}
		w.files[f] = true
		folders[filepath.Dir(f)] = true
	}
	if w.fs == nil {
		return
	}
	for _, old := range w.fs.WatchList() {
		if !folders[old] {
			_ = w.fs.Remove(old)
		}
		delete(folders, old)
	}
	for dir := range folders {
		if _, err := os.Stat(dir); err == nil {
			_ = w.fs.Add(dir)
		}
	}
}

// wait returns when a file that matters changes, after d, or when ctx ends;
// true for a change.
func (w *watch) wait(ctx context.Context, d time.Duration) bool {
	var events chan fsnotify.Event
	var errs chan error
	if w.fs != nil {
		events, errs = w.fs.Events, w.fs.Errors
	} else {
		d = min(d, blindPoll)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-timer.C:
			return false
		case e, open := <-events:
			if !open {
				events = nil
			} else if w.files[e.Name] {
				w.drain()
				return true
			}
		case _, open := <-errs: // an overflow: something has changed
			if !open {
				errs = nil
			} else {
				return true
			}
		}
	}
}

// drain drops what has piled up: one look answers all of it.
func (w *watch) drain() {
	for {
		select {
		case <-w.fs.Events:
		default:
			return
		}
	}
}

// The locks of several files at once, for those who read, decide and write.

package safefile

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
)

// LockAll takes the locks that stand for the files at paths and waits for them
// until ctx ends. Names that lead to one file share its lock. The locks are
// taken in one fixed order, so two callers never wait for each other; whoever
// holds some already must not ask for more. The files need not exist.
//
// The locks are files in lockDir, named by a hash of the path with all links
// followed, so that projects get no .lock files. They stay when the locks are
// given back, which unlock does; calling it again does nothing. The kernel
// frees the locks of a process that dies. Whoever does not ask for these locks,
// an editor for example, is not kept out.
//
// The error names the path whose lock could not be had; errors.Is finds
// context.DeadlineExceeded, context.Canceled, or the reason the path or the
// lock file cannot be used. No lock is held then.
func LockAll(ctx context.Context, lockDir string, paths []string) (unlock func(), err error) {
	askedFor := map[string]string{} // by lock file
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, failed("lock", path, err)
		}
		real, _, err := realPath(abs)
		if err != nil {
			return nil, failed("lock", path, err)
		}
		// On macOS "claude.md" is CLAUDE.md. Elsewhere the two share a lock: no harm.
		name := sum([]byte(strings.ToLower(real)))[:32] + ".lock"
		askedFor[filepath.Join(lockDir, name)] = path
	}
	var files []string
	for file := range askedFor {
		files = append(files, file)
	}
	slices.Sort(files)

	var held []func()
	unlock = func() {
		for _, free := range slices.Backward(held) {
			free()
		}
	}
	for _, file := range files {
		free, err := Lock(ctx, file)
		if err != nil {
			unlock()
			return nil, failed("lock", askedFor[file], err)
		}
		held = append(held, free)
	}
	return unlock, nil
}

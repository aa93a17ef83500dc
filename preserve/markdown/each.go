// Reading every document under a folder, without its structure.

package markdown

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do with the content of every document that [Map] would list
// and can read, in no order, from several goroutines at once. src is valid
// until do returns. Limit does not count. Errors are those of Map.
func (s Scan) Each(ctx context.Context, root string, do func(path string, src []byte)) error {
	found, err := s.walk(ctx, root)
	if err != nil {
		return err
	}
	maxBytes := s.MaxBytes
	if maxBytes <= 0 {
		maxBytes = defaultBytes
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(2, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			r := reader{max: maxBytes}
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(found) {
					return
				}
				if e := found[i]; e.problem == "" {
					if src, _, problem := r.read(e.file); problem == "" {
						do(e.path, src)
					}
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// What was written a moment ago, and the server's search may not know yet.

package mem0

import (
	"slices"
	"sync"
	"time"
)

// latelyAge is how long a server may need until it finds what it was given.
// After that its own word counts: somebody else may have changed it.
const latelyAge = 2 * time.Minute

// Lately is what Saves of one client have written in the last two minutes. The
// zero value is ready.
type Lately struct {
	mu      sync.Mutex
	written []hit
}

func (l *Lately) all() []hit {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(l.written), func(h hit) bool { return time.Since(h.written) > latelyAge })
}

func (l *Lately) set(written []hit) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.written = written
}

// Forget is called for a memory that was changed or removed by other means.
func (l *Lately) Forget(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.written = slices.DeleteFunc(l.written, func(h hit) bool { return h.ID == id })
}

package evidence

import (
	"testing"

	"savectx/preserve/transcript"
)

// A panic of the judging goroutine comes back to who reads, who may recover:
// a hook that dies of one would block its event.
func TestPanicComesBack(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it is gone")
		}
	}()
	q := judging(nil) // every row panics
	for range 100 * batchRows {
		q.put(&transcript.Row{})
	}
	q.end()
}

// The list of a file: one goroutine reads rows, another judges them.

package evidence

import (
	"slices"

	"savectx/preserve/transcript"
)

// Read is Generate for the file at path; its errors are those of
// [transcript.Read].
func Read(path string, o Options) ([]Found, error) {
	const done, failed = 2 << 10, 8 << 10 // bytes of results: their ends tell enough
	c := New(o)
	q := judging(c)
	_, err := transcript.Read(path, transcript.Options{Done: done, Result: failed, Last: o.Last}, func(r *transcript.Row) error {
		q.put(r)
		return nil
	})
	q.end()
	if err != nil {
		return nil, err
	}
	return c.Found(), nil
}

// queue hands rows to a collector in batches.
type queue struct {
	rows    chan []*transcript.Row
	batch   []*transcript.Row
	ended   chan struct{}
	failure any // what the collector panicked with
}

const (
	batchRows = 64
	ahead     = 4 // batches
)

func judging(c *Collector) *queue {
	q := &queue{rows: make(chan []*transcript.Row, ahead), ended: make(chan struct{})}
	go func() {
		defer close(q.ended)
		defer func() {
			if q.failure = recover(); q.failure != nil {
				for range q.rows { // nobody is to wait for room
				}
			}
		}()
		for batch := range q.rows {
			for _, r := range batch {
				c.Add(r)
			}
		}
	}()
	return q
}

func (q *queue) put(r *transcript.Row) {
	for i := range r.Calls {
		r.Calls[i].Input = slices.Clone(r.Calls[i].Input) // the rest of a row is ours
	}
	if q.batch = append(q.batch, r); len(q.batch) == batchRows {
		q.rows <- q.batch
		q.batch = nil
	}
}

// end waits until the last row is judged. A panic of the collector is one of
// the caller's again.
func (q *queue) end() {
	q.rows <- q.batch
	close(q.rows)
	<-q.ended
	if q.failure != nil {
		panic(q.failure)
	}
}

package compare_test

import (
	"strings"
	"testing"

	"savectx/preserve/memory/compare"
)

// One Save looks at 50 memories at most. All near and of 500 letters is the
// worst; of 100 letters, and one in ten near, is what there is.
func BenchmarkRelate50(b *testing.B) {
	const fact, old, other = "Sessions live in Redis, because the api has 3 replicas and none of them is sticky. ",
		"Sessions live in Redis, because the api has 4 replicas and none is sticky at all. ", "The nightly export writes one file for each shop into the bucket of the team. "
	for name, test := range map[string]struct {
		times, near int
	}{"worst": {6, 1}, "usual": {1, 10}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for i := range 50 {
					stored := other
					if i%test.near == 0 {
						stored = old
					}
					compare.Relate(strings.Repeat(fact, test.times), strings.Repeat(stored, test.times))
				}
			}
		})
	}
}

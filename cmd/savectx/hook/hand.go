// What the small program hands to the whole one that it becomes.

package hook

import (
	"fmt"
	"time"
)

// handed names the environment variable. Only savectx-hook sets it, for the
// program it becomes.
const handed = "SAVECTX_HOOK_NEXT"

// Hand writes down what is to be done, and since when it is being done.
func (n Next) Hand(since time.Time) string {
	return fmt.Sprintf("%s=%d %d", handed, since.UnixMilli(), n.Auto)
}

// Handed reads what [Next.Hand] wrote. ok is false in a program that was
// started by itself, or that was handed it long ago: a variable that somebody
// else's program inherited means nothing.
func Handed(getenv func(string) string) (n Next, since time.Time, ok bool) {
	var ms int64
	if _, err := fmt.Sscanf(getenv(handed), "%d %d", &ms, &n.Auto); err != nil {
		return Next{}, time.Time{}, false
	}
	since = time.UnixMilli(ms)
	if age := time.Since(since); age < 0 || age > Limit {
		return Next{}, time.Time{}, false
	}
	n.More = true
	return n, since, true
}

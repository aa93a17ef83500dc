// How much of MEMORY.md the client loads, and keeping within it.

package memory

import (
	"unicode/utf8"

	"savectx/preserve"
)

// The client loads this much of the index; front matter and block HTML
// comments do not count.
const (
	maxIndexLines = 200    // 2.1.332 was seen to load one more
	maxIndexBytes = 25_000 // 2.1.332 cuts at 25,000 characters, less than 25 KiB
)

// load is what of an index counts.
type load struct{ lines, bytes int }

func measure(index []byte) (n load) {
	lines, _ := scan(index)
	for _, l := range lines {
		if l.part == content || l.part == fence {
			n.lines++
			n.bytes += l.next - l.start
		}
	}
	return n
}

// SetWithin is [SetIndexLine] within the limits. Where the hook would go over,
// it is shortened, and left out last; nothing else gives way. ok is false when
// there is no room for the line, and the index stays as it was.
func SetWithin(index []byte, file, title, hook string) (out []byte, ok bool) {
	before := measure(index)
	hook = cut(preserve.Clean(hook), lineLimit)
	for limit := utf8.RuneCountInString(hook); ; limit-- {
		out = SetIndexLine(index, file, title, cut(hook, limit))
		after := measure(out)
		if after.lines <= max(maxIndexLines, before.lines) && after.bytes <= max(maxIndexBytes, before.bytes) {
			return out, true
		}
		if after.lines > max(maxIndexLines, before.lines) || limit <= 0 {
			return index, false
		}
	}
}

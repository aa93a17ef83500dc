// Adding to the end of a document, and cutting lines out again.

package markdown

import (
	"bytes"
	"strings"
)

// AppendEnd adds a block of lines at the end of the document, behind one blank
// line when the document is not empty. Line ends and the presence or absence of
// a final line end are kept; an empty document gets one.
//
// It does not look at the structure: a fence or comment that is open at the end
// swallows the lines. No line may contain a line end. Empty lines at the end of
// the block are left out; without others the result is src.
//
// The added lines, with the blank line, are those behind the last line of src:
// [Cut] from there to the end gives src back.
func AppendEnd(src []byte, lines []string) []byte {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return bytes.Clone(src)
	}
	starts := lineStarts(src)
	n := len(starts) - 1
	end := ends(src, starts, n)
	text := strings.Join(lines, end)
	out := bytes.Clone(src)
	if len(src) == bomLen(src) {
		return append(out, text+end...)
	}
	last := src[starts[n-1]:]
	if lineEnd(last) != "" {
		if !blank(last) {
			out = append(out, end...)
		}
		return append(out, text+end...)
	}
	out = append(out, end...)
	if !blank(last) {
		out = append(out, end...)
	}
	return append(out, text...)
}

// Cut removes the lines [from,to), 1-based, byte for byte. When they include a
// last line that has no line end, the one in front of them goes too, so that
// the document still ends without. Numbers outside of the document are taken
// for its ends. The byte order mark is on no line and stays.
func Cut(src []byte, from, to int) []byte {
	starts := lineStarts(src)
	n := len(starts) - 1
	from, to = max(from, 1), min(to, n+1)
	if from >= to {
		return bytes.Clone(src)
	}
	i, j := starts[from-1], starts[to-1]
	if j == len(src) && from > 1 && lineEnd(src[i:j]) == "" && i < j {
		i -= len(lineEnd(src[starts[from-2]:i]))
	}
	return append(bytes.Clone(src[:i]), src[j:]...)
}

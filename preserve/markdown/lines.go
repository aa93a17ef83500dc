// Lines and line ends: LF, CRLF and lone CR, as CommonMark counts them.

package markdown

import "bytes"

// bom is the byte order mark of UTF-8. It belongs to no line.
const bom = "\xef\xbb\xbf"

func bomLen(src []byte) int {
	if bytes.HasPrefix(src, []byte(bom)) {
		return len(bom)
	}
	return 0
}

// endLen is the length of the line end at src[i:], 0 if there is none.
func endLen(src []byte, i int) int {
	switch {
	case i >= len(src):
		return 0
	case src[i] == '\n':
		return 1
	case src[i] != '\r':
		return 0
	case i+1 < len(src) && src[i+1] == '\n':
		return 2
	}
	return 1
}

// lineStarts are the offsets at which the lines of src begin, and the length
// of src as the last: line n, 1-based, is src[s[n-1]:s[n]], with its line end.
// The byte order mark is in front of the first line.
func lineStarts(src []byte) []int { return lineStartsFrom(src, bomLen(src)) }

func lineStartsFrom(src []byte, start int) []int {
	starts := []int{start}
	for i := start; i < len(src); {
		j := bytes.IndexAny(src[i:], "\r\n")
		if j < 0 {
			return append(starts, len(src))
		}
		i += j
		i += endLen(src, i)
		starts = append(starts, i)
	}
	return starts
}

// lineEnd is the line end of a line, "" if it has none.
func lineEnd(line []byte) string {
	n := len(line)
	switch {
	case bytes.HasSuffix(line, []byte("\r\n")):
		return "\r\n"
	case n > 0 && (line[n-1] == '\n' || line[n-1] == '\r'):
		return string(line[n-1:])
	}
	return ""
}

// ends is the line end to write behind the line n, 1-based: its own, else that
// of the nearest line before it, else LF.
func ends(src []byte, starts []int, n int) string {
	for ; n > 0; n-- {
		if e := lineEnd(src[starts[n-1]:starts[n]]); e != "" {
			return e
		}
	}
	return "\n"
}

// unixCR turns each lone CR into LF, because goldmark takes it for a space and
// CommonMark for a line end. No offset changes. Without a lone CR it is src.
func unixCR(src []byte) []byte {
	var out []byte
	for i := 0; i < len(src); {
		j := bytes.IndexByte(src[i:], '\r')
		if j < 0 {
			break
		}
		i += j
		if n := endLen(src, i); n == 2 {
			i += 2
			continue
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		out[i] = '\n'
		i++
	}
	if out == nil {
		return src
	}
	return out
}

func blank(line []byte) bool {
	for _, c := range line {
		if !space(c) {
			return false
		}
	}
	return true
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

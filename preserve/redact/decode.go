// Escapes of JSON, URLs and HTML, also several layers of them.

package redact

import (
	"strconv"
	"strings"
)

// decode returns v with escapes written out, or v itself if it has none.
func decode(v *view) *view {
	t := v.text
	if !strings.ContainsAny(t, `\%&`) {
		return v
	}
	b := &builder{base: v}
	kept := 0
	for i := 0; i < len(t); {
		var c byte
		n := 0
		switch t[i] {
		case '\\':
			c, n = backslash(t[i:])
		case '%':
			c, n = percent(t[i:])
		case '&':
			c, n = entity(t[i:])
		}
		if n == 0 {
			for i++; i < len(t) && t[i] == '\\' && t[i-1] == '\\'; i++ {
			}
			continue
		}
		b.keep(kept, i)
		if c != 0 {
			b.put(c, i, i+n)
		}
		i += n
		kept = i
	}
	if kept == 0 {
		return v
	}
	b.keep(kept, len(t))
	return b.view()
}

// backslash reads an escape of JSON or a shell. The character 0 is one that is
// not seen.
func backslash(s string) (c byte, n int) {
	for n < len(s) && s[n] == '\\' {
		n++
	}
	if n == len(s) {
		return 0, 0
	}
	switch s[n] {
	case '"', '\'', '/', '`', '&', '=':
		return s[n], n + 1
	case 'n':
		return '\n', n + 1
	case 'r':
		return '\r', n + 1
	case 't':
		return '\t', n + 1
	case 'u':
		return code(s, n+1, 4)
	case 'x':
		return code(s, n+1, 2)
	}
	return 0, 0
}

func percent(s string) (byte, int) {
	n := 1
	for strings.HasPrefix(s[n:], "25") && n < 16 && n+4 <= len(s) {
		n += 2
	}
	return code(s, n, 2)
}

// code reads digits hexadecimal digits at s[n:]. Letters beyond ASCII are left
// as they are.
func code(s string, n, digits int) (byte, int) {
	if n+digits > len(s) {
		return 0, 0
	}
	x, err := strconv.ParseUint(s[n:n+digits], 16, 32)
	switch {
	case err != nil, x == island:
		return 0, 0
	case digits == 4 && x != '\n' && x != '\r' && x != '\t' && x != 0x1B && unseen(rune(x)):
		return 0, n + digits
	case x < 0x80:
		return byte(x), n + digits
	}
	return 0, 0
}

func entity(s string) (byte, int) {
	for _, e := range [...]struct {
		text string
		c    byte
	}{{"&amp;", '&'}, {"&quot;", '"'}, {"&#34;", '"'}, {"&#39;", '\''}, {"&lt;", '<'}, {"&gt;", '>'}} {
		if strings.HasPrefix(s, e.text) {
			return e.c, len(e.text)
		}
	}
	return 0, 0
}

// Single YAML scalars, read and written.

package memory

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Text that YAML reads as something else than text when it is not quoted.
var (
	notText    = regexp.MustCompile(`(?i)^(~|null|true|false|yes|no|on|off|y|n|=|<<|[-+.]?[0-9].*|[-+]?\.(inf|nan))$`)
	plainStart = regexp.MustCompile(`^[^-?:,\[\]{}#&*!|>'"%@` + "`" + `\s=<.~+]`)
)

// scalar writes one line of text as a YAML value: as it is where that is
// safe, else in double quotes.
func scalar(s string) string {
	if plainStart.MatchString(s) && !notText.MatchString(s) && !strings.Contains(s, ": ") && !strings.Contains(s, " #") &&
		!strings.HasSuffix(s, ":") && strings.TrimSpace(s) == s && strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unprintable(r) && r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08X`, r)
		case unprintable(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// unprintable holds for what a YAML parser refuses, folds or drops.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\u00a0' ||
		r >= 0xFFFE && r <= 0xFFFF || r > 0xFFFF && !unicode.IsPrint(r)
}

// readScalar reads what follows "key:" on a line. tail is a comment behind a
// quoted value. A plain value is read to the end of its line, although YAML
// would end it at " #": that is how people mean it. ok is false for values
// that go on over several lines or are no plain text.
func readScalar(s string) (value, tail string, ok bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return "", "", true
	}
	switch s[0] {
	case '"':
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case '"':
				value, err := unquote(s[1:i])
				return value, s[i+1:], err == nil && isTail(s[i+1:])
			}
		}
		return "", "", false
	case '\'':
		for i := 1; i < len(s); i++ {
			if s[i] != '\'' {
				continue
			}
			if i+1 < len(s) && s[i+1] == '\'' {
				i++
				continue
			}
			return strings.ReplaceAll(s[1:i], "''", "'"), s[i+1:], isTail(s[i+1:])
		}
		return "", "", false
	case '|', '>', '{', '[', '&', '*', '!', '%', '@', '`':
		return "", "", false
	}
	return s, "", true
}

func isTail(s string) bool {
	return s == "" || strings.HasPrefix(strings.TrimLeft(s, " \t"), "#") && s[0] != '#'
}

// unquote reads the inside of double quotes; escapes it does not know are an
// error.
func unquote(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return "", strconv.ErrSyntax
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[i]]
		switch plain := strings.IndexByte(`"\/nrt `, s[i]); {
		case plain >= 0:
			b.WriteByte("\"\\/\n\r\t "[plain])
		case digits > 0 && i+digits < len(s):
			n, err := strconv.ParseUint(s[i+1:i+1+digits], 16, 32)
			if err != nil {
				return "", err
			}
			b.WriteRune(rune(n))
			i += digits
		default:
			return "", strconv.ErrSyntax
		}
	}
	return b.String(), nil
}

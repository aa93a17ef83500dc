// Breaks inside of tokens: wrapped lines, quoted mail, continued strings.

package redact

import "strings"

// join returns v without the breaks that may lie inside of a token, or v
// itself if it has none. A break behind which no token seems to go on is
// noted as weak, or left in if sure is set.
func join(v *view, sure bool) *view {
	t := v.text
	b := &builder{base: v}
	var weak []int
	kept := 0
	for i := 1; i < len(t); i++ {
		switch t[i] {
		case '\n', '\r', '\\', '"', '\'', '`', ' ':
		default:
			continue
		}
		if isSpace(t[i-1]) || t[i-1] == '\\' {
			continue
		}
		next, strong := breakLen(t, i)
		if next == 0 || sure && !strong {
			continue
		}
		b.keep(kept, i)
		if !strong {
			weak = append(weak, len(b.out))
		}
		kept = next
		i = next - 1
	}
	if kept == 0 {
		return v
	}
	b.keep(kept, len(t))
	j := b.view()
	j.weak = weak
	return j
}

// maxMargin bounds the indentation behind a break, in bytes.
const maxMargin = 200

// breakLen returns where the token that t[i:] interrupts may go on, or 0, and
// whether it surely does.
func breakLen(t string, i int) (next int, strong bool) {
	p, quote, operator, line := i, byte(0), false, false
	spaces := func() {
		for n := p + maxMargin; p < len(t) && p < n && (t[p] == ' ' || t[p] == '\t'); p++ {
		}
	}
	sign := func() {
		if p < len(t) && (t[p] == '+' || t[p] == '.' || t[p] == '\\' || t[p] == '&') {
			operator = true
			for n := p + 4; p < len(t) && p < n && (t[p] == '+' || t[p] == '.' || t[p] == '\\' || t[p] == '&'); p++ {
			}
			spaces()
		}
	}
	if c := t[p]; c == '"' || c == '\'' || c == '`' {
		quote = c
		p++
		spaces()
	}
	if quote != 0 || t[p] == '\\' {
		sign()
	}
	if quote == 0 && !operator && t[p] == ' ' {
		// The frame of a table or box: " │\n│ "
		spaces()
		if n := border(t[p:]); n > 0 {
			p += n
		} else {
			return 0, false
		}
	}
	if p < len(t) && t[p] == '\r' {
		p++
	}
	if p < len(t) && t[p] == '\n' {
		line = true
		p++
		margin := p
		for p < len(t) && p < margin+maxMargin && strings.IndexByte(" \t>|#", t[p]) >= 0 {
			p++
		}
		if n := border(t[p:]); n > 0 && quote == 0 {
			p += n
			spaces()
		}
		if quote != 0 {
			sign()
		} else if margin < len(t) && strings.HasPrefix(t[p:], "// ") {
			p += 3
		}
	}
	switch {
	case !line && (quote == 0 || !operator):
		return 0, false
	case quote != 0 && (p >= len(t) || t[p] != quote):
		return 0, false
	case quote != 0:
		p++
	}
	if p >= len(t) || !operator && !(isToken(t[i-1]) && isToken(t[p])) {
		return 0, false
	}
	return p, operator || goesOn(t[p:min(len(t), p+256)])
}

// border returns the length of the vertical line that s begins with, or 0.
func border(s string) int {
	for _, b := range [...]string{"│", "┃", "║", "|"} {
		if strings.HasPrefix(s, b) {
			return len(b)
		}
	}
	return 0
}

// goesOn reports whether s begins like the rest of a random token, and not
// like a word, a date or the name of a setting.
func goesOn(s string) bool {
	n := 0
	for n < len(s) && isToken(s[n]) && s[n] != '.' {
		n++
	}
	word, rest := s[:n], strings.TrimLeft(s[n:], " ")
	if i := strings.IndexByte(word, '='); i > 0 && strings.Trim(word[i:], "=") != "" {
		return false // NAME=value
	}
	if rest != "" && !strings.HasSuffix(word, "=") && (rest[0] == ':' || rest[0] == '(' || rest[0] == '=') {
		return false
	}
	if len(word) >= 10 && word[4] == '-' && word[7] == '-' && word[0] == '2' {
		return false
	}
	return mixed(strings.TrimRight(word, "="))
}

func isToken(c byte) bool {
	return isAlnum(c) || strings.IndexByte("_-+/=.~%", c) >= 0
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isWordRune(r rune) bool {
	return r >= 0x80 || isAlnum(byte(r))
}

// mixed reports whether s looks drawn by lot: letters and digits in turn, or
// cases that change more than names do.
func mixed(s string) bool {
	var digits, letters, turns int
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case isAlnum(c):
			letters++
			if i > 0 && c <= 'Z' && s[i-1] >= 'a' && s[i-1] <= 'z' {
				turns++
			}
		}
	}
	return digits > 0 && letters > 0 || turns >= 2
}

// Assignments: a name that announces a secret, and its value.

package redact

import (
	"slices"
	"strings"
)

// maxValue bounds the bytes in which the end of a value is looked for before
// it is known to be one.
const maxValue = 1024

// findAssignments finds the values of settings that hold a secret: in
// environment files, YAML, JSON, code, XML, flags and sentences.
func findAssignments(v *view, add func(from, to int, name string, rank int)) {
	var places []int
	for _, w := range [...]string{"pass", "pwd", "secret", "token", "key", "cred", "auth"} {
		each(v.lower, w, func(at int) { places = append(places, at) })
	}
	slices.Sort(places)
	done := 0
	for _, at := range places {
		if at < done {
			continue
		}
		from, to := identifier(v.text, done, at)
		done = to
		if to-from > 80 {
			continue
		}
		ident := v.text[from:to]
		if w := wordBefore(v.text, from); w != "" && lower(ident) == "key" {
			ident = w + "_" + ident // "Secret Access Key: …"
		}
		c, what := nameClass(ident)
		if c == none {
			continue
		}
		a, b, s := value(v, from, to)
		if a >= b {
			continue
		}
		s.class, s.value = c, v.text[a:b]
		if what == "credentials" && lower(ident) == "auth" && !s.quoted || (lower(ident) == "pass") && !s.quoted && !s.env {
			continue
		}
		if !s.holds() {
			continue
		}
		for !s.quoted && b-a >= maxValue-1 && b < len(v.text) && !stop(v.text[b]) {
			b++
		}
		add(a, b, what, rankGuess)
		done = max(done, b)
	}
}

func stop(c byte) bool {
	return isSpace(c) || isQuote(c) || c == ';' || c == '&' || c == island || c == '<' || c == '>' || c == ','
}

// identifier returns the bounds of the name around at, not before least.
func identifier(t string, least, at int) (from, to int) {
	from, to = at, at
	part := func(c byte) bool { return isAlnum(c) || c == '_' || c == '-' || c == '.' }
	for from > least && part(t[from-1]) {
		from--
	}
	for to < len(t) && part(t[to]) {
		to++
	}
	for to > at && !isAlnum(t[to-1]) {
		to--
	}
	return from, to
}

// wordBefore returns the word that ends one space before from, or "".
func wordBefore(t string, from int) string {
	if from < 2 || t[from-1] != ' ' {
		return ""
	}
	i := from - 1
	for i > 0 && from-i < 20 && isAlnum(t[i-1]) {
		i--
	}
	return t[i : from-1]
}

// value returns the bounds of what is assigned to the name at from and to.
func value(v *view, from, to int) (a, b int, s setting) {
	t := v.text
	p := to
	spaces := func() {
		for p < len(t) && (t[p] == ' ' || t[p] == '\t') {
			p++
		}
	}
	nameQuote := from > 0 && isQuote(t[from-1]) && p < len(t) && t[p] == t[from-1]
	if nameQuote {
		p++
	}
	if p < len(t) && t[p] == ']' {
		p++
	}
	afterName := p
	spaces()
	if strings.HasPrefix(t[p:], "[None]:") { // of aws configure
		p += len("[None]")
	}
	sign := p
	for p < len(t) && p < sign+3 && strings.IndexByte(":=>", t[p]) >= 0 {
		p++
	}
	if strings.HasPrefix(t[p:], "：") {
		p += len("：")
	}
	if op := t[sign:p]; op == ":" {
		// let password: string = "…", var password string = "…"
		if q := typed(t, p); q > 0 {
			p = q
		}
	} else if op == "" {
		switch {
		case typed(t, p) > 0:
			p = typed(t, p)
		case nameQuote && p < len(t) && t[p] == ',':
			p++
			spaces()
			if p >= len(t) || !isQuote(t[p]) {
				return 0, 0, s
			}
		case nameQuote && strings.HasPrefix(v.lower[p:], "value="):
			p += len("value=") // <add key="Password" value="…"/>
			if p >= len(t) || !isQuote(t[p]) {
				return 0, 0, s
			}
		case sentence(v.lower[p:]) > 0:
			p += sentence(v.lower[p:])
			spaces()
			if strings.HasPrefix(t[p:], "now ") {
				p += 4
			}
			s.prose = true
		case p > afterName && strings.HasPrefix(t[from:], "-"):
			// --password value
		case p == afterName && p < len(t) && t[p] == '(':
			p++
			if p >= len(t) || !isQuote(t[p]) {
				return 0, 0, s
			}
		default:
			return 0, 0, s
		}
	} else if op == ">" && (from == 0 || t[from-1] != '<') {
		return 0, 0, s
	}
	s.env = p == sign+1 && sign == to && t[sign] == '=' && (v.lower[from:to] != t[from:to] || from == 0 || t[from-1] == '\n' || t[from-1] == ' ' || t[from-1] == ';' || t[from-1] == '&' || t[from-1] == '?')
	spaces()
	for _, prefix := range [...]string{`b"`, `r"`, `f"`, `b'`, `r'`, `u'`, `u"`, `@"`} {
		if strings.HasPrefix(t[p:], prefix) {
			p++
			break
		}
	}
	if p >= len(t) {
		return 0, 0, s
	}
	limit := min(len(t), p+maxValue)
	if isQuote(t[p]) {
		q := t[p]
		p++
		n := strings.IndexAny(t[p:limit], string(rune(q))+"\n")
		if n > 0 && t[p+n] == q {
			s.quoted = true
			return p, p + n, s
		}
		// The quote is not closed: the text was cut off.
	}
	a, b = p, p
	xml := sign < len(t) && t[sign] == '>'
	midline := t[sign] == '=' && !(from == 0 || t[from-1] == '\n')
	for b < limit && !isSpace(t[b]) && t[b] != island && !isQuote(t[b]) {
		if c := t[b]; midline && (c == ';' || c == '&') || c == '<' && xml || c == ')' && strings.HasPrefix(t[b:], ")](") {
			break
		}
		b++
	}
	if q := v.firstWeak(a, b); q < b {
		b = q
	}
	rest := strings.TrimLeft(t[b:min(len(t), b+80)], " \t\r,;.)}]")
	s.only = rest == "" || rest[0] == '\n'
	b = a + len(strings.TrimRight(t[a:b], ",.;)}]"))
	return a, b, s
}

// sentence returns where the value of a sentence begins whose name ends before
// s, in small letters: "is …", "for staging is …". Without one it is 0.
func sentence(s string) int {
	n := 0
	for _, w := range [...]string{"for ", "of ", "to "} {
		if strings.HasPrefix(s, w) {
			n = len(w)
			n += strings.Index(s[n:min(len(s), n+30)], " ") + 1
			break
		}
	}
	if strings.HasPrefix(s[n:], "is ") {
		return n + len("is ")
	}
	return 0
}

// typed returns where the value of a declaration with the type string begins
// whose type is at t[p:], or 0.
func typed(t string, p int) int {
	rest := strings.TrimLeft(t[p:min(len(t), p+40)], " \t")
	for _, name := range [...]string{"string", "str", "String", "Option<String>", "const char*", "SecretStr"} {
		if after, ok := strings.CutPrefix(rest, name); ok {
			after = strings.TrimLeft(after, " \t")
			if after, ok = strings.CutPrefix(after, "="); ok {
				return min(len(t), p+40) - len(after)
			}
		}
	}
	return 0
}

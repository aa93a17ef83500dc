// Headers that carry a secret: Authorization, Cookie, and schemes standing alone.

package redact

import (
	"encoding/base64"
	"strings"
)

const (
	authName   = "authorization header"
	cookieName = "cookie"
)

// findHeaders finds the values of Authorization and Cookie headers, in plain
// form, quoted, and as arguments of a call.
func findHeaders(v *view, add func(from, to int, name string, rank int)) {
	each(v.lower, "authorization", func(at int) {
		from, quote, ok := headerValue(v, at, at+len("authorization"))
		if !ok {
			return
		}
		to := headerEnd(v, from, min(len(v.text), from+maxCredentials), quote)
		if a, b := credentials(v, from, to); a < b {
			add(a, b, authName, rankPlace)
		}
	})
	for _, scheme := range [...]string{"bearer", "basic"} {
		each(v.lower, scheme, func(at int) {
			if at > 0 && isAlnum(v.text[at-1]) {
				return
			}
			to := min(len(v.text), at+maxCredentials)
			if a, b := credentials(v, at, to); a < b && b-a >= 12 {
				add(a, b, authName, rankPlace)
			}
		})
	}
	done := 0
	each(v.lower, "cookie", func(at int) {
		if at < done {
			return
		}
		from, quote, ok := headerValue(v, at, at+len("cookie"))
		if !ok {
			return
		}
		value := v.text[from:headerEnd(v, from, min(len(v.text), from+maxCredentials), quote)]
		name, rest, ok := strings.Cut(value, "=")
		first, _, _ := strings.Cut(rest, ";")
		if !ok || name == "" || strings.ContainsAny(name, " \t,:()<>{}"+string(rune(island))) || first == "" || strings.ContainsAny(first[:1], " <$={[*.") || placeholder(first) {
			return
		}
		done = headerEnd(v, from, len(v.text), quote)
		add(from, done, cookieName, rankPlace)
	})
}

// each calls f for every place of word in s.
func each(s, word string, f func(at int)) {
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			return
		}
		f(at + i)
		at += i + len(word)
	}
}

// headerValue returns where the value of the header begins whose name is at
// from and to, and the quote it stands in, or 0.
func headerValue(v *view, from, to int) (at int, quote byte, ok bool) {
	t := v.text
	for from > 0 && (isAlnum(t[from-1]) || t[from-1] == '-' || t[from-1] == '_') {
		from--
	}
	before := byte(0)
	if from > 0 && isQuote(t[from-1]) {
		before = t[from-1]
	}
	p := to
	if before != 0 && p < len(t) && t[p] == before {
		// "Name": "value", "Name", "value", ["Name"] = "value"
		p++
		n := p
		for p < len(t) && p < n+12 && strings.IndexByte(" \t:,=>])", t[p]) >= 0 {
			p++
		}
		if p == n || p >= len(t) || !isQuote(t[p]) {
			return 0, 0, false
		}
		return p + 1, t[p], true
	}
	n := p
	for p < len(t) && p < n+6 && strings.IndexByte(" \t:=", t[p]) >= 0 {
		p++
	}
	sign := strings.Trim(t[n:p], " \t")
	if sign == "" || p >= len(t) {
		return 0, 0, false
	}
	if isQuote(t[p]) {
		return p + 1, t[p], true
	}
	return p, before, true
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// maxCredentials bounds the bytes of a value that is judged.
const maxCredentials = 2048

// headerEnd returns where the value at from ends: at its quote, with the line,
// or at limit.
func headerEnd(v *view, from, limit int, quote byte) int {
	for p := from; p < limit; p++ {
		switch c := v.text[p]; {
		case c == '\n', c == '\r':
			if scheme := strings.TrimRight(v.text[from:p], " \t\\\r\n"); scheme == "" || !letters(scheme) || p-from > 40 {
				return p
			}
		case quote != 0 && c == quote:
			return p
		}
	}
	return limit
}

// credentials returns what is secret in the value of an Authorization header:
// all but the scheme.
func credentials(v *view, from, to int) (a, b int) {
	t := v.text
	if from >= to {
		return 0, 0
	}
	word := from
	for word < to && (isAlnum(t[word]) || t[word] == '-') {
		word++
	}
	scheme := v.lower[from:word]
	value := word
	for value < to && (isSpace(t[value]) || t[value] == '\\') {
		value++
	}
	end := value
	for end < to && !isSpace(t[end]) && strings.IndexByte("\"'`,;)}]<>|"+string(rune(island)), t[end]) < 0 {
		end++
	}
	secret := t[value:end]
	if q := v.firstWeak(value, end); q < end {
		end, secret = q, t[value:q]
	}
	switch scheme {
	case "basic":
		for _, enc := range [...]*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if plain, err := enc.DecodeString(strings.TrimRight(secret, "=")); err == nil && len(plain) >= 3 && strings.IndexByte(string(plain), ':') >= 0 {
				return value, end
			}
		}
		return 0, 0
	case "digest", "hawk", "oauth", "aws4-hmac-sha256", "signature", "negotiate", "ntlm", "gss", "vapid", "dpop":
		if word < value && (strings.ContainsRune(t[value:to], '=') || len(secret) >= 16 && mixed(secret)) {
			return value, len(strings.TrimRight(t[:to], " \t"))
		}
		return 0, 0
	case "bearer", "token", "apikey", "api-key", "key", "ssws", "splunk", "bot", "pve", "sharedaccesssignature", "sso-key", "genie", "genieKey":
		if word < value && strong(secret) {
			return value, end
		}
		return 0, 0
	}
	secret = t[from:max(from, end)]
	if word == value {
		if strong(secret) {
			return from, end
		}
	}
	return 0, 0
}

// strong reports whether a value without a name looks like a secret.
func strong(s string) bool {
	return len(s) >= 8 && mixed(s) && !placeholder(s) && !reference(s) && !ordinary(s)
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

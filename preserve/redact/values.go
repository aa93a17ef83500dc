// Whether a value is a secret or only stands for one.

package redact

import (
	"regexp"
	"strings"
)

var (
	variable  = lazily(`^(?:\$[A-Za-z_][A-Za-z0-9_]*|\$?\{.*|\$\(.*|%[A-Za-z_]+%|@[A-Za-z_]+@|<.*|\[.*|%[sdvqx]|%\[\d+\].*|:[a-z_]+|\?|=.*)$`)
	expr      = lazily(`^[&*!]*[A-Za-z_][\w]*(?:(?:\.|->|::)[A-Za-z_]\w*)+(?:[(\[].*)?$|^[A-Za-z_]\w*[(\[]`)
	path      = lazily(`^(?:~|\.{1,2})?/[\w.-]*(?:/[\w.@-]+)*/?$|^[A-Za-z]:[\\/]`)
	technical = lazily(`(?i)^(?:sha-?\d+|md5|base-?(?:32|58|64)|utf-?(?:8|16)|argon2(?:id|i|d)?|x-?509|oauth-?2?|ed25519|aes-?\d+|rs256|hs256|es256|rfc-?\d+|v?\d+(?:\.\d+)+\S*|\d+-?[a-z]+|0x[0-9a-f]+|[a-z]+-\d{1,3}|http2|ipv[46]|p-?256)$`)
	date      = lazily(`^\d{4}-\d\d(?:-\d\d|$)|^\d{1,2}:\d\d`)
)

func matches(re func() *regexp.Regexp, s string) bool {
	p := re()
	return p != nil && p.MatchString(s)
}

// reference reports whether s names the place of a value instead of giving it.
func reference(s string) bool {
	if s == "" {
		return true
	}
	if matches(variable, s) || matches(expr, s) || matches(path, s) && !randomPath(s) {
		return true
	}
	scheme, _, ok := strings.Cut(s, "://")
	return ok && letters(strings.NewReplacer("-", "", "+", "").Replace(scheme)) || strings.HasPrefix(s, "arn:") || strings.HasPrefix(s, "vault:") || strings.HasPrefix(s, "file:")
}

// randomPath reports whether one part of a path looks drawn by lot: base64 has
// slashes, too.
func randomPath(s string) bool {
	for part := range strings.SplitSeq(s, "/") {
		if len(part) >= 16 && mixed(part) && !strings.ContainsAny(part, "-_.") {
			return true
		}
	}
	return false
}

// standInWords are the words of which stand-ins for a secret are made.

const standInWords = ` my your the a an this that our some any test testing tests fake dummy mock example sample demo secret secrets token tokens
 password passwd pass pwd passphrase key keys api access refresh client auth user username bearer value values here string name default change changeme
 changeit it me replace with insert enter put todo tbd fixme placeholder redacted hidden masked removed omitted none null nil undefined
 true false yes no empty unset required optional type text foo bar baz xyz abc in from env of or and not is to id app new old private public
 on off int bool number object any unknown basic oauth jwt session cookie csrf xsrf input field line char bytes byte `

// placeholder reports whether s is a word that stands where a secret belongs.
func placeholder(s string) bool {
	l := lower(s)
	if strings.Contains(l, "...") || strings.Contains(l, "***") || strings.Contains(l, "xxxx") || strings.Contains(s, "…") || strings.Contains(s, "•") ||
		strings.Contains(l, "example") || strings.Contains(l, "placeholder") || strings.Contains(l, "changeme") || strings.Contains(l, "redacted") ||
		strings.Contains(l, "your_") || strings.Contains(l, "your-") || strings.HasPrefix(l, "your") || strings.Contains(l, "dummy") {
		return true
	}
	if distinct(l) <= 2 {
		return true
	}
	words := 0
	for w := range strings.FieldsFuncSeq(l, func(r rune) bool { return !isWordRune(r) }) {
		if w = strings.Trim(w, "0123456789"); w == "" {
			if words == 0 {
				return false
			}
			continue
		}
		if !standIn(w) || w != l && strings.ContainsAny(s, "!@#$%^&*?") {
			return false
		}
		words++
	}
	return words > 0 && len(strings.Trim(l, "abcdefghijklmnopqrstuvwxyz_- .")) <= 2
}

func standIn(w string) bool {
	return len(w) < 2 || strings.Contains(standInWords, " "+w+" ") || strings.Contains(standInWords, " "+w+"\n")
}

func distinct(s string) int {
	var seen [256]bool
	n := 0
	for i := range len(s) {
		if !seen[s[i]] {
			seen[s[i]] = true
			n++
		}
	}
	return n
}

// ordinary reports whether s is a thing that texts about secrets are full of:
// a version, a date, an algorithm, a size.
func ordinary(s string) bool {
	return matches(technical, s) || matches(date, s)
}

// A setting is a value with what announced it.
type setting struct {
	class  class
	value  string
	quoted bool // in quotes
	env    bool // NAME=value, the name in capitals or at the start of its line
	prose  bool // "the password is value"
	only   bool // nothing follows on its line
}

// holds reports whether the value of a setting is a secret.
func (s setting) holds() bool {
	v := s.value
	if strings.IndexByte(v, island) >= 0 && strings.Trim(v, string(rune(island))+" ,;.") == "" || reference(v) || placeholder(v) {
		return false
	}
	digits := strings.Trim(v, "0123456789.,") == ""
	if s.class == password {
		switch {
		case len(v) < 4, s.prose && len(v) < 6:
			return false
		case s.quoted:
			return strings.Count(v, " ") < 3 && (strings.IndexByte(v, ' ') < 0 || !words(v)) && !ordinary(v)
		case s.env:
			return !ordinary(v) || digits
		case letters(v) && !mixed(v), ordinary(v) && !(digits && s.only && !s.prose && len(v) >= 6):
			return false
		case s.prose && digits:
			return false
		}
		return !words(v)
	}
	if len(v) < 8 || digits && len(v) < 16 || ordinary(v) || strings.ContainsAny(v, " \t") {
		return false
	}
	if s.quoted || s.env {
		return len(v) >= 8 && !(s.quoted && words(v) && !s.env)
	}
	return mixed(v) && !words(v)
}

// words reports whether s consists of words, as texts do and random values
// do not: letters, perhaps with signs between them.
func words(s string) bool {
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(" _-./:,'", r) }) {
		if !letters(w) || turns(w) > 2 {
			return false
		}
	}
	return true
}

// turns counts how often a capital follows a small letter.
func turns(s string) int {
	n := 0
	for i := 1; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' && s[i-1] >= 'a' && s[i-1] <= 'z' {
			n++
		}
	}
	return n
}

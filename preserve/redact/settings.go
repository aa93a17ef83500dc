// Names of settings that hold a secret.

package redact

import (
	"slices"
	"strings"
)

// A class says how much a name promises.
type class int

const (
	none     class = iota
	password       // people choose them: anything may be one
	secret         // machines make them: long, and no word
)

// nameClass says what a setting called ident holds, and what to call it.
func nameClass(ident string) (class, string) {
	words := splitName(ident)
	for len(words) > 1 && qualifier(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return none, ""
	}
	last, prev := words[len(words)-1], ""
	if len(words) > 1 {
		prev = words[len(words)-2]
	}
	for _, w := range [...]string{"password", "passwd", "passphrase", "passwort", "passcode"} {
		if strings.HasSuffix(last, w) {
			return password, "password"
		}
	}
	switch last {
	case "pwd", "pw", "pass", "pgpassword":
		return password, "password"
	case "word":
		if prev == "pass" {
			return password, "password"
		}
	case "phrase":
		if prev == "pass" {
			return password, "password"
		}
	case "apikey", "authkey":
		return secret, "API key"
	case "secretkey", "accesskey", "privatekey", "accountkey", "sharedkey", "sharedaccesskey", "signingkey", "encryptionkey", "masterkey":
		return secret, "key"
	case "credential", "credentials", "creds":
		return secret, "credentials"
	case "auth":
		return secret, "credentials"
	case "key":
		if prev == "api" || prev == "app" || prev == "subscription" {
			return secret, "API key"
		}
		if slices.Contains(keyOwners, prev) {
			return secret, "key"
		}
		return none, ""
	}
	switch {
	case strings.HasSuffix(last, "secret"):
		return secret, "secret"
	case strings.HasSuffix(last, "token"):
		if slices.Contains(otherTokens, prev) || slices.Contains(otherTokens, strings.TrimSuffix(last, "token")) {
			return none, ""
		}
		return secret, "token"
	}
	return none, ""
}

// keyOwners are the words before "key" that make it a secret one.
var keyOwners = []string{"access", "secret", "private", "encryption", "encrypt", "signing", "auth", "service", "account", "master",
	"shared", "storage", "consumer", "webhook", "admin", "function", "license", "deploy", "session", "cookie", "hmac", "aes", "jwt",
	"crypto", "stripe", "openai", "anthropic", "mem0", "gemini", "google", "sendgrid", "datadog", "cloudflare", "twilio", "mailgun", "client"}

// otherTokens are the words before "token" that make it something else.
var otherTokens = []string{"page", "next", "cancel", "cancellation", "continuation", "stop", "eos", "bos", "pad", "unk", "mask", "sep",
	"cls", "per", "num", "max", "min", "of", "unexpected", "expected", "invalid", "syntax", "first", "last", "this", "each", "sync", "position"}

// qualifier reports whether word may follow the name of a secret.
func qualifier(word string) bool {
	switch word {
	case "prod", "production", "dev", "staging", "stage", "live", "test", "local", "old", "new", "base", "value", "primary", "secondary", "main", "default":
		return true
	}
	return strings.Trim(word, "0123456789v") == ""
}

// splitName returns the words of an identifier, in small letters.
func splitName(s string) []string {
	var words []string
	start := 0
	flush := func(end int) {
		if start < end {
			words = append(words, lower(s[start:end]))
		}
		start = end
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case !isAlnum(c):
			flush(i)
			start = i + 1
		case i > start && c >= 'A' && c <= 'Z' && (s[i-1] >= 'a' && s[i-1] <= 'z' || s[i-1] >= '0' && s[i-1] <= '9' && i+1 < len(s) && s[i+1] >= 'a' && s[i+1] <= 'z'):
			flush(i)
		case i > start+1 && c >= 'a' && c <= 'z' && s[i-1] >= 'A' && s[i-1] <= 'Z' && s[i-2] >= 'A' && s[i-2] <= 'Z':
			flush(i - 1) // the P of HTTPServer
		}
	}
	flush(len(s))
	return words
}

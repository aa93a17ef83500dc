// Package redact replaces secrets before anything is stored, shortened or
// typed.
//
//	text ── strip ── decode ── join ── the views of a text: without invisible
//	  │                                characters, without escapes, without the
//	  │                                breaks inside of tokens
//	  │                                  │
//	  │                               finders: tokens and gitleaks' rules, keys,
//	  │                               headers, URLs, assignments, commands, cards
//	  │                                  │
//	  └──── ranges of the text ◀─────────┘
//	          │
//	        "[REDACTED: what it is]", again until nothing is found
//
// A finder reads a view and knows nothing of the others; every byte of a view
// knows where it came from. The rules are those of gitleaks, read from its
// library, and the ones it lacks. Nothing in this package reads or writes
// files or the network.
//
// It is a net, not a proof: a password in a plain sentence without a word that
// announces it is not found, nor is a seed phrase or a secret in a picture.
package redact

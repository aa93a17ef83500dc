package main

import (
	"fmt"

	"savectx/preserve/redact"
)

// secrets replaces secrets in what comes in, before anything else is done with
// it, and counts them.
type secrets struct {
	*redact.Redactor
	found int
}

func (s *secrets) clean(text string) string {
	clean, found := s.Text(text)
	s.found += len(found)
	return clean
}

// secrets are made once: reading the rules takes milliseconds.
func (v *voice) secrets() (*secrets, error) {
	if v.hide == nil {
		r, err := redact.New()
		if err != nil {
			return nil, fmt.Errorf("the rules for secrets cannot be read: %w", err)
		}
		v.hide = &secrets{Redactor: r}
	}
	return v.hide, nil
}

// withoutSecrets is a text about something that came in: it may quote it.
func (v *voice) withoutSecrets(text string) string {
	s, err := v.secrets()
	if err != nil {
		return "[not shown: " + err.Error() + "]"
	}
	text, _ = s.Text(text)
	return text
}

// without is text without secrets, said once if there were any.
func (v *voice) without(what, text string) (string, error) {
	s, err := v.secrets()
	if err != nil {
		return "", err
	}
	before := s.found
	text = s.clean(text)
	if n := s.found - before; n > 0 {
		v.tell("%s: secrets replaced: %d", what, n)
	}
	return text, nil
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"savectx/preserve"
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

// without is text without secrets, said once if there were any.
func (v *voice) without(what, text string) (string, error) {
	s, err := v.secrets()
	if err != nil {
		return "", err
	}
	before := s.found
	text = s.clean(text)
	if n := s.found - before; n > 0 {
		v.tell("%s: %d secrets were replaced", what, n)
	}
	return text, nil
}

// itemsWithout is without for the items of a list.
func (v *voice) itemsWithout(items []preserve.Item) ([]preserve.Item, error) {
	s, err := v.secrets()
	if err != nil {
		return nil, err
	}
	before := s.found
	for i, it := range items {
		items[i] = it.Redact(s.clean)
	}
	if n := s.found - before; n > 0 {
		v.tell("--items: %d secrets were replaced", n)
	}
	return items, nil
}

// mistakes says what parse finds wrong with a document. Its texts lose their
// secrets before a message cuts them short: half a secret is recognised no more.
func (s *secrets) mistakes(data []byte, err error, parse func([]byte) error) string {
	var doc any
	if json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &doc) == nil {
		if clean, failed := json.Marshal(s.document(doc)); failed == nil {
			if again := parse(clean); again != nil {
				err = again
			}
		}
	}
	return s.clean(err.Error())
}

// document is a decoded JSON document with every text and name cleaned.
func (s *secrets) document(v any) any {
	switch v := v.(type) {
	case string:
		return s.clean(v)
	case []any:
		for i := range v {
			v[i] = s.document(v[i])
		}
		return v
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			out[s.clean(name)] = s.document(e)
		}
		return out
	}
	return v
}

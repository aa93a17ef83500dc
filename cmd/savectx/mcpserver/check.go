// Arguments: bounded, cleaned, checked, in that order.

package mcpserver

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// text bounds the work, takes secrets out, and only then looks at a text.
func (s *server) text(name, v string, limit int, required bool) (string, error) {
	if len(v) > maxInput {
		return "", mistake(fmt.Sprintf("%s is larger than %d KiB; at most %d characters are kept", name, maxInput>>10, limit))
	}
	v = s.opts.Clean(v)
	if plain := strings.Map(visible, strings.ToValidUTF8(v, "\uFFFD")); plain != v {
		v = s.opts.Clean(plain) // a control character may have split a secret
	}
	v = strings.TrimSpace(v)
	switch n := utf8.RuneCountInString(v); {
	case v == "" && required:
		return "", mistake(name + " is empty")
	case n > limit:
		return "", mistake(fmt.Sprintf("%s has %d characters, at most %d are allowed: shorten it and call again", name, n, limit))
	}
	return v, nil
}

// visible drops control and format characters, line ends and tabs excepted.
// The joiners of scripts and emoji stay.
func visible(r rune) rune {
	if r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d' || !unicode.In(r, unicode.Cc, unicode.Cf) {
		return r
	}
	return -1
}

// line is a text on one line.
func (s *server) line(name, v string, limit int, required bool) (string, error) {
	v, err := s.text(name, v, limit, required)
	return strings.Join(strings.Fields(v), " "), err
}

// lines checks tags: each once, in their order.
func (s *server) lines(name string, list []string) ([]string, error) {
	if len(list) > maxTags {
		return nil, mistake(fmt.Sprintf("%s has %d entries, at most %d are allowed", name, len(list), maxTags))
	}
	var out []string
	for _, v := range list {
		v, err := s.line("a tag in "+name, v, maxTag, false)
		if err != nil {
			return nil, err
		}
		if v != "" && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out, nil
}

// sessionID takes the session's own id where a skill's placeholder was not
// filled in.
func (s *server) sessionID(name, v string, required bool) (string, error) {
	if strings.Contains(v, "${") {
		if s.opts.Session == "" {
			return "", mistake(name + " is a placeholder that nobody filled in: pass this session's id")
		}
		v = s.opts.Session
	}
	v, err := s.line(name, v, maxID, required)
	if err == nil && strings.IndexFunc(v, func(r rune) bool {
		return r != '-' && r != '_' && r != '.' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}) >= 0 {
		err = mistake(name + " is no session id: letters, digits, hyphens")
	}
	return v, err
}

// day reads YYYY-MM-DD or RFC 3339; of a day, end is its last moment.
func day(name, v string, end bool) (time.Time, error) {
	if v = strings.TrimSpace(v); v == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.RFC3339, v); err == nil {
		return t, nil
	}
	t, err := time.Parse(time.DateOnly, v)
	if err != nil {
		return t, mistake(name + " is no date: write it as YYYY-MM-DD")
	}
	if end {
		t = t.AddDate(0, 0, 1).Add(-time.Nanosecond)
	}
	return t, nil
}

// kebab is a title as a name: lower case, hyphens.
func kebab(v string) string {
	var out strings.Builder
	gap := false
	for _, r := range strings.ToLower(v) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = out.Len() > 0
			continue
		}
		if gap {
			out.WriteByte('-')
			gap = false
		}
		out.WriteRune(r)
	}
	return out.String()
}

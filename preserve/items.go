// Reading a list of items from a file a person or a model wrote.

package preserve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits of [ParseItems]: far above any list that helps a summary.
const (
	MaxItemsBytes = 1 << 20
	MaxItems      = 1000
)

// ParseItems reads a JSON array of items, or plain text with one item a line.
// It is JSON when it begins with "[" and is valid JSON, or goes on with an
// object. In plain text blank lines are skipped, a leading "- " or "* " is
// taken off, and the items have no kind, so that no label is put before them.
// The order is kept: most important first is the writer's to say. Every text
// passes through clean first, as in [ParseSnapshot].
//
// Every mistake in a JSON array is reported at once, as [Mistakes]. Other
// errors: more than [MaxItemsBytes] bytes or [MaxItems] items, bytes that are
// not UTF-8, JSON that cannot be read. An empty file has no items and is no
// error.
func ParseItems(data []byte, clean func(string) string) ([]Item, error) {
	if len(data) > MaxItemsBytes {
		return nil, fmt.Errorf("the list of items is larger than %d bytes", MaxItemsBytes)
	}
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("line %d of the list of items is not UTF-8", badLine(data))
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	items, err := parseItems(data, clean)
	if err == nil && len(items) > MaxItems {
		return nil, fmt.Errorf("%d items are more than the %d a list may have", len(items), MaxItems)
	}
	return items, err
}

func parseItems(data []byte, clean func(string) string) ([]Item, error) {
	if bytes.HasPrefix(data, []byte("{")) && json.Valid(data) {
		return nil, errors.New("expected a JSON array of items, found one object: put its items between [ and ]")
	}
	after := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("[")))
	if bytes.HasPrefix(data, []byte("[")) && (bytes.HasPrefix(after, []byte("{")) || json.Valid(data)) {
		return parseJSON(data, clean)
	}
	text := string(data)
	if clean != nil {
		text = clean(text) // before it is cut into lines
	}
	return parseLines(text), nil
}

func parseLines(text string) []Item {
	var items []Item
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "- "); ok {
			line = rest
		} else if rest, ok := strings.CutPrefix(line, "* "); ok {
			line = rest
		}
		if line = strings.TrimSpace(line); Clean(line) != "" {
			items = append(items, Item{Text: line})
		}
	}
	return items
}

func parseJSON(data []byte, clean func(string) string) ([]Item, error) {
	var values []any
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&values); err != nil {
		return nil, jsonError("the list of items", "]", data, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("line %d of the list of items: text after the end of the array", lineAt(data, dec.InputOffset()))
	}
	if len(values) > MaxItems {
		return nil, fmt.Errorf("%d items are more than the %d a list may have", len(values), MaxItems)
	}
	cleanTexts(values, clean)
	var found Mistakes
	for i, v := range values {
		found.checkItem(fmt.Sprintf("[%d]", i), v)
	}
	if len(found) > 0 {
		return nil, found
	}
	var items []Item
	if err := decodeInto(&items, values); err != nil {
		return nil, fmt.Errorf("the list of items: %w", err)
	}
	return items, nil
}

// jsonError says on which line of data, which is what, the JSON cannot be read.
func jsonError(what, end string, data []byte, err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d of %s: %w", lineAt(data, syntax.Offset), what, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s breaks off before its closing %s", what, end)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// badLine returns the number of the first line that is not UTF-8.
func badLine(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return lineAt(data, int64(i))
		}
		i += n
	}
	return 0
}

func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
}

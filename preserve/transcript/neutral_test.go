// Makes a recorded transcript fit for the repository.

//go:build record

package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	jsonString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	anUUID     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	aRoot      = regexp.MustCompile(`/[\w./-]*/savectx-live-\d+`)
	tasks      = regexp.MustCompile(`/tmp/claude-\d+`)
	kernel     = regexp.MustCompile(`Linux \d[^"\\]*`)
)

const (
	cutAt = 80  // runes kept of a long text of the client's own
	keeps = 300 // bytes of an object or array that may stay outside a message
)

// ours are the long texts a recording's own script holds.
var ours = regexp.MustCompile(`^Still at work|^Which colour|^Which way`)

// neutral puts neutral names in place of paths, ids and this host, cuts long
// texts of the client's own, and empties what is not part of the conversation.
// The order and the names of fields stay.
func neutral(data []byte) []byte {
	text := string(data)
	if root := aRoot.FindString(text); root != "" {
		slug := regexp.MustCompile(`[^A-Za-z0-9]`).ReplaceAllString(root, "-")
		text = strings.NewReplacer(root+"/work", "/home/person/project", root+"/home", "/home/person", root, "/home/person",
			slug+"-work", "-home-person-project", slug, "-home-person").Replace(text)
	}
	if host, _ := os.Hostname(); len(host) > 3 {
		text = strings.ReplaceAll(text, host, "host")
	}
	text = tasks.ReplaceAllString(text, "/home/person/tasks")
	text = kernel.ReplaceAllString(text, "Linux")
	ids := map[string]string{}
	text = anUUID.ReplaceAllStringFunc(text, func(id string) string {
		if ids[id] == "" {
			ids[id] = fmt.Sprintf("00000000-0000-4000-8000-%012x", len(ids)+1)
		}
		return ids[id]
	})
	var out bytes.Buffer
	for line := range strings.Lines(text) {
		line = string(pruned([]byte(strings.TrimSpace(line)))) + "\n"
		out.WriteString(jsonString.ReplaceAllStringFunc(line, short))
	}
	return out.Bytes()
}

// pruned empties large values that the package does not look into.
func pruned(data []byte) []byte {
	var out bytes.Buffer
	sep := byte('{')
	object(data, func(key, v []byte) {
		switch k := string(key); {
		case k == "message" && !bytes.Contains(data, []byte(`"type":"api-request`)), k == "compactMetadata", k == "toolUseResult":
		case k == "attachment" && is(field(v, "type"), "queued_command"):
		case k == "attachment" && len(v) > keeps:
			v = pruned(v)
		case (v[0] == '{' || v[0] == '[') && len(v) > keeps:
			v = []byte(string(v[0]) + string(v[0]+2))
		}
		out.WriteByte(sep)
		fmt.Fprintf(&out, "%q:%s", key, v)
		sep = ','
	})
	out.WriteByte('}')
	return out.Bytes()
}

func short(quoted string) string {
	var s string
	if json.Unmarshal([]byte(quoted), &s) != nil {
		return quoted
	}
	runes := []rune(s)
	if len(runes) <= cutAt || ours.MatchString(s) || strings.HasPrefix(s, "<command-") || strings.HasPrefix(s, "<bash-") || strings.HasPrefix(s, "<local-command-std") {
		return quoted
	}
	s = string(runes[:cutAt]) + "…"
	// What a person said stands behind the client's own words.
	if full := string(runes); strings.Contains(full, saidMark) {
		s += full[strings.Index(full, saidMark):]
		if words, note, ok := strings.Cut(s, "\n\nNote: "); ok {
			s = words + "\n\nNote: " + string([]rune(note)[:min(len(note), 30)]) + "…"
		}
	}
	b, _ := json.Marshal(s)
	b = bytes.ReplaceAll(b, []byte(`\u003c`), []byte("<"))
	return string(bytes.ReplaceAll(b, []byte(`\u003e`), []byte(">")))
}

// TestNeutral makes the recordings anew from raw ones that were kept.
func TestNeutral(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("RECORD_RAW") + "/real-*.jsonl")
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/"+filepath.Base(f), neutral(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

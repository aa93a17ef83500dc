// Names of memories and of their files.

package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	nameRunes = 60
	nameBytes = 120 // a name of 60 letters outside ASCII still fits every file system
)

// slugify makes a kebab-case name of letters and digits of any script. It is
// empty when s has none, so nothing in a name leads out of a folder.
func slugify(s string) string {
	var b strings.Builder
	gap, runes := false, 0
	for _, r := range strings.ToLower(norm.NFC.String(s)) {
		keep := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && !gap && b.Len() > 0
		if !keep {
			gap = true
			continue
		}
		word := ""
		if gap && b.Len() > 0 {
			word = "-"
		}
		word += string(r)
		if runes += len([]rune(word)); runes > nameRunes || b.Len()+len(word) > nameBytes {
			return atWord(b.String())
		}
		b.WriteString(word)
		gap = false
	}
	return b.String()
}

// atWord drops the word that was cut, unless that is most of the name.
func atWord(name string) string {
	if i := strings.LastIndexByte(name, '-'); i > len(name)/2 {
		return name[:i]
	}
	return name
}

// nameFor is the name of a new memory.
func nameFor(f Fact) string {
	name := slugify(strings.TrimSuffix(f.Name, ".md"))
	if name == "" {
		name = slugify(f.Title)
	}
	if name == "" {
		return "memory-" + short(f, 8)
	}
	return unreserved(name)
}

func unreserved(name string) string {
	if reserved(name) {
		return name + "-note"
	}
	return name
}

// reserved names belong to the index, to the handoff, or to a device on
// Windows.
func reserved(name string) bool {
	switch name {
	case "memory", "handoff", "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (strings.HasPrefix(name, "com") || strings.HasPrefix(name, "lpt")) && name[3] >= '0' && name[3] <= '9'
}

// short is a short hash of what a fact says.
func short(f Fact, digits int) string {
	sum := sha256.Sum256([]byte(f.Title + "\x00" + f.Body))
	return hex.EncodeToString(sum[:])[:digits]
}

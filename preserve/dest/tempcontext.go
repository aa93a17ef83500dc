// TempContext.md: one block a save, appended, never rewritten.

package dest

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"savectx/preserve"
	"savectx/preserve/markdown"
	"savectx/prompts"
)

// TempContext is the file's name, at the root of the project.
const TempContext = "TempContext.md"

// The file warns from either on: it is a holding pen.
const (
	LargeBytes   = 50 << 10
	LargeEntries = 20
)

// tempHeader stands once at the top of the file; its words are part of the
// format and are in English in every language.
const tempHeader = "# TempContext\n" +
	"\n" +
	"A holding pen for session context that fits no other `.md` file yet.\n" +
	"Each `##` block below is one snapshot of one session. Promote what has\n" +
	"proved itself into the document it belongs to, then delete the block.\n"

// Section is a subsection of an entry, named as the format names it.
type Section string

// The subsections of an entry, in their order.
const (
	Decisions     Section = "Decisions"
	InProgress    Section = "In-Progress"
	OpenQuestions Section = "Open Questions / TODOs"
	Findings      Section = "Investigations"
	Architecture  Section = "Architecture / Understanding"
	References    Section = "References"
	Preferences   Section = "User Preferences (consider promoting to memory)"
)

func sections() []Section {
	return []Section{Decisions, InProgress, OpenQuestions, Findings, Architecture, References, Preferences}
}

// SectionOf is where an item of that kind belongs.
func SectionOf(it preserve.Item) Section {
	if it.NotGranted() {
		return OpenQuestions
	}
	switch it.Kind {
	case preserve.Correction, preserve.Preference:
		return Preferences
	case preserve.DeadEnd, preserve.Investigation:
		return Findings
	case preserve.Decision:
		return Decisions
	case preserve.Open:
		if it.Done {
			return InProgress
		}
		return OpenQuestions
	case preserve.State:
		return InProgress
	case preserve.Reference:
		return References
	}
	return Architecture
}

// Tag makes a session tag: ts-YYYYMMDD-HHMMSS and four random hex digits.
func Tag(at time.Time) string {
	var b [2]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return "ts-" + at.Format("20060102-150405") + "-" + hex.EncodeToString(b[:])
}

// FreeTag is tag, or the next one that no entry of src has: four digits are few
// when many sessions save in the same second.
func FreeTag(src []byte, tag string) string {
	for range 1 << 16 {
		if !bytes.Contains(src, []byte("session: "+tag)) {
			break
		}
		head := tag[:len(tag)-4]
		n, err := strconv.ParseUint(tag[len(tag)-4:], 16, 16)
		if err != nil {
			break
		}
		tag = fmt.Sprintf("%s%04x", head, uint16(n+1))
	}
	return tag
}

// Entry is one block: heading, the real session id in a comment if it is
// known, the topic, and the subsections that have items. nil without items.
func Entry(items []preserve.Item, topic, tag, session string, at time.Time, w prompts.Words) []string {
	by := map[Section][]string{}
	for _, it := range items {
		s := SectionOf(it)
		by[s] = append(by[s], Bullet(it, w)...)
	}
	if len(by) == 0 {
		return nil
	}
	lines := []string{"## " + at.Format("2006-01-02 15:04") + "  ·  session: " + tag}
	if session != "" {
		lines = append(lines, "<!-- session id: "+plain(session)+" -->")
	}
	lines = append(lines, "", "**Topic**: "+plain(topic))
	for _, s := range sections() {
		if by[s] != nil {
			lines = append(lines, "", "### "+string(s))
			lines = append(lines, by[s]...)
		}
	}
	return lines
}

// AppendEntry adds a block to the file, with the header if the file is new.
func AppendEntry(old []byte, entry []string) []byte {
	if len(bytes.TrimSpace(bytes.TrimPrefix(old, []byte("\ufeff")))) == 0 {
		old = markdown.AppendEnd(old, strings.Split(strings.TrimSpace(tempHeader), "\n"))
	}
	return markdown.AppendEnd(old, entry)
}

// Block is one entry of a TempContext.md as it stands there.
type Block struct {
	When, Tag, Topic string
	From, To         int      // its lines, 1-based, To excluded
	Bullets          []string // its list items, with what belongs to them
	Other            []string // its lines that are neither, nor part of the format
}

// The two spaces around the middle dot are the format; one is seen too.
var blockHeading = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2} \d{2}:\d{2})\s+·\s+session: (\S+)$`)

// Blocks lists the entries in the file's order. Other level-2 sections end an
// entry and are none.
func Blocks(src []byte) []Block {
	var out []Block
	lines := linesOf(src)
	end := len(lines)
	open := false
	for _, h := range markdown.Headings(src) {
		if h.Level > 2 {
			continue
		}
		if open {
			out[len(out)-1].To = h.Line
			open = false
		}
		if m := blockHeading.FindStringSubmatch(h.Title); m != nil && h.Level == 2 {
			out = append(out, Block{When: m[1], Tag: m[2], From: h.Line, To: end + 1})
			open = true
		}
	}
	for i := range out {
		out[i].read(lines[out[i].From : out[i].To-1])
	}
	return out
}

// read takes topic and list items from the lines below an entry's heading.
func (b *Block) read(lines []string) {
	item, gap := false, 0 // empty lines inside an item belong to it
	for _, line := range lines {
		if item && line == "" {
			gap++
			continue
		}
		switch topic, ok := strings.CutPrefix(line, "**Topic**:"); {
		case ok && b.Topic == "":
			b.Topic = strings.TrimSpace(topic)
		case strings.HasPrefix(line, "- "), strings.HasPrefix(line, "* "):
			b.Bullets = append(b.Bullets, line)
			item = true
		case item && (strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")):
			b.Bullets = append(b.Bullets, slices.Repeat([]string{""}, gap)...)
			b.Bullets = append(b.Bullets, line)
		default:
			item = false
			if line != "" && !strings.HasPrefix(line, "### ") && !strings.HasPrefix(line, "<!-- session id: ") {
				b.Other = append(b.Other, line)
			}
		}
		gap = 0
	}
}

// The handoff file of one session, which other programs read too.

package dest

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/prompts"
)

// handoffMark begins every handoff file; what clears old ones away knows them
// by it.
const handoffMark = "# Handoff . "

// HandoffName is the file's name: the first eight characters of the session
// id, or the name of the project's folder when no session is known.
func HandoffName(session, root string) string {
	name := filepath.Base(root)
	if session != "" {
		name = session[:min(len(session), 8)]
	}
	name = strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || unicode.IsControl(r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	for len(name) > longName {
		_, n := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-n]
	}
	if strings.Trim(name, "._ ") == "" {
		name = "root"
	}
	return name + ".md"
}

// longName is the longest name of a file made from a text, in bytes, with room
// for what is put before and behind it: most file systems allow 255.
const longName = 180

// Handoff is the whole file: its header, the resume prompt, and the /compact
// line in a hidden comment, so that one click elsewhere can run it. No other
// text can be taken for that comment.
func Handoff(resume, line, root string, at time.Time) []byte {
	hidden := strings.TrimSpace(strings.TrimPrefix(preserve.Clean(line), "/compact"))
	return []byte(handoffMark + preserve.Clean(root) + " . " + at.Format("2006-01-02 15:04") + "\n\n" +
		strings.ReplaceAll(resume, "<!-- compact:", `<\!-- compact:`) + "\n\n" +
		"<!-- compact: " + comment(hidden) + " -->\n")
}

// comment keeps a text from ending, or opening, the comment it stands in.
func comment(s string) string {
	s = strings.ReplaceAll(s, "-->", `--\>`)
	s = strings.ReplaceAll(s, "--!>", `--\!>`)
	return strings.ReplaceAll(s, "<!--", `<\!--`)
}

// ReadHandoff takes root, time and the visible text out of a handoff file. ok
// is false for a file without the header.
func ReadHandoff(data []byte) (root, when, text string, ok bool) {
	head, rest, _ := strings.Cut(string(data), "\n")
	head, ok = strings.CutPrefix(strings.TrimSuffix(head, "\r"), handoffMark)
	if !ok {
		return "", "", "", false
	}
	if i := strings.LastIndex(head, " . "); i >= 0 {
		root, when = head[:i], head[i+3:]
	} else {
		root = head
	}
	rest = "\n" + strings.TrimSpace(rest)
	if i := strings.LastIndex(rest, "\n<!-- compact: "); i >= 0 && strings.HasSuffix(rest, "-->") {
		rest = rest[:i]
	}
	rest = strings.TrimSpace(rest)
	return root, when, rest, true
}

// IsHandoff reports whether a file begins as a handoff does.
func IsHandoff(data []byte) bool { return strings.HasPrefix(string(data), handoffMark) }

// Other is the handoff of another session of the same project.
type Other struct{ Path, When string }

// NowLines bounds HANDOFF.md.
const NowLines = 60

// Now is HANDOFF.md in the memory folder: the state of this moment, written
// anew each time. At most [NowLines] lines: what is left out is left out whole,
// the least important first, and counted in the last line.
func Now(s preserve.Snapshot, others []Other, at time.Time, w prompts.Words) (data []byte, leftOut []int) {
	n := newNow(s, others, w)
	order := ranked(s.Items)
	cut := 0
	for {
		lines := n.text(at, cut, w)
		over, last := len(lines)-NowLines, len(order)-1
		switch {
		case over <= 0:
			return []byte(strings.Join(lines, "\n") + "\n"), leftOut
		case len(n.files) > ResumeFiles:
			n.files = n.files[:len(n.files)-1]
		case last >= 0 && !isUrgent(s.Items[order[last]]), last >= 0 && len(n.next) == 0:
			for urgent := isUrgent(s.Items[order[last]]); ; cut++ {
				over -= len(n.items[order[last]].lines)
				n.items[order[last]] = nowItem{}
				leftOut, order = append(leftOut, order[last]), order[:last]
				last--
				// Far over the limit there is no need to look after each: what
				// goes beside items are headings.
				if over <= nowParts || last < 0 || isUrgent(s.Items[order[last]]) != urgent {
					break
				}
			}
		case len(n.next) > 0:
			n.next = n.next[:len(n.next)-1]
		case len(n.others) > 0:
			n.others = n.others[:len(n.others)-1]
		default: // headings and a few lines
			return []byte(strings.Join(lines[:NowLines], "\n") + "\n"), leftOut
		}
		cut++
	}
}

// nowFile is what HANDOFF.md is made of, ready to be put together.
type nowFile struct {
	doing   []string
	items   []nowItem
	next    []string // from the snapshot, before the open items
	blocked []string
	files   []string
	others  []string
}

type nowItem struct {
	part  int // index of its heading
	lines []string
}

// The headings of HANDOFF.md, in its order.
const (
	nowDoing = iota
	nowDone
	nowProgress
	nowNext
	nowWaiting
	nowPaths
	nowParts
)

func newNow(s preserve.Snapshot, others []Other, w prompts.Words) nowFile {
	n := nowFile{doing: []string{escapeStart(plain(s.Topic))}}
	if g := plain(s.Goal); g != "" {
		n.doing = append(n.doing, escapeStart(g))
	}
	for _, it := range s.Items {
		n.items = append(n.items, nowItem{nowPart(it), Bullet(it, w)})
	}
	for _, step := range cleanAll(s.Next) {
		n.next = append(n.next, escapeStart(plain(step)))
	}
	if b := plain(s.Blockers); b != "" && s.Status == "blocked" {
		n.blocked = []string{"- " + w.Handoff.Blockers + b}
	}
	for _, f := range cleanAll(s.ReadFirst) {
		n.files = append(n.files, "- "+code(f))
	}
	for _, o := range others {
		n.others = append(n.others, "- "+w.Handoff.Others+code(preserve.Clean(o.Path))+" ("+plain(o.When)+")")
	}
	return n
}

func nowPart(it preserve.Item) int {
	switch {
	case it.NotGranted():
		return nowWaiting
	case it.Kind == preserve.Open && !it.Done:
		return nowNext
	case it.Kind == preserve.State && !it.Done:
		return nowProgress
	case it.Kind == preserve.Architecture, it.Kind == preserve.Reference, it.Kind == preserve.Fact:
		return nowPaths
	}
	return nowDone
}

func (n nowFile) text(at time.Time, cut int, w prompts.Words) []string {
	var parts [nowParts][]string
	parts[nowDoing] = n.doing
	steps := 0
	step := func(lines []string) { // a bullet becomes a numbered item
		steps++
		number := strconv.Itoa(steps) + ". "
		for i, line := range lines {
			if i == 0 {
				line = number + strings.TrimPrefix(line, "- ")
			} else if line != "" {
				line = strings.Repeat(" ", len(number)-2) + line
			}
			parts[nowNext] = append(parts[nowNext], line)
		}
	}
	for _, text := range n.next {
		step([]string{text})
	}
	for _, it := range n.items {
		switch {
		case it.lines == nil:
		case it.part != nowNext:
			parts[it.part] = append(parts[it.part], it.lines...)
		case len(it.lines) > 1 || !slices.Contains(n.next, strings.TrimPrefix(it.lines[0], "- ")):
			step(it.lines)
		}
	}
	parts[nowProgress] = append(parts[nowProgress], n.blocked...)
	parts[nowPaths] = slices.Concat(parts[nowPaths], n.files, n.others)
	lines := []string{"# HANDOFF · " + at.Format("2006-01-02 15:04")}
	for i, body := range parts {
		if len(body) > 0 {
			lines = append(lines, "## "+w.Handoff.Headings()[i])
			lines = append(lines, body...)
		}
	}
	if cut > 0 {
		lines = append(lines, "", w.Handoff.LeftOut+strconv.Itoa(cut))
	}
	return lines
}

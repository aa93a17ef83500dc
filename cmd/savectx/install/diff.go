// The difference a plan makes to a file: whole, as patch takes it, and cut for
// people to read.

package install

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/aymanbagabas/go-udiff/lcs"
)

// Diff is a file's change as a unified diff, "" for one that is kept.
func (p *Plan) Diff(f File) string {
	if f.Action == Keep {
		return ""
	}
	c := p.Changes[f.change]
	from, to := c.Path, c.Path
	if !c.Existed {
		from = os.DevNull
	}
	if c.Remove {
		to = os.DevNull
	}
	return renumber(udiff.Unified(from, to, string(c.Old), string(c.New)))
}

// renumber puts the right line into the head of each hunk: go-udiff 0.4.1
// forgets the lines that stay the same between two changes of one hunk, and
// every later hunk is off by them.
func renumber(diff string) string {
	var b strings.Builder
	off := 0 // lines that came in before, less those that went
	for line := range strings.Lines(diff) {
		var head hunkHead
		if !strings.HasPrefix(line, "@@ -") || !head.read(line) { // no line of a file begins so: it has a sign in front
			b.WriteString(line)
			continue
		}
		head.to = head.from + off
		if head.fromCount == 0 {
			head.to++ // "-0,0" is behind no line
		}
		if head.toCount == 0 {
			head.to--
		}
		off += head.toCount - head.fromCount
		b.WriteString(head.String())
	}
	return b.String()
}

// hunkHead is the line before the lines of a hunk, with lines counted from 1.
type hunkHead struct{ from, fromCount, to, toCount int }

func (h *hunkHead) read(line string) bool {
	var from, to string
	if n, _ := fmt.Sscanf(line, "@@ -%s +%s @@", &from, &to); n != 2 {
		return false
	}
	part := func(text string, at, count *int) bool {
		*count = 1 // where none is written
		n, _ := fmt.Sscanf(strings.Replace(text, ",", " ", 1), "%d %d", at, count)
		return n > 0
	}
	return part(from, &h.from, &h.fromCount) && part(to, &h.to, &h.toCount)
}

func (h hunkHead) String() string {
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", h.from, h.fromCount, h.to, h.toCount)
}

// What is shown of a long line, in runes: minified settings are one line.
const (
	longLine    = 300  // up to here it is shown whole
	around      = 60   // on either side of a change
	longStretch = 1000 // of either end of a change
)

// Cut is a unified diff as lines, without their ends. Of a long line what has
// changed stays, and something around it; "…" stands for the rest.
func Cut(diff string) []string {
	var lines []string
	for line := range strings.Lines(diff) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	for i := 2; i < len(lines); { // behind the names
		olds, next := signed(lines, i, '-')
		news, next := signed(lines, next, '+')
		if next == i {
			lines[i] = head(lines[i], longLine)
			i++
			continue
		}
		cutBlock(lines, olds, news)
		i = next
	}
	return lines
}

// signed are the numbers of the lines from i on that have this sign, and where
// they end. A remark, as about a missing line break, belongs to the line above.
func signed(lines []string, i int, sign byte) (at []int, next int) {
	for ; i < len(lines) && lines[i] != "" && (lines[i][0] == sign || lines[i][0] == '\\' && len(at) > 0); i++ {
		if lines[i][0] == sign {
			at = append(at, i)
		}
	}
	return at, i
}

// cutBlock cuts lines that have come in the place of others. Each long one is
// compared with the one that is most like it.
func cutBlock(lines []string, olds, news []int) {
	for _, o := range olds {
		best, most := -1, 0
		for k, n := range news {
			if !long(lines[o]) && !long(lines[n]) {
				continue
			}
			if like := alike(lines[o][1:], lines[n][1:]); like > most {
				best, most = k, like
			}
		}
		if best >= 0 {
			n := news[best]
			lines[o], lines[n] = cutPair(lines[o][1:], lines[n][1:])
			news = slices.Delete(slices.Clone(news), best, best+1)
		} else {
			lines[o] = middle(lines[o])
		}
	}
	for _, n := range news {
		lines[n] = middle(lines[n])
	}
}

func long(line string) bool { return len(line) > longLine && len([]rune(line)) > longLine }

// alike is how many bytes two lines share at their ends.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	a, b = a[n:], b[n:]
	m := 0
	for m < min(len(a), len(b)) && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	return n + m
}

// cutPair cuts a line and the one in its place.
func cutPair(before, after string) (string, string) {
	a, b := words(before), words(after)
	var old, fresh strings.Builder
	old.WriteByte('-')
	fresh.WriteByte('+')
	at := 0
	for _, d := range changes(a, b, rounds) {
		kept := same(strings.Join(a[at:d.Start], ""), at == 0, false)
		from, to := strings.Join(a[d.Start:d.End], ""), strings.Join(b[d.ReplStart:d.ReplEnd], "")
		lead, from, to, tail := shared(from, to)
		lead, tail = middleOf(lead, around), middleOf(tail, around)
		old.WriteString(kept + lead + middleOf(from, longStretch) + tail)
		fresh.WriteString(kept + lead + middleOf(to, longStretch) + tail)
		at = d.End
	}
	rest := same(strings.Join(a[at:], ""), at == 0, true)
	return old.String() + rest, fresh.String() + rest
}

// words splits a line of JSON behind its brackets and commas.
func words(line string) (out []string) {
	for line != "" {
		n := strings.IndexAny(line, ",{}[]") + 1
		if n == 0 {
			n = len(line)
		}
		out = append(out, line[:n])
		line = line[n:]
	}
	return out
}

// rounds bounds how often a large change is looked into: each finds some 50
// differences from either end of it.
const rounds = 10

// changes are the differences. The algorithm gives up on what differs much and
// leaves one large change, in which it is run again as long as that helps.
func changes(a, b []string, rounds int) (out []lcs.Diff) {
	for _, d := range lcs.DiffLines(a, b) {
		whole := d.Start == 0 && d.End == len(a) && d.ReplStart == 0 && d.ReplEnd == len(b)
		if whole || rounds == 0 || d.Start == d.End || d.ReplStart == d.ReplEnd {
			out = append(out, d)
			continue
		}
		for _, e := range changes(a[d.Start:d.End], b[d.ReplStart:d.ReplEnd], rounds-1) {
			out = append(out, lcs.Diff{Start: d.Start + e.Start, End: d.Start + e.End, ReplStart: d.ReplStart + e.ReplStart, ReplEnd: d.ReplStart + e.ReplEnd})
		}
	}
	return out
}

// shared takes what two texts have in common from their ends, in whole runes.
func shared(a, b string) (lead, restA, restB, tail string) {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	lead, x, y = string(x[:n]), x[n:], y[n:]
	m := 0
	for m < min(len(x), len(y)) && x[len(x)-1-m] == y[len(y)-1-m] {
		m++
	}
	return lead, string(x[:len(x)-m]), string(y[:len(y)-m]), string(x[len(x)-m:])
}

// same is what is shown of a stretch that has not changed.
func same(text string, first, last bool) string {
	runes := []rune(text)
	switch {
	case first && last:
		return head(text, longLine)
	case first && len(runes) > around:
		return "…" + string(runes[len(runes)-around:])
	case last:
		return head(text, around)
	}
	return middleOf(text, around)
}

// head is the beginning of a text.
func head(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func middle(line string) string { return line[:1] + middleOf(line[1:], longStretch) }

// middleOf keeps so many runes of each end.
func middleOf(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= 2*most {
		return text
	}
	return string(runes[:most]) + "…" + string(runes[len(runes)-most:])
}

// The report as a table for a terminal.

package audit

import (
	"fmt"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"savectx/preserve"
)

// The narrowest table, and what is left out below which width, in columns.
const (
	tableMin   = 30
	kindFrom   = 60
	outcomeCol = 9  // "changed" and two spaces
	kindCol    = 15 // "investigation" and two spaces
)

// Table writes a report for a terminal of width columns. Lines are cut to it,
// unless it is 0, and control characters in the texts are removed.
func Table(r Report, width int) string {
	wide := width == 0 || width >= kindFrom
	if width != 0 {
		width = max(width, tableMin)
	}
	var b strings.Builder
	row := func(lead, s string) { // lead is ours and narrow
		if width > 0 {
			s = preserve.Fit(s, width-uniseg.StringWidth(lead))
		} else {
			s = preserve.Fit(s, 0)
		}
		b.WriteString(strings.TrimRight(lead+s, " ") + "\n")
	}
	line := func(indent int, s string) { row(strings.Repeat(" ", indent), s) }
	if len(r.Compactions) == 0 {
		line(0, "no compaction in session "+r.Session)
	}
	for i, c := range r.Compactions {
		if i > 0 {
			b.WriteString("\n")
		}
		line(0, c.title())
		line(0, c.totals())
		if len(c.Items) > 0 {
			b.WriteString("\n")
		}
		for _, it := range c.Items {
			indent, lead := outcomeCol, pad(string(it.Verdict), outcomeCol)
			if wide {
				indent, lead = outcomeCol+kindCol, lead+pad(string(it.Kind), kindCol)
			}
			row(lead, it.Text)
			if it.Verdict != Kept && it.Evidence != "" {
				line(indent, "! "+it.Evidence)
			}
			if it.PutBackAt != nil {
				line(indent, "+ put back "+stamp(*it.PutBackAt))
			}
		}
		if len(c.Invented) > 0 {
			b.WriteString("\n")
			line(0, "in the summary, but the user never said it:")
		}
		for _, v := range c.Invented {
			line(2, v.Text)
			if v.Evidence != "" {
				line(2, "! nearest: "+v.Evidence)
			}
		}
	}
	return b.String()
}

// title says when, why and how large.
func (c Compaction) title() string {
	parts := []string{"compaction"}
	if !c.At.IsZero() {
		parts = append(parts, stamp(c.At))
	}
	if c.Trigger != "" {
		parts = append(parts, "("+c.Trigger+")")
	}
	s := strings.Join(parts, " ")
	switch {
	case c.TokensBefore > 0 && c.TokensAfter > 0:
		s += fmt.Sprintf(", %d to %d tokens", c.TokensBefore, c.TokensAfter)
	case c.TokensBefore > 0: // 2.1.100 does not say what is left
		s += fmt.Sprintf(", %d tokens before", c.TokensBefore)
	}
	if c.DurationMS > 0 {
		s += ", " + (time.Duration(c.DurationMS) * time.Millisecond).Round(100*time.Millisecond).String()
	}
	return s
}

func (c Compaction) totals() string {
	return fmt.Sprintf("%d kept, %d changed, %d lost, %d invented", c.Count(Kept), c.Count(Changed), c.Count(Lost), len(c.Invented))
}

func stamp(t time.Time) string { return t.Format("2006-01-02 15:04:05") }

// pad is s in exactly width columns, two of them free.
func pad(s string, width int) string {
	s = preserve.Fit(s, width-2)
	return s + strings.Repeat(" ", max(0, width-uniseg.StringWidth(s)))
}

// A text in one line of a terminal.

package preserve

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Fit is s, cleaned, in one line of at most width columns, cut between
// characters as a person sees them; "…" stands for the rest. Width 0 cuts
// nothing.
func Fit(s string, width int) string {
	s = strings.Join(strings.Fields(Clean(s)), " ")
	if width <= 0 || uniseg.StringWidth(s) <= width {
		return s
	}
	var b strings.Builder
	used, state := 0, -1
	for s != "" {
		var cluster string
		var w int
		cluster, s, w, state = uniseg.FirstGraphemeClusterInString(s, state)
		if used+w > width-1 {
			break
		}
		b.WriteString(cluster)
		used += w
	}
	return b.String() + "…"
}

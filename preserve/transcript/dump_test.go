// A readable account of what Read makes of a file, for golden files.

package transcript

import (
	"fmt"
	"strings"
	"testing"
)

// dump is one line a row, then the statistics.
func dump(t *testing.T, path string) string {
	t.Helper()
	var b strings.Builder
	stats, err := Read(path, Options{}, func(r *Row) error {
		if r.Kind != Other {
			b.WriteString(dumpRow(r))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%+v\n", stats)
	return b.String()
}

func dumpRow(r *Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", r.Line)
	if r.Off {
		b.WriteString(" off")
	}
	if r.Twice {
		b.WriteString(" twice")
	}
	fmt.Fprintf(&b, " [%d", r.Segment)
	if r.Kept != r.Segment {
		fmt.Fprintf(&b, "-%d", r.Kept)
	}
	fmt.Fprintf(&b, "] %s %s", r.Kind, r.Who)
	for _, part := range [][2]string{{"origin", r.Origin}, {"source", r.Source}, {"detail", r.Detail}, {"command", r.Command}, {"args", r.Args}, {"errors", r.Errors}, {"text", r.Text}} {
		if part[1] != "" {
			fmt.Fprintf(&b, " %s=%q", part[0], clip(part[1]))
		}
	}
	for _, flag := range []struct {
		on   bool
		name string
	}{{r.Failed, "failed"}, {r.Aborted, "aborted"}, {r.Sidechain, "sidechain"}, {r.Images > 0, "images"}} {
		if flag.on {
			b.WriteString(" " + flag.name)
		}
	}
	b.WriteString("\n")
	for _, c := range r.Calls {
		fmt.Fprintf(&b, "\tcall %s %s %s\n", c.ID, c.Name, clip(string(c.Input)))
	}
	for _, x := range r.Results {
		fmt.Fprintf(&b, "\tresult %s %s %s %q", x.ID, x.Name, x.Outcome, clip(x.Text))
		if x.Said != "" {
			fmt.Fprintf(&b, " said=%q", x.Said)
		}
		if x.Permission != "" {
			b.WriteString(" by " + x.Permission)
		}
		if x.Plan != "" {
			fmt.Fprintf(&b, " plan=%q", x.Plan)
		}
		for _, c := range x.Answers {
			fmt.Fprintf(&b, " {%q %q typed=%v %q}", c.Question, c.Answer, c.Typed, c.Note)
		}
		for _, d := range x.Todos {
			fmt.Fprintf(&b, " {%s %q %s}", d.ID, d.Text, d.Status)
		}
		b.WriteString("\n")
	}
	if c := r.Compaction; c != nil {
		fmt.Fprintf(&b, "\tcompaction %s %d to %d tokens, preserved %d\n", c.Trigger, c.Before, c.After, len(c.Preserved))
	}
	return b.String()
}

func clip(s string) string {
	if r := []rune(s); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return s
}

// Strings that recur.

package evidence

import (
	"cmp"
	"slices"
	"strings"

	"savectx/preserve"
)

const (
	mostOften  = 5    // items
	leastOften = 4    // rows that name a string
	mostSeen   = 5000 // strings that are counted
)

// often counts the rows of the person and the model, and the commands, that
// name a path, an address or an identifier.
type often struct{ seen map[string]*seen }

type seen struct {
	rows int
	at   place
}

func (o *often) add(text string, at place) {
	for _, e := range exacts(text) {
		if strings.ContainsAny(e, " \t") || len(e) < 3 || e[0] == '-' || !strings.ContainsAny(e, "/._:") && !digits(e) || !strings.ContainsAny(e, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			continue
		}
		one := o.seen[e]
		switch {
		case one == nil && len(o.seen) < mostSeen:
			o.seen[e] = &seen{rows: 1, at: at}
		case one != nil && one.at.line != at.line:
			one.rows++
			one.at = at
		}
	}
}

// recurring are the strings named most that no item of the list holds.
func (c *Collector) recurring(list []Found) []Found {
	var all []string
	for e, one := range c.often.seen {
		if one.rows >= leastOften && !slices.ContainsFunc(list, func(f Found) bool {
			return strings.Contains(f.Item.Text, e) || slices.ContainsFunc(f.Item.Exact, func(x string) bool { return strings.Contains(x, e) })
		}) {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.often.seen[b].rows, c.often.seen[a].rows), cmp.Compare(a, b))
	})
	var found []Found
	for _, e := range all[:min(len(all), mostOften)] {
		found = append(found, c.found(c.often.seen[e].at, Tool, preserve.Item{Kind: preserve.Reference, Text: e, Exact: []string{e}}, 30))
	}
	return found
}

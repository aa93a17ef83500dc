// The self-check of a snapshot: every rule it breaks, at once.

package plan

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/prompts"
)

// Fault is a broken rule and where.
type Fault struct {
	Path string `json:"path"`
	Rule string `json:"rule"`
}

// Lengths a careful snapshot keeps, in code points.
const (
	itemLength  = 300
	topicLength = 100
)

// Check lists every rule a snapshot breaks. secrets has, by the path of the
// text, what was found in it.
func Check(s preserve.Snapshot, secrets map[string][]string, w prompts.Words) []Fault {
	var out []Fault
	add := func(path, rule string, args ...any) { out = append(out, Fault{path, fmt.Sprintf(rule, args...)}) }
	if n := len(s.Items); n > manyItems {
		add("items", "%d items are more than %d: keep only what the next session would go wrong without", n, manyItems)
	}
	if n := utf8.RuneCountInString(preserve.Clean(s.Topic)); n > topicLength {
		add("topic", "%d characters are more than %d for one line", n, topicLength)
	}
	if n := len(s.Next); n > dest.ResumeSteps {
		add("next", "%d steps are more than %d", n, dest.ResumeSteps)
	}
	if n := len(s.ReadFirst); n > dest.ResumeFiles {
		add("read_first", "%d files are more than %d", n, dest.ResumeFiles)
	}
	for i, it := range s.Items {
		path := fmt.Sprintf("items[%d]", i)
		if it.Unreasoned() {
			add(path+".why", "a %s without its reason; ask for it or leave the item out", it.Kind)
		}
		if it.Kind == preserve.Correction && preserve.Clean(it.Quote) == "" {
			add(path+".quote", "a correction without the user's own words")
		}
		if n := utf8.RuneCountInString(it.Text); n > itemLength {
			add(path+".text", "%d characters are more than the %d of an item", n, itemLength)
		}
		if strings.ContainsAny(strings.TrimSpace(it.Text), "\r\n") {
			add(path+".text", "more than one line; exact strings belong into exact")
		}
		for k, e := range it.Exact {
			if preserve.Clean(e) == "" {
				add(fmt.Sprintf("%s.exact[%d]", path, k), "an empty string")
			}
		}
	}
	for i, area := range s.Compressible {
		if dest.HoldsDeadEnd(preserve.Clean(area), s.Items) {
			add(fmt.Sprintf("compressible[%d]", i), "a dead end lies in this area: it must not be shortened")
		}
	}
	kept, places := reasoned(s)
	for _, i := range dest.Resume(kept, w).LeftOut {
		add(fmt.Sprintf("items[%d]", places[i]), "does not fit into the %d words of the resume prompt", dest.ResumeWords)
	}
	if n := preserve.Words(dest.CompactLine(kept, "", w).Text); n > dest.LineWords {
		add("items", "the /compact line has %d words, more than %d", n, dest.LineWords)
	}
	for _, path := range sortedKeys(secrets) {
		add(path, "holds a secret (%s): it is replaced when saved; take it out", strings.Join(secrets[path], ", "))
	}
	return out
}

// Merging twice is merging once, for facts that get in each other's way.

package memory

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestMergeTwiceIsMergeOnce(t *testing.T) {
	texts := []string{"Use tabs in Go files.", "Use tabs in Go files. They are eight wide.", "They are eight wide.", "Mail goes through port 25.", "Mail goes through port 587.",
		"邮件服务用 Klaviyo。", "邮件服务用 Klaviyo。不用 Mailchimp。", "short", "🎉", "Line one here.\n\n- item two here\n> quoted three here", "**2026-01-01:** Dated text here.", ""}
	names := []string{"", "", "", "tabs", "mail", "a", "MEMORY", "Use tabs", "x/y"}
	hooks := []string{"", "", "Use tabs in Go files", "Indent with tabs: always #1", "x"}
	replaces := []string{"", "", "", "tabs", "mail", "a", "b.md", "Mail", "nope", "HANDOFF"}
	bodies := []string{v3, "Use tabs in Go files.\n", "---\nname: tabs\ndescription: Use tabs in Go files\n---\n\nThey are eight wide.\n", "no end", "", "---\ndescription: |\n  x\n---\nMail goes through port 25.\r\n"}
	index := []string{"", "- [Mail](mail.md) — x\n- [Tabs](tabs.md) — y", "# I\n| [A](a.md) | b |\n", "- [Use tabs](b.md)\r\n", strings.Repeat("l\n", maxIndexLines)}
	for seed := range uint64(700) {
		r := rand.New(rand.NewPCG(seed, 1))
		pick := func(from []string) string { return from[r.IntN(len(from))] }
		have := folder("MEMORY.md", pick(index), "HANDOFF.md", "# HANDOFF\n")
		for _, file := range []string{"tabs.md", "mail.md", "a.md", "b.md"} {
			if r.IntN(2) == 0 {
				have.Files[file] = []byte(strings.ReplaceAll(pick(bodies), "name: tabs", "name: "+file[:1])) // no two of a name
			}
		}
		var facts []Fact
		for range 1 + r.IntN(3) {
			facts = append(facts, Fact{Name: pick(names), Title: pick(names), Hook: pick(hooks), Body: pick(texts), Why: pick(texts), Exact: []string{pick(hooks)}, Quote: pick(hooks), Replaces: pick(replaces)})
		}
		for i := range facts {
			if len(facts) > 1 { // a name that one fact replaces and another takes can mean either
				facts[i].Replaces = ""
			}
		}
		files, outcomes := Merge(have, facts, session, day2)
		next := apply(have, files)
		if len(facts) == 1 {
			merged(t, have, facts...)
		} else if again, _ := Merge(next, facts, later, day2); len(again) != 0 {
			t.Errorf("merging again changes %s", show(Existing{Files: again}))
		}
		for file, old := range have.Files {
			given := false
			for i := range facts {
				given = given || facts[i].Replaces != "" && outcomes[i].What == Replaced
			}
			text := bytes.TrimSpace(old[frontEnd(old):])
			if !given && isMemory(file) && !bytes.Contains(next.Files[file], text) || file == "HANDOFF.md" && !bytes.Equal(next.Files[file], old) {
				t.Errorf("%s lost text", file)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%+v\n%+v\nhave\n%s\nnext\n%s", seed, facts, outcomes, show(have), show(next))
		}
	}
}

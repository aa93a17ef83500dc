package audit

import (
	"testing"

	"savectx/preserve"
)

// Of several noes each counts, and one that only answers something is none.
func TestEveryNoCounts(t *testing.T) {
	for _, c := range []struct {
		item, summary string
		want          Outcome
	}{
		{"No, never push to main directly, open a pull request", "No, push to main directly, open a pull request.", Changed},
		{"No, never push to main directly, open a pull request", "Never push to main directly, open a pull request.", Kept},
		{"Never deploy on Friday without asking me", "Deploy on Friday without asking me.", Changed},
		{"Do not delete users_v1, only archive it", "Delete users_v1, only archive it.", Changed},
		{"You must not touch config.yml, not even for tests", "You must touch config.yml, not even for tests.", Changed},
		{"Never commit secrets, and never force push", "Commit secrets, and never force push.", Changed},
		{"Never commit secrets, and never force push", "Secrets are never committed, nor is a push ever forced.", Kept},
		{"Nein, niemals direkt auf main pushen", "Nein, direkt auf main pushen.", Changed},
		{"不，永远不要直接推到主分支", "不，直接推到主分支。", Changed},
		{"Never mail real customers, not even from staging", "The rule: real customers get no mail, staging included.", Kept},
	} {
		if v := Judge([]preserve.Item{{Kind: preserve.Correction, Text: c.item}}, []string{c.summary})[0]; v.Outcome != c.want {
			t.Errorf("%q in %q: %s (%s), want %s", c.item, c.summary, v.Outcome, v.Evidence(), c.want)
		}
	}
}

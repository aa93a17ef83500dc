// What a person has set about hooks.

package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"savectx/cmd/savectx/hook"
)

// Who is told when a threshold is reached.
const (
	TellBoth   = "both"
	TellPerson = "person"
	TellNone   = "none"
)

// nudgeLeast is the shortest nudge.after: a reminder on every prompt is noise.
const nudgeLeast = 5 * time.Minute

// HooksAt is what a person has set about hooks, for the project around dir. A
// mistake in their file is said elsewhere: here what is right counts.
func HooksAt(dir string, getenv func(string) string) hook.Settings {
	c, _ := Load(ProjectRoot(dir), getenv)
	return c.Hooks()
}

// Hooks is what the hooks' path needs of it.
func (c Config) Hooks() hook.Settings {
	var h hook.Settings
	if c.String(NudgeTell) != TellNone {
		at := c.shares(NudgeAt)
		if len(at) > 0 {
			h.First = at[0]
		}
		if len(at) > 1 {
			h.Second = at[1]
		}
		h.After, _ = time.ParseDuration(c.String(NudgeAfter))
	}
	if at := c.shares(AutoCompactAt); len(at) > 0 {
		h.Auto = at[0]
	}
	return h
}

func (c Config) shares(name string) []int {
	var out []int
	for _, text := range c.List(name) {
		if n, err := share(text); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// share reads "60" or "60%".
func share(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%")))
	if err != nil || n < 1 || n > 100 {
		return 0, fmt.Errorf("wants percents from 1 to 100, not %q", text)
	}
	return n, nil
}

// checkShares refuses what is no rising list of at most two shares. One share
// is a list as well; none, and "off", switch them off.
func checkShares(values []string) error {
	if len(values) == 1 && off(values[0]) {
		return nil
	}
	var shares []int
	for _, v := range values {
		n, err := share(v)
		if err != nil {
			return err
		}
		shares = append(shares, n)
	}
	if len(shares) > 2 || !slices.IsSorted(shares) {
		return errors.New("wants at most two shares, the lower one first, such as [60, 80]")
	}
	return nil
}

func off(text string) bool { return text == "off" || text == "0" || text == "" }

func checkTell(values []string) error {
	who := []string{TellBoth, TellPerson, TellNone}
	if len(values) != 1 || !slices.Contains(who, values[0]) {
		return fmt.Errorf("is one of %s", strings.Join(who, ", "))
	}
	return nil
}

func checkDuration(values []string) error {
	text := strings.Join(values, "")
	if off(text) {
		return nil
	}
	if d, err := time.ParseDuration(text); err != nil || d < nudgeLeast {
		return fmt.Errorf("wants a time of at least %s, such as \"45m\", or \"off\"", nudgeLeast)
	}
	return nil
}

package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
)

func scheduleCommand(v *voice) *cli.Command {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "in", Usage: "after `TIME`, for example 20m or 1h30m"},
		&cli.StringFlag{Name: "at", Usage: "at `HH:MM`, the next time the clock shows it"},
		&cli.StringFlag{Name: "when-context", Usage: "when the session is `N%` of the way to its own compaction"},
		&cli.StringFlag{Name: "when-idle", Usage: "when the agent has been idle for `TIME`"},
		&cli.BoolFlag{Name: "every", Usage: "again and again, at least 10 minutes apart, until cancelled"},
		&cli.StringFlag{Name: "line", Usage: "type `TEXT` instead of the usual words, with or without /compact in front"},
	}
	flags = append(flags, without(runFlags(), "foreground", "dry-run")...)
	return &cli.Command{
		Name: "schedule", Usage: "compact later: at a time, at a context share, after some idleness",
		Flags: append(flags, lineFlags()...),
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			condition, err := conditionOf(c, time.Now())
			if err != nil {
				return err
			}
			// What will be worth keeping then, the PreCompact hook knows then.
			return v.start(c, orchestrator.Compact, func(conversation) (string, error) { return v.lineOf(c, conversation{}) }, condition)
		},
	}
}

const conditionHint = "give exactly one of --in 20m, --at 18:30, --when-context 80%, --when-idle 10m"

// conditionOf reads the one condition the flags must hold.
func conditionOf(c *cli.Context, now time.Time) (*orchestrator.Condition, error) {
	var set []string
	for _, name := range []string{"in", "at", "when-context", "when-idle"} {
		if c.IsSet(name) {
			set = append(set, name)
		}
	}
	if len(set) != 1 {
		return nil, usageError{fmt.Sprintf("a schedule needs one condition, not %d", len(set)), conditionHint}
	}
	text := strings.TrimSpace(c.String(set[0]))
	condition, err := parseCondition(set[0], text, now)
	if err != nil {
		return nil, usageError{fmt.Sprintf("--%s %q: %v", set[0], text, err), conditionHint}
	}
	condition.Text = set[0] + " " + text
	condition.Every = c.Bool("every")
	if condition.Every {
		condition.Text += " every"
	}
	return &condition, nil
}

// Bounds of a schedule: below them it is a mistake, above them nobody
// remembers having asked.
const (
	shortestWait = time.Second
	longestWait  = 7 * 24 * time.Hour
)

func parseCondition(name, text string, now time.Time) (orchestrator.Condition, error) {
	switch name {
	case "in":
		d, err := duration(text)
		return orchestrator.Condition{Due: now.Add(d).Round(0), Repeat: d}, err
	case "at":
		due, err := nextClock(text, now)
		return orchestrator.Condition{Due: due}, err
	case "when-idle":
		d, err := duration(text)
		return orchestrator.Condition{Idle: d}, err
	default:
		n, err := strconv.Atoi(strings.TrimSuffix(text, "%"))
		if err != nil || n < 1 || n > 99 {
			return orchestrator.Condition{}, fmt.Errorf("not a share between 1%% and 99%%")
		}
		return orchestrator.Condition{Percent: n}, nil
	}
}

func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("not a time such as 90s, 20m or 1h30m")
	case d < shortestWait:
		return 0, fmt.Errorf("shorter than %s", shortestWait)
	case d > longestWait:
		return 0, fmt.Errorf("longer than %d days", longestWait/(24*time.Hour))
	}
	return d, nil
}

var clock = regexp.MustCompile(`^([01]?[0-9]|2[0-3]):([0-5][0-9])$`)

// nextClock is the next moment the wall clock shows text. On the two odd
// nights of a year it is what the local time zone makes of it.
func nextClock(text string, now time.Time) (time.Time, error) {
	m := clock.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, fmt.Errorf("not a time of the day such as 18:30")
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	due := time.Date(now.Year(), now.Month(), now.Day(), hour, minute, 0, 0, now.Location())
	if !due.After(now) {
		due = time.Date(now.Year(), now.Month(), now.Day()+1, hour, minute, 0, 0, now.Location())
	}
	return due, nil
}

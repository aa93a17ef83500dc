package orchestrator

import (
	"testing"
	"time"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func TestConditions(t *testing.T) {
	due := Condition{Due: noon}
	for name, c := range map[string]struct {
		condition   Condition
		facts       facts
		met, missed bool
	}{
		"early":                         {due, facts{now: noon.Add(-time.Second)}, false, false},
		"in time":                       {due, facts{now: noon}, true, false},
		"a little late":                 {due, facts{now: noon.Add(lateLimit)}, true, false},
		"too late":                      {due, facts{now: noon.Add(lateLimit + time.Second)}, false, true},
		"the clock was set back a year": {due, facts{now: noon.AddDate(-1, 0, 0)}, false, false},
		"the clock was set on a year":   {due, facts{now: noon.AddDate(1, 0, 0)}, false, true},
		"context below":                 {Condition{Percent: 80}, facts{percent: 79}, false, false},
		"context there":                 {Condition{Percent: 80}, facts{percent: 80}, true, false},
		"context unknown":               {Condition{Percent: 80}, facts{}, false, false},
		"busy":                          {Condition{Idle: time.Minute}, facts{}, false, false},
		"idle too short":                {Condition{Idle: time.Minute}, facts{idle: 59 * time.Second}, false, false},
		"idle long enough":              {Condition{Idle: time.Minute}, facts{idle: time.Minute}, true, false},
	} {
		met, wait, missed := c.condition.judge(c.facts)
		if met != c.met || (missed != "") != c.missed {
			t.Errorf("%s: met %v, missed %q", name, met, missed)
		}
		if wait < 0 {
			t.Errorf("%s: waits %s", name, wait)
		}
	}
}

// A condition that stays true does not repeat without a pause.
func TestRepeatedWithAPause(t *testing.T) {
	for _, c := range []Condition{{Idle: time.Second}, {Percent: 1}} {
		f := facts{now: noon, idle: time.Hour, percent: 99}
		again := c.next(noon)
		if met, _, _ := again.judge(f); met {
			t.Errorf("%+v: met again at once", c)
		}
		f.now = noon.Add(everyPause)
		if met, _, _ := again.judge(f); !met {
			t.Errorf("%+v: never met again", c)
		}
	}
}

func TestRepeatedConditions(t *testing.T) {
	now := noon.Add(time.Minute)
	for name, c := range map[string]struct {
		condition Condition
		due       time.Time
	}{
		"every 5 minutes is every 10": {Condition{Due: noon, Repeat: 5 * time.Minute}, now.Add(everyPause)},
		"every hour":                  {Condition{Due: noon, Repeat: time.Hour}, now.Add(time.Hour)},
		"at noon is tomorrow":         {Condition{Due: noon}, noon.AddDate(0, 0, 1)},
	} {
		got := c.condition.next(now)
		if !got.Due.Equal(c.due) {
			t.Errorf("%s: %s, want %s", name, got.Due, c.due)
		}
		if met, _, _ := got.judge(facts{now: now.Add(everyPause - time.Second)}); met {
			t.Errorf("%s: met again too soon", name)
		}
	}
}

package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"savectx/orchestrator/session"
	"savectx/preserve/safefile"
)

// A turn that answers with the same words as the one before is measured by its
// own row, which the client writes after it has called the hook.
func TestAutoWaitsForThisTurnsRow(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.jsonl")
	h := Hook{State: session.Dir(dir), Config: dir, Getenv: func(name string) string { return map[string]string{"TMUX": "/tmp/s,1,0"}[name] },
		Settings: func(string) Settings { return Settings{Auto: 70} }}
	e := Event{Session: "11111111", Transcript: path, Name: "Stop", Last: "Done."}
	answer := func(tokens int) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		_, err = fmt.Fprintf(f, `{"type":"assistant","timestamp":%q,"message":{"model":"claude-sonnet-4-5","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":%d}}}`+"\n",
			time.Now().UTC().Format(time.RFC3339Nano), tokens)
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := h.State.Session(e.Session)
	if err != nil {
		t.Fatal(err)
	}
	answer(1000)
	if next, err := h.Run(e); next.More || err != nil {
		t.Fatalf("the first turn: %+v, %v", next, err)
	}
	late := make(chan struct{})
	time.AfterFunc(endPatience/4, func() { answer(150_000); close(late) })
	next, err := h.Run(e)
	<-late
	if next.Auto != 89 || err != nil {
		t.Errorf("the second turn: %+v, %v", next, err)
	}

	// Not again within ten minutes, unless the clock was set back since.
	for ago, due := range map[time.Duration]bool{time.Minute: false, 9 * time.Minute: false, 11 * time.Minute: true, -time.Hour: true} {
		if err := s.PutAuto(session.Auto{Runs: []time.Time{time.Now().Add(-ago)}}); err != nil {
			t.Fatal(err)
		}
		if got := h.autoDue(e, s, time.Time{}) > 0; got != due {
			t.Errorf("a run %v ago: due %v", ago, got)
		}
	}
	// What happened more than two hours ago does not count.
	var runs []time.Time
	for _, ago := range []time.Duration{5 * time.Hour, 119 * time.Minute, 20 * time.Minute} {
		runs = append(runs, time.Now().Add(-ago))
	}
	if err := s.PutAuto(session.Auto{Runs: runs}); err != nil || len(AutoRuns(s)) != 2 {
		t.Errorf("%v, recent runs %v", err, AutoRuns(s))
	}
	// Enough of them, and it was said: not a word more, until one is long ago.
	runs = []time.Time{time.Now().Add(-50 * time.Minute), time.Now().Add(-35 * time.Minute), time.Now().Add(-15 * time.Minute)}
	if err := s.PutAuto(session.Auto{Runs: runs}); err != nil || h.autoDue(e, s, time.Time{}) == 0 {
		t.Errorf("%v: it is to be said", err)
	}
	if !s.Claim(AutoStopped) || h.autoDue(e, s, time.Time{}) != 0 {
		t.Error("it is said once more")
	}
	s.Unclaim(AutoStopped)
	if err := s.PutAuto(session.Auto{}); err != nil {
		t.Fatal(err)
	}
	// A job that waits for the session comes first.
	unlock, ok, err := safefile.TryLock(s.Lock())
	if got := h.autoDue(e, s, time.Time{}); !ok || err != nil || got != 0 {
		t.Errorf("with a job at work: %d, %v", got, err)
	}
	unlock()
	// Outside tmux nothing can be typed.
	h.Getenv = func(string) string { return "" }
	if got := h.autoDue(e, s, time.Time{}); got != 0 {
		t.Errorf("outside tmux: %d", got)
	}
}

// An answer of several blocks has a row for each, and the event has them all.
func TestMeasureEndOfSeveralBlocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	row := `{"type":"assistant","timestamp":"2026-11-30T10:00:00Z","message":{"content":[{"type":"text","text":"part two"}],"usage":{"input_tokens":7}}}` + "\n"
	if err := os.WriteFile(path, []byte(row), 0o600); err != nil {
		t.Fatal(err)
	}
	r, found := measureEnd(Event{Transcript: path, Last: "part one\n\npart two\n"}, time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC))
	if r.Tokens != 7 || !found {
		t.Errorf("%+v, found %v", r, found)
	}
}

func TestHanded(t *testing.T) {
	env := func(since time.Time) func(string) string {
		name, value, _ := strings.Cut(Next{More: true, Auto: 85}.Hand(since), "=")
		return func(n string) string {
			if n == name {
				return value
			}
			return ""
		}
	}
	if n, _, ok := Handed(env(time.Now())); !ok || n != (Next{true, 85}) {
		t.Errorf("%+v, %v", n, ok)
	}
	for _, since := range []time.Time{time.Now().Add(-time.Minute), time.Now().Add(time.Minute)} {
		if _, _, ok := Handed(env(since)); ok {
			t.Errorf("what was handed at %v counts", since)
		}
	}
	if _, _, ok := Handed(func(string) string { return "x" }); ok {
		t.Error("nonsense counts")
	}
}

// What comes behind the part that is kept is read to its end, and the fields
// before it count.
func TestHugeEvents(t *testing.T) {
	long := strings.Repeat("y", 2*InputLimit)
	r := strings.NewReader(`{"session_id":"11111111","hook_event_name":"Stop","x":"` + long + `","prompt":"late"}`)
	if e, _, err := Read(r, "Other"); err != nil || e.Session != "11111111" || e.Name != "Stop" || e.Prompt != "" || r.Len() != 0 {
		t.Errorf("%+v, %v, %d bytes left", e, err, r.Len())
	}
	if _, _, err := Read(strings.NewReader(`{"x":"`+long+`","session_id":"11111111"}`), "Stop"); err == nil {
		t.Error("an event whose session lies behind what is kept is no error")
	}
	tool := `{"session_id":"11111111","hook_event_name":"PostToolUse","tool_response":{"a":1},"agent_id":"a1"}`
	if e, _, err := Read(strings.NewReader(tool), ""); err != nil || !e.Agent {
		t.Errorf("an agent named behind the tool's answer: %+v, %v", e, err)
	}
}

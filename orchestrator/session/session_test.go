package session_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"savectx/orchestrator/session"
)

func folder(t *testing.T) session.Session {
	t.Helper()
	s, err := session.Dir(t.TempDir()).Session("11111111-2222-4333-8444-555555555555")
	must(t, err)
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The list of a compaction is the last one written after the compaction before
// it and not after its own boundary.
func TestListAt(t *testing.T) {
	s := folder(t)
	start := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	minute := func(n int) time.Time { return start.Add(time.Duration(n) * time.Minute) }
	for _, n := range []int{10, 12, 30} { // 10 was tried only
		must(t, s.PutList(session.List{At: minute(n), Trigger: "auto", Entries: json.RawMessage(fmt.Sprintf(`["%d"]`, n))}))
	}
	for _, c := range []struct {
		after, until int // minutes; after 0 is none
		want         string
	}{
		{0, 13, `["12"]`}, {0, 12, `["12"]`}, {0, 11, `["10"]`}, {0, 9, ""}, {13, 31, `["30"]`}, {13, 29, ""}, {30, 40, ""}, {0, 90, `["30"]`},
	} {
		after := time.Time{}
		if c.after > 0 {
			after = minute(c.after)
		}
		if l, ok := s.ListAt(after, minute(c.until)); string(l.Entries) != c.want || ok != (c.want != "") {
			t.Errorf("after %d, until %d: %s %v, want %q", c.after, c.until, l.Entries, ok, c.want)
		}
	}
	must(t, os.WriteFile(filepath.Join(s.Path, "lists", "none.json"), []byte("x"), 0o600))
	must(t, os.WriteFile(filepath.Join(s.Path, "lists", fmt.Sprint(minute(50).UnixNano())+".json"), []byte("{broken"), 0o600))
	if _, ok := s.ListAt(minute(40), minute(60)); ok {
		t.Error("a broken list is one")
	}
}

// Old lists go, the newest stay.
func TestListsDoNotPileUp(t *testing.T) {
	s := folder(t)
	start := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	const n = 60
	for i := range n {
		must(t, s.PutList(session.List{At: start.Add(time.Duration(i) * time.Second), Entries: json.RawMessage("[]")}))
	}
	files, err := os.ReadDir(filepath.Join(s.Path, "lists"))
	must(t, err)
	if len(files) != 50 {
		t.Errorf("%d files", len(files))
	}
	if _, ok := s.ListAt(start.Add((n-2)*time.Second), start.Add(n*time.Second)); !ok {
		t.Error("the newest has gone")
	}
}

// A list belongs to one compaction, whatever the clock says; one that was
// written under an earlier clock is not the first to go.
func TestTakeList(t *testing.T) {
	s := folder(t)
	if _, ok := s.TakeList(); ok {
		t.Error("a list out of nothing")
	}
	future := time.Now().Add(24 * time.Hour)
	for i := range 60 {
		must(t, s.PutList(session.List{At: future.Add(time.Duration(i) * time.Second), Entries: json.RawMessage("[]")}))
	}
	now := time.Now()
	must(t, s.PutList(session.List{At: now, Entries: json.RawMessage(`["now"]`)}))
	if l, ok := s.ListAt(now.Add(-time.Second), now); !ok || string(l.Entries) != `["now"]` {
		t.Errorf("by its time: %s %v", l.Entries, ok)
	}
	if l, ok := s.TakeList(); !ok || string(l.Entries) != `["now"]` {
		t.Errorf("%s %v", l.Entries, ok)
	}
	if _, ok := s.TakeList(); ok {
		t.Error("twice")
	}
}

// A list of texts that is written while another hook takes some of the old one
// is not lost: whichever comes first, the new text is handed out or waits, once,
// and nothing of the old list waits on.
func TestWaitingAtTheSameTime(t *testing.T) {
	s := folder(t)
	for range 100 {
		must(t, s.PutWaiting(slices.Repeat([]string{"old"}, 200)))
		done := make(chan error)
		go func() { done <- s.PutWaiting([]string{"new"}) }()
		var handed []string
		must(t, s.Deliver(10, func(texts []string) error { handed = texts; return nil }))
		must(t, <-done)
		waits := s.Waiting()
		taken := slices.Equal(handed, []string{"new"}) && len(waits) == 0
		if !taken && (slices.Contains(handed, "new") || !slices.Equal(waits, []string{"new"})) {
			t.Fatalf("handed out: %.40q, %d texts wait: %.40q", handed, len(waits), waits)
		}
	}
}

// What did not arrive waits on.
func TestWhatDidNotArrive(t *testing.T) {
	s := folder(t)
	must(t, s.PutWaiting([]string{"a", "b", "c"}))
	full := errors.New("no space left on device")
	if err := s.Deliver(3, func([]string) error { return full }); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	if got := s.Waiting(); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("%q", got)
	}
}

// Texts that wait come in their order, each once, as many as fit with a line
// break each.
func TestDeliver(t *testing.T) {
	s := folder(t)
	var texts []string
	for i := range 40 {
		texts = append(texts, fmt.Sprintf("%02d %s", i, strings.Repeat("é", i)))
	}
	must(t, s.PutWaiting(slices.Clone(texts)))
	const limit = 100
	var all []string
	for s.Waits() {
		var batch []string
		must(t, s.Deliver(limit, func(texts []string) error { batch = texts; return nil }))
		if n := utf8.RuneCountInString(strings.Join(batch, "\n")); n > limit || len(batch) == 0 {
			t.Fatalf("a batch of %d texts and %d characters", len(batch), n)
		}
		all = append(all, batch...)
	}
	if !slices.Equal(all, texts) {
		t.Errorf("%q", all)
	}
}

// A save nobody asked for does not take the place of one that was.
func TestJudgement(t *testing.T) {
	s := folder(t)
	put := func(id, snapshot string, unasked bool) {
		must(t, s.PutSaved(session.Saved{ID: id, At: time.Now(), Unasked: unasked, Snapshot: json.RawMessage(snapshot)}))
	}
	put("a", `{"topic":"auto"}`, true)
	if j := s.Saved().Judgement(); len(j) > 0 {
		t.Errorf("%s", j)
	}
	put("b", `{"topic":"person"}`, false)
	put("c", `{"topic":"auto"}`, true)
	put("d", `{"topic":"auto"}`, true)
	if saved := s.Saved(); string(saved.Judgement()) != `{"topic":"person"}` || string(saved.Snapshot) != `{"topic":"auto"}` {
		t.Errorf("%s, %s", saved.Judgement(), saved.Snapshot)
	}
}

// The session that was loaded last counts; what is none is refused.
func TestLoaded(t *testing.T) {
	s := folder(t)
	if got := s.Loaded(); got != "" {
		t.Errorf("nothing was loaded: %q", got)
	}
	const other = "22222222-2222-4333-8444-555555555555"
	must(t, s.PutLoaded("33333333-2222-4333-8444-555555555555"))
	must(t, s.PutLoaded(other))
	if got := s.Loaded(); got != other {
		t.Errorf("loaded %q, want %q", got, other)
	}
	if err := s.PutLoaded("../x"); err == nil || s.Loaded() != other {
		t.Errorf("no id: %v, %q", err, s.Loaded())
	}
	must(t, s.PutLoaded(s.ID))
	if got := s.Loaded(); got != "" {
		t.Errorf("a session does not go on from itself: %q", got)
	}
	must(t, os.WriteFile(filepath.Join(s.Path, "loaded.json"), []byte(`{"id": "a\u0000b"}`), 0o600))
	if got := s.Loaded(); got != "" {
		t.Errorf("what is no id: %q", got)
	}
}

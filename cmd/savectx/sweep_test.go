package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"savectx/cmd/savectx/hook"
	"savectx/orchestrator"
	"savectx/orchestrator/proc"
	"savectx/orchestrator/session"
	"savectx/preserve/memory/store"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// What is young, worked at, or behind a link stays.
func TestSweep(t *testing.T) {
	state := session.Dir(t.TempDir())
	now := time.Now()
	folder := func(id string, age time.Duration) session.Session {
		t.Helper()
		s, err := state.Session(id)
		must(t, err, s.PutTurn(session.Turn{Event: "Stop"}))
		for _, path := range []string{filepath.Join(s.Path, "turn.json"), s.Path} {
			must(t, os.Chtimes(path, now.Add(-age), now.Add(-age)))
		}
		return s
	}
	const day = 24 * time.Hour
	old, young := folder("old", 31*day), folder("young", 29*day)
	touched := folder("touched", 31*day)
	must(t, os.Chtimes(filepath.Join(touched.Path, "turn.json"), now, now))
	held := folder("held", 31*day)
	unlock, ok, err := safefile.TryLock(held.Lock())
	must(t, err)
	if !ok {
		t.Fatal("no lock")
	}
	defer unlock()
	for _, path := range []string{held.Lock(), held.Path} {
		must(t, os.Chtimes(path, now.Add(-31*day), now.Add(-31*day)))
	}
	must(t, sweepSessions(state, now))
	for s, stays := range map[session.Session]bool{old: false, young: true, touched: true, held: true} {
		if _, err := os.Stat(s.Path); (err == nil) != stays {
			t.Errorf("%s: %v, should stay: %v", s.ID, err, stays)
		}
	}

	elsewhere := t.TempDir()
	must(t, os.Mkdir(filepath.Join(elsewhere, "abc"), 0o700), os.Chtimes(filepath.Join(elsewhere, "abc"), now.Add(-90*day), now.Add(-90*day)))
	linked := session.Dir(t.TempDir())
	must(t, os.Symlink(elsewhere, filepath.Join(string(linked), "sessions")), sweepSessions(linked, now))
	if _, err := os.Stat(filepath.Join(elsewhere, "abc")); err != nil {
		t.Error("a folder behind a link was removed")
	}

	store := orchestrator.NewStore(state.Jobs())
	for id, j := range map[string]orchestrator.Job{
		"00000a": {State: orchestrator.Compacted, Updated: now.Add(-31 * day)},
		"00000b": {State: orchestrator.Compacted, Updated: now.Add(-29 * day)},
		"00000c": {State: orchestrator.Armed, Pending: true, Boot: proc.Boot(), Created: now, Deadline: time.Hour, Updated: now.Add(-31 * day)},
	} {
		j.ID = id
		must(t, store.Create(&j))
	}
	must(t, sweepJobs(state, now))
	for id, stays := range map[string]bool{"00000a": false, "00000b": true, "00000c": true} {
		if _, err := store.Load(id); (err == nil) != stays {
			t.Errorf("job %s: %v, should stay: %v", id, err, stays)
		}
	}
}

// A prompt that calls one of our skills is no occasion for a note.
func TestOwnPromptsAreAllSkills(t *testing.T) {
	for _, s := range prompts.Skills() {
		for _, prompt := range []string{"/" + s.Name, "/savectx:" + s.Name + " with words", " /" + s.Name + "\nmore"} {
			if !hook.OwnPrompt(prompt) {
				t.Errorf("%q is not known", prompt)
			}
		}
	}
	for _, prompt := range []string{"", "save", "compact it", "/savectx", "/other", "/save-everything"} {
		if hook.OwnPrompt(prompt) {
			t.Errorf("%q is taken for ours", prompt)
		}
	}
}

// The parts of the store's index are brought together; where there is no store,
// none is made.
func TestTidyMemory(t *testing.T) {
	state, ctx := session.Dir(t.TempDir()), t.Context()
	must(t, tidyMemory(ctx, state))
	path := filepath.Join(string(state), memoryFile)
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		t.Fatalf("a store was made: %v", err)
	}
	s, err := store.Open(ctx, path)
	must(t, err)
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer db.Close()
	parts := func() (n int) {
		must(t, db.QueryRow("SELECT count(DISTINCT segid) FROM fts_idx").Scan(&n))
		return n
	}
	for i := 0; parts() < 6; i++ {
		if i > 2000 {
			t.Fatalf("%d parts", parts())
		}
		_, err := s.Remember(ctx, store.Memory{Content: fmt.Sprintf("The port of host %d is open", i)})
		must(t, err)
	}
	must(t, s.Close(), tidyMemory(ctx, state))
	if n := parts(); n != 1 {
		t.Errorf("%d parts", n)
	}
}

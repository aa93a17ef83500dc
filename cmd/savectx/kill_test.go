// A save with every local destination, killed at any moment.

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// killTime bounds the killing when nobody asks for a number.
const (
	killTime      = 14 * time.Second
	killTimeShort = 5 * time.Second // with -short
)

// world is one project with everything a save can touch, always in the same
// place, so that what is written differs in times and ids only.
type world struct {
	t     *testing.T
	dir   string
	start map[string][]byte // the user's files before
	done  map[string][]byte // and after, without times and ids
	took  time.Duration     // a whole save, about
}

const killedSnapshot = `{"version": 1, "language": "en", "topic": "Mail", "items": [
 {"kind": "decision", "text": "Klaviyo, not Mailchimp", "why": "it has a cart event of its own", "target": {"file": "docs/api.md", "section": "Mail"}, "memory": {"name": "mail-service"}},
 {"kind": "dead_end", "text": "The checkouts/update webhook", "why": "it fires dozens of times a cart", "exact": ["429 Too Many Requests"]},
 {"kind": "correction", "text": "Tests never mail real customers", "quote": "never send to real customers in tests", "memory": {"hook": "Use the test address"}},
 {"kind": "open", "text": "Deploy to staging", "target": {"file": "README.md", "section": "Plans"}},
 {"kind": "open", "text": "Write the mail", "done": true},
 {"kind": "fact", "text": "The database listens on 5433", "replaces": "port"}],
 "next": ["deploy to staging"]}`

// userFolders are the folders of the world that are the user's.
var userFolders = []string{"shop", "claude", "vault"}

func (w *world) files() map[string]string {
	memory := memoryOf(w.dir, "shop")
	return map[string]string{
		"shop/README.md":              "# Shop\r\n\r\n## Plans\r\n\r\n- More\r\n",
		"shop/docs/api.md":            "\ufeff# API\n\n## Mail\n\n- Once a minute.\n\n## Carts",
		"shop/docs/DECISIONS.md":      "# Decisions\n",
		"shop/docs/TASKS.md":          "# Tasks\n\n- [ ] Write the mail\n",
		"shop/CLAUDE.md":              "# Rules\n\n- Use tabs.\n",
		"shop/TempContext.md":         "# TempContext\n\nMine.\n",
		"claude/handoffs/11111111.md": "# Handoff . /old . 2026-01-01 00:00\n\nOld.\n",
		"claude/handoffs/old.md":      "# Handoff . /old . 2020-01-01 00:00\n\nVery old.\n",
		w.rel(memory, "MEMORY.md"):    "# Memory\n\n- [Port](port.md) — The database listens on 5432\n",
		w.rel(memory, "port.md"):      "---\nname: port\ndescription: The database listens on 5432\nmetadata:\n  type: project\n---\n\nThe database listens on 5432.\n",
		"vault/.keep":                 "",
		"../" + snapshotName(w.dir):   killedSnapshot,
	}
}

func snapshotName(dir string) string { return filepath.Base(dir) + ".json" }

func (w *world) rel(dir, name string) string {
	rel, err := filepath.Rel(w.dir, filepath.Join(dir, name))
	must(w.t, err)
	return rel
}

// fresh makes the world anew.
func (w *world) fresh() {
	w.t.Helper()
	must(w.t, os.RemoveAll(w.dir))
	for name, text := range w.files() {
		path := filepath.Join(w.dir, name)
		must(w.t, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
	}
	long := time.Now().Add(-30 * 24 * time.Hour)
	must(w.t, os.Chtimes(filepath.Join(w.dir, "claude/handoffs/old.md"), long, long))
}

// user are the user's files, with their folders.
func (w *world) user() map[string][]byte {
	w.t.Helper()
	out := map[string][]byte{}
	for _, folder := range userFolders {
		files, err := readTree(filepath.Join(w.dir, folder))
		must(w.t, err)
		for name, data := range files {
			out[folder+"/"+name] = data
		}
	}
	return out
}

func (w *world) run(args ...string) func() result {
	cmd := w.command(args...)
	return begin(w.t, cmd)
}

func (w *world) command(args ...string) *exec.Cmd {
	cmd := savectx(w.t, w.dir, []string{"CLAUDE_CODE_SESSION_ID=" + sessionID,
		"SAVECTX_NOTES_VAULT=" + filepath.Join(w.dir, "vault"), "SAVECTX_NOTES_DAILY_LOGS=logs", "SAVECTX_NOTES_DECISIONS=decisions"}, args...)
	cmd.Dir = filepath.Join(w.dir, "shop")
	return cmd
}

func (w *world) save() []string {
	return []string{"save", "--to", "context,docs,memory,handoff,notes", filepath.Join(w.dir, "..", snapshotName(w.dir))}
}

// whole is a file's content without times and ids.
func whole(data []byte) []byte { return []byte(withoutTimes(string(data))) }

// timeless are files without times and ids, in their names as well.
func timeless(files map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	for name, data := range files {
		out[withoutTimes(name)] = whole(data)
	}
	return out
}

var leftover = regexp.MustCompile(`/\.[^/]+\.savectx-[0-9a-f]{16}$`)

// check wants every file old or new, and says whether some is new and some old.
func (w *world) check(files map[string][]byte, when string) {
	w.t.Helper()
	for name, data := range files {
		old, was := w.start[name]
		done, will := w.done[withoutTimes(name)]
		switch {
		case strings.HasSuffix(name, "/"), leftover.MatchString(name):
		case was && bytes.Equal(data, old):
		case will && bytes.Equal(whole(data), done):
		default:
			w.t.Fatalf("%s: %s is neither old nor new: %q", when, name, data)
		}
	}
	for name := range w.start {
		if _, will := w.done[withoutTimes(name)]; will && files[name] == nil && !strings.HasSuffix(name, "/") && len(w.start[name]) > 0 {
			w.t.Fatalf("%s: %s is gone", when, name)
		}
	}
}

// TestKilled kills a save with every local destination at random moments, over
// and over. After each, every file is whole, old or new; then undo brings all
// the old ones back, or apply all the new ones.
// SAVECTX_KILLS=1000 asks for a number, SAVECTX_SEED repeats a run.
func TestKilled(t *testing.T) {
	kills, _ := strconv.Atoi(os.Getenv("SAVECTX_KILLS"))
	seed, err := strconv.ParseUint(os.Getenv("SAVECTX_SEED"), 10, 64)
	if err != nil {
		seed = rand.Uint64()
	}
	t.Logf("SAVECTX_SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 0))

	w := &world{t: t, dir: filepath.Join(t.TempDir(), "w")}
	w.fresh()
	w.start = w.user()
	began := time.Now()
	w.run(w.save()...)().want(t, exitDone, "✅ Saved 2 doc edits + 1 TempContext.md entry.", "")
	w.took = time.Since(began)
	w.done = timeless(w.user())
	if n := len(w.done); n < 15 || len(treeDiff(timeless(w.start), w.done)) == 0 {
		t.Fatalf("the save touches too little: %d files", n)
	}
	w.run("undo")().want(t, exitDone, "", "")
	if diff := treeDiff(w.user(), w.start); diff != "" {
		t.Fatalf("undo of a whole save leaves %s", diff)
	}

	counts := map[string]int{}
	limit := killTime
	if testing.Short() {
		limit = killTimeShort
	}
	end := time.Now().Add(limit)
	for i := 0; kills > 0 && i < kills || kills == 0 && time.Now().Before(end); i++ {
		w.fresh()
		counts[w.kill(time.Duration(random.Int64N(int64(w.took*5/4))), i%2 == 0)]++
		counts["all"]++
	}
	t.Logf("%v", counts)
	if counts["undone"] == 0 || counts["applied"] == 0 {
		t.Errorf("no save was killed once its journal had it: %v", counts)
	}
}

// kill begins a save, kills it after a while and settles what is left.
func (w *world) kill(after time.Duration, undo bool) (what string) {
	w.t.Helper()
	cmd := w.command(w.save()...)
	must(w.t, cmd.Start())
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	if err := cmd.Wait(); err == nil {
		w.took -= w.took / 20 // it was through: earlier next time
	}
	timer.Stop()
	when := fmt.Sprintf("killed after %v", after)
	files := w.user()
	w.check(files, when)
	steps, err := filepath.Glob(filepath.Join(w.dir, "state/savectx/journal/*/step"))
	must(w.t, err)
	if len(steps) == 0 {
		if diff := treeDiff(files, w.start); diff != "" {
			w.t.Fatalf("%s: nothing in the journal, and yet %s", when, diff)
		}
		w.took += w.took / 20
		return "before"
	}
	id := filepath.Base(filepath.Dir(steps[0]))
	if undo {
		w.run("undo", id)().want(w.t, exitDone, "", "")
		if diff := treeDiff(w.user(), w.start); diff != "" {
			w.t.Fatalf("%s: undo leaves %s", when, diff)
		}
		return "undone"
	}
	w.run("apply", id)().want(w.t, exitDone, "", "")
	if diff := treeDiff(timeless(w.user()), w.done); diff != "" {
		w.t.Fatalf("%s: apply leaves %s", when, diff)
	}
	return "applied"
}

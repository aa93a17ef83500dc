package remote_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/remote"
)

// depots is a server with a memory of another project, and a fact that names it.
func depots(t *testing.T, has tools, theirs, ours string) (*mcpWorld, remote.Fact) {
	w := newMCP(t, has)
	f := fact(ours)
	f.Replaces = w.insert(theirs, "decision", "depot")
	return w, f
}

// The server takes the fact for another memory than the one that it names, or
// would, once that is gone: nothing is removed.
func TestDroppedForAThird(t *testing.T) {
	const depotA, kioskA = "Limit A is 219" + long, "Limit A is 220" + long
	for name, has := range map[string]tools{"told": {near: true}, "told by its text": {near: true, onlyText: true}, "not told": {near: true, untold: true}} {
		for what, tt := range map[string]struct {
			depot, kiosk string
			second       bool // the server looks at kiosk's after depot's
		}{
			"unlike":         {mail, redis, true},
			"like":           {depotA, kioskA, false},
			"like, and next": {depotA, kioskA, true},
		} {
			t.Run(name+"/"+what, func(t *testing.T) {
				w, f := depots(t, has, tt.depot, tt.kiosk)
				w.insert(tt.kiosk, "decision", "kiosk")
				if !tt.second {
					slices.Reverse(w.all)
				}
				b, _ := box(t)
				o := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)[0]
				for range 2 {
					if o.State != remote.Conflict || !o.Firm || o.Err == nil {
						t.Errorf("%+v", o)
					}
					are(t, w.store(t), "depot", tt.depot)
					are(t, w.store(t), "kiosk", tt.kiosk)
					are(t, w.store(t), "shop")
					counts(t, b, 0, 1)
					o = remote.Settle(t.Context(), b, w.store(t), o.Item)
				}
				if err := remote.Revert(t.Context(), b, w.store(t), stored(t, o)); err != nil {
					t.Error(err)
				}
				holds(t, w, tt.depot, tt.kiosk)
			})
		}
	}
}

// The time is over after the named memory went and before the fact came: the
// next try brings it, and an undo gives the other project its memory back.
func TestReplacingStopsInBetween(t *testing.T) {
	for _, retried := range []bool{false, true} {
		w, f := depots(t, tools{near: true}, limit219+long, limit220+long)
		b, _ := box(t)
		ctx, cancel := context.WithCancel(t.Context())
		w.deleted = cancel
		out := remote.Save(ctx, b, w.store(t), []remote.Fact{f}, nil)
		become(t, out, remote.Waiting)
		w.mu.Lock()
		w.deleted = nil
		w.mu.Unlock()
		if retried {
			if rep, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil || len(rep.Delivered) != 1 {
				t.Fatalf("%+v %v", rep, err)
			}
			are(t, w.store(t), "shop", limit220+long)
			are(t, w.store(t), "depot")
		}
		for range 2 {
			if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
				t.Fatal(err)
			}
			are(t, w.store(t), "shop")
			are(t, w.store(t), "depot", limit219+long)
		}
	}
}

// A server that never removes: what was written counts, and what stays is told.
func TestRemovingIsRefused(t *testing.T) {
	const no = "no permission to remove it"
	stays := func(t *testing.T, o remote.Outcome, want remote.State, old string) {
		t.Helper()
		if o.State != want || len(o.Others) != 1 || o.Others[0].Text != old || o.Err != nil {
			t.Errorf("%+v", o)
		}
	}
	t.Run("added beside", func(t *testing.T) {
		w, f := depots(t, tools{keeps: no}, limit219, limit220)
		b, _ := box(t)
		o := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)[0]
		stays(t, o, remote.Added, limit219)
		if o.ID != "n2" || o.Text != "" {
			t.Errorf("%+v", o)
		}
		counts(t, b, 0, 0)
		are(t, w.store(t), "shop", limit220)
		are(t, w.store(t), "depot", limit219)
	})
	t.Run("there already", func(t *testing.T) {
		w, f := depots(t, tools{keeps: no}, limit219, limit220)
		w.insert(limit220, "decision", "shop")
		b, _ := box(t)
		o := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)[0]
		stays(t, o, remote.Unchanged, limit219)
		counts(t, b, 0, 0)
		holds(t, w, limit219, limit220)
	})
	t.Run("dropped", func(t *testing.T) {
		w, f := depots(t, tools{keeps: no, near: true}, limit219+long, limit220+long)
		o := w.store(t).Put(t.Context(), f, nil)
		if o.State != remote.Conflict || !o.Firm || o.Err == nil || !strings.Contains(o.Err.Error(), no) {
			t.Errorf("%+v", o)
		}
		holds(t, w, limit219+long)
	})
	t.Run("not now, then never", func(t *testing.T) {
		w, f := depots(t, tools{keeps: "rate limit"}, limit219, limit220)
		b, _ := box(t)
		out := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)
		become(t, out, remote.Waiting)
		w.mu.Lock()
		w.keeps = no
		w.mu.Unlock()
		if rep, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil || len(rep.Delivered) != 1 {
			t.Fatalf("%+v %v", rep, err)
		}
		holds(t, w, limit219, limit220)
		w.mu.Lock()
		w.keeps = ""
		w.mu.Unlock()
		if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
			t.Fatal(err)
		}
		holds(t, w, limit219)
	})
}

// The id of an addition that is not done yet is none of a memory.
func TestReplacedByWhatIsPending(t *testing.T) {
	w, f := depots(t, tools{pending: true}, limit219, limit220)
	b, _ := box(t)
	o := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)[0]
	if o.State != remote.Replaced || o.ID != "" {
		t.Errorf("%+v", o)
	}
	if err := remote.Revert(t.Context(), b, w.store(t), stored(t, o)); err != nil {
		t.Fatal(err)
	}
	are(t, w.store(t), "shop")
	are(t, w.store(t), "depot", limit219)
}

// A server that knows what it was given, and does not show it yet.
func TestDuplicateOfOurs(t *testing.T) {
	for name, has := range map[string]tools{"text told": {near: true, tell: true}, "id only": {near: true}} {
		t.Run(name+"/saved twice", func(t *testing.T) {
			w := newMCP(t, has)
			b, _ := box(t)
			w.blindFor = 1000
			out := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
			out = append(out, remote.Save(t.Context(), b, w.store(t), facts(redis), nil)...)
			become(t, out, remote.Added, remote.Unchanged)
			if out[1].ID != out[0].ID || out[1].Text != redis {
				t.Errorf("%+v", out[1])
			}
			counts(t, b, 0, 0)
		})
		t.Run(name+"/answer lost", func(t *testing.T) {
			w := newMCP(t, has)
			b, _ := box(t)
			w.blindFor = 1000
			w.break_(fault{kind: "away", write: true, done: true, times: 1})
			out := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
			become(t, out, remote.Waiting)
			for range 2 {
				if _, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil {
					t.Fatal(err)
				}
				counts(t, b, 1, 0)
			}
			w.mu.Lock()
			w.blindFor = 0
			w.mu.Unlock()
			if rep, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil || len(rep.Delivered) != 1 {
				t.Fatalf("%+v %v", rep, err)
			}
			holds(t, w, redis)
			if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
				t.Fatal(err)
			}
			holds(t, w)
		})
		t.Run(name+"/never shown", func(t *testing.T) {
			w := newMCP(t, has)
			b, dir := box(t)
			w.blindFor = 1000
			w.break_(fault{kind: "away", write: true, done: true, times: 1})
			out := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
			become(t, out, remote.Waiting)
			queuedBefore(t, dir, 2*time.Hour)
			if _, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil {
				t.Fatal(err)
			}
			counts(t, b, 0, 1)
			holds(t, w, redis)
		})
	}
}

// What has moved on to a third project since stays there.
func TestMovedOn(t *testing.T) {
	for _, theirs := range []string{limit219, limit220} {
		w := newMem0(t, mem0test.Options{})
		f := fact(limit219)
		f.Replaces = w.Put(person, theirs, map[string]any{"project": "depot", "type": "decision"})
		b, _ := box(t)
		shop := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)
		f.Project = "kiosk"
		become(t, append(shop, remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)...), remote.Replaced, remote.Replaced)
		err := remote.Revert(t.Context(), b, w.store(t), stored(t, shop[0]))
		if changed := theirs != limit219; (err != nil) != changed {
			t.Errorf("%s: %v", theirs, err)
		}
		are(t, w.store(t), "kiosk", limit219)
		are(t, w.store(t), "depot")
	}
}

// queuedBefore makes what waits older.
func queuedBefore(t *testing.T, dir string, age time.Duration) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		var item object
		data, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(data, &item)
		}
		if err != nil {
			t.Fatal(err)
		}
		item["queued"] = time.Now().Add(-age)
		if err := os.WriteFile(path, []byte(asText(item)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// An undo takes back what its save has written, and nothing else.

package remote_test

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/remote"
)

func revert(t *testing.T, b *outbox.Box, w world, o remote.Outcome) {
	t.Helper()
	if err := remote.Revert(t.Context(), b, w.store(t), stored(t, o)); err != nil {
		t.Error(err)
	}
}

// One item in the outbox, wanted by two saves: each takes back its own wish.
func TestRevertLeavesTheItemOfAnotherSave(t *testing.T) {
	for _, first := range []int{0, 1} {
		worlds(t, func(t *testing.T, w world) {
			b, _ := box(t)
			w.break_(fault{kind: "401"})
			var saves []remote.Outcome
			for range 2 {
				out := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
				become(t, out, remote.Waiting)
				saves = append(saves, out[0])
			}
			counts(t, b, 1, 0)
			revert(t, b, w, saves[first])
			counts(t, b, 1, 0)
			w.mend()
			if _, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil {
				t.Fatal(err)
			}
			revert(t, b, w, saves[first]) // twice is once
			holds(t, w, redis)
			revert(t, b, w, saves[1-first])
			holds(t, w)
		})
	}
}

// The same for what was set aside, and for what both have in the store.
func TestRevertLeavesWhatAnotherSaveWants(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		w.seed(limit219)
		one := remote.Save(t.Context(), b, w.store(t), facts(limit220), nil)
		two := remote.Save(t.Context(), b, w.store(t), facts(limit220), nil)
		become(t, append(one, two...), remote.Conflict, remote.Conflict)
		revert(t, b, w, two[0])
		counts(t, b, 0, 1)
		revert(t, b, w, one[0])
		counts(t, b, 0, 0)

		w.break_(fault{kind: "401"})
		one = remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
		two = remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
		w.mend()
		if _, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil {
			t.Fatal(err)
		}
		revert(t, b, w, one[0])
		holds(t, w, limit219, redis)
		revert(t, b, w, two[0])
		holds(t, w, limit219)
	})
}

// The store had it, and the save never reached the store.
func TestRevertOfWhatNeverArrived(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		become(t, remote.Save(t.Context(), b, w.store(t), facts(redis), nil), remote.Added)
		w.break_(fault{kind: "401"})
		out := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
		become(t, out, remote.Waiting)
		w.mend()
		for range 2 {
			revert(t, b, w, out[0])
			counts(t, b, 0, 0)
			holds(t, w, redis)
		}
		// Killed before it asked anybody.
		f := fact(redis)
		f.Created = time.Now()
		began := remote.Begun(w.store(t), f, f.Created)
		if err := remote.Revert(t.Context(), b, w.store(t), stored(t, began)); err == nil {
			t.Error("it may be from this save, and nothing is said")
		}
		holds(t, w, redis)
		// Somebody else queued it, and it arrives.
		if _, _, err := b.Put(t.Context(), outbox.Item{To: w.store(t).Address(), Record: fact(mail).Record}); err != nil {
			t.Fatal(err)
		}
		f = fact(mail)
		f.Created = time.Now()
		began = remote.Begun(w.store(t), f, f.Created)
		revert(t, b, w, began)
		counts(t, b, 1, 0)
		if _, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil {
			t.Fatal(err)
		}
		_ = remote.Revert(t.Context(), b, w.store(t), stored(t, began))
		holds(t, w, redis, mail)
	})
}

// Delivered by somebody else into a memory that was there: it gets its former
// text, which the outbox has kept.
func TestRevertOfWhatWasDeliveredLater(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		w.seed(deployA)
		w.seed(redis)
		w.break_(fault{kind: "401"})
		out := remote.Save(t.Context(), b, w.store(t), facts(deployB, redis, mail), nil)
		w.mend()
		if _, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil {
			t.Fatal(err)
		}
		holds(t, w, deployB, redis, mail)
		for _, o := range out {
			revert(t, b, w, o)
		}
		holds(t, w, deployA, redis)
	})
}

// Killed while the server works on the fact, which is written or not; then it
// is undone, at once or after another try. What was there stays.
func TestRevertOfAKilledSave(t *testing.T) {
	for _, done := range []bool{true, false} {
		for _, again := range []bool{true, false} {
			t.Run(fmt.Sprintf("%v/%v", done, again), func(t *testing.T) {
				worlds(t, func(t *testing.T, w world) {
					b, dir := box(t)
					at := time.Now()
					kind, url := "mcp", ""
					switch w := w.(type) {
					case *mem0World:
						kind, url = string(w.config().Style), w.URL
					case *mcpWorld:
						url = w.web.URL + "/mcp"
					}
					list := roundOf("1")
					for i := range list {
						list[i].Created = at
					}
					w.seed(list[1].Text)
					w.seed(limit219)
					w.break_(fault{kind: "hang", write: true, done: done})
					cmd := exec.Command(os.Args[0])
					cmd.Env = append(os.Environ(), "REMOTE_ROLE=save", "REMOTE_KIND="+kind, "REMOTE_URL="+url, "REMOTE_BOX="+dir, "REMOTE_ROUND=1", "REMOTE_AT="+at.Format(time.RFC3339Nano))
					out, err := cmd.StdoutPipe()
					if err != nil {
						t.Fatal(err)
					}
					if err := cmd.Start(); err != nil {
						t.Fatal(err)
					}
					bufio.NewScanner(out).Scan()
					noted := func() bool {
						items, _ := b.List()
						return len(items) > 0 && items[0].Trace != nil && (!done || len(w.texts()) == 3)
					}
					for look, limit := time.NewTicker(time.Millisecond), time.After(10*time.Second); !noted(); {
						select {
						case <-look.C:
						case <-limit:
							t.Fatal("it never wrote")
						}
					}
					_ = cmd.Process.Kill()
					_ = cmd.Wait()
					w.mend()
					var outcomes []remote.Outcome
					for _, f := range list {
						outcomes = append(outcomes, remote.Begun(w.store(t), f, at))
					}
					if again {
						outcomes = remote.Save(t.Context(), b, w.store(t), list, nil)
						become(t, outcomes, remote.Added, remote.Unchanged, remote.Added, remote.Added, remote.Added)
						counts(t, b, 0, 0)
					}
					for i, o := range outcomes {
						err := remote.Revert(t.Context(), b, w.store(t), stored(t, o))
						if err != nil && i != 1 {
							t.Error(err)
						}
					}
					counts(t, b, 0, 0)
					holds(t, w, list[1].Text, limit219)
				})
			})
		}
	}
}

// All of a memory comes back, not its text alone.
func TestRevertRestoresTheWholeMemory(t *testing.T) {
	for _, hosted := range []bool{true, false} {
		w := newMem0(t, mem0test.Options{Hosted: hosted})
		b, _ := box(t)
		w.Put(person, deployA, map[string]any{"team": "x"})
		id := w.Put(person, limit219, map[string]any{"project": "other", "type": "guide", "date": "2020-01-01"})
		before := map[string]map[string]any{}
		for _, m := range w.Stored(person) {
			before[m.Text] = maps.Clone(m.Metadata)
		}
		f := fact(limit220)
		f.Replaces = id
		out := remote.Save(t.Context(), b, w.store(t), []remote.Fact{fact(deployB), f}, nil)
		become(t, out, remote.Updated, remote.Replaced)
		if m := w.Stored(person)[0]; m.Metadata["project"] != nil || m.Metadata["type"] != nil || m.Metadata["team"] != "x" {
			t.Errorf("everybody's memory became %v", m.Metadata)
		}
		for _, o := range out {
			revert(t, b, w, o)
		}
		for _, m := range w.Stored(person) {
			if want := before[m.Text]; !reflect.DeepEqual(m.Metadata, want) {
				t.Errorf("hosted %v: %q has %v, had %v", hosted, m.Text, m.Metadata, want)
			}
		}
		// One that gave way for another that said it already.
		theirs := w.Put(person, mail, map[string]any{"team": "y", "date": "2019-01-01"})
		w.seed(redis)
		f = fact(redis)
		f.Replaces = theirs
		out = remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)
		become(t, out, remote.Replaced)
		revert(t, b, w, out[0])
		all := w.Stored(person)
		if m := all[len(all)-1]; m.Text != mail || m.Metadata["team"] != "y" || m.Metadata["date"] != "2019-01-01" || m.Metadata["project"] != nil {
			t.Errorf("%+v", m)
		}
	}
}

// A server that drops what it is given back: that is said.
func TestRevertDropped(t *testing.T) {
	for _, w := range []world{newMem0(t, mem0test.Options{Hosted: true, NearDuplicates: true}), newMem0(t, mem0test.Options{NearDuplicates: true}), newMCP(t, tools{near: true})} {
		b, _ := box(t)
		w.seed(limit220 + long)
		w.seed(limit219 + long)
		f := fact(limit220 + long)
		f.Replaces = limit219 + long
		out := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)
		become(t, out, remote.Replaced)
		if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err == nil || !strings.Contains(err.Error(), "did not store") {
			t.Errorf("%v", err)
		}
	}
}

// The outbox is left without the store.
func TestUnqueue(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		w.seed(limit219)
		w.break_(fault{kind: "401"})
		out := remote.Save(t.Context(), b, w.store(t), facts(redis, mail), nil)
		w.mend()
		out = append(out, remote.Save(t.Context(), b, w.store(t), facts(limit220, deployA), nil)...)
		become(t, out, remote.Waiting, remote.Waiting, remote.Conflict, remote.Added)
		other := newMCP(t, tools{}).store(t)
		for i, want := range []bool{true, false, true, false} {
			if i == 1 { // delivered, and only its store can give it back
				if _, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil {
					t.Fatal(err)
				}
			}
			whole, err := remote.Unqueue(t.Context(), b, stored(t, out[i]))
			if whole != want || err != nil {
				t.Errorf("%d: %v %v", i, whole, err)
			}
			if err := remote.Revert(t.Context(), b, other, out[i]); (err == nil) != want {
				t.Errorf("%d, by another store: %v", i, err)
			}
		}
		counts(t, b, 0, 0)
		holds(t, w, limit219, mail, deployA)
		revert(t, b, w, out[1])
		revert(t, b, w, out[3])
		holds(t, w, limit219)
	})
}

// A list of many pages is read to its end; of one that is cut, what is not
// there is not taken for gone.
func TestLongLists(t *testing.T) {
	for name, tt := range map[string]struct {
		has   tools
		whole bool
	}{
		"as many as asked for":    {tools{}, true},
		"pages":                   {tools{pages: "page", most: 40}, true},
		"offset":                  {tools{pages: "offset", most: 40}, true},
		"cursor":                  {tools{pages: "cursor", most: 40}, true},
		"never more than so many": {tools{most: 100}, false},
	} {
		t.Run(name, func(t *testing.T) {
			tt.has.noSearch = true
			w := newMCP(t, tt.has)
			for i := range 170 {
				w.seed(fmt.Sprint("note of somebody else ", i))
			}
			b, _ := box(t)
			out := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
			become(t, out, remote.Added)
			list, whole, err := remote.Listed(t.Context(), w.store(t), "", 1000)
			if err != nil || whole != tt.whole || tt.whole != (len(list) == 171) {
				t.Errorf("%d facts, whole %v, %v", len(list), whole, err)
			}
			err = remote.Revert(t.Context(), b, w.store(t), stored(t, out[0]))
			if (err == nil) != tt.whole {
				t.Errorf("%v", err)
			}
			if left := len(w.texts()); tt.whole != (left == 170) {
				t.Errorf("%d are left", left)
			}
		})
	}
}

// What is everybody's is found in each project, whatever the store.
func TestFactsOfNoProject(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		s := w.store(t)
		w.seed(redis)
		become(t, []remote.Outcome{s.Put(t.Context(), fact(redisKeys), nil)}, remote.Added)
		other := fact("Version 7 of Redis runs in the depot")
		other.Project = "depot"
		become(t, []remote.Outcome{s.Put(t.Context(), other, nil)}, remote.Added)
		listed, err := s.List(t.Context(), "shop", 10)
		if err != nil || len(listed) != 2 {
			t.Errorf("listed %+v %v", listed, err)
		}
		found, err := s.Search(t.Context(), "where do sessions and keys live in Redis", "shop", 10)
		if err != nil || len(found) != 2 || found[0].Text != redis {
			t.Errorf("found %+v %v", found, err)
		}
		if one, err := s.Search(t.Context(), redis, "shop", 1); err != nil || len(one) != 1 || one[0].Text != redis {
			t.Errorf("found %+v %v", one, err)
		}
		some, whole, err := remote.Listed(t.Context(), s, "shop", 1)
		if err != nil || whole || len(some) != 1 {
			t.Errorf("%+v, whole %v, %v", some, whole, err)
		}
	})
}

const redisKeys = "Keys of Redis begin with the name of the shop"

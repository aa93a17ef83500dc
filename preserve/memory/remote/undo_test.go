package remote_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/remote"
)

// stored is an outcome as it comes back from disk, for a later undo.
func stored(t *testing.T, o remote.Outcome) remote.Outcome {
	t.Helper()
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var back remote.Outcome
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(back)
	if err != nil || string(again) != string(data) {
		t.Errorf("%s\nbecame %s: %v", data, again, err)
	}
	if (o.Err == nil) != (back.Err == nil) || o.Err != nil && o.Err.Error() != back.Err.Error() {
		t.Errorf("error %v became %v", o.Err, back.Err)
	}
	back.Err, o.Err = nil, nil
	o.Fact.Created, back.Fact.Created = o.Fact.Created.UTC().Round(0), back.Fact.Created.UTC()
	show := func(o remote.Outcome) remote.Outcome {
		return remote.Outcome{Fact: o.Fact, State: o.State, ID: o.ID, Text: o.Text, Item: o.Item}
	}
	if !reflect.DeepEqual(show(o), show(back)) || len(o.Others) != len(back.Others) {
		t.Errorf("%+v\nbecame %+v", o, back)
	}
	return back
}

// What a save has done is taken back, after a way over the disk, and twice is
// once.
func TestRevert(t *testing.T) {
	for name, tt := range map[string]struct {
		before   []string
		fact     string
		replaces string
		want     remote.State
	}{
		"added":               {[]string{mail}, redis, "", remote.Added},
		"updated":             {[]string{deployA, mail}, deployB, "", remote.Updated},
		"unchanged":           {[]string{redis}, redis, "", remote.Unchanged},
		"replaced":            {[]string{limit219}, limit220, limit219, remote.Replaced},
		"said, another gone":  {[]string{redis, mail}, redis, mail, remote.Replaced},
		"conflict, set aside": {[]string{limit219}, limit220, "", remote.Conflict},
	} {
		t.Run(name, func(t *testing.T) {
			worlds(t, func(t *testing.T, w world) {
				for _, text := range tt.before {
					w.seed(text)
				}
				b, _ := box(t)
				f := fact(tt.fact)
				f.Replaces = tt.replaces
				out := remote.Save(t.Context(), b, w.store(t), []remote.Fact{f}, nil)
				become(t, out, tt.want)
				o := stored(t, out[0])
				for range 2 {
					if err := remote.Revert(t.Context(), b, w.store(t), o); err != nil {
						t.Fatal(err)
					}
					holds(t, w, tt.before...)
					counts(t, b, 0, 0)
				}
			})
		})
	}
}

// A server that cannot change: the new one goes, the old one comes back.
func TestRevertWhatWasExchanged(t *testing.T) {
	w := newMCP(t, tools{noUpdate: true})
	w.seed(limit219)
	b, _ := box(t)
	out := remote.Save(t.Context(), b, w.store(t), facts(limit220), yes)
	become(t, out, remote.Replaced)
	holds(t, w, limit220)
	for range 2 {
		if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
			t.Fatal(err)
		}
		holds(t, w, limit219)
	}
}

// What somebody has changed since is left alone, and said.
func TestRevertLeavesAlone(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		w.seed(deployA)
		b, _ := box(t)
		out := remote.Save(t.Context(), b, w.store(t), facts(redis, deployB), nil)
		become(t, out, remote.Added, remote.Updated)
		w.change(out[0].ID, "Sessions live in Redis, says Anna")
		w.change(out[1].ID, "We deploy to Fly.io by hand")
		for _, o := range out {
			if err := remote.Revert(t.Context(), b, w.store(t), stored(t, o)); err == nil || !strings.Contains(err.Error(), "changed since") {
				t.Errorf("%v", err)
			}
		}
		holds(t, w, "Sessions live in Redis, says Anna", "We deploy to Fly.io by hand")
	})
}

func TestRevertWhatWaits(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		w.break_(fault{kind: "401"})
		out := remote.Save(t.Context(), b, w.store(t), facts(redis, mail), nil)
		become(t, out, remote.Waiting, remote.Waiting)
		for i := range out {
			out[i] = stored(t, out[i])
		}
		// The server is still away: the item goes, and nothing can be there.
		if err := remote.Revert(t.Context(), b, w.store(t), out[0]); err != nil {
			t.Error(err)
		}
		counts(t, b, 1, 0)
		w.mend()
		if _, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil {
			t.Fatal(err)
		}
		holds(t, w, mail)
		// Delivered meanwhile.
		w.break_(fault{kind: "401"})
		if err := remote.Revert(t.Context(), b, w.store(t), out[1]); err == nil {
			t.Error("what was delivered cannot be removed now, and nothing is said")
		}
		w.mend()
		for range 2 {
			if err := remote.Revert(t.Context(), b, w.store(t), out[1]); err != nil {
				t.Error(err)
			}
			holds(t, w)
		}
	})
}

// It waits, and nobody knows whether it arrived.
func TestRevertUnclear(t *testing.T) {
	w := newMCP(t, tools{})
	b, _ := box(t)
	w.break_(fault{kind: "half", write: true, done: true, times: 1})
	out := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
	become(t, out, remote.Waiting)
	w.break_(fault{kind: "away"})
	if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err == nil {
		t.Error("it may be there, and nothing is said")
	}
	w.mend()
	if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
		t.Error(err)
	}
	holds(t, w)
	counts(t, b, 0, 0)
}

// The text of an update that was not answered comes back, too.
func TestRevertUnclearUpdate(t *testing.T) {
	for _, opt := range []bool{true, false} {
		w := newMem0(t, noOptions)
		w.seed(deployA)
		b, _ := box(t)
		f := mem0Fault(opt)
		w.Break(f)
		out := remote.Save(within(t, 700*time.Millisecond), b, w.store(t), facts(deployB), nil)
		become(t, out, remote.Waiting)
		w.Mend()
		if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
			t.Error(err)
		}
		holds(t, w, deployA)
		counts(t, b, 0, 0)
	}
}

// A memory with that very text that was there before is not ours.
func TestRevertKeepsWhatWasThere(t *testing.T) {
	w := newMem0(t, noOptions)
	b, _ := box(t)
	w.break_(fault{kind: "401"})
	out := remote.Save(t.Context(), b, w.store(t), facts(redis), nil)
	become(t, out, remote.Waiting)
	w.mend()
	w.seed(redis)
	data, err := json.Marshal(out[0])
	if err != nil {
		t.Fatal(err)
	}
	// As if it had been saved an hour later.
	var o remote.Outcome
	if err := json.Unmarshal(later(t, data, time.Hour), &o); err != nil {
		t.Fatal(err)
	}
	if err := remote.Revert(t.Context(), b, w.store(t), o); err != nil {
		t.Error(err)
	}
	holds(t, w, redis)
	counts(t, b, 0, 0)
}

func later(t *testing.T, data []byte, d time.Duration) []byte {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	undo := m["undo"].(map[string]any)
	at, err := time.Parse(time.RFC3339Nano, undo["at"].(string))
	if err != nil {
		t.Fatal(err)
	}
	undo["at"] = at.Add(d).Format(time.RFC3339Nano)
	data, err = json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRevertOfAnotherStore(t *testing.T) {
	one, other := newMCP(t, tools{}), newMCP(t, tools{})
	b, _ := box(t)
	out := remote.Save(t.Context(), b, one.store(t), facts(redis), nil)
	remote.Save(t.Context(), b, other.store(t), facts(redis), nil)
	if err := remote.Revert(t.Context(), b, other.store(t), out[0]); err == nil {
		t.Error("taken back from another store")
	}
	holds(t, other, redis)
}

// Pending: which id it got, only a search can tell.
func TestRevertPending(t *testing.T) {
	w := newMCP(t, tools{pending: true})
	b, _ := box(t)
	out := remote.Save(t.Context(), b, w.store(t), facts(redis, mail), nil)
	become(t, out, remote.Added, remote.Added)
	if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil {
		t.Error(err)
	}
	holds(t, w, mail)
}

var errOld = errors.New("old")

// An outcome that this package did not make.
func TestJSONOfAnOutcome(t *testing.T) {
	stored(t, remote.Outcome{Fact: fact(redis), State: remote.Failed, Err: errOld})
	var o remote.Outcome
	for _, bad := range []string{`[]`, `{"state":1}`, `"x"`, `{"fact":[]}`} {
		if json.Unmarshal([]byte(bad), &o) == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// mem0Fault breaks one update, which is done or not.
func mem0Fault(done bool) mem0test.Fault {
	return mem0test.Fault{Method: "PUT", Times: -1, Drop: true, Done: done}
}

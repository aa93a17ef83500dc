package remote_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/remote"
)

// within is a context that ends soon.
func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// quiet fails when the key is in an outcome or in a file of the outbox.
func quiet(t *testing.T, out []remote.Outcome, dir string) {
	t.Helper()
	for _, o := range out {
		if s := fmt.Sprintf("%+v %v", o, o.Err); strings.Contains(s, "SECRET") {
			t.Errorf("the key is in %s", s)
		}
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte("SECRET")) {
			t.Errorf("the key is in %s", path)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// A server that is not there, or not for us: everything waits, and is
// delivered once when it is back.
func TestServerThatIsNotThere(t *testing.T) {
	for _, kind := range []string{"away", "hang", "garbage", "half", "redirect", "401", "429", "500"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			worlds(t, func(t *testing.T, w world) {
				b, dir := box(t)
				w.break_(fault{kind: kind})
				out := remote.Save(within(t, 300*time.Millisecond), b, w.store(t), facts(redis, mail, limit219), nil)
				become(t, out, remote.Waiting, remote.Waiting, remote.Waiting)
				for _, o := range out {
					if o.Err == nil || o.Item == "" || o.Err.Error() != out[0].Err.Error() {
						t.Errorf("%+v", o)
					}
				}
				quiet(t, out, dir)
				counts(t, b, 3, 0)
				holds(t, w)
				items, _ := b.List()
				if items[0].Tries > 1 || items[1].Tries != 0 {
					t.Errorf("the rest was tried as well: %+v", items)
				}

				rep, err := remote.Deliver(within(t, 300*time.Millisecond), b, w.store(t))
				if err != nil || rep.Stopped == nil || rep.Waiting != 3 {
					t.Errorf("%+v %v", rep, err)
				}
				w.mend()
				rep, err = remote.Deliver(t.Context(), b, w.store(t))
				if err != nil || rep.Stopped != nil || len(rep.Delivered) != 3 {
					t.Errorf("%+v %v", rep, err)
				}
				counts(t, b, 0, 0)
				holds(t, w, redis, mail, limit219)
			})
		})
	}
}

// A server that fails in the middle of a save, after it has done what it was
// asked for or before: nothing lost, nothing doubled.
func TestServerThatFailsInTheMiddle(t *testing.T) {
	for _, f := range []fault{{kind: "away"}, {kind: "hang"}, {kind: "garbage"}, {kind: "half"}, {kind: "500"}, {kind: "429"}, {kind: "401"}} {
		for _, done := range []bool{false, true} {
			if done && (f.kind == "429" || f.kind == "401") {
				continue
			}
			f.write, f.done, f.times = true, done, 1
			t.Run(fmt.Sprintf("%s/%v", f.kind, done), func(t *testing.T) {
				t.Parallel()
				worlds(t, func(t *testing.T, w world) {
					b, dir := box(t)
					w.seed(limit220)
					w.break_(f)
					out := remote.Save(within(t, 600*time.Millisecond), b, w.store(t), facts(redis, mail), nil)
					quiet(t, out, dir)
					w.mend()
					if rep, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil || rep.Stopped != nil {
						t.Errorf("%+v %v", rep, err)
					}
					counts(t, b, 0, 0)
					holds(t, w, limit220, redis, mail)
				})
			})
		}
	}
}

func TestSave(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		w.seed(limit219)
		w.seed(deployA)
		out := remote.Save(t.Context(), b, w.store(t), facts(redis, limit220, deployB, redis, mail), nil)
		become(t, out, remote.Added, remote.Conflict, remote.Updated, remote.Unchanged, remote.Added)
		counts(t, b, 0, 1)
		holds(t, w, limit219, deployB, redis, mail)
		for i, o := range out {
			if o.Fact.Text != facts(redis, limit220, deployB, redis, mail)[i].Text || o.Fact.Created.IsZero() || (o.Item != "") != (i == 1) {
				t.Errorf("%d: %+v", i, o)
			}
		}
		if out[3].ID != out[0].ID {
			t.Errorf("%+v, want the id of %+v", out[3], out[0])
		}

		// A person decides later.
		o := remote.Settle(t.Context(), b, w.store(t), out[1].Item)
		become(t, []remote.Outcome{o}, remote.Replaced)
		if o.Fact.Text != limit220 || o.Text != limit219 || o.ID != out[1].ID {
			t.Errorf("%+v", o)
		}
		counts(t, b, 0, 0)
		holds(t, w, limit220, deployB, redis, mail)
		if o := remote.Settle(t.Context(), b, w.store(t), out[1].Item); o.State != remote.Failed || !errors.Is(o.Err, outbox.ErrNoItem) {
			t.Errorf("%+v", o)
		}
	})
}

// Approved at once, it is not set aside.
func TestSaveApproved(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		w.seed(limit219)
		var asked []string
		out := remote.Save(t.Context(), b, w.store(t), facts(limit220), func(_ context.Context, f, stored record.Record) bool {
			asked = append(asked, f.Text+" | "+stored.Text)
			return true
		})
		become(t, out, remote.Replaced)
		counts(t, b, 0, 0)
		holds(t, w, limit220)
		if len(asked) != 1 || asked[0] != limit220+" | "+limit219 {
			t.Errorf("asked %q", asked)
		}
	})
}

func TestSettleKeepsWhatCannotBe(t *testing.T) {
	w := newMCP(t, tools{noUpdate: true, noRemove: true})
	b, _ := box(t)
	w.seed(limit219)
	out := remote.Save(t.Context(), b, w.store(t), facts(limit220), nil)
	become(t, out, remote.Conflict)
	o := remote.Settle(t.Context(), b, w.store(t), out[0].Item)
	if o.State != remote.Conflict || o.Item != out[0].Item || o.Err == nil {
		t.Errorf("%+v", o)
	}
	w.break_(fault{kind: "away"})
	o = remote.Settle(within(t, time.Second), b, w.store(t), out[0].Item)
	if o.State != remote.Waiting || o.Item != out[0].Item {
		t.Errorf("%+v", o)
	}
	counts(t, b, 0, 1)
	aside, _ := b.Aside()
	if aside[0].Tries != 3 {
		t.Errorf("%+v", aside[0])
	}
	other := newMCP(t, tools{})
	other.web.URL += "/else"
	if o := remote.Settle(t.Context(), b, newMem0(t, noOptions).store(t), out[0].Item); o.State != remote.Failed || o.Item != out[0].Item {
		t.Errorf("to another store: %+v", o)
	}
	counts(t, b, 0, 1)
}

func TestSaveRefusedFact(t *testing.T) {
	w := newMem0(t, noOptions)
	b, _ := box(t)
	w.Break(mem0test.Fault{Method: "POST", Path: "/memories", Times: 1, Status: 400, Body: `{"detail":"not this one"}`})
	out := remote.Save(t.Context(), b, w.store(t), facts(redis, mail), nil)
	become(t, out, remote.Failed, remote.Added)
	if out[0].Item == "" || !strings.Contains(out[0].Err.Error(), "not this one") {
		t.Errorf("%+v", out[0])
	}
	counts(t, b, 0, 1)
	holds(t, w, mail)
}

// What waited before is not of this save.
func TestSaveDeliversItsOwn(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		w.break_(fault{kind: "401"})
		remote.Save(t.Context(), b, w.store(t), facts(redis, mail), nil)
		w.mend()
		become(t, remote.Save(t.Context(), b, w.store(t), facts(limit219, mail), nil), remote.Added, remote.Added)
		counts(t, b, 1, 0)
		holds(t, w, limit219, mail)
	})
}

// Somebody else delivers all the time: everything waits.
func TestSaveWhileAnotherDelivers(t *testing.T) {
	w := newMCP(t, tools{})
	b, dir := box(t)
	if _, _, err := b.Put(t.Context(), outbox.Item{To: "elsewhere", Record: fact(deployA).Record}); err != nil {
		t.Fatal(err)
	}
	inside, release, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		_, _ = outbox.Open(dir).Deliver(context.Background(), "elsewhere", func(context.Context, *outbox.Item) error {
			inside <- true
			<-release
			return nil
		})
		close(done)
	}()
	<-inside
	out := remote.Save(within(t, 200*time.Millisecond), b, w.store(t), facts(redis), nil)
	become(t, out, remote.Waiting)
	if !errors.Is(out[0].Err, outbox.ErrBusy) || out[0].Item == "" {
		t.Errorf("%+v", out[0])
	}
	// It ends while a save waits for it.
	time.AfterFunc(100*time.Millisecond, func() { close(release) })
	become(t, remote.Save(t.Context(), b, w.store(t), facts(mail), nil), remote.Added)
	<-done
	counts(t, b, 1, 0)
	holds(t, w, mail)
}

// slow is a store whose first Put says that it began, and waits.
type slow struct {
	remote.Store
	once           *sync.Once
	began, release chan bool
}

func (s slow) Put(ctx context.Context, f remote.Fact, a remote.Approve) remote.Outcome {
	s.once.Do(func() {
		close(s.began)
		<-s.release
	})
	return s.Store.Put(ctx, f, a)
}

// Another deliverer takes the items while the save waits for it: they are not
// written again, and the undo of the save knows what became of them.
func TestSaveOvertaken(t *testing.T) {
	overtaken := func(t *testing.T, w world, want ...remote.State) {
		b, dir := box(t)
		st := w.store(t)
		list := facts(redis, limit220)
		for i := range list {
			list[i].Created = time.Now()
			if _, _, err := b.Put(t.Context(), outbox.Item{To: st.Address(), Record: list[i].Record}); err != nil {
				t.Fatal(err)
			}
		}
		s := slow{st, &sync.Once{}, make(chan bool), make(chan bool)}
		done := make(chan bool)
		go func() {
			_, _ = remote.Deliver(context.Background(), outbox.Open(dir), s)
			close(done)
		}()
		<-s.began
		again := slices.Clone(list) // a save of its own, so that its wish can be seen in the items
		for i := range again {
			again[i].Created = list[i].Created.Add(time.Second)
		}
		go func() { // it is over only when the save has put its facts into the outbox
			defer close(s.release)
			look, late := time.NewTicker(2*time.Millisecond), time.After(20*time.Second)
			defer look.Stop()
			for {
				items, err := b.List()
				if err == nil && len(items) == len(list) && !slices.ContainsFunc(items, func(it outbox.Item) bool { return len(it.Wanted) < 2 }) {
					return
				}
				select {
				case <-look.C:
				case <-late:
					t.Errorf("the save has not put its facts into the outbox: %+v %v", items, err)
					return
				}
			}
		}()
		out := remote.Save(t.Context(), b, w.store(t), again, nil)
		<-done
		become(t, out, want...)
		for range 2 {
			if err := remote.Revert(t.Context(), b, w.store(t), stored(t, out[0])); err != nil && w.canLook() {
				t.Error(err)
			}
		}
	}
	worlds(t, func(t *testing.T, w world) {
		w.seed(limit219)
		overtaken(t, w, remote.Added, remote.Conflict)
		holds(t, w, limit219)
	})
	// Where looking would not have helped.
	lags := newMem0(t, mem0test.Options{Hosted: true, SearchLag: 5})
	overtaken(t, lags, remote.Added, remote.Added)
	holds(t, lags, limit220)
	blind := newMCP(t, tools{noSearch: true, noList: true, noUpdate: true, noRemove: true})
	overtaken(t, blind, remote.Added, remote.Added)
	holds(t, blind, redis, limit220)
}

// No outbox: the store is tried all the same.
func TestSaveWithoutAnOutbox(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		b := outbox.Open(filepath.Join(file, "outbox"))
		w.seed(limit219)
		out := remote.Save(t.Context(), b, w.store(t), facts(redis, limit220), nil)
		become(t, out, remote.Added, remote.Conflict)
		holds(t, w, limit219, redis)
		w.break_(fault{kind: "401"})
		out = remote.Save(t.Context(), b, w.store(t), facts(mail, deployA), nil)
		become(t, out, remote.Failed, remote.Failed)
		if !strings.Contains(out[1].Err.Error(), file) || out[1].Item != "" {
			t.Errorf("%+v", out[1])
		}
	})
}

// A fact that is too long for the outbox.
func TestSaveLongFact(t *testing.T) {
	w := newMem0(t, noOptions)
	b, _ := box(t)
	long := strings.Repeat("words without end ", outbox.ItemMax/16)
	become(t, remote.Save(t.Context(), b, w.store(t), facts(redis, long, mail), nil), remote.Added, remote.Added, remote.Added)
	counts(t, b, 0, 0)
}

// The time is over before it begins: everything waits, nothing is lost.
func TestSaveWithoutTime(t *testing.T) {
	worlds(t, func(t *testing.T, w world) {
		b, _ := box(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		out := remote.Save(ctx, b, w.store(t), facts(redis, mail), nil)
		become(t, out, remote.Waiting, remote.Waiting)
		if !errors.Is(out[0].Err, context.Canceled) {
			t.Errorf("%+v", out[0])
		}
		counts(t, b, 2, 0)
		if w.asked() != 0 {
			t.Errorf("%d requests", w.asked())
		}
		if rep, err := remote.Deliver(t.Context(), b, w.store(t)); err != nil || len(rep.Delivered) != 2 {
			t.Errorf("%+v %v", rep, err)
		}
		holds(t, w, redis, mail)
	})
}

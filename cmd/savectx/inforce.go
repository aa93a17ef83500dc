package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"savectx/cmd/savectx/hook"
	"savectx/orchestrator/session"
	"savectx/preserve"
	"savectx/preserve/evidence"
	"savectx/preserve/inforce"
	"savectx/preserve/plan"
)

// recentBytes bounds how much of a transcript's end is read where somebody
// waits, which is some 0.2 s.
const recentBytes = 32 << 20

// inForce is what is to survive the session's next compaction, most important
// first, without secrets: what was last saved with judgement, and what the
// transcript shows beside it. Of a long one only the end is read; what a person
// had said before that is taken from the list of the last compaction. With an
// error it is what is known without the transcript.
func (k conversation) inForce(clean func(string) string) ([]inforce.Entry, error) {
	found, err := evidence.Read(k.transcript, evidence.Options{Clean: clean, Last: recentBytes})
	list := inforce.FromFound(found, k.transcript)
	if info, serr := os.Stat(k.transcript); serr == nil && info.Size() > recentBytes {
		list = inforce.Merge(list, k.earlier())
	}
	return inforce.Merge(k.savedEntries(), list), unreadable(k.transcript, err)
}

// savedEntries are those of the last snapshot that a person or a model made.
func (k conversation) savedEntries() []inforce.Entry {
	saved := k.Saved()
	var s preserve.Snapshot
	if json.Unmarshal(saved.Judgement(), &s) != nil {
		return nil
	}
	return inforce.FromSnapshot(plan.Worth(s), inforce.Source{File: filepath.Join(k.Path, "saved.json"), Time: saved.Asked})
}

// earlier is what a person had said, as the last compaction's list has it.
func (k conversation) earlier() []inforce.Entry {
	var list []inforce.Entry
	for _, e := range entriesAt(k.Session, time.Time{}, time.Now()) {
		if e.By == evidence.User && !e.Saved() {
			list = append(list, e)
		}
	}
	return list
}

// entriesAt are those of the last list from after a moment and not after
// another one.
func entriesAt(s session.Session, after, until time.Time) []inforce.Entry {
	l, _ := s.ListAt(after, until)
	var list []inforce.Entry
	_ = json.Unmarshal(l.Entries, &list)
	return list
}

// listed are the items of the list in force. A transcript that cannot be read
// is said, and no reason not to compact.
func (v *voice) listed(k conversation) ([]preserve.Item, error) {
	hide, err := v.secrets()
	if err != nil {
		return nil, err
	}
	list, err := k.inForce(hide.clean)
	if err != nil {
		v.tell("%s", oneLine(err.Error()))
	}
	return inforce.Items(list), nil
}

// inForce is the list, as far as it can be made in the time a hook has: else
// what was saved, which the hooks' log says.
func (o occasion) inForce() []inforce.Entry {
	k := conversation{o.s, o.e.Transcript}
	hide, err := o.secrets()
	if err != nil {
		hook.Log(o.e.Name, err)
		return nil
	}
	type answer struct {
		list []inforce.Entry
		err  error
	}
	ready := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { ready <- a }()
		defer caught(&a.err)
		a.list, a.err = k.inForce(func(s string) string { s, _ = hide.Text(s); return s })
	}()
	select {
	case a := <-ready:
		hook.Log(o.e.Name, a.err)
		if a.list != nil {
			return a.list
		}
	case <-time.After(o.hookLimit * 6 / 10):
		hook.Log(o.e.Name, errors.New("the transcript was not read in time: the list is that of the last save"))
	}
	return k.savedEntries()
}

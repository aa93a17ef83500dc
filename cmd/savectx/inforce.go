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

// What is read of a transcript's end where somebody waits, in bytes: many
// hours of a session.
const recentBytes = 32 << 20

// inForce is what is to survive the session's next compaction, most important
// first, without secrets: what was last saved with judgement, and what the
// transcript shows beside it. Of the transcript only the last bytes are read;
// what a person had said before them is taken from the list of the compaction
// before. With an error it is what is known without the transcript.
func (k conversation) inForce(clean func(string) string, last int64) ([]inforce.Entry, error) {
	found, err := evidence.Read(k.transcript, evidence.Options{Clean: clean, Last: last})
	list := inforce.FromFound(found, k.transcript)
	if err != nil || k.longer(last) {
		list = inforce.Merge(list, k.earlier())
	}
	return inforce.Merge(k.savedEntries(), list), unreadable(k.transcript, err)
}

func (k conversation) longer(than int64) bool {
	info, err := os.Stat(k.transcript)
	return err == nil && info.Size() > than
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
	const most = 60 // as many as a transcript shows
	var list []inforce.Entry
	for _, e := range entriesOf(k.LastList()) {
		if e.By == evidence.User && !e.Saved() && len(list) < most {
			list = append(list, e)
		}
	}
	return list
}

// entriesOf are those of a list; nil where there is none.
func entriesOf(l session.List) (list []inforce.Entry) {
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
	list, err := k.inForce(hide.clean, recentBytes)
	if err != nil {
		v.tell("%s", oneLine(err.Error()))
	}
	return inforce.Items(list), nil
}

// inForce is the list, as far as it can be made in the time a hook has: of a
// short end of the transcript first, then of a long one. whole is false where
// it is not even that, which the hooks' log says.
func (o occasion) inForce() (list []inforce.Entry, whole bool) {
	const short = 4 << 20 // bytes
	k := conversation{o.s, o.e.Transcript}
	hide, err := o.secrets()
	if err != nil {
		hook.Log(o.e.Name, err)
		return nil, false
	}
	clean := func(s string) string { s, _ = hide.Text(s); return s }
	type answer struct {
		list []inforce.Entry
		err  error
	}
	answers := make(chan answer, 2)
	go func() {
		defer close(answers)
		for _, last := range []int64{short, recentBytes} {
			var a answer
			func() {
				defer caught(&a.err)
				a.list, a.err = k.inForce(clean, last)
			}()
			answers <- a
			if a.err != nil || !k.longer(last) {
				return
			}
		}
	}()
	limit := time.After(o.hookLimit * 6 / 10)
	for {
		select {
		case a, more := <-answers:
			if !more {
				return list, whole
			}
			hook.Log(o.e.Name, a.err)
			list, whole = a.list, a.err == nil
		case <-limit:
			if list == nil {
				hook.Log(o.e.Name, errors.New("the transcript was not read in time: the list is that of the last save and of the last compaction"))
				list = inforce.Merge(k.savedEntries(), k.earlier())
			}
			return list, whole
		}
	}
}

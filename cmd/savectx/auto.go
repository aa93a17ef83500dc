package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"savectx/cmd/savectx/hook"
	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/preserve"
	"savectx/preserve/evidence"
	"savectx/preserve/inforce"
	"savectx/preserve/safefile"
	"savectx/preserve/transcript"
	"savectx/prompts"
)

// auto saves and compacts at a turn's end without being asked, when the person
// has set auto.compact_at and percent, of the way to the automatic compaction,
// is enough. What is saved is the list in force and what was asked last, as far
// as the program can tell without a model.
func (o occasion) auto(percent int) error {
	if percent == 0 {
		return nil
	}
	words, _, err := o.person()
	if err != nil {
		return err
	}
	if hook.AutoEnough(o.s) && o.s.Claim(hook.AutoStopped) {
		return o.reply(fill(words.Hook.AutoStopped, strconv.Itoa(hook.AutoMost)), "")
	}
	snapshot, err := json.Marshal(o.mechanical(words))
	if err != nil {
		return err
	}
	if first, err := o.claimAuto(); !first || err != nil {
		return err
	}
	if err := o.saveAndCompact(snapshot); err != nil {
		return err
	}
	return o.reply(fill(words.Hook.Auto, fmt.Sprintf("%d %%", percent)), "")
}

// claimAuto takes the right to one compaction. Of hooks that run at the same
// time one is first.
func (o occasion) claimAuto() (first bool, err error) {
	unlock, free, err := safefile.TryLock(filepath.Join(o.s.Path, "auto.lock"))
	if !free || err != nil {
		return false, err
	}
	defer unlock()
	if hook.AutoPaused(o.s) || hook.AutoEnough(o.s) || o.s.Working() {
		return false, nil
	}
	o.s.Unclaim(hook.AutoStopped)
	return true, o.s.PutAuto(session.Auto{Runs: append(hook.AutoRuns(o.s), time.Now())})
}

// saveAndCompact starts savectx save --compact for this session, detached. Its
// stdin is a file without a name.
func (o occasion) saveAndCompact(snapshot []byte) error {
	f, err := os.CreateTemp(o.s.Path, "snapshot-*")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return err
	}
	if _, err := f.Write(snapshot); err != nil {
		return err
	}
	if _, err := f.Seek(0, 0); err != nil {
		return err
	}
	env := append(childEnv(os.Environ()), "CLAUDE_CODE_SESSION_ID="+o.e.Session)
	return detach(f, []string{"save", "--unasked", "--yes", "--to", "handoff", "--compact", "-"}, env, o.e.CWD, filepath.Join(o.s.Path, "auto.log"))
}

// detach starts this same program in a session of its own.
func detach(stdin *os.File, args, env []string, dir, log string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	_, err = orchestrator.Detach(program, args, env, dir, log, stdin)
	return err
}

// What a snapshot without a model holds of the last requests.
const (
	lastRequests = 3
	requestRunes = 300
	redactRunes  = 20_000  // far more than is kept: a secret is seen whole
	lookBack     = 4 << 20 // bytes of the transcript's end
)

// mechanical is a snapshot of the list in force, with the last requests put to
// it.
func (o occasion) mechanical(w prompts.Words) preserve.Snapshot {
	var last preserve.Snapshot
	_ = json.Unmarshal(o.s.Saved().Judgement(), &last)
	snap := preserve.Snapshot{Version: preserve.SnapshotVersion, Language: last.Language, Topic: last.Topic, Items: []preserve.Item{}}
	if snap.Topic == "" {
		snap.Topic = preserve.Clean(filepath.Base(o.e.CWD))
	}
	said := ""
	list, _ := o.inForce()
	for _, e := range list {
		snap.Items = append(snap.Items, reasoned(e))
		said += e.Text + "\n"
	}
	for _, request := range o.requests() {
		if !strings.Contains(said, request) {
			snap.Items = append(snap.Items, preserve.Item{Kind: preserve.State, Text: w.Hook.Asked, Quote: request, Origin: "requested"})
		}
	}
	if len(snap.Items) == 0 {
		snap.Items = []preserve.Item{{Kind: preserve.State, Text: snap.Topic}}
	}
	return snap
}

// reasoned is an entry as an item that a save does not leave out: a decision or
// a dead end needs a reason there, and a transcript shows not always one.
func reasoned(e inforce.Entry) preserve.Item {
	it := e.Item()
	if it.Why != "" {
		return it
	}
	switch {
	case it.Kind == preserve.Decision && e.By == evidence.User:
		it.Kind = preserve.Correction
	case it.Kind == preserve.Decision, it.Kind == preserve.DeadEnd:
		it.Kind = preserve.Fact
	}
	return it
}

// requests are the person's last prompts since the last compaction, the newest
// first: without secrets, and only then cut to length.
func (o occasion) requests() []string {
	var out []string
	_, _ = transcript.Newest(o.e.Transcript, lookBack, func(line []byte) bool {
		switch row := claude.ParseRow(line); row.Kind {
		case claude.RowBoundary:
			return false
		case claude.RowPrompt:
			text := preserve.Clean(o.withoutSecrets(firstRunes(row.Text, redactRunes)))
			if text == "" || strings.HasPrefix(text, "/") {
				return true
			}
			if cut := firstRunes(text, requestRunes); cut != text {
				text = cut + "…"
			}
			out = append(out, text)
		}
		return len(out) < lastRequests
	})
	return out
}

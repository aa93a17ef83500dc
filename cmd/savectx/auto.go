package main

import (
	"context"
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
	"savectx/preserve/transcript"
	"savectx/prompts"
)

// auto saves and compacts at a turn's end without being asked, when the person
// has set auto.compact_at. What is saved is what the last snapshot held and what
// was asked since, as far as the program can tell without a model.
func (o occasion) auto(context.Context) error {
	if o.e.Name != "Stop" || !o.h.AutoDue(o.e, o.s) {
		return nil
	}
	words, _, err := o.person()
	if err != nil {
		return err
	}
	runs := hook.AutoRuns(o.s)
	if len(runs) >= hook.AutoMost {
		if !o.s.Claim("auto-stopped") {
			return nil
		}
		return o.reply(fill(words.Hook.AutoStopped, strconv.Itoa(len(runs))), "")
	}
	o.s.Unclaim("auto-stopped")
	if err := o.s.PutAuto(session.Auto{Runs: append(runs, time.Now())}); err != nil {
		return err
	}
	snapshot, err := json.Marshal(mechanical(o.s, o.e.Transcript, o.e.CWD, words))
	if err != nil {
		return err
	}
	percent, _ := o.h.Share(o.e, o.s)
	if err := o.saveAndCompact(snapshot); err != nil {
		return err
	}
	return o.reply(fill(words.Hook.Auto, fmt.Sprintf("%d %%", percent)), "")
}

// saveAndCompact starts savectx save --compact for this session, detached. Its
// stdin is a file without a name.
func (o occasion) saveAndCompact(snapshot []byte) error {
	f, err := os.CreateTemp("", "savectx-snapshot-*")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return err
	}
	if _, err := f.Write([]byte(o.withoutSecrets(string(snapshot)))); err != nil {
		return err
	}
	if _, err := f.Seek(0, 0); err != nil {
		return err
	}
	env := append(childEnv(os.Environ()), "CLAUDE_CODE_SESSION_ID="+o.e.Session)
	return detach(f, []string{"save", "--yes", "--to", "handoff", "--compact", "-"}, env, o.e.CWD, filepath.Join(o.s.Path, "auto.log"))
}

// detach starts this same program in a session of its own.
func detach(stdin *os.File, args, env []string, dir, log string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return orchestrator.Detach(program, args, env, dir, log, stdin)
}

// What a snapshot without a model holds of the last requests.
const (
	lastRequests = 3
	requestRunes = 300
	lookBack     = 4 << 20 // bytes of the transcript's end
)

// mechanical is the last snapshot with the last requests put to it.
func mechanical(s session.Session, path, cwd string, w prompts.Words) preserve.Snapshot {
	var snap preserve.Snapshot
	if json.Unmarshal(s.Saved().Snapshot, &snap) != nil || snap.Topic == "" {
		snap = preserve.Snapshot{Topic: preserve.Clean(filepath.Base(cwd))}
	}
	snap.Version = 1
	snap.Items = withoutRequests(snap.Items, w)
	for _, request := range requests(path) {
		snap.Items = append(snap.Items, preserve.Item{Kind: preserve.State, Text: w.Hook.Asked, Quote: request, Origin: "requested"})
	}
	if len(snap.Items) == 0 {
		snap.Items = []preserve.Item{{Kind: preserve.State, Text: snap.Topic}}
	}
	return snap
}

// withoutRequests leaves out those of an earlier mechanical snapshot.
func withoutRequests(items []preserve.Item, w prompts.Words) []preserve.Item {
	var out []preserve.Item
	for _, it := range items {
		if it.Kind != preserve.State || it.Text != w.Hook.Asked {
			out = append(out, it)
		}
	}
	return out
}

// requests are the person's last prompts since the last compaction, the newest
// first.
func requests(path string) []string {
	var out []string
	_, _ = transcript.Newest(path, lookBack, func(line []byte) bool {
		switch row := claude.ParseRow(line); row.Kind {
		case claude.RowBoundary:
			return false
		case claude.RowPrompt:
			text := preserve.Clean(row.Text)
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

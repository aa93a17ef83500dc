package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator/claude"
	"savectx/preserve/audit"
)

// watcher reports the compactions of a conversation as they happen.
type watcher struct {
	*voice
	k      conversation
	asJSON bool
	told   map[string]bool // compactions reported
	back   int             // items of the last one that were put back
	open   bool            // not all of them are: rows that hooks add can change that
	due    bool            // what has been appended can change the report
}

// watch runs until it is interrupted: it reports the compactions there are,
// then each when its summary is written, then what of it is put back.
func (v *voice) watch(c *cli.Context, k conversation) error {
	const look, pause = 300 * time.Millisecond, 10 // a report costs a reading of all: at most a tenth of the time
	w := watcher{voice: v, k: k, asJSON: c.Bool("json"), told: map[string]bool{}, due: true}
	rows := claude.Follow(k.transcript, 0)
	v.mayTake(k.transcript)
	if isTerminal(v.err) {
		v.tell("watching session %s; ctrl+c ends it", oneLine(k.ID))
	}
	var rest time.Time
	for {
		if err := rows.Next(w.see); err != nil {
			return unreadable(k.transcript, err)
		}
		if w.due && time.Now().After(rest) {
			start := time.Now()
			if err := w.report(); err != nil {
				return err
			}
			rest = time.Now().Add(pause * time.Since(start))
		}
		select {
		case <-c.Context.Done():
			return nil
		case <-time.After(look):
		}
	}
}

// see notes whether a row is worth a new report.
func (w *watcher) see(r claude.Row) {
	if r.Kind == claude.RowBoundary || r.Kind == claude.RowSummary || w.open {
		w.due = true
	}
}

func (w *watcher) report() error {
	w.due = false
	r, err := w.examine(w.k)
	if errors.Is(err, fs.ErrNotExist) { // it is being replaced
		w.due = true
		return nil
	}
	if err != nil {
		return err
	}
	n := len(r.Compactions)
	if n > 0 && r.Compactions[n-1].Summary == "" {
		n-- // it is being written
	}
	for _, c := range r.Compactions[:n] {
		if w.told[of(c)] {
			continue
		}
		if err := w.tellOf(c); err != nil {
			return err
		}
		w.told[of(c)] = true
		w.back = c.Back()
	}
	if n == 0 {
		return nil
	}
	last := r.Compactions[n-1]
	if last.Back() > w.back {
		if err := w.tellBack(last); err != nil {
			return err
		}
	}
	w.back = last.Back()
	w.open = w.back < last.Count(audit.Changed)+last.Count(audit.Lost)
	return nil
}

// of tells compactions apart, also when the file is replaced.
func of(c audit.Compaction) string { return c.At.Format(time.RFC3339Nano) + c.Summary }

// tellOf prints one compaction: a table, or one line of JSON.
func (w *watcher) tellOf(c audit.Compaction) error {
	one := audit.Report{Session: w.k.ID, Compactions: []audit.Compaction{c}}
	if !w.asJSON {
		inLocalTime(one)
		return w.print(audit.Table(one, w.width()) + "\n")
	}
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w.out, harmless(string(line))+"\n")
	return err
}

// tellBack prints what was put back since, as JSON the whole compaction anew.
func (w *watcher) tellBack(c audit.Compaction) error {
	if w.asJSON {
		return w.tellOf(c)
	}
	w.say("put back: %d of %d", c.Back(), c.Count(audit.Changed)+c.Count(audit.Lost))
	return nil
}

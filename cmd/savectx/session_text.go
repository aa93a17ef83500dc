// A session as the store keeps it, out of a snapshot.

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator/claude"
	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/memory/store"
	"savectx/preserve/transcript"
	"savectx/prompts"
)

const (
	summarySentences = 3
	summaryMost      = 1000 // characters
	titleMost        = 200  // characters
	tagMost          = 60   // characters
)

// sessionOf is the session of where, as a store is to keep it: the compact text
// of the snapshot, the items that it does not hold as facts, and where the
// project's repository stands. cut is how much did not fit into the compact
// text. There is none when the session's own text is kept, is not kept yet in
// any other form, and is shorter: then all items are facts.
func (v *voice) sessionOf(ctx context.Context, where scene, s preserve.Snapshot, w prompts.Words, path string) (put store.Session, cut int, err error) {
	hide, err := v.secrets()
	if err != nil {
		return put, 0, err
	}
	without := func(text string) string { text, _ = hide.Text(text); return text }
	clean := func(text string) string { return without(preserve.Clean(text)) }
	s = withoutIn(s, without) // before anything is cut
	text, in, cut := dest.Compact(s, w)
	if text, err = hiddenIn(text, without); err != nil {
		return put, 0, err
	}
	if where.settings.On(config.SessionTranscript) && shorter(path, utf8.RuneCountInString(text)) {
		text, in, cut = "", nil, 0
	}
	head := dest.HeadOf(s)
	put = store.Session{
		ID: where.place.Session, Project: clean(where.place.Project()), Title: excerpt(clean(s.Topic), titleMost),
		Summary: clean(summaryOf(s)), Compact: text,
		Goal: clean(head.Goal), Status: head.Status, Next: clean(head.Next), Blockers: clean(head.Blockers),
		Facts: []store.Fact{},
	}
	for _, f := range dest.SessionFacts(s, in, w) {
		put.Facts = append(put.Facts, store.Fact{Importance: f.Importance, Text: clean(f.Text)})
	}
	for _, tag := range s.Tags {
		put.Tags = append(put.Tags, excerpt(clean(tag), tagMost))
	}
	if kept, err := where.state.Session(put.ID); err == nil {
		put.Continues = kept.Loaded()
	}
	g := standing(ctx, where.place.Root, began(path))
	put.Branch, put.CommitStart, put.CommitEnd = clean(g.branch), g.from, g.to
	return put, cut, nil
}

// withoutIn is a snapshot whose texts have passed clean. Those of one that was
// read are clean already, and stay as they are.
func withoutIn(s preserve.Snapshot, clean func(string) string) preserve.Snapshot {
	all := func(list []string) (out []string) {
		for _, text := range list {
			out = append(out, clean(text))
		}
		return out
	}
	s.Topic, s.Goal, s.Blockers, s.Next = clean(s.Topic), clean(s.Goal), clean(s.Blockers), all(s.Next)
	if s.Narrative != nil {
		n := s.Narrative
		s.Narrative = &preserve.Narrative{Overview: clean(n.Overview), Early: clean(n.Early), Middle: clean(n.Middle), Recent: clean(n.Recent), Current: clean(n.Current)}
	}
	items := slices.Clone(s.Items)
	for i, it := range items {
		items[i].Text, items[i].Why, items[i].Quote, items[i].Exact = clean(it.Text), clean(it.Why), clean(it.Quote), all(it.Exact)
	}
	s.Items = items
	return s
}

// hiddenIn is a text without the secrets that only its putting together made
// visible. It stays short enough: where the signs in their place are longer,
// whole lines go, from its end.
func hiddenIn(text string, hide func(string) string) (string, error) {
	clean := hide(text)
	for utf8.RuneCountInString(clean) >= store.MaxCompact {
		i := strings.LastIndexByte(strings.TrimRight(clean, "\n"), '\n')
		if i < 0 {
			return "", errors.New("the compact text is too long without its secrets")
		}
		clean = clean[:i+1]
	}
	return clean, nil
}

// summaryOf is the session in one to three sentences.
func summaryOf(s preserve.Snapshot) string {
	text := ""
	if s.Narrative != nil {
		text = preserve.Clean(s.Narrative.Overview)
	}
	for _, other := range []string{s.Goal, s.Topic} {
		if text == "" {
			text = preserve.Clean(other)
		}
	}
	return excerpt(dest.FirstSentences(text, summarySentences), summaryMost)
}

// errEnough ends a reading that has found what it is for.
var errEnough = errors.New("enough")

// shorter tells whether what the person and the model said in a transcript is
// less than that many characters.
func shorter(path string, limit int) bool {
	const large = 16 << 20 // bytes: no transcript of a short session
	info, err := os.Stat(path)
	if err != nil || info.Size() > large {
		return false
	}
	said := 0
	_, err = transcript.Read(path, transcript.Options{Done: 1, Result: 1}, func(r *transcript.Row) error {
		if r.Kind == transcript.Boundary { // what was said before it is known from a summary only
			return errEnough
		}
		if !r.Off && !r.Twice && slices.Contains([]transcript.Kind{transcript.Prompt, transcript.Queued, transcript.Answer, transcript.ToolCall}, r.Kind) {
			said += utf8.RuneCountInString(r.Text)
		}
		if said >= limit {
			return errEnough
		}
		return nil
	})
	return err == nil && said > 0
}

// began is the time of a transcript's first row that tells one.
func began(path string) time.Time {
	const enough = 1 << 20 // bytes
	if !exists(path) {
		return time.Time{}
	}
	head, err := readUpTo(path, enough)
	if err != nil {
		return time.Time{}
	}
	for line := range bytes.Lines(head) {
		if row := claude.ParseRow(line); !row.Time.IsZero() {
			return row.Time
		}
	}
	return time.Time{}
}

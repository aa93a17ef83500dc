package main

import (
	"encoding/json"
	"errors"
	"time"
	"unicode/utf8"

	"savectx/orchestrator/session"
	"savectx/preserve"
	"savectx/preserve/audit"
	"savectx/preserve/history"
	"savectx/preserve/inforce"
)

// listLimit bounds what PreCompact prints, in characters: the client cuts at
// 10,000 (2.1.332).
const listLimit = 9000

// preserve prints the list in force as plain text, which the client appends to
// the summariser's instructions, and keeps it for the audit. Of a manual
// compaction it prints only what was not typed, in one paragraph: the person
// sees it, and it stays in the context. Nothing is concluded from an automatic
// one: it may be speculative.
func (o occasion) preserve() error {
	list := o.inForce()
	entries, err := json.Marshal(append([]inforce.Entry{}, list...)) // that there was none is known, too
	if err != nil {
		return err
	}
	kept := o.s.PutList(session.List{At: time.Now(), Trigger: o.e.Trigger, Entries: entries})
	words, _, err := o.person()
	if err != nil {
		return errors.Join(kept, err)
	}
	text := ""
	if o.e.Trigger == "manual" {
		text, _ = preserve.Paragraph(inforce.Items(list), words, words.Hook.Remaining, listLimit, o.e.Instructions)
	} else {
		text, _ = preserve.List(inforce.Items(list), words, listLimit, "")
	}
	if text = o.withoutSecrets(text); text != "" {
		o.say("%s", text)
	}
	return kept
}

// summary keeps what the compaction made of the conversation, leaves what it
// lost to come back, and lets thresholds be told again.
func (o occasion) summary() error {
	o.s.Rearm()
	if o.e.Summary == "" {
		return nil
	}
	last, text := o.s.Summary().At, o.withoutSecrets(history.Answered(o.e.Summary))
	err := o.s.PutSummary(session.Summary{At: time.Now(), Trigger: o.e.Trigger, Text: text})
	return errors.Join(err, o.leave(text, last))
}

// leave writes down what a compaction, not the one at the time of last, has
// lost or changed: for [occasion.note] to put back. What the end of the
// compaction brought back is not lost.
func (o occasion) leave(summary string, last time.Time) error {
	items := inforce.Items(entriesAt(o.s, last, time.Now()))
	words, _, err := o.person()
	if err != nil {
		return err
	}
	context := []string{summary}
	if back := o.s.Restored(); back.At.After(last) {
		context = append(context, back.Text)
	}
	var lost []string
	for i, v := range audit.Judge(items, context) {
		if v.Outcome != audit.Kept {
			lost = append(lost, pieces("- "+o.withoutSecrets(visible(preserve.Sentence(items[i], words))), backLimit)...)
		}
	}
	return o.s.PutWaiting(lost)
}

// pieces are a text in parts of at most n characters.
func pieces(text string, n int) []string {
	var list []string
	for utf8.RuneCountInString(text) > n {
		part := firstRunes(text, n)
		list, text = append(list, part), text[len(part):]
	}
	return append(list, text)
}

package main

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
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
	list, whole := o.inForce()
	var kept error
	if whole || len(list) > 0 { // else nobody knows what was in force
		kept = o.keep(list)
	}
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

// keep writes down what was in force; that it was nothing is known, too.
func (o occasion) keep(list []inforce.Entry) error {
	entries, err := json.Marshal(append([]inforce.Entry{}, list...))
	if err != nil {
		return err
	}
	return o.s.PutList(session.List{At: time.Now(), Trigger: o.e.Trigger, Entries: entries})
}

// summary keeps what the compaction made of the conversation, leaves what it
// lost to come back, and lets thresholds be told again.
func (o occasion) summary() error {
	o.s.Rearm()
	text := o.withoutSecrets(history.Answered(o.e.Summary))
	err := o.leave(text)
	if text == "" {
		return err
	}
	return errors.Join(err, o.s.PutSummary(session.Summary{At: time.Now(), Trigger: o.e.Trigger, Text: text}))
}

// leave writes down what the compaction has lost or changed, for
// [occasion.note] to put back. What its end brought back is not lost. Until that
// is known, should there be no time for it, all of it counts as lost. Without a
// list of what was in force nothing is concluded, and what waits goes on
// waiting.
func (o occasion) leave(summary string) error {
	l, ok := o.s.TakeList()
	if !ok {
		return nil
	}
	words, _, err := o.person()
	if err != nil {
		return err
	}
	items := inforce.Items(entriesOf(l))
	texts := make([][]string, len(items))
	for i, it := range items {
		texts[i] = pieces("- "+o.withoutSecrets(visible(preserve.Sentence(it, words))), backLimit)
	}
	if err := o.s.PutWaiting(slices.Concat(texts...)); err != nil {
		return err
	}
	var lost []string
	for i, v := range audit.Judge(items, []string{summary, o.s.TakeRestored().Text}) {
		if v.Outcome != audit.Kept {
			lost = append(lost, texts[i]...)
		}
	}
	return o.s.PutWaiting(lost)
}

// pieces are a text in parts of at most n characters, cut between words.
func pieces(text string, n int) (list []string) {
	for utf8.RuneCountInString(text) > n {
		part := firstRunes(text, n)
		if at := strings.LastIndexByte(part, ' '); at > len(part)/2 {
			part = part[:at+1]
		}
		list, text = append(list, part), history.GoesOn+text[len(part):]
	}
	return append(list, text)
}

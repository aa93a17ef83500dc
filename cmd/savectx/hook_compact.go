package main

import (
	"encoding/json"
	"time"

	"savectx/orchestrator/session"
	"savectx/preserve"
	"savectx/preserve/plan"
	"savectx/prompts"
)

// listLimit bounds what PreCompact prints, in characters: the client cuts at
// 10,000 (2.1.332).
const listLimit = 9000

// preserve prints the items of the last save as plain text, which the client
// appends to the summariser's instructions. Of a manual compaction it prints
// only what was not typed, in one paragraph: the person sees it, and it stays in
// the context. Nothing is concluded from an automatic one: it may be
// speculative.
func (o occasion) preserve() error {
	saved := o.s.Saved()
	var s preserve.Snapshot
	if saved.ID == "" || json.Unmarshal(saved.Snapshot, &s) != nil {
		return nil
	}
	lang, ok := prompts.Match(s.Language)
	if !ok || s.Language == "" {
		lang = prompts.Languages()[0]
	}
	words, err := prompts.Load(lang)
	if err != nil {
		return err
	}
	items := plan.Worth(s)
	text := ""
	if o.e.Trigger == "manual" {
		text, _ = preserve.Paragraph(items, words, words.Hook.Remaining, listLimit, o.e.Instructions)
	} else {
		text, _ = preserve.List(items, words, listLimit, "")
	}
	if text = o.withoutSecrets(text); text != "" {
		o.say("%s", text)
	}
	return nil
}

// summary keeps what the compaction made of the conversation, for the audit,
// and lets thresholds be told again.
func (o occasion) summary() error {
	o.s.Rearm()
	if o.e.Summary == "" {
		return nil
	}
	return o.s.PutSummary(session.Summary{At: time.Now(), Trigger: o.e.Trigger, Text: o.withoutSecrets(o.e.Summary)})
}
